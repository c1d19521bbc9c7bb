package tools

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"shopclerk/agent/understand"
)

// claim is a passage of a text that may be a parameter's value.
type claim struct {
	parameter int
	span
	values   []any   // several when the passage fits several values
	strength float64 // how surely; see the constants
	wrong    bool    // it is meant for the parameter, but the domain does not hold it
	cued     bool    // the parameter was named beside it
}

// How surely a passage is a parameter's value, by how it was recognised. Only their
// order matters: a passage goes to the parameter that claims it most strongly.
const (
	exactly   = 3.0  // in full, by its name or form
	misspelt  = 2.0  // in full but for a typing error
	pointed   = 2.5  // "the second one", "the cheaper one"
	partly    = 1.0  // by some of its words
	byForm    = 1.5  // quoted, or of a form such as a file's name
	bare      = 0.5  // a number without anything that says of what
	cued      = 2.0  // on top: a word of the parameter's name stands beside it
	announced = 2.2  // on top: a preposition of the parameter's stands before it: "to Oslo"
	inFull    = 2.5  // on top: the parameter's whole name stands before it
	both      = 3.0  // on top: preposition and name do: "to page 13"
	measuring = 1.5  // on top: in the parameter's unit or currency
	asked     = 3.0  // on top: the words answer a question about it
	needed    = 0.25 // on top: the parameter is required
)

// reader finds the values of one tool's parameters in a text.
type reader struct {
	*text
	tool    *Tool
	scene   *Scene
	domains []Domain // of the parameters now
	answer  int      // the parameter that the text answers a question about, −1 if none
	claims  []claim
}

// read returns what the text says of each parameter: the strongest claims that do
// not overlap, several of one parameter only for lists. only restricts it to some
// parameters, nil for all.
func (r *reader) read(only func(int) bool) []claim {
	for i := range r.tool.Parameters {
		if only != nil && !only(i) {
			continue
		}
		d := &r.domains[i]
		if d.Kind == List {
			d = d.Items
		}
		switch d.Kind {
		case Finite, Boolean:
			r.readListed(i, d)
		case Number:
			r.readNumbers(i, d)
		case Date:
			r.readDays(i, d)
		case Text:
			r.readTexts(i, d)
		}
	}
	slices.SortStableFunc(r.claims, func(a, b claim) int {
		return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(b.to-b.from, a.to-a.from), cmp.Compare(a.from, b.from), cmp.Compare(a.parameter, b.parameter))
	})
	var out []claim
	for _, c := range r.claims {
		list := r.domains[c.parameter].Kind == List
		if !slices.ContainsFunc(out, func(o claim) bool {
			return o.parameter == c.parameter && !list || o.from < c.to && c.from < o.to
		}) {
			out = append(out, c)
		}
	}
	return out
}

func (r *reader) claim(i int, s span, strength float64, wrong bool, values ...any) {
	if r.tool.Parameters[i].Required {
		strength += needed
	}
	cue := r.cue(i, s.from, s.to)
	if r.answer == i {
		strength += asked // in an answer nobody need name what it is about
	} else {
		strength += cue
	}
	r.claims = append(r.claims, claim{i, s, values, strength, wrong, cue > 0})
}

// small words that may stand between a parameter's name and its value.
var between = set("to is of as be at the a an equal equals named called set from into by with it in und auf zu ist")

// prepositions are words that a parameter's value follows, by words of its name.
var prepositions = map[string]string{
	"from": "from", "source": "from", "origin": "from", "departure": "from", "base": "from", "start": "from",
	"to": "to into", "destination": "to into", "target": "to into", "recipient": "to", "receiver": "to", "arrival": "to", "end": "to until through",
	"date": "on", "password": "password", "content": "content", "name": "named called", "title": "titled", "message": "saying",
}

// dullWords are words of parameters' names that say nothing about their values.
var dullWords = set("id number value name type str string num new")

// cues returns the words by which a parameter's value is announced.
func (p *Parameter) cues() (names, before []string) {
	add := func(words []string) {
		for i, w := range words {
			if i == 0 || i == len(words)-1 { // not the "to" of "distance to wall"
				before = append(before, strings.Fields(prepositions[w])...)
			}
			if stem := stemsOf(w); len(stem) == 1 && !dullWords[w] && !stopWords[w] {
				names = append(names, stem[0])
			}
		}
	}
	add(nameWords(p.Name))
	add(stemsOf(p.Label))
	for _, s := range p.Synonyms {
		add(stemsOf(s))
	}
	return names, before
}

// cue returns how surely the words beside tokens [from, to) say that they are the
// parameter's value; 0 if they do not.
func (r *reader) cue(i, from, to int) float64 {
	names, before := r.tool.Parameters[i].cues()
	const opening = ":='\"“‘„`#$€£("
	k := from - 1
	back := func() {
		for k >= 0 && r.toks[k].Mark && strings.Contains(opening, r.toks[k].Form) {
			k--
		}
	}
	back()
	for steps := 0; k >= 0 && steps < 4; steps++ {
		tok := &r.toks[k]
		switch {
		case slices.Contains(before, tok.Form):
			return announced
		case slices.Contains(names, tok.Stem):
			if k > 0 && slices.Contains(before, r.toks[k-1].Form) {
				return both
			}
			if r.wholeName(i, k) {
				return inFull
			}
			return cued
		case !between[tok.Form] && !dullWords[tok.Form]:
			steps = 4
		}
		k--
		back()
	}
	for to < len(r.toks) && r.toks[to].Mark && strings.Contains("-'\"”’", r.toks[to].Form) {
		to++
	}
	if to < len(r.toks) && slices.Contains(names, r.toks[to].Stem) {
		return cued
	}
	return 0
}

// wholeName reports whether all words of a parameter's name, label or synonym stand
// together up to token k or around it, where it has several.
func (r *reader) wholeName(i, k int) bool {
	p := &r.tool.Parameters[i]
	for _, name := range append([]string{p.Name, p.Label}, p.Synonyms...) {
		words := nameWords(name)
		if len(words) < 2 {
			continue
		}
		for from := max(0, k-len(words)+1); from <= k; from++ {
			all := true
			for n, w := range words {
				all = all && from+n < len(r.toks) && (r.toks[from+n].Form == w || r.toks[from+n].Stem == w)
			}
			if all {
				return true
			}
		}
	}
	return false
}

// readNumbers claims the numbers of the text, in the parameter's unit.
func (r *reader) readNumbers(i int, d *Domain) {
	for _, q := range r.quantities {
		if q.Spelled && q.High == 1 && r.answer != i && r.cue(i, q.from, q.to) == 0 {
			continue // "one" is a pronoun more often than a number
		}
		x, strength := q.High, bare
		switch {
		case q.Low != q.High: // a range is no number
			continue
		case q.Currency != "" && d.Currency != "" && q.Currency != d.Currency:
			r.claim(i, q.span, strength, true, q.value)
			continue
		case q.Currency != "":
			worth := money(&r.tool.Parameters[i], d)
			if worth == 0 && r.answer != i {
				continue // a price is no number of pieces
			}
			strength += worth
		case q.Unit != "" && d.Unit != "":
			converted, ok := understand.Convert(x, q.Unit, d.Unit)
			if !ok {
				continue
			}
			x, strength = converted, strength+measuring
		case q.Unit != "":
			strength -= bare / 2 // the unit speaks of something else, or of this
		}
		of, err := d.Accept(x)
		if err != nil {
			r.claim(i, q.span, strength-bare/2, true, x)
			continue
		}
		r.claim(i, q.span, strength, false, of)
	}
}

// money says how surely a parameter is an amount of money: by its domain or name.
// An "amount" may be one of anything.
func money(p *Parameter, d *Domain) float64 {
	if d.Currency != "" {
		return measuring
	}
	worth := 0.0
	for _, w := range append(nameWords(p.Name), stemsOf(p.Label)...) {
		switch w {
		case "price", "cost", "budget", "fee", "money", "payment", "balance", "limit":
			return measuring
		case "amount", "value", "threshold":
			worth = measuring / 2
		}
	}
	return worth
}

// readDays claims the dates of the text.
func (r *reader) readDays(i int, d *Domain) {
	for _, day := range r.dates {
		var good []any
		for _, of := range day.days {
			if of, err := d.Accept(of); err == nil {
				good = append(good, of)
			}
		}
		if good == nil {
			r.claim(i, day.span, exactly, true, day.days[0])
			continue
		}
		r.claim(i, day.span, exactly, false, good...)
	}
}

// readTexts claims quotations, passages of the pattern's form, what is called so,
// and what follows the parameter's name; an answer as a whole.
func (r *reader) readTexts(i int, d *Domain) {
	if r.answer == i {
		list := r.domains[i].Kind == List
		if list && len(r.quoted) == 0 {
			r.readPieces(i, d)
			return
		}
		whole := r.wholeAnswer(&r.tool.Parameters[i])
		if list {
			// its items are quoted
		} else if of, err := d.Accept(whole); err == nil {
			r.claim(i, span{0, len(r.toks), whole}, exactly, false, of)
			return
		} else if d.Pattern == "" {
			r.claim(i, span{0, len(r.toks), whole}, 0, true, whole)
		}
	}
	accept := func(s span, strength float64) {
		if of, err := d.Accept(s.value); err == nil {
			r.claim(i, s, strength, false, of)
		} else if d.Pattern != "" {
			r.claim(i, s, strength-byForm, true, s.value)
		}
	}
	if d.Pattern != "" && !strings.HasPrefix(d.Pattern, anywhere) {
		if re, err := regexp.Compile(d.Pattern); err == nil {
			for _, m := range re.FindAllStringIndex(r.raw, -1) {
				if m[0] < m[1] {
					accept(r.span(m[0], m[1]), exactly)
				}
			}
		}
	}
	for _, q := range r.quoted {
		accept(q, byForm+suits(&r.tool.Parameters[i], q.value))
	}
	for _, s := range r.ids {
		accept(s, byForm-bare+suits(&r.tool.Parameters[i], s.value))
	}
	holdsQuotation := func(s span) bool {
		return slices.ContainsFunc(r.quoted, func(q span) bool { return s.from <= q.from && q.to <= s.to })
	}
	if s, ok := r.passage(i); ok && d.Pattern == "" && !holdsQuotation(s) {
		accept(s, 0)
	}
}

// readPieces claims the pieces of an answer between commas and joining words, as the
// items of a list.
func (r *reader) readPieces(i int, d *Domain) {
	from := 0
	for k := 0; k <= len(r.toks); k++ {
		if k < len(r.toks) && r.toks[k].Form != "," && r.toks[k].Form != ";" && r.toks[k].Form != "and" && r.toks[k].Form != "und" {
			continue
		}
		if from < k {
			s := span{from, k, r.between(from, k)}
			if of, err := d.Accept(s.value); err == nil {
				r.claim(i, s, exactly, false, of)
			}
		}
		from = k + 1
	}
}

// wholeAnswer is what an answer in words gives for a text parameter: all of it, or
// what it quotes, or the one name in it where the parameter asks for such a name.
func (r *reader) wholeAnswer(p *Parameter) string {
	if len(r.quoted) == 1 {
		return r.quoted[0].value
	}
	if len(r.ids) == 1 && len(r.toks) > 1 {
		of := r.ids[0].value
		if suits(p, of) > 0 || strings.Contains(of, "@") && !fileName.MatchString(of) || slices.Contains(nameWords(p.Name), "id") {
			return of
		}
	}
	return strings.TrimSpace(r.raw)
}

// fileName is the form of a file's name.
var fileName = regexp.MustCompile(`^[^\s"'|]+\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// fileWords are words in names of parameters that are files or may be.
var fileWords = set("file filename path source destination document folder directory dir name attachment output input")

// suits says how well the form of a passage goes with a text parameter's name: a
// file's name belongs to what is called a file, and a sentence does not.
func suits(p *Parameter, passage string) float64 {
	words := nameWords(p.Name)
	isFile := slices.ContainsFunc(words, func(w string) bool { return fileWords[w] })
	switch named := fileName.MatchString(passage); {
	case named && !isFile:
		return -1
	case named:
		return bare
	case isFile && strings.Contains(passage, " "):
		return -1
	}
	return 0
}

// passage returns what follows a text parameter's name up to the next mark: "message:
// I am late", "name it Paul's list".
func (r *reader) passage(i int) (span, bool) {
	names, before := r.tool.Parameters[i].cues()
	for k := range r.toks {
		j, told := k+1, slices.Contains(before, r.toks[k].Form)
		if !told && !slices.Contains(names, r.toks[k].Stem) {
			continue
		}
		quoting := told && !stopWords[r.toks[k].Form] // "saying", "called", but not "to"
		for j < len(r.toks) && (r.toks[j].Form == "to" || r.toks[j].Form == "is" || r.toks[j].Form == "as" || r.toks[j].Form == ":" || r.toks[j].Form == "=") {
			quoting = quoting || r.toks[j].Form == ":"
			j, told = j+1, true
		}
		end := j
		for end < len(r.toks) && !strings.Contains(",.;!?", r.toks[end].Form) && !(end > j && (r.toks[end].Form == "and" || r.toks[end].Form == "with" || r.toks[end].Form == "to" || r.toks[end].Form == "on" || r.toks[end].Form == "for")) {
			end++
		}
		if told && end > j && (quoting || !stopWords[r.toks[j].Form] && !deeds[r.toks[j].Stem]) {
			return span{j, end, r.between(j, end)}, true
		}
	}
	return span{}, false
}
