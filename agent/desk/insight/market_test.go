package insight

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/search"
)

// facetOf is the facet of an aspect over products with the given values.
func facetOf(kind catalog.Kind, cells ...[]catalog.Value) *search.Facet {
	shelf := &catalog.Shelf{Columns: []*catalog.Column{catalog.NewColumn(catalog.Aspect{Key: "x", Kind: kind}, cells)}}
	for i := range cells {
		shelf.Refs = append(shelf.Refs, catalog.Ref(i+1))
	}
	return &search.Facets(shelf, &search.Ranking{Aside: make([]bool, len(cells))}, []string{"x"})[0]
}

// cells are the products' values from a list such as "red, red+blue, -".
func cells(list string) (out [][]catalog.Value) {
	for cell := range strings.SplitSeq(list, ", ") {
		var values []catalog.Value
		for v := range strings.SplitSeq(cell, "+") {
			if v != "-" {
				values = append(values, catalog.Value{Text: v})
			}
		}
		out = append(out, values)
	}
	return out
}

// asking is a conversation in which one question about x was answered.
func asking(id string, q Asked) *Facts {
	q.Aspect = "x"
	return &Facts{ID: id, Turns: []Turn{{Scope: []string{"a"}, Questions: []Asked{q}}}}
}

func offerOf(values ...string) *Offer {
	return &Offer{Label: strings.Join(values, "/"), Condition: catalog.Condition{Key: "x", Values: values}}
}

func TestCompare(t *testing.T) {
	supply := facetOf(catalog.Multi, cells("red, red, red, red+blue, blue, teal, -, -")...)
	red, blue, rest := offerOf("red"), offerOf("blue", "teal"), offerOf("gone")
	m := Compare([]*Facts{
		asking("c1", Asked{Offers: []*Offer{red, blue}, Picked: []int{0}, Outcome: Ticked}),
		asking("c2", Asked{Offers: []*Offer{red, blue}, Picked: []int{1}, Outcome: Ticked}),
		asking("c3", Asked{Offers: []*Offer{red, rest}, Picked: []int{0, 1}, Outcome: Ticked}),
		asking("c4", Asked{Offers: []*Offer{red, rest}, Outcome: Otherwise, Text: "Walnut"}),
		asking("c5", Asked{Offers: []*Offer{red, rest}, Outcome: Otherwise, Text: "something teal"}),
		asking("c6", Asked{Offers: []*Offer{red, rest}, Outcome: Otherwise, Text: journal.Redacted}),
		asking("c7", Asked{Offers: []*Offer{red, rest}, Outcome: Skipped}),
		{ID: "c8", Turns: []Turn{{Scope: []string{"b"}, Questions: []Asked{{Aspect: "x", Outcome: Ticked, Offers: []*Offer{red}, Picked: []int{0}}}}}},
	}, Topic{"a", "x"}, supply)
	if m.Answers != 6 || m.Unreadable != 1 {
		t.Errorf("%d answers, %d unreadable; want 6, 1", m.Answers, m.Unreadable)
	}
	var got []string
	for _, w := range m.Wares {
		got = append(got, fmt.Sprintf("%s %d %.3f offered %d wanted %.3f", w.Label, w.Products, w.Supply, w.Offered, w.Wanted))
	}
	// blue or teal: two products are blue and one is teal
	want := []string{"blue 2 0.333 offered 2 wanted 0.667", "red 4 0.667 offered 6 wanted 2.000", "teal 1 0.167 offered 2 wanted 0.333"}
	if !slices.Equal(got, want) {
		t.Errorf("wares\n%q, want\n%q", got, want)
	}
	if !slices.Equal(m.Unmet, []Unmet{{"gone", 1}}) {
		t.Errorf("unmet: %v", m.Unmet)
	}
	for i, want := range []struct {
		text     string
		products int
		scarce   bool
	}{{"Walnut", 0, true}, {"something teal", 1, true}} {
		if w := m.Texts[i]; w.Text() != want.text || w.Products != want.products || w.Scarce() != want.scarce {
			t.Errorf("text %d: %q of %d products, scarce %t; want %+v", i, w.Text(), w.Products, w.Scarce(), want)
		}
	}
}

func TestBalance(t *testing.T) {
	// one product in ten is red; half of forty answers want it: far more than its share
	supply := facetOf(catalog.Single, cells("red, blue, blue, blue, blue, blue, blue, blue, blue, blue")...)
	var facts []*Facts
	for i := range 40 {
		picked := []int{i % 2}
		facts = append(facts, asking(fmt.Sprint(i), Asked{Offers: []*Offer{offerOf("red"), offerOf("blue")}, Picked: picked, Outcome: Ticked}))
	}
	m := Compare(facts, Topic{"a", "x"}, supply)
	if got := []Balance{m.Wares[0].Balance, m.Wares[1].Balance}; !slices.Equal(got, []Balance{Even, Scarce}) {
		t.Errorf("blue, red: %v, want even, scarce", got)
	}
	for _, f := range facts { // and if all want red, blue is idle
		f.Turns[0].Questions[0].Picked = []int{0}
	}
	m = Compare(facts, Topic{"a", "x"}, supply)
	if m.Wares[0].Balance != Idle {
		t.Errorf("blue: %v, want idle", m.Wares[0].Balance)
	}
	if m = Compare(facts[:leastAnswers-1], Topic{"a", "x"}, supply); m.Wares[1].Balance != Even {
		t.Errorf("a few answers make %v", m.Wares[1].Balance)
	}
}

func TestCompareNumbers(t *testing.T) {
	number := func(x ...float64) (out []catalog.Value) {
		for _, x := range x {
			out = append(out, catalog.Value{Number: x, Text: catalog.FormatNumber(x)})
		}
		return out
	}
	supply := facetOf(catalog.Numeric, number(10), number(12), number(20), number(40), number(30, 50), nil)
	low := &Offer{Label: "under 20", Condition: catalog.Condition{Key: "x", Range: catalog.Between(0, 20)}}
	high := &Offer{Label: "20 and more", Condition: catalog.Condition{Key: "x", Range: catalog.AtLeast(20)}}
	void := &Offer{Label: "100 and more", Condition: catalog.Condition{Key: "x", Range: catalog.AtLeast(100)}}
	m := Compare([]*Facts{
		asking("c1", Asked{Offers: []*Offer{low, high, void}, Picked: []int{1}, Outcome: Ticked}),
		asking("c2", Asked{Offers: []*Offer{low, high, void}, Picked: []int{2}, Outcome: Ticked}),
		asking("c3", Asked{Offers: []*Offer{low, high}, Outcome: Otherwise, Text: "45cm"}),
		asking("c4", Asked{Offers: []*Offer{low, high}, Outcome: Otherwise, Text: "quite long"}),
	}, Topic{"a", "x"}, supply)
	sum, products := 0.0, 0
	for _, w := range m.Wares {
		sum += w.Wanted
		products += Indicator(w.Products > 0)
		if w.Range == nil || w.Label != "" {
			t.Errorf("%+v is no range", w)
		}
		if _, to := w.Range.Bounds(); to <= 20 && w.Wanted != 0 {
			t.Errorf("%v wanted of what is under 20", w.Wanted)
		}
	}
	near(t, "wanted in all", sum, 1, 1e-12)
	if !slices.Equal(m.Unmet, []Unmet{{"100 and more", 1}}) || products < 3 {
		t.Errorf("unmet %v; %d bins with products", m.Unmet, products)
	}
	stock := map[string]int{}
	for _, w := range m.Texts {
		stock[w.Text()] = w.Products
	}
	if stock["45cm"] != 1 || stock["quite long"] != -1 {
		t.Errorf("products: %v, want one from 30 to 50, and nothing read", stock)
	}
}

// The demand against a count by hand, answer by answer and value by value.
func TestCompareAgainstBruteForce(t *testing.T) {
	values := []string{"red", "blue", "teal", "grey"}
	rapid.Check(t, func(t *rapid.T) {
		var products [][]catalog.Value
		for range rapid.IntRange(1, 12).Draw(t, "products") {
			var cell []catalog.Value
			for _, v := range rapid.SliceOfNDistinct(rapid.SampledFrom(values), 0, 2, rapid.ID[string]).Draw(t, "values") {
				cell = append(cell, catalog.Value{Text: v})
			}
			products = append(products, cell)
		}
		stocked := func(v string) float64 {
			return float64(countWhere(products, func(p []catalog.Value) bool { return slices.Contains(p, catalog.Value{Text: v}) }))
		}
		var facts []*Facts
		for i := range rapid.IntRange(0, 10).Draw(t, "answers") {
			q := Asked{Outcome: Ticked}
			for range rapid.IntRange(1, 3).Draw(t, "options") {
				q.Offers = append(q.Offers, offerOf(rapid.SliceOfNDistinct(rapid.SampledFrom(values), 1, 3, rapid.ID[string]).Draw(t, "option")...))
			}
			q.Picked = rapid.SliceOfNDistinct(rapid.IntRange(0, len(q.Offers)-1), 1, len(q.Offers), rapid.ID[int]).Draw(t, "picked")
			facts = append(facts, asking(fmt.Sprint(i), q))
		}
		supply := facetOf(catalog.Multi, products...)
		m := Compare(facts, Topic{"a", "x"}, supply)
		known := countWhere(products, func(p []catalog.Value) bool { return len(p) > 0 })
		if m.Answers != len(facts) {
			t.Fatalf("%d answers", m.Answers)
		}
		i := 0
		for _, v := range []string{"blue", "grey", "red", "teal"} {
			if stocked(v) == 0 {
				continue
			}
			want := Ware{Label: v, Products: int(stocked(v)), Supply: stocked(v) / float64(known)}
			for _, f := range facts {
				q := &f.Turns[0].Questions[0]
				offered, wanted := false, 0.0
				for k, o := range q.Offers {
					if !slices.Contains(o.Values, v) {
						continue
					}
					offered = true
					group := 0.0
					for _, member := range o.Values {
						group += stocked(member)
					}
					if slices.Contains(q.Picked, k) {
						wanted += stocked(v) / group
					}
				}
				want.Offered += Indicator(offered)
				want.Wanted += min(1, wanted)
			}
			want.Demand, want.Taken = fractionalShare(want.Wanted, m.Answers), fractionalShare(want.Wanted, want.Offered)
			if diff := gocmp.Diff(want, m.Wares[i], cmpopts.EquateApprox(1e-9, 1e-9), cmpopts.IgnoreFields(Ware{}, "Balance")); diff != "" {
				t.Fatalf("%s (-want +got):\n%s", v, diff)
			}
			i++
		}
		if i != len(m.Wares) {
			t.Fatalf("%d wares, want %d", len(m.Wares), i)
		}
	})
}

// A catalogue without the aspect has nothing of it.
func TestCompareWithoutSupply(t *testing.T) {
	m := Compare([]*Facts{
		asking("c", Asked{Offers: []*Offer{offerOf("red")}, Picked: []int{0}, Outcome: Ticked}),
		asking("d", Asked{Offers: []*Offer{offerOf("red")}, Outcome: Otherwise, Text: "teal"}),
	}, Topic{"a", "x"}, nil)
	if len(m.Wares) != 0 || len(m.Unmet) != 1 || m.Texts[0].Products != 0 {
		t.Errorf("%+v", m)
	}
}
