package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// What is known of words, whatever the tools. Read at their first use.
var (
	lists   = language.CallWords
	errands = language.ErrandWords
)

// listen takes an answer in words: values by what they are called or by their place, a number, or the text itself.
func (r *reading) listen(i int, words string) {
	p, s, d, said := &r.tool.Parameters[i], &r.slots[i], r.domains()[i], language.Forms(words)
	values := d.item().list()
	if len(s.values) > 1 && s.from >= originStated {
		values = s.values // "the black one" is meant among those that were offered
	}
	found := d.heard(p, words, values)
	answer := Reply{Aspect: p.Name}
	switch {
	case errands().Whatever.Are(said):
		answer.None = true
	case len(found) == 0:
		r.unplaced = append(r.unplaced, words)
		return
	case d.Kind == Finite && lists().Except.Begin(said) > 0:
		answer.Not = found
	case d.Kind == List:
		answer.Value = found
	case len(found) == 1:
		answer.Value = found[0]
	default:
		for _, v := range values {
			if !slices.Contains(found, v.Of) {
				answer.Not = append(answer.Not, v.Of)
			}
		}
	}
	r.reply(&answer)
}

// heard returns what the words of an answer say of a parameter: some of the listed values, or a value that need not be
// possible.
func (d *Domain) heard(p *Parameter, words string, values []Value) []any {
	t := language.Take(words)
	item := d.item()
	switch item.Kind {
	case Finite, Boolean:
		if out := named(values, t, d.Kind == List); out != nil || item.Kind == Finite {
			return out
		}
		for _, tok := range t.Toks {
			if no := errands().No.Is(tok.Form); no || errands().Yes.Is(tok.Form) {
				return []any{!no}
			}
		}
		return nil
	case Number:
		for _, q := range t.Quantities {
			if q.Low == q.High {
				return []any{q.High}
			}
		}
		return nil
	}
	if d.Kind == List && len(t.Quoted) > 1 {
		var out []any
		for _, s := range t.Quoted {
			out = append(out, s.Said)
		}
		return out
	}
	return []any{whole(p, t)}
}

// named returns the values of whose names a text has most words, whole names before parts, for a list all whose whole
// names it has; else the one whose place it says.
func named(values []Value, t *language.Text, several bool) (out []any) {
	said, best := map[string]bool{}, 0.0
	for _, tok := range t.Toks {
		said[tok.Stem], said[tok.Form] = true, true
	}
	scores := make([]float64, len(values))
	for i, v := range values {
		for _, name := range append(slices.Clone(v.Names), v.Text(), spell(v.Of)) {
			words, all, n := language.NameStems(name), true, 0.0
			for _, w := range words {
				if all = all && said[w]; said[w] && !lists().Stop[w] {
					n++
				}
			}
			if all && len(words) > 0 {
				n += 0.5
			}
			scores[i] = max(scores[i], n)
		}
		best = max(best, scores[i])
	}
	for i, v := range values {
		if whole := several && scores[i] != float64(int(scores[i])); best > 0 && (scores[i] == best || whole) {
			out = append(out, v.Of)
		}
	}
	for _, tok := range t.Toks {
		n := language.Ordinal(tok.Form)
		if tok.Kind == language.Number && len(t.Toks) <= 3 {
			n = int(tok.Value)
		}
		if n < 0 {
			n = len(values)
		}
		if out == nil && n >= 1 && n <= len(values) {
			return []any{values[n-1].Of}
		}
	}
	return out
}

// whole is an answer without what only carries the value: "my name is Ann Lee, thanks". A single quotation is all that
// it says.
func whole(p *Parameter, t *language.Text) string {
	if len(t.Quoted) == 1 {
		return t.Quoted[0].Said
	}
	name := len(language.Forms(t.Raw)) > 1 && !slices.ContainsFunc(t.Toks, func(tok language.Token) bool { return tok.Kind == language.Word && !tok.Capital })
	if name || slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool { return lists().Freely[w] }) {
		return strings.TrimSpace(t.Raw) // "Go Lee"; a message is said as it is
	}
	small := func(k int) bool {
		return lists().Stop[t.Toks[k].Form] || lists().Announces[t.Toks[k].Form] || lists().Namely[t.Toks[k].Form]
	}
	from, to := 0, len(t.Toks)
	for from < to && (t.Toks[from].Kind == language.Mark || lists().Carriers[t.Toks[from].Form] || from > 0 && (small(from) || from+1 < to && lists().Announces[t.Toks[from+1].Form])) {
		from++
	}
	for to > from && (lists().Courteous[t.Toks[to-1].Form] || lists().Thanks[t.Toks[to-1].Form] || t.Toks[to-1].Kind == language.Mark) {
		to--
	}
	if from == to || from == 0 && to == len(t.Toks) {
		return strings.TrimSpace(t.Raw)
	}
	return t.Between(from, to)
}
