package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// nouns are the words by which people call the values of parameter i.
func (r *valueReader) nouns(i int) []string {
	p := &r.tool.Parameters[i]
	if out := append(slices.Clone(r.cuesOf(i).names), kindsOf(p.Name)...); len(out) > 0 {
		return out
	}
	return append(language.NameWords(p.Name), language.NameStems(p.Label)...) // a name is its own noun where it is all there is
}

// kindsOf are the nouns for what goes into a parameter of that name.
func kindsOf(name string) []string {
	var out []string
	for _, w := range language.NameWords(name) {
		out = append(out, language.Parameters()[strings.TrimRight(w, "s0123456789")].Nouns...)
	}
	return out
}

// reach is how many words after a determiner its noun may stand: "the last several
// interesting lines".
const reach = 3

// vagueOf returns the token behind which the text speaks of a value of parameter i
// without saying which one, −1 if it does not. It must then be asked about, whatever its
// default.
func (r *valueReader) vagueOf(i int) int {
	nouns := r.nouns(i)
	person, forms := slices.Contains(nouns, "person"), r.forms()
	for k := range r.Toks {
		tok := &r.Toks[k]
		if r.IsQuoted(*tok) {
			continue
		}
		switch {
		case person && (lists().Somebody[tok.Form] || lists().Relations[tok.Form] && slices.ContainsFunc(forms[max(0, k-2):k], errands().Own.Is)): // "my best friend"
			return k
		case lists().Vague.Begin(forms[k:]) > 0:
		default:
			continue
		}
		several := r.domains[i].Kind == List
		for j := k + 1; j < len(r.Toks) && j <= k+1+reach && r.Toks[j].Kind != language.Mark; j++ {
			if r.InName(j) || r.IsQuoted(r.Toks[j]) || r.Toks[j].Kind == language.Number || lists().Articles[r.Toks[j].Form] && j > k+1 && !lists().Stop[r.Toks[j-1].Form] {
				break // "one of the 'log.txt' files" says which; "several lines of the file" speaks of lines
			}
			if slices.Contains(nouns, r.Toks[j].Stem) || several && lists().Plurals[r.Toks[j].Form] && r.Toks[j-1].Form == "of" {
				return j
			}
		}
	}
	return -1
}

// doubted drops the claims of parameters that are spoken of vaguely, unless they were
// named beside the value or the thing is named right after, and returns those parameters.
func (r *valueReader) doubted(claims []claim) (kept []claim, unsaid []int) {
	for i := range r.tool.Parameters {
		at := r.vagueOf(i)
		if at < 0 || slices.ContainsFunc(claims, func(c claim) bool {
			return c.parameter == i && (c.cued || r.measured(&c)) || (c.parameter == i || slices.Contains(r.nouns(c.parameter), r.Toks[at].Stem)) && r.specified(at, c.From)
		}) {
			continue
		}
		unsaid = append(unsaid, i)
		claims = slices.DeleteFunc(claims, func(c claim) bool { return c.parameter == i })
	}
	if i := r.withheld(claims); i >= 0 && !slices.Contains(unsaid, i) && r.tool.strange() && r.answer < 0 {
		unsaid = append(unsaid, i)
	}
	return claims, unsaid
}

// withheld returns the parameter that something is meant for which the text speaks of as
// about to be said and does not say ("every file with a specific word in it"): the first of
// which nothing was said and that anything can be said of, a required one before others.
// −1 where there is none.
func (r *valueReader) withheld(claims []claim) int {
	open, forms := false, r.forms()
	for k := range r.Toks {
		n := lists().Withheld.Begin(forms[k:])
		open = open || n > 0 && !r.IsQuoted(r.Toks[k]) && !r.settles(k+n, claims)
	}
	if !open {
		return -1
	}
	for _, required := range []bool{true, false} {
		for i := range r.tool.Parameters {
			kind := r.domains[i].Kind
			said := slices.ContainsFunc(claims, func(c claim) bool { return c.parameter == i })
			if r.tool.Parameters[i].Required == required && !said && (kind == Text || kind == Number) {
				return i
			}
		}
	}
	return -1
}

// forms are the words of the text as they are said.
func (r *valueReader) forms() []string {
	out := make([]string, len(r.Toks))
	for k := range r.Toks {
		out[k] = r.Toks[k].Form
	}
	return out
}

// settles reports whether the thing that tokens from k on speak of is said after all: by a
// value beside it, or where its noun comes again.
func (r *valueReader) settles(k int, claims []claim) bool {
	var nouns []string
	end := k
	for ; end < len(r.Toks) && end < k+reach && r.Toks[end].Kind == language.Word && (len(nouns) == 0 || !lists().Stop[r.Toks[end].Form]); end++ {
		if !lists().Stop[r.Toks[end].Form] {
			nouns = append(nouns, r.Toks[end].Stem)
		}
	}
	for j := end; j < len(r.Toks); j++ {
		if slices.Contains(nouns, r.Toks[j].Stem) || j < end+reach && lists().Specifics[r.Toks[j].Form] {
			return true
		}
	}
	return slices.ContainsFunc(claims, func(c claim) bool { return c.From >= k && c.From < end+reach })
}

// measured reports whether a claim is a number in its parameter's unit: "some liters, I mean
// 20 liters".
func (r *valueReader) measured(c *claim) bool {
	return r.domains[c.parameter].Kind == Number && r.domains[c.parameter].Unit != "" && c.strength >= strengthBare+bonusUnit
}

// specified reports whether the value at token to says which thing the noun at token
// from was about: right after it, or after the noun or what names things came again.
func (r *valueReader) specified(from, to int) bool {
	if lists().Whichever[r.Toks[to].Form] {
		return false // it is that thing, whichever it is
	}
	for k := from + 1; k < to; k++ {
		if (lists().Specifics[r.Toks[k].Form] || r.Toks[k].Stem == r.Toks[from].Stem) && to-k <= reach {
			return true
		}
	}
	return to > from && to-from <= reach
}
