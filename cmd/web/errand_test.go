package main

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/tools"
	"shopclerk/views"
)

const (
	formErrand   = "form[action$='/errand']:has(.answer)"
	formConfirm  = "form[action$='/errand/confirm']"
	formCheckout = "#checkout"
)

// asked lists what is asked about an errand.
func (p *sheet) asked() []string {
	return p.texts(".errand legend, .errand .question-ask")
}

// ann is what Ann Porter fills the checkout in with.
var ann = url.Values{"name": {"Ann Porter"}, "email": {"ann@example.com"}, "street": {"1 Mill Lane"}, "zip": {"YO1 7AA"}, "city": {"York"},
	"country": {"United Kingdom"}, "delivery": {"standard"}, "payment": {"invoice"}}

// checksOut orders what is in the basket.
func (v *visitor) checksOut() *sheet {
	v.t.Helper()
	b := v.get("/basket")
	return v.submit(v.get(b.Find(".to-checkout").AttrOr("href", "")), formCheckout, ann)
}

// ordered puts the first backpack in the basket and orders it.
func (v *visitor) ordered() (list, order *sheet) {
	v.t.Helper()
	list = v.begin(opening)
	b := v.submit(list, formCardPut, nil)
	page := v.get(v.get(b.Find(".basket-link").AttrOr("href", "")).Find(".to-checkout").AttrOr("href", ""))
	order = v.submit(page, formCheckout, ann)
	if !strings.HasPrefix(order.at.Path, "/orders/S") {
		v.t.Fatalf("the order leads from %s to %s: %q", page.at, order.at, order.texts(".faults"))
	}
	return list, order
}

func TestOrderAndCancel(t *testing.T) {
	v := visit(t, demoShop(t))
	list, placed := v.ordered()
	if got := placed.texts(".item h2, .sums .total dd"); len(got) != 2 || got[0] != list.titles()[0] || placed.Find(".note").Length() != 1 {
		t.Fatalf("after the order, the page says %q", placed.texts("main"))
	}
	if got := v.get("/basket").held(); len(got) > 0 {
		t.Errorf("what was ordered is still in the basket: %q", got)
	}
	noted := v.export().Interactions
	if last := noted[len(noted)-1]; last.Act != journal.Ordered || last.Price == 0 || last.Quantity != 1 || last.Version == 0 || !strings.HasSuffix(list.at.Path, last.Conversation) {
		t.Errorf("of the order is noted %+v", last)
	}
	list = v.get("/orders")
	if got := list.texts(".order-entry"); len(got) != 1 || list.Find(".masthead .orders-link").Length() != 1 {
		t.Fatalf("the orders are %q", got)
	}
	order := v.get(list.Find(".order-entry a").AttrOr("href", ""))
	if got := order.texts(".status, .order-facts dd"); !cmp.Equal(got, []string{"Not shipped yet", "Ann Porter", "1 Mill Lane", "YO1 7AA York", "United Kingdom", "By invoice", "ann@example.com"}) {
		t.Errorf("the order's page says %q", got)
	}
	if drawing := order.Find(".order .picture use").AttrOr("href", ""); !strings.HasSuffix(drawing, "#backpack") {
		t.Errorf("its article is drawn as %q", drawing)
	}

	ask := v.submit(order, ".order-steps form:has(input[value=cancel_order])", nil)
	if ask.Find(".results").Length() > 0 || ask.Find("#newest").Length() != 1 {
		t.Errorf("a conversation about an order alone has a list: %q", ask.titles())
	}
	for range 2 { // a reason may be asked for, and may be skipped
		if ask.Find(formErrand).Length() > 0 {
			ask = v.submit(ask, formErrand, url.Values{"e0": {views.NoneValue}})
		}
	}
	if got := ask.texts(formConfirm + " button"); !cmp.Equal(got, []string{"Cancel the order", "No, keep it"}) {
		t.Fatalf("the buttons say %q: %q", got, ask.texts(".errands"))
	}
	kept := v.submit(ask, formConfirm, url.Values{views.FieldConfirm: {views.ConfirmNo}})
	if got := v.get(order.at.Path).texts(".status"); !cmp.Equal(got, []string{"Not shipped yet"}) || kept.Find(".ended-done").Length() > 0 {
		t.Errorf("after a no, the order is %q", got)
	}
	for range 2 { // sent twice, it is done once and told twice
		done := v.submit(ask, formConfirm, url.Values{views.FieldConfirm: {views.ConfirmYes}})
		if len(done.texts(".ended-done")) != 1 {
			t.Errorf("after a yes, the page says %q", done.texts(".errands"))
		}
	}
	if slices.ContainsFunc(v.export().Interactions, func(i journal.Interaction) bool { return i.Act == journal.Ordered }) {
		t.Error("what was cancelled is noted as ordered")
	}
	order = v.get(order.at.Path)
	if got := order.texts(".status"); !cmp.Equal(got, []string{"Cancelled"}) {
		t.Errorf("after a yes, the order is %q", got)
	}
	if got := order.texts(".order-steps button"); len(got) != 0 {
		t.Errorf("what can be done with a cancelled order: %q", got)
	}
}

// A conversation's address can be passed on. What is done in it is seen and done by
// nobody else.
func TestErrandsAreTheirsAlone(t *testing.T) {
	doors := demoShop(t)
	v := visit(t, doors)
	list, placed := v.ordered()
	order := placed.at.Path
	ask := v.say(list, "cancel my order")
	if ask.Find(".errand").Length() != 1 {
		t.Fatalf("to “cancel my order” the clerk says %q", ask.texts(".errands, .line-clerk"))
	}

	other := visit(t, doors)
	other.get("/") // has no session
	seen := other.get(ask.at.Path)
	for _, secret := range []string{"Mill Lane", "Porter", order, "cancel my order"} {
		if strings.Contains(string(seen.body), secret) {
			t.Errorf("somebody else reads %q", secret)
		}
	}
	if seen.Find(".errands").Length() > 0 || len(seen.titles()) != 10 {
		t.Errorf("somebody else sees %q and %d products", seen.texts(".errands"), len(seen.titles()))
	}
	form := ask.Find(".errand form")
	fields := url.Values{"e0": {"0"}, views.FieldConfirm: {views.ConfirmYes}}
	for _, f := range form.Find("input[type=hidden]").EachIter() {
		fields.Set(f.AttrOr("name", ""), f.AttrOr("value", ""))
	}
	for _, end := range []string{"", "/confirm", "/drop"} {
		helps(t, other.post(ask.at.Path+"/errand"+end, fields), http.StatusNotFound)
	}
	helps(t, other.get(order), http.StatusNotFound)
	helps(t, other.post("/errand", url.Values{views.FieldTool: {"cancel_order"}, views.FieldOrder: {strings.TrimPrefix(order, "/orders/")}}), http.StatusNotFound)
	if got := other.get("/orders").texts(".order-entry"); len(got) > 0 {
		t.Errorf("somebody else has the orders %q", got)
	}
	searched := other.say(seen, "cancel my order")
	if searched.Find(".errands").Length() > 0 {
		t.Errorf("somebody else is served at the counter: %q", searched.texts(".errands"))
	}
	if got := v.get(order).texts(".status"); !cmp.Equal(got, []string{"Not shipped yet"}) {
		t.Errorf("the order is %q", got)
	}
}

// Whoever asks on the start page where a parcel is gets no list of products, and an
// errand without an answer is asked again.
func TestErrandOnTheStartPage(t *testing.T) {
	v := visit(t, demoShop(t))
	none := v.begin("where is my parcel")
	if none.Find(".results").Length() > 0 || none.Find(".ended").Length() != 1 {
		t.Errorf("who has ordered nothing is told %q and shown %q", none.texts(".errands"), none.titles())
	}
	v.ordered()
	v.ordered()
	which := v.begin("where is my parcel")
	if n := which.Find(".errand input[type=radio]").Length(); n < 2 || which.Find(".results").Length() > 0 {
		t.Fatalf("of two orders, the clerk says %q", which.texts(".errands"))
	}
	again := v.submit(which, formErrand, nil)
	if !cmp.Equal(again.asked(), which.asked()) {
		t.Errorf("without an answer the clerk asks %q", again.asked())
	}
	told := v.submit(again, formErrand, url.Values{"e0": {"0"}})
	if got := told.texts(".ended-done"); len(got) != 1 || told.Find(".ended-done a[href^='/orders/']").Length() != 1 {
		t.Errorf("after an answer the clerk says %q", told.texts(".errands"))
	}
	dropped := v.submit(which, formErrand, url.Values{views.FieldDrop: {"1"}})
	if dropped.Find(".errand").Length() > 0 {
		t.Errorf("what was given up is still asked: %q", dropped.asked())
	}
	found := v.say(told, "backpack")
	if len(found.titles()) != 10 {
		t.Errorf("after an errand, a search finds %q", found.titles())
	}
}

// What no form of ours sends does nothing.
func TestBadErrands(t *testing.T) {
	v := visit(t, demoShop(t))
	list, _ := v.ordered()
	at := list.at.Path
	for name, test := range map[string]struct {
		path   string
		fields url.Values
		status int
	}{
		"no such tool":       {"/errand", url.Values{views.FieldTool: {"rob_the_shop"}}, http.StatusBadRequest},
		"no button's tool":   {"/errand", url.Values{views.FieldTool: {"place_order"}}, http.StatusBadRequest},
		"no such order":      {"/errand", url.Values{views.FieldTool: {"cancel_order"}, views.FieldOrder: {"S9"}}, http.StatusNotFound},
		"no order":           {"/errand", url.Values{views.FieldTool: {"return_items"}}, http.StatusNotFound},
		"no such task":       {at + "/errand", url.Values{"v": {"1"}, views.FieldTask: {"x"}, "e0": {"0"}}, http.StatusBadRequest},
		"nothing to give up": {at + "/errand/drop", url.Values{"v": {"1"}, views.FieldTask: {"x"}}, http.StatusBadRequest},
		"nothing to confirm": {at + "/errand/confirm", url.Values{"v": {"1"}, views.FieldTask: {"x"}, views.FieldConfirm: {"yes"}}, http.StatusBadRequest},
		"neither yes nor no": {at + "/errand/confirm", url.Values{"v": {"1"}, views.FieldTask: {"x"}}, http.StatusBadRequest},
		"no state":           {at + "/errand", url.Values{"v": {"99"}}, http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) { helps(t, v.post(test.path, test.fields), test.status) })
	}
	helps(t, v.get("/orders/S9"), http.StatusNotFound)
	if got := v.get("/orders").texts(".status"); !cmp.Equal(got, []string{"Not shipped yet"}) {
		t.Errorf("the orders are %q", got)
	}
}

// What words changed in the basket is taken back by a button, also without JavaScript.
func TestUndoOfTheBasket(t *testing.T) {
	const undo = ".ended-done form:not([action$='/errand'])"
	v := visit(t, demoShop(t))
	list := v.begin(opening)
	put := v.say(list, "put the second one in my basket")
	if got := v.get("/basket").held(); len(got) != 1 || put.Find(undo).Length() != 1 {
		t.Fatalf("in the basket are %q; %d buttons; the clerk says %q", got, put.Find(undo).Length(), put.texts(".errands"))
	}
	if back := v.submit(put, undo, nil); len(back.held()) > 0 {
		t.Fatalf("what was put in the basket and taken back is there: %q", back.held())
	}
	put = v.say(put, "put the second one in my basket")
	out := v.say(put, "take the second one out of my basket")
	if got := v.get("/basket").held(); len(got) > 0 {
		t.Fatalf("what was taken out is there: %q; the clerk says %q", got, out.texts(".errands"))
	}
	if back := v.submit(out, undo, nil); len(back.held()) != 1 {
		t.Errorf("what was taken out is not there again: %q", back.held())
	}
	two := v.say(v.say(out, "put the first one in my basket"), "make it two")
	before := v.get("/basket").held()
	if len(before) != 2 {
		t.Fatalf("in the basket are %q; the clerk says %q", before, two.texts(".errands"))
	}
	for _, said := range []string{"empty my basket", "take the first one out of my basket", "only one"} {
		changed := v.say(v.say(v.say(two, "put the first one in my basket"), "make it two"), said)
		if got := v.get("/basket").held(); cmp.Equal(got, before) {
			t.Errorf("%q changes nothing; the clerk says %q", said, changed.texts(".errands"))
			continue
		}
		for range 2 { // sent twice, it does no more
			if back := v.submit(changed, undo, nil); !cmp.Equal(back.held(), before) {
				t.Errorf("%q is taken back to %q, want %q", said, back.held(), before)
			}
		}
		two = v.say(v.say(changed, said), "undo")
		if !cmp.Equal(v.get("/basket").held(), before) {
			t.Errorf("%q is taken back in words to %q, want %q", said, v.get("/basket").held(), before)
		}
	}
	stranger := visit(t, demoShop(t))
	key := put.Find(undo+" input[name=deed]").AttrOr("value", "")
	for _, deed := range []string{key, "", "none", "\xff\x00"} {
		helps(t, stranger.post("/basket/undo", url.Values{views.FieldDeed: {deed}}), http.StatusNotFound)
	}
}

// Errands are counted by tool and ending.
func TestErrandsAreCounted(t *testing.T) {
	m := newMetrics()
	of := func(tool string, ending dialog.Ending) dialog.Errand {
		return dialog.Errand{Decision: tools.Decision{Call: &tools.Call{Tool: tool}}, Ending: ending}
	}
	m.turn(0, &dialog.Exchange{Errands: []dialog.Errand{of("cancel_order", dialog.Done), of("cancel_order", dialog.Done), of("cancel_order", ""), of("place_order", dialog.Declined), {Ending: dialog.Dropped}}})
	w := httptest.NewRecorder()
	m.handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	var got []string
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "shopclerk_errands_total") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	want := []string{
		`shopclerk_errands_total{ending="declined",tool="place_order"} 1`,
		`shopclerk_errands_total{ending="done",tool="cancel_order"} 2`,
		`shopclerk_errands_total{ending="dropped",tool="none"} 1`,
	}
	if !cmp.Equal(got, want) {
		t.Errorf("counted %q, want %q", got, want)
	}
}
