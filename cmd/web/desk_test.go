package main

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"

	"shopclerk/cmd/web/internal/desk"
	view "shopclerk/views/desk"
)

const deskPassword = "correct horse battery staple"

// deskHash is the cheapest hash of deskPassword that the desk takes.
const deskHash = "$argon2id$v=19$m=19456,t=2,p=1$nEv8FPo0/+0uHbBNxFQoLw$q/HXwRLcrsXYVtiibqSwDe4ylVMbhl3/gCJPdxrZBPE"

// deskDoors opens the demonstration shop with a desk.
func deskDoors(t *testing.T) (*server, *httptest.Server) {
	t.Helper()
	return openServed(t, config{Name: "Shopclerk", DeskPasswordHash: deskHash}, staffDemo(t), filepath.Join(t.TempDir(), "store.db"))
}

// staying does not follow redirects.
func (v *visitor) staying() *visitor {
	client := *v.client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	out := *v
	out.client = &client
	return &out
}

// stranger is somebody else at the same shop.
func stranger(v *visitor) *visitor {
	v.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		v.t.Fatal(err)
	}
	return &visitor{t: v.t, client: &http.Client{Jar: jar, Transport: v.client.Transport}, base: v.base}
}

// signedIn says the password, too.
func (v *visitor) signedIn() *visitor {
	v.signIn()
	return v
}

// signIn says the password.
func (v *visitor) signIn() {
	v.t.Helper()
	p := v.staying().post("/desk/sign-in", url.Values{view.FieldPassword: {deskPassword}})
	if p.status != http.StatusSeeOther || p.header.Get("Location") != desk.Root {
		v.t.Fatalf("signing in answers %d and leads to %q", p.status, p.header.Get("Location"))
	}
}

// Every page but signing in sends away whoever has not said the password, whatever cookie
// they have, and a wrong password lets nobody in.
func TestDeskRefusesStrangers(t *testing.T) {
	s, doors := deskDoors(t)
	shopper, forger := visit(t, doors), visit(t, doors)
	shopper.begin("backpack")
	u, err := url.Parse(doors.URL)
	if err != nil {
		t.Fatal(err)
	}
	forger.client.Jar.SetCookies(u, []*http.Cookie{{Name: "desk", Value: strings.Repeat("A", 54), Path: desk.Root}})
	if p := forger.post("/desk/sign-in", url.Values{view.FieldPassword: {"wrong"}}); p.status != http.StatusForbidden || len(p.texts("[role=alert]")) != 1 {
		t.Errorf("a wrong password is answered %d", p.status)
	}
	closed := 0
	for _, r := range s.desk.Routes() {
		if r.Path == "/desk/sign-in" {
			continue
		}
		closed++
		for who, v := range map[string]*visitor{"a stranger": stranger(shopper), "a shopper": shopper, "a forger": forger} {
			p := v.staying().do(v.request(r.Method, strings.Replace(r.Path, ":id", "x", 1), nil))
			if p.status != http.StatusSeeOther || p.header.Get("Location") != "/desk/sign-in" || p.header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s %s answers %s with %d and leads to %q", r.Method, r.Path, who, p.status, p.header.Get("Location"))
			}
		}
	}
	if closed < 8 {
		t.Errorf("only %d routes are closed", closed)
	}
	shopper.signIn()
	shopper.post("/desk/sign-out", nil)
	if p := shopper.staying().get("/desk/questions"); p.status != http.StatusSeeOther {
		t.Errorf("after signing out the desk answers %d", p.status)
	}
}

// What shoppers did stands at the desk: in the counts, in the list, turn by turn and line by
// line.
func TestDeskShowsConversations(t *testing.T) {
	_, doors := deskDoors(t)
	shopper := visit(t, doors)
	p := shopper.begin("backpack")
	field := p.Find(formAnswer + " input[type=checkbox]").First()
	p = shopper.submit(p, formAnswer, url.Values{field.AttrOr("name", ""): {field.AttrOr("value", "")}})
	asked := len(p.Find(formAnswer + " fieldset").Nodes)
	v := stranger(shopper)
	v.signIn()
	p = v.get("/desk/questions")
	heads := p.texts("thead th")
	if len(heads) != 8 || len(p.texts("article")) < 3 || len(p.texts("tbody tr")) < 3 || len(p.texts("h1")) != 1 {
		t.Errorf("the questions: %q, rows %q", heads, p.texts("tbody tr"))
	}
	if notes := strings.Join(append(p.texts("tbody small"), p.texts("article p")...), "\n"); !strings.Contains(notes, "too few for a share") || !strings.Contains(notes, "too few times to tell shares") || strings.Contains(notes, "%") {
		t.Errorf("of one conversation it tells %q", notes)
	}
	if text := string(v.get(p.Find("a[href*='csv=questions']").AttrOr("href", "")).body); strings.Count(text, "\n") != len(p.texts("tbody tr"))+1 {
		t.Errorf("the CSV: %s", text)
	}
	if p := v.get(p.Find("tbody a").First().AttrOr("href", "")); len(p.texts("tbody tr")) < 2 {
		t.Errorf("the options: %q", p.texts("tr"))
	}
	for _, path := range []string{"/desk", "/desk/words", "/desk/products", "/desk/orders"} {
		p := v.get(path)
		if len(p.texts("h1")) != 1 || len(p.texts("section.part")) == 0 {
			t.Errorf("%s: %q", path, p.texts("h1, h2"))
		}
		p.Find("a[href^='/desk']").Each(func(_ int, s *goquery.Selection) {
			if to := s.AttrOr("href", ""); v.get(to).status != http.StatusOK {
				t.Errorf("%s leads to %s, which answers %d", path, to, v.get(to).status)
			}
		})
	}
	if rows := v.get("/desk/conversations?text=tent").texts("tbody tr"); len(rows) > 0 {
		t.Errorf("nobody said tent: %q", rows)
	}
	p = v.get("/desk/conversations?text=BACK")
	if rows := p.texts("tbody tr"); len(rows) != 1 || !strings.Contains(rows[0], "backpack") {
		t.Fatalf("the conversations: %q", rows)
	}
	p = v.get(p.Find("tbody a").First().AttrOr("href", ""))
	if turns := p.texts("section.turn h2"); len(turns) != 2 || p.texts("blockquote")[0] != "backpack" || len(p.texts(".asked strong")) != 1 || len(p.texts("section.turn:last-of-type .asked")) != asked {
		t.Errorf("the turns %q, ticked %q, asked %d", turns, p.texts(".asked strong"), asked)
	}
	if lines := strings.Count(string(v.get(p.Find("a[href*=jsonl]").AttrOr("href", "")).body), "\n"); lines != 2 {
		t.Errorf("the export has %d lines", lines)
	}
	if p := v.get("/desk/conversation/none"); p.status != http.StatusNotFound {
		t.Errorf("no conversation answers %d", p.status)
	}
	shopper.begin("sdfkjh wqeee")
	shopper.begin("do you sell kayaks?")
	for table, want := range map[string]string{"not-sold": "kayaks", "unknown": "sdfkjh wqeee"} { // what nobody knows is no want
		if text := string(v.get("/desk/words?csv=" + table).body); strings.Count(text, "\n") != 2 || !strings.Contains(text, want) {
			t.Errorf("%s: %q", table, text)
		}
	}
	for _, wrong := range []string{"from=tomorrow", "zone=Nowhere", "zone=../etc"} {
		if p := stranger(v).signedIn().get("/desk/questions?" + wrong); p.status != http.StatusBadRequest {
			t.Errorf("%s answers %d", wrong, p.status)
		}
	}
	v.get("/desk?from=2020-01-02&to=2020-01-03&zone=Asia/Tokyo")
	if p := v.get("/desk/words"); p.Find("#from").AttrOr("value", "") != "2020-01-02" || p.Find("#zone").AttrOr("value", "") != "Asia/Tokyo" {
		t.Error("the days and the zone are forgotten")
	}
}

// The desk's pages are accessible, fit a phone, and need no script.
func TestDeskPages(t *testing.T) {
	t.Parallel()
	_, doors := deskDoors(t)
	shopper := visit(t, doors)
	shopper.begin("backpack")
	v := stranger(shopper)
	v.signIn()
	talk := v.get("/desk/conversations").Find("tbody a").First().AttrOr("href", "")
	question := v.get("/desk/questions").Find("tbody a").First().AttrOr("href", "")
	at, err := url.Parse(doors.URL + desk.Root)
	if err != nil {
		t.Fatal(err)
	}
	cookies := v.client.Jar.Cookies(at)
	for name, on := range map[string]screen{"phone": phone, "laptop": laptop} {
		t.Run(name, func(t *testing.T) {
			b := openTab(t, doors, on, true)
			look := func(path string) {
				b.open(path)
				b.steady()
				b.fits()
				b.accessible(inAll)
				dark := on
				dark.Dark = true
				b.do(dark.show())
				b.accessible(inColours)
				b.do(on.show())
			}
			look("/desk/sign-in")
			b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error { return carryCookies(ctx, b.base, cookies) }))
			for _, path := range []string{"/desk", "/desk/questions", question, "/desk/conversations", talk, "/desk/words", "/desk/products", "/desk/orders", "/desk/settings", "/desk/settings/rank?query=backpack", "/desk/settings/name?aspect=colour", "/desk/settings/start"} {
				look(path)
			}
		})
	}
}

// On a phone without scripts a merchandiser who has just arrived finds, in under ten clicks in all,
// which question makes people leave, what they want that is not stocked, and what to do, each with
// the conversations behind it.
func TestDeskAnswers(t *testing.T) {
	t.Parallel()
	_, doors := deskDoors(t)
	shopper := visit(t, doors)
	for range 40 { // who leaves at once
		shopper.begin("backpack")
	}
	for range 3 {
		shopper.say(shopper.begin("tent for two"), "do you sell kayaks?")
	}
	shopper.begin("do you deliver to Austria?")
	b := openTab(t, doors, phone, false)
	b.open("/desk")
	b.write("#password", deskPassword)
	clicks := 0
	follow := func(selector, heading string) {
		t.Helper()
		clicks++
		b.turn(func() { b.click(selector) })
		if got := b.texts("h1"); len(got) != 1 || got[0] != heading {
			t.Fatalf("%s leads to %q, want %q", selector, got, heading)
		}
		b.fits()
	}
	follow("button[type=submit].primary", "Today")
	if first := b.texts("section.part:nth-of-type(1) article p"); len(first) == 0 || !strings.Contains(first[0], "left right after") {
		t.Errorf("the question that makes people leave: %q", first)
	}
	if missing := b.texts("section.part:nth-of-type(2) td"); !slices.Contains(missing, "kayaks") {
		t.Errorf("what is not stocked: %q", missing)
	}
	todo := strings.Join(b.texts("section.part:nth-of-type(3) h3"), "\n")
	if !strings.Contains(todo, "kayaks") || len(b.texts("section.part:nth-of-type(3) a[href^='/desk/settings/redirect']")) == 0 {
		t.Errorf("what to do: %s", todo)
	}
	if links := b.texts("section.part:nth-of-type(1) a[href^='/desk/settings/question']"); len(links) == 0 {
		t.Errorf("the control of the question: %q", links)
	}
	follow("section.part:nth-of-type(1) article a[href*='outcome=left']", "Conversations")
	follow("tbody a", "Conversation")
	if said := b.texts("blockquote"); len(said) == 0 || said[0] != "backpack" {
		t.Errorf("who left had said %q", said)
	}
	follow("nav a[href='/desk']", "Today")
	follow("section.part:nth-of-type(2) tbody a", "Conversations")
	if rows := b.texts("tbody tr"); len(rows) != 3 {
		t.Errorf("kayaks were wanted in %q", rows)
	}
	if clicks >= 10 {
		t.Errorf("it took %d clicks", clicks)
	}
}
