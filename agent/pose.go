package agent

import (
	"cmp"
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// pose words a question the policy chose.
func (t *Turn) pose(w *words.Language, q *clarify.Question, l *outlook) dialog.Posed {
	c := l.columns[q.Field]
	p := dialog.Posed{
		Text:   reply.QuestionText(w, &c.Aspect),
		Answer: search.Answer{Key: c.Aspect.Key},
		Bits:   q.Worth.Bits, Page: q.Worth.Page,
	}
	naming := t.active.naming(w, c)
	if n := len(q.Options); c.Aspect.Kind == catalog.Flag && condition(c, q.Options[n-1]).Values[0] == "yes" {
		q.Options = slices.Clone(q.Options) // yes before no, however many have it
		slices.Reverse(q.Options)
	}
	for i, o := range q.Options {
		p.Answer.Options = append(p.Answer.Options, condition(c, o))
		label := reply.OptionLabel(w, c, &p.Answer.Options[i])
		if o.Name > 0 {
			label = naming.Label(&o)
		}
		p.Answer.Labels = append(p.Answer.Labels, label)
		p.Options = append(p.Options, dialog.Choice{Label: label})
	}
	l.explain(q, &p)
	if p.Other.Count > 0 {
		p.Other.Label = reply.OtherLabel(w, c, p.Answer.Options)
	}
	return p
}

// Unlisted returns what products that are left have and no option of a question names, for
// a field that completes what is typed: the commonest k, in the order of the alphabet.
func (t *Turn) Unlisted(w *words.Language, p *dialog.Posed, k int) []string {
	c := t.Scope.Shelf.Column(p.Answer.Key)
	if c == nil || p.Other.Count == 0 || reply.NamingOf(c) == nil || c.Aspect.Key == catalog.KeyCategory {
		return nil
	}
	counts := make([]int, len(c.Values))
	for row, left := range t.Ranking.Left() {
		if left {
			for _, code := range c.Row(row) {
				counts[code]++
			}
		}
	}
	for i := range p.Answer.Options {
		for _, code := range c.Find(&p.Answer.Options[i]) {
			counts[code] = 0
		}
	}
	var codes []int
	for code, n := range counts {
		if n > 0 && reply.OptionName(&c.Aspect, c.Values[code].Text) != "" {
			codes = append(codes, code)
		}
	}
	codes = search.First(codes, k, func(a, b int) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	slices.Sort(codes) // as the dictionary is
	out := make([]string, len(codes))
	for i, code := range codes {
		out[i] = c.Values[code].Text
	}
	return reply.ValueNames(w, &c.Aspect, out)
}

// outlook is what the list looks like when the questions of a turn are put, and
// follows them from one to the next as if each had been answered.
type outlook struct {
	columns map[*clarify.Field]*catalog.Column
	fits    []bool               // the rows that fit what was asked for so far
	stand   search.SampleWeights // for how many products
	fit     int                  // how many

	asked *clarify.Partition // by the questions explained so far
	page  float64            // what they add to the chance of the first page
}

// newOutlook begins before the first question of a situation, whose fields are the
// columns; fits has one entry a candidate.
func newOutlook(s *clarify.Situation, columns map[*clarify.Field]*catalog.Column, fits []bool, stand search.SampleWeights) *outlook {
	l := &outlook{columns: columns, fits: fits, stand: stand, asked: s.Partition()}
	for row, fit := range fits {
		if fit {
			l.fit += stand.Of(row)
		}
	}
	return l
}

// explain counts what each answer to a posed question leaves of the list, and
// what is expected of all of them. The next question then stands below this one.
func (l *outlook) explain(q *clarify.Question, p *dialog.Posed) {
	all := q.Field
	if all.Len() < len(l.fits) { // it was chosen on a sample; what is shown of it is counted
		all = Field(l.columns[q.Field])
	}
	counts := tally(all, q.Options, l.fits, l.stand)
	for pattern, n := range counts {
		p.Any = p.Any || n > 0 && clarify.Pattern(pattern).Count() > 1
	}
	for o := range p.Options {
		p.Options[o].Count = ticking(&counts, 1<<o)
	}
	p.Other.Count, p.None.Count = counts[clarify.OtherBit], counts[0]

	split := l.asked.Split(q.Field, q.Options)
	p.Why = dialog.Why{Fit: l.fit, Before: l.asked.Top() + l.page}
	spread := l.asked.Spread(split)
	for i, mass := range spread {
		pattern := clarify.Pattern(i)
		if mass == 0 {
			continue
		}
		left := 0
		switch pattern {
		case 0:
			left = l.fit
		case clarify.OtherBit:
			left = l.others(&counts, p)
		default:
			left = ticking(&counts, pattern)
		}
		p.Why.Left += mass * float64(left)
	}
	gain := l.asked.Worth(split).Page
	p.Why.After = l.asked.Top() + gain
	l.asked.Refine(split)
	l.page = gain
}

// tally counts the products of which rows that fit are samples, by the answer that is true of them.
func tally(f *clarify.Field, options []clarify.Option, fits []bool, weights search.SampleWeights) (counts [256]int) {
	for row, pattern := range f.Patterns(options) {
		if fits[row] {
			counts[pattern] += weights.Of(row)
		}
	}
	return counts
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
func (l *outlook) others(counts *[256]int, p *dialog.Posed) int {
	given := p.Answer
	given.Other = true
	need := search.Need{Evidence: []search.Evidence{{Answer: given}}}
	if len(need.Wanted()) == 0 {
		return l.fit
	}
	return counts[clarify.OtherBit] + counts[0]
}
