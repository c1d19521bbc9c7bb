package feed

import (
	"fmt"
	"slices"
	"strings"
)

// stem is what the names of a category's levels have in common: "category" of
// "product_subcategory" and "Category 2", "warengruppe" of "Warenuntergruppe".
func (f *fieldStats) stem() string {
	var kept []string
	for _, w := range f.words {
		if isDigits(w) || slices.Contains(vocabularyOnce().Levels, w) || vocabularyOnce().entity[w] {
			continue
		}
		for _, level := range vocabularyOnce().Affixes {
			if rest := strings.Replace(w, level, "", 1); rest != w && len(rest) >= 4 && vocabularyOnce().concepts[rest] != nil {
				w = rest
				break
			}
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, "")
}

// category decides how the category is told: by one field, by the levels of several, by a
// path in one, or by the files' names.
func (g *gathered) category(c *choices, m *Mapping, inf *Inference) {
	f := c.fields["category"]
	if f == nil {
		if g.filesAreCategories() {
			m.CategoryFrom = "file"
			inf.Guesses = append(inf.Guesses, Guess{"category", "file name", fmt.Sprintf("%d files, named by words", len(g.streams))})
		} else {
			inf.Notes = append(inf.Notes, "no field is a category: product types are found from titles and attributes on import")
		}
		return
	}
	m.Category = Fields{f.name}
	guess := Guess{"category", f.name, c.why("category")}
	defer func() { inf.Guesses = append(inf.Guesses, guess) }()
	if separator := f.listed(); separator != "" {
		m.CategoryList = strings.TrimRight(separator, " ")
		guess.Why += ", lists, of which the first is taken"
		return
	}
	if separator := f.levelSeparator(); separator != "" {
		if separator != ">" {
			m.CategorySeparator = separator
		}
		guess.Why += fmt.Sprintf(", levels between %q", separator)
		if m.CategoryDepth = f.depth(separator); m.CategoryDepth > 0 {
			guess.Why += fmt.Sprintf(", the first %d, for the next is another for nearly every product", m.CategoryDepth)
		}
		return
	}
	levels := c.levels(f)
	if len(levels) < 2 {
		return
	}
	var names []string
	for _, l := range levels {
		names = append(names, l.name)
	}
	c.levelled = levels
	m.Category = Fields{joinOf(" > ", names...)}
	guess.Field = strings.Join(names, " > ")
	guess.Why = fmt.Sprintf("each level tells the one before, %d values", levels[len(levels)-1].distinct())
}

// levels returns the fields that are the levels of a category, the root first: they are
// named alike, and each tells the one before it.
func (c *choices) levels(f *fieldStats) []*fieldStats {
	var list []*fieldStats
	for _, l := range c.g.fields {
		if l == f {
			list = append(list, l)
			continue
		}
		_, fits := c.evidence("category", l)
		if fits && l.stem() == f.stem() && f.stem() != "" && l.distinct() >= 2 && l.listed() == "" && !c.taken(l) {
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b *fieldStats) int { return a.distinct() - b.distinct() })
	var chain []*fieldStats
	for _, l := range list {
		if n := len(chain); n > 0 {
			if share, _ := agreement(l, chain[n-1]); share < 0.95 || l.distinct() == chain[n-1].distinct() {
				if l != f {
					continue // not below the one before
				}
				chain = chain[:0]
			}
		}
		if l != f && l.distinct() > l.present/4 { // too fine: a category of four products helps nobody choose
			continue
		}
		chain = append(chain, l)
	}
	return chain
}

// levelSeparator returns the sign between the levels of a path, "" when the values are
// none: heads of paths recur with different tails.
func (f *fieldStats) levelSeparator() string {
	for _, separator := range []string{">", "»", "->", "|", "/", "\\", "::", ";"} {
		with, tails, heads := 0, 0, map[string]bool{}
		for i := range f.cells {
			head, tail, several := strings.Cut(f.cells[i].text, separator)
			if several && strings.TrimSpace(tail) != "" {
				with += f.counts[i]
				tails++
				heads[strings.TrimSpace(head)] = true
			}
		}
		const mostly = 0.5
		if tails > 0 && f.per(with) >= mostly && (separator == ">" || float64(tails) >= 1.5*float64(len(heads))) {
			return separator
		}
	}
	return ""
}

// prefixes counts the products of each path cut to a number of levels, and tells whether
// any is longer.
func (f *fieldStats) prefixes(separator string, levels int) (counts map[string]int, more bool) {
	counts = map[string]int{}
	for i := range f.cells {
		parts := strings.Split(f.cells[i].text, separator)
		parts = slices.DeleteFunc(parts, func(p string) bool { return strings.TrimSpace(p) == "" })
		more = more || len(parts) > levels
		counts[strings.Join(parts[:min(levels, len(parts))], separator)] += f.counts[i]
	}
	return counts, more
}

// depth returns how many levels of a path are categories, where the last are names of
// products: the most of which eight in ten products have company. It is 0 for all.
func (f *fieldStats) depth(separator string) int {
	const (
		deepest = 8
		company = 3 // products of the sample in one category
	)
	best := 1
	for levels := 1; levels <= deepest; levels++ {
		counts, more := f.prefixes(separator, levels)
		n := 0
		for _, c := range counts {
			if c >= company {
				n += c
			}
		}
		if n*10 < f.present*8 {
			return best
		}
		if best = levels; !more {
			break
		}
	}
	return 0
}
