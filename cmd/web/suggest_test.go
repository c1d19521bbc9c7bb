package main

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"shopclerk/views"
)

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

func TestBeginRefuses(t *testing.T) {
	v := visit(t, demoShop(t))
	category := v.get("/").Find("form:has(.tile) input[name=category]").First().AttrOr("value", "")
	for name, tc := range map[string]struct {
		form   url.Values
		status int
	}{
		"an unknown category": {url.Values{views.FieldCategory: {"Nothing"}}, http.StatusNotFound},
		"an unknown aspect":   {url.Values{views.FieldCategory: {category}, views.FieldAspect: {"nothing"}, views.FieldValue: {"red"}}, http.StatusBadRequest},
		"an unknown value":    {url.Values{views.FieldCategory: {category}, views.FieldAspect: {"colour"}, views.FieldValue: {"no such"}}, http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			if p := v.post("/c", tc.form); p.status != tc.status {
				t.Errorf("status %d, want %d", p.status, tc.status)
			}
		})
	}
}
