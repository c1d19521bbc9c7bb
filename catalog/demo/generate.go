package demo

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"shopclerk/catalog"
)

// bodySentences is the largest number of sentences between a description's
// opening and its closing.
const bodySentences = 2

// The shares that shape ratings and stock. They follow what feeds of mid-sized
// shops look like and carry no meaning of their own.
const (
	unratedShare    = 0.06 // products nobody has rated yet
	soldOutShare    = 0.04 // products with stock 0
	closingShare    = 0.5  // descriptions with a closing sentence
	twoBodiesShare  = 0.55 // descriptions with two sentences in the middle
	ratingDeviation = 0.32 // of products around their brand's mean
)

// maxCount bounds the values of one product in one aspect. A sentence that
// lists more than three things does not read like a shop's.
const maxCount = 3

// generator draws the products of one category. Its buffers are reused from
// product to product; the records it returns share no memory with them.
type generator struct {
	category *category
	stream   uint64 // of the seed and the category
	source   rand.PCG
	rand     *rand.Rand
	drawn    [aspectCount]values
	pulls    [aspectCount][]pull // what the values drawn so far ask of the aspects
	weights  []float64
	text     []byte
	model    []byte
}

// values are a product's values of one aspect: indexes into its table, in the
// order drawn.
type values struct {
	table *table
	at    [maxCount]uint8
	n     int
}

func newGenerator(c *category, seed uint64) *generator {
	h := fnv.New64a()
	h.Write([]byte(c.prefix)) // never fails
	g := &generator{category: c, stream: mix(seed ^ mix(h.Sum64()))}
	g.rand = rand.New(&g.source)
	return g
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014): it spreads
// neighbouring numbers over all 64 bits.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// record generates product i, counted from 1.
//
// The values are drawn before the texts, so that a change of wording alone
// leaves every product's values as they are.
func (g *generator) record(i int) catalog.Record {
	g.source.Seed(g.stream, mix(uint64(i)))
	g.drawValues()
	c := g.category
	rec := catalog.Record{
		ID:         g.id(i),
		Category:   c.path,
		Price:      g.price(),
		Attributes: make([]catalog.RawAttribute, 0, len(attributeOrder)),
	}
	rec.Rating, rec.Ratings = g.rating()
	rec.Stock = g.stock()
	if !g.chance(c.missing[brand]) {
		rec.Brand = g.drawn[brand].first().Text
	}
	for _, a := range attributeOrder {
		if !g.chance(c.missing[a]) {
			rec.Attributes = append(rec.Attributes, catalog.RawAttribute{Key: keys[a], Value: g.drawn[a].raw()})
		}
	}
	g.drawModel()
	rec.Title = g.title()
	rec.Description = g.description()
	return rec
}

// id spells the product's id, such as "hp-000123".
func (g *generator) id(i int) string {
	return fmt.Sprintf("%s-%06d", g.category.prefix, i)
}

// drawValues draws the ten aspects in their order.
func (g *generator) drawValues() {
	for a := range g.pulls {
		g.pulls[a] = g.pulls[a][:0]
	}
	for a := brand; a < aspectCount; a++ {
		t := g.category.tables[a]
		if a == series {
			t = g.category.series[g.drawn[brand].at[0]]
		}
		g.drawAspect(a, t)
	}
}

// drawAspect draws one or, where the schema says so, several different values.
func (g *generator) drawAspect(a aspectID, t *table) {
	v := &g.drawn[a]
	v.table, v.n = t, 0
	want := 1
	if t.counts != nil {
		want = 1 + g.pick(t.counts)
	}
	g.weights = append(g.weights[:0], t.weights...)
	for _, p := range g.pulls[a] {
		multiply(g.weights, p.factors)
	}
	for _, k := range t.timid {
		if !preferred(g.pulls[a], k) {
			g.weights[k] = 0
		}
	}
	for range want {
		if sum(g.weights) <= 0 {
			if v.n > 0 {
				return // nothing left that goes with the values drawn
			}
			// Avoidances that together exclude everything cancel out.
			g.weights = append(g.weights[:0], t.weights...)
		}
		k := g.pick(g.weights)
		v.at[v.n] = uint8(k)
		v.n++
		g.weights[k] = 0
		for _, p := range t.pulls[k] {
			if p.aspect == a {
				multiply(g.weights, p.factors)
			} else {
				g.pulls[p.aspect] = append(g.pulls[p.aspect], p)
			}
		}
	}
}

// preferred reports whether any of the pulls favours value k.
func preferred(pulls []pull, k int) bool {
	return slices.ContainsFunc(pulls, func(p pull) bool { return p.factors[k] > 1 })
}

func multiply(weights, factors []float64) {
	for i, f := range factors {
		weights[i] *= f
	}
}

// pick draws an index with probability proportional to its weight. The weights
// must not all be zero.
func (g *generator) pick(weights []float64) int {
	left := g.rand.Float64() * sum(weights)
	last := 0
	for i, w := range weights {
		if w <= 0 {
			continue
		}
		last = i
		if left -= w; left < 0 {
			return i
		}
	}
	return last // rounding used up the weights
}

func (g *generator) chance(p float64) bool { return g.rand.Float64() < p }

func (v *values) first() catalog.Raw { return v.table.raws[v.at[0]] }

// raw spells the values as a feed does: a list when the aspect can have several
// values, a text otherwise.
func (v *values) raw() catalog.Raw {
	if v.table.counts == nil {
		return v.first()
	}
	list := make([]catalog.Raw, v.n)
	for i := range list {
		list[i] = v.table.raws[v.at[i]]
	}
	return catalog.Raw{Kind: catalog.RawList, List: list}
}

// rating draws the mean rating and the number of ratings behind it: few for
// most products, thousands for some.
func (g *generator) rating() (mean float64, count int) {
	if g.chance(unratedShare) {
		return 0, 0
	}
	mean = g.category.ratings[g.drawn[brand].at[0]] + ratingDeviation*g.rand.NormFloat64()
	mean = math.Round(min(max(mean, 1), 5)*10) / 10
	count = 1 + int(math.Exp(min(3.4+1.5*g.rand.NormFloat64(), 9)))
	return mean, count
}

// stock draws the pieces on hand.
func (g *generator) stock() int {
	if g.chance(soldOutShare) {
		return 0
	}
	return 1 + int(math.Exp(min(2.7+g.rand.NormFloat64(), 6.5)))
}
