package understand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// How a shopper stands to what a clause names is told by a model learned of sentences
// (data/reading/CODE/mentions.tsv): the words around it, what grammar makes of a
// negation, and whether it was asked for before.

// stance is how a shopper stands to something that is named.
type stance string

const (
	stanceWanted  stance = "want"  // products shall have it
	stanceAvoided stance = "avoid" // products shall not have it
	stanceDropped stance = "drop"  // it was asked for, and no longer counts
	stanceAside   stance = "aside" // it says nothing of products: what the shopper has already, or why
)

// stood is what was asked for before of what is named.
type stood string

const (
	stoodNot   stood = "none"
	stoodSame  stood = "same"  // just this
	stoodOther stood = "other" // another value of the same aspect
)

const (
	// aroundNear is how many words on either side are told by how far off they are.
	aroundNear = 3
	// aroundFar is how many are told at all.
	aroundFar = 9
)

// stanceFeatures are the features of what tokens [from, to) name.
func (r *reader) stanceFeatures(from, to int, negated bool, before stood) []string {
	out := []string{"stood " + string(before), fmt.Sprintf("negated %v %s", negated, before)}
	add := func(f string) {
		out = append(out, f)
		if before == stoodSame {
			out = append(out, "same "+f)
		}
	}
	if r.toks[from].Kind == language.Number {
		add("number")
	}
	side := func(step, at int, sign string) {
		crossed := ""
		var near []string
		for n := 0; at >= 0 && at < len(r.toks) && n < aroundFar; at += step {
			s := r.symbol(at)
			if r.toks[at].Kind == language.Mark {
				if strings.ContainsAny(s, ".!?;:,–—") {
					crossed = "|"
					if n == 0 {
						add(sign + "mark " + s)
					}
				}
				continue
			}
			n++
			if n <= aroundNear {
				near = append(near, s)
				add(sign + strconv.Itoa(n) + crossed + " " + s)
			}
			out = append(out, sign+crossed+" "+s)
			if root := language.Root(r.toks[at].Form); s == "<w>" || root != s {
				out = append(out, sign+"~ "+root)
			}
		}
		if len(near) == 0 {
			add(sign + "end")
		}
		for n := 2; n <= len(near); n++ {
			add(sign + strings.Join(near[:n], " "))
		}
	}
	side(-1, from-1, "-")
	side(1, to, "+")
	if from > 0 && to < len(r.toks) {
		out = append(out, "about "+r.symbol(from-1)+" "+r.symbol(to))
	}
	for i := max(0, from-aroundFar); i < min(len(r.toks), to+aroundFar); i++ {
		if role := r.stanceRole(i); role != none && (i < from || i >= to) {
			sign := "-"
			if i >= to {
				sign = "+"
			}
			add("role " + sign + strconv.Itoa(int(role)))
		}
	}
	return out
}

// stanceRoles are the roles whose phrases tell how the shopper stands to what is named.
var stanceRoles = language.RolesOf(negate, exclude, or, and, whatever, language.Forget, language.Allow, language.Correct, language.Prefer, language.Possess)

// stanceRole is the role of the phrase that begins at a token, if it tells a stance; each is
// looked up once.
func (r *reader) stanceRole(i int) language.Role {
	if len(r.roles) != len(r.toks) {
		r.roles = make([]language.Role, len(r.toks))
		for k := range r.toks {
			_, r.roles[k] = r.lang.Longest(r.toks, k, stanceRoles)
		}
	}
	return r.roles[i]
}

// symbol is a token as the model of stances sees it: words that are said everywhere as they
// are, numbers and all others as such.
func (r *reader) symbol(i int) string {
	t := &r.toks[i]
	switch {
	case t.Kind == language.Mark:
		return t.Form
	case t.Kind == language.Number:
		return "<n>"
	case r.lang.Knows(t.Form), r.lang.Common[t.Form], r.lang.Said(t.Form) > 0:
		return t.Form
	}
	return "<w>"
}

// stands returns the shares of the stances to what tokens [from, to) name, 0..1; nil where
// the language has no model.
func (r *reader) stands(from, to int, negated bool, before stood) map[stance]float64 {
	m := r.lang.Stances()
	if m == nil {
		return nil
	}
	out := map[stance]float64{}
	for i, share := range m.Predict(r.stanceFeatures(from, to, negated, before)) {
		out[stance(m.Labels[i])] = share
	}
	return out
}

// mostStances bounds the segments that are asked for a stance, from the beginning, and with
// it the work: nobody says more of what they look for.
const mostStances = 80

// The shares from which a stance is taken against what is likeliest of everything that is
// named, that it is wanted: on 2,000 things that messages name, those below were as often
// wrong as right.
const (
	plainlyAvoided = 0.75
	plainlyDropped = 0.55
	plainlyAside   = 0.8
	plainlyWanted  = 0.97 // against what grammar makes of a negation
)

// takeStances marks what is not wanted, takes back what no longer counts, and leaves out
// what says nothing of products.
func (r *reader) takeStances() {
	if r.in.Query {
		return
	}
	for i := range r.segs[:min(len(r.segs), mostStances)] {
		s := &r.segs[i]
		if s.as != undecided || s.settled || s.mark || s.role != none || r.isCategory(i) || s.amount != nil && s.amount.Money || len(s.refs) == 0 && r.everyday(i) {
			continue
		}
		before, told := r.asked(i)
		shares := r.stands(s.from, s.to, s.negated, before)
		switch {
		case s.negated && shares[stanceWanted] >= plainlyWanted && !r.behindNegation(i):
			s.negated = false
		case s.amount != nil && before == stoodSame && !r.lang.Anywhere(r.toks, negate, exclude, whatever, language.Forget):
			s.as = Moot // "so ten, everything else as it was"
		case shares[stanceDropped] >= plainlyDropped && before == stoodSame && !r.lists() && !(s.negated && shares[stanceDropped] < plainlyAside): // and no "not that one"
			r.takeBack(i, told)
		case s.negated && before == stoodSame:
			for _, change := range told { // and the segment says what is not wanted
				r.drafts = append(r.drafts, draft{change: search.Change{Op: search.Drop, Target: change, Text: r.text(i, i+1)}, order: orderRest + s.from})
			}
		case s.amount != nil && s.amount.Bare() && shares[stanceAside] >= plainlyAside:
			s.as = Moot // "my niece turns 18"
		case s.amount != nil:
		case shares[stanceAvoided] >= plainlyAvoided:
			s.negated = true
		case shares[stanceAside]+shares[stanceDropped] >= plainlyAside:
			s.as, s.negated = Moot, false
		}
	}
}

// lists reports whether the clause does no more than name things: "lace, black".
func (r *reader) lists() bool {
	return !slices.ContainsFunc(r.segs, func(s segment) bool {
		return !s.mark && s.amount == nil && len(s.refs) == 0 && s.role != and && s.role != or
	})
}

// behindNegation reports whether nothing but glue and what is denied as well stands between a
// negation and segment i: "keine von Kingston oder Crucial".
func (r *reader) behindNegation(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch s := &r.segs[k]; {
		case s.role == negate || s.role == exclude:
			return true
		case s.role != filler && s.role != link && s.role != or && !s.negated:
			return false
		}
	}
	return false
}

// takeBack drops changes because of what a segment says.
func (r *reader) takeBack(i int, changes []int) {
	for _, change := range changes {
		r.add(i, search.Change{Op: search.Drop, Target: change, Text: r.text(i, i+1)}, orderRest+r.segs[i].from)
	}
}

// asked tells whether what a segment names was asked for before, and by which changes.
func (r *reader) asked(i int) (stood, []int) {
	s, need := &r.segs[i], &r.in.Need
	before := stoodNot
	var same []int
	note := func(is bool, change int) {
		if is {
			before, same = stoodSame, append(same, change)
		} else if before == stoodNot {
			before = stoodOther
		}
	}
	if s.amount != nil {
		for _, l := range need.Limits {
			if rng := l.Condition.Range; rng != nil && !l.Not {
				note(rng.Low != nil && *rng.Low == s.amount.High || rng.High != nil && *rng.High == s.amount.High, l.Change)
			}
		}
		for _, x := range need.Evidence {
			if x.Said && x.Figure != nil && len(x.Answer.Options) == 1 && x.Answer.Options[0].Range != nil {
				low, high := x.Answer.Options[0].Range.Bounds()
				note(low <= s.amount.High && s.amount.High <= high, x.Change)
			}
		}
	}
	for _, m := range s.refs {
		e := &r.v.entries[m.entry]
		if e.kind == aCategory {
			continue
		}
		key := r.v.aspects[e.aspect].key
		has := func(values []string) bool {
			return e.kind == aLabel || slices.ContainsFunc(e.values(), func(v string) bool { return slices.Contains(values, v) })
		}
		for _, l := range need.Limits {
			if l.Condition.Key == key && !l.Not {
				note(has(l.Condition.Values), l.Change)
			}
		}
		for _, x := range need.Evidence {
			if x.Answer.Key == key && x.Said && len(x.Answer.Options) > 0 {
				note(has(x.Answer.Options[0].Values), x.Change)
			}
		}
	}
	said := language.Key(r.toks[s.from:s.to])
	for _, w := range need.Words {
		if words := " " + language.Key(language.Tokenize(w.Text)) + " "; strings.Contains(words, " "+said+" ") {
			note(true, w.Change)
		}
	}
	slices.Sort(same)
	return before, slices.Compact(same)
}

// MentionExamples reads lines of a stance, a family of lines alike, what was asked for
// before ("none", "same", "other") and a sentence with what is named in braces, divided
// by tabs. An error tells the line.
func MentionExamples(text string, l *language.Language) ([]language.Example, error) {
	var out []language.Example
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("line %d: %d columns, want 4", n+1, len(fields))
		}
		head, rest, ok := strings.Cut(fields[3], "{")
		name, tail, ok2 := strings.Cut(rest, "}")
		if !ok || !ok2 || !slices.Contains([]stance{stanceWanted, stanceAvoided, stanceDropped, stanceAside}, stance(fields[0])) {
			return nil, fmt.Errorf("line %d: %q has no stance to anything in braces", n+1, line)
		}
		r := nameReader(head+name+tail, name, l)
		from, to := r.tokensOf(len(head), len(head)+len(name))
		if from == to {
			return nil, fmt.Errorf("line %d: no word in the braces of %q", n+1, line)
		}
		negated := false
		for i := range r.segs {
			negated = negated || r.segs[i].from <= from && from < r.segs[i].to && r.segs[i].negated
		}
		out = append(out, language.Example{Features: r.stanceFeatures(from, to, negated, stood(fields[2])), Label: fields[0], Family: fields[1]})
		if label := stance(fields[0]); label == stanceWanted || label == stanceAvoided {
			out = append(out, r.thingsWanted(from, to, fields[1])...)
		}
	}
	return out, nil
}

// thingsWanted makes examples of the things that a sentence names beside tokens [from, to),
// whose stance was told: what is looked for is wanted, whatever it shall not have.
func (r *reader) thingsWanted(from, to int, family string) []language.Example {
	var out []language.Example
	for i := 0; i < len(r.toks); i++ {
		n := r.lang.Product(r.toks, i)
		if n == 0 || i < to && from < i+n || r.lang.Knows(r.toks[i].Form) {
			continue
		}
		if i == 0 || !r.ownedToken(i) {
			out = append(out, language.Example{Features: r.stanceFeatures(i, i+n, false, stoodNot), Label: string(stanceWanted), Family: family})
		}
		i += n - 1
	}
	return out
}

// ownedToken reports whether what says that something is the shopper's stands before a token.
func (r *reader) ownedToken(i int) bool {
	for k := max(0, i-aroundNear); k < i; k++ {
		if r.lang.Has(r.toks, k, language.Possess) {
			return true
		}
	}
	return false
}

// plainWeight is what an example counts that was made of a need: there are many, and
// nothing in them is said of what is not wanted.
const plainWeight = 0.3

// WantedExamples makes examples of something wanted of those of the model of acts: what is
// named in a need that negates, forgets and corrects nothing.
func WantedExamples(text string, l *language.Language) []language.Example {
	var out []language.Example
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Split(line, "\t")
		if len(fields) < 3 || fields[0] != "need" {
			continue
		}
		r := nameReader(fields[2], "", l)
		contrary := func(s segment) bool { return s.role == negate || s.role == exclude || s.role == whatever || s.negated }
		if slices.ContainsFunc(r.segs, contrary) || Forgets(fields[2], l) {
			continue
		}
		for i := range r.toks {
			if s := r.symbol(i); s == "<w>" || s == "<n>" {
				out = append(out, language.Example{Features: r.stanceFeatures(i, i+1, false, stoodNot),
					Label: string(stanceWanted), Family: "need " + strconv.Itoa(n), Weight: plainWeight})
			}
		}
	}
	return out
}

// nameReader reads a sentence in a shop of which nothing is known but that it has a value.
func nameReader(sentence, value string, l *language.Language) *reader {
	v := FromTerms(
		[]catalog.Category{{Path: "All", Name: "All", Size: 1, Aspects: []catalog.Aspect{{Key: "value", Kind: catalog.Multi}}}},
		[]Term{{Category: "All", Key: "value", Value: value, Count: 1}}, Synonyms{})
	r := v.newReader(sentence, Context{Tongue: l})
	r.segs = r.segment(func(ref) bool { return true })
	r.negations()
	return r
}

// tokensOf returns the tokens that lie in bytes [start, end) of the message.
func (r *reader) tokensOf(start, end int) (from, to int) {
	for i := range r.toks {
		if r.toks[i].End <= start {
			from, to = i+1, i+1
		} else if r.toks[i].Start < end {
			to = i + 1
		}
	}
	return from, to
}
