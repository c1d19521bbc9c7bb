package demo

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// defaultSkew is the Zipf exponent of an aspect that sets none: the value of
// rank k is drawn with weight 1/k^skew. At 0.7 the first of twelve values has a
// share of about a fifth, as in the catalogues of small shops; at 1 and above
// the last values all but vanish from a category of a hundred products.
const defaultSkew = 0.7

// pullFactor multiplies the weight of a preferred value. At 8 a preferred value
// of low rank overtakes the commonest one, and the exceptions that real shelves
// have remain; at 3 the shelf looks shuffled.
const pullFactor = 8

// category is a schema made ready for drawing.
type category struct {
	path     string
	prefix   string // of ids
	hints    map[string]discover.Hint
	model    string
	price    priceRule
	missing  [aspectCount]float64
	tables   [aspectCount]*table // series is nil: it depends on the brand
	series   []*table            // by brand
	ratings  []float64           // by brand: the mean rating
	titles   []sentence
	openings []sentence
	bodies   []sentence
	closings []sentence
}

// table holds an aspect's values, in the order of the schema.
type table struct {
	raws    []catalog.Raw
	phrases []string
	weights []float64
	prices  []float64 // factors
	timid   []int     // values that appear only when an earlier one prefers them
	pulls   [][]pull  // by value
	counts  []float64 // shares of products with 1, 2, … values; nil: always one
}

// pull multiplies the weights of a later aspect once its value is drawn.
type pull struct {
	aspect  aspectID
	factors []float64 // by value of that aspect
}

// compile makes a checked schema ready for drawing.
func compile(s *schema) *category {
	c := &category{path: s.Category, prefix: s.ID, model: s.Model, price: s.Price, hints: map[string]discover.Hint{keys[specification]: {Label: s.Measures}}}
	for a, label := range labels {
		c.hints[keys[a]] = discover.Hint{Label: label}
	}
	for a, key := range keys {
		c.missing[a] = s.Missing[key]
	}

	index := map[aspectID]map[string]int{}
	rules := [aspectCount]aspectRule{brand: {Values: s.Brands}}
	for _, b := range s.Brands {
		c.ratings = append(c.ratings, b.Rating)
	}
	for a := series + 1; a < aspectCount; a++ {
		rules[a] = s.Aspects[keys[a]]
	}
	for a := range rules {
		at := map[string]int{}
		for i, v := range rules[a].Values {
			at[v.Value] = i
		}
		index[aspectID(a)] = at
	}
	for a := range rules {
		if a := aspectID(a); a != series {
			c.tables[a] = newTable(rules[a], index)
		}
	}
	for _, b := range s.Brands {
		c.series = append(c.series, newTable(aspectRule{Values: b.Series}, index))
	}

	parse := func(texts []string) []sentence {
		all := make([]sentence, len(texts))
		for i, text := range texts {
			all[i] = newSentence(text)
		}
		return all
	}
	c.titles = parse(s.Titles)
	c.openings = parse(s.Descriptions.Opening)
	c.bodies = parse(s.Descriptions.Body)
	for i := range c.bodies {
		if c.bodies[i].mentions == 0 {
			c.bodies[i].mentions = nothing // so that it is not said twice
		}
	}
	c.closings = parse(s.Descriptions.Closing)
	return c
}

func newTable(rule aspectRule, index map[aspectID]map[string]int) *table {
	skew := defaultSkew
	if rule.Skew != nil {
		skew = *rule.Skew
	}
	t := &table{}
	for i, v := range rule.Values {
		t.raws = append(t.raws, catalog.Text(v.Value))
		t.phrases = append(t.phrases, cmp.Or(v.Phrase, v.Value))
		t.weights = append(t.weights, math.Pow(float64(i+1), -skew))
		t.prices = append(t.prices, cmp.Or(v.Price, 1))
		t.pulls = append(t.pulls, preferenceFactors(v, index))
		if v.OnlyIfPreferred {
			t.timid = append(t.timid, i)
		}
	}
	if len(rule.Count) > 1 {
		t.counts = rule.Count
	}
	if rule.PriceExponent != 0 {
		t.scalePrices(rule)
	}
	return t
}

// preferenceFactors turns a value's preferences into factors, in the order of the aspects.
func preferenceFactors(v valueRule, index map[aspectID]map[string]int) []pull {
	var all []pull
	for a, key := range keys {
		prefers, avoids := v.Prefers[key], v.Avoids[key]
		if len(prefers)+len(avoids) == 0 {
			continue
		}
		at := index[aspectID(a)]
		factors := make([]float64, len(at))
		for i := range factors {
			factors[i] = 1
		}
		for _, name := range prefers {
			factors[at[name]] = pullFactor
		}
		for _, name := range avoids {
			factors[at[name]] = 0
		}
		all = append(all, pull{aspectID(a), factors})
	}
	return all
}

// scalePrices multiplies the price factor of every value by (x/m)^exponent,
// where x is the number the value begins with and m the geometric mean of the
// numbers under the aspect's weights, so that the typical price stays typical.
func (t *table) scalePrices(rule aspectRule) {
	numbers := make([]float64, len(rule.Values))
	mean := 0.0
	for i, v := range rule.Values {
		numbers[i], _ = leadingNumber(v.Value)
		mean += t.weights[i] * math.Log(numbers[i])
	}
	mean = math.Exp(mean / sum(t.weights))
	for i := range numbers {
		t.prices[i] *= math.Pow(numbers[i]/mean, rule.PriceExponent)
	}
}

// leadingNumber reads the number a value begins with: 1.5 of "1.5 l", 135 of
// "135 × 200 cm".
func leadingNumber(s string) (float64, bool) {
	end := strings.IndexFunc(s, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(s)
	}
	n, err := strconv.ParseFloat(s[:end], 64)
	return n, err == nil
}

func sum(xs []float64) float64 {
	total := 0.0
	for _, x := range xs {
		total += x
	}
	return total
}
