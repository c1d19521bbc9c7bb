package agent

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/tools"
)

// choice is what a clause says of the values that an argument can have.
type choice struct {
	values  []tools.Value // that are meant: several where its words fit them alike
	id      bool          // the clause names them by their ids
	all     bool          // several are meant together
	full    bool          // all that it says of things is said of them
	strange string        // a thing that is none of the values; "" for none
}

// propose returns the candidate calls of a tool that a clause asks for, of which some arguments are known.
func (h *hearing) propose(tool string, said *nlu.Clause, known tools.Arguments) []tools.Proposal {
	t := h.kit.Tool(tool)
	parameters, out := t.Parameters, []tools.Arguments{known}
	if n := len(parameters); n > 1 && parameters[n-1].Domain.At(known).Kind == tools.List { // the articles tell the order, or it them
		whole, items := h.choose(parameters[0].Domain.At(known).Values, said, ""), h.choose(parameters[n-1].Domain.At(known).Items.Values, said, "")
		switch {
		case whole.id:
		case len(whole.values) == 0, len(items.values) > 0 && (items.full || !whole.full):
			parameters = parameters[n-1:]
		default:
			parameters = parameters[:n-1]
		}
	}
	for i := range parameters {
		var next []tools.Arguments
		for _, a := range out {
			next = append(next, h.fill(&parameters[i], said, a)...)
		}
		out = next
	}
	var proposals []tools.Proposal
	for _, a := range out {
		proposals = append(proposals, tools.Proposal{Call: tools.Call{Tool: tool, Arguments: a}})
	}
	return proposals
}

// fill returns the arguments of a call with what a clause says of one parameter more: several where it may be
// several values.
func (h *hearing) fill(p *tools.Parameter, said *nlu.Clause, known tools.Arguments) (out []tools.Arguments) {
	with := func(of any) {
		a := maps.Clone(known)
		a[p.Name] = of
		out = append(out, a)
	}
	d := p.Domain.At(known)
	switch {
	case known[p.Name] != nil:
	case d.Kind == tools.Number:
		if n := quantity(said); n > 0 {
			with(n)
		}
	case d.Kind == tools.List:
		c := h.choose(d.Items.Values, said, "")
		if c.strange != "" {
			with([]any{c.strange})
		} else if c.all || len(c.values) == 1 {
			with(valuesOf(c.values))
		}
	case d.Kind == tools.Finite:
		c := h.choose(d.Values, said, "")
		if c.strange != "" {
			with(c.strange)
		}
		for _, v := range c.values {
			if !c.all || len(c.values) < len(d.Values) { // "everything" is not one of them
				with(v.Of)
			}
		}
		recent := func(of string) bool {
			return slices.ContainsFunc(d.Values, func(v tools.Value) bool { return v.Of == of })
		}
		if i := slices.IndexFunc(h.recent, recent); out == nil && i >= 0 && h.tell.repeats(said.Text) {
			with(h.recent[i])
		}
	}
	if out == nil {
		out = []tools.Arguments{known}
	}
	return out
}

// quantity is how many pieces a clause says, 0 where it does not.
func quantity(c *nlu.Clause) float64 {
	counts := c.Of(nlu.Qty)
	for _, s := range counts {
		if n := s.Amount; len(counts) == 1 && n != nil && n.Low >= 1 && n.Low == math.Trunc(n.Low) && !math.IsInf(n.Low, 1) {
			return n.Low
		}
	}
	return 0
}

func valuesOf(values []tools.Value) []any {
	out := make([]any, len(values))
	for i := range values {
		out[i] = values[i].Of
	}
	return out
}

// choose finds the values that a clause means: by their ids, by an extreme, by the place that an answer to a question
// about asked names, or by most of their words. asked is "" for an instruction.
func (h *hearing) choose(values []tools.Value, said *nlu.Clause, asked string) (c choice) {
	text := language.Take(said.Text)
	for _, id := range text.IDs {
		for _, v := range values {
			if strings.EqualFold(fmt.Sprint(v.Of), id.Said) {
				c.values, c.id, c.full = append(c.values, v), true, true
			}
		}
	}
	if c.id || len(values) == 0 {
		return c
	}
	if c = h.named(values, said, text, asked); len(c.values) > 0 {
		return c
	}
	if v := h.extreme(values, text.Toks); v != nil {
		return choice{values: []tools.Value{*v}, full: true}
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
			return choice{values: values[n-1 : n], full: true}
		}
	}
	if len(text.IDs) > 0 && slices.ContainsFunc(values, func(v tools.Value) bool { return language.NamesOne(fmt.Sprint(v.Of)) }) {
		c.strange, c.id = text.IDs[0].Said, true
	}
	return c
}

// named finds the values most of whose words a clause has. The words that all of them have tell nothing.
func (h *hearing) named(values []tools.Value, said *nlu.Clause, text *language.Text, asked string) (c choice) {
	names := make([]map[string]bool, len(values))
	for i, v := range values {
		names[i] = map[string]bool{}
		for k, name := range append(slices.Clone(v.Names), v.Label) {
			for _, w := range language.NameStems(name) {
				names[i][w] = names[i][w] || k < len(v.Names) || !allDigits(w)
			}
		}
	}
	about, plural, unknown := h.things(said, text, asked), false, []language.Token(nil)
	counts, most := make([]int, len(values)), 0
	for _, k := range about {
		has := matching(names, text.Toks, k)
		switch {
		case has == nil:
			unknown = append(unknown, text.Toks[k])
		case len(has) < len(values) || len(values) == 1:
			for _, i := range has {
				counts[i]++
				most = max(most, counts[i])
			}
			plural = plural || text.Toks[k].Stem != text.Toks[k].Form
		}
	}
	lists := language.CallWords()
	for i, v := range values {
		if most > 0 && counts[i] == most {
			c.values = append(c.values, v)
		}
	}
	c.full, c.all = len(unknown) == 0, plural
	for _, t := range text.Toks {
		if c.full && most == 0 && asked == "" && (lists.Wholes[t.Form] || lists.Both[t.Form] && len(values) == 2) {
			c.values, c.all = values, true
		}
	}
	if n := len(unknown); most == 0 && n > 0 {
		c.strange = text.Raw[unknown[0].Start:unknown[n-1].End]
	}
	return c
}

// things are the tokens of a clause that tell a thing: those of what it points at, or all where it points at nothing,
// and all of an answer.
func (h *hearing) things(said *nlu.Clause, text *language.Text, asked string) (out []int) {
	pointers := said.Of(nlu.Ref, nlu.Kind, nlu.Is, nlu.Fits, nlu.For, nlu.Eq, nlu.Of)
	label, everywhere := roots(asked), asked != "" || len(pointers)+len(said.Of(nlu.Do, nlu.Shop)) == 0
	for k := range text.Toks {
		t := &text.Toks[k]
		in := func(s *nlu.Mention) bool { return s.From <= said.From+k && said.From+k < s.To }
		size := t.Capital && len(t.Form) == 1
		small := h.tell.minor(t.Form) || h.tell.Things.Is(t.Form) || h.tell.Manners.Is(t.Form) || h.tell.Thanks.Is(t.Form) || h.tell.Yes.Is(t.Form) ||
			h.tell.Tells.Is(t.Form) || h.tell.OneOf.Is(t.Form) || label[language.Root(t.Form)] || len(t.Form) == 1 && t.Kind == language.Word
		if _, compares := h.compares(text.Toks, k); compares || t.Kind == language.Mark || text.InName(k) || small && !size || !everywhere && !slices.ContainsFunc(pointers, in) {
			continue
		}
		out = append(out, k)
	}
	return out
}

// matching are the values that have the word of a token among their words, as it is written, with a mistake, or in the
// language of the catalogue.
func matching(names []map[string]bool, toks []language.Token, k int) (out []int) {
	words := []string{toks[k].Stem, toks[k].Form}
	for _, l := range language.Languages() {
		l.Senses(toks, k, func(_ int, s language.Sense) {
			for _, e := range s.English {
				if stems := language.NameStems(e); len(stems) > 0 {
					words = append(words, stems[len(stems)-1]) // what it is stands last
				}
			}
		})
	}
	for _, like := range []func(name, word string) bool{func(name, word string) bool { return name == word }, func(name, word string) bool { return language.Misspelt(word, name) }} {
		for i := range names {
			for name, is := range names[i] {
				if is && slices.ContainsFunc(words, func(w string) bool { return like(name, w) }) {
					out = append(out, i)
					break
				}
			}
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// extreme is the value that has most or least of what a text compares by, nil where it compares none, or not just one
// has it.
func (h *hearing) extreme(values []tools.Value, toks []language.Token) *tools.Value {
	for k := range toks {
		m, ok := h.compares(toks, k)
		for _, trait := range append([]string{m.Name}, m.Aspects...) {
			with := slices.DeleteFunc(slices.Clone(values), func(v tools.Value) bool { _, has := v.Traits[trait]; return !has })
			if !ok || len(with) < 2 {
				continue
			}
			slices.SortStableFunc(with, func(a, b tools.Value) int {
				if m.Down {
					a, b = b, a
				}
				return cmp.Compare(b.Traits[trait], a.Traits[trait])
			})
			if with[0].Traits[trait] != with[1].Traits[trait] {
				return &with[0]
			}
			break
		}
	}
	return nil
}

// compares reads a word that chooses among things by comparing them: "the newest", "the old one".
func (h *hearing) compares(toks []language.Token, k int) (language.Measured, bool) {
	for _, l := range language.Languages() {
		m, next := l.MeasureAt(toks, k)
		if next > k && (m.Degree == language.Superlative || k > 0 && (h.tell.The.Is(toks[k-1].Form) || h.tell.Own.Is(toks[k-1].Form))) {
			return m, true
		}
	}
	return language.Measured{Dimension: &language.Dimension{}}, false
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
	values := valuesOf(c.values)
	switch any := t.Whatever.Are(text); {
	case any && len(offered) == 0:
		r.None = true
	case any:
		r.Value = offered[0].Of
	case c.id && c.strange != "":
		r.Value = c.strange
	case len(values) == 0: // "the other one"
		r.Words = said
		return r, c.full && slices.ContainsFunc(text, t.Tells.Is)
	case !c.full:
		return r, false
	case language.CallWords().Except.Begin(text) > 0:
		r.Not = values
	case q.Several:
		r.Value = values
	case len(values) == 1:
		r.Value = values[0]
	default:
		for _, v := range offered {
			if !slices.Contains(values, v.Of) {
				r.Not = append(r.Not, v.Of)
			}
		}
	}
	return r, true
}
