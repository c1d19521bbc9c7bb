package tools

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"shopclerk/agent/understand"
)

// readListed claims passages that name values of a finite domain: in full, with a
// typing error, by some of their words, or by pointing ("the second one").
func (r *reader) readListed(i int, d *Domain) {
	values := d.list()
	found := false
	longest := map[int]int{} // end of the longest full name that begins at a token
	type hit struct {
		span
		value any
		typo  bool
	}
	var hits []hit
	for _, v := range values {
		for _, name := range v.phrases() {
			for from := range r.toks {
				if next, typos := r.at(from, name); next > from && !r.splitsName(from, next) {
					hits = append(hits, hit{span{from, next, r.between(from, next)}, v.Of, typos > 0})
					longest[from] = max(longest[from], next)
				}
			}
		}
	}
	// of the names that begin at one place the longest is meant, and of equal ones
	// all are
	for from := range r.toks {
		var of []any
		strength := misspelt
		for _, h := range hits {
			if h.from == from && h.to == longest[from] && !slices.Contains(of, h.value) {
				if !h.typo && strength < exactly {
					strength, of = exactly, nil // an exact name leaves the likenesses out
				}
				if !h.typo || strength < exactly {
					of = append(of, h.value)
				}
			}
		}
		if of != nil && len(of) < len(values) || len(values) == 1 && of != nil {
			found = true
			if _, number := of[0].(float64); number {
				strength = bare // a number says nothing of whose it is
			}
			r.claim(i, span{from, longest[from], r.between(from, longest[from])}, strength+0.1*float64(longest[from]-from), false, of...)
		}
	}
	if !found {
		found = r.readParts(i, values)
	}
	if at, of := r.point(values); of != nil {
		found = true
		r.claim(i, at, pointed, false, of)
	}
	if d.Kind == Boolean {
		r.readFlag(i, found)
		return
	}
	// something may be named that is none of the values; where one was found as well,
	// it may yet be another parameter's
	r.readStrange(i, d, values)
}

// phrases are the names of a value as words.
func (v Value) phrases() [][]string {
	var out [][]string
	add := func(s string) {
		w := stemsOf(s)
		if len(w) > 0 {
			out = append(out, w)
		}
		var plain []string // "rearLeft" may be said as it is written
		for _, tok := range understand.Tokens(s) {
			if !tok.Mark {
				plain = append(plain, tok.Stem)
			}
		}
		if len(plain) > 0 && !slices.Equal(plain, w) {
			out = append(out, plain)
		}
	}
	if _, truth := v.Of.(bool); !truth {
		add(spell(v.Of))
	}
	if v.Label != "" {
		add(v.Label)
	}
	for _, n := range v.Names {
		add(n)
	}
	return out
}

// codes is the form of short codes, such as those of airports and shares.
var codes = regexp.MustCompile(`^[A-Z]{2,8}$`)

// readStrange claims what is said where a value would be, and is none: what has the
// form of the values' names, a word after the parameter's own name ("mode turbo"), or
// a choice after a preposition ("convert it to gif"). A word of the tool's own is not
// meant.
func (r *reader) readStrange(i int, d *Domain, values []Value) {
	p := &r.tool.Parameters[i]
	names, _ := p.cues()
	if r.nameable(values) {
		for _, s := range append(slices.Clone(r.quoted), r.ids...) {
			if p.Required || r.cue(i, s.from, s.to) > 0 {
				r.claim(i, s, bare, true, s.value)
			}
		}
	}
	if !r.nameable(values) && d.Kind == Finite {
		for _, s := range r.ids { // "ppt5" where a format is said
			if r.cue(i, s.from, s.to) > 0 || p.Required && s.from > 0 && (r.toks[s.from-1].Form == "to" || r.toks[s.from-1].Form == "as" || r.toks[s.from-1].Form == "into") {
				r.claim(i, s, -bare, true, s.value)
			}
		}
	}
	coded := len(values) > 0 && !slices.ContainsFunc(values, func(v Value) bool { return !codes.MatchString(spell(v.Of)) })
	own := set(strings.Join(stemsOf(r.tool.Name+" "+r.tool.Title+" "+r.tool.Purpose+" "+strings.Join(r.tool.Examples, " ")), " "))
	for k := range r.toks {
		tok := &r.toks[k]
		s := span{k, k + 1, r.between(k, k+1)}
		switch {
		case tok.Mark || r.inName(k) || stopWords[tok.Form] || r.named(s):
			continue
		case coded && codes.MatchString(s.value) && (p.Required || r.cue(i, k, k+1) > 0):
			r.claim(i, s, bare, true, s.value)
			continue
		case r.answer >= 0 || k == 0 || tok.Number || r.nameable(values) || d.Kind != Finite:
			continue
		}
		before := &r.toks[k-1]
		last := k+1 == len(r.toks) || r.toks[k+1].Mark || stopWords[r.toks[k+1].Form] || between[r.toks[k+1].Form]
		switch {
		case before.Form == "namely" || before.Form == "called" || before.Form == "named":
			if p.Required {
				r.claim(i, s, bare/2, true, s.value)
			}
		case own[tok.Stem] || deeds[tok.Stem]:
		case slices.Contains(names, before.Stem) || told[before.Form] && r.cue(i, k, k+1) > 0:
			r.claim(i, s, -bare, true, s.value)
		case p.Required && last && (before.Form == "to" || before.Form == "as" || before.Form == "into"):
			r.claim(i, s, -cued, true, s.value)
		}
	}
}

// told are the words and marks between a parameter's name and its value.
var told = set("to is as : = of")

// inName reports whether a token is inside what names one thing by its form.
func (t *text) inName(k int) bool {
	inside := func(s span) bool { return s.from <= k && k < s.to }
	return slices.ContainsFunc(t.ids, inside) || slices.ContainsFunc(t.quoted, func(s span) bool { return inside(s) && naming.FindString(s.value) == s.value })
}

// named reports whether a word names something of the tool's own parameters.
func (r *reader) named(s span) bool {
	return slices.ContainsFunc(r.tool.Parameters, func(p Parameter) bool {
		names, _ := p.cues()
		return slices.Contains(names, r.toks[s.from].Stem)
	})
}

// nameable reports whether the domain's values are things that have names of their
// own, such as files and orders: what looks like such a name is then meant for it.
func (r *reader) nameable(values []Value) bool {
	return len(values) == 0 || slices.ContainsFunc(values, func(v Value) bool {
		return naming.MatchString(spell(v.Of))
	})
}

// readParts claims the values of which most words are in the text: "the lamp" is
// every lamp. Words that all values have say nothing. It reports whether it found
// any.
func (r *reader) readParts(i int, values []Value) bool {
	in := map[string]int{}
	words := make([][]string, len(values))
	for k, v := range values {
		seen := map[string]bool{}
		for _, phrase := range v.phrases() {
			for _, w := range phrase {
				if !seen[w] && !stopWords[w] && len(w) > 1 {
					seen[w] = true
					in[w]++
					words[k] = append(words[k], w)
				}
			}
		}
	}
	best, from, to := 0.0, 0, 0
	var of []any
	for k, v := range values {
		score, first, last := 0.0, math.MaxInt, 0
		for _, w := range words[k] {
			if in[w] == len(values) && len(values) > 1 {
				continue
			}
			for at := range r.toks {
				if next, typos := r.at(at, []string{w}); next > at && typos == 0 && !r.meansTool(w) && !r.inName(at) {
					score += math.Log(1 + float64(len(values))/float64(in[w]))
					first, last = min(first, at), max(last, next)
					break
				}
			}
		}
		switch {
		case score == 0 || score < best-1e-9:
		case score > best+1e-9:
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
	r.claim(i, span{from, to, r.between(from, to)}, partly, false, of...)
	return true
}

// meansTool reports whether a word says what to do rather than with what.
func (r *reader) meansTool(w string) bool {
	return r.answer < 0 && (slices.Contains(stemsOf(r.tool.Name), w) || slices.Contains(stemsOf(r.tool.Title), w))
}

// negations turn a flag off.
var negations = set("not no without never dont don't disable off exclude excluding except nicht kein keine ohne")

// affirmations and denials answer a question about a flag.
var (
	affirmations = set("yes y yeah yep sure true please ok okay on enable do correct ja klar gerne")
	denials      = set("no n nope nah false off disable dont not nein")
)

// readFlag claims the name of a flag as true, or as false after a negation, and an
// answer's yes and no.
func (r *reader) readFlag(i int, found bool) {
	if r.answer == i && !found {
		for k, tok := range r.toks {
			if no := denials[tok.Form]; no || affirmations[tok.Form] {
				r.claim(i, span{k, k + 1, tok.Form}, exactly, false, !no)
				return
			}
		}
	}
	if found {
		return
	}
	names := r.flagName(&r.tool.Parameters[i])
	if len(names) == 0 {
		return
	}
	for k, tok := range r.toks {
		if tok.Stem != names[0] || r.meansTool(tok.Stem) {
			continue
		}
		off := false
		for b := max(0, k-3); b < k; b++ {
			off = off || negations[r.toks[b].Form]
		}
		j := k + 1
		for j < len(r.toks) && (slices.Contains(names, r.toks[j].Stem) || dullWords[r.toks[j].Form]) {
			j++
		}
		if j < len(r.toks) && (r.toks[j].Form == "off" || r.toks[j].Form == "false" || r.toks[j].Form == "no") {
			off = true
		}
		r.claim(i, span{k, k + 1, r.between(k, k+1)}, misspelt, false, !off)
		return
	}
}

// flagName returns the words of the name of a flag that is in the text: of its name,
// its label or a synonym, every word that says something must be there.
func (r *reader) flagName(p *Parameter) []string {
	for _, name := range append([]string{p.Name, p.Label}, p.Synonyms...) {
		words := slices.DeleteFunc(stemsOf(name), func(w string) bool { return stopWords[w] || dullWords[w] })
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !r.stems[w] }) {
			return words
		}
	}
	return nil
}

// unplaced returns the words that nothing recognised, where they look like the name
// of something: for the clerk to say so.
func (r *reader) unplaced(claims []claim) []string {
	var out []string
	for _, s := range append(slices.Clone(r.quoted), r.ids...) {
		if !slices.ContainsFunc(claims, func(c claim) bool { return c.from < s.to && s.from < c.to }) && !slices.Contains(out, s.value) {
			out = append(out, strings.TrimSpace(s.value))
		}
	}
	return out
}
