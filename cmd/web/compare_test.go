package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/views"
)

func (p *sheet) compared() []string { return p.texts(".compared-title") }

// ids are what the cards of a list send to be compared.
func (p *sheet) ids() []string {
	var out []string
	p.Find(".card input[name=p]").Each(func(_ int, s *goquery.Selection) { out = append(out, s.AttrOr("value", "")) })
	return out
}

// comparing is the address that the list's form leads to with these ticked.
func comparing(p *sheet, ids ...string) string {
	form := p.Find("form#compare")
	q := url.Values{views.FieldPick: ids}
	form.Find("input[type=hidden]").Each(func(_ int, s *goquery.Selection) { q.Set(s.AttrOr("name", ""), s.AttrOr("value", "")) })
	return form.AttrOr("action", "none") + "?" + q.Encode()
}

func TestCompare(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.begin(opening)
	ids := list.ids()
	p := v.get(comparing(list, ids[0], ids[2], ids[1]))
	titles := list.titles()
	if want := []string{titles[0], titles[2], titles[1]}; !cmp.Equal(p.compared(), want) {
		t.Fatalf("status %d: compared %q, want %q", p.status, p.compared(), want)
	}
	differ := 0
	p.Find("tbody tr:has(td)").Each(func(_ int, row *goquery.Selection) {
		var cells []string
		row.Find("td").Each(func(_ int, s *goquery.Selection) {
			cells = append(cells, strings.TrimSpace(s.Find("span").First().Text()))
		})
		if len(cells) != 3 {
			t.Errorf("%s: %d cells", row.Find("th").Text(), len(cells))
		}
		same := len(slices.Compact(slices.Clone(cells))) == 1
		marked := row.HasClass("compare-differs")
		if same == marked {
			t.Errorf("%s: %q is marked as different: %t", row.Find("th").Text(), cells, marked)
		}
		if marked {
			differ++
		}
	})
	if differ < 3 {
		t.Errorf("three products differ in %d things", differ)
	}
	if back := v.get(p.Find(".back a").AttrOr("href", "")); !cmp.Equal(back.titles(), titles) {
		t.Error("the way back leads to another list")
	}
	less := v.get(p.Find(".compared a[aria-label^='Remove']").First().AttrOr("href", ""))
	if want := []string{titles[2], titles[1]}; !cmp.Equal(less.compared(), want) {
		t.Errorf("with one taken away: %q, want %q", less.compared(), want)
	}
	if b := v.submit(p, ".compared form", nil); !cmp.Equal(b.held(), []string{"1 × " + titles[0]}) {
		t.Errorf("from the comparison the basket got %q", b.held())
	}
}

func TestCompareNonsense(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.begin("backpack")
	ids := list.ids()
	many := make([]string, 3000)
	for i := range many {
		many[i] = "x"
	}
	for _, tc := range []struct {
		name  string
		ids   []string
		shown int
		note  string
	}{
		{"nothing", nil, 0, ""},
		{"one", ids[:1], 1, ""},
		{"one twice", []string{ids[0], ids[0]}, 1, ""},
		{"four", ids[:4], 4, ""},
		{"five", ids[:5], 4, "The first 4 of those you chose."},
		{"ten", ids, 4, "The first 4 of those you chose."},
		{"unknown", []string{"none"}, 0, "One of the products is not in the shop."},
		{"not UTF-8", []string{"\xff", ids[0]}, 1, "One of the products"},
		{"several unknown", []string{"none", ids[1], "", "'; DROP TABLE product; --"}, 1, "3 of the products"},
		{"a flood", many, 0, "One of the products"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := v.get(comparing(list, tc.ids...))
			if p.status != http.StatusOK || len(p.compared()) != tc.shown {
				t.Fatalf("status %d, %d compared, want %d", p.status, len(p.compared()), tc.shown)
			}
			if notes := strings.Join(p.texts(".note"), " "); !strings.Contains(notes, tc.note) || (notes == "") != (tc.note == "") {
				t.Errorf("told %q, want %q", notes, tc.note)
			}
			guarded(t, p)
		})
	}
	for _, conversation := range []string{"none", "%ff", strings.Repeat("a", 26)} {
		if p := v.get("/compare?p=" + url.QueryEscape(ids[0]) + "&c=" + conversation); p.status != http.StatusOK || len(p.compared()) != 1 {
			t.Errorf("from conversation %q: status %d", conversation, p.status)
		}
	}
}

// A product's page tells what of all that was asked for it meets, as its card does.
func TestProductTellsItsFit(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.submit(v.begin(opening), formAnswer, url.Values{"q0": {"0"}, "q1": {"1"}})
	missed := 0
	list.Find(".card").Each(func(i int, card *goquery.Selection) {
		p := v.get(card.Find("h4 a").AttrOr("href", ""))
		verdicts := p.texts(".fit li")
		if len(verdicts) < 3 {
			t.Fatalf("%s: verdicts %q on four things asked for", list.titles()[i], verdicts)
		}
		lacks := p.Find(".fit .verdict-missed").Length()
		if (lacks > 0) != (card.Find(".differences").Length() > 0) {
			t.Errorf("%s: the card says %q, its page %q", list.titles()[i], card.Find(".differences").Text(), verdicts)
		}
		missed += lacks
		if n := p.Find(".similar .shelf li").Length(); n != similarShown {
			t.Errorf("%s: %d similar products", list.titles()[i], n)
		}
	})
	alone := v.get(strings.SplitN(list.Find(".card h4 a").AttrOr("href", ""), "?", 2)[0])
	if alone.Find(".fit").Length() != 0 {
		t.Error("who asked for nothing is told what it meets")
	}
	if got := v.get(alone.Find(".product-steps a[href^='/compare']").AttrOr("href", "")); len(got.compared()) != 1 {
		t.Errorf("comparing one product shows %q", got.compared())
	}
}

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
	return openDoors(t, sells(t, t.TempDir(), slices.Values(shirts())), filepath.Join(t.TempDir(), "journal.db"))
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
	if got := page.texts(".product-offer .note"); len(got) != 1 || got[0] != "To buy it, choose: Colour, Size." {
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
	done := v.checksOut()
	if got := done.texts(".item h2"); !cmp.Equal(got, []string{"Linen shirt number 3 (Blue, M)"}) {
		t.Fatalf("after the order, the page says %q", done.texts("main"))
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

// suggestions reads what a text is completed to: a line for each, "kind: text".
func (v *visitor) suggestions(text string) (list []string, p *sheet) {
	v.t.Helper()
	p = v.get("/suggest?q=" + url.QueryEscape(text))
	if p.status != http.StatusOK {
		v.t.Fatalf("%q: status %d", text, p.status)
	}
	p.Find("[role=group]").Each(func(_ int, g *goquery.Selection) {
		kind := strings.TrimPrefix(g.AttrOr("aria-labelledby", ""), "suggest-")
		g.Find("[role=option]").Each(func(_ int, o *goquery.Selection) {
			list = append(list, kind+": "+o.Find(".suggest-text > span").First().Text())
		})
	})
	return list, p
}

func TestSuggest(t *testing.T) {
	v := visit(t, demoShop(t))
	for _, tc := range []struct {
		text string
		want []string // among the suggestions, in this order
	}{
		{"back", []string{"categories: Backpacks"}},
		{"bakcp", []string{"categories: Backpacks"}},
		{"b", []string{"categories: Backpacks"}},
		{"sky blue backp", []string{"values: sky blue"}},
		{"Backpack ", []string{"categories: Backpacks"}},
		{"xyzzyq", nil},
		{"", nil},
		{"<script>alert(1)</script>", nil},
		{"\xff\xfe", nil},
	} {
		t.Run(tc.text, func(t *testing.T) {
			got, p := v.suggestions(tc.text)
			at := 0
			for _, want := range tc.want {
				i := slices.Index(got[at:], want)
				if i < 0 {
					t.Fatalf("%q suggests %q, want %q", tc.text, got, want)
				}
				at += i
			}
			if len(got) > 3*suggested || len(tc.want) == 0 && len(got) > 0 {
				t.Errorf("%d suggestions: %q", len(got), got)
			}
			if n := fmt.Sprintf("%d suggestion", len(got)); !strings.HasPrefix(p.Find("[data-announcement]").AttrOr("data-announcement", ""), n) {
				t.Errorf("announced is %q of %d", p.Find("[data-announcement]").AttrOr("data-announcement", ""), len(got))
			}
		})
	}
	if p := v.get("/suggest?q=" + strings.Repeat("x", views.LongestMessage+1)); p.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a long text: status %d", p.status)
	}
}

// What a suggestion sends begins a conversation about just that; a product's leads to
// its page.
func TestSuggestionsLead(t *testing.T) {
	v := visit(t, demoShop(t))
	_, p := v.suggestions("sky blue backp")
	send, err := url.ParseQuery(p.Find("[data-send]").First().AttrOr("data-send", ""))
	if err != nil {
		t.Fatal(err)
	}
	send.Set(views.FieldMessage, "sky blue backp")
	begun := v.submit(v.get("/"), ".search", send)
	if got := begun.chips(); len(got) != 2 || got[0] != "Backpacks" || !strings.HasSuffix(got[1], ": sky blue") {
		t.Errorf("chips = %q", got)
	}
	if lines := begun.texts(".line-shopper"); len(lines) != 1 || !strings.Contains(lines[0], "blue") {
		t.Errorf("the shopper's step is told as %q", lines)
	}
	title := begun.titles()[0]
	list, p := v.suggestions(title)
	if !slices.Contains(list, "products: "+title) {
		t.Fatalf("its own title suggests %q", list)
	}
	product := v.get(p.Find("[data-url]").First().AttrOr("data-url", ""))
	if product.status != http.StatusOK || !cmp.Equal(product.texts("h1"), []string{title}) {
		t.Errorf("the product's page is %q", product.texts("h1"))
	}
}
