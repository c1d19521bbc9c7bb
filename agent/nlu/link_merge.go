package nlu

import (
	"cmp"
	"math"
	"slices"
)

// links makes links of the candidates.
func (l *linker) links() (links []Link, none float64) {
	nothing := l.nothing()
	best := nothing.dot(l.weights)
	live := slices.DeleteFunc(slices.Clone(l.candidates), func(c *candidate) bool { return math.IsInf(c.score, -1) })
	l.preferCommon(live)
	slices.SortFunc(live, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.count, a.count), cmp.Compare(a.entry, b.entry))
	})
	top := best
	if len(live) > 0 {
		top = max(top, live[0].score)
	}
	sum := math.Exp(best - top)
	for i := range live {
		sum += math.Exp(live[i].score - top)
	}
	none = math.Exp(best-top) / sum
	var first []*candidate // of each link
	for i := range live {
		c := live[i]
		p := math.Exp(c.score-top) / sum
		e := &l.entries[c.entry]
		k := slices.IndexFunc(first, func(o *candidate) bool { return l.together(o, c) })
		share := sharing
		if l.Polarity == Exclude && c.relation <= byOther { // "grey" is "gray" too
			share = sharingDenied
		}
		if in := l.within(links, e); in >= 0 {
			links[in].Score += p
			continue
		}
		switch {
		case k >= 0 && (p >= share*math.Exp(first[k].score-top)/sum || e.kind == ToCategory && l.named(c, first[k])):
			l.extend(&links[k], e)
			links[k].Count += c.count
			links[k].Score += p
		case k < 0 && len(links) < maxLinks && p >= 0.01:
			first = append(first, c)
			link := Link{Kind: e.kind, Text: e.text, Polarity: l.Polarity, Count: c.count, lacks: c.span != 0 && c.spanCover < 0.99, Guess: (c.relation >= bySaid || c.spanCover < leastCovered) && !l.namedValue(c.entry), Part: c.part && c.relation == byItself && e.kind == ToCategory, Score: p}
			if e.kind != ToCategory {
				link.Key = l.aspects[e.aspect].key
			}
			if c.cued {
				link.Polarity = Want
			}
			l.extend(&link, e)
			links = append(links, link)
		}
	}
	for i := range links {
		links[i].Guess = links[i].Guess && links[i].Score < plainlyMeant
	}
	slices.SortStableFunc(links, func(a, b Link) int { return cmp.Compare(b.Score, a.Score) })
	return links, none
}

// preferCommon lowers what few products have beside what is as likely said: what is meant is what
// the shop mostly has. Values of one aspect are not held against each other.
func (l *linker) preferCommon(live []*candidate) {
	const near, weight = 2, 0.5
	top, most := math.Inf(-1), 1
	for i := range live {
		top = max(top, live[i].score)
	}
	of := map[int32]int{} // the most products of a value of an aspect
	for i := range live {
		if c := live[i]; c.score > top-near {
			most = max(most, c.count)
			of[l.entries[c.entry].aspect] = max(of[l.entries[c.entry].aspect], c.count)
		}
	}
	for i := range live {
		c, count := live[i], live[i].count
		if k := l.entries[c.entry].aspect; k >= 0 {
			count = max(count, of[k])
		}
		c.score += weight * min(0, math.Log(float64(count)/float64(most)))
	}
}

// named reports whether a category goes by the span in full, or has it in its name and holds many
// times what another does.
func (l *linker) named(c, beside *candidate) bool {
	return c.relation <= bySaid && c.spanCover > 0.99 && (c.nameCover > 0.99 || c.relation <= byOther && c.count >= widening*beside.count)
}

// together reports whether two candidates can be one link: a value that lacks words of the span which the
// first one has is another.
func (l *linker) together(a, b *candidate) bool {
	x, y := &l.entries[a.entry], &l.entries[b.entry]
	return x.kind == y.kind && x.aspect == y.aspect && a.cued == b.cued && (x.kind == ToCategory && a.relation == b.relation || x.kind != ToCategory && a.span&^b.span == 0)
}

// within finds the link that has all the categories of an entry, −1 for none.
func (l *linker) within(links []Link, e *entry) int {
	if e.kind != ToCategory {
		return -1
	}
	return slices.IndexFunc(links, func(k Link) bool {
		return k.Kind == ToCategory && !slices.ContainsFunc(e.in, func(t tally) bool { return !slices.Contains(k.Categories, l.categories[t.category].path) })
	})
}

// extend adds what an entry stands for to a link.
func (l *linker) extend(link *Link, e *entry) {
	switch {
	case e.kind == ToCategory:
		for _, t := range e.in {
			if p := l.categories[t.category].path; !slices.Contains(link.Categories, p) {
				link.Categories = append(link.Categories, p)
			}
		}
	case e.kind == ToValue && len(link.Values) < maxValues:
		value := e.text
		if e.flag {
			value = "yes"
		}
		link.Values = append(link.Values, value)
	}
}
