package understand

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/language"
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
