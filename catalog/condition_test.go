package catalog_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
)

func TestRange(t *testing.T) {
	inf := math.Inf(1)
	for _, tc := range []struct {
		name string
		r    *catalog.Range
		a, b float64
		want bool
	}{
		{"low end belongs to it", catalog.Between(10, 20), 10, 10, true},
		{"high end does not", catalog.Between(10, 20), 20, 20, false},
		{"below", catalog.Between(10, 20), 9.999, 9.999, false},
		{"at most takes its bound", catalog.AtMost(20), 20, 20, true},
		{"at most refuses the next number", catalog.AtMost(20), math.Nextafter(20, inf), inf, false},
		{"at least takes its bound", catalog.AtLeast(20), 20, 20, true},
		{"at least refuses less", catalog.AtLeast(20), 0, 19, false},
		{"interval that spans the range", catalog.Between(10, 20), 0, 100, true},
		{"interval that touches the low end", catalog.Between(10, 20), 0, 10, true},
		{"interval that touches the open high end", catalog.Between(10, 20), 20, 30, false},
		{"open on both sides", catalog.Between(-inf, inf), -5, -5, true},
		{"open on both sides, extreme number", catalog.Between(-inf, inf), math.MaxFloat64, math.MaxFloat64, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.r.Overlaps(tc.a, tc.b); got != tc.want {
				low, high := tc.r.Bounds()
				t.Errorf("[%v, %v) closed %v overlaps [%v, %v]: got %v", low, high, tc.r.Closed, tc.a, tc.b, got)
			}
		})
	}
}

func TestBetweenLeavesInfiniteBoundsOpen(t *testing.T) {
	r := catalog.Between(math.Inf(-1), 5)
	if r.Low != nil || r.High == nil {
		t.Errorf("under 5 is %+v", r)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64().Draw(t, "low"), rapid.Float64().Draw(t, "high")
		if low, high := catalog.Between(a, b).Bounds(); low != a || high != b {
			t.Fatalf("Between(%v, %v) has bounds %v, %v", a, b, low, high)
		}
	})
}

func TestConditionHolds(t *testing.T) {
	text := func(texts ...string) []catalog.Value {
		var out []catalog.Value
		for _, s := range texts {
			out = append(out, catalog.Value{Text: s})
		}
		return out
	}
	number := func(ns ...float64) []catalog.Value {
		var out []catalog.Value
		for _, n := range ns {
			out = append(out, catalog.Value{Text: catalog.FormatNumber(n), Number: n})
		}
		return out
	}
	for _, tc := range []struct {
		name   string
		cond   catalog.Condition
		values []catalog.Value
		want   bool
	}{
		{"any of", catalog.Condition{Values: []string{"red", "blue"}}, text("blue"), true},
		{"none of", catalog.Condition{Values: []string{"red", "blue"}}, text("green"), false},
		{"one of several values is enough", catalog.Condition{Values: []string{"red"}}, text("green", "red"), true},
		{"letter case", catalog.Condition{Values: []string{"RED"}}, text("Red"), true},
		{"letter case beyond ASCII", catalog.Condition{Values: []string{"GRÖẞE"}}, text("größe"), true},
		{"case, not spelling", catalog.Condition{Values: []string{"STRASSE"}}, text("straße"), false},
		{"part of a value is not the value", catalog.Condition{Values: []string{"red"}}, text("dark red"), false},
		{"no value, any-of", catalog.Condition{Values: []string{"red"}}, nil, false},
		{"no value, range", catalog.Condition{Range: catalog.Between(math.Inf(-1), math.Inf(1))}, nil, false},
		{"any of nothing", catalog.Condition{}, text("red"), false},
		{"number in range", catalog.Condition{Range: catalog.Between(1, 3)}, number(2), true},
		{"range reaches into range", catalog.Condition{Range: catalog.Between(5, 9)}, number(1, 5), true},
		{"range around the range", catalog.Condition{Range: catalog.Between(5, 6)}, number(1, 10), true},
		{"range beside the range", catalog.Condition{Range: catalog.Between(5, 6)}, number(6, 10), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.cond.Holds(tc.values); got != tc.want {
				t.Errorf("%+v holds for %v: got %v", tc.cond, tc.values, got)
			}
		})
	}
}

func TestSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := textValue().Draw(t, "a"), textValue().Draw(t, "b")
		if !catalog.Same(a, a) || catalog.Same(a, b) != catalog.Same(b, a) {
			t.Fatalf("Same is not reflexive and symmetric on %q, %q", a, b)
		}
		if catalog.Same(a, b) != (catalog.FoldCase(a) == catalog.FoldCase(b)) {
			t.Fatalf("Same and FoldCase disagree on %q, %q", a, b)
		}
	})
}

func TestFormatNumber(t *testing.T) {
	for _, tc := range []struct {
		number float64
		want   string
	}{
		{40, "40"},
		{12.5, "12.5"},
		{0.1 + 0.2, "0.3"},
		{3.14159, "3.142"},
		{1234567, "1234567"},
		{1e15, "1000000000000000"},
		{-2.5, "-2.5"},
	} {
		if got := catalog.FormatNumber(tc.number); got != tc.want {
			t.Errorf("%v is spelled %q, want %q", tc.number, got, tc.want)
		}
	}
}

func TestKindNames(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range []catalog.Kind{catalog.Single, catalog.Multi, catalog.Numeric, catalog.Flag, 0} {
		if name := k.String(); name == "" || seen[name] {
			t.Errorf("kind %d is called %q", k, name)
		} else {
			seen[name] = true
		}
	}
}

func TestCategoryAspect(t *testing.T) {
	c := catalog.Category{Aspects: []catalog.Aspect{{Key: "brand"}, {Key: "price", Unit: "EUR"}}}
	if a, ok := c.Aspect("price"); !ok || a.Unit != "EUR" {
		t.Errorf("price: got %+v, %v", a, ok)
	}
	if _, ok := c.Aspect("colour"); ok {
		t.Error("found an aspect the category does not have")
	}
}

// Neither the order of the entries, nor saying things twice, nor values that nobody
// has change the column.
func TestPackColumnEqualsNewColumn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anAspect("k").Draw(t, "aspect")
		cells := rapid.SliceOfN(someValues(a.Kind), 0, 12).Draw(t, "cells")
		values := []catalog.Value{{Text: "nobody has it", Number: -7}}
		var entries []catalog.Entry
		for row, cell := range cells {
			for _, v := range cell {
				if !slices.Contains(values, v) {
					values = append(values, v)
				}
				for range rapid.IntRange(1, 2).Draw(t, "times") {
					entries = append(entries, catalog.Entry{Row: uint32(row), Value: uint32(slices.Index(values, v))})
				}
			}
		}
		shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0))
		shuffle.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		if diff := gocmp.Diff(catalog.NewColumn(a, cells), catalog.PackColumn(a, len(cells), values, entries)); diff != "" {
			t.Fatalf("(-new +packed):\n%s", diff)
		}
	})
}

func TestRawString(t *testing.T) {
	for _, tc := range []struct {
		name string
		raw  catalog.Raw
		want string
	}{
		{"text", catalog.Text("Rot / Schwarz"), "Rot / Schwarz"},
		{"whole number without a point", catalog.Number(1200), "1200"},
		{"large number without an exponent", catalog.Number(1e21), "1000000000000000000000"},
		{"fraction", catalog.Number(0.35), "0.35"},
		{"boolean", catalog.Bool(true), "true"},
		{"list", catalog.List(catalog.Text("USB-C"), catalog.Number(2), catalog.Bool(false)), "USB-C, 2, false"},
		{"nested list", catalog.List(catalog.List(catalog.Text("a"), catalog.Text("b")), catalog.Text("c")), "a, b, c"},
		{"empty list", catalog.List(), ""},
		{"nothing", catalog.Raw{}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.raw.String(); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestPrice(t *testing.T) {
	if (catalog.Price{}).Known() {
		t.Error("the zero price counts as known")
	}
	free := catalog.Price{Currency: "EUR"}
	if free.Known() {
		t.Error("a price of nothing counts as known")
	}
	if got := (catalog.Price{Minor: 1250, Currency: "EUR"}).Major(); got != 12.5 {
		t.Errorf("1250 cents are %v, want 12.5", got)
	}
}
