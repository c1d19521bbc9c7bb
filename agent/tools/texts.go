package tools

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// readTexts claims quotations, passages of the pattern's form, what is called so,
// and what follows the parameter's name; an answer as a whole.
func (r *valueReader) readTexts(i int, d *Domain) {
	if r.answer == i {
		list := r.domains[i].Kind == List
		if list && len(r.Quoted) == 0 {
			r.readPieces(i, d)
			return
		}
		whole := r.wholeAnswer(i)
		if list {
			// its items are quoted
		} else if of, err := d.Accept(whole); err == nil {
			r.claim(i, language.Span{To: len(r.Toks)}, strengthExact, false, of)
			return
		} else if d.Pattern == "" {
			r.claim(i, language.Span{To: len(r.Toks)}, 0, true, whole)
		}
	}
	p := &r.tool.Parameters[i]
	_, folders := holds(p)
	accept := func(s language.Span, strength float64) {
		fit, cue := suits(p, s.Said), r.cue(i, s.From, s.To)
		if strength += fit; fit < 0 && cue < bonusFullName || !folders && fit <= 0 && r.called(s, lists().Folders) {
			return
		}
		if !p.Required && r.answer != i && cue == 0 && fit <= 0 && (d.Pattern == "" || strings.HasPrefix(d.Pattern, Anywhere)) {
			return // what the call can do without is said by its name
		}
		value := s.Said
		if marks := marked(p); len(marks) == 1 && !strings.HasPrefix(value, marks[0]) && !strings.Contains(value, " ") {
			value = marks[0] + value
		}
		if of, err := d.Accept(value); err == nil {
			r.claim(i, s, strength, false, of)
		} else if d.Pattern != "" {
			r.claim(i, s, strength-strengthForm, true, s.Said)
		}
	}
	if d.Pattern != "" && !strings.HasPrefix(d.Pattern, Anywhere) {
		if re, err := regexp.Compile(d.Pattern); err == nil {
			for _, m := range re.FindAllStringIndex(r.Raw, -1) {
				if m[0] < m[1] {
					accept(r.SpanOf(m[0], m[1]), strengthExact)
				}
			}
		}
	}
	freely := slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool { return lists().Freely[w] })
	for _, q := range r.Quoted {
		if freely && strings.Contains(q.Said, " ") { // what is written out is a sentence sooner than a word
			accept(q, strengthForm+bonusRequired/2)
		} else {
			accept(q, strengthForm)
		}
	}
	for _, s := range r.IDs {
		if !freely || r.cue(i, s.From, s.To) > 0 {
			accept(s, strengthForm-strengthBare)
		}
	}
	r.readKnown(i, d)
	for _, mark := range marked(p) {
		for k := 0; k+1 < len(r.Toks); k++ {
			if r.Toks[k].Form == mark && r.Toks[k+1].Glued && !r.IsQuoted(r.Toks[k]) {
				end := k + 2
				for end < len(r.Toks) && r.Toks[end].Glued && (r.Toks[end].Form == "_" || r.Toks[end].Kind != language.Mark) {
					end++
				}
				r.claim(i, r.Passage(k, end), strengthExact, false, r.Between(k, end))
			}
		}
	}
	if d.Pattern == "" && r.tool.strange() && !slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool {
		return lists().Numbered[w] || lists().Files[w] || lists().Mail[w] || lists().Times[w] || lists().Freely[w]
	}) {
		for _, s := range r.Names {
			if r.cue(i, s.From, s.To) > 0 || p.Required && r.domains[i].Kind != List {
				accept(s, strengthBare)
			}
		}
	}
	if s, ok := r.passage(i); ok && d.Pattern == "" && !slices.ContainsFunc(r.Quoted, s.Overlaps) && len(marked(p)) == 0 {
		if strings.Contains(s.Said, ",") && r.Proper(s.From) { // a place and where that is
			accept(s, strengthBare+bonusRequired/2)
		} else {
			accept(s, 0)
		}
	}
}

// readKnown claims the values that a text is known to have, among others.
func (r *valueReader) readKnown(i int, d *Domain) {
	for _, v := range d.Values {
		for _, name := range r.scene.book().phrases(v) {
			for from := range r.Toks {
				next, typos := r.PhraseAt(from, name)
				if next == from || typos > 0 || r.SplitsName(from, next) || len(name) == 1 && len(name[0]) < 2 {
					continue
				}
				if of, err := d.Accept(v.Of); err == nil {
					r.claim(i, r.Passage(from, next), strengthExact, false, of)
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

// readPieces claims the pieces of an answer between commas and joining words, as the
// items of a list.
func (r *valueReader) readPieces(i int, d *Domain) {
	from := 0
	for k := 0; k <= len(r.Toks); k++ {
		if k < len(r.Toks) && r.Toks[k].Form != "," && r.Toks[k].Form != ";" && !lists().And[r.Toks[k].Form] {
			continue
		}
		if from < k {
			s := r.Passage(from, k)
			if of, err := d.Accept(s.Said); err == nil {
				r.claim(i, s, strengthExact, false, of)
			}
		}
		from = k + 1
	}
}

// wholeAnswer is what an answer in words gives for text parameter i: all of it, or what
// it quotes, or the one name in it where the parameter asks for such a name. What only
// carries the value ("I'd like to go to Boston please") is no part of it, unless the
// value is something to be said or written.
func (r *valueReader) wholeAnswer(i int) string {
	p := &r.tool.Parameters[i]
	if len(r.Quoted) == 1 {
		return r.Quoted[0].Said
	}
	if len(r.IDs) == 1 && len(r.Toks) > 1 {
		of := r.IDs[0].Said
		if suits(p, of) > 0 || strings.Contains(of, "@") && !fileName.MatchString(of) || slices.Contains(language.NameWords(p.Name), "id") {
			return of
		}
	}
	whole := strings.TrimSpace(r.Raw)
	if slices.ContainsFunc(language.NameWords(p.Name), func(w string) bool { return lists().Freely[w] }) {
		return whole
	}
	before := r.cuesOf(i).before
	carries := func(k int) bool {
		tok := &r.Toks[k]
		return tok.Kind == language.Mark || lists().Carriers[tok.Form] || k > 0 && (lists().Stop[tok.Form] || lists().Announces[tok.Form] || lists().Namely[tok.Form]) ||
			slices.Contains(before, tok.Form) || k > 0 && k+1 < len(r.Toks) && lists().Announces[r.Toks[k+1].Form]
	}
	from, to := 0, len(r.Toks)
	for from < to && carries(from) {
		from++
	}
	for to > from && (lists().Courteous[r.Toks[to-1].Form] || lists().Thanks[r.Toks[to-1].Form] || strings.Contains(".,!", r.Toks[to-1].Form)) {
		to--
	}
	if from == to || from == 0 && to == len(r.Toks) {
		return whole
	}
	return r.Between(from, to)
}

var clock = regexp.MustCompile(`^\d{1,2}:\d{2}`)

// fileName is the form of a file's name.
var fileName = regexp.MustCompile(`^[^\s"'|]+\.[A-Za-z][A-Za-z0-9]{0,4}$`)

// suits says how well the form of a passage goes with what a text parameter is called: a
// file's name belongs to what is called a file, a sentence to what is written out, and
// neither to the other. Below 0 it does not go.
func suits(p *Parameter, passage string) float64 {
	words := language.NameWords(p.Name)
	about := append(language.NameWords(p.said()), words...)
	is := func(of language.Words) bool {
		return slices.ContainsFunc(about, func(w string) bool { return of[w] || of[strings.TrimSuffix(w, "s")] })
	}
	files, folders := holds(p)
	spaces := strings.Count(passage, " ")
	mail := strings.Contains(passage, "@")
	switch named := !mail && fileName.MatchString(passage); {
	case mail && is(lists().Mail):
		return strengthBare
	case clock.MatchString(passage):
		if is(lists().Times) {
			return strengthBare
		}
		return -1
	case named && !files:
		return -1
	case named:
		return strengthBare
	case is(lists().Freely):
		return 0
	case (files || folders) && spaces > 0:
		return -1
	case is(lists().Short) && (spaces > 3 || strings.HasSuffix(passage, ".") && spaces > 0):
		return -1
	}
	return 0
}

// holds says whether a parameter's values may be files, and folders: by what it is called,
// or else by what its purpose speaks of.
func holds(p *Parameter) (files, folders bool) {
	look := func(words []string) {
		for _, w := range words {
			files, folders = files || lists().Files[w], folders || lists().Folders[w]
		}
	}
	names, purpose := append(language.NameWords(p.Name), language.NameWords(p.Label)...), language.NameWords(p.Purpose)
	look(names)
	if !files && !folders && slices.ContainsFunc(names, func(w string) bool { return lists().Places[w] }) {
		if len(purpose) == 0 {
			return true, true
		}
		look(purpose)
	}
	return files, folders
}

// called reports whether the noun beside a passage is one of some words: "the 'temp'
// directory", "a folder named temp".
func (r *valueReader) called(s language.Span, nouns language.Words) bool {
	k := s.To
	for k < len(r.Toks) && r.Toks[k].Kind == language.Mark && r.Toks[k].Glued {
		k++
	}
	if k < len(r.Toks) && nouns[r.Toks[k].Form] {
		return true
	}
	for k = s.From - 1; k >= 0 && (r.Toks[k].Kind == language.Mark && !strings.Contains(".;!?", r.Toks[k].Form) || lists().Specifics[r.Toks[k].Form] || lists().Announces[r.Toks[k].Form]); k-- {
	}
	return k >= 0 && nouns[r.Toks[k].Form]
}

// passage returns what follows a text parameter's name up to the next mark: "message:
// I am late", "name it Paul's list".
func (r *valueReader) passage(i int) (language.Span, bool) {
	names, before := r.cuesOf(i).names, r.cuesOf(i).before
	for k := range r.Toks {
		j, told := k+1, slices.Contains(before, r.Toks[k].Form)
		if !told && !slices.Contains(names, r.Toks[k].Stem) {
			continue
		}
		own := slices.Contains(names, r.Toks[k].Stem)
		quoting := told && !lists().Stop[r.Toks[k].Form]                  // "saying", "called", but not "to"
		told = told && (!own || k > 0 && lists().Means[r.Toks[k-1].Form]) // "with content hello", but not "the content of it"
		quoting = quoting && told && r.domains[i].Kind != List
		for j < len(r.Toks) && (lists().Announces[r.Toks[j].Form] || r.Toks[j].Form == ":" || r.Toks[j].Form == "=") {
			quoting = quoting || r.Toks[j].Form == ":" || own
			j, told = j+1, true
		}
		end := j
		for end < len(r.Toks) && (!strings.Contains(",.;!?", r.Toks[end].Form) || end > j && r.Toks[end].Form == "," && r.Proper(j) && r.Proper(end+1)) && !(end > j && lists().Parts[r.Toks[end].Form]) {
			end++
		}
		deictic := r.deictic(j, end) || end > j && lists().Stop[r.Toks[k].Form] && !r.Proper(j) && slices.Contains(r.nouns(i), "person")
		for end > j+1 && (lists().Trailing[r.Toks[end-1].Form] || slices.Contains(r.nouns(i), r.Toks[end-1].Stem)) {
			end--
		}
		if told && end > j && !deictic && (quoting || !lists().Stop[r.Toks[j].Form] && !alike().Deeds[language.Root(r.Toks[j].Stem)]) {
			return r.Passage(j, end), true
		}
	}
	return language.Span{}, false
}

// deictic reports whether tokens [from, to) hold nothing but words that point: "there",
// "take me there" name no place.
func (r *valueReader) deictic(from, to int) bool {
	for k := from; k < to; k++ {
		if tok := &r.Toks[k]; tok.Kind != language.Mark && lists().There[tok.Form] && to-from <= 3 {
			return true
		}
	}
	return false
}
