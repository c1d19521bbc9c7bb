package tools

import (
	"fmt"
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
	// patterns are the regular expressions of data/calls/lists.txt, by section.
	patterns = sync.OnceValue(func() map[string][]*regexp.Regexp {
		out := map[string][]*regexp.Regexp{}
		for _, section := range strings.Split(data.CallLists, "\n[")[1:] {
			name, lines, _ := strings.Cut(section, "]\n")
			for line := range strings.Lines(strings.TrimSpace(lines)) { // small ones are matched much faster than one large
				out[name] = append(out[name], regexp.MustCompile(strings.TrimSuffix(line, "\n")))
			}
		}
		return out
	})
)

// is reports whether words are of a section of data/calls/lists.txt.
func is(section string, words ...string) bool {
	text := strings.Join(words, " ")
	return slices.ContainsFunc(patterns()[section], func(re *regexp.Regexp) bool { return re.MatchString(text) })
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

// mostClauses is how many clauses of an answer can say that it is none: what follows says why.
const mostClauses = 2

// tells reports whether one of the first clauses of an answer is of a section of data/calls/lists.txt.
func tells(section, words string) bool {
	var clause []string
	clauses := 0
	for _, t := range append(language.Tokenize(words), language.Token{Kind: language.Mark}) {
		if t.Kind != language.Mark {
			clause = append(clause, t.Form)
		}
		if t.Kind != language.Mark || strings.Contains("'’-#@/&+", t.Form) && t.Form != "" {
			continue
		}
		if clause = strings.Fields(patterns()["filler"][0].ReplaceAllString(strings.Join(clause, " ")+" ", "")); len(clause) == 0 {
			continue
		}
		if clauses++; is(section, bare(strings.Join(clause, " "))...) {
			return true
		}
		if clause = nil; clauses == mostClauses {
			break
		}
	}
	return false
}

// noValue reports whether an answer gives none.
func noValue(words string) bool {
	return tells("nothing", words) || tells("unknown", words) || tells("stop", words) || errands().No.Are(bare(words))
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
	case whatever, !listed && tells("nothing", words) && !r.required(i):
		r.reply(&Reply{Aspect: p.Name, None: true})
		return
	case !listed && noValue(words) && !(no && d.Kind == Boolean):
		if no && s.isInvented() { // not the proposed one
			s.from, s.values, s.inner = originNone, nil, nil
		}
		return
	case item.Kind == Finite, item.Kind == Boolean:
		no = errands().No.Begin(said) > 0
		if found = named(values, t, d.Kind == List); found == nil && item.Kind == Boolean && (no || errands().Yes.Begin(said) > 0) {
			found = []any{!no}
		}
	case d.Kind == List && len(t.Quoted) > 1:
		found = quotations(t)
	case item.Kind == Number:
		for _, q := range t.Quantities {
			of := q.High
			if math.IsInf(of, 0) { // "and not a penny less" is beside the point
				of = q.Low
			}
			if (found == nil || d.Kind == List) && (q.Low == q.High || math.IsInf(q.Low+q.High, 0) || q.Low == 0) {
				found = append(found, of)
			}
		}
	case d.Kind == List:
		for _, one := range patterns()["apart"][0].Split(whole(p, t), -1) {
			found = append(found, one)
		}
	default:
		key := d.Pattern + "\x00" + words
		if _, known := r.heard[key]; !known {
			r.heard[key] = d.within(words)
		}
		found = []any{r.heard[key]}
		if found[0] == nil {
			found[0] = whole(p, t)
		}
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

// within returns the passage of an answer that has the form which texts of the domain must have: all of it, the only word
// that does, or a time of day, of two the one by day. It is nil where there is no form, or nothing has it.
func (d Domain) within(words string) any {
	if d.Pattern == "" {
		return nil
	}
	fits := func(text string) bool { _, o := d.Accept(text); return o == nil }
	if text := strings.TrimSpace(words); fits(text) {
		return text
	}
	var found any
	for _, word := range strings.Fields(words) {
		if word = strings.Trim(word, ".,;:!?"); fits(word) && found != any(word) {
			if found != nil {
				return nil
			}
			found = word
		}
	}
	if found == nil && fits("12:00") {
		p := newPassage(FromContext, words)
		for n := 0; n < 24*60; n += 5 {
			minutes := (n + 7*60) % (24 * 60) // from seven in the morning
			if p.timed(minutes) {
				return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)
			}
		}
	}
	return found
}

// quotations are what stands between quotation marks.
func quotations(t *language.Text) (out []any) {
	for _, quoted := range t.Quoted {
		out = append(out, quoted.Said)
	}
	return out
}

// named returns the values of whose names a text has most words, whole names before parts, for a list all whose whole
// names it has; else the one whose place it says.
func named(values []Value, t *language.Text, several bool) (out []any) {
	said, best := passageOf(FromWords, t, language.Detect(t.Toks, language.English())), 0.0
	scores := make([]float64, len(values))
	for i, v := range values {
		names := v.called()
		for _, said := range phrasesFor()[strings.Join(language.NameWords(spell(v.Of)), " ")] {
			names = append(names, said.text)
		}
		for _, name := range names {
			found, of := saidOf(wordsOf(strings.Join(language.NameWords(name), " ")), said.places)
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

// sentence is the number of spaces from which a text ends with its full stop.
const sentence = 4

// whole is an answer without what only carries the value: "my name is Ann Lee, thanks". A single quotation where it
// begins or ends is all that it says.
func whole(p *Parameter, t *language.Text) string {
	if len(t.Quoted) == 1 && (t.Quoted[0].From <= 1 || t.Quoted[0].To+2 >= len(t.Toks)) {
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
	for from < to && strings.Contains(strings.TrimSpace(t.Raw), " ") && (t.Toks[from].Kind == language.Mark || lists().Carriers[t.Toks[from].Form] || from > 0 && (small(from) || from+1 < to && lists().Announces[t.Toks[from+1].Form])) {
		from++
	}
	for to > from && (lists().Courteous[t.Toks[to-1].Form] || lists().Thanks[t.Toks[to-1].Form] || t.Toks[to-1].Kind == language.Mark && (from > 0 || to < len(t.Toks) || strings.Count(t.Raw, " ") < sentence)) {
		to--
	}
	if from == to || from == 0 && to == len(t.Toks) {
		return strings.TrimSpace(t.Raw)
	}
	return t.Between(from, to)
}
