package main

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"shopclerk/views"
	"shopclerk/words"
)

// german visits the shop with a browser that asks for German.
func german(t *testing.T) *visitor {
	t.Helper()
	v := visit(t, demoShop(t))
	v.accept = "de-DE,de;q=0.9,en;q=0.5"
	return v
}

func TestLanguageIsNegotiated(t *testing.T) {
	doors := demoShop(t)
	for _, tc := range []struct{ accept, want string }{
		{"", "en"}, {"ja", "en"}, {"de", "de"}, {"en-GB,de;q=0.5", "en"}, {"fr,de-CH;q=0.5", "de"},
	} {
		t.Run(tc.accept, func(t *testing.T) {
			v := visit(t, doors)
			v.accept = tc.accept
			p := v.get("/")
			if got := p.Find("html").AttrOr("lang", ""); got != tc.want {
				t.Errorf("the page is in %s, want %s", got, tc.want)
			}
			if got := p.header.Get("Content-Language"); got != tc.want {
				t.Errorf("Content-Language is %s, want %s", got, tc.want)
			}
			if vary := strings.Join(p.header.Values("Vary"), ", "); !strings.Contains(vary, "Accept-Language") || !strings.Contains(vary, "Cookie") {
				t.Errorf("Vary: %s", vary)
			}
		})
	}
}

func TestLanguageIsChosen(t *testing.T) {
	v := visit(t, demoShop(t))
	talk := v.begin("backpack under 150")
	r := v.request(http.MethodPost, "/language", url.Values{views.FieldLanguage: {"de"}})
	r.Header.Set("Referer", v.base+talk.at.RequestURI())
	p := v.do(r)
	if p.at.RequestURI() != talk.at.RequestURI() {
		t.Errorf("choosing leads to %s, want back to %s", p.at.RequestURI(), talk.at.RequestURI())
	}
	if got := p.texts("#questions-title"); len(got) != 1 || got[0] != "Fragen" {
		t.Errorf("the questions are headed %q", got)
	}
	if got := p.texts(".languages [aria-current]"); len(got) != 1 || got[0] != "Deutsch" {
		t.Errorf("the page is marked to be in %q", got)
	}
	// what was said stays as it was said, and what is said next is in the new language
	if got, want := p.texts(".line-clerk .said"), talk.texts(".line-clerk .said"); got[0] != want[0] {
		t.Errorf("the clerk has said %q, was %q", got, want)
	}
	next := v.submit(p, formAnswer, url.Values{views.FieldSkip: {"1"}})
	if got := next.texts(".line-clerk .said"); !strings.Contains(got[len(got)-1], "haben das alles.") {
		t.Errorf("the clerk says %q", got)
	}
	// and back, with the page's own button
	v.accept = "de"
	if en := v.submit(next, "form.languages", url.Values{views.FieldLanguage: {"en"}}); en.Find("html").AttrOr("lang", "") != "en" {
		t.Error("what was chosen gives way to what the browser asks for")
	}
}

// Choosing leads back to pages of the shop and to no others, whatever the browser
// says where it comes from.
func TestLanguageLeadsNowhereElse(t *testing.T) {
	for _, tc := range []struct{ referer, want string }{
		{"http://shop.test/c/k7q2?v=3#results", "/c/k7q2?v=3"},
		{"http://shop.test", "/"},
		{"http://shop.test//evil.test/x", "/"},
		{`http://shop.test/\evil.test`, "/%5Cevil.test"},
		{"http://evil.test/c/k7q2", "/"},
		{"//evil.test", "/"},
		{"javascript:alert(1)", "/"},
		{"/c/k7q2", "/"},
		{"http://shop.test/%zz", "/"},
		{"", "/"},
	} {
		r, err := http.NewRequest(http.MethodPost, "http://shop.test/language", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Referer", tc.referer)
		if got := cameFrom(r); got != tc.want {
			t.Errorf("from %q to %q, want %q", tc.referer, got, tc.want)
		}
	}
}

func TestLanguageThatTheShopDoesNotSpeak(t *testing.T) {
	p := german(t).post("/language", url.Values{views.FieldLanguage: {"xx"}})
	if p.status != http.StatusBadRequest || !strings.Contains(p.Text(), "Der Laden spricht kein „xx“.") {
		t.Errorf("status %d: %s", p.status, p.texts("main"))
	}
	if err := (&config{Language: "xx"}).check(); err == nil {
		t.Error("a shop that speaks xx opens")
	}
}

// english finds words that no German sentence has.
var english = regexp.MustCompile(`(?i)\b(the|you|your|and|with|this|that|of|more|not|or|to|from|are|is|has)\b`)

// All that a German page says is German: what the catalogue says, SQL, and what a shopper
// said, is left out.
func TestGermanPagesSayNothingInEnglish(t *testing.T) {
	v := german(t)
	start := v.get("/")
	talk := v.begin("Rucksack unter 150 Euro, nicht schwarz")
	answered := v.submit(talk, formAnswer, url.Values{"q0": {"0", views.OtherValue}, "q1": {views.OtherValue}})
	product := v.get(answered.Find(".card h4 a").First().AttrOr("href", ""))
	var picked []string
	talk.Find(".pick input").Each(func(_ int, s *goquery.Selection) { picked = append(picked, s.AttrOr("value", "")) })
	basket := v.submit(product, "form.put", url.Values{views.FieldQuantity: {"2"}})
	pages := map[string]*sheet{
		"start": start, "talk": talk, "answered": answered, "product": product, "basket": basket,
		"compare": v.get("/compare?" + url.Values{views.FieldPick: picked[:2]}.Encode()),
		"nothing": v.begin("Rucksack unter 1 Euro"),
		"delete":  v.get("/mine/delete"),
		"missing": v.get("/nowhere"),
	}
	for name, p := range pages {
		if got := p.Find("html").AttrOr("lang", ""); got != "de" {
			t.Errorf("%s: the page is in %q", name, got)
		}
		p.Find(".line-shopper, .card h4, .card .brand, .card dt, .card dd, .shelf h3, .description p, .product h1, .product .brand, .details th, .details td, " +
			".compare td, .compare th, .item h2, .tile-name, .masthead-name, title, #message-hint, .languages, .facet summary, .facet legend, .facet .tick label, " +
			".recent-title, .chip-text, .unseen[dir=auto], .question .option label, .because th, .note code, .query code, .query li, script").Remove()
		for _, text := range p.texts("body *:not(:has(*))") {
			if english.MatchString(text) {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
	if words.Lookup("de").T("list.full") == words.English.T("list.full") {
		t.Error("German is English")
	}
}
