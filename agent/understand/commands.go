package understand

import (
	"slices"

	"shopclerk/agent/language"
	"shopclerk/search"
)

// commands finds "start over" and the commands that a single word makes when it
// is all that is said.
func (r *reader) commands() {
	r.settleJustShow()
	content := -1
	for i := range r.segs {
		s := &r.segs[i]
		if s.role == reset {
			r.resetting = true
		}
		if s.mark {
			continue
		}
		if form := r.toks[s.from].Form; r.lang.Alone(form) != none && s.to == s.from+1 && len(s.refs) == 0 && (s.open() || s.role == filler) {
			if content == -1 {
				content = i
				continue
			}
		} else if s.role == filler || s.role == hush {
			continue
		}
		content = -2
	}
	for i := range r.segs { // "keep the price", "same budget": see KeepsBudget
		if s := &r.segs[i]; s.amount == nil && r.lang.Has(r.toks, s.from, language.Money, language.Budget) && r.staysSame(s.from) {
			s.role, s.refs = filler, nil
		}
	}
	if content >= 0 {
		s := &r.segs[content]
		s.role, s.refs = r.lang.Alone(r.toks[s.from].Form), nil
	}
	if r.resetting {
		r.needScope = nil
		r.in.Need = search.Need{}
	}
}

// settleJustShow reads "just show me" as a wish for no questions where it is all that
// is said, and as glue in "just show me headphones".
func (r *reader) settleJustShow() {
	wanted := slices.ContainsFunc(r.segs, func(s segment) bool {
		command := s.to == s.from+1 && r.lang.Alone(r.toks[s.from].Form) != none // "just show me more"
		return command || !s.mark && s.role != filler && s.role != justShow && s.role != hush
	})
	for i := range r.segs {
		switch s := &r.segs[i]; {
		case s.role != justShow:
		case wanted:
			s.role = filler
		default:
			s.role = hush
		}
	}
}

// placeRest settles what is left: commands, what "any colour" takes back, glue,
// and the words that nothing else wanted.
func (r *reader) placeRest() {
	for i := range r.segs {
		s := &r.segs[i]
		if s.as != undecided || s.mark {
			continue
		}
		switch s.role {
		case none:
			if s.as = Moot; !r.leftOut(s) {
				s.as = r.leftOver(i)
			}
		case reset:
			r.add(i, search.Change{Op: search.Reset, Text: r.text(i, i+1)}, orderReset)
		case others:
			r.placeOthers(i)
		case hush:
			r.addOnce(i, search.Change{Op: search.Hush, Text: r.text(i, i+1)}, orderRest+s.from)
		case cheap, cheaper, dearer:
			s.as = Word
		default:
			s.as = Filler
		}
	}
}

// everyday reports whether a segment is made of everyday words.
func (r *reader) everyday(i int) bool {
	s := &r.segs[i]
	for k := s.from; k < s.to; k++ {
		t := &r.toks[k]
		if t.Kind != language.Word || !r.lang.Common[t.Form] && !r.lang.Common[t.Stem] && !r.lang.Generic[t.Form] && !r.lang.Generic[t.Stem] && !r.v.mereTalk(r.lang, t.Form) {
			return false
		}
	}
	return len(s.refs) == 0
}

// measures reports whether a segment begins a word of measure: "biggest".
func (r *reader) measures(i int) bool {
	_, next := r.lang.MeasureAt(r.toks, r.segs[i].from)
	return next > r.segs[i].from
}

// comparative reports whether a segment compares the sizes of things: "larger", "longest".
func (r *reader) comparative(i int) bool {
	m, next := r.lang.MeasureAt(r.toks, r.segs[i].from)
	return next > r.segs[i].from && m.Degree != language.Positive && m.Dimension.Name != "price" && m.Dimension.Name != "rating"
}

// withinMeasure reports whether a segment lies within words of measure: "best rated".
func (r *reader) withinMeasure(i int) bool {
	s := &r.segs[i]
	for k := s.from; k >= 0 && k > s.from-aroundNear; k-- {
		if _, next := r.lang.MeasureAt(r.toks, k); next >= s.to {
			return true
		}
	}
	return false
}

// alone reports whether an everyday word stands right beside segment i and nothing that
// says more: "she turns 30".
func (r *reader) alone(i int) bool {
	everyday := false
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(r.segs) && !r.segs[k].mark && r.segs[k].role == none {
			if !r.everyday(k) {
				return false
			}
			everyday = true
		}
	}
	return everyday
}

// small reports whether a segment is a number of one or two digits that says nothing of
// products by itself: how old somebody is, how many there are.
func (r *reader) small(i int) bool {
	a := r.segs[i].amount
	return a != nil && (a.Bare() || a.Measured && a.Unit.Dimension == "time" && a.Bound == language.Exactly) && a.High < 100 && len(r.segs[i].refs) == 0
}

// beside reports whether a word that says more stands right beside segment i, and makes
// it part of a name: "brother tn-2110", "noise cancelling".
func (r *reader) beside(i int) bool {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < len(r.segs) && !r.segs[k].mark && r.segs[k].role == none && !r.segs[k].negated && !r.everyday(k) && r.segs[k].as != Moot && !r.small(k) {
			return true
		}
	}
	return false
}

// searchable is an English word for a token that the catalogue has in its texts.
func (r *reader) searchable(tok int) (english string, ok bool) {
	r.lang.Senses(r.toks, tok, func(next int, sense language.Sense) {
		for _, e := range sense.English {
			if !ok && next == tok+1 {
				all := true
				for _, t := range language.Tokenize(e) {
					all = all && (r.v.known(t.Form) || r.v.known(t.Stem))
				}
				if all {
					english, ok = e, true
				}
			}
		}
	})
	return english, ok
}

// The order of changes: what clears the table comes first.
const (
	orderReset = iota
	orderScope
	orderRest
)

// placeOthers makes "anything else" skip the products on the page.
func (r *reader) placeOthers(i int) {
	ids := make([]string, 0, len(r.in.Shown))
	for _, p := range r.in.Shown {
		if p.ID != "" {
			ids = append(ids, p.ID)
		}
	}
	if len(ids) == 0 {
		r.segs[i].as = Moot
		return
	}
	slices.Sort(ids)
	r.addOnce(i, search.Change{Op: search.SkipSeen, Text: r.text(i, i+1), Refs: slices.Compact(ids)}, orderRest+len(r.toks))
}

// addOnce starts a change for a segment, unless one like it was said before.
func (r *reader) addOnce(i int, c search.Change, order int) {
	if d := slices.IndexFunc(r.drafts, func(d draft) bool { return d.change.Op == c.Op }); d >= 0 {
		r.place(i, d)
	} else {
		r.add(i, c, order)
	}
}

// pastGlue returns the first segment from i that is more than a filler or a link.
func (r *reader) pastGlue(i int) int {
	for i < len(r.segs) && (r.segs[i].role == filler || r.segs[i].role == link) {
		i++
	}
	return i
}

// elsewhere returns the segment after "to", if segments [from, to) name aspects and it is of
// none of them; else 0.
func (r *reader) elsewhere(from, to int) int {
	var aspects []int32
	for i := from; i < to; i++ {
		for _, m := range r.segs[i].refs {
			if e := &r.v.entries[m.entry]; e.kind == aLabel {
				aspects = append(aspects, e.aspect)
			}
		}
	}
	i := r.pastGlue(to + 1)
	of := func(m ref) bool {
		e := &r.v.entries[m.entry]
		return e.kind != aCategory && slices.Contains(aspects, e.aspect)
	}
	if len(aspects) == 0 || i >= len(r.segs) || len(r.segs[i].refs) == 0 || slices.ContainsFunc(r.segs[i].refs, of) {
		return 0
	}
	return i
}
