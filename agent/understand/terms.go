package understand

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"shopclerk/catalog"
)

// Term is one value of a category's aspect and how many of the category's
// products have it: the raw material of a [Vocabulary], which a store may keep.
// For a Numeric aspect the value is a number spelled by
// [catalog.FormatNumber].
type Term struct {
	Category string `json:"category"`
	Key      string `json:"key"`
	Value    string `json:"value"`
	Count    int    `json:"count"`
}

// The limits of what is learned of one aspect of one category. What they leave
// out is not lost: words that the vocabulary does not know go to retrieval, which
// searches every product's whole text.
const (
	// maxValues and minValues bound how many values are kept, the commonest
	// first, so that all aspects together stay at about maxTerms. A shopper names
	// common values; the long tail of part numbers and model names costs memory,
	// about 220 bytes a value, and causes false matches.
	maxValues, minValues = 1000, 50
	maxTerms             = 400_000
	// maxBytes leaves out sentences: nobody types one to name a value.
	maxBytes = 60
	// maxNumbers is the number of quantiles that stand for a Numeric aspect.
	// They only decide which of several aspects an amount is likeliest about.
	maxNumbers = 200
	// nameLike is the share of distinct values from which an aspect is taken
	// for a name or a number of the product itself. Below nameLikeSize values
	// the share says nothing.
	nameLike, nameLikeSize = 0.9, 50
)

// Terms lists what there is to learn of a catalogue, by category, then aspect,
// then commonest value. shelves returns a category's shelf, or nil for one
// without products; it is called once per category, in order, and the shelf is
// not kept.
func Terms(categories []catalog.Category, shelves func(path string) *catalog.Shelf) []Term {
	var terms []Term
	aspects := 1
	for i := range categories {
		aspects += len(categories[i].Aspects)
	}
	limit := max(minValues, min(maxValues, maxTerms/aspects))
	for i := range categories {
		shelf := shelves(categories[i].Path)
		if shelf == nil {
			continue
		}
		for _, c := range shelf.Columns {
			counts := c.Counts()
			t := Term{Category: categories[i].Path, Key: c.Aspect.Key}
			if c.Aspect.Kind == catalog.Numeric {
				terms = appendNumbers(terms, t, c.Values, counts)
			} else {
				terms = appendTexts(terms, t, c.Values, counts, limit)
			}
		}
	}
	return terms
}

func appendTexts(terms []Term, t Term, values []catalog.Value, counts []int, limit int) []Term {
	total := 0
	for _, n := range counts {
		total += n
	}
	if t.Key != catalog.KeyBrand && total >= nameLikeSize && float64(len(values)) > nameLike*float64(total) {
		return terms
	}
	from := len(terms)
	for code, v := range values {
		text := strings.TrimSpace(v.Text)
		if text == "" || len(text) > maxBytes || !utf8.ValidString(text) || counts[code] == 0 {
			continue
		}
		t.Value, t.Count = v.Text, counts[code]
		terms = append(terms, t)
	}
	slices.SortFunc(terms[from:], func(a, b Term) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
	})
	return terms[:min(len(terms), from+limit)]
}

// appendNumbers appends the numbers of an aspect, which ascend; of more than
// maxNumbers it appends quantiles, each with the count of what it stands for.
func appendNumbers(terms []Term, t Term, values []catalog.Value, counts []int) []Term {
	total := 0
	for _, n := range counts {
		total += n
	}
	share := 1
	if len(values) > maxNumbers {
		share = (total + maxNumbers - 1) / maxNumbers
	}
	t.Count = 0
	for code, v := range values {
		if math.IsNaN(v.Number) || math.IsInf(v.Number, 0) {
			continue
		}
		t.Count += counts[code]
		if t.Count > 0 && (t.Count >= share || code == len(values)-1) {
			t.Value = catalog.FormatNumber(v.Number)
			terms = append(terms, t)
			t.Count = 0
		}
	}
	return terms
}
