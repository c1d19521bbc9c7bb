package tools

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/agent/clarify"
	"shopclerk/agent/language"
)

// fold applies what was observed, in its order, and returns the readings that are
// left, likeliest first.
func fold(all []*reading, task *Task) []*reading {
	heard := map[string]any{}
	for _, r := range all {
		r.heard = heard
	}
	settle := func() {
		for _, r := range all {
			r.resolve()
		}
		rank(all)
	}
	settle()
	for _, o := range task.Log {
		switch {
		case o.Failure != nil:
			for _, r := range all {
				r.fail(o.Failure)
			}
		case o.Reply != nil && o.Reply.Aspect == WhichTool:
			all = which(weed(all), o.Reply)
		case o.Reply != nil:
			all = weed(all)
			for _, r := range all {
				r.contradicted = false
				r.reply(o.Reply)
			}
			if slices.ContainsFunc(all, func(r *reading) bool { return !r.contradicted }) { // else all were misread
				all = slices.DeleteFunc(all, func(r *reading) bool { return r.contradicted })
			}
		}
		settle()
	}
	return all
}

// rank orders readings by weight; of equal ones those first with which less is wrong.
func rank(all []*reading) {
	slices.SortStableFunc(all, func(a, b *reading) int {
		if a.weight != b.weight {
			return cmp.Compare(b.weight, a.weight)
		}
		return cmp.Compare(a.troubles(), b.troubles())
	})
}

// which keeps the readings of the tool that a person chose when asked, in words by what it is called.
func which(all []*reading, a *Reply) []*reading {
	chosen := []any{a.Value}
	if a.Value == nil {
		var titles []Value
		for _, r := range all {
			titles = append(titles, r.tool.value())
		}
		chosen = named(titles, language.Take(a.Words), false)
	}
	return slices.DeleteFunc(all, func(r *reading) bool {
		return len(chosen) > 0 && !slices.Contains(chosen, any(r.tool.Name)) || slices.Contains(a.Not, any(r.tool.Name))
	})
}

// weed leaves out the readings with which something is wrong, unless it is the
// likeliest: then that is what a person is asked about.
func weed(all []*reading) []*reading {
	if len(all) == 0 || all[0].troubles() > 0 {
		return all
	}
	return slices.DeleteFunc(all, func(r *reading) bool { return r.troubles() > 0 })
}

// domain is that of parameter i given what is settled before it.
func (r *reading) domain(i int) Domain {
	if d := r.tool.Parameters[i].Domain; d.Present == nil {
		return d
	}
	return r.tool.Parameters[i].Domain.At(r.tool.arguments(r.known(i)))
}

// resolve brings every slot up to date with its domain, in the order of the
// declaration, because a domain may depend on the parameters before it.
func (r *reading) resolve() {
	known := true
	for i := range r.slots {
		p, s := &r.tool.Parameters[i], &r.slots[i]
		if s.pending = !known && p.Domain.Present != nil; !s.pending {
			s.resolve(p, r.domain(i), r.required(i))
		}
		known = known && s.settled()
	}
	if r.tool.Check == nil {
		return
	}
	args := r.tool.arguments(r.known(len(r.slots)))
	for _, o := range r.tool.Check(args) {
		o.Value = cmp.Or(o.Value, args[o.Parameter])
		if p := r.tool.Parameter(o.Parameter); p != nil && o.Label == "" && o.Value != nil {
			o.Label = p.Domain.At(args).text(o.Value)
		}
		r.object(o)
	}
}

// object casts doubt on a parameter, or on the call as a whole.
func (r *reading) object(o Objection) {
	if i := r.tool.at(o.Parameter); i >= 0 {
		r.slots[i].object(o)
	} else {
		r.failed = cmp.Or(o.Reason, string(Failed))
	}
}

// object casts doubt on a slot, and leaves what is possible instead.
func (s *slot) object(o Objection) {
	s.doubt, s.values = &o, s.left(o.Possible)
	if len(o.Possible) == 0 && o.Because != Nothing { // nobody can name what there is not
		s.values = openValues
	}
}

// left are the values that were not ruled out.
func (s *slot) left(values []Value) []Value {
	if len(s.not) == 0 {
		return values
	}
	return slices.DeleteFunc(slices.Clone(values), func(v Value) bool { return s.excludes(v.Of) })
}

func (s *slot) excludes(of any) bool {
	return slices.ContainsFunc(s.not, func(n any) bool { return same(n, of) })
}

// resolve makes the slot hold what is both said and possible now.
func (s *slot) resolve(p *Parameter, d Domain, required bool) {
	if s.doubt != nil || s.from >= originStated && s.isLeftOut() {
		return
	}
	if s.from < originStated || s.listed() == nil {
		s.unsaid(p, d, required)
		return
	}
	var good []Value // what was said, as the domain has it
	var first *Objection
	for _, v := range s.values {
		of, o := d.Accept(v.Of)
		if first = cmp.Or(first, o); o != nil || s.excludes(of) {
			continue
		}
		if listed, ok := find(d.Values, of); ok { // with its name
			v = listed
		}
		v.Of = of
		good = append(good, v)
	}
	switch {
	case len(good) > 0 && s.indifferent:
		s.values = good[:1]
	case len(good) > 0:
		s.values = good
	case first != nil:
		s.object(*first)
	default: // ruled out before
		s.object(Objection{Value: s.values[0].Of, Because: Failed, Possible: d.list()})
	}
}

// required reports whether the call lacks something without parameter i.
func (r *reading) required(i int) bool {
	p := &r.tool.Parameters[i]
	within := func(name string) bool { return strings.HasPrefix(name, p.Within) }
	return p.Required && (p.Within == "" || r.given(within) > 0) || r.tool.Either != nil && slices.Contains(r.either(), p.Name)
}

// either returns the set of [Tool.Either] that lacks least, of equal ones that of which most is given.
func (r *reading) either() []string {
	given := func(set []string) int {
		return r.given(func(name string) bool { return slices.Contains(set, name) })
	}
	return slices.MinFunc(r.tool.Either, func(a, b []string) int {
		return cmp.Or(cmp.Compare(len(a)-given(a), len(b)-given(b)), cmp.Compare(given(b), given(a)))
	})
}

// given counts the parameters of some names that have a value.
func (r *reading) given(among func(name string) bool) (n int) {
	for i := range r.slots {
		if s := &r.slots[i]; s.given() && among(r.tool.Parameters[i].Name) {
			n++
		}
	}
	return n
}

// unsaid fills a slot of which nothing is known.
func (s *slot) unsaid(p *Parameter, d Domain, required bool) {
	if !required && !s.wanted && !s.indifferent {
		s.from, s.values = originDefault, leftOut
		if p.Default != nil {
			if of, err := d.Accept(p.Default); err == nil && !s.excludes(of) {
				s.values = []Value{{Of: of, Implied: p.Implied}}
			}
		}
		return
	}
	s.from, s.values = originNone, s.left(d.list())
	switch n := len(s.values); {
	case n == 1:
		s.from = originSingle
	case n > 1 && s.indifferent:
		s.from, s.values = originAnswered, s.values[:1]
	case n > 1:
	case d.list() != nil || d.isEmpty():
		s.doubt = &Objection{Because: Nothing}
	default:
		s.values = openValues
	}
}

// people is how likely people answer so, whatever is asked about.
var people = clarify.DefaultLikelihood()

// reply applies an answer: it takes possible values away, and gives none back.
func (r *reading) reply(a *Reply) {
	i := r.tool.at(a.Aspect)
	if i < 0 {
		if !r.fill(a) && (a.Value != nil || a.Words != "") { // who means this tool can hardly say
			r.weight *= people.Unlisted
		}
		return
	}
	s, required := &r.slots[i], r.required(i)
	if a.None && required { // who means this tool can say
		r.weight *= people.Indifferent
	}
	switch {
	case a.Anew:
		*s = slot{wanted: true}
	case a.Value != nil:
		if s.from == originStated && s.listed() != nil {
			_, among := find(s.values, a.Value)
			r.contradicted = r.contradicted || !among
		}
		if _, o := r.domain(i).Accept(a.Value); o != nil {
			s.doubt = o // what was possible before still is
			return
		}
		s.tell([]Value{{Of: a.Value}})
	case a.None:
		s.doubt = nil
		if required || s.from >= originStated && len(s.listed()) > 1 {
			s.indifferent = true
		} else {
			s.from, s.values = originAnswered, leftOut
		}
	case len(a.Not) > 0:
		s.not = append(s.not, a.Not...)
		left := s.left(s.values)
		s.inner = nil
		r.contradicted = r.contradicted || s.from == originStated && len(left) == 0 && len(s.values) > 0
		s.values = left
	}
	switch {
	case a.Words == "":
	case a.Literal:
		s.tell([]Value{{Of: a.Words}})
	default:
		r.listen(i, a.Words)
	}
}

// fill puts an answer about a field inside an argument, "passengers.0.name", in its place.
func (r *reading) fill(a *Reply) bool {
	for i := range r.slots {
		s, p := &r.slots[i], &r.tool.Parameters[i]
		inside, ok := strings.CutPrefix(a.Aspect, p.Name+".")
		lacks := s.doubt != nil && s.doubt.Because == Lacks
		if !ok || !lacks && (s.doubt != nil || !slices.Contains(s.inner, inside)) {
			continue
		}
		of := a.Value
		switch t := language.Take(language.Head(a.Words)); {
		case of != nil || a.Words == "" || !a.Literal && noValue(a.Words):
		case a.Literal:
			of = a.Words
		case len(t.Quoted) > 1:
			of = quotations(t)
		default:
			of = whole(p, t)
		}
		if of == nil {
			return true
		}
		path, rest := strings.Split(inside, "."), slices.DeleteFunc(slices.Clone(s.inner), func(p string) bool { return p == inside })
		switch {
		case lacks:
			s.tell([]Value{{Of: with(s.doubt.Value, path, of)}})
		case len(rest) == 0:
			s.tell([]Value{{Of: with(s.values[0].Of, path, of)}})
		default:
			s.values, s.inner = []Value{{Of: with(s.values[0].Of, path, of)}}, rest
		}
		return true
	}
	return false
}

// tell settles a slot with what a person said when asked.
func (s *slot) tell(values []Value) {
	s.from, s.values, s.doubt, s.inner = originAnswered, values, nil, nil
}

// fail applies a failure: the value that is at fault is impossible from now on, and the parameter is asked about.
func (r *reading) fail(f *Failure) {
	if f.Call.Tool != r.tool.Name {
		return
	}
	i := r.tool.at(f.Parameter)
	if i < 0 {
		r.object(Objection{Reason: f.Reason})
		return
	}
	s, was, d := &r.slots[i], f.Call.Arguments[f.Parameter], r.tool.Parameters[i].Domain.At(f.Call.Arguments)
	o := Objection{Value: was, Reason: f.Reason, Possible: f.Possible}
	if o.Reason == "" {
		o.Because = Failed
	}
	if o.Possible == nil {
		o.Possible = without(d.list(), was)
	}
	if was != nil {
		o.Label, s.not = d.text(was), append(s.not, was)
	}
	s.object(o)
}
