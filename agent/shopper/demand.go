package shopper

import (
	"math"
	"math/rand/v2"
	"sort"

	"shopclerk/catalog"
)

// Demand is what a population of shoppers is after: a distribution over the
// products of a shop. It differs from what the shop has, so that a desk can tell
// demand from supply: some categories are in vogue, and in each of them one value
// that few products have.
type Demand struct {
	categories []float64 // cumulative weights of the shelves
	rows       [][]float64
	shelves    []*catalog.Shelf
}

// The shape of demand.
const (
	// vogue is how much likelier a product with the value in vogue is sought than
	// another.
	vogue = 5
	// rare bounds the share of products that have that value.
	rareFrom, rareTo = 0.02, 0.10
)

// NewDemand draws the demand for the products of some shelves: the categories'
// popularity follows Zipf's law in an order drawn from rng, and so is the value in
// vogue.
func NewDemand(shelves []*catalog.Shelf, rng *rand.Rand) *Demand {
	d := &Demand{shelves: shelves}
	total := 0.0
	for _, rank := range rng.Perm(len(shelves)) {
		total += 1 / float64(rank+2)
		d.categories = append(d.categories, total)
	}
	for _, s := range shelves {
		d.rows = append(d.rows, cumulativeWeights(s, rng))
	}
	return d
}

// cumulativeWeights sums the rows' weights: better rated products are sought more, as are
// those with the value in vogue.
func cumulativeWeights(s *catalog.Shelf, rng *rand.Rand) []float64 {
	rating := s.Column(catalog.KeyRating)
	in := inVogue(s, rng)
	out := make([]float64, s.Rows())
	total := 0.0
	for i := range out {
		w := 1.0
		if rating != nil {
			if cell := rating.Cell(i); len(cell) > 0 {
				w = math.Exp2(cell[0].Number - 4) // a star more, twice as many shoppers
			}
		}
		if in != nil && in[i] {
			w *= vogue
		}
		total += w
		out[i] = total
	}
	return out
}

// inVogue marks the rows with a rare value of an aspect that can be asked about;
// nil when there is none.
func inVogue(s *catalog.Shelf, rng *rand.Rand) []bool {
	type value struct {
		column *catalog.Column
		code   uint32
	}
	var rare []value
	for _, c := range s.Columns {
		if !c.Aspect.Askable || c.Aspect.Kind == catalog.Numeric || c.Aspect.Key == catalog.KeyBrand {
			continue
		}
		for code, n := range c.Counts() {
			if share := float64(n) / float64(s.Rows()); share >= rareFrom && share <= rareTo {
				rare = append(rare, value{c, uint32(code)})
			}
		}
	}
	if len(rare) == 0 {
		return nil
	}
	v := rare[rng.IntN(len(rare))]
	out := make([]bool, s.Rows())
	for i := range out {
		for _, code := range v.column.Row(i) {
			out[i] = out[i] || code == v.code
		}
	}
	return out
}

// Draw draws a product. There must be one.
func (d *Demand) Draw(rng *rand.Rand) catalog.Ref {
	for {
		c := pick(d.categories, rng)
		if rows := d.rows[c]; len(rows) > 0 {
			return d.shelves[c].Refs[pick(rows, rng)]
		}
	}
}

// pick draws an index by cumulative weights.
func pick(cumulative []float64, rng *rand.Rand) int {
	x := rng.Float64() * cumulative[len(cumulative)-1]
	return min(sort.Search(len(cumulative), func(i int) bool { return cumulative[i] > x }), len(cumulative)-1)
}
