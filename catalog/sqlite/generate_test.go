package sqlite

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// The random shops of this package's property tests: few values, so that they
// meet often, spelled in several cases and beyond ASCII, and with what SQL might
// read as its own.

var texts = []string{
	"red", "Red", "RED", "größe", "GRÖẞE", "straße", "STRASSE", "σίσυφος", "ΣΊΣΥΦΟΣ",
	"İstanbul", "istanbul", "5 \u212A", "5 k", "", "100%", "a_b", "a?b", "x' OR 1 --", "nul\x00byte",
}

var numbers = []float64{-20, -1.5, 0, 0.001, 0.5, 1, 2, 2.5, 16, 99.99, 1e6}

// keys are the aspects that a random category may have.
var keys = []string{"colour", "ports", "weight"}

// stock is a random catalogue: categories with aspects, and products.
type stock struct {
	categories []catalog.Category
	products   []catalog.Product // in the order of refs
}

func aStock(t *rapid.T) stock {
	var s stock
	for _, path := range []string{"Home > Lamps", "Home", "Garden"}[:rapid.IntRange(1, 3).Draw(t, "categories")] {
		c := catalog.Category{Path: path, Name: path, Size: rapid.IntRange(0, 8).Draw(t, "size")}
		for _, key := range keys {
			if rapid.IntRange(0, 3).Draw(t, "lacks "+key) == 0 {
				continue
			}
			a := catalog.Aspect{Key: key, In: []string{path}, Label: key, Coverage: 0.5, Distinct: 3, Entropy: 1.25, Answerable: 0.75, Askable: true, Kind: catalog.Multi}
			if key == "weight" {
				a.Kind, a.Unit, a.Askable, a.Why = catalog.Numeric, "kg", false, "too fine"
			}
			c.Aspects = append(c.Aspects, a)
		}
		s.categories = append(s.categories, c)
		for range c.Size {
			s.products = append(s.products, aProduct(t, &c, len(s.products)+1))
		}
	}
	return s
}

func aProduct(t *rapid.T, c *catalog.Category, n int) catalog.Product {
	p := catalog.Product{
		Ref: catalog.Ref(n), ID: fmt.Sprintf("p%d'%s", n, textValue().Draw(t, "id")), Category: c.Path,
		Title: rapid.String().Draw(t, "title"), Description: textValue().Draw(t, "description"), Brand: textValue().Draw(t, "brand"),
		Rating: rapid.Float64Range(0, 5).Draw(t, "rating"), Ratings: rapid.IntRange(0, 9).Draw(t, "ratings"),
		Stock: rapid.IntRange(-1, 3).Draw(t, "stock"), Image: "i", Link: "l",
	}
	if rapid.Bool().Draw(t, "priced") {
		p.Price = catalog.Price{Minor: rapid.Int64Range(0, 1<<40).Draw(t, "price"), Currency: "EUR"}
	}
	for i := range rapid.SampledFrom([]int{0, 0, 2, 3}).Draw(t, "variants") {
		p.Variants = append(p.Variants, catalog.Variant{
			ID: fmt.Sprintf("v%d-%d", n, i), Price: p.Price, Stock: i - 1, Image: "vi", Link: "vl",
			Options: []catalog.Option{{Name: "colour", Value: textValue().Draw(t, "colour")}, {Name: "size", Value: fmt.Sprint(i)}},
		})
	}
	for _, a := range c.Aspects {
		var values []catalog.Value
		most := 3
		if a.Kind == catalog.Numeric {
			most = 2
		}
		for range rapid.IntRange(0, most).Draw(t, "values") {
			if a.Kind == catalog.Numeric {
				f := rapid.SampledFrom(numbers).Draw(t, "number")
				values = append(values, catalog.Value{Text: catalog.FormatNumber(f), Number: f})
			} else {
				values = append(values, catalog.Value{Text: textValue().Draw(t, "text")})
			}
		}
		if len(values) > 0 {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: a.Key, Values: canonical(values)})
		}
	}
	return p
}

// canonical is the order in which the store returns values, each once.
func canonical(values []catalog.Value) []catalog.Value {
	slices.SortFunc(values, func(a, b catalog.Value) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Text, b.Text))
	})
	return slices.Compact(values)
}

func textValue() *rapid.Generator[string] { return rapid.SampledFrom(texts) }

// fataler is what testing.T and rapid.T share.
type fataler interface {
	Helper()
	Fatal(...any)
}

// create begins a catalogue at path.
func create(t fataler, path string) *Writer {
	t.Helper()
	w, err := Create(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// write publishes a catalogue at path.
func write(t fataler, path, version string, s stock) {
	t.Helper()
	ctx := context.Background()
	w := create(t, path)
	for _, c := range s.categories {
		if err := w.AddCategory(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range s.products {
		ref, err := w.Add(ctx, &s.products[i])
		if err != nil {
			t.Fatal(err)
		}
		if ref != s.products[i].Ref {
			t.Fatal("product", s.products[i].Ref, "was given ref", ref)
		}
	}
	if err := w.Publish(ctx, version); err != nil {
		t.Fatal(err)
	}
}

// open opens the catalogue at path; the caller closes it.
func open(t fataler, path string) *Store {
	t.Helper()
	s, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shop publishes and opens a small fixed catalogue.
func shop(t *testing.T) *Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "catalog.db")
	write(t, path, "v1", lamps())
	s := open(t, path)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// lamps is the small fixed catalogue.
func lamps() stock {
	colour := catalog.Aspect{Key: "colour", Label: "Colour", Kind: catalog.Multi, Coverage: 1, Askable: true}
	power := catalog.Aspect{Key: "power", Label: "Power", Kind: catalog.Numeric, Unit: "W", Coverage: 1, Askable: true}
	lamp := func(n int, category, id, shade string, watts ...float64) catalog.Product {
		p := catalog.Product{Ref: catalog.Ref(n), ID: id, Category: category, Title: shade + " lamp", Stock: -1}
		p.Attributes = append(p.Attributes, catalog.Attribute{Key: "colour", Values: []catalog.Value{{Text: shade}}})
		var values []catalog.Value
		for _, w := range watts {
			values = append(values, catalog.Value{Text: catalog.FormatNumber(w), Number: w})
		}
		if values != nil {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: "power", Values: values})
		}
		return p
	}
	return stock{
		categories: []catalog.Category{
			{Path: "Home > Floor lamps", Name: "Floor lamps", Size: 3, Aspects: []catalog.Aspect{colour, power}},
			{Path: "Home > Table lamps", Name: "Table lamps", Size: 2, Aspects: []catalog.Aspect{colour, power}},
		},
		products: []catalog.Product{
			lamp(1, "Home > Floor lamps", "f1", "Red", 40),
			lamp(2, "Home > Floor lamps", "f2", "Black", 5, 60), // dimmable from 5 to 60
			lamp(3, "Home > Floor lamps", "f3", "black"),        // power unknown
			lamp(4, "Home > Table lamps", "t1", "Black", 12),
			lamp(5, "Home > Table lamps", "t2", "Grün", 60),
		},
	}
}
