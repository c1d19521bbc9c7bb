package catalog_test

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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

// Looking a name up finds what comparing with every value does.
func TestNamesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := aShelf("a", 1, "k").Draw(t, "shelf").Columns[0]
		cond := aCondition("k", c.Aspect.Kind).Draw(t, "condition")
		var want []uint32
		for code := range c.Values {
			if cond.Holds([]catalog.Value{c.Values[code]}) {
				want = append(want, uint32(code))
			}
		}
		if got := c.Find(&cond); !slices.Equal(got, want) {
			t.Fatalf("%+v of %v: %v, want %v", cond, c.Values, got, want)
		}
	})
}

// What is compared with a folded text compares as if it were folded itself.
func TestFoldedOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) string {
			if rapid.Bool().Draw(t, name+" is a value") {
				return textValue().Draw(t, name)
			}
			return rapid.StringOf(rapid.RuneFrom([]rune("aAbBßẞİıΣς5 \xff"))).Draw(t, name) + rapid.SampledFrom([]string{"", "\xff"}).Draw(t, "broken")
		}
		c := catalog.NewColumn(catalog.Aspect{Key: "k"}, [][]catalog.Value{{{Text: draw("a")}}, {{Text: draw("b")}}, {{Text: draw("c")}}})
		for code, v := range c.Values {
			got := c.Find(&catalog.Condition{Key: "k", Values: []string{v.Text}})
			if !slices.Contains(got, uint32(code)) {
				t.Fatalf("%q is not found among %v", v.Text, c.Values)
			}
		}
	})
}

func TestNames(t *testing.T) {
	p := catalog.Product{ID: "cm-001", Title: "Philips SBCMD195/00 microphone, 1.5m, 45x16x10 15s-eq0019na", Variants: []catalog.Variant{{ID: "cm-001-B"}}}
	want := []string{"cm001", "philipssbcmd19500microphone15m45x16x1015seq0019na", "cm001b", "sbcmd19500", "15seq0019na"}
	if got := catalog.Names(&p); !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
	if got := catalog.NameKey("  SBCMD195-00? "); got != "sbcmd19500" {
		t.Errorf("what is typed is compared as %q", got)
	}
}
