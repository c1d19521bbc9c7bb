package tools

import (
	"cmp"
	"slices"

	"shopclerk/agent/language"
)

// claim is a passage of a text that may be a parameter's value.
type claim struct {
	parameter int
	language.Span
	values   []any   // several when the passage fits several values
	strength float64 // how surely; see the constants
	wrong    bool    // it is meant for the parameter, but the domain does not hold it
	cued     bool    // the parameter was named beside it
}

// How surely a passage is a parameter's value, by how it was recognised. Only their
// order matters: a passage goes to the parameter that claims it most strongly.
const (
	strengthExact   = 3.0  // in full, by its name or form
	strengthTypo    = 2.0  // in full but for a typing error
	strengthPointed = 2.5  // "the second one", "the cheaper one"
	strengthPartial = 1.0  // by some of its words
	strengthBare    = 0.5  // a number without anything that says of what
	bonusName       = 2.0  // on top: a word of the parameter's name stands beside it
	bonusUnit       = 1.5  // on top: in the parameter's unit or currency
	bonusAnswer     = 3.0  // on top: the words answer a question about it
	bonusRequired   = 0.25 // on top: the parameter is required
)

// valueReader finds the values of one tool's parameters in a text.
type valueReader struct {
	*language.Text
	tool    *Tool
	scene   *Scene
	domains []Domain // of the parameters now
	answer  int      // the parameter that the text answers a question about, −1 if none
	placed  []claim  // what was read before: a passage that was placed is nobody's mistake
	waiting []bool   // parameters whose domain depends on what is not settled yet
	claims  []claim
}

// read returns what the text says of each parameter: the strongest claims that do
// not overlap, several of one parameter only for lists. only restricts it to some
// parameters, nil for all.
func (r *valueReader) read(allowed func(int) bool) []claim {
	for i := range r.tool.Parameters {
		if allowed != nil && !allowed(i) {
			continue
		}
		switch d := r.domains[i].item(); d.Kind {
		case Finite, Boolean:
			r.readListed(i, d)
		case Number:
			r.readNumbers(i, d)
		case Date:
			r.readDays(i, d)
		case Text:
			r.readTexts(i, d)
		}
	}
	r.readFound(allowed)
	slices.SortStableFunc(r.claims, func(a, b claim) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To), cmp.Compare(a.parameter, b.parameter))
	})
	var out []claim
	for _, c := range r.claims {
		list := r.domains[c.parameter].Kind == List
		if !slices.ContainsFunc(out, func(o claim) bool {
			return o.parameter == c.parameter && !list || o.Overlaps(c.Span)
		}) {
			out = append(out, c)
		}
	}
	return out
}

func (r *valueReader) claim(i int, s language.Span, strength float64, wrong bool, values ...any) {
	if wrong && slices.ContainsFunc(r.placed, func(c claim) bool { return c.parameter != i && c.Overlaps(s) }) {
		return
	}
	if r.tool.Parameters[i].Required {
		strength += bonusRequired
	}
	cue := r.cue(i, s.From, s.To)
	if r.answer == i {
		strength += bonusAnswer // in an answer nobody need name what it is about
	} else {
		strength += cue
	}
	r.claims = append(r.claims, claim{i, s, values, strength, wrong, cue > 0})
}
