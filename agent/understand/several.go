package understand

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Aspects of which products have several values each, such as tags: what is said of them
// adds up, where another colour takes the place of the first.

// severalEach is how many values products have of an aspect, on the average, from which
// one more is wanted beside what was: features are, colours are not.
const severalEach = 1.6

// several reports whether products of the scope have several values of an aspect each.
func (r *reader) several(a int32) bool {
	x := &r.v.aspects[a]
	if x.first(r.scope).kind != catalog.Multi {
		return false
	}
	_, count := r.v.valuesOf(a, r.scope)
	products := 0
	for _, in := range x.inScope(r.scope) {
		products += r.v.categories[in.category].size
	}
	return float64(count) >= severalEach*float64(products)
}

// listed reports whether a list of alternatives joins segment i to what a draft has:
// "black or white", "red, blue or green". "White sneakers" shall be both.
func (r *reader) listed(i, d int) bool {
	either := false
	divides := func(k int) bool {
		s := &r.segs[k]
		either = either || s.role == or || s.mark && r.toks[s.from].Form == "/"
		return s.role == or || s.mark && strings.Contains(",/", r.toks[s.from].Form)
	}
	k, divided := i-1, false
	for ; k >= 0 && (r.segs[k].role == filler || divides(k)); k-- {
		divided = divided || r.segs[k].role != filler
	}
	if k < 0 || !divided || r.segs[k].as != Placed || r.segs[k].draft != d {
		return false
	}
	for k = i + 1; k+1 < len(r.segs) && !either && divides(k); k += 2 { // the "or" may stand further on
	}
	return either
}

// kindBeside reports whether of the values chosen for segment i and those that a draft has, of one
// aspect that has several, one is a kind of product and the other what it shall be like: a
// "cardigan, striped or plain" is one in any case. Colours are none: "cream".
func (r *reader) kindBeside(i, d int, c candidateValue) bool {
	if r.v.aspects[c.aspect].first(r.scope).kind != catalog.Multi {
		return false
	}
	kind := func(s *segment, values []string) bool {
		return r.lang.Product(r.toks, s.from) == s.to-s.from && Trait(values) == ""
	}
	k := slices.IndexFunc(r.segs, func(s segment) bool { return s.as == Placed && s.draft == d })
	return k >= 0 && kind(&r.segs[k], r.drafts[d].change.Condition.Values) != kind(&r.segs[i], c.values)
}

// supersede takes back what was said before of the trait that values at segment i are of:
// after "black", "grey" is no second colour. What a correction says of one that nothing
// else was said of stands in its place.
func (r *reader) supersede(i int, key string, values []string) {
	var same []int
	told := 0
	for _, e := range r.in.Need.Evidence {
		if !e.Said || e.Answer.Key != key || len(e.Answer.Options) != 1 {
			continue
		}
		told++
		if t := Trait(values); t != "" && t == Trait(e.Answer.Options[0].Values) {
			same = append(same, e.Change)
		}
	}
	if len(same) == 0 && told == 1 && r.in.Revising && Trait(values) == "" {
		for _, e := range r.in.Need.Evidence {
			if e.Said && e.Answer.Key == key && len(e.Answer.Options) == 1 && Trait(e.Answer.Options[0].Values) == "" {
				same = append(same, e.Change)
			}
		}
	}
	for _, change := range same {
		if !slices.ContainsFunc(r.drafts, func(d draft) bool { return d.change.Op == search.Drop && d.change.Target == change }) {
			r.drafts = append(r.drafts, draft{change: search.Change{Op: search.Drop, Target: change, Text: r.text(i, i+1)}, order: orderRest})
		}
	}
}

// Trait is what all of some values are of, "" where they are of several or of nothing known.
func Trait(values []string) string {
	out := ""
	for n, v := range values {
		t := language.English().Trait(v)
		if n > 0 && t != out {
			return ""
		}
		out = t
	}
	return out
}

// Traits are the traits that a text names, in its language: "colour", "Farbe".
func Traits(text string, l *language.Language) []string {
	var out []string
	toks := language.Tokenize(text)
	add := func(name string) {
		if t := language.English().Trait(name); t != "" && t == language.Singular(strings.ToLower(name)) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for i := range toks {
		add(toks[i].Stem)
		l.Senses(toks, i, func(next int, s language.Sense) {
			for _, e := range s.English {
				add(e)
			}
		})
	}
	return out
}
