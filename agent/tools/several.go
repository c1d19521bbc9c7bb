package tools

import (
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// leastCovered is the share of a clause's words that must be some tool's for it to be
// an instruction of its own. Real people explain themselves: with less, explanations
// are asked about; with more, instructions are lost.
const leastCovered = 1.0 / 3

// Instructions cuts what somebody says into the things to do. A clause that is none, as its
// words are hardly any tool's, belongs to the one before; what comes before the first, to
// the first. A deed that is said once is done to each thing of another tool ("book a table
// and a taxi"), and with each value of a parameter that takes one ("in Paris and Rome").
func (k *Kit) Instructions(words string) []string {
	var all []string
	open := true // the last one is no instruction yet
	for _, c := range k.Clauses(words) {
		fits := k.Fits(c)
		instructs := len(fits) > 0 && fits[0].Covered >= leastCovered
		if len(all) > 0 && (open || !instructs) {
			all[len(all)-1] += ". " + c
		} else {
			all = append(all, c)
		}
		open = open && !instructs
	}
	var out []string
	for _, words := range all {
		for _, one := range k.shared(words) {
			out = append(out, k.spread(one)...)
		}
	}
	return out
}

// shared repeats the deed of an instruction before a thing that is joined to what it is
// done to, where other tools do it to that: "book a table at 8 and a taxi".
func (k *Kit) shared(words string) []string {
	t, x := language.Take(words, ""), k.index()
	root := func(n int) string { return language.Root(t.Toks[n].Stem) }
	deed := slices.IndexFunc(t.Toks, func(tok language.Token) bool {
		return slices.ContainsFunc(x.does, func(does map[string]bool) bool { return does[language.Root(tok.Stem)] })
	})
	if deed < 0 {
		return []string{words}
	}
	does := func(n int) []int { // the tools that do it to what token n says
		var out []int
		for i := range x.does {
			if x.does[i][root(deed)] && x.to[i][root(n)] && !lists().Stop[t.Toks[n].Form] {
				out = append(out, i)
			}
		}
		return out
	}
	var first []int
	for n := deed + 1; n < len(t.Toks); n++ {
		to := does(n)
		begin := n
		for begin > deed && lists().Articles[t.Toks[begin-1].Form] {
			begin--
		}
		if begin > deed+1 && lists().And[t.Toks[begin-1].Form] && !t.IsQuoted(t.Toks[begin]) && len(first) > 0 && len(to) > 0 && !slices.ContainsFunc(to, func(i int) bool { return slices.Contains(first, i) }) {
			return append([]string{t.Between(0, begin-1)}, k.shared(t.Between(deed, deed+1)+" "+t.Between(begin, len(t.Toks)))...)
		}
		first = append(first, to...)
	}
	return []string{words}
}

// spread says an instruction once for each of several values that are joined, of a
// parameter that takes one.
func (k *Kit) spread(words string) []string {
	t := language.Take(words, "")
	fits := k.index().fits(t, true)
	if len(fits) == 0 {
		return []string{words}
	}
	scene := Scene{index: k.index()}
	tool := &k.tools[fits[0].tool]
	of := reading{tool: tool, slots: make([]slot, len(tool.Parameters))}
	r := of.reader(t, &scene, -1)
	for _, head := range r.read(nil) {
		if head.wrong || r.domains[head.parameter].Kind == List {
			continue
		}
		values := []language.Span{head.Span}
		for _, c := range slices.SortedStableFunc(slices.Values(r.claims), func(a, b claim) int { return a.From - b.From }) {
			if last := values[len(values)-1]; c.parameter == head.parameter && !c.wrong && r.joined(head.parameter, last.To, c.From) {
				values = append(values, c.Span)
			}
		}
		if last := len(values) - 1; last > 0 && r.ofOne(head.parameter, values[1:]) && slices.ContainsFunc(t.Toks[values[last-1].To:values[last].From], func(tok language.Token) bool { return lists().And[tok.Form] }) {
			var out []string
			for _, v := range values {
				one := words[:t.Toks[head.From].Start] + t.Between(v.From, v.To) + words[t.Toks[values[last].To-1].End:]
				out = append(out, strings.TrimSpace(one))
			}
			return out
		}
	}
	return []string{words}
}

// joined reports whether nothing stands at tokens [from, to) but what joins two values of
// parameter i: "and", a comma, a preposition said again.
func (r *valueReader) joined(i, from, to int) bool {
	joins := false
	for k := from; k < to; k++ {
		tok := &r.Toks[k]
		joins = joins || lists().And[tok.Form] || tok.Form == ","
		if !lists().And[tok.Form] && tok.Kind != language.Mark && !slices.Contains(r.cuesOf(i).before, tok.Form) || strings.Contains(".;!?", tok.Form) {
			return false
		}
	}
	return joins
}

// ofOne reports whether no other parameter has a claim to passages that parameter i could
// have: "compare a and b" is about two of them.
func (r *valueReader) ofOne(i int, spans []language.Span) bool {
	return !slices.ContainsFunc(r.claims, func(c claim) bool {
		return c.parameter != i && !c.wrong && r.tool.Parameters[c.parameter].Required && slices.ContainsFunc(spans, c.Overlaps)
	})
}
