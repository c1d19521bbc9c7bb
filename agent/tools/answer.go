package tools

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// What is known of words, whatever the tools. Read at their first use.
var (
	lists   = language.CallWords
	errands = language.ErrandWords
	// own are the regular expressions of data/calls/lists.txt, by section.
	own = sync.OnceValue(func() map[string]*regexp.Regexp {
		out := map[string]*regexp.Regexp{}
		for _, section := range strings.Split(data.CallLists, "\n[")[1:] {
			name, lines, _ := strings.Cut(section, "]\n")
			out[name] = regexp.MustCompile("(?:" + strings.ReplaceAll(strings.TrimSpace(lines), "\n", ")|(?:") + ")")
		}
		return out
	})
)

// is reports whether words are of a section of data/calls/lists.txt.
func is(section string, words ...string) bool {
	return own()[section].MatchString(strings.Join(words, " "))
}

// bare are the folded words of an answer without thanks and manners around them.
func bare(words string) []string {
	said := language.Forms(words)
	for len(said) > 1 && (lists().Thanks[said[len(said)-1]] || lists().Courteous[said[len(said)-1]]) {
		said = said[:len(said)-1]
	}
	for len(said) > 1 && (lists().Courteous[said[0]] || errands().Thanks.Is(said[0])) {
		said = said[1:]
	}
	return said
}

// noValue reports whether the words of an answer give none.
func noValue(said []string) bool {
	return is("nothing", said...) || is("unknown", said...) || is("stop", said...) || errands().No.Are(said)
}

// listen takes an answer in words: values by what they are called or by their place, a number, or the text itself.
func (r *reading) listen(i int, words string) {
	p, s, d, said := &r.tool.Parameters[i], &r.slots[i], r.domain(i), bare(words)
	values := d.item().list()
	if len(s.values) > 1 && s.from >= originStated {
		values = s.values // "the black one" is meant among those that were offered
	}
	no, listed := errands().No.Are(said), d.names(said)
	answer := Reply{Aspect: p.Name}
	switch {
	case errands().Whatever.Are(said) && s.isInvented(): // the proposed value is as good as any
		s.tell(s.values)
		return
	case errands().Whatever.Are(said), !listed && is("nothing", said...) && !r.required(i):
		answer.None = true
	case !listed && noValue(said) && !(no && d.Kind == Boolean):
		if no && s.isInvented() { // not the proposed one
			s.values, s.from, s.open = nil, originNone, true
		}
		return
	default:
		found := d.heard(p, words, values)
		switch {
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

// named returns the values that a text calls by their names, of which the longest are meant unless several are; else
// those of which it has most words, or the one whose place it says.
func named(values []Value, t *language.Text, several bool) (out []any) {
	exact, parts, longest, most := make([]int, len(values)), make([]int, len(values)), 0, 0
	for i, v := range values {
		stems := map[string]bool{}
		for _, name := range append(slices.Clone(v.Names), v.Text(), spell(v.Of)) {
			phrase := language.NameStems(name)
			for k := range t.Toks {
				if next, _ := t.PhraseAt(k, phrase); next > k {
					exact[i] = max(exact[i], len(phrase))
				}
			}
			for _, w := range phrase {
				stems[w] = true
			}
		}
		for _, tok := range t.Toks {
			if stems[tok.Stem] && !lists().Stop[tok.Form] {
				parts[i]++
			}
		}
		longest, most = max(longest, exact[i]), max(most, parts[i])
	}
	for i, v := range values {
		if longest > 0 && (exact[i] == longest || several && exact[i] > 0) || longest == 0 && most > 0 && parts[i] == most {
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
	small := func(tok language.Token) bool { return tok.Kind == language.Word && !tok.Capital }
	name := len(language.Forms(t.Raw)) > 1 && !slices.ContainsFunc(t.Toks, small)
	if name || slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool { return lists().Freely[w] }) {
		return strings.TrimSpace(t.Raw) // "Go Lee"; a message is said as it is
	}
	carries := func(k int) bool {
		tok := &t.Toks[k]
		announced := k > 0 && k+1 < len(t.Toks) && lists().Announces[t.Toks[k+1].Form]
		return tok.Kind == language.Mark || lists().Carriers[tok.Form] || announced ||
			k > 0 && (lists().Stop[tok.Form] || lists().Announces[tok.Form] || lists().Namely[tok.Form])
	}
	from, to := 0, len(t.Toks)
	for from < to && carries(from) {
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
