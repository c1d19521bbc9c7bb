package understand

import (
	"cmp"
	"math"
	"slices"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

const (
	// cheapShare is the share of the scope's products, cheapest first, that
	// "cheap" means.
	cheapShare = 1.0 / 3
	// cheaperShare is what "cheaper" leaves of a standing price limit when no
	// prices are shown.
	cheaperShare = 0.8
)

// placeComparisons reads "cheap", "cheaper" and "more expensive", and "in stock".
//
// "Cheaper" means less than the median of the prices on the page, the lower one
// of two: a limit at the cheapest would often leave nothing, one at the dearest
// would change little. With one product shown it is cheaper than that one.
// Without prices on the page it lowers a standing limit, or else means cheap.
// Where no price is known the words go to retrieval.
func (r *reader) placeComparisons() {
	r.placeMoreRoom()
	for i := range r.segs {
		s := &r.segs[i]
		if s.as != undecided {
			continue
		}
		if r.in.Sorting && (s.role == cheap || s.role == cheaper || s.role == dearer) {
			s.as = Moot // it is the order's
			continue
		}
		switch s.role {
		case cheap:
			r.placeCheap(i)
		case cheaper:
			r.placeCheaper(i)
		case language.Stocked:
			r.placeStocked(i)
		case dearer:
			if median, ok := r.median(); ok {
				r.add(i, search.Change{
					Op: search.AddLimit, Text: r.in.Language.T("amount.over", "Low", priceText(r.in.Language, median, r.in.Currency)),
					Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtLeast(median)},
				}, orderRest+s.from)
			}
		}
	}
}

// placeMoreRoom raises the budget that stands by a clause that allows more and says no sum: "it
// can cost a bit more" takes back what "cheaper" would have left out.
func (r *reader) placeMoreRoom() {
	standing := r.mostSpent()
	not := func(t language.Token) bool { return language.ErrandWords().Nots.Is(t.Form) }
	if standing == nil || slices.ContainsFunc(r.toks, not) || slices.ContainsFunc(r.segs, func(s segment) bool { return s.amount != nil || s.role == negate || s.role == dearer }) {
		return
	}
	more, pays := -1, false
	for i := range r.segs {
		if s := &r.segs[i]; s.as == undecided && r.says(i, language.Raise) {
			more = i
		}
		pays = pays || r.says(i, language.Money, language.Budget)
	}
	if more < 0 || !pays {
		return
	}
	for i := range r.segs {
		if s := &r.segs[i]; s.as == undecided && r.says(i, language.Money, language.Budget) {
			s.as = Moot
		}
	}
	most := math.Round(*standing / cheaperShare)
	r.add(more, search.Change{
		Op: search.AddLimit, Text: r.in.Language.T("amount.up-to", "High", priceText(r.in.Language, most, r.in.Currency)),
		Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtMost(most)},
	}, orderRest+r.segs[more].from)
}

// placeCheap wishes for the scope's cheapest products, or for the others where cheap is what
// is not wanted.
func (r *reader) placeCheap(i int) {
	most, ok := r.cheapest(cheapShare)
	if !ok {
		return
	}
	from, wanted := i, catalog.AtMost(most)
	for k := i - 1; k >= 0 && from == i; k-- {
		switch r.segs[k].role {
		case filler:
			continue
		case negate, exclude:
			from, wanted = k, catalog.AtLeast(most)
		}
		break
	}
	r.add(i, search.Change{Op: search.AddWish, Text: r.text(from, i+1), Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: wanted}}, orderRest+r.segs[i].from)
}

// placeStocked limits to what is in stock, where the shop has what is not.
func (r *reader) placeStocked(i int) {
	if r.segs[i].as = Filler; !r.v.sellsOut || i > 0 && (r.segs[i-1].role == negate || r.segs[i-1].role == exclude) {
		return
	}
	r.add(i, search.Change{Op: search.AddLimit, Text: r.in.Language.T("facets.in-stock"), Condition: &catalog.Condition{Key: catalog.KeyStock, Values: []string{"yes"}}}, orderRest+r.segs[i].from)
}

func (r *reader) placeCheaper(i int) {
	for d := range r.drafts {
		if c := r.drafts[d].change.Condition; c != nil && c.Key == catalog.KeyPrice && c.Range != nil {
			r.segs[i].as = Moot // "still too pricey, say 65"
			return
		}
	}
	limit, ok := r.median()
	if !ok {
		for _, l := range r.in.Need.Limits {
			if l.Condition.Key == catalog.KeyPrice && l.Condition.Range != nil && l.Condition.Range.High != nil && !l.Not {
				limit, ok = math.Round(*l.Condition.Range.High*cheaperShare*100)/100, true
			}
		}
	}
	if !ok {
		r.placeCheap(i)
		return
	}
	r.add(i, search.Change{
		Op: search.AddLimit, Text: r.in.Language.T("amount.under", "High", priceText(r.in.Language, limit, r.in.Currency)),
		Condition: &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.Between(math.Inf(-1), limit)},
	}, orderRest+r.segs[i].from)
}

// median returns the lower median of the known prices on the page.
func (r *reader) median() (float64, bool) {
	var prices []float64
	for _, p := range r.in.Shown {
		if p.Price.Known() {
			prices = append(prices, p.Price.Major())
		}
	}
	if len(prices) == 0 {
		return 0, false
	}
	slices.Sort(prices)
	return prices[(len(prices)-1)/2], true
}

// cheapest returns the price that a share of the scope's products do not exceed.
// It has no answer for the whole shop, where cheap means something else in every
// category.
func (r *reader) cheapest(share float64) (float64, bool) {
	if r.scope == nil {
		return 0, false
	}
	type priced struct {
		price float64
		count int
	}
	var all []priced
	total := 0
	for _, in := range r.price() {
		for k, f := range in.numbers {
			all = append(all, priced{f, in.counts[k]})
			total += in.counts[k]
		}
	}
	slices.SortFunc(all, func(a, b priced) int { return cmp.Compare(a.price, b.price) })
	seen := 0
	for _, p := range all {
		seen += p.count
		if float64(seen) >= share*float64(total) {
			return p.price, true
		}
	}
	return 0, false
}
