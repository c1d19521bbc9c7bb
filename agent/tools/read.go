package tools

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// claim is a passage of a text that may be a parameter's value.
type claim struct {
	parameter int
	language.Span
	values   []any   // several when the passage fits several values
	strength float64 // how surely; see the constants
	wrong    bool    // it is meant for the parameter, but the domain does not hold it
}

// How surely a passage is a parameter's value, by how it was recognised. Only their
// order matters: a passage goes to the parameter that claims it most strongly.
const (
	strengthExact   = 3.0  // in full, by its name or form
	strengthPointed = 2.5  // "the second one", "the cheaper one"
	strengthTypo    = 2.0  // in full but for a typing error
	strengthPartial = 1.0  // by some of its words
	strengthBare    = 0.5  // a number, or a name that is none of the values
	bonusAnswer     = 3.0  // on top: the words answer a question about it
	bonusRequired   = 0.25 // on top: the parameter is required
)

// valueReader finds the values of one tool's parameters in a text: an instruction for one of
// the shop's own tools, or the answer to a question.
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

// read returns what the text says of the parameters that are allowed: the strongest claims
// that do not overlap, several of one parameter only for lists.
func (r *valueReader) read(allowed func(int) bool) []claim {
	for i := range r.tool.Parameters {
		if !allowed(i) {
			continue
		}
		switch d := r.domains[i].item(); d.Kind {
		case Finite, Boolean:
			r.readListed(i, d)
		case Number:
			r.readNumbers(i, d)
		case Date, Text:
			r.readAnswer(i, d)
		}
	}
	slices.SortStableFunc(r.claims, func(a, b claim) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.From, b.From), cmp.Compare(b.To, a.To), cmp.Compare(a.parameter, b.parameter))
	})
	var out []claim
	for _, c := range r.claims {
		list := r.domains[c.parameter].Kind == List
		if !slices.ContainsFunc(out, func(o claim) bool { return o.parameter == c.parameter && !list || o.Overlaps(c.Span) }) {
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
	if r.answer == i {
		strength += bonusAnswer
	}
	r.claims = append(r.claims, claim{i, s, values, strength, wrong})
}

// phrases are the names of a value as words.
func phrases(v Value) [][]string {
	var out [][]string
	names := append([]string{v.Label}, v.Names...)
	if _, truth := v.Of.(bool); !truth {
		names = append(names, spell(v.Of))
	}
	for _, name := range names {
		if w := language.NameStems(name); len(w) > 0 {
			out = append(out, w)
		}
	}
	return out
}

// readListed claims passages that name values of a finite domain: in full, with a
// typing error, by some of their words, or by pointing ("the second one").
func (r *valueReader) readListed(i int, d *Domain) {
	values := d.list()
	names := make([][][]string, len(values))
	for k, v := range values {
		names[k] = phrases(v)
	}
	found := r.readNames(i, values, names)
	if !found {
		found = r.readParts(i, values, names)
	}
	if at, of := r.points(i, values); of != nil {
		found = true
		r.claim(i, at, strengthPointed, false, of...)
	}
	switch {
	case d.Kind != Boolean:
		if !found {
			r.readNoun(i, values, names)
		}
		r.readStrange(i, values)
	case !found && r.answer == i:
		for k, tok := range r.Toks {
			if no := errands().No.Is(tok.Form) || tok.Form == "false"; no || errands().Yes.Is(tok.Form) || tok.Form == "true" {
				r.claim(i, r.Passage(k, k+1), strengthExact, false, !no)
				return
			}
		}
	}
}

// readNames claims the values that are named in full. Of the names that begin at one place
// the longest is meant, and of equal ones all are; an exact name leaves likenesses out.
func (r *valueReader) readNames(i int, values []Value, names [][][]string) (found bool) {
	for from := range r.Toks {
		longest, exact := from, false
		var of []any
		for k, v := range values {
			for _, name := range names[k] {
				next, typos := r.PhraseAt(from, name)
				if next == from || next < longest || next == longest && exact && typos > 0 || next == from+1 && r.standsIn(from, name) {
					continue
				}
				if next > longest || typos == 0 && !exact {
					longest, exact, of = next, typos == 0, nil
				}
				if !slices.Contains(of, v.Of) {
					of = append(of, v.Of)
				}
			}
		}
		if of == nil || len(of) == len(values) && len(values) > 1 {
			continue
		}
		found = true
		strength := strengthTypo
		if exact {
			strength = strengthExact
		}
		if _, number := of[0].(float64); number {
			strength = strengthBare // a number says nothing of whose it is
		}
		r.claim(i, r.Passage(from, longest), strength+0.1*float64(longest-from), false, of...)
	}
	return found
}

// readParts claims the values of which most words are in the text: "the lamp" is
// every lamp. Words that all values have say nothing. It reports whether it found any.
func (r *valueReader) readParts(i int, values []Value, names [][][]string) bool {
	in := map[string]int{}
	words := make([][]string, len(values))
	for k := range values {
		for _, w := range slices.Concat(names[k]...) {
			if !slices.Contains(words[k], w) && !lists().Stop[w] && len(w) > 1 {
				in[w]++
				words[k] = append(words[k], w)
			}
		}
	}
	best, from, to := 0.0, 0, 0
	var of []any
	for k, v := range values {
		score, first, last := 0.0, math.MaxInt, 0
		for _, w := range words[k] {
			if in[w] == len(values) && len(values) > 1 || r.meansTool(w) {
				continue
			}
			for at := range r.Toks {
				if next, typos := r.PhraseAt(at, []string{w}); next > at && typos == 0 && !r.InName(at) && !r.standsIn(at, words[k]) {
					score += math.Log(1 + float64(len(values))/float64(in[w]))
					first, last = min(first, at), max(last, next)
					break
				}
			}
		}
		switch {
		case score == 0 || score < best-negligible:
		case score > best+negligible:
			best, of, from, to = score, []any{v.Of}, first, last
		default:
			of, from, to = append(of, v.Of), min(from, first), max(to, last)
		}
	}
	if of == nil {
		return false
	}
	if to-from > 6 { // words far apart: the first stands for all
		to = from + 1
	}
	r.claim(i, r.Passage(from, to), strengthPartial, false, of...)
	return true
}

// standsIn reports whether the word at token k stands for a thing that other words tell, and is
// not of the name whose words are given: the "one" of "the first one", and not of "the Novari
// One".
func (r *valueReader) standsIn(k int, words []string) bool {
	return errands().OneOf.Is(r.Toks[k].Form) && k > 0 && !slices.Contains(words, r.Toks[k-1].Stem)
}

// meansTool reports whether a word says what to do rather than with what.
func (r *valueReader) meansTool(w string) bool {
	return r.answer < 0 && (slices.Contains(language.NameStems(r.tool.Name), w) || slices.Contains(language.NameStems(r.tool.Title), w))
}

// readStrange claims what looks like the name of a thing and is none of the values: the
// number of an order that there is not.
func (r *valueReader) readStrange(i int, values []Value) {
	if len(values) > 0 && !slices.ContainsFunc(values, func(v Value) bool { return language.NamesOne(spell(v.Of)) }) {
		return // they have no names of their own
	}
	for _, s := range append(slices.Clone(r.Quoted), r.IDs...) {
		if r.tool.Parameters[i].Required {
			r.claim(i, s, strengthBare, true, s.Said)
		}
	}
}

// readNoun claims the thing to be acted on that is none of the values: the piano of
// "return the piano", where no order has one. Otherwise it would be as if nothing had
// been said, and the only chair there is would go back. Only domains of things are
// read so, and only what stands behind the first article, none of which is known.
func (r *valueReader) readNoun(i int, values []Value, names [][][]string) {
	if r.answer >= 0 || r.acted() != i {
		return
	}
	known := map[string]bool{}
	for _, words := range append(slices.Concat(names...), language.NameStems(r.tool.Parameters[i].Name), language.NameStems(r.tool.Name), language.NameStems(r.tool.Title), language.NameStems(r.tool.Purpose)) {
		for _, w := range words {
			known[language.Root(w)] = true
		}
	}
	for k := 1; k+1 < len(r.Toks); k++ {
		if !errands().Own.Is(r.Toks[k].Form) && !errands().The.Is(r.Toks[k].Form) {
			continue
		}
		end := k + 1
		for ; end < len(r.Toks); end++ {
			tok := &r.Toks[end]
			_, compares := r.compares(end)
			if tok.Kind != language.Word || language.Ordinal(tok.Form) != 0 || compares || lists().Stop[tok.Form] || lists().Anything[tok.Form] || lists().Particles[tok.Form] || known[language.Root(tok.Stem)] || len(tok.Form) < 3 {
				break
			}
		}
		if end > k+1 && end <= k+3 && (r.Ends(end) || lists().Particles[r.Toks[end].Form]) {
			s := r.Passage(k+1, end)
			if of := r.translated(s, values, names); of != nil {
				r.claim(i, s, strengthPartial, false, of...)
				return
			}
			r.claim(i, s, strengthBare, true, s.Said)
		}
		return // the first is what the verb acts on
	}
}

// acted returns the parameter that the tool acts on, −1 if none: the last of its things, such as
// the items of an order.
func (r *valueReader) acted() int {
	named := func(v Value) bool { return len(v.Names) > 0 || len(v.Traits) > 0 } // not a way to do something
	for i := len(r.domains) - 1; i >= 0; i-- {
		if r.tool.Parameters[i].Required && slices.ContainsFunc(r.domains[i].item().list(), named) {
			return i
		}
	}
	return -1
}

// translated are the values whose names hold what a passage means in the language of
// catalogues: the mug of "nimm die Tasse wieder heraus". None where it means all of them.
func (r *valueReader) translated(s language.Span, values []Value, names [][][]string) []any {
	means := map[string]bool{}
	for _, l := range language.Languages() {
		for k := s.From; k < s.To && l.Translates(); k++ {
			l.Senses(r.Toks, k, func(_ int, sense language.Sense) {
				for _, e := range sense.English {
					if words := language.NameStems(e); len(words) > 0 {
						means[words[len(words)-1]] = true // what it is stands last
					}
				}
			})
		}
	}
	var out []any
	for k, v := range values {
		if slices.ContainsFunc(slices.Concat(names[k]...), func(w string) bool { return means[w] }) {
			out = append(out, v.Of)
		}
	}
	if len(out) == len(values) && len(values) > 1 {
		return nil
	}
	return out
}

// readNumbers claims the numbers of the text.
func (r *valueReader) readNumbers(i int, d *Domain) {
	for _, q := range r.Quantities {
		pronoun := q.Spelled && q.High == 1 && r.answer != i // "one"
		if pronoun || q.Low != q.High || q.Currency != "" && r.answer != i {
			continue
		}
		strength := strengthBare
		if q.Unit != "" {
			strength /= 2 // the unit speaks of something else, or of this
		}
		if of, err := d.Accept(q.High); err == nil {
			r.claim(i, q.Span, strength, false, of)
		} else {
			r.claim(i, q.Span, strength/2, true, q.High)
		}
	}
}

// readAnswer claims what an answer gives for a text or a day: all of it, what it quotes, or a
// passage of the pattern's form; for a list all that it quotes.
func (r *valueReader) readAnswer(i int, d *Domain) {
	if r.answer != i {
		return
	}
	if r.domains[i].Kind == List && len(r.Quoted) > 1 {
		for _, s := range r.Quoted {
			if of, err := d.Accept(s.Said); err == nil {
				r.claim(i, s, strengthExact, false, of)
			}
		}
		return
	}
	whole, all := r.wholeAnswer(), language.Span{To: len(r.Toks)}
	if of, err := d.Accept(whole); err == nil {
		r.claim(i, all, strengthExact, false, of)
		return
	}
	if re, err := regexp.Compile(d.Pattern); err == nil && d.Pattern != "" && !strings.HasPrefix(d.Pattern, Anywhere) {
		for _, m := range re.FindAllStringIndex(r.Raw, -1) {
			s := r.SpanOf(m[0], m[1])
			if of, err := d.Accept(s.Said); err == nil && m[0] < m[1] {
				r.claim(i, s, strengthExact, false, of)
			}
		}
	}
	r.claim(i, all, strengthBare, true, whole)
}

// wholeAnswer is an answer in words without what only carries the value: "my name is Ann
// Lee, thanks". A single quotation is all that it says.
func (r *valueReader) wholeAnswer() string {
	if len(r.Quoted) == 1 {
		return r.Quoted[0].Said
	}
	if slices.ContainsFunc(language.NameWords(r.tool.Parameters[r.answer].Name), func(w string) bool { return lists().Freely[w] }) {
		return strings.TrimSpace(r.Raw) // a message is said as it is
	}
	carries := func(k int) bool {
		tok := &r.Toks[k]
		announced := k > 0 && k+1 < len(r.Toks) && lists().Announces[r.Toks[k+1].Form]
		return tok.Kind == language.Mark || lists().Carriers[tok.Form] || announced ||
			k > 0 && (lists().Stop[tok.Form] || lists().Announces[tok.Form] || lists().Namely[tok.Form])
	}
	from, to := 0, len(r.Toks)
	for from < to && !r.isName() && carries(from) {
		from++
	}
	for to > from && (lists().Courteous[r.Toks[to-1].Form] || lists().Thanks[r.Toks[to-1].Form] || r.Toks[to-1].Kind == language.Mark) {
		to--
	}
	if from == to || from == 0 && to == len(r.Toks) {
		return strings.TrimSpace(r.Raw)
	}
	return r.Between(from, to)
}

// isName reports whether an answer is a name of several words that begins as other answers do: "Go Lee".
func (r *valueReader) isName() bool {
	first := r.Toks[0].Form
	return len(r.Toks) > 1 && len(first) > 1 && !errands().Yes.Is(first) && !lists().Pronouns[first] && !errands().Own.Is(first) && !strings.ContainsAny(r.Raw, "'’") &&
		!slices.ContainsFunc(r.Toks, func(t language.Token) bool { return t.Kind == language.Word && !t.Capital })
}
