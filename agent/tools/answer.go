package tools

import (
	"math"
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
	p, s, d := &r.tool.Parameters[i], &r.slots[i], r.domain(i)
	item, said, t := d.item(), bare(words), language.Take(language.Head(words))
	values, found, answer := item.list(), []any(nil), Reply{Aspect: p.Name}
	if len(s.listed()) > 1 && s.from >= originStated {
		values = s.values // "the black one" is meant among those that were offered
	}
	no, whatever, listed := errands().No.Are(said), errands().Whatever.Are(said), d.names(said)
	switch {
	case whatever && s.isInvented(): // the proposed value is as good as any
		s.tell(s.values)
		return
	case whatever, !listed && is("nothing", said...) && !r.required(i):
		r.reply(&Reply{Aspect: p.Name, None: true})
		return
	case !listed && noValue(said) && !(no && d.Kind == Boolean):
		if no && s.isInvented() { // not the proposed one
			s.from, s.values = originNone, nil
		}
		return
	case item.Kind == Finite, item.Kind == Boolean:
		no = errands().No.Begin(said) > 0
		if found = named(values, t, d.Kind == List); found == nil && item.Kind == Boolean && (no || errands().Yes.Begin(said) > 0) {
			found = []any{!no}
		}
	case item.Kind == Number:
		for _, q := range t.Quantities {
			if q.Low == q.High && found == nil {
				found = []any{q.High}
			}
		}
	case d.Kind == List && len(t.Quoted) > 1:
		for _, quoted := range t.Quoted {
			found = append(found, quoted.Said)
		}
	default:
		found = []any{whole(p, t)}
	}
	switch {
	case len(found) == 0:
		r.unplaced = append(r.unplaced, words)
		return
	case d.Kind == List:
		answer.Value = found
	case d.Kind == Finite && lists().Except.Begin(said) > 0:
		answer.Not = found
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

// named returns the values of whose names a text has most words, whole names before parts, for a list all whose whole
// names it has; else the one whose place it says.
func named(values []Value, t *language.Text, several bool) (out []any) {
	said, best := passageOf(FromWords, t, language.Detect(t.Toks, language.English())), 0.0
	scores := make([]float64, len(values))
	for i, v := range values {
		for _, name := range v.called() {
			found, of := said.count(wordsOf(strings.Join(language.NameWords(name), " ")))
			if found == of {
				found += 0.5
			}
			scores[i] = max(scores[i], found)
		}
		best = max(best, scores[i])
	}
	for i, v := range values {
		if whole := several && scores[i] != math.Trunc(scores[i]); best > 0 && (scores[i] == best || whole) {
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
