package tools

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/language"
)

// readTexts claims quotations, passages of the pattern's form, what is called so,
// and what follows the parameter's name; an answer as a whole.
func (r *reader) readTexts(i int, d *Domain) {
	if r.answer == i {
		list := r.domains[i].Kind == List
		if list && len(r.quoted) == 0 {
			r.readPieces(i, d)
			return
		}
		whole := r.wholeAnswer(i)
		if list {
			// its items are quoted
		} else if of, err := d.Accept(whole); err == nil {
			r.claim(i, span{0, len(r.toks), whole}, exactly, false, of)
			return
		} else if d.Pattern == "" {
			r.claim(i, span{0, len(r.toks), whole}, 0, true, whole)
		}
	}
	p := &r.tool.Parameters[i]
	accept := func(s span, strength float64) {
		fit, cue := suits(p, s.value), r.cue(i, s.from, s.to)
		if strength += fit; fit < 0 && cue < inFull {
			return
		}
		if !p.Required && r.answer != i && cue == 0 && fit <= 0 && !r.namely(s.from) && (d.Pattern == "" || strings.HasPrefix(d.Pattern, Anywhere)) {
			return // what the call can do without is said by its name
		}
		value := s.value
		if marks := marked(p); len(marks) == 1 && !strings.HasPrefix(value, marks[0]) && !strings.Contains(value, " ") {
			value = marks[0] + value
		}
		if of, err := d.Accept(value); err == nil {
			r.claim(i, s, strength, false, of)
		} else if d.Pattern != "" {
			r.claim(i, s, strength-byForm, true, s.value)
		}
	}
	if d.Pattern != "" && !strings.HasPrefix(d.Pattern, Anywhere) {
		if re, err := regexp.Compile(d.Pattern); err == nil {
			for _, m := range re.FindAllStringIndex(r.raw, -1) {
				if m[0] < m[1] {
					accept(r.span(m[0], m[1]), exactly)
				}
			}
		}
	}
	for _, q := range r.quoted {
		accept(q, byForm)
	}
	for _, s := range r.ids {
		accept(s, byForm-bare)
	}
	r.readKnown(i, d)
	for _, mark := range marked(p) {
		for k := 0; k+1 < len(r.toks); k++ {
			if r.toks[k].Form == mark && r.toks[k+1].Glued && !r.isQuoted(r.toks[k]) {
				r.claim(i, span{k, k + 2, r.between(k, k+2)}, exactly, false, r.between(k, k+2))
			}
		}
	}
	holdsQuotation := func(s span) bool {
		return slices.ContainsFunc(r.quoted, func(q span) bool { return s.from <= q.from && q.to <= s.to })
	}
	if d.Pattern == "" && r.tool.strange() && !slices.ContainsFunc(nameWords(p.Name), func(w string) bool {
		return lists.Numbered[w] || lists.Files[w] || lists.Mail[w] || lists.Times[w] || lists.Freely[w]
	}) {
		for _, s := range r.names {
			if r.cue(i, s.from, s.to) > 0 || p.Required {
				accept(s, bare)
			}
		}
	}
	if s, ok := r.passage(i); ok && d.Pattern == "" && !holdsQuotation(s) {
		accept(s, 0)
	}
}

// readKnown claims the values that a text is known to have, among others.
func (r *reader) readKnown(i int, d *Domain) {
	for _, v := range d.Values {
		for _, name := range r.scene.book().phrases(v) {
			for from := range r.toks {
				next, typos := r.at(from, name)
				if next == from || typos > 0 || r.splitsName(from, next) || len(name) == 1 && len(name[0]) < 2 {
					continue
				}
				if of, err := d.Accept(v.Of); err == nil {
					r.claim(i, span{from, next, r.between(from, next)}, exactly, false, of)
				}
			}
		}
	}
}

// marked are the marks that a parameter's purpose says its values begin with: "Names
// start with @."
func marked(p *Parameter) []string {
	var out []string
	for _, m := range beginning.FindAllStringSubmatch(p.Purpose, -1) {
		out = append(out, m[1])
	}
	return out
}

var beginning = regexp.MustCompile(`(?i)(?:start|starts|begin|begins|starting|beginning|prefixed) with (?:an? |the )?['"]?([#@$])`)

// namely reports whether what begins at token k is said to be a name.
func (r *reader) namely(k int) bool {
	for k--; k >= 0 && r.toks[k].Kind == language.Mark; k-- {
	}
	return k >= 0 && (lists.Namely[r.toks[k].Form] || lists.Specifics[r.toks[k].Form])
}

// readPieces claims the pieces of an answer between commas and joining words, as the
// items of a list.
func (r *reader) readPieces(i int, d *Domain) {
	from := 0
	for k := 0; k <= len(r.toks); k++ {
		if k < len(r.toks) && r.toks[k].Form != "," && r.toks[k].Form != ";" && !lists.And[r.toks[k].Form] {
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

// wholeAnswer is what an answer in words gives for text parameter i: all of it, or what
// it quotes, or the one name in it where the parameter asks for such a name. What only
// carries the value ("I'd like to go to Boston please") is no part of it, unless the
// value is something to be said or written.
func (r *reader) wholeAnswer(i int) string {
	p := &r.tool.Parameters[i]
	if len(r.quoted) == 1 {
		return r.quoted[0].value
	}
	if len(r.ids) == 1 && len(r.toks) > 1 {
		of := r.ids[0].value
		if suits(p, of) > 0 || strings.Contains(of, "@") && !fileName.MatchString(of) || slices.Contains(nameWords(p.Name), "id") {
			return of
		}
	}
	whole := strings.TrimSpace(r.raw)
	if slices.ContainsFunc(nameWords(p.Name), func(w string) bool { return lists.Freely[w] }) {
		return whole
	}
	before := r.cuesOf(i).before
	carries := func(k int) bool {
		tok := &r.toks[k]
		return tok.Kind == language.Mark || lists.Carriers[tok.Form] || k > 0 && (lists.Stop[tok.Form] || lists.Announces[tok.Form] || lists.Namely[tok.Form]) ||
			slices.Contains(before, tok.Form) || k > 0 && k+1 < len(r.toks) && lists.Announces[r.toks[k+1].Form]
	}
	from, to := 0, len(r.toks)
	for from < to && carries(from) {
		from++
	}
	for to > from && (lists.Courteous[r.toks[to-1].Form] || lists.Thanks[r.toks[to-1].Form] || strings.Contains(".,!", r.toks[to-1].Form)) {
		to--
	}
	if from == to || from == 0 && to == len(r.toks) {
		return whole
	}
	return r.between(from, to)
}

var (
	clock  = regexp.MustCompile(`^\d{1,2}:\d{2}`)
	digits = regexp.MustCompile(`^\d+$`)
)

// fileName is the form of a file's name.
var fileName = regexp.MustCompile(`^[^\s"'|]+\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// suits says how well the form of a passage goes with what a text parameter is called: a
// file's name belongs to what is called a file, a sentence to what is written out, and
// neither to the other. Below 0 it does not go.
func suits(p *Parameter, passage string) float64 {
	words := nameWords(p.Name)
	about := append(nameWords(p.said()), words...)
	is := func(of language.Words) bool {
		return slices.ContainsFunc(about, func(w string) bool { return of[w] })
	}
	spaces := strings.Count(passage, " ")
	mail := strings.Contains(passage, "@")
	switch named := !mail && fileName.MatchString(passage); {
	case mail && is(lists.Mail):
		return bare
	case clock.MatchString(passage):
		if is(lists.Times) {
			return bare
		}
		return -1
	case digits.MatchString(passage) && is(lists.Short) && !is(lists.Numbered): // a year, a street's number
		return -1
	case named && !is(lists.Files):
		return -1
	case named:
		return bare
	case is(lists.Freely):
		return 0
	case is(lists.Files) && spaces > 0:
		return -1
	case is(lists.Short) && (spaces > 3 || strings.HasSuffix(passage, ".") && spaces > 0):
		return -1
	}
	return 0
}

// passage returns what follows a text parameter's name up to the next mark: "message:
// I am late", "name it Paul's list".
func (r *reader) passage(i int) (span, bool) {
	names, before := r.cuesOf(i).names, r.cuesOf(i).before
	for k := range r.toks {
		j, told := k+1, slices.Contains(before, r.toks[k].Form)
		if !told && !slices.Contains(names, r.toks[k].Stem) {
			continue
		}
		quoting := told && !lists.Stop[r.toks[k].Form] // "saying", "called", but not "to"
		for j < len(r.toks) && (lists.Announces[r.toks[j].Form] || r.toks[j].Form == ":" || r.toks[j].Form == "=") {
			quoting = quoting || r.toks[j].Form == ":"
			j, told = j+1, true
		}
		end := j
		for end < len(r.toks) && !(end > j && r.inDate(end)) && (!strings.Contains(",.;!?", r.toks[end].Form) || end > j && r.toks[end].Form == "," && r.proper(j) && r.proper(end+1)) && !(end > j && lists.Parts[r.toks[end].Form]) {
			end++
		}
		for end > j+1 && (lists.Trailing[r.toks[end-1].Form] || slices.Contains(r.nouns(i), r.toks[end-1].Stem)) {
			end--
		}
		if told && end > j && !r.deictic(j, end) && (quoting || !lists.Stop[r.toks[j].Form] && !alike.Deeds[language.Root(r.toks[j].Stem)]) {
			return span{j, end, r.between(j, end)}, true
		}
	}
	return span{}, false
}

// inDate reports whether token k belongs to a date.
func (t *text) inDate(k int) bool {
	return slices.ContainsFunc(t.dates, func(d dated) bool { return d.from <= k && k < d.to })
}

// proper reports whether token k begins like a part of a name or an address: "Berkeley",
// "CA", "94710".
func (t *text) proper(k int) bool {
	return k < len(t.toks) && (t.toks[k].Kind == language.Number || unicode.IsUpper([]rune(t.between(k, k+1))[0]))
}

// deictic reports whether tokens [from, to) hold nothing but words that point: "there",
// "take me there" name no place.
func (r *reader) deictic(from, to int) bool {
	for k := from; k < to; k++ {
		if tok := &r.toks[k]; tok.Kind != language.Mark && lists.There[tok.Form] && to-from <= 3 {
			return true
		}
	}
	return false
}
