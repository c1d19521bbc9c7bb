package agent

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/reply"
	"shopclerk/agent/settings"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/index"
	"shopclerk/words"
)

// short is how many products are read sooner than a question about them, also where a page shows fewer.
const short = 6

// belief is what the turn's questions are chosen on: the softmax of the ranking's scores, in
// which a row counts for all the products that it stands for.
func (t *Turn) belief() []float64 {
	if t.Scope.SampleWeights == nil {
		return clarify.Softmax(t.Ranking.Scores)
	}
	logs := slices.Clone(t.Ranking.Scores)
	for i := range logs {
		logs[i] += math.Log(float64(t.Scope.SampleWeights.Of(i)))
	}
	return clarify.Softmax(logs)
}

// left counts the products that are still to choose from; 0 where none has all that was asked for.
func (t *Turn) left() int {
	n := 0
	if t.Fit() == 0 {
		return 0
	}
	for row, left := range t.Ranking.Left() {
		if left {
			n += t.Scope.SampleWeights.Of(row)
		}
	}
	return n
}

// asks reports whether a question would follow from what the turn did: something was understood
// that is sold, more is left than a page shows, and questions are wanted.
func (t *Turn) asks(page int) bool {
	return t.left() > max(page, short) && !t.Need.Quiet && len(t.Need.Named()) == 0 && !slices.ContainsFunc(t.Acts, func(a dialog.Act) bool {
		return a.Kind == dialog.Unclear || a.Kind == dialog.NotSold || len(t.Need.Scope) == 0 && offersKinds(a) // which kind is asked already
	})
}

// premature reports whether a question makes no sense yet: a series is some brand's, and who
// has not named one has none in mind.
func premature(c *catalog.Column, n *search.Need) bool {
	return language.Topic(c.Aspect.Label, c.Aspect.Unit) == "series" && !n.Settles(catalog.KeyBrand) &&
		!slices.ContainsFunc(n.Evidence, func(e search.Evidence) bool { return e.Answer.Key == catalog.KeyBrand && len(e.Answer.Picked) > 0 })
}

// unmeasured reports whether nobody can tell what the numbers of an aspect are: they have no unit,
// and are neither counts nor sizes.
func unmeasured(a *catalog.Aspect) bool {
	if a.Kind != catalog.Numeric || a.Unit != "" || a.Key == catalog.KeyPrice {
		return false
	}
	topic := language.Topic(a.Label, "")
	return topic != "size" && topic != "people" && topic != "pieces" && !reply.Counts(a)
}

const (
	// rareShare is the share of products below which few have a value.
	rareShare = 1.0 / 3
	// knownShare is the share of shoppers below which few can answer about what has no name in
	// everyday words, measuredShare about what has to be measured.
	knownShare, measuredShare = 0.6, 0.5
	// mostShare is the share of products that tell what they have to fit where that decides.
	mostShare = 2.0 / 3
	// doubtful is the share of shoppers taken to answer at most where a question is second choice: it
	// weighs, and is asked where nothing better tells as much.
	doubtful = 0.3
	// readable is how many products are read before what only engineers compare is asked, and obscure
	// the share of shoppers taken to answer it.
	readable, obscure = 40, 0.1
)

// manner returns whether an aspect of a shelf is asked about, how soon, and the share of shoppers
// taken to answer. What a thing has to fit comes early. Second choice is what few products have, few
// shoppers can answer, what only engineers compare, what was ticked and can be narrowed, and how a part looks.
func (t *Turn) manner(c *catalog.Column, answerable float64, narrows, part bool) (string, float64) {
	a := &c.Aspect
	if p := t.active.settings.Ask(t.Need.Scope, a.Key); p != "" {
		return p, answerable
	}
	if a.Key == catalog.KeyBrand || a.Key == catalog.KeyCategory || a.Key == catalog.KeyPrice {
		return "", answerable
	}
	valued, left := 0, 0
	for row, is := range t.Ranking.Left() {
		if is {
			left++
			valued += min(1, len(c.Row(row)))
		}
	}
	share := float64(valued) / float64(left)
	engineers := language.Unasked("makers", a.Label)
	topic := language.Topic(a.Label, a.Unit)
	known, bar := topic != "" && topic != "dull", knownShare
	if reply.Measured(a) {
		known, bar = false, measuredShare
	}
	switch {
	case engineers && left < readable:
		return settings.Never, answerable
	case !narrows && share >= mostShare && topic == "fits":
		return decisive, answerable
	case !narrows && share >= mostShare && topic == "fit":
		return early, answerable
	case engineers:
		return "", min(answerable, obscure)
	case narrows, share < rareShare, !known && answerable < bar, reply.Fits(a), part && looks[topic]:
		return "", min(answerable, doubtful)
	}
	return "", answerable
}

// looks are the topics of how a thing looks.
var looks = map[string]bool{"colour": true, "style": true, "material": true, "decoration": true, "pattern": true, "shape": true}

// late is 1 for an aspect of how a thing looks that nobody has placed, 0 for others.
func late(c *catalog.Column, places map[string]string) int {
	if looks[language.Topic(c.Aspect.Label, c.Aspect.Unit)] && places[c.Aspect.Key] == "" {
		return 1
	}
	return 0
}

// elsewhere returns, by their stems, the values of the shelf that say what kind of thing it is, or how
// it looks: among the tags of a feed they are no features.
func (t *Turn) elsewhere() map[string]bool {
	out := map[string]bool{}
	for _, c := range t.Scope.Shelf.Columns {
		if topic := language.Topic(c.Aspect.Label, c.Aspect.Unit); c.Aspect.Kind == catalog.Single && (topic == "kind" || looks[topic]) {
			for _, v := range c.Values {
				out[language.Key(language.Tokenize(v.Text))] = true
			}
		}
	}
	return out
}

// strays reports whether a question offers kinds of which less than half of what is left is any.
func (t *Turn) strays(q clarify.Question) bool {
	if q.Field.Key != catalog.KeyCategory {
		return false
	}
	offered, left := 0, 0
	patterns := q.Field.Patterns(q.Options)
	for row, is := range t.Ranking.Left() {
		if is {
			left++
			if patterns[row]&^clarify.OtherBit != 0 {
				offered++
			}
		}
	}
	return 2*offered < left
}

// kindKnown reports whether it is known which kind of product is looked for: one was named, or two
// thirds of what is left are of one.
func (t *Turn) kindKnown() bool {
	kinds := t.Scope.Shelf.Column(catalog.KeyCategory)
	if len(t.Need.Scope) > 0 || kinds == nil {
		return true
	}
	counts, all := make([]int, len(kinds.Values)), 0
	for row, left := range t.Ranking.Left() {
		if left {
			all++
			counts[kinds.Row(row)[0]]++
		}
	}
	return 3*slices.Max(counts) >= 2*all
}

// settles reports whether asking about an aspect would show that nobody listened: the shopper has
// said what they want or do not want of it, does not care, skipped it or gave a budget. What was
// ticked can be narrowed.
func (t *Turn) settles(key string) (settled, narrows bool) {
	for _, e := range t.Need.Evidence {
		if e.Answer.Key == key {
			narrows = true
			settled = settled || e.Answer.Skipped() || key == catalog.KeyPrice
		}
	}
	return settled || t.Need.Settles(key), narrows
}

// spoken returns the words of all that was said of the need, also of what is not wanted.
func (t *Turn) spoken() reply.Spoken {
	var s reply.Spoken
	for _, w := range slices.Concat(t.Need.Words, t.Need.Without) {
		s.Add(w.Text)
	}
	for _, l := range t.Need.Limits {
		s.Add(l.Said)
		for _, v := range l.Condition.Values {
			s.Add(v)
		}
	}
	for _, e := range t.Need.Evidence {
		s.Add(e.Words)
	}
	return s
}

// ask lets the policy choose questions about the turn's shelf.
func (a *Agent) ask(w *words.Language, t *Turn, turn uint64) []dialog.Posed {
	shelf := t.Scope.Shelf
	if !t.asks(a.config.Page) {
		return nil
	}
	s := &clarify.Situation{
		Weights: t.belief(), Left: t.Ranking.Left(),
		Asked: askedBefore(shelf, t.Need.Evidence),
		Batch: a.config.Questions, Options: a.config.Options, Page: a.config.Page,
		Rand: rand.New(rand.NewPCG(a.config.Seed, turn)),
	}
	columns, places := map[*clarify.Field]*catalog.Column{}, map[string]string{}
	part := slices.ContainsFunc(shelf.Columns, func(c *catalog.Column) bool {
		return c.Aspect.Askable && c.Aspect.Coverage >= mostShare && reply.Fits(&c.Aspect)
	})
	spoken, kindKnown, elsewhere := t.spoken(), t.kindKnown(), sync.OnceValue(t.elsewhere)
	for _, c := range shelf.Columns {
		settled, narrows := t.settles(c.Aspect.Key)
		if !c.Aspect.Askable || len(c.Values) < 2 || settled || premature(c, &t.Need) || unmeasured(&c.Aspect) || !reply.Worded(&c.Aspect) {
			continue
		}
		if !kindKnown && c.Aspect.Key != catalog.KeyCategory {
			continue
		}
		f := Field(c)
		if n := t.active.naming(w, c); n != nil {
			if c.Aspect.Kind == catalog.Single && n.Speaks(spoken) {
				continue
			}
			f.Names = sync.OnceValue(func() []clarify.Name {
				return n.Among(t.Need.Scope, func(label string) bool {
					return label == index.OtherCategory || spoken.Of(label) || c.Aspect.Kind == catalog.Multi && elsewhere()[language.Key(language.Tokenize(label))]
				})
			})
		}
		places[f.Key], f.Answerable = t.manner(c, a.config.Statistics.Answerable(t.Need.Scope, f.Key, f.Answerable), narrows, part)
		if places[f.Key] == settings.Never {
			continue
		}
		columns[f] = c
		s.Fields = append(s.Fields, f)
	}
	s.Sample(a.config.Sample)
	questions := slices.DeleteFunc(choose(a.config.Policy, s, places), t.strays)
	if len(questions) == 0 {
		return nil
	}
	slices.SortStableFunc(questions, func(a, b clarify.Question) int { // how a thing looks comes last
		return cmp.Compare(late(columns[a.Field], places), late(columns[b.Field], places))
	})
	view := newOutlook(s, columns, t.Ranking.Left(), t.Scope.SampleWeights)
	out := make([]dialog.Posed, len(questions))
	for i := range questions {
		out[i] = t.pose(w, &questions[i], view)
		t.active.word(&out[i], t.Need.Scope, w.Code())
		out[i].Why.Placed = places[out[i].Answer.Key]
	}
	return out
}
