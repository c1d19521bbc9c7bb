package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/shop"
	"shopclerk/agent/shop/merchant"
	"shopclerk/catalog"
	"shopclerk/views"
	"shopclerk/words"
)

// selling opens the demonstration shop with a shop.toml.
func selling(t *testing.T, settings string) *httptest.Server {
	t.Helper()
	return managed(t, staffDemo(t), settings)
}

// managed opens a shop with a shop.toml.
func managed(t *testing.T, s *staffed, settings string) *httptest.Server {
	t.Helper()
	info, err := merchant.Parse([]byte(settings))
	if err != nil {
		t.Fatal(err)
	}
	kept := openFilesAt(t, t.TempDir())
	kept.shop, kept.sales.Ceiling = info, info.Ceiling()
	server, err := newServer(config{Name: "Shopclerk", DeskPasswordHash: deskHash}, fixed(s), kept)
	if err != nil {
		t.Fatal(err)
	}
	return serving(t, server.router())
}

const twoWays = `
countries = ["AT", "DE"]
payment = ["invoice", "collection"]
[[delivery]]
id = "parcel"
name = { en = "Parcel", de = "Paket" }
cost = 4.90
[[delivery]]
id = "store"
name = { en = "Collect", de = "Abholung" }
cost = 0
collect = true
`

// What is wrong is said beside its field and at the top, what was typed is kept, and then the
// order is as it was filled in: whom and where it goes to, how, and what it costs with that.
func TestCheckout(t *testing.T) {
	v := visit(t, selling(t, twoWays))
	if p := v.get("/checkout"); p.at.Path != "/basket" {
		t.Errorf("the checkout of nothing is at %s", p.at)
	}
	list := v.begin(opening)
	v.submit(list, formCardPut, nil)
	page := v.get("/checkout")
	for name, token := range map[string]string{"name": "name", "email": "email", "phone": "tel", "street": "street-address", "zip": "postal-code", "city": "address-level2", "country": "country"} {
		field := page.Find("#checkout [name=" + name + "]")
		if got := field.AttrOr("autocomplete", ""); got != token || page.Find("label[for="+field.AttrOr("id", "")+"]").Length() != 1 {
			t.Errorf("%s is completed by %q, want %q, or has no label", name, got, token)
		}
	}
	if got := page.texts("legend"); !cmp.Equal(got, []string{"Contact", "Address", "Delivery", "Payment"}) {
		t.Errorf("the parts are %q", got)
	}
	sums := page.texts(".sums")
	if len(sums) != 2 || !strings.Contains(sums[0], "Parcel€4.90") || !strings.Contains(sums[1], "Collectfree") {
		t.Errorf("the sums are %q", sums)
	}

	wrong := url.Values{"name": {"Ann Porter"}, "email": {"nobody"}, "zip": {"?"}, "country": {"FR"}, "delivery": {"parcel"}, "payment": {"collection"}}
	faulty := v.submit(page, formCheckout, wrong)
	if faulty.status != http.StatusUnprocessableEntity || faulty.at.Path != "/checkout" {
		t.Errorf("what is wrong has status %d at %s", faulty.status, faulty.at)
	}
	var fields []string
	faulty.Find(".faults a").Each(func(_ int, a *goquery.Selection) {
		at := a.AttrOr("href", "")
		fields = append(fields, strings.TrimPrefix(at, "#field-"))
		if beside := faulty.Find(at).AttrOr("aria-describedby", "none"); a.Text() != strings.TrimSpace(faulty.Find("#"+beside).Text()) {
			t.Errorf("%s: the summary says %q, the field %q", at, a.Text(), faulty.Find("#"+beside).Text())
		}
	})
	if !cmp.Equal(fields, []string{"email", "street", "zip", "city", "country"}) {
		t.Errorf("wrong are %q", fields)
	}
	for _, name := range []string{"name", "email", "zip"} {
		if got := faulty.Find("#checkout input[name="+name+"]").AttrOr("value", ""); got != wrong.Get(name) {
			t.Errorf("of %s %q was kept", name, got)
		}
	}
	if got := v.get("/orders").texts(".order-entry"); len(got) > 0 {
		t.Fatalf("ordered all the same: %q", got)
	}

	right := url.Values{"phone": {"+43 1 234"}, "country": {"DE"}, "delivery": {"store"}, "payment": {"collection"}}
	for _, name := range []string{"name", "email", "street", "zip", "city"} {
		right[name] = ann[name]
	}
	right.Set("delivery", "parcel")
	unpaid := v.submit(faulty, formCheckout, right)
	if got := unpaid.texts(".faults a[href='#field-payment']"); len(got) != 1 {
		t.Errorf("a parcel that is paid on collection: %q", unpaid.texts(".faults"))
	}
	right.Set("delivery", "store")
	placed := v.submit(faulty, formCheckout, right)
	if placed.status != http.StatusOK || placed.at.Path != "/orders/S1001" {
		t.Fatalf("the order leads to %s: %q", placed.at, placed.texts(".faults"))
	}
	want := []string{"Ann Porter", "1 Mill Lane", "YO1 7AA York", "Germany", "On collection", "ann@example.com", "+43 1 234"}
	if got := placed.texts(".order-facts dd"); !cmp.Equal(got, want) {
		t.Errorf("the order says %q, want %q", got, want)
	}
	if got := placed.texts(".order-steps button"); !cmp.Equal(got, []string{"Cancel the order"}) || !strings.Contains(placed.Find("main").Text(), "until it is shipped") {
		t.Errorf("it is cancelled by %q", got)
	}

	v.submit(list, formCardPut, nil)
	next := v.get("/checkout")
	if got := next.Find("#field-street").AttrOr("value", "") + next.Find("option[selected]").AttrOr("value", "") + strings.Join(next.checked(), ""); got != "1 Mill LaneDEstore"+"collection" {
		t.Errorf("of the order before is known %q", got)
	}
	v.submit(next, formCheckout, url.Values{"basket": {"1 other 1.00 EUR"}})
	stale := v.submit(next, formCheckout, url.Values{"basket": {"1 other 1.00 EUR"}, "name": {"A"}, "email": {"a@b.c"}, "street": {"1"}, "zip": {"1"}, "city": {"C"}, "country": {"AT"}, "delivery": {"parcel"}, "payment": {"invoice"}})
	if got := stale.texts(".faults p"); stale.status != http.StatusUnprocessableEntity || len(got) != 1 || !strings.Contains(got[0], "changed") {
		t.Errorf("of a basket that changed since: status %d, %q", stale.status, got)
	}
	helps(t, v.post("/checkout", ann), http.StatusBadRequest)
}

// checked are the values of the radio buttons that are chosen.
func (p *sheet) checked() []string {
	var out []string
	p.Find("input[type=radio][checked]").Each(func(_ int, s *goquery.Selection) { out = append(out, s.AttrOr("value", "")) })
	return out
}

// A form that is sent twice at once, or again later, orders once.
func TestCheckoutOnce(t *testing.T) {
	v := visit(t, demoShop(t))
	v.submit(v.begin(opening), formCardPut, nil)
	page := v.get("/checkout")
	var all sync.WaitGroup
	at := make([]string, 8)
	for i := range at {
		all.Go(func() { at[i] = v.submit(page, formCheckout, ann).at.Path })
	}
	all.Wait()
	at = append(at, v.submit(page, formCheckout, ann).at.Path)
	if slices.Sort(at); at[0] != at[len(at)-1] || !strings.HasPrefix(at[0], "/orders/") {
		t.Errorf("one form leads to %q", at)
	}
	if got := v.get("/orders").texts(".order-entry"); len(got) != 1 {
		t.Errorf("ordered are %q", got)
	}
}

// Words that order lead to the checkout, and where all is known, the order is confirmed in
// the conversation.
func TestCheckoutByWords(t *testing.T) {
	v := visit(t, demoShop(t))
	passed := v.say(v.begin(opening), "put the second one in my basket and order it")
	if got := passed.texts(".ended"); len(got) != 2 || passed.Find(formErrand).Length() > 0 {
		t.Fatalf("the clerk says %q", passed.texts(".errands"))
	}
	page := v.get(passed.Find(".ended a.primary").AttrOr("href", ""))
	if page.at.Path != "/checkout" || page.at.Query().Get("c") == "" {
		t.Fatalf("the way leads to %s", page.at)
	}
	v.submit(page, formCheckout, ann)
	again := v.say(passed, "put the third one in my basket and order it")
	if got := again.texts(".preview"); len(got) != 1 || !strings.Contains(got[0], "1 Mill Lane") || !strings.Contains(got[0], "You can cancel it") {
		t.Errorf("where all is known, the clerk says %q", again.texts(".errands"))
	}
	if strings.Contains(string(again.body), "cannot be undone") {
		t.Error("an order is said to be for ever")
	}
}

// The checkout is filled in by keyboard alone, on every screen and at twice the size, with
// scripts and without; what is wrong has the focus; nothing of it bars anybody.
func TestCheckoutInTheBrowser(t *testing.T) {
	t.Parallel()
	doors := selling(t, twoWays)
	for name, on := range map[string]screen{"phone": phone, "laptop": laptop, "laptop at 200 %": {Width: 640, Height: 400}, "small phone": smallPhone} {
		for _, scripts := range []bool{true, false} {
			t.Run(name+map[bool]string{false: " without scripts"}[scripts], func(t *testing.T) {
				t.Parallel()
				b := openTab(t, doors, on, scripts)
				look := func() {
					b.t.Helper()
					b.fits()
					if dark := on; scripts {
						b.accessible(inAll)
						dark.Dark = true
						b.do(dark.show())
						b.accessible(inColours)
						b.do(on.show())
					}
				}
				b.begin(opening)
				b.click(formCardPut + " button")
				b.until("the basket", "document.querySelector('.basket-count')?.textContent === '1' && "+settled)
				b.open("/basket")
				b.enter(".to-checkout")
				look()
				b.enter("#checkout [type=submit]")
				b.expect("status of 422")
				b.until("the focus on what is wrong", "document.activeElement.className === 'faults'") // autofocus waits for a rendered frame
				if got := b.texts(".faults a"); len(got) != 5 {
					t.Errorf("wrong are %q", got)
				}
				look()
				for _, name := range []string{"name", "email", "street", "zip", "city"} {
					b.tabTo("#field-" + name)
					b.press(ann.Get(name))
				}
				b.tabTo("#field-delivery")
				b.press(kb.ArrowDown)
				if got := b.texts(".sums .total dd"); len(got) != 2 || eval[int](b, "[...document.querySelectorAll('.sums')].filter(e => e.checkVisibility()).length") != 1 {
					t.Errorf("of the sums %q not just one is seen", got)
				}
				b.enter("#checkout [type=submit]")
				if at := eval[string](b, "location.pathname"); !strings.HasPrefix(at, "/orders/S") {
					t.Fatalf("the order leads to %s: %q", at, b.texts(".faults"))
				}
				look()
			})
		}
	}
}

// A shop that sells elsewhere leads there from every product, and has no basket of ours: no
// page, no button, no errand of it.
func TestSellsElsewhere(t *testing.T) {
	linked := sells(t, t.TempDir(), slices.Values([]catalog.Record{{ID: "a", Title: "Oak lamp", Category: "Lamps", Stock: 1, Price: catalog.Price{Minor: 100, Currency: "EUR"}, Link: "https://lamps.example/a"},
		{ID: "b", Title: "Tin lamp", Category: "Lamps", Stock: 1, Price: catalog.Price{Minor: 200, Currency: "EUR"}}}))
	cart := "https://www.shop.example/cart/{id}:{quantity}"
	for checkout, want := range map[string]string{cart: "https://www.shop.example/cart/bp-", "link": "https://lamps.example/a"} {
		doors, said := selling, opening
		if checkout == "link" {
			doors, said = func(t *testing.T, settings string) *httptest.Server { return managed(t, linked, settings) }, "oak lamp"
		}
		v := visit(t, doors(t, "checkout = '"+checkout+"'"))
		list := v.begin(said)
		if list.Find(".basket-link, form.put").Length() > 0 {
			t.Errorf("%s: the list has a basket", checkout)
		}
		ways := list.Find(".card-steps a.primary")
		if ways.Length() < 1 || !strings.HasPrefix(ways.AttrOr("href", ""), want) || !strings.HasPrefix(strings.TrimSpace(ways.First().Text()), "Buy at ") {
			t.Errorf("%s: %d ways, the first %q to %s", checkout, ways.Length(), ways.First().Text(), ways.AttrOr("href", ""))
		}
		page := v.get(list.Find(".card h4 a").AttrOr("href", ""))
		if got := page.Find(".product-offer a.primary").AttrOr("href", ""); got != ways.AttrOr("href", "") || page.Find("form.put").Length() > 0 {
			t.Errorf("%s: the page leads to %q", checkout, got)
		}
		for _, path := range []string{"/basket", "/checkout"} {
			helps(t, v.get(path), http.StatusNotFound)
			helps(t, v.post(path, ann), http.StatusNotFound)
		}
		for _, said := range []string{"put the first one in my basket", "what is in my basket", "empty my basket", "put the second one in my basket and order it"} {
			if list = v.say(list, said); list.Find(".ended-done").Length() > 0 || !strings.Contains(list.Find(".ended").Text(), "takes no orders here") {
				t.Errorf("%s: %q: the clerk says %q", checkout, said, list.texts(".errands, .line-clerk"))
			}
		}
	}
}

// An order has a ceiling, which the shop sets: nothing comes into a basket beyond it, by a form
// or by words, and no basket from before it is ordered; whoever is over it can take out.
func TestCeiling(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	for _, language := range []string{"en", "de"} {
		w := words.Lookup(language)
		b.sales.Ceiling = (*merchant.Info)(nil).Ceiling()
		v := visit(t, b.doors)
		v.accept = language
		list := v.begin(opening)
		var held []string
		put := func(product string, n int) *sheet {
			return v.post("/basket", url.Values{views.FieldProduct: {product}, views.FieldQuantity: {strconv.Itoa(n)}})
		}
		list.Find(formCardPut + " [name=" + views.FieldProduct + "]").Each(func(_ int, in *goquery.Selection) {
			if len(held) < 3 {
				held = append(held, in.AttrOr("value", ""))
			}
		})
		for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusBadRequest} {
			p := put(held[i], shop.MostPieces)
			if p.status != want {
				t.Fatalf("%s: product %d: status %d, want %d", language, i, p.status, want)
			}
			if told := catalog.Capital(w.T("orders.why-ceiling", "Most", b.sales.Ceiling.Pieces)); want != http.StatusOK && !strings.Contains(p.Find("main").Text(), told) {
				t.Errorf("%s: told %q, want %q", language, p.Find("main").Text(), told)
			}
		}
		if p := v.say(v.get(list.at.Path), map[string]string{"en": "add 50 of the third to my basket", "de": "leg 50 vom dritten in den Warenkorb"}[language]); !strings.Contains(p.Find("main").Text(), w.T("orders.why-ceiling", "Most", 200)) {
			t.Errorf("%s: by words: %q", language, p.texts(".reply"))
		}
		for _, ceiling := range []merchant.Ceiling{{Pieces: 150}, {Sum: 10}} {
			b.sales.Ceiling = ceiling
			why := w.T("orders.why-ceiling", "Most", 150)
			if ceiling.Sum > 0 {
				why = w.T("orders.why-ceiling-sum", "Sum", w.Money(w.Fixed(10, 2), "EUR"))
			}
			p := v.submit(v.get("/checkout"), formCheckout, url.Values{"name": {"Ann"}, "email": {"ann@example.com"}, "street": {"1 Mill Lane"}, "zip": {"1010"}, "city": {"Wien"}, "country": {"AT"}})
			if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.Find("main").Text(), why) {
				t.Errorf("%s: placing: status %d: %q", language, p.status, p.texts(".faults"))
			}
			if p := v.post("/basket/change", url.Values{views.FieldProduct: {held[0]}, views.FieldQuantity: {"98"}}); p.status != http.StatusOK {
				t.Errorf("%s: nothing can be taken out: status %d", language, p.status)
			}
			if p := v.post("/basket/change", url.Values{views.FieldProduct: {held[0]}, views.FieldQuantity: {"99"}}); p.status != http.StatusBadRequest {
				t.Errorf("%s: more comes in: status %d", language, p.status)
			}
		}
	}
}
