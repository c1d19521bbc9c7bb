package insight

import (
	"cmp"
	"slices"
	"strings"
)

// Topic is what a question is about: an aspect of a category. The category is a path,
// "" for the whole shop. What is asked about several categories at once belongs to
// each of them.
type Topic struct{ Category, Aspect string }

// Question is what became of the questions about one topic.
type Question struct {
	Topic
	Outcomes
	Conversations int // that were shown one

	AnsweredShare Estimate // of those shown: the answer says what is wanted
	SkippedShare  Estimate // of those shown: the form was sent without a word about it

	// Predicted is the mean of the bits expected of an answer when the question was
	// put, Realised that of what the answer told, both over the same answers: those of
	// which both are known, "no preference" included. Surplus is the mean of the second
	// less the first: shoppers who answer as the belief expects have none on average;
	// above 0 answers surprise it, below 0 they are more foreseeable than it thought.
	Predicted, Realised, Surplus Estimate

	Took Quartiles // seconds from when the page was shown to the answer, "no preference" included

	// Left is the share of those shown at whose page the conversation ended without a
	// product opened, compared or put in the basket; Leaving is that over what is usual
	// at such pages, and for such places on them.
	Left, Leaving Estimate
	// Excess is how many more conversations ended there than is usual at such pages, below
	// 0 how many fewer; the questions of one page share it.
	Excess float64

	Opening, Buying, Earning Effect // on products of the first page opened, put in the basket, and what was paid for those ordered
}

// Questions computes what became of the questions of some conversations, the topic
// shown most often first, ties by topic.
func Questions(facts []*Facts) []Question {
	return tallyQuestions(facts, func(Topic) bool { return true })
}

// About computes what became of the questions about one topic: the zero Outcomes when
// there were none.
func About(facts []*Facts, topic Topic) Question {
	for _, q := range tallyQuestions(facts, func(t Topic) bool { return t == topic }) {
		return q
	}
	return Question{Topic: topic}
}

// tallyQuestions computes [Questions] about the topics that are wanted.
func tallyQuestions(facts []*Facts, wanted func(Topic) bool) []Question {
	usual, looked := examine(facts), estimateExits(facts)
	tallies := map[Topic]*tally{}
	var touched []*tally // by the conversation at hand
	for _, f := range facts {
		touched = touched[:0]
		for i := range f.Turns {
			t := &f.Turns[i]
			var next *Turn
			if t.Led > 0 {
				next = &f.Turns[t.Led]
			}
			for k := range t.Questions {
				q := &t.Questions[k]
				for _, category := range t.Scope {
					topic := Topic{category, q.Aspect}
					if !wanted(topic) {
						continue
					}
					y := getOrMake(tallies, topic)
					y.Topic = topic
					if !y.open {
						y.open = true
						y.Conversations++
						touched = append(touched, y)
					}
					y.add(q)
					y.leave(f.Leaves(i), looked.attention[k], looked.left[ordinal(i)])
					y.Excess += (float64(Indicator(f.Leaves(i))) - looked.left[ordinal(i)]) / float64(len(t.Questions))
					switch { // "no preference" is neither
					case next == nil:
					case q.Outcome.Answered():
						y.follow(afterAnswer, next, &usual)
					case q.Outcome == Skipped:
						y.follow(afterSkip, next, &usual)
					}
				}
			}
		}
		for _, y := range touched {
			y.open = false
			y.close()
		}
	}
	out := make([]Question, 0, len(tallies))
	for _, y := range tallies {
		out = append(out, y.question())
	}
	slices.SortFunc(out, func(a, b Question) int {
		return cmp.Or(cmp.Compare(b.Shown, a.Shown), strings.Compare(a.Category, b.Category), strings.Compare(a.Aspect, b.Aspect))
	})
	return out
}

// tally gathers one topic's numbers.
type tally struct {
	Question
	aftermath
	predicted, realised, surplus sample
	took                         []float64
	open                         bool // the conversation at hand is counted
}

func (y *tally) add(q *Asked) {
	y.Outcomes.add(q)
	if q.Told {
		y.predicted.add(q.Bits)
		y.realised.add(q.Realised)
		y.surplus.add(q.Realised - q.Bits)
	}
	if (q.Outcome.Answered() || q.Outcome == NoPreference) && q.Took > 0 {
		y.took = append(y.took, q.Took.Seconds())
	}
}

func (y *tally) question() Question {
	q := y.Question
	q.AnsweredShare, q.SkippedShare = Share(q.Answered(), q.Shown), Share(q.Skipped, q.Shown)
	q.Predicted, q.Realised, q.Surplus = y.predicted.mean(), y.realised.mean(), y.surplus.mean()
	q.Took = quartiles(y.took)
	q.Left, q.Leaving = Share(y.left, q.Shown), y.leavingOver(q.Shown)
	q.Opening, q.Buying, q.Earning = y.told()
	return q
}

// Place is how options fare by where they stand in their question.
type Place struct {
	Shown    int      // options that stood here, in questions that got an answer
	Picked   int      // of them, those that were ticked
	Taken    Estimate // share of those shown that were ticked
	Expected float64  // mean belief in them: what share would be ticked if place had no say
}

// Order computes how options fare by place, the first place first, over the answered
// questions whose options were in an order of chance: in others the likeliest stand
// first, and nothing tells the place from the option. A shopper may tick several.
func Order(facts []*Facts) []Place {
	var out []Place
	for _, f := range facts {
		for i := range f.Turns {
			for k := range f.Turns[i].Questions {
				q := &f.Turns[i].Questions[k]
				if !q.Shuffle || !q.Outcome.Answered() {
					continue
				}
				for len(out) < len(q.Offers) {
					out = append(out, Place{})
				}
				for place := range q.Offers {
					out[place].Shown++
					out[place].Expected += float64(q.Masses[place])
				}
				for _, place := range q.Picked {
					out[place].Picked++
				}
			}
		}
	}
	for i := range out {
		p := &out[i]
		p.Taken, p.Expected = Share(p.Picked, p.Shown), p.Expected/float64(p.Shown)
	}
	return out
}
