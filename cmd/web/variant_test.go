package main

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/search/index"
	"shopclerk/views"
)

// shirts returns products that come in colours and sizes, and scarves that do not.
func shirts() []catalog.Record {
	var out []catalog.Record
	colours := []string{"Blue", "Red", "Green", "Black"}
	for i := range 12 {
		r := catalog.Record{
			ID: fmt.Sprintf("shirt-%d", i), Title: fmt.Sprintf("Linen shirt number %d", i), Category: "Clothing > Shirts", Brand: []string{"Nordlys", "Lumo"}[i%2],
			Price: catalog.Price{Minor: int64(3900 + 100*i), Currency: "EUR"}, Description: "A shirt of washed linen.",
		}
		var sizes, hues []catalog.Raw
		for c := range 2 {
			colour := colours[(i+c)%4]
			hues = append(hues, catalog.Text(colour))
			for s, size := range []string{"S", "M", "L"} {
				stock := 5
				if c == 0 && s == 2 || c == 1 && s == 0 {
					stock = 0
				}
				price := r.Price
				price.Minor += int64(500 * s)
				r.Variants = append(r.Variants, catalog.Variant{
					ID: fmt.Sprintf("%s-%s-%s", r.ID, strings.ToLower(colour), strings.ToLower(size)), Price: price, Stock: stock,
					Options: []catalog.Option{{Name: "Colour", Value: colour}, {Name: "Size", Value: size}},
				})
				r.Stock += stock
			}
		}
		for _, size := range []string{"S", "M", "L"} {
			sizes = append(sizes, catalog.Text(size))
		}
		r.Attributes = []catalog.RawAttribute{{Key: "colour", Value: catalog.List(hues...)}, {Key: "size", Value: catalog.List(sizes...)}, {Key: "material", Value: catalog.Text("Linen")}}
		out = append(out, r)
	}
	for i := range 12 {
		out = append(out, catalog.Record{
			ID: fmt.Sprintf("scarf-%d", i), Title: fmt.Sprintf("Wool scarf number %d", i), Category: "Clothing > Scarves", Brand: "Lumo", Stock: 3,
			Price: catalog.Price{Minor: int64(2900 + 100*i), Currency: "EUR"}, Attributes: []catalog.RawAttribute{{Key: "colour", Value: catalog.Text(colours[i%4])}},
		})
	}
	return out
}

// shirtShop opens a shop of products in several forms.
func shirtShop(t *testing.T) *httptest.Server {
	t.Helper()
	c := config{Data: filepath.Join(t.TempDir(), "shirts")}
	if _, err := index.Build(t.Context(), c.Data, index.FromSeq(slices.Values(shirts())), index.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := staff(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.shop.Close(); err != nil {
			t.Error(err)
		}
	})
	return openDoors(t, s, filepath.Join(t.TempDir(), "journal.db"))
}

const (
	formChoice   = ".choice"
	choiceChosen = ".choice a[aria-current=true]"
)

// Without scripts: a product of several forms is one card, its form is chosen by
// links, and what is put in the basket and ordered is the form.
func TestVariants(t *testing.T) {
	v := visit(t, shirtShop(t))
	list := v.begin("shirt")
	if got := list.titles(); len(got) != 10 || len(slices.Compact(slices.Sorted(slices.Values(got)))) != 10 {
		t.Fatalf("the list is %q", got)
	}
	if list.Find(".card form.put").Length() > 0 {
		t.Error("a card puts a shirt of no size in the basket")
	}
	if got := list.texts(".card .price"); !strings.HasPrefix(got[0], "from €") {
		t.Errorf("the price on the card is %q", got[0])
	}
	page := v.get("/p/shirt-3")
	if page.Find(formPut).Length() > 0 || page.Find(choiceChosen).Length() > 0 {
		t.Error("the page of the shirt has chosen for the shopper")
	}
	if got := page.texts(formChoice + " > p"); !cmp.Equal(got, []string{"Colour", "Size"}) {
		t.Errorf("to be chosen are %q", got)
	}
	if got := page.texts(".product-offer .note"); len(got) != 1 || got[0] != "To put it into the basket, choose: Colour, Size." {
		t.Errorf("the page says %q", got)
	}
	choose := func(value string) {
		t.Helper()
		for _, a := range page.Find(formChoice + " a").EachIter() {
			if strings.HasPrefix(strings.TrimSpace(a.Text()), value) {
				page = v.get(a.AttrOr("href", ""))
				return
			}
		}
		t.Fatalf("%q is not to be chosen at %s", value, page.at)
	}
	choose("Blue") // of which the first that is not sold out is shown
	if got := page.texts(choiceChosen); !cmp.Equal(got, []string{"Blue", "M"}) || page.at.Path != "/p/shirt-3-blue-m" {
		t.Fatalf("at %s %q are chosen", page.at, got)
	}
	if got := page.texts("h1"); !cmp.Equal(got, []string{"Linen shirt number 3"}) {
		t.Errorf("the heading is %q", got)
	}
	if got := page.texts(".product-offer .price"); got[0] != "€47.00" {
		t.Errorf("the price is %q", got)
	}
	choose("S") // blue is sold out in S
	if got := page.texts(".choice-gone"); len(got) == 0 || page.Find(formPut).Length() > 0 {
		t.Errorf("sold out are %q, and it can be bought all the same", got)
	}
	choose("M")
	b := v.submit(page, formPut, url.Values{views.FieldQuantity: {"2"}})
	if got := b.held(); !cmp.Equal(got, []string{"2 × Linen shirt number 3, Blue, M"}) {
		t.Fatalf("the basket holds %q", got)
	}
	done := v.submit(v.addressed(v.submit(b, formOrder, nil)), formConfirm, url.Values{views.FieldConfirm: {views.ConfirmYes}})
	if got := done.texts(".ended-done"); len(got) != 1 || !strings.Contains(got[0], "Linen shirt number 3 (Blue, M)") {
		t.Fatalf("after the yes, the page says %q", done.texts(".errands"))
	}
	if got := v.get("/basket").held(); len(got) > 0 {
		t.Errorf("what was ordered is still in the basket: %q", got)
	}
}

// What a shopper asked for is chosen on the way to the product.
func TestVariantOfTheNeed(t *testing.T) {
	v := visit(t, shirtShop(t))
	list := v.say(v.begin("shirt"), "green, size M")
	href := list.Find(".card h4 a").First().AttrOr("href", "")
	if !strings.Contains(href, "-green-m") {
		t.Errorf("of %q, asked for in green and M, the first leads to %s", list.titles(), href)
	}
	page := v.get(href)
	if got := page.texts(choiceChosen); !cmp.Equal(got, []string{"Green", "M"}) {
		t.Errorf("chosen are %q", got)
	}
}
