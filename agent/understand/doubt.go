package understand

import (
	"cmp"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/search"
)

// doubt notes what else a value could mean: what nearly as many products have under
// other aspects. The shares are those of the products.
func (r *reader) doubt(i, d int, cands []candidateValue) {
	total := 0
	for _, c := range cands {
		total += c.count
	}
	out := Doubt{Said: r.text(i, i+1), draft: d}
	for k := range cands {
		c := &cands[k]
		if share := float64(c.count) / float64(total); share >= leastDoubt && !c.any {
			text := r.valueText(*c, false)
			out.Readings = append(out.Readings, Meant{Text: text, Share: share, Change: search.Change{
				Op: search.AddWish, Text: text, Condition: &catalog.Condition{Key: r.v.aspects[c.aspect].key, Values: slices.Clone(c.values)},
			}})
		}
	}
	if len(out.Readings) > 1 {
		r.doubts = append(r.doubts, out)
	}
}

// leastDoubt is the share below which a meaning is not worth a word.
const leastDoubt = 0.2

// doubtAim notes what else the clause may be about than the scope that it set.
func (r *reader) doubtAim(aims []aim) {
	d := slices.IndexFunc(r.drafts, func(d draft) bool { return d.change.Op == search.SetScope })
	if d < 0 {
		return
	}
	out := Doubt{Said: strings.Join(r.runs(func(s *segment) bool { return s.as == Placed && s.draft == d }), " "), draft: d}
	if out.Said == "" {
		out.Said = strings.Join(strings.Fields(r.message), " ")
	}
	if first := &aims[0]; first.kind == aimUsed && r.needScope == nil {
		out.Readings = append([]Meant{{Change: r.scopeChange(first.scope), Share: first.share}}, r.likely(aims, first.scope)...)
	} else {
		out.Readings = r.otherwise(aims)
	}
	if len(out.Readings) > 1 {
		out.Readings[0].Text = r.drafts[d].change.Text
		r.doubts = append(r.doubts, out)
	}
}

// otherwise lists what a clause may be about, as what it was taken for, the first of its aims, says.
func (r *reader) otherwise(aims []aim) (out []Meant) {
	for i := range aims {
		a := &aims[i]
		// a part of it can be asked about as any aspect, and to what stood it is one step back
		covered := i > 0 && (some(intersect(aims[0].scope, a.scope)) || some(intersect(r.needScope, a.scope)))
		if a.share < leastDoubt || a.kind == aimStays || a.kind == aimAbsent || covered {
			continue
		}
		c := r.scopeChange(a.scope)
		out = append(out, Meant{Text: c.Text, Change: c, Share: a.share})
	}
	return out
}

const (
	// leastKind is the share of the belief below which a kind of product is not worth offering.
	leastKind = 0.1
	// mostKinds is how many are offered.
	mostKinds = 3
)

// kinds lists the kinds of product that a first clause may be about, where what it tells speaks
// for some and none was plain enough to be taken.
func (r *reader) kinds(aims []aim) []Meant {
	if r.needScope != nil || aims[0].kind != aimStays {
		return nil
	}
	return r.likely(aims, nil)
}

// likely lists the likeliest kinds of product that are no part of those that were taken, where
// what is told speaks for some.
func (r *reader) likely(aims []aim, taken []bool) []Meant {
	var kinds []productKind
	shares, told := map[productKind]float64{}, false
	for i := range aims {
		a := &aims[i]
		if a.kind == aimStays || a.kind == aimAbsent {
			continue
		}
		of := r.v.kinds(a.scope)
		each := a.share / float64(len(of))
		for _, k := range of {
			if shares[k] == 0 {
				kinds = append(kinds, k)
			}
			shares[k] += each
		}
		told = told || a.kind == aimUsed && each >= leastKind
	}
	if !told {
		return nil
	}
	slices.SortStableFunc(kinds, func(a, b productKind) int { return cmp.Compare(shares[b], shares[a]) })
	var out []Meant
	offered := union(taken, make([]bool, len(r.v.categories)))
	for _, k := range kinds {
		if shares[k] < leastKind || len(out) == mostKinds {
			break
		}
		scope := make([]bool, len(offered))
		scope[k.category] = true
		if k.level >= 0 {
			scope = r.v.members(&r.v.entries[k.level])
		}
		if some(intersect(scope, offered)) {
			continue // of shorts and bermudas the likelier is enough
		}
		offered = union(offered, scope)
		ch := r.scopeChange(scope)
		if k.level >= 0 {
			ch.Text = r.v.entries[k.level].text
		}
		out = append(out, Meant{Text: ch.Text, Change: ch, Share: shares[k]})
	}
	return out
}

// The shares of the belief from which a clause that names no kind of product is taken to be about
// one: in the beginning, by what it tells of the need, and otherwise. Below it, what kind is meant
// is asked. At .4 for what words lead to, a brand of several kinds is taken for the commonest.
const (
	plainUse  = 0.25
	plainLead = 0.6
)

// surely puts before an aim that no name speaks for, where it is not plain, what is named and at
// least half as likely, and else what stands.
func (r *reader) surely(aims []aim) []aim {
	first := &aims[0]
	least := plainLead
	if r.needScope == nil && first.kind == aimUsed {
		least = plainUse
	}
	guess := first.kind == aimLed || first.kind == aimUsed || first.kind != aimAbsent && r.needScope != nil
	if guess && first.share < least {
		best := slices.IndexFunc(aims, func(a aim) bool {
			return r.needScope == nil && (a.kind == aimNamed || a.kind == aimSold) && 2*a.share >= first.share
		})
		if best < 0 {
			best = slices.IndexFunc(aims, func(a aim) bool { return a.kind == aimStays })
		}
		kept := aims[best]
		copy(aims[1:best+1], aims[:best])
		aims[0] = kept
	}
	return aims
}
