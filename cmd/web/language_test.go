package main

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"shopclerk/agent/journal"
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
	if got := next.texts(".line-clerk .said"); !strings.Contains(got[len(got)-1], "passen.") {
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
	if p.status != http.StatusBadRequest || !strings.Contains(p.Text(), "Der Shop spricht kein „xx“.") {
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

// lines collect what is logged.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

// text is what was logged so far; what goes on in the background may log more.
func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// logged has the program's log written down until the test ends.
func logged(t *testing.T, format string) *lines {
	l, before := &lines{}, slog.Default()
	slog.SetDefault(newLog(l, format))
	t.Cleanup(func() { slog.SetDefault(before) })
	return l
}

// A shopper's whole visit, and one to a shop whose files fail, leave lines that programs read,
// and in them nothing that was typed, no cookie, no key and no whole address.
func TestLog(t *testing.T) {
	for _, format := range []string{"text", logJSON} {
		t.Run(format, func(t *testing.T) {
			l := logged(t, format)
			b, key := overheard(t, config{})
			heard := b.tellsAll(t, key)
			v := visitAt(t, b.doors.URL, heard)
			p := v.begin("a suitcase for quillon@vantongeren.example")
			v.submit(p, formCardPut, nil)
			ordering := v.get("/checkout")
			if err := b.db.Close(); err != nil {
				t.Fatal(err)
			}
			v.submit(p, "form:has(#message)", url.Values{views.FieldMessage: {"something for Pomander Walk, blue"}})
			v.submit(ordering, formCheckout, url.Values{"name": {"Quillon Vantongeren"}, "street": {"77 Pomander Walk"}})
			all := l.text()
			for _, text := range append(heard.personal(), "127.0.0.1", p.at.Path) {
				if strings.Contains(all, text) {
					t.Errorf("%q is in the log", text)
				}
			}
			for _, what := range []string{"a key was refused", "answering a request"} {
				if !strings.Contains(all, what) {
					t.Errorf("the log has no line %q: %s", what, all)
				}
			}
			if format != logJSON {
				return
			}
			for line := range strings.Lines(all) {
				var says struct {
					Time        time.Time
					Level, Msg  string
					Request     string
					From, Stack string
				}
				if err := json.Unmarshal([]byte(line), &says); err != nil || says.Time.IsZero() || says.Level == "" || says.Msg == "" || says.Stack != "" {
					t.Errorf("%v: %s", err, line)
				}
				if says.Msg != "answering a request" && says.From == "" {
					continue
				}
				if len(says.Request) != 8 || says.From != "" && says.From != "127.0.0.0/24" {
					t.Errorf("the line is of no request: %s", line)
				}
			}
		})
	}
}

// listener is a transport that remembers what a shopper or a program sends: texts, cookies
// and keys.
type listener struct {
	http.RoundTripper
	heard, secrets map[string]bool
}

func (l *listener) RoundTrip(r *http.Request) (*http.Response, error) {
	for _, c := range r.Cookies() {
		l.secrets[c.Value] = true
	}
	l.secrets[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")] = true
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		var fields map[string]string
		if json.Unmarshal(body, &fields) == nil {
			for _, v := range fields {
				l.heard[v] = true
			}
		} else if again.ParseForm() == nil {
			for _, values := range again.PostForm {
				for _, v := range values {
					l.heard[v] = true
				}
			}
		}
	}
	return l.RoundTripper.RoundTrip(r)
}

// personal are the texts that were heard, and the words of those that have several. What is
// shorter than five letters, a word of the program's own, or an id that the shop gave and that
// opens nothing, says nothing of anybody.
func (l *listener) personal() []string {
	out := slices.DeleteFunc(slices.Collect(maps.Keys(l.secrets)), func(secret string) bool { return len(secret) < 5 })
	for text := range l.heard {
		for _, word := range append(strings.Fields(text), text) {
			if len(word) >= 5 && !journal.ValidID(word) && !slices.Contains([]string{"place", "order", "place_order", "cancel_order", "which", "basket"}, word) {
				out = append(out, word)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// tellsAll is a shopper who types whatever can be typed: a conversation and an order,
// the desk's and a program's.
func (b *branch) tellsAll(t *testing.T, key string) *listener {
	t.Helper()
	l := &listener{b.doors.Client().Transport, map[string]bool{}, map[string]bool{}}
	v := visitAt(t, b.doors.URL, l)
	v.talks(key)
	v.post("/desk/login", map[string][]string{"name": {"vantongeren"}, "password": {"pomander walk"}})
	v.begin("a lamp for Quillon Vantongeren, quillon@vantongeren.example, 4111 1111 1111 1111")
	r := v.request(http.MethodPost, "/api/v1/converse", nil)
	r.Header.Set("Authorization", "Bearer till.abcdefghijklmnop")
	v.do(r)
	return l
}

// overheard is a shop, with a desk and a program's key.
func overheard(t *testing.T, c config) (b *branch, key string) {
	t.Helper()
	key, known := newKey(t, "till")
	c.Name, c.APIKeys, c.APIRate, c.DeskPasswordHash = "Shopclerk", []string{known.String()}, 100, deskHash
	b = openBranch(t, c)
	return b, key
}

// A page says once that products are told in another language than its own, and no page of the
// catalogue's language does.
func TestCatalogueLanguageIsTold(t *testing.T) {
	for name, test := range map[string]struct {
		v    *visitor
		want []string
	}{"en": {visit(t, demoShop(t)), nil}, "de": {german(t), []string{"Produktangaben auf Englisch"}}} {
		for _, p := range []*sheet{test.v.get("/"), test.v.begin("backpack"), test.v.get("/basket")} {
			if got := p.texts(".languages > span:not([lang])"); !slices.Equal(got, test.want) {
				t.Errorf("%s: %s tells %q", name, p.at, got)
			}
		}
	}
}

// What the search box gives as an example is understood in the page's language.
func TestExampleIsUnderstood(t *testing.T) {
	for name, v := range map[string]*visitor{"en": visit(t, demoShop(t)), "de": german(t)} {
		t.Run(name, func(t *testing.T) {
			example := v.get("/").Find("#message").AttrOr("placeholder", "")
			if got := v.begin(example).chips(); len(got) != 2 || got[0] != "Backpacks" || !strings.Contains(got[1], "150") {
				t.Errorf("%q is understood as %q", example, got)
			}
		})
	}
}
