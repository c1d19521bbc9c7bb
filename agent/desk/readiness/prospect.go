package readiness

import (
	"slices"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/catalog"
)

// Prospect is what a question is expected to bring a shopper who has said nothing
// but the category, every product of which is as likely to be the one sought.
type Prospect struct {
	// Bits is the expected information gain: the entropy of the answers of those
	// whose product has a value, times their share. It is [clarify.Worth]'s but that
	// "no value" counts as no answer there is anything to learn from: the core may
	// learn from it, but a merchandiser who fills in values must not see it fall.
	Bits float64
	// Left is how many products are expected to be left in the list, of as many as
	// the category has: Σ share·left over all answers. Whoever is after a product
	// without a value has no preference, and is left with all; "something else"
	// leaves also what has no value, since nothing speaks against it.
	Left float64
	// Options is how many answers are offered; 0 when no question can be asked.
	Options int
}

// mostOptions is how many options the clerk offers: see [agent.New].
const mostOptions = 5

// answerCounts is how many products would give each answer.
type answerCounts struct {
	by  [256]int
	all int
}

func countAnswers(patterns []clarify.Pattern) *answerCounts {
	c := &answerCounts{all: len(patterns)}
	for _, p := range patterns {
		c.by[p]++
	}
	return c
}

// known is how many products have a value.
func (c *answerCounts) known() int { return c.all - c.by[0] }

// entropy is that of the answers of the products that have a value.
func (c *answerCounts) entropy() float64 {
	masses := make([]float64, 0, 8)
	for p := 1; p < len(c.by); p++ {
		if c.by[p] > 0 {
			masses = append(masses, float64(c.by[p])/float64(c.known()))
		}
	}
	return clarify.Entropy(masses)
}

// prospect is that of the question as products answer it.
func (c *answerCounts) prospect(options int) Prospect {
	if c.known() == 0 || options == 0 {
		return Prospect{Left: float64(c.all)}
	}
	none := float64(c.by[0])
	all := float64(c.all)
	return Prospect{
		Bits:    c.entropy() * float64(c.known()) / all,
		Left:    c.left(none, 1)/all + none,
		Options: options,
	}
}

// filled is that of the question if the products without a value answered as the
// others do.
func (c *answerCounts) filled(options int) Prospect {
	if c.known() == 0 || options == 0 {
		return Prospect{Left: float64(c.all)}
	}
	scale := float64(c.all) / float64(c.known())
	return Prospect{Bits: c.entropy(), Left: c.left(0, scale) / float64(c.all), Options: options}
}

// left sums, over the products that have a value, how many products are left once
// the answer is theirs, where each stands for as many as scale.
func (c *answerCounts) left(none, scale float64) float64 {
	sum := 0.0
	for p := 1; p < len(c.by); p++ {
		if c.by[p] == 0 {
			continue
		}
		answer := clarify.Pattern(p)
		left := 0.0
		if answer == clarify.OtherBit {
			left = float64(c.by[p])*scale + none
		} else {
			for q, n := range c.by {
				if clarify.Pattern(q)&answer != 0 {
					left += float64(n) * scale
				}
			}
		}
		sum += float64(c.by[p]) * scale * left
	}
	return sum
}

// question is a way to ask about a column.
type question struct {
	options  []clarify.Option
	patterns *answerCounts
}

// bestQuestion returns the question about a field that tells most; one without options when
// none can be asked.
func bestQuestion(f *clarify.Field) question {
	n := f.Len()
	weights := slices.Repeat([]float64{1 / float64(max(1, n))}, n)
	q := question{patterns: &answerCounts{all: n}}
	bits := -1.0
	for _, options := range clarify.Options(f, weights, mostOptions) {
		c := countAnswers(f.Patterns(options))
		if b := c.prospect(len(options)).Bits; b > bits {
			q, bits = question{options, c}, b
		}
	}
	return q
}

// prospects returns those of the best question about a column, as it is and with
// the missing values filled in.
func prospects(c *catalog.Column) (now, filled Prospect) {
	q := bestQuestion(agent.Field(c))
	return q.patterns.prospect(len(q.options)), q.patterns.filled(len(q.options))
}

// merging returns the prospects of the best question before and after groups of
// values are merged. Before, whoever means the value of a group ticks any of its
// spellings that are shown, and all of them mean the same.
func merging(c *catalog.Column, groups []catalog.Group) (apart, merged Prospect) {
	f := agent.Field(c)
	q := bestQuestion(f)
	meant := expand(c, q.options, groups)
	apart = countAnswers(f.Patterns(meant)).prospect(len(q.options))
	apart.Left = q.patterns.prospect(len(q.options)).Left // what the list shows, which is too little
	m := bestQuestion(agent.Field(c.Merge(groups)))
	return apart, m.patterns.prospect(len(m.options))
}

// expand gives options that name a value of a group all of the group's.
func expand(c *catalog.Column, options []clarify.Option, groups []catalog.Group) []clarify.Option {
	of := map[string]int{} // group by value, from 1
	for i, g := range groups {
		for _, v := range g.Values {
			of[v] = i + 1
		}
	}
	codes := make([][]uint32, len(groups)+1)
	for code, v := range c.Values {
		if g := of[v.Text]; g > 0 {
			codes[g] = append(codes[g], uint32(code))
		}
	}
	out := make([]clarify.Option, len(options))
	for i, o := range options {
		out[i] = clarify.Option{Low: o.Low, High: o.High}
		for _, code := range o.Codes {
			if g := of[c.Values[code].Text]; g > 0 {
				out[i].Codes = append(out[i].Codes, codes[g]...)
				continue
			}
			out[i].Codes = append(out[i].Codes, code)
		}
		slices.Sort(out[i].Codes)
		out[i].Codes = slices.Compact(out[i].Codes)
	}
	return out
}
