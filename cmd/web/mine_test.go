package main

import (
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/store/storetest"
	"shopclerk/views"
)

const formDelete = "form[action$='/delete']"

// record is all that is stored of a session.
type record struct {
	Session       string                         `json:"session"`
	Conversations []journal.ExportedConversation `json:"conversations"`
	Interactions  []journal.Interaction          `json:"interactions"`
	Basket        []shop.Item                    `json:"basket"`
	Orders        []shop.Order                   `json:"orders"`
}

// export downloads what is stored of a visitor.
func (v *visitor) export() record {
	v.t.Helper()
	p := v.get("/mine")
	if kind, file := p.header.Get("Content-Type"), p.header.Get("Content-Disposition"); p.status != http.StatusOK ||
		!strings.HasPrefix(kind, "application/json") || !strings.HasPrefix(file, "attachment") {
		v.t.Fatalf("status %d, %s, %s", p.status, kind, file)
	}
	var out record
	if err := json.Unmarshal(p.body, &out); err != nil {
		v.t.Fatal(err)
	}
	return out
}

// A conversation is deleted by a button, a question and a button; then nothing is at
// its address, and the page there leads on.
func TestDeleteConversation(t *testing.T) {
	for _, from := range []struct {
		name string
		link func(v *visitor, conversation *sheet) string
	}{
		{"from the start page", func(v *visitor, _ *sheet) string {
			return v.get("/").Find(".recent-delete").First().AttrOr("href", "")
		}},
		{"from the conversation", func(_ *visitor, p *sheet) string {
			return p.Find(".conversation-delete a").AttrOr("href", "")
		}},
	} {
		t.Run(from.name, func(t *testing.T) {
			doors := demoShop(t)
			v := visit(t, doors)
			other, p := v.begin("suitcase"), v.begin("backpack")
			product := p.Find(".card h4 a").First().AttrOr("href", "")
			v.get(product)
			ask := v.get(from.link(v, p))
			if v.get(p.at.Path).status != http.StatusOK {
				t.Error("the conversation is gone before the shopper said yes")
			}
			if done := v.submit(ask, formDelete, nil); done.at.Path != "/" || done.status != http.StatusOK {
				t.Errorf("deleting led to %s with status %d", done.at, done.status)
			}
			for _, gone := range []string{p.at.Path, p.at.RequestURI(), p.at.Path + "/delete"} {
				helps(t, v.get(gone), http.StatusNotFound)
			}
			if product := v.get(product); product.status != http.StatusOK {
				t.Errorf("a product found in it has status %d", product.status)
			}
			if v.get(other.at.Path).status != http.StatusOK {
				t.Error("another conversation went with it")
			}
			all := v.export()
			if len(all.Conversations) != 1 || len(all.Interactions) != 0 {
				t.Errorf("%d conversations and %d interactions are left, want only the other conversation", len(all.Conversations), len(all.Interactions))
			}
		})
	}
}

// Who has the address of another's conversation can read it, and not delete it.
func TestOthersCanNotDelete(t *testing.T) {
	doors := demoShop(t)
	p := visit(t, doors).begin("backpack")
	stranger := visit(t, doors)
	seen := stranger.get(p.at.RequestURI())
	if seen.status != http.StatusOK || seen.Find(".conversation-delete").Length() != 0 {
		t.Errorf("status %d, with the way to delete it: %t", seen.status, seen.Find(".conversation-delete").Length() != 0)
	}
	helps(t, stranger.get(p.at.Path+"/delete"), http.StatusNotFound)
	helps(t, stranger.post(p.at.Path+"/delete", url.Values{}), http.StatusNotFound)
	if stranger.get(p.at.Path).status != http.StatusOK {
		t.Error("a stranger deleted it")
	}
}

// What was opened, compared and put into the basket is kept with the list that led
// there.
func TestActsAreKept(t *testing.T) {
	doors := demoShop(t)
	v := visit(t, doors)
	p := v.submit(v.begin("backpack"), formAnswer, url.Values{"q0": {"0"}})
	link := p.Find(".card h4 a").Eq(2).AttrOr("href", "")
	id, price := productOf(t, link), int64(math.Round(100*p.prices(t)[2]))
	began := time.Now().Truncate(time.Microsecond)
	v.get(link)
	v.get("/p/" + url.PathEscape(id))
	v.get("/p/" + url.PathEscape(id) + "?c=" + strings.TrimPrefix(p.at.Path, "/c/") + "&v=99&at=1") // a version that there is not
	v.get("/p/nothing")
	page := v.get(link)
	put := page.Find(`form[action="/basket"]`).First()
	form := url.Values{views.FieldQuantity: {"3"}}
	put.Find(`input[type="hidden"]`).Each(func(_ int, field *goquery.Selection) {
		form.Set(field.AttrOr("name", ""), field.AttrOr("value", ""))
	})
	v.post("/basket", form)
	v.post("/basket", url.Values{views.FieldProduct: {id}, views.FieldQuantity: {"1"}})
	v.post("/basket", url.Values{views.FieldProduct: {id}, views.FieldQuantity: {"1000"}}) // refused
	other := productOf(t, p.Find(".card h4 a").Eq(0).AttrOr("href", ""))
	v.get("/compare?c=" + strings.TrimPrefix(p.at.Path, "/c/") + "&v=1&p=" + url.QueryEscape(id) + "&p=" + url.QueryEscape(other) + "&p=nothing")
	for _, away := range []string{link, "/compare?p=" + url.QueryEscape(id)} {
		visit(t, doors).get(away) // without a session nothing is kept
	}
	all := v.export()
	for i := range all.Interactions {
		if at := all.Interactions[i].At; at.Before(began) || at.After(time.Now()) {
			t.Errorf("opened at %v", at)
		}
		all.Interactions[i].At = time.Time{}
	}
	conversation := strings.TrimPrefix(p.at.Path, "/c/")
	want := []journal.Interaction{
		{Session: all.Session, Conversation: conversation, Version: 2, Act: journal.Opened, Product: id, Position: 3},
		{Session: all.Session, Act: journal.Opened, Product: id},
		{Session: all.Session, Conversation: conversation, Version: 2, Act: journal.Opened, Product: id, Position: 3},
		{Session: all.Session, Conversation: conversation, Version: 2, Act: journal.Basket, Product: id, Position: 3, Quantity: 3, Price: price},
		{Session: all.Session, Act: journal.Basket, Product: id, Quantity: 1, Price: price},
		{Session: all.Session, Conversation: conversation, Version: 1, Act: journal.Compared, Product: id},
		{Session: all.Session, Conversation: conversation, Version: 1, Act: journal.Compared, Product: other},
	}
	if diff := cmp.Diff(want, all.Interactions); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// productOf reads a product's id out of the address of its page.
func productOf(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(u.Path, "/p/")
}

// All that is stored of a shopper can be had as a file and deleted, and nothing of
// another's goes with it.
func TestMine(t *testing.T) {
	doors := demoShop(t)
	v, other := visit(t, doors), visit(t, doors)
	if all := v.export(); all.Session != "" || len(all.Basket) != 0 || len(all.Conversations) != 0 {
		t.Errorf("of somebody who was never here: %+v", all)
	}
	p, kept := v.begin("a backpack for Robin"), other.begin("suitcase")
	product := p.Find(".card h4 a").First().AttrOr("href", "")
	v.get(product)
	v.post("/basket", url.Values{views.FieldProduct: {productOf(t, product)}, views.FieldQuantity: {"2"}})
	start := v.get("/")
	if got := start.Find(".stored a[href='/mine']").Length(); got != 1 {
		t.Errorf("%d links to the download on the start page", got)
	}
	all := v.export()
	if len(all.Conversations) != 1 || len(all.Interactions) != 2 || !strings.Contains(string(all.Conversations[0].Events[0].Payload), "Robin") {
		t.Errorf("the download holds %+v", all)
	}
	if len(all.Basket) != 1 || all.Basket[0].Product != productOf(t, product) || all.Basket[0].Quantity != 2 {
		t.Errorf("the download's basket is %+v", all.Basket)
	}
	before := v.cookie(t)
	done := v.submit(v.get(start.Find(".stored a[href$='/delete']").AttrOr("href", "")), formDelete, nil)
	if done.at.Path != "/" || done.Find(".recent").Length() != 0 {
		t.Errorf("deleting led to %s", done.at)
	}
	if v.cookie(t) == before {
		t.Error("the cookie is the same")
	}
	v.client.Jar.SetCookies(p.at, []*http.Cookie{{Name: sessionCookie, Value: before, Path: "/"}}) // the old cookie leads nowhere
	if again := v.export(); len(again.Conversations)+len(again.Interactions)+len(again.Basket) != 0 {
		t.Errorf("left behind: %+v", again)
	}
	helps(t, v.get(p.at.Path), http.StatusNotFound)
	if other.get(kept.at.Path).status != http.StatusOK {
		t.Error("another shopper's conversation went with it")
	}
}

// cookie is the visitor's session.
func (v *visitor) cookie(t *testing.T) string {
	t.Helper()
	base, err := url.Parse(v.base)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range v.client.Jar.Cookies(base) {
		if c.Name == sessionCookie {
			return c.Value
		}
	}
	return ""
}

// A conversation whose texts are no longer kept opens, goes on and tells none of
// them.
func TestRedactedConversationOpens(t *testing.T) {
	s := staffDemo(t)
	for _, opening := range []string{opening, "a nice lamp for Robin", "backpack"} {
		t.Run(opening, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "journal.db")
			doors := openDoors(t, s, file)
			v := visit(t, doors)
			first := v.begin(opening)
			first = v.submit(first, formAnswer, url.Values{"q0": {"0"}, "q1" + views.OtherText: {"something Robin likes"}})
			p := v.say(first, "something for Robin under 120")
			book, err := journal.New(storetest.Open(t, filepath.Dir(file))), error(nil)
			stored, err := book.Load(t.Context(), strings.TrimPrefix(first.at.Path, "/c/"))
			if err != nil {
				t.Fatal(err)
			}
			if typed := stored.Exchanges[1].Typed; len(typed) < 2 || typed[0] != "" || typed[1] != "something Robin likes" {
				t.Errorf("typed under the questions: %q", typed)
			}
			if n, err := book.Redact(t.Context(), time.Now().Add(time.Hour)); n != 3 || err != nil {
				t.Fatalf("redacted %d, %v", n, err)
			}
			again := v.get(p.at.RequestURI())
			if again.status != http.StatusOK || strings.Contains(string(again.body), "Robin") {
				t.Errorf("status %d, and it tells of Robin: %t", again.status, strings.Contains(string(again.body), "Robin"))
			}
			if lines := again.texts(".said"); len(lines) < 6 || slices.ContainsFunc(lines, func(l string) bool { return l != journal.Redacted }) {
				t.Errorf("it shows %q", lines)
			}
			if chips := again.texts(".chip"); !slices.ContainsFunc(chips, func(c string) bool { return strings.Contains(c, "up to €120") }) {
				t.Errorf("what was demanded reads %q", chips)
			}
			if !cmp.Equal(again.texts(".question legend"), p.texts(".question legend")) {
				t.Errorf("it asks %q, and asked %q", again.texts(".question legend"), p.texts(".question legend"))
			}
			if on := v.say(again, "suitcase"); on.status != http.StatusOK || on.at.Path != p.at.Path {
				t.Errorf("going on led to %s with status %d", on.at, on.status)
			}
		})
	}
}
