package understand

import (
	"cmp"
	"slices"
)

// What kind of product a clause may be about, where none is plain.

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
	offered := make([]bool, len(r.v.categories))
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
