package agent

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// The clerk's voice. Rules: one short question, in the shopper's words; the
// aspect's own name, never a guess at what it means; a number where there is one;
// what was left out is said; no exclamation marks, no flattery. Ranges read as a person says them: "under 40 W", "40 to 80 W",
// "80 W and more".

// says tells what came of the turn: how many products have all that was asked
// for, what had to be left out, and what understanding remarks.
func says(t *Turn, notes []string) string {
	r := t.Ranking
	var s []string
	switch wanted := len(t.Need.Wanted()); {
	case r.Open == 0:
		s = append(s, "Nothing is left within these limits.")
	case t.Need.Query() != "" && t.Scope.Found == 0:
		s = append(s, "No product has the words “"+t.Need.Query()+"”.")
	case wanted == 0:
		s = append(s, products(r.Open)+" to choose from.")
	case len(r.Relaxed) == 0 && len(t.Scope.Relaxed) == 0:
		s = append(s, products(r.Full)+plural(r.Full, " has", " have")+" all of that.")
	default:
		left := r.Relaxed
		if len(left) == 0 {
			left = t.Scope.Relaxed
		}
		s = append(s, "No product has all of that. The closest differ in one or more of: "+strings.Join(left, ", ")+".")
	}
	return strings.Join(append(s, notes...), " ")
}

func products(n int) string { return strconv.Itoa(n) + plural(n, " product", " products") }

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// unplaced says that words which the shopper does not want are unknown here.
func unplaced(words []string) string {
	return "Nothing here goes by “" + strings.Join(words, "”, “") + "”, so it could not be ruled out."
}

// pose words a question the policy chose.
func (a *Agent) pose(c *catalog.Column, q clarify.Question, fits []bool) memory.Posed {
	p := memory.Posed{
		Text:   question(&c.Aspect),
		Answer: search.Answer{Key: c.Aspect.Key},
		Bits:   q.Worth.Bits, Page: q.Worth.Page, Policy: a.PolicyName,
	}
	counts := make([]int, len(q.Options))
	for i, pattern := range q.Field.Patterns(q.Options) {
		if !fits[i] || pattern == clarify.OtherBit {
			continue
		}
		for o := range counts {
			if pattern.Has(o) {
				counts[o]++
			}
		}
	}
	for i, o := range q.Options {
		cond := condition(c, o)
		label := optionLabel(c, &cond)
		p.Answer.Options = append(p.Answer.Options, cond)
		p.Answer.Labels = append(p.Answer.Labels, label)
		p.Options = append(p.Options, memory.Choice{Label: label, Count: counts[i], Mass: q.Masses[i]})
	}
	return p
}

// question asks about an aspect.
func question(a *catalog.Aspect) string {
	switch a.Key {
	case catalog.KeyPrice:
		return "What would you like to spend?"
	case catalog.KeyBrand:
		return "Which brand?"
	case catalog.KeyCategory:
		return "What kind of product?"
	}
	switch a.Kind {
	case catalog.Flag:
		return a.Label + "?"
	case catalog.Numeric:
		return "What " + lowerLabel(a.Label) + "?"
	}
	return "Which " + lowerLabel(a.Label) + "?"
}

// lowerLabel puts a label inside a sentence, keeping acronyms: "Cable length" →
// "cable length", "USB ports" stays.
func lowerLabel(s string) string {
	word, _, _ := strings.Cut(s, " ")
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 || len(word) > size && word[size:] != strings.ToLower(word[size:]) {
		return s
	}
	return string(unicode.ToLower(first)) + s[size:]
}

// optionLabel is what an option says.
func optionLabel(c *catalog.Column, cond *catalog.Condition) string {
	switch {
	case cond.Range == nil && c.Aspect.Key == catalog.KeyCategory:
		return CategoryName(cond.Values[0])
	case cond.Range == nil && c.Aspect.Kind == catalog.Flag:
		return strings.ToUpper(cond.Values[0][:1]) + cond.Values[0][1:]
	case cond.Range == nil:
		return strings.Join(cond.Values, " or ")
	}
	low, high := cond.Range.Bounds()
	if only, ok := onlyNumber(c, cond.Range); ok {
		return Amount(&c.Aspect, only)
	}
	switch {
	case math.IsInf(low, -1):
		return "under " + Amount(&c.Aspect, high)
	case math.IsInf(high, 1):
		return Amount(&c.Aspect, low) + " and more"
	}
	if to := Amount(&c.Aspect, high); strings.HasPrefix(to, catalog.FormatNumber(high)) {
		return catalog.FormatNumber(low) + " to " + to // the unit once, unless it leads
	}
	return Amount(&c.Aspect, low) + " to " + Amount(&c.Aspect, high)
}

// onlyNumber returns the number of a range that holds just one of the column's.
func onlyNumber(c *catalog.Column, r *catalog.Range) (float64, bool) {
	found, n := 0.0, 0
	for _, v := range c.Values {
		if r.Overlaps(v.Number, v.Number) {
			found = v.Number
			n++
		}
	}
	return found, n == 1
}

// Amount spells a number of an aspect with its unit: "27 in", "€40".
func Amount(a *catalog.Aspect, f float64) string {
	n := catalog.FormatNumber(f)
	if a.Key == catalog.KeyPrice {
		if f != math.Trunc(f) {
			n = strconv.FormatFloat(f, 'f', 2, 64)
		}
		switch a.Unit {
		case "EUR":
			return "€" + n
		case "USD":
			return "$" + n
		case "GBP":
			return "£" + n
		}
	}
	if a.Unit == "" {
		return n
	}
	return n + " " + a.Unit
}

// CategoryName is the last level of a category's path.
func CategoryName(path string) string {
	if i := strings.LastIndex(path, " > "); i >= 0 {
		return path[i+len(" > "):]
	}
	return path
}
