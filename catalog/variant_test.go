package catalog_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
)

// lamp comes in two colours, one of them in two heights.
func lamp() catalog.Product {
	form := func(id, colour, height string, minor int64, stock int) catalog.Variant {
		return catalog.Variant{ID: id, Price: catalog.Price{Minor: minor, Currency: "EUR"}, Stock: stock,
			Options: []catalog.Option{{Name: "Colour", Value: colour}, {Name: "Height", Value: height}}}
	}
	text := func(texts ...string) (out []catalog.Value) {
		for _, s := range texts {
			out = append(out, catalog.Value{Text: s})
		}
		return out
	}
	return catalog.Product{
		Ref: 7, ID: "lamp", Title: "Oslo lamp", Price: catalog.Price{Minor: 3900, Currency: "EUR"}, Stock: 4, Image: "lamp.jpg",
		Attributes: []catalog.Attribute{
			{Key: "colour", Values: text("Red", "White")}, {Key: "height", Values: text("40 cm", "60 cm")}, {Key: "material", Values: text("Glass", "Steel")},
			{Key: catalog.KeyPrice, Values: []catalog.Value{{Text: "39", Number: 39}, {Text: "49", Number: 49}}},
		},
		Variants: []catalog.Variant{form("w40", "White", "40 cm", 3900, 4), form("w60", "White", "60 cm", 4900, 0), form("r40", "Red", "40 cm", 3900, -1)},
	}
}

func TestAs(t *testing.T) {
	p := lamp()
	one, ok := p.As("w60")
	if !ok {
		t.Fatal("the lamp has no variant w60")
	}
	if one.Title != "Oslo lamp, White, 60 cm" || one.Base() != p.Title || one.Group != "lamp" || one.Ref != p.Ref || one.Price.Minor != 4900 || one.Stock != 0 || one.Image != "lamp.jpg" || one.Variants != nil {
		t.Errorf("as one of its variants the lamp is %+v", one)
	}
	want := map[string]int{"colour": 1, "height": 1, "material": 2, "price": 1}
	for _, a := range one.Attributes {
		if len(a.Values) != want[a.Key] {
			t.Errorf("its %s is %v", a.Key, a.Values)
		}
	}
	if diff := gocmp.Diff(lamp(), p); diff != "" {
		t.Errorf("the lamp itself has changed:\n%s", diff)
	}
	if _, ok := p.As("lamp"); ok || p.Base() != p.Title {
		t.Error("the lamp is a variant of itself")
	}
}

func TestChoices(t *testing.T) {
	p := lamp()
	want := []catalog.Choice{{Name: "Colour", Values: []string{"White", "Red"}}, {Name: "Height", Values: []string{"40 cm", "60 cm"}}}
	if diff := gocmp.Diff(want, p.Choices()); diff != "" {
		t.Error(diff)
	}
	white, red := catalog.Option{Name: "Colour", Value: "White"}, catalog.Option{Name: "Colour", Value: "Red"}
	tall := catalog.Option{Name: "Height", Value: "60 cm"}
	for _, test := range []struct {
		name    string
		others  []catalog.Option
		of      catalog.Option
		variant string
	}{
		{"sold before sold out", nil, white, "w40"},
		{"as the others say", []catalog.Option{tall}, white, "w60"},
		{"what there is, where the others do not go together", []catalog.Option{tall}, red, "r40"},
		{"its own option says nothing", []catalog.Option{red}, white, "w40"},
	} {
		if v := p.With(test.others, test.of.Name, test.of.Value); v == nil || v.ID != test.variant {
			t.Errorf("%s: %+v, want %s", test.name, v, test.variant)
		}
	}
	if p.With(nil, "Colour", "Blue") != nil {
		t.Error("a variant that is none is found")
	}
	low, high := catalog.PriceSpan(p.Variants)
	if low.Minor != 3900 || high.Minor != 4900 {
		t.Errorf("it costs %v to %v", low, high)
	}
}
