package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"shopclerk/catalog"
	"shopclerk/views"
)

func serving(t *testing.T, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func TestOtherSitesCanNotPost(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	id := strings.TrimPrefix(p.at.Path, "/c/")
	foreign := map[string]http.Header{
		"by its fetch metadata":         {"Sec-Fetch-Site": {"cross-site"}},
		"from another host of ours":     {"Sec-Fetch-Site": {"same-site"}},
		"by its origin":                 {"Origin": {"https://elsewhere.example"}},
		"from a page without an origin": {"Origin": {"null"}},
	}
	for _, route := range posts(t) {
		for name, header := range foreign {
			t.Run(route+" "+name, func(t *testing.T) {
				r := v.request(http.MethodPost, strings.ReplaceAll(route, ":id", id), url.Values{"v": {"1"}, views.FieldMessage: {"cheaper"}})
				r.Header = header.Clone()
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				helps(t, v.do(r), http.StatusForbidden)
			})
		}
	}
	if got := v.get(p.at.Path); !bytes.Equal(got.body, p.body) {
		t.Error("another site changed the conversation")
	}
}

// helps checks that a page for trouble has the status and says what to do.
func helps(t *testing.T, p *sheet, status int) {
	t.Helper()
	if p.status != status {
		t.Errorf("status %d, want %d: %s", p.status, status, strings.Join(p.texts(".error p"), " "))
		return
	}
	if len(p.texts(".error strong")) != 1 || p.Find(".error a.button").Length() != 1 {
		t.Errorf("the page offers no way out: %s", p.body)
	}
	guarded(t, p)
}

// guarded checks the headers that every answer carries.
func guarded(t *testing.T, p *sheet) {
	t.Helper()
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "X-Request-Id": "",
	} {
		if got := p.header.Get(name); got == "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if policy := p.header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") {
		t.Errorf("the policy allows what is unsafe, or pictures from where the catalogue has none: %s", policy)
	}
}

func TestHeadersEverywhere(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	pages := []string{"/", p.at.RequestURI(), p.Find(".card a").AttrOr("href", ""), p.Find(".card use").AttrOr("href", ""),
		p.Find("link[rel=stylesheet]").AttrOr("href", ""), "/healthz", "/readyz", "/mine", "/mine/delete", p.at.Path + "/delete", "/nowhere", "/static/nothing.css"}
	for _, path := range pages {
		t.Run(path, func(t *testing.T) { guarded(t, v.get(path)) })
	}
}

func TestBadInput(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	c := p.at.Path
	form := func(pairs ...string) url.Values {
		f := url.Values{"v": {"1"}}
		for i := 0; i < len(pairs); i += 2 {
			f.Set(pairs[i], pairs[i+1])
		}
		return f
	}
	none := strings.Repeat("a", 26)
	said := v.begin("backpack under 150")
	facet := said.at.Path + "/facet"
	answered := v.submit(v.begin("backpack"), formAnswer, url.Values{"q0": {"0"}})
	edit, answer := answered.at.Path+"/edit", answered.Find(formDrop+" input[name=change]").Last().AttrOr("value", "")
	tests := []struct {
		name, path string
		form       url.Values // nil: GET
		status     int
	}{
		{"unknown address", "/nowhere", nil, 404},
		{"unknown conversation", "/c/" + none, nil, 404},
		{"broken conversation", "/c/..%2f..%2fetc", nil, 404},
		{"unknown conversation, message", "/c/" + none + "/say", form("message", "x"), 404},
		{"version not reached", c + "?v=99", nil, 200}, // a link from before an import of the journal shows the latest
		{"version below zero", c + "?v=-1", nil, 400},
		{"version no number", c + "?v=two", nil, 400},
		{"list length no number", c + "?show=many", nil, 200},
		{"unknown product", "/p/none", nil, 404},
		{"unknown category", "/c", form("category", "Bicycles"), 404},
		{"unknown aspect", "/c", form("category", backpacks, views.FieldAspect, "nothing", views.FieldValue, "red"), 400},
		{"unknown value", "/c", form("category", backpacks, views.FieldAspect, "colour", views.FieldValue, "no such"), 400},
		{"category that is not UTF-8", "/c", form("category", "\xff"), 404},
		{"no version", c + "/say", url.Values{"message": {"red"}}, 400},
		{"version of the future", c + "/say", form("v", "99", "message", "red"), 400},
		{"negative version", c + "/say", form("v", "-1", "message", "red"), 400},
		{"version no number in a form", c + "/undo", form("v", "one"), 400},
		{"empty message", c + "/say", form("message", "  "), 200},
		{"message that is not UTF-8", c + "/say", form("message", "re\xff\xfed"), 200},
		{"message with a zero byte", c + "/say", form("message", "red\x00green"), 200},
		{"message of only signs", c + "/say", form("message", `"'*(){}[]^~\:/ AND OR NOT +-`), 200},
		{"message too long", c + "/say", form("message", strings.Repeat("é", views.LongestMessage+1)), 413},
		{"longest message", c + "/say", form("message", strings.Repeat("é", views.LongestMessage)), 200},
		{"opening too long", "/c", form("message", strings.Repeat("x", views.LongestMessage+1)), 413},
		{"body too long", c + "/say", form("message", strings.Repeat("x", 100<<10)), 413},
		{"option out of range", c + "/answer", form("q0", "99"), 400},
		{"option below zero", c + "/answer", form("q0", "-1"), 400},
		{"option no number", c + "/answer", form("q0", "red"), 400},
		{"question out of range", c + "/answer", form("q9", "0"), 200}, // no page asks it: skipped
		{"other that is not UTF-8", c + "/answer", form("q0.other", "re\xffd"), 200},
		{"other too long", c + "/answer", form("q0.other", strings.Repeat("x", views.LongestMessage+1)), 413},
		{"removing nothing", c + "/drop", form(), 400},
		{"removing what is not there", c + "/drop", form("change", "99"), 400},
		{"undoing the beginning", c + "/undo", form(), 200},
		{"a filter of an aspect that is none", facet, form(views.FieldFacet, "<script>"), 400},
		{"a filter of the category", facet, form(views.FieldFacet, catalog.KeyCategory), 400},
		{"a filter's value that is none", facet, form(views.FieldFacet, catalog.KeyBrand, catalog.KeyBrand, "no such brand"), 400},
		{"a bound of words", facet, form(views.FieldFacet, catalog.KeyPrice, catalog.KeyPrice+views.FacetLow, "cheap"), 400},
		{"a bound that is no number", facet, form(views.FieldFacet, catalog.KeyPrice, catalog.KeyPrice+views.FacetHigh, "NaN"), 400},
		{"a bound without end", facet, form(views.FieldFacet, catalog.KeyPrice, catalog.KeyPrice+views.FacetHigh, "Inf"), 400},
		{"a filter of no version", facet, url.Values{}, 400},
		{"an edit of no change", edit, form("v", "2"), 400},
		{"an edit, a word for a number", edit, form("v", "2", views.FieldChange, "x"), 400},
		{"an edit of a change of nobody", edit, form("v", "2", views.FieldChange, "99"), 400},
		{"an edit, an option not on offer", edit, form("v", "2", views.FieldChange, answer, "q0", "9"), 400},
		{"an edit, an option of no number", edit, form("v", "2", views.FieldChange, answer, "q0", "red"), 400},
		{"an edit, another answer is long", edit, form("v", "2", views.FieldChange, answer, "q0"+views.OtherText, strings.Repeat("x", views.LongestMessage+1)), 413},
		{"an edit of a state of the future", edit, form("v", "99", views.FieldChange, answer), 400},
		{"an edit, what was said is long", edit, form("v", "2", views.FieldChange, "1", views.FieldMessage, strings.Repeat("x", views.LongestMessage+1)), 413},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := (*sheet)(nil)
			if test.form == nil {
				got = v.get(test.path)
			} else {
				got = v.post(test.path, test.form)
			}
			if test.status == http.StatusOK {
				if got.status != http.StatusOK || got.Find("#message").Length() != 1 {
					t.Errorf("status %d: %s", got.status, strings.Join(got.texts(".error p"), " "))
				}
				return
			}
			helps(t, got, test.status)
		})
	}
	for _, p := range []*sheet{said, answered} {
		if got := v.get(p.at.Path); !slices.Equal(got.chips(), p.chips()) {
			t.Errorf("nonsense changed the chips %q to %q", p.chips(), got.chips())
		}
	}
}

func TestBodyOfUnknownLengthIsBounded(t *testing.T) {
	v := visit(t, demoShop(t))
	p := v.begin("backpack")
	body := "v=1&message=" + strings.Repeat("x", 100<<10)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, v.base+p.at.Path+"/say", struct{ *strings.Reader }{strings.NewReader(body)})
	if err != nil {
		t.Fatal(err)
	}
	r.ContentLength = -1
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if got := v.do(r); got.status < 400 || got.status >= 500 {
		t.Errorf("status %d", got.status)
	}
}

func TestMethods(t *testing.T) {
	v := visit(t, demoShop(t))
	c := v.begin("backpack").at.Path
	for _, test := range []struct{ method, path string }{
		{http.MethodGet, c + "/say"}, {http.MethodGet, c + "/undo"}, {http.MethodDelete, c}, {http.MethodPut, "/c"}, {http.MethodPost, "/"}, {http.MethodTrace, "/"},
	} {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			helps(t, v.do(v.request(test.method, test.path, nil)), http.StatusMethodNotAllowed)
		})
	}
}

func TestSessionCookie(t *testing.T) {
	s := staffDemo(t)
	for _, secure := range []bool{false, true} {
		t.Run(fmt.Sprintf("secure=%t", secure), func(t *testing.T) {
			server := &server{config: config{Secure: secure}, live: fixed(s), metrics: newMetrics()}
			w := httptest.NewRecorder()
			c := server.router().NewContext(httptest.NewRequest(http.MethodGet, "/", nil), w)
			id := server.session(c)
			got := w.Result().Cookies()
			if len(got) != 1 {
				t.Fatalf("%d cookies", len(got))
			}
			k := got[0]
			if sessionID(k.Value) != id || k.Value == id || !k.HttpOnly || k.Secure != secure || k.SameSite != http.SameSiteLaxMode || k.Path != "/" || k.MaxAge <= 0 || k.Domain != "" {
				t.Errorf("the cookie is %s", k.Raw)
			}
		})
	}
}

func TestForgedSessionIsReplaced(t *testing.T) {
	v := visit(t, demoShop(t))
	r := v.request(http.MethodGet, "/", nil)
	r.Header.Set("Cookie", sessionCookie+"='; DROP TABLE event")
	p := v.do(r)
	if p.status != http.StatusOK || !strings.Contains(p.header.Get("Set-Cookie"), sessionCookie+"=") {
		t.Errorf("status %d, Set-Cookie %q", p.status, p.header.Get("Set-Cookie"))
	}
}

// Two shoppers do not see each other's conversations in their lists.
func TestRecentIsPrivate(t *testing.T) {
	doors := demoShop(t)
	visit(t, doors).begin("backpack for a surprise")
	if n := visit(t, doors).get("/").Find(".recent a").Length(); n != 0 {
		t.Errorf("a stranger sees %d conversations", n)
	}
}

// Whatever its id, a product of the worst feed has a page, and nothing of the feed becomes markup.
func TestHostileCatalogue(t *testing.T) {
	v := visit(t, openDoors(t, sells(t, t.TempDir(), worst), filepath.Join(t.TempDir(), "journal.db")))
	start := v.get("/")
	nothingInline(t, start.Document)
	seen := 0
	start.Find("form:has(.tile)").Each(func(_ int, form *goquery.Selection) {
		list := v.post("/c", url.Values{"category": {form.Find("input[name=category]").AttrOr("value", "")}})
		list = v.get(list.at.RequestURI() + "&show=100")
		nothingInline(t, list.Document)
		for i, href := range list.Find(".card h4 a").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") }) {
			seen++
			p := v.get(href)
			if p.status != http.StatusOK || !slices.Equal(p.texts(".product h1"), list.titles()[i:i+1]) {
				t.Errorf("%s: status %d %q", href, p.status, p.texts("h1"))
			}
			nothingInline(t, p.Document)
		}
	})
	if want := len(slices.Collect(worst)); seen != want {
		t.Errorf("%d products, want %d", seen, want)
	}
}
