package agent

import (
	"slices"
	"strings"

	"shopclerk/agent/dialog"
	"shopclerk/agent/language"
	"shopclerk/agent/reply"
	"shopclerk/agent/understand"
	"shopclerk/search"
)

// Taking: what was read of a clause becomes changes and acts.

// take adds what was read of a clause.
func (h *heard) take(c *understand.Clause, r understand.Reading, kind dialog.Kind) error {
	if len(r.Unsold) > 0 {
		h.notSold(r)
		return nil
	}
	if err := h.unsaid(&r); err != nil {
		return err
	}
	r.Unplaced = slices.DeleteFunc(slices.Clone(r.Unplaced), func(said string) bool { return len(said) == 1 }) // the initial of "thanks. J."
	if h.asks && kind == dialog.Need && len(r.Changes) > 0 && h.reason(c, &r) {
		return nil
	}
	if !mumbled(r.Changes) {
		h.changes = append(h.changes, r.Changes...)
	}
	h.left = append(h.left, r.Unplaced...)
	h.notes = append(h.notes, r.Notes...)
	if len(r.Unplaced) > 0 && len(r.Changes) > 0 && !mumbled(r.Changes) {
		h.notes = append(h.notes, reply.Unplaced(h.words, r.Unplaced, r.Barred)...)
	}
	if kind != dialog.Unclear && (len(r.Changes) > 0 && !mumbled(r.Changes) || len(r.Notes) > 0) {
		h.act(dialog.Act{Kind: kind})
		h.kinds(c.Text, &r, len(h.changes)-len(r.Changes))
		return nil
	}
	if kind == dialog.Need && settled(&r) {
		h.act(dialog.Act{Kind: kind})
		return nil
	}
	if measured, err := h.measured(c); measured || err != nil {
		return err
	}
	text := h.words.T("acts.unclear")
	if len(r.Unplaced) > 0 { // it is plain what was not understood
		text = h.words.T("acts.unknown", "Words", reply.Quotes(h.words, r.Unplaced))
	}
	h.act(dialog.Act{Kind: dialog.Unclear, Words: c.Text, Text: text})
	h.kinds(c.Text, &r, len(h.changes))
	return nil
}

// reason reports whether a clause beside a question or an errand only says why: "how do they
// differ? My eyes are not so good" looks for no eyes, "is it here by Saturday? It's for a
// birthday" for nothing.
func (h *heard) reason(c *understand.Clause, r *understand.Reading) bool {
	if need := h.context().Need; need.Empty() {
		why := language.ErrandWords().Reasons.Begin(language.Forms(c.Text)) > 0
		return why && !r.Certain || r.Told && !demands(r.Changes)
	}
	return !telling(r.Changes) || r.Told && !demands(r.Changes)
}

// settled reports whether a reading understood something that stood already: "start with
// the desk" among desks.
func settled(r *understand.Reading) bool {
	is := false
	for _, s := range r.Spans {
		is = is || s.As == understand.Moot
		if s.As == understand.Word || s.As == understand.Refused {
			return false
		}
	}
	return is
}

// unsaid takes words that no product of the categories in force has, and that are no value
// of what these have, for words that the catalogue does not know: they are told and left out,
// where else nothing would be a full match from then on.
func (h *heard) unsaid(r *understand.Reading) error {
	i := slices.IndexFunc(r.Changes, func(ch search.Change) bool { return ch.Op == search.AddWords })
	if i < 0 {
		return nil
	}
	need := search.Fold(append(h.c.Changes(), h.c.Number(append(slices.Clone(h.changes), r.Changes...))...))
	if len(need.Scope) == 0 {
		return nil
	}
	var kept []string
	for _, text := range r.Changes[i].Words {
		words := strings.Fields(text)
		loose := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return r.Loose[w] == "" })
		missing, err := h.agent.config.Engine.Unsaid(h.ctx, loose, need.Scope)
		if err != nil {
			return err
		}
		if len(missing) > 0 && strings.ContainsAny(text, "0123456789") && !slices.Contains(r.Unplaced, text) { // "not more than 2.5 kg"
			r.Unplaced = append(r.Unplaced, text)
			continue
		}
		for _, w := range missing {
			if own := r.Loose[w]; !slices.Contains(r.Unplaced, own) && !h.tongue.Knows(w) {
				r.Unplaced = append(r.Unplaced, own)
			}
		}
		if rest := slices.DeleteFunc(words, func(w string) bool { return slices.Contains(missing, w) }); len(rest) > 0 {
			kept = append(kept, strings.Join(rest, " "))
		}
	}
	if r.Changes = slices.Clone(r.Changes); len(kept) == 0 {
		r.Changes = slices.Delete(r.Changes, i, i+1)
		return nil
	}
	r.Changes[i].Words, r.Changes[i].Text = kept, strings.Join(kept, " ")
	return nil
}

// mumbled reports whether changes are words alone in which neither a word stands nor the
// number of a model.
func mumbled(changes []search.Change) bool {
	for _, ch := range changes {
		if ch.Op != search.AddWords {
			return false
		}
		for _, w := range ch.Words {
			for _, t := range language.Tokenize(w) {
				if t.Kind == language.Word && !language.Digit(rune(t.Form[0])) || len(t.Form) >= shortestID {
					return false
				}
			}
		}
	}
	return true
}

// notSold says that what was asked for is not sold here, and what is nearest.
func (h *heard) notSold(r understand.Reading) {
	what := strings.Join(r.Unsold, h.words.T("language.comma"))
	text := h.words.T("acts.not-sold", "Words", what)
	if len(r.Nearest) > 0 {
		text = h.words.T("acts.not-sold-nearest", "Words", what)
	}
	h.act(dialog.Act{Kind: dialog.NotSold, Words: what, Nearest: r.Nearest, Text: text})
}
