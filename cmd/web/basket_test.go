package main

import (
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop"
	"shopclerk/catalog"
	"shopclerk/search/index"
	"shopclerk/views"
	"shopclerk/words"
)

const (
	formCardPut = ".card form.put"
	formPut     = "form.put"
	formRemove  = "form:has(input[name=quantity][value='0'])"
)

// held lists the basket as "2 × Title".
func (p *sheet) held() []string {
	var out []string
	for i, title := range p.texts(".item h2") {
		quantity := p.Find(".item").Eq(i).Find("input[name=quantity][type=number]").AttrOr("value", "gone")
		out = append(out, quantity+" × "+title)
	}
	return out
}

func TestBasket(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.begin(opening)
	if list.Find(".masthead .basket-link").Length() != 1 || list.Find(".basket-count").Length() != 0 {
		t.Errorf("a new shopper's basket is linked as %q", list.texts(".basket-link"))
	}
	first, second := list.titles()[0], list.titles()[1]

	stays := v.submit(list, formCardPut, nil)
	if !cmp.Equal(stays.titles(), list.titles()) || stays.at.Path != list.at.Path || stays.at.Fragment != "p1" {
		t.Errorf("after the first is put in the basket, the page is %s", stays.at)
	}
	if got := stays.texts(".note"); len(got) != 1 || !strings.Contains(got[0], first) {
		t.Errorf("the shopper is told %q", got)
	}
	b := v.get(stays.Find(".basket-link").AttrOr("href", "") + "&put=" + stays.at.Query().Get("put"))
	if got := b.held(); !cmp.Equal(got, []string{"1 × " + first}) || b.at.Path != "/basket" {
		t.Fatalf("at %s the basket holds %q", b.at, got)
	}
	if got := b.texts(".basket-count"); !cmp.Equal(got, []string{"1"}) {
		t.Errorf("the count beside the basket's name is %q", got)
	}
	v.submit(list, formCardPut, nil)
	again := v.get("/basket?" + b.at.RawQuery)
	if !cmp.Equal(again.held(), b.held()) {
		t.Errorf("a form sent twice leaves %q", again.held())
	}
	if back := v.get(again.Find(".back a").AttrOr("href", "")); !cmp.Equal(back.titles(), list.titles()) {
		t.Error("the way back leads to another list")
	}

	product := v.get(list.Find(".card h4 a").Eq(1).AttrOr("href", ""))
	b = v.submit(product, formPut, url.Values{views.FieldQuantity: {"3"}})
	if want := []string{"1 × " + first, "3 × " + second}; !cmp.Equal(b.held(), want) {
		t.Errorf("the basket holds %q, want %q", b.held(), want)
	}
	product = v.get(product.at.RequestURI())
	if got := product.Find("input[type=number]").AttrOr("value", ""); got != "3" {
		t.Errorf("the page of what is in the basket offers %q", got)
	}
	b = v.submit(product, formPut, url.Values{views.FieldQuantity: {"2"}})
	if want := []string{"1 × " + first, "2 × " + second}; !cmp.Equal(b.held(), want) {
		t.Errorf("after a change the basket holds %q, want %q", b.held(), want)
	}
	cents := minor(t, v, list, 0) + 2*minor(t, v, list, 1)
	sum := words.English.Money(words.English.Fixed(float64(cents)/100, 2), "EUR")
	if got := b.texts(".total b"); !cmp.Equal(got, []string{sum}) {
		t.Errorf("the total is %q, want %q", got, sum)
	}

	b = v.submit(b, ".item "+formRemove, nil)
	if want := []string{"2 × " + second}; !cmp.Equal(b.held(), want) {
		t.Errorf("after removing, the basket holds %q, want %q", b.held(), want)
	}
	b = v.submit(b, ".item "+formRemove, nil)
	if len(b.held()) != 0 || b.Find(".total").Length() != 0 {
		t.Errorf("after removing all, the basket holds %q", b.held())
	}
}

// minor is a listed product's price in cents.
func minor(t *testing.T, v *visitor, list *sheet, i int) int64 {
	t.Helper()
	id := list.Find(".card input[name=p]").Eq(i).AttrOr("value", "")
	s := staffDemo(t)
	p, err := s.shop.Catalogue.Product(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return p.Price.Minor
}

func TestBasketsAreTheirShoppers(t *testing.T) {
	doors := demoShop(t)
	v := visit(t, doors)
	v.submit(v.begin("backpack"), formCardPut, nil)
	if got := visit(t, doors).get("/basket"); len(got.held()) != 0 || got.header.Get("Set-Cookie") != "" {
		t.Errorf("a stranger sees %q and gets a cookie %q", got.held(), got.header.Get("Set-Cookie"))
	}
	if got := v.get("/basket").header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("a basket may be kept: %q", got)
	}
	v.post("/mine/delete", url.Values{})
	if got := v.get("/basket").held(); len(got) != 0 {
		t.Errorf("after deleting all that is stored, the basket holds %q", got)
	}
}

func TestBasketWithoutCookies(t *testing.T) {
	v := visit(t, demoShop(t))
	v.client.Jar = nil
	b := v.submit(v.begin("backpack"), formCardPut, nil)
	if got := b.texts(".card .note"); b.status != http.StatusOK || len(got) != 1 || !strings.Contains(got[0], "cookies") {
		t.Errorf("status %d, and the shopper is told %q", b.status, got)
	}
}

func TestBadBasket(t *testing.T) {
	v := visit(t, demoShop(t))
	list := v.begin("backpack")
	id := list.Find(".card input[name=p]").AttrOr("value", "")
	v.submit(list, formCardPut, nil)
	want := v.get("/basket").held()
	for _, path := range []string{"/basket", "/basket/change"} {
		for quantity, status := range map[string]int{
			"-1": 400, "1000000000": 400, "1e9": 400, "": 400, "one": 400, "99999999999999999999": 400, "100": 400, "1.5": 400,
		} {
			t.Run(path+" "+quantity, func(t *testing.T) {
				helps(t, v.post(path, url.Values{views.FieldProduct: {id}, views.FieldQuantity: {quantity}}), status)
			})
		}
	}
	helps(t, v.post("/basket", url.Values{views.FieldProduct: {id}, views.FieldQuantity: {"0"}}), 400)
	for _, unknown := range []string{"", "none", "\xff", strings.Repeat("x", 10000), "'; DROP TABLE line; --"} {
		helps(t, v.post("/basket", url.Values{views.FieldProduct: {unknown}, views.FieldQuantity: {"1"}}), 404)
		if p := v.post("/basket/change", url.Values{views.FieldProduct: {unknown}, views.FieldQuantity: {"2"}}); p.status != http.StatusOK {
			t.Errorf("changing %.20q: status %d", unknown, p.status)
		}
	}
	for _, conversation := range []string{"none", "../x", "\xff", strings.Repeat("a", 26)} {
		p := v.get("/basket?c=" + url.QueryEscape(conversation))
		if p.status != http.StatusOK || p.Find(".back a").AttrOr("href", "") != "/" {
			t.Errorf("from conversation %q: status %d, back to %q", conversation, p.status, p.Find(".back a").AttrOr("href", ""))
		}
	}
	if got := v.get("/basket").held(); !cmp.Equal(got, want) {
		t.Errorf("after all this the basket holds %q, want %q", got, want)
	}
}

// sells opens a shop of some goods, in a directory, until the test ends.
func sells(t *testing.T, dir string, records iter.Seq[catalog.Record]) *staffed {
	t.Helper()
	if _, err := index.Build(t.Context(), dir, index.FromSeq(records), index.Options{}); err != nil {
		t.Fatal(err)
	}
	s, err := staff(t.Context(), config{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.shop.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// What has no price, or one of 0, says "Price on request", cannot be put in the basket by any
// way there is, and does not stand first for being cheapest; nor can what is sold out.
func TestPriceOnRequest(t *testing.T) {
	var records []catalog.Record
	for i, price := range []int64{2000, 1500, 0, -1, 3000, 2500} {
		r := catalog.Record{ID: fmt.Sprint("l", i), Title: fmt.Sprintf("Lamp number %d", i), Category: "Lamps", Stock: 3, Price: catalog.Price{Minor: price, Currency: "EUR"}}
		if price < 0 {
			r.Price = catalog.Price{}
		}
		if i == 5 {
			r.Stock = 0
		}
		records = append(records, r)
	}
	v := visit(t, openDoors(t, sells(t, t.TempDir(), slices.Values(records)), filepath.Join(t.TempDir(), "journal.db")))
	list := v.post("/c", url.Values{views.FieldCategory: {"Lamps"}})
	cheapest := v.get(list.at.Path + "?sort=price")
	if got := cheapest.titles(); len(got) != 6 || !slices.Equal(got[:2], []string{"Lamp number 1", "Lamp number 0"}) {
		t.Errorf("lowest price first: %q", got)
	}
	for i, title := range list.titles() {
		card := list.Find(".card").Eq(i)
		on, puts := strings.Contains(card.Text(), "Price on request"), card.Find("form.put").Length()
		if n := slices.Index([]string{"Lamp number 2", "Lamp number 3"}, title); on != (n >= 0) || (puts == 0) != (n >= 0 || title == "Lamp number 5") {
			t.Errorf("%s: price on request %t, %d buttons", title, on, puts)
		}
	}
	for _, id := range []string{"l2", "l3", "l5"} {
		if p := v.get("/p/" + id); p.Find(formPut).Length() > 0 {
			t.Errorf("the page of %s has a button", id)
		}
		helps(t, v.post("/basket", url.Values{views.FieldProduct: {id}, views.FieldQuantity: {"1"}}), http.StatusBadRequest)
		n := 1 + slices.Index(list.titles(), "Lamp number "+id[1:])
		list = v.say(list, fmt.Sprintf("put number %d in my basket", n))
		if list.Find(".ended-done").Length() > 0 {
			t.Errorf("%s by words: %q", id, list.texts(".errands, .line-clerk"))
		}
	}
	if got := v.get("/basket").held(); len(got) > 0 {
		t.Errorf("the basket holds %q", got)
	}
	if p := v.get("/compare?p=l1&p=l2&p=l5"); p.Find(formPut).Length() != 1 {
		t.Errorf("of three compared %d can be put in the basket", p.Find(formPut).Length())
	}
}

// Who orders the last piece finds it at the list's end with its badge, and not in stock, until the
// order is cancelled.
func TestLastPieceOrdered(t *testing.T) {
	var records []catalog.Record
	for i, stock := range []int{1, 3, 0} {
		records = append(records, catalog.Record{ID: fmt.Sprint("l", i), Title: fmt.Sprintf("Lamp number %d", i), Category: "Lamps", Stock: stock, Price: catalog.Price{Minor: 2000, Currency: "EUR"}})
	}
	v := visit(t, openDoors(t, sells(t, t.TempDir(), slices.Values(records)), filepath.Join(t.TempDir(), "journal.db")))
	look := func(facet string, want ...string) *sheet {
		t.Helper()
		list := v.post("/c", url.Values{views.FieldCategory: {"Lamps"}})
		var got []string
		for i, title := range list.titles() {
			if strings.Contains(list.Find(".card").Eq(i).Text(), "Sold out") {
				title += ", sold out"
			}
			got = append(got, strings.TrimPrefix(title, "Lamp number "))
		}
		if filters := list.Find(".facet").Text(); !slices.Equal(got, want) || !strings.Contains(filters, facet) {
			t.Errorf("the list is %q, want %q; the filters %q, want %q", got, want, filters, facet)
		}
		return list
	}
	look("In stock 2products", "0", "1", "2, sold out")
	v.post("/basket", url.Values{views.FieldProduct: {"l0"}, views.FieldQuantity: {"1"}})
	v.submit(v.get("/checkout"), formCheckout, ann)
	list := look("In stock 1product", "1", "0, sold out", "2, sold out")
	list = v.say(list, "in stock")
	if got := list.titles(); len(got) == 0 || got[0] != "Lamp number 1" || list.Find(".card").Length() > 1 {
		t.Errorf("in stock are %q", got)
	}
	v.say(v.say(list, "cancel S1001"), "yes")
	look("In stock 2products", "0", "1", "2, sold out")
}

// What a new import changes or loses is told, and nothing is lost.
func TestBasketOutlivesAnImport(t *testing.T) {
	euro := func(minor int64) catalog.Price { return catalog.Price{Minor: minor, Currency: "EUR"} }
	sell := func(records ...catalog.Record) *staffed { return sells(t, t.TempDir(), slices.Values(records)) }
	lamp := func(id, title string, price catalog.Price, stock int) catalog.Record {
		return catalog.Record{ID: id, Title: title, Category: "Lamps", Price: price, Stock: stock}
	}
	file := filepath.Join(t.TempDir(), "journal.db")
	monday := openDoors(t, sell(
		lamp("dearer", "Brass lamp", euro(3000), 9), lamp("cheaper", "Glass lamp", euro(2050), 9),
		lamp("same", "Oak lamp", euro(1000), 9), lamp("gone", "Rope lamp", euro(500), 9), lamp("few", "Tin lamp", euro(100), 9)), file)
	v := visit(t, monday)
	for _, id := range []string{"dearer", "cheaper", "same", "gone", "few"} {
		v.post("/basket", url.Values{views.FieldProduct: {id}, views.FieldQuantity: {"2"}})
	}
	if got := v.get("/basket"); len(got.held()) != 5 || got.texts(".total b")[0] != "€133.00" || len(got.texts(".note")) != 0 {
		t.Fatalf("on Monday: %q, total %q, notes %q", got.held(), got.texts(".total b"), got.texts(".note"))
	}
	tuesday := openDoors(t, sell(
		lamp("dearer", "Brass lamp", euro(3550), 9), lamp("cheaper", "Glass lamp", euro(2000), 9),
		lamp("same", "Oak lamp", euro(1000), 9), lamp("few", "Pewter lamp", catalog.Price{}, 1)), file)
	later := visit(t, tuesday)
	at, err := url.Parse(monday.URL)
	if err != nil {
		t.Fatal(err)
	}
	to, err := url.Parse(tuesday.URL)
	if err != nil {
		t.Fatal(err)
	}
	later.client.Jar.SetCookies(to, v.client.Jar.Cookies(at))
	b := later.get("/basket")
	if want := []string{"2 × Brass lamp", "2 × Glass lamp", "2 × Oak lamp", "gone × Rope lamp", "2 × Pewter lamp"}; !cmp.Equal(b.held(), want) {
		t.Errorf("on Tuesday the basket holds %q, want %q", b.held(), want)
	}
	want := []string{
		"It cost €30.00 when you put it in.",
		"It cost €20.50 when you put it in.",
		"The shop does not have it any more.", "It cost €5.00 when you put it in.",
		"It cost €1.00 when you put it in.", "Only 1 in stock.",
	}
	if diff := cmp.Diff(want, b.texts(".note")); diff != "" {
		t.Errorf("the shopper is told (-want +got):\n%s", diff)
	}
	if got := b.texts(".total b"); !cmp.Equal(got, []string{"€131.00"}) {
		t.Errorf("the total is %q", got)
	}
	if got := b.texts(".basket > .quiet"); len(got) != 1 || !strings.Contains(got[0], "unknown") || !strings.Contains(got[0], "no longer") {
		t.Errorf("the total leaves out %q", got)
	}
	if b = later.submit(b, ".item-gone "+formRemove, nil); len(b.held()) != 4 {
		t.Errorf("without what is gone the basket holds %q", b.held())
	}
}

func TestFullBasket(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	s := staffDemo(t)
	n, status := 0, 0
	for product, err := range s.shop.Catalogue.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if !product.ForSale() {
			continue
		}
		if n++; n > shop.MostLines+1 {
			break
		}
		p = v.post("/basket", url.Values{views.FieldProduct: {product.ID}, views.FieldQuantity: {"1"}})
		status = p.status
		if n <= shop.MostLines && status != http.StatusOK {
			t.Fatalf("product %d: status %d", n, status)
		}
	}
	helps(t, p, http.StatusBadRequest)
	if got := len(v.get("/basket").held()); got != shop.MostLines {
		t.Errorf("the basket holds %d products", got)
	}
}
