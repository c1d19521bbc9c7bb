package catalog_test

import (
	"slices"

	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// The random shops of this package's property tests: few values, so that they
// meet often, spelled in several cases and beyond ASCII.

var texts = []string{
	"red", "Red", "RED", "dark red", "größe", "GRÖẞE", "Größe", "straße", "STRASSE",
	"σίσυφος", "ΣΊΣΥΦΟΣ", "istanbul", "İstanbul", "5 \u212A", "5 k", "", "100%", "a_b", "x' OR 1",
}

var numbers = []float64{-20, -1.5, 0, 0.001, 0.5, 1, 2, 2.5, 3, 10, 16, 99.99, 1e6}

func textValue() *rapid.Generator[string] { return rapid.SampledFrom(texts) }

// anAspect draws an aspect of the key.
func anAspect(key string) *rapid.Generator[catalog.Aspect] {
	return rapid.Custom(func(t *rapid.T) catalog.Aspect {
		a := catalog.Aspect{Key: key, Label: key, Askable: rapid.Bool().Draw(t, "askable")}
		a.Kind = rapid.SampledFrom([]catalog.Kind{catalog.Single, catalog.Multi, catalog.Numeric}).Draw(t, "kind")
		if a.Kind == catalog.Numeric {
			a.Unit = rapid.SampledFrom([]string{"cm", "kg"}).Draw(t, "unit")
		}
		return a
	})
}

// someValues draws a product's values of an aspect, none for one product in three.
func someValues(kind catalog.Kind) *rapid.Generator[[]catalog.Value] {
	return rapid.Custom(func(t *rapid.T) []catalog.Value {
		if rapid.IntRange(0, 2).Draw(t, "has none") == 0 {
			return nil
		}
		most := 1
		switch kind {
		case catalog.Multi:
			most = 4
		case catalog.Numeric:
			most = 2
		}
		var out []catalog.Value
		for range rapid.IntRange(1, most).Draw(t, "values") {
			if kind == catalog.Numeric {
				n := rapid.SampledFrom(numbers).Draw(t, "number")
				out = append(out, catalog.Value{Text: catalog.FormatNumber(n), Number: n})
			} else {
				out = append(out, catalog.Value{Text: textValue().Draw(t, "text")})
			}
		}
		if kind == catalog.Numeric { // a range goes from low to high
			slices.SortFunc(out, func(a, b catalog.Value) int { return int(a.Number*1000) - int(b.Number*1000) })
		}
		return out
	})
}

// aCondition draws a test of an aspect: any-of or a range.
func aCondition(key string, kind catalog.Kind) *rapid.Generator[catalog.Condition] {
	return rapid.Custom(func(t *rapid.T) catalog.Condition {
		c := catalog.Condition{Key: key}
		if kind != catalog.Numeric {
			c.Values = rapid.SliceOfN(textValue(), 0, 3).Draw(t, "any of")
			return c
		}
		c.Range = &catalog.Range{Closed: rapid.Bool().Draw(t, "closed")}
		if rapid.Bool().Draw(t, "has low") {
			n := rapid.SampledFrom(numbers).Draw(t, "low")
			c.Range.Low = &n
		}
		if rapid.Bool().Draw(t, "has high") {
			n := rapid.SampledFrom(numbers).Draw(t, "high")
			c.Range.High = &n
		}
		return c
	})
}

// aShelf draws a category's shelf with the products it was built from: refs from
// first on, with gaps, as a search over a part of the category leaves them.
func aShelf(name string, first catalog.Ref, keys ...string) *rapid.Generator[stocked] {
	return rapid.Custom(func(t *rapid.T) stocked {
		s := stocked{Shelf: &catalog.Shelf{Name: name}}
		rows := rapid.IntRange(0, 12).Draw(t, "rows")
		ref := first
		for range rows {
			s.products = append(s.products, catalog.Product{Ref: ref, Category: name})
			s.Refs = append(s.Refs, ref)
			ref += catalog.Ref(rapid.IntRange(1, 3).Draw(t, "gap"))
		}
		slices.Sort(keys)
		for _, key := range keys {
			a := anAspect(key).Draw(t, key)
			cells := make([][]catalog.Value, rows)
			for i := range cells {
				cells[i] = someValues(a.Kind).Draw(t, "values")
				if cells[i] != nil {
					p := &s.products[i]
					p.Attributes = append(p.Attributes, catalog.Attribute{Key: key, Values: cells[i]})
				}
			}
			s.Columns = append(s.Columns, catalog.NewColumn(a, cells))
		}
		return s
	})
}

// stocked is a shelf beside the products on it.
type stocked struct {
	*catalog.Shelf
	products []catalog.Product
}
