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
	cued      = 2.0  // on top: the parameter's name stands beside it
	measuring = 1.5  // on top: in the parameter's unit or currency
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
	if r.cue(i, s.from, s.to) {
		strength += cued
	}
	r.claims = append(r.claims, claim{i, s, values, strength, wrong})
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
	words := append(nameWords(p.Name), stemsOf(p.Label)...)
	for _, s := range p.Synonyms {
		words = append(words, stemsOf(s)...)
	}
	for _, w := range words {
		before = append(before, strings.Fields(prepositions[w])...)
		if stem := stemsOf(w); len(stem) == 1 && !dullWords[w] && !stopWords[w] {
			names = append(names, stem[0])
		}
	}
	return names, before
}

// cue reports whether the parameter's name stands beside tokens [from, to): before
// them with small words between, or right after them.
func (r *reader) cue(i, from, to int) bool {
	names, before := r.tool.Parameters[i].cues()
	k := from - 1
	for k >= 0 && (r.toks[k].Mark && strings.Contains(":='\"“#$€£", r.toks[k].Form)) {
		k--
	}
	if k >= 0 && slices.Contains(before, r.toks[k].Form) {
		return true
	}
	for steps := 0; k >= 0 && steps < 3 && between[r.toks[k].Form]; steps++ {
		k--
		for k >= 0 && r.toks[k].Mark && strings.Contains(":='\"“", r.toks[k].Form) {
			k--
		}
	}
	if k >= 0 && slices.Contains(names, r.toks[k].Stem) {
		return true
	}
	for to < len(r.toks) && r.toks[to].Mark && strings.Contains("-'\"”", r.toks[to].Form) {
		to++
	}
	return to < len(r.toks) && slices.Contains(names, r.toks[to].Stem)
}

// announced returns the span of a single word that stands after the parameter's
// name as its value would: "mode to turbo".
func (r *reader) announced(i int) (span, bool) {
	names, _ := r.tool.Parameters[i].cues()
	for k := range r.toks {
		if !slices.Contains(names, r.toks[k].Stem) {
			continue
		}
		j, told := k+1, false
		for j < len(r.toks) && (r.toks[j].Form == "to" || r.toks[j].Form == "is" || r.toks[j].Form == "as" || r.toks[j].Form == ":" || r.toks[j].Form == "=") {
			j, told = j+1, true
		}
		if told && j < len(r.toks) && !r.toks[j].Mark && !stopWords[r.toks[j].Form] {
			return span{j, j + 1, r.between(j, j+1)}, true
		}
	}
	return span{}, false
}

// readNumbers claims the numbers of the text, in the parameter's unit.
func (r *reader) readNumbers(i int, d *Domain) {
	for _, q := range r.quantities {
		if q.Spelled && q.High == 1 && r.answer != i && !r.cue(i, q.from, q.to) {
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
			if d.Currency != "" || moneyWords(&r.tool.Parameters[i]) {
				strength += measuring
			}
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

// named reports whether a word names something of the tool's own parameters.
func (r *reader) named(s span) bool {
	return slices.ContainsFunc(r.tool.Parameters, func(p Parameter) bool {
		names, _ := p.cues()
		return slices.Contains(names, r.toks[s.from].Stem)
	})
}

// moneyWords reports whether a parameter's name says that it is an amount of money.
func moneyWords(p *Parameter) bool {
	for _, w := range append(nameWords(p.Name), stemsOf(p.Label)...) {
		switch w {
		case "price", "cost", "amount", "budget", "fee", "money", "payment", "balance", "limit":
			return true
		}
	}
	return false
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
		whole := strings.TrimSpace(r.raw)
		if len(r.quoted) == 1 {
			whole = r.quoted[0].value
		} else if d.Pattern == "" && len(r.ids) == 1 && len(r.toks) > 1 && strings.Contains(strings.ToLower(r.tool.Parameters[i].Name), "id") {
			whole = r.ids[0].value
		}
		if of, err := d.Accept(whole); err == nil {
			r.claim(i, span{0, len(r.toks), whole}, bare, false, of)
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
	if s, ok := r.passage(i); ok && d.Pattern == "" {
		accept(s, 0)
	}
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
		if told && end > j && (quoting || !stopWords[r.toks[j].Form]) {
			return span{j, end, r.between(j, end)}, true
		}
	}
	return span{}, false
}
