package tools

import (
	"regexp"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// readTexts claims what an answer gives for text parameter i: all of it, what it quotes, a
// passage of the pattern's form, or for a list its pieces. In an instruction texts are
// found by the tool itself; see [Tool].Find.
func (r *valueReader) readTexts(i int, d *Domain) {
	if r.answer != i {
		return
	}
	if r.domains[i].Kind == List {
		r.readItems(i, d)
		return
	}
	whole, all := r.wholeAnswer(), language.Span{To: len(r.Toks)}
	if slices.ContainsFunc(language.NameWords(r.tool.Parameters[i].Name), func(w string) bool { return lists().Freely[w] }) {
		whole = strings.TrimSpace(r.Raw) // a message is said as it is
	}
	if of, err := d.Accept(whole); err == nil {
		r.claim(i, all, strengthExact, false, of)
		return
	}
	if d.Pattern == "" || strings.HasPrefix(d.Pattern, Anywhere) {
		r.claim(i, all, 0, true, whole)
		return
	}
	if re, err := regexp.Compile(d.Pattern); err == nil {
		for _, m := range re.FindAllStringIndex(r.Raw, -1) {
			s := r.SpanOf(m[0], m[1])
			if of, err := d.Accept(s.Said); err == nil && m[0] < m[1] {
				r.claim(i, s, strengthExact, false, of)
			}
		}
	}
	r.claim(i, all, strengthBare, true, whole)
}

// readItems claims the items of a list: what is quoted, or the pieces between commas and
// joining words.
func (r *valueReader) readItems(i int, d *Domain) {
	pieces := r.Quoted
	if len(pieces) == 0 {
		from := 0
		for k := 0; k <= len(r.Toks); k++ {
			if k < len(r.Toks) && r.Toks[k].Form != "," && r.Toks[k].Form != ";" && !lists().And[r.Toks[k].Form] {
				continue
			}
			if from < k {
				pieces = append(pieces, r.Passage(from, k))
			}
			from = k + 1
		}
	}
	for _, s := range pieces {
		if of, err := d.Accept(s.Said); err == nil {
			r.claim(i, s, strengthExact, false, of)
		}
	}
}

// wholeAnswer is an answer in words without what only carries the value: "my name is Ann
// Lee, thanks". A single quotation is all that it says.
func (r *valueReader) wholeAnswer() string {
	if len(r.Quoted) == 1 {
		return r.Quoted[0].Said
	}
	carries := func(k int) bool {
		tok := &r.Toks[k]
		announced := k > 0 && k+1 < len(r.Toks) && lists().Announces[r.Toks[k+1].Form]
		return tok.Kind == language.Mark || lists().Carriers[tok.Form] || announced ||
			k > 0 && (lists().Stop[tok.Form] || lists().Announces[tok.Form] || lists().Namely[tok.Form])
	}
	from, to := 0, len(r.Toks)
	for from < to && carries(from) {
		from++
	}
	for to > from && (lists().Courteous[r.Toks[to-1].Form] || lists().Thanks[r.Toks[to-1].Form] || slices.Contains([]string{".", ",", "!"}, r.Toks[to-1].Form)) {
		to--
	}
	if from == to || from == 0 && to == len(r.Toks) {
		return strings.TrimSpace(r.Raw)
	}
	return r.Between(from, to)
}
