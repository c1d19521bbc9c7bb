package main

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/views"
)

const formFacet = "form[action$='/facet']"

// rail returns what the rail's form sends as it stands.
func (p *sheet) rail() url.Values {
	out := url.Values{}
	p.Find(formFacet).Find("input").Each(func(_ int, f *goquery.Selection) {
		if _, checked := f.Attr("checked"); f.AttrOr("type", "") != "checkbox" || checked {
			out.Add(f.AttrOr("name", ""), f.AttrOr("value", ""))
		}
	})
	return out
}

// ticks returns the counts of a facet by value.
func (p *sheet) ticks(facet string) map[string]int {
	out := map[string]int{}
	p.Find(formFacet).Find("input[type=checkbox]").Each(func(_ int, f *goquery.Selection) {
		if f.AttrOr("name", "") != facet {
			return
		}
		count := f.Parent().Find(".count").Contents().First().Text()
		out[f.AttrOr("value", "")], _ = strconv.Atoi(strings.ReplaceAll(count, ",", ""))
	})
	return out
}

// full reads how many products meet everything, from the clerk's reply.
func (p *sheet) full() int {
	lines := p.texts(".line-clerk .said")
	n, _ := strconv.Atoi(strings.ReplaceAll(strings.Fields(lines[len(lines)-1])[0], ",", ""))
	return n
}

// commonest returns a facet's values, commonest first.
func commonest(counts map[string]int) []string {
	var out []string
	for v := range counts {
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	return out
}

// A number beside a value is what a tick of it finds; two ticks mean either; what is
// ticked is a chip, can be unticked, and is one step to undo.
func TestFacets(t *testing.T) {
	v := visit(t, demoShop(t))
	first := v.begin("backpack under 150")
	counts := first.ticks(catalog.KeyBrand)
	brands := commonest(counts)
	if len(brands) < 2 {
		t.Fatalf("brands on offer: %v", counts)
	}

	form := first.rail()
	form[catalog.KeyBrand] = brands[:1]
	one := v.post(strings.Split(first.at.Path, "?")[0]+"/facet", form)
	if got := one.full(); got != counts[brands[0]] {
		t.Errorf("%q promises %d products, a tick finds %d", brands[0], counts[brands[0]], got)
	}
	if want := []string{"Backpacks", "up to €150", "Brand: " + brands[0]}; !cmp.Equal(one.chips(), want) {
		t.Errorf("chips = %q, want %q", one.chips(), want)
	}
	if diff := cmp.Diff(counts, one.ticks(catalog.KeyBrand)); diff != "" {
		t.Errorf("a tick changes the counts of its own facet (-before +after):\n%s", diff)
	}

	form = one.rail()
	form[catalog.KeyBrand] = brands[:2]
	two := v.post(first.at.Path+"/facet", form)
	if got, want := two.full(), counts[brands[0]]+counts[brands[1]]; got != want {
		t.Errorf("two brands find %d products, want %d", got, want)
	}
	if want := []string{"Backpacks", "up to €150", "Brand: " + brands[0] + " or " + brands[1]}; !cmp.Equal(two.chips(), want) {
		t.Errorf("chips = %q, want %q", two.chips(), want)
	}

	if got, want := two.texts(".line-shopper .said"), []string{"backpack under 150", "Brand: " + brands[0], "Brand: " + brands[0] + " or " + brands[1]}; !cmp.Equal(got, want) {
		t.Errorf("the shopper said %q, want %q", got, want)
	}

	undone := v.submit(two, formUndo, nil)
	if !cmp.Equal(undone.chips(), one.chips()) || !cmp.Equal(undone.titles(), one.titles()) {
		t.Errorf("undo leads to %q", undone.chips())
	}
	form = undone.rail()
	delete(form, catalog.KeyBrand)
	none := v.post(first.at.Path+"/facet", form)
	if got := none.texts("[role=log] .line-shopper .said"); !cmp.Equal(got, []string{"Without: Brand: " + brands[0]}) {
		t.Errorf("unticking is told as %q", got)
	}
	if !cmp.Equal(none.chips(), first.chips()) || none.full() != first.full() {
		t.Errorf("unticked, chips = %q, %d products; want %q, %d", none.chips(), none.full(), first.chips(), first.full())
	}
	dropped := v.submit(two, ".chip:contains('Brand')", nil) // from the page of two ticks
	if !cmp.Equal(dropped.chips(), first.chips()) {
		t.Errorf("after removing the chip, chips = %q", dropped.chips())
	}
}

// Bounds typed into the rail replace what was said of the price.
func TestFacetBounds(t *testing.T) {
	for _, tc := range []struct {
		name, low, high string
		chips           []string
	}{
		{"both", "40", "90", []string{"€40 to €90"}},
		{"the wrong way round", "90", "40", []string{"€40 to €90"}},
		{"with a decimal comma", "39,5", "", []string{"€39.50 and more"}},
		{"none", "", "", nil},
		{"left alone", "", "150", []string{"up to €150"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v := visit(t, demoShop(t))
			p := v.begin("backpack under 150")
			form := p.rail()
			form.Set(catalog.KeyPrice+views.FacetLow, tc.low)
			form.Set(catalog.KeyPrice+views.FacetHigh, tc.high)
			after := v.post(p.at.Path+"/facet", form)
			if want := append([]string{"Backpacks"}, tc.chips...); !cmp.Equal(after.chips(), want) {
				t.Errorf("chips = %q, want %q", after.chips(), want)
			}
			low, high := after.rail().Get(catalog.KeyPrice+views.FacetLow), after.rail().Get(catalog.KeyPrice+views.FacetHigh)
			if tc.name == "both" && (low != tc.low || high != tc.high) {
				t.Errorf("the form now has %q to %q", low, high)
			}
		})
	}
}

func TestFacetsRefuseNonsense(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack under 150")
	for _, tc := range []struct {
		name string
		set  url.Values
	}{
		{"an aspect that is none", url.Values{views.FieldFacet: {"<script>"}}},
		{"the category", url.Values{views.FieldFacet: {catalog.KeyCategory}}},
		{"a value that is none", url.Values{views.FieldFacet: {catalog.KeyBrand}, catalog.KeyBrand: {"no such brand"}}},
		{"a bound of words", url.Values{views.FieldFacet: {catalog.KeyPrice}, catalog.KeyPrice + views.FacetLow: {"cheap"}}},
		{"no number", url.Values{views.FieldFacet: {catalog.KeyPrice}, catalog.KeyPrice + views.FacetHigh: {"NaN"}}},
		{"no end", url.Values{views.FieldFacet: {catalog.KeyPrice}, catalog.KeyPrice + views.FacetHigh: {"Inf"}}},
		{"no version", url.Values{"v": {}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			form := url.Values{"v": {"1"}}
			for name, values := range tc.set {
				form[name] = values
			}
			helps(t, v.post(p.at.Path+"/facet", form), http.StatusBadRequest)
		})
	}
	if got := v.get(p.at.RequestURI()); !cmp.Equal(got.chips(), p.chips()) {
		t.Errorf("nonsense changed the chips to %q", got.chips())
	}
}

// Where words alone were searched for, another set is found after every tick: there
// is no number to promise, and no rail.
func TestNoFacetsWithoutCategory(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("recycled")
	if len(p.titles()) == 0 || p.Find(".chip-scope").Length() > 0 {
		t.Fatalf("%d products, chips = %q: want some, found by words", len(p.titles()), p.chips())
	}
	if n := p.Find(formFacet).Length(); n != 0 {
		t.Errorf("%d rails", n)
	}
}
