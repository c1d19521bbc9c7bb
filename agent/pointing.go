package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/catalog"
)

// pointsTo are the products of the page that a clause points at plainly. points is whether it says which.
func (h *heard) pointsTo(c *nlu.Clause) (to []catalog.Product, points bool) {
	plain := false
	pointing := *c
	pointing.Mentions = slices.Clone(c.Mentions)
	numbered := len(c.Of(nlu.Qty)) > 1 && len(c.Of(nlu.Ref, nlu.Is, nlu.Kind)) == 0 // "add 1 and 3"
	for i := range pointing.Mentions {
		s := &pointing.Mentions[i]
		if numbered && s.Type == nlu.Qty && s.Amount != nil {
			s.Type, s.Places = nlu.Ref, []int{int(s.Amount.Low)}
		}
		if s.Type == nlu.By && len(c.Of(nlu.Do)) > 0 {
			s.Type = nlu.Ref
		}
		if s.Type != nlu.Ref && s.Type != nlu.Is && s.Type != nlu.Kind {
			continue
		}
		placed := len(s.Places) > 0 || s.Measure != nil
		points = points || placed || says(s.Text, h.tongue)
		if named := h.titled(h.shown, s.Text); s.Type == nlu.Ref && !placed && len(named) == 1 && len(h.having(s)) < 2 {
			return named, true
		}
		plain = plain || placed || s.Type == nlu.Ref && len(h.having(s)) == 1 // of several that have it, which one is to be asked
	}
	switch {
	case !points:
		return h.spokenOf(), false
	case !plain:
		return nil, true
	}
	to = h.refs(&pointing)
	places := 0
	for _, s := range pointing.Of(nlu.Ref) {
		if places += len(s.Places); s.All {
			places = len(to)
		}
	}
	if len(to) > 1 && places < 2 { // which of them is to be asked
		return nil, true
	}
	return to, true
}

// says reports whether a text has a word that says something.
func says(text string, tongue *language.Language) bool {
	return slices.ContainsFunc(language.Tokenize(text), func(t language.Token) bool { return t.Kind == language.Word && !tongue.Knows(t.Form) })
}

// lookedFor is what a clause names that has to be looked for before anything is done with it, "" for
// nothing: it is not on the page, or is several there, and then which of them is to be asked.
func (h *heard) lookedFor(c *nlu.Clause) string {
	if slices.ContainsFunc(c.Of(nlu.Ref), func(r *nlu.Mention) bool { return len(h.having(r)) > 1 }) {
		return ""
	}
	var out []string
	for _, s := range c.Of(nlu.Ref, nlu.Is, nlu.Kind, nlu.Eq, nlu.Fits, nlu.For) {
		if len(s.Places) == 0 && s.Measure == nil && says(s.Text, h.tongue) {
			out = append(out, s.Text)
		}
	}
	return strings.Join(out, " ")
}
