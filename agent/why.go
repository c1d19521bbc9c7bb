package agent

import (
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
)

// outlook is what the list looks like when the questions of a turn are put, and
// follows them from one to the next as if each had been answered.
type outlook struct {
	situation *clarify.Situation
	columns   map[*clarify.Field]*catalog.Column
	fits      []bool               // the rows that fit what was asked for so far
	stand     search.SampleWeights // for how many products
	fit       int                  // how many

	asked *clarify.Partition // by the questions explained so far
	above int                // how many
	page  float64            // what they add to the chance of the first page
}

// newOutlook begins before the first question of a situation, whose fields are the
// columns; fits has one entry a candidate.
func newOutlook(s *clarify.Situation, columns map[*clarify.Field]*catalog.Column, fits []bool, stand search.SampleWeights) *outlook {
	l := &outlook{situation: s, columns: columns, fits: fits, stand: stand, asked: s.Partition()}
	for row, fit := range fits {
		if fit {
			l.fit += stand.Of(row)
		}
	}
	return l
}

// explain counts what each answer to a posed question leaves of the list, and
// what is expected of all of them. The next question then stands below this one.
func (l *outlook) explain(q *clarify.Question, p *memory.Posed) {
	var counts [256]int // products that fit, by the answer that is true of them
	all := q.Field
	if all.Len() < len(l.fits) { // it was chosen on a sample; what is shown of it is counted
		all = Field(l.columns[q.Field])
	}
	for row, pattern := range all.Patterns(q.Options) {
		if l.fits[row] {
			counts[pattern] += l.stand.Of(row)
		}
	}
	for pattern, n := range counts {
		p.Any = p.Any || n > 0 && clarify.Pattern(pattern).Count() > 1
	}
	for o := range p.Options {
		n := ticking(&counts, 1<<o)
		p.Options[o].Count, p.Options[o].Left = n, n
	}
	p.Other.Count, p.None.Count = counts[clarify.OtherBit], counts[0]
	p.Other.Left, p.None.Left = l.others(&counts, p), l.fit

	split := l.situation.Split(q.Field, q.Options)
	p.Why = memory.Why{Fit: l.fit, Before: l.asked.Top() + l.page}
	spread := l.asked.Spread(split)
	foretell(p, spread)
	for i, mass := range spread {
		pattern := clarify.Pattern(i)
		if mass == 0 {
			continue
		}
		left := 0
		switch pattern {
		case 0:
			left = p.None.Left
		case clarify.OtherBit:
			left = p.Other.Left
		default:
			left = ticking(&counts, pattern)
		}
		p.Why.Left += mass * float64(left)
	}
	gain := l.asked.Worth(split).Page
	p.Why.After = l.asked.Top() + gain
	for _, r := range q.Rivals {
		p.Why.Rivals = append(p.Why.Rivals, memory.Rival{
			Label: l.columns[r.Field].Aspect.Label, Bits: r.Worth.Bits, Page: r.Worth.Page, Reason: l.reason(q, &r),
		})
	}
	l.asked.Refine(split)
	l.above++
	l.page = gain
}

// ticking counts the products of which any of the ticks is true: what is wanted
// after several ticks is one of them.
func ticking(counts *[256]int, ticks clarify.Pattern) int {
	n := 0
	for p, count := range counts {
		if clarify.Pattern(p)&ticks&^clarify.OtherBit != 0 {
			n += count
		}
	}
	return n
}

// others counts the products that fit once the answer is "something else": also
// those without a value, which nothing speaks against, and all of them where the
// answer can not be held against a product. See [search.Need.Wanted].
func (l *outlook) others(counts *[256]int, p *memory.Posed) int {
	given := p.Answer
	given.Other = true
	need := search.Need{Evidence: []search.Evidence{{Answer: given}}}
	if len(need.Wanted()) == 0 {
		return l.fit
	}
	return counts[clarify.OtherBit] + counts[0]
}

// reason says why a question was asked rather than a rival.
func (l *outlook) reason(q *clarify.Question, r *clarify.Rival) memory.Reason {
	switch {
	case reply.Tenths(r.Worth.Bits) < reply.Tenths(q.Worth.Bits):
		if l.above > 0 && reply.Tenths(l.situation.Alone(r.Field)) > reply.Tenths(q.Worth.Bits) {
			return memory.Overlaps
		}
		return memory.TellsLess
	case r.Scale < 1 && slices.ContainsFunc(l.situation.Asked, func(a clarify.Asked) bool { return a.Key == r.Field.Key }):
		return memory.AskedBefore
	case answerable(r.Field) < answerable(q.Field) && r.Scale < 1:
		return memory.HardToAnswer
	case r.Worth.Page < q.Worth.Page && reply.Hundredths(r.Worth.Page) != reply.Hundredths(q.Worth.Page):
		return memory.LiftsLess
	}
	return ""
}

// answerable is the share of shoppers who can answer about a field; one that
// nobody estimated counts as all.
func answerable(f *clarify.Field) float64 {
	if f.Answerable == 0 {
		return 1
	}
	return f.Answerable
}
