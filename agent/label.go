package agent

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/words"
)

// optionLabel is what an option says.
func optionLabel(w *words.Language, c *catalog.Column, cond *catalog.Condition) string {
	switch {
	case cond.Range == nil && c.Aspect.Key == catalog.KeyCategory:
		return CategoryName(cond.Values[0])
	case cond.Range == nil && c.Aspect.Kind == catalog.Flag:
		return flagLabel(w, cond.Values[0])
	case cond.Range == nil:
		return enumerate(w, cond.Values)
	}
	low, high := cond.Range.Bounds()
	if only, ok := onlyNumber(c, cond.Range); ok {
		return caption.Amount(w, &c.Aspect, only)
	}
	switch {
	case math.IsInf(low, -1):
		return w.T("amount.under", "High", caption.Amount(w, &c.Aspect, high))
	case math.IsInf(high, 1):
		return w.T("amount.and-more", "Low", caption.Amount(w, &c.Aspect, low))
	}
	return caption.Span(w, &c.Aspect, low, high)
}

// flagLabel is what an option of a yes-or-no aspect says.
func flagLabel(w *words.Language, value string) string {
	if value == "yes" {
		return w.T("options.yes")
	}
	return w.T("options.no")
}

// onlyNumber returns the number of a range that holds just one of the column's.
func onlyNumber(c *catalog.Column, r *catalog.Range) (float64, bool) {
	from, to := c.Span(r)
	if to != from+1 {
		return 0, false
	}
	return c.Values[from].Number, true
}

// CategoryName is the last level of a category's path.
func CategoryName(path string) string {
	if i := strings.LastIndex(path, " > "); i >= 0 {
		return path[i+len(" > "):]
	}
	return path
}

// otherLabel says what is left for "something else" where products that fit would
// be found under it: the highest of ranges that adjoin each other, or the last of a
// list of names in groups; else nothing.
func otherLabel(w *words.Language, c *catalog.Column, options []catalog.Condition, n *names) string {
	if c.Aspect.Kind != catalog.Numeric {
		return n.rest(w)
	}
	end := math.Inf(-1)
	for i := range options {
		low, high := options[i].Range.Bounds()
		if low != end {
			return "" // what lies between is something else too
		}
		end = high
	}
	if math.IsInf(end, 1) {
		return ""
	}
	return optionLabel(w, c, &catalog.Condition{Range: catalog.AtLeast(end)})
}

const (
	// longest is how many letters the label of a group may have: two lines on a phone.
	longest = 45
	// shown is how many names of a group are told, the commonest: enough to know a
	// group by, and short of a list to read.
	shown = 2
)

// names words the groups of a question about a list of names: what they hold
// among the products that fit.
type names struct {
	column *catalog.Column
	groups [][]uint32 // codes by option, ascending; the last is what no option holds
	counts []int      // of the products that fit, by code
}

// newNames looks at the rows that fit.
func newNames(c *catalog.Column, options []clarify.Option, fits []bool) *names {
	n := &names{column: c, groups: make([][]uint32, len(options)+1), counts: make([]int, len(c.Values))}
	if c.Aspect.Kind == catalog.Numeric {
		return n
	}
	for row, fit := range fits {
		if fit {
			for _, code := range c.Row(row) {
				n.counts[code]++
			}
		}
	}
	offered := make([]bool, len(c.Values))
	for i, o := range options {
		n.groups[i] = o.Codes
		for _, code := range o.Codes {
			offered[code] = true
		}
	}
	for code, count := range n.counts {
		if count > 0 && !offered[code] {
			n.groups[len(options)] = append(n.groups[len(options)], uint32(code))
		}
	}
	return n
}

// group labels an option of several names: all of them where they are few, or
// where they stand in the alphabet and the two commonest:
// "A to F: Antec, be quiet! and 14 more".
func (n *names) group(w *words.Language, i int) string {
	list := n.commonest(n.groups[i])
	if all := enumerate(w, slices.Sorted(slices.Values(list))); len([]rune(all)) <= longest {
		return all
	}
	for told := min(shown, len(list)-1); told > 0; told-- {
		label := w.T("options.group", "Letters", n.letters(w, i), "Names", strings.Join(list[:told], w.T("language.comma")), "More", len(list)-told)
		if len([]rune(label)) <= longest {
			return label
		}
	}
	return w.T("options.in-all", "Letters", n.letters(w, i), "Names", len(list)) // even one name is too long
}

// rest labels what is left of a list in groups: "something else, such as
// Thermaltake or XFX (S to Z)". A list without groups leaves rare values from all
// over, which no two stand for.
func (n *names) rest(w *words.Language) string {
	last := len(n.groups) - 1
	if len(n.groups[last]) == 0 || !slices.ContainsFunc(n.groups[:last], func(g []uint32) bool { return len(g) > 1 }) {
		return ""
	}
	list := n.commonest(n.groups[last])
	told := list[:min(shown, len(list))]
	if len([]rune(enumerate(w, told))) > longest {
		told = told[:1]
	}
	if len(list) > len(told) {
		return w.T("options.rest-in", "Names", enumerate(w, told), "Letters", n.letters(w, last))
	}
	return w.T("options.rest", "Names", enumerate(w, told))
}

// commonest lists the names of some codes that products have which fit, most
// products first, ties as in the alphabet. All of them when none is left.
func (n *names) commonest(codes []uint32) []string {
	held := slices.DeleteFunc(slices.Clone(codes), func(c uint32) bool { return n.counts[c] == 0 })
	if len(held) == 0 {
		held = slices.Clone(codes)
	}
	slices.SortStableFunc(held, func(a, b uint32) int { return cmp.Compare(n.counts[b], n.counts[a]) })
	out := make([]string, len(held))
	for i, c := range held {
		out[i] = n.column.Values[c].Text
	}
	return out
}

// letters tells where a group stands in the alphabet: the shortest beginnings
// that tell its first and last name from the groups beside it. Names that stand by
// themselves are found there first, and need not be told apart.
func (n *names) letters(w *words.Language, i int) string {
	before, after := "", ""
	name := func(code uint32) string { return n.column.Values[code].Text }
	first, last := n.groups[i][0], n.groups[i][len(n.groups[i])-1]
	for j, g := range n.groups {
		switch {
		case j == i || len(g) == 0 || len(g) == 1 && j < len(n.groups)-1:
		case g[len(g)-1] < first:
			before = name(g[len(g)-1]) // groups ascend: the last of them is the nearest
		case g[0] > last && after == "":
			after = name(g[0])
		}
	}
	from, to := beginning(name(first), before), beginning(name(last), after)
	for k := range len([]rune(name(last))) { // "Cor to Cou", for "Cor to Co" would read as if it ended before
		if len(to) < len(from) && strings.HasPrefix(catalog.FoldCase(from), catalog.FoldCase(to)) {
			to = prefix(name(last), k+1)
		}
	}
	if first, _ := utf8.DecodeRuneInString(from); before == "" && !unicode.IsLetter(first) {
		return w.T("options.letters-to", "Last", to) // "1 to A" has no place in the alphabet
	}
	if catalog.Same(from, to) {
		return from
	}
	return w.T("options.letters", "First", from, "Last", to)
}

// beginning is the shortest beginning of a name that another does not share, with
// a capital: all of the name when the other goes on from it.
func beginning(name, other string) string {
	beside := []rune(catalog.FoldCase(other))
	k := 0
	for _, r := range catalog.FoldCase(name) {
		k++
		if k > len(beside) || beside[k-1] != r {
			break
		}
	}
	return prefix(name, k)
}

// prefix is the first letters of a name, with a capital.
func prefix(name string, letters int) string {
	runes := []rune(name)
	runes = runes[:min(letters, len(runes))]
	if len(runes) > 0 {
		runes[0] = unicode.ToUpper(runes[0])
	}
	return strings.TrimSpace(string(runes))
}

// enumerate joins names as a sentence does: "red, blue or green".
func enumerate(w *words.Language, list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], w.T("language.comma")) + w.T("language.or") + list[len(list)-1]
}
