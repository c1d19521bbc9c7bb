package insight

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/journal"
)

// Summary is the overview of some conversations.
type Summary struct {
	Conversations int // with at least one turn
	Sessions      int // that began them
	Turns         int
	Undone        int // turns that were undone
	Questions     Outcomes
	Opened        int // products opened, each once a turn
	Compared      int // products compared, each once a turn
	Baskets       int // products put in the basket, each once a turn

	TurnsEach     Estimate // mean turns of a conversation
	QuestionsEach Estimate // mean questions shown in a conversation
	Answered      Estimate // share of questions shown that were answered
	Opening       Estimate // share of conversations in which a product was opened
	Buying        Estimate // share of conversations in which a product was put in the basket
	Good          Estimate // share of conversations with a good first page: see [Turn.Good]
	Empty         Estimate // share of turns at which no product had all that was asked for

	ByTurn  []TurnSum // the first turns of conversations, the second, …
	DropOff []Drop    // after the first question of conversations, the second, …
}

// TurnSum adds up the n-th turns of conversations.
type TurnSum struct {
	Turns    int      // conversations that came so far
	Answered int      // questions of these turns that were answered
	Opened   int      // products opened, each once
	Baskets  int      // products put in the basket, each once
	Opening  Estimate // share of these turns at which a product was opened
	Buying   Estimate // share of these turns at which a product was put in the basket

	opening, buying int
}

// Summarise computes the overview of conversations. Those without a turn have said
// nothing and are left out.
func Summarise(facts []*Facts) Summary {
	var s Summary
	var turns, questions sample
	var opening, buying, good, empty int
	sessions := map[string]bool{}
	for _, f := range facts {
		if len(f.Turns) == 0 {
			continue
		}
		s.Conversations++
		sessions[f.Session] = true
		shown, opened, baskets := s.Questions.Shown, s.Opened, s.Baskets
		wasGood := false
		for i := range f.Turns {
			t := &f.Turns[i]
			s.turn(i, t)
			wasGood = wasGood || t.Good()
			empty += Indicator(t.Empty)
		}
		turns.add(float64(len(f.Turns)))
		questions.add(float64(s.Questions.Shown - shown))
		opening += Indicator(s.Opened > opened)
		buying += Indicator(s.Baskets > baskets)
		good += Indicator(wasGood)
		s.drop(f)
	}
	s.Sessions = len(sessions)
	s.TurnsEach, s.QuestionsEach = turns.mean(), questions.mean()
	s.Answered = Share(s.Questions.Answered(), s.Questions.Shown)
	s.Opening, s.Buying = Share(opening, s.Conversations), Share(buying, s.Conversations)
	s.Good, s.Empty = Share(good, s.Conversations), Share(empty, s.Turns)
	for i := range s.ByTurn {
		t := &s.ByTurn[i]
		t.Opening, t.Buying = Share(t.opening, t.Turns), Share(t.buying, t.Turns)
	}
	for i := range s.DropOff {
		d := &s.DropOff[i]
		d.Left = Share(d.Reached-d.On-d.Took, d.Reached)
	}
	return s
}

// turn adds the turn of a conversation that has n before it.
func (s *Summary) turn(n int, t *Turn) {
	if n == len(s.ByTurn) {
		s.ByTurn = append(s.ByTurn, TurnSum{})
	}
	by := &s.ByTurn[n]
	s.Turns++
	by.Turns++
	s.Undone += Indicator(t.Undone)
	for i := range t.Questions {
		s.Questions.add(&t.Questions[i])
		by.Answered += Indicator(t.Questions[i].Outcome.Answered())
	}
	opened, baskets := t.touched(journal.Opened), t.touched(journal.Basket)
	s.Opened += opened
	s.Compared += t.touched(journal.Compared)
	s.Baskets += baskets
	by.Opened += opened
	by.Baskets += baskets
	by.opening += Indicator(opened > 0)
	by.buying += Indicator(baskets > 0)
}

// Indicator is 1 for what is so, else 0.
func Indicator(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Drop tells how conversations went on after their n-th question. The questions of
// one turn are counted in their order and share what came after.
type Drop struct {
	Reached  int      // conversations that were shown so many questions
	Answered int      // of them, those that answered this one, "no preference" included
	On       int      // those that had a further turn
	Took     int      // those that ended there with a product opened, compared or put in the basket
	Left     Estimate // share of those that ended there without
}

// drop adds what a conversation did after each of its questions.
func (s *Summary) drop(f *Facts) {
	n := 0
	for i := range f.Turns {
		t := &f.Turns[i]
		for k := range t.Questions {
			if n == len(s.DropOff) {
				s.DropOff = append(s.DropOff, Drop{})
			}
			d := &s.DropOff[n]
			n++
			outcome := t.Questions[k].Outcome
			d.Reached++
			d.Answered += Indicator(outcome.Answered() || outcome == NoPreference)
			switch {
			case i+1 < len(f.Turns):
				d.On++
			case len(t.Touches) > 0:
				d.Took++
			}
		}
	}
}

// Fruitless is a demand that no product met in full.
type Fruitless struct {
	Message       string   // what was said; "" where something was clicked or ticked
	Need          string   // all that was asked for by then
	Turns         int      // at which it was shown
	Conversations []string // ids, oldest first
}

// demand is what was said and asked for.
type demand struct{ said, need string }

// Nothing gathers the turns that found nothing by what was asked for, however it was
// spelled, the commonest first. What is not sold here is [Hearing]'s to tell.
func Nothing(facts []*Facts) []Fruitless {
	at := map[demand]int{} // as it was spelled, and as it is compared
	var out []Fruitless
	for _, f := range facts {
		for i := range f.Turns {
			t := &f.Turns[i]
			if !t.Empty || t.unsold() {
				continue
			}
			spelled := demand{t.Said, t.Need}
			n, ok := at[spelled]
			if !ok {
				same := demand{normalize(t.Said), normalize(t.Need)}
				if n, ok = at[same]; !ok {
					n = len(out)
					out = append(out, Fruitless{Message: t.Said, Need: t.Need})
				}
				at[spelled], at[same] = n, n
			}
			out[n].Turns++
			if ids := out[n].Conversations; len(ids) == 0 || ids[len(ids)-1] != f.ID {
				out[n].Conversations = append(ids, f.ID)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Fruitless) int {
		return cmp.Or(cmp.Compare(b.Turns, a.Turns), strings.Compare(a.Need, b.Need), strings.Compare(a.Message, b.Message))
	})
	return out
}
