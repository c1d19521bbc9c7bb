package main

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/views"
)

// From a product, a comparison and the basket the way leads back to the conversation
// as it was left: its version, its order, as many products, at the card.
func TestWayBack(t *testing.T) {
	v := visit(t, demoShop(t))
	left := v.get(v.begin("backpack").at.RequestURI() + "&sort=price&show=30")
	v.say(left, "not black") // it goes on elsewhere meanwhile
	if len(left.titles()) != 30 {
		t.Fatalf("%d products", len(left.titles()))
	}
	check := func(from string, p *sheet, card string) {
		t.Helper()
		href := p.Find(".back a").AttrOr("href", "")
		at, err := url.Parse(href)
		if err != nil || at.Fragment != card {
			t.Errorf("%s leads back to %q, want #%s: %v", from, href, card, err)
		}
		if got := v.get(at.RequestURI()); !cmp.Equal(got.titles(), left.titles()) || !cmp.Equal(got.chips(), left.chips()) {
			t.Errorf("%s leads back to another list: %s", from, href)
		}
	}
	product := v.get(left.Find("#p25 h4 a").AttrOr("href", ""))
	check("the product's page", product, "p25")
	if tile := product.Find(".tiles-row a, .similar a").First().AttrOr("href", ""); tile != "" {
		check("a similar product's page", v.get(tile), "p25")
	}
	check("the basket", v.submit(product, "form[action='/basket']", url.Values{views.FieldQuantity: {"1"}}), "p25")
	check("the basket, from the card", v.submit(left, "#p7 form[action='/basket']", nil), "p7")
	check("the basket, from the frame", v.get(left.Find(".masthead a[href^='/basket']").AttrOr("href", "")), "")
	picks := []string{left.Find("#p3 .pick input").AttrOr("value", ""), left.Find("#p4 .pick input").AttrOr("value", "")}
	compare := v.get("/compare?" + url.Values{
		"c": {hiddenOf(left, "#compare", "c")}, "v": {hiddenOf(left, "#compare", "v")}, "sort": {hiddenOf(left, "#compare", "sort")},
		"show": {hiddenOf(left, "#compare", "show")}, views.FieldPick: picks,
	}.Encode())
	check("the comparison", compare, "")
}

// hiddenOf reads an unseen field of a form.
func hiddenOf(p *sheet, form, name string) string {
	return p.Find(form+" input[name='"+name+"']").AttrOr("value", "")
}

// What an address claims of where a shopper was is believed as far as it can be true.
func TestWayBackOfNonsense(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	id := strings.TrimPrefix(p.at.Path, "/c/")
	address, _, _ := strings.Cut(p.Find("#p1 h4 a").AttrOr("href", ""), "?")
	for query, want := range map[string]string{
		"":                                    "/",
		"c=nobody":                            "/",
		"c=../../evil":                        "/",
		"c=" + id:                             "/c/" + id,
		"c=" + id + "&v=99":                   "/c/" + id,
		"c=" + id + "&v=-1&show=x":            "/c/" + id,
		"c=" + id + "&sort=<script>&card=1e9": "/c/" + id,
		"c=" + id + "&v=1&sort=price&show=999&at=2": "/c/" + id + "?v=1&sort=price&show=100#p2",
	} {
		if got := v.get(address+"?"+query).Find(".back a").AttrOr("href", ""); got != want {
			t.Errorf("%q leads back to %q, want %q", query, got, want)
		}
	}
}
