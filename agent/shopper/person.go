package shopper

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
)

// Nature is how people shop: what they read, know, mistake and put up with. The numbers
// are probabilities but for the first three.
type Nature struct {
	Looks   int     // products looked at after each reply
	Cards   int     // questions read at once
	Cares   float64 // aspects that a product has to agree in, about so many of those they know
	Hazard  float64 // of leaving at each question read
	Useless float64 // of leaving besides at one that they have no answer to
	Slips   float64 // of ticking what is most like the truth in its place
	Words   float64 // of answering by words
	Changes float64 // each turn, of wanting another value of one thing
	Scrolls float64 // of looking further down where nothing is asked
}

// Phone and Desktop are two natures. What a screen shows are the first two numbers. In 153
// recorded conversations clerks ask 1.6 questions, nine in ten at most 3: a hazard of 0.08
// leaves half of all people after eight. One answer in ten by words and one wrong one in
// twenty are assumptions.
func Phone() Nature {
	return Nature{Looks: 3, Cards: 1, Cares: 3, Hazard: 0.08, Useless: 0.08, Slips: 0.05, Words: 0.1, Changes: 0.03, Scrolls: 0.6}
}

// Desktop shows more products, and all questions.
func Desktop() Nature {
	n := Phone()
	n.Looks, n.Cards = 10, 3
	return n
}

// Person has a product in mind, and takes any that agrees with it in what they care about.
type Person struct {
	Nature
	Target *catalog.Product
	Rand   *rand.Rand

	knows map[string]bool
	cares []string
}

// whatPeopleName is how often the first question of human clerks is about a price and about
// a brand, in 153 recorded conversations: what people care about most.
var whatPeopleName = map[string]float64{catalog.KeyPrice: 0.41, catalog.KeyBrand: 0.10}

// unestimated is the share of people who can answer what nobody has estimated.
const unestimated = 0.8

// NewPerson draws a person who has a product of a category in mind: each aspect of it is
// known with the probability that it is answerable, and of those known some matter, the
// more answerable the likelier.
func NewPerson(n Nature, target *catalog.Product, aspects []catalog.Aspect, rng *rand.Rand) *Person {
	p := &Person{Nature: n, Target: target, Rand: rng, knows: map[string]bool{catalog.KeyCategory: true}}
	type weighed struct {
		key string
		by  float64
	}
	var known []weighed
	for _, a := range aspects {
		share := a.Answerable
		if share == 0 {
			share = unestimated
		}
		draw, race := rng.Float64(), rng.ExpFloat64()
		if draw >= share || len(target.Of(a.Key)) == 0 || a.Key == catalog.KeyCategory {
			continue
		}
		p.knows[a.Key] = true
		weight := whatPeopleName[a.Key]
		if weight == 0 {
			weight = 0.2 * share
		}
		known = append(known, weighed{a.Key, race / weight}) // the smallest are a weighted sample
	}
	slices.SortFunc(known, func(a, b weighed) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.key, b.key)) })
	for _, w := range known[:min(len(known), int(math.Round(n.Cares)))] {
		p.cares = append(p.cares, w.key)
	}
	return p
}

// Accepts reports whether a product is what the person came for: of the same kind, and alike
// in all that they care about.
func (p *Person) Accepts(found *catalog.Product) bool {
	if found.ID == p.Target.ID {
		return true
	}
	return found.Category == p.Target.Category && !slices.ContainsFunc(p.cares, func(key string) bool { return !shareValue(found, p.Target, key) })
}

// shareValue reports whether two products have a value of an aspect in common, or numbers that
// are alike.
func shareValue(a, b *catalog.Product, key string) bool {
	return slices.ContainsFunc(a.Of(key), func(x catalog.Value) bool {
		return slices.ContainsFunc(b.Of(key), func(y catalog.Value) bool { return similarValues(x, y) })
	})
}

// Leaves reports whether the person has had enough at a question, one that they could
// answer or not.
func (p *Person) Leaves(useful bool) bool {
	tires, annoys := p.Rand.Float64(), p.Rand.Float64()
	return tires < p.Hazard || !useful && annoys < p.Useless
}

// Reads answers one question: by ticks, by words that are then the message, or honestly by
// having no preference. useful says whether there was something to answer.
func (p *Person) Reads(question int, q *dialog.Posed) (g dialog.Given, words string, useful bool) {
	slips, speaks := p.Rand.Float64(), p.Rand.Float64()
	g, values := honest(p.Target, question, &q.Answer)
	if !p.knows[q.Answer.Key] || g.None {
		return dialog.Given{Question: question, None: true}, "", false
	}
	if q.Answer.Key != catalog.KeyCategory && q.Answer.Key != catalog.KeyPrice && values[0].Number == 0 && speaks < p.Words {
		return dialog.Given{Question: question}, values[0].Text, true
	}
	if len(g.Picked) > 0 && len(q.Answer.Options) > 1 && slips < p.Slips {
		g.Picked = []int{mostAlikeOption(q, g.Picked[0])}
	}
	return g, "", true
}

// mostAlikeOption is the option that is most easily taken for another: the next range, or the name
// that shares most pairs of letters.
func mostAlikeOption(q *dialog.Posed, picked int) int {
	best, most := -1, -1.0
	for o := range q.Options {
		like := 2*pairLikeness(q.Options[o].Label, q.Options[picked].Label) - 0.1*math.Abs(float64(o-picked))
		if o != picked && (best < 0 || like > most) {
			best, most = o, like
		}
	}
	return best
}

// pairLikeness is Dice's coefficient of the pairs of letters of two names, 0..1.
func pairLikeness(a, b string) float64 {
	of := func(s string) map[string]bool {
		out := map[string]bool{}
		runes := []rune(strings.ToLower(s))
		for i := 1; i < len(runes); i++ {
			out[string(runes[i-1:i+1])] = true
		}
		return out
	}
	x, y := of(a), of(b)
	both := 0
	for pair := range x {
		if y[pair] {
			both++
		}
	}
	if len(x)+len(y) == 0 {
		return 0
	}
	return 2 * float64(both) / float64(len(x)+len(y))
}

// Change makes the person want another of the products instead, one that differs in a
// single thing that they care about and has a name, and returns what they say; "" where
// they stay with what they wanted.
func (p *Person) Change(others []catalog.Product) string {
	if p.Rand.Float64() >= p.Changes {
		return ""
	}
	for i := range others {
		o := &others[i]
		if o.Category != p.Target.Category {
			continue
		}
		var differ []string
		for _, key := range p.cares {
			if !shareValue(o, p.Target, key) {
				differ = append(differ, key)
			}
		}
		if len(differ) != 1 || len(o.Of(differ[0])) == 0 || o.Of(differ[0])[0].Number != 0 {
			continue
		}
		p.Target = o
		return o.Of(differ[0])[0].Text + " instead"
	}
	return ""
}

// nearNumber is the ratio of two numbers up to which they count as alike: a price of 90
// is like one of 100.
const nearNumber = 1.15

func similarValues(x, y catalog.Value) bool {
	if x.Number > 0 && y.Number > 0 {
		return max(x.Number, y.Number)/min(x.Number, y.Number) <= nearNumber
	}
	return catalog.Same(x.Text, y.Text)
}
