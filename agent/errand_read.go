package agent

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/agent/tools"
)

// choice is what a clause says of the values that an argument can have.
type choice struct {
	values  []any  // that are meant: several where its words fit them alike
	id      bool   // the clause names them by their ids
	all     bool   // several are meant together
	full    bool   // all that it says of things is said of them
	strange string // a thing that is none of the values; "" for none
}

// propose returns the candidate calls of a tool that a clause asks for, of which some arguments are known.
func (h *hearing) propose(tool string, said *nlu.Clause, known tools.Arguments) (out []tools.Proposal) {
	parameters, all := h.kit.Tool(tool).Parameters, []tools.Arguments{known}
	if n := len(parameters); n > 1 && parameters[n-1].Domain.At(known).Kind == tools.List { // the articles tell the order, or it them
		order, items := h.choose(parameters[0].Domain.At(known).Values, said, ""), h.choose(parameters[n-1].Domain.At(known).Items.Values, said, "")
		switch {
		case order.id:
		case len(order.values) == 0, len(items.values) > 0 && (items.full || !order.full):
			parameters = parameters[n-1:]
		default:
			parameters = parameters[:n-1]
		}
	}
	for i := range parameters {
		var next []tools.Arguments
		for _, a := range all {
			values := h.valuesOf(&parameters[i], said, a)
			for _, of := range values {
				with := maps.Clone(a)
				with[parameters[i].Name] = of
				next = append(next, with)
			}
			if values == nil {
				next = append(next, a)
			}
		}
		all = next
	}
	for _, a := range all {
		out = append(out, tools.Proposal{Call: tools.Call{Tool: tool, Arguments: a}})
	}
	return out
}

// valuesOf are the values that a clause may mean of a parameter, nil where it says nothing of it.
func (h *hearing) valuesOf(p *tools.Parameter, said *nlu.Clause, known tools.Arguments) []any {
	d := p.Domain.At(known)
	list := d.Kind == tools.List
	if list {
		d = *d.Items
	}
	switch {
	case known[p.Name] != nil || d.Kind != tools.Finite && d.Kind != tools.Number:
		return nil
	case d.Kind == tools.Number:
		if counts := said.Of(nlu.Qty); len(counts) == 1 && counts[0].Amount != nil {
			if n := counts[0].Amount.Low; n >= 1 && n == math.Trunc(n) && !math.IsInf(n, 1) {
				return []any{n}
			}
		}
		return nil
	}
	c := h.choose(d.Values, said, "")
	recent := slices.IndexFunc(d.Values, func(v tools.Value) bool { return len(h.recent) > 0 && v.Of == h.recent[0] })
	switch {
	case c.strange != "":
		return []any{c.strange}
	case list && (c.all || len(c.values) == 1):
		return []any{c.values}
	case list, c.all && len(c.values) == len(d.Values): // "everything" is not one of them
		return nil
	case len(c.values) == 0 && recent >= 0 && h.tell.repeats(said.Text):
		return []any{h.recent[0]}
	}
	return c.values
}

// choose finds the values that a clause means: by their ids, by most of their words, by an extreme, or by the place
// that an answer to a question about asked names. asked is "" for an instruction.
func (h *hearing) choose(values []tools.Value, said *nlu.Clause, asked string) (c choice) {
	text := language.Take(said.Text)
	for _, id := range text.IDs {
		for _, v := range values {
			if strings.EqualFold(fmt.Sprint(v.Of), id.Said) {
				c.values, c.id, c.full = append(c.values, v.Of), true, true
			}
		}
	}
	if c.id || len(values) == 0 {
		return c
	}
	c = h.named(values, said, asked)
	if most := extremes(values, c.values, said); most != nil {
		return choice{values: most, full: true}
	} else if len(c.values) > 0 {
		return c
	}
	for k, t := range text.Toks {
		n := language.Ordinal(t.Form)
		if t.Kind == language.Number && (len(text.Toks) <= 3 || k > 0 && language.Numbering(text.Toks[k-1].Form)) {
			n = int(t.Value)
		}
		if n < 0 {
			n = len(values)
		}
		if asked != "" && n >= 1 && n <= len(values) {
			return choice{values: []any{values[n-1].Of}, full: true}
		}
	}
	if len(text.IDs) > 0 && slices.ContainsFunc(values, func(v tools.Value) bool { return language.NamesOne(fmt.Sprint(v.Of)) }) {
		c.strange, c.id = text.IDs[0].Said, true
	}
	return c
}

// named finds the values most of whose words a clause has. The words that all of them have tell nothing.
func (h *hearing) named(values []tools.Value, said *nlu.Clause, asked string) (c choice) {
	var unknown []language.Token
	counts, most, apart := make([]int, len(values)), 0, true // apart: each word is of one value
	m := h.parts(said.Text)
	for _, k := range h.things(said, asked) {
		has := matching(values, &m.Tokens[k])
		if apart = apart && len(has) < 2; has == nil {
			unknown = append(unknown, m.Tokens[k])
		}
		if len(has) == len(values) && len(values) > 1 {
			continue
		}
		for _, i := range has {
			counts[i]++
			most = max(most, counts[i])
			c.all = c.all || m.Tokens[k].Stem != m.Tokens[k].Form
		}
	}
	c.full = len(unknown) == 0
	c.all = c.all || c.full && most == 0 && asked == "" && slices.ContainsFunc(m.Tokens, func(t language.Token) bool {
		return language.CallWords().Wholes[t.Form] || language.CallWords().Both[t.Form] && len(values) == 2
	})
	for i, v := range values {
		if counts[i] == most && (most > 0 || c.all) {
			c.values = append(c.values, v.Of)
		}
	}
	c.all = c.all || apart && len(c.values) > 1
	if n := len(unknown); most == 0 && n > 0 {
		c.strange = m.Text[unknown[0].Start:unknown[n-1].End]
	}
	return c
}

// things are the tokens of a clause that tell a thing: those of what it points at, or all where it points at nothing,
// and all of an answer.
func (h *hearing) things(said *nlu.Clause, asked string) (out []int) {
	pointers := said.Of(nlu.Ref, nlu.Kind, nlu.Is, nlu.Fits, nlu.For, nlu.Eq, nlu.Of)
	var label reply.Spoken
	label.Add(asked)
	everywhere := asked != "" || len(pointers)+len(said.Of(nlu.Do, nlu.Shop)) == 0
	text := language.Take(said.Text)
	for k, t := range h.parts(said.Text).Tokens {
		small := h.tell.small(t.Form) || h.tell.Yes.Is(t.Form) || h.tell.Tells.Is(t.Form) || h.tell.OneOf.Is(t.Form) || label.Of(t.Form)
		if len(t.Form) == 1 && t.Kind == language.Word {
			small = !t.Capital // "size M"
		}
		points := slices.ContainsFunc(pointers, func(s *nlu.Mention) bool { return s.From <= said.From+k && said.From+k < s.To })
		if (everywhere || points) && !small && t.Kind != language.Mark && !text.InName(k) {
			out = append(out, k)
		}
	}
	return out
}

// matching are the places of the values that have a word in a name, as it is written or in the language of the catalogue.
func matching(values []tools.Value, t *language.Token) (out []int) {
	words := []string{t.Form, t.Stem}
	for _, l := range language.Languages() {
		words = append(words, l.English(t.Form)...)
	}
	for i, v := range values {
		label := slices.DeleteFunc(language.NameStems(v.Label), isNumber) // prices and counts
		if slices.ContainsFunc(append(label, language.NameStems(strings.Join(v.Names, " "))...), func(w string) bool { return slices.Contains(words, w) }) {
			out = append(out, i)
		}
	}
	return out
}

// extremes are the values that have most or least of what a clause points by, of some or else of all: "the newest", "the
// old lamp". nil where it compares none.
func extremes(values []tools.Value, of []any, said *nlu.Clause) (out []any) {
	for _, s := range said.Of(nlu.Ref, nlu.By, nlu.Rel, nlu.Do) {
		if s.Measure == nil || s.Measure.Degree == language.Positive && s.Type != nlu.Ref {
			continue
		}
		for _, trait := range append([]string{s.Measure.Name}, s.Measure.Aspects...) {
			top := 0.0
			for _, v := range values {
				x, has := v.Traits[strings.ReplaceAll(trait, " ", "_")]
				if s.Measure.Down {
					x = -x
				}
				if !has || len(of) > 0 && !slices.Contains(of, v.Of) || out != nil && x < top {
					continue
				} else if out == nil || x > top {
					out, top = nil, x
				}
				out = append(out, v.Of)
			}
			if out != nil {
				return out
			}
		}
	}
	return nil
}

// reply reads words as the answer to a question about a call, and reports whether they are one and nothing else:
// where things are offered, they say which and no more; where a text is wanted, any do that neither search nor
// command.
func (h *hearing) reply(q *tools.Question, call *tools.Call, said string) (r tools.Reply, ok bool) {
	r.Aspect = q.Aspect
	t, text := h.tell, language.Forms(said)
	switch {
	case len(text) == 0:
		return r, false
	case written(*q):
		r.Words = said
		return r, len(text) <= longestLine && t.Manners.Begin(text) < 2 && !h.seeks(said) && (h.bids(said) == "" || numberAtEdge(text)) &&
			!t.Yes.All(text) && !t.No.All(text) && !h.catalogue(said)
	case h.bids(said) != "" && t.Things.Begin(text) == 0: // "cancel W1004", and not "order W1004"
		return r, false
	case q.Kind == tools.Number: // "seven lamps"
		i := slices.IndexFunc(text, func(w string) bool { return pieces(w) > 0 })
		if i >= 0 {
			r.Value = float64(pieces(text[i]))
		}
		return r, i >= 0 && !h.seeks(said)
	}
	var offered []tools.Value
	for _, o := range q.Options {
		offered = append(offered, o.Value)
	}
	c := h.choose(offered, h.joined(said), q.Label)
	if d := h.kit.Tool(q.Tool).Parameter(q.Aspect).Domain.At(call.Arguments); c.id && c.strange != "" && d.Kind == tools.Finite {
		c = h.choose(d.Values, h.joined(said), q.Label)
	}
	switch whatever := t.Whatever.Are(text); {
	case whatever && len(offered) == 0:
		r.None = true
	case whatever:
		r.Value = offered[0].Of
	case c.id && c.strange != "":
		r.Value = c.strange
	case len(c.values) == 0, len(c.values) > 1 && !q.Several: // "the other one", and "the lamp" of two
		r.Words = said
		return r, c.full && (len(c.values) > 0 || slices.ContainsFunc(text, t.Tells.Is))
	case !c.full:
		return r, false
	case language.CallWords().Except.Begin(text) > 0:
		r.Not = c.values
	case q.Several:
		r.Value = c.values
	default:
		r.Value = c.values[0]
	}
	return r, true
}
