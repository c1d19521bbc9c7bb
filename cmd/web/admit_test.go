package main

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/views"
	"shopclerk/words"
)

// crowd has the clerk work for as many as may be, and as many more wait as may, until it is
// sent away.
func crowd(t *testing.T, g *admit.Gate) (sendAway func()) {
	t.Helper()
	var all sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	for range 2 * g.Limit {
		all.Go(func() { // whoever is refused or was patient enough comes again at once
			for ctx.Err() == nil {
				if leave, err := g.Enter(ctx, 0); err == nil {
					<-ctx.Done()
					leave()
				}
			}
		})
	}
	for g.Working.Load() < int64(g.Limit) {
		runtime.Gosched()
	}
	return func() { cancel(); all.Wait() }
}

// Where the clerk has too much to do, what asks for more is refused at once, in the
// shopper's language or as programs are told, and nothing is stored of it; what is cheap
// is served meanwhile, and what has just been made is shown.
func TestTooMuch(t *testing.T) {
	key, known := newKey(t, "till")
	s, doors := openServed(t, config{Name: "Shopclerk", APIKeys: []string{known.String()}, APIRate: 100},
		staffDemo(t), filepath.Join(t.TempDir(), "journal.db"))
	v := visit(t, doors)
	talk := v.begin("backpack")
	before, err := conversations(s)
	if err != nil {
		t.Fatal(err)
	}
	sendAway := crowd(t, s.door.gate)
	for _, language := range []string{"en", "de"} {
		v.accept = language
		l := words.Lookup(language)
		for _, r := range []*http.Request{
			v.request(http.MethodPost, "/c", url.Values{views.FieldMessage: {"a tent"}}), v.request(http.MethodGet, talk.at.Path, nil),
			v.request(http.MethodPost, talk.at.Path+"/say", url.Values{views.FieldMessage: {"red"}, views.FieldVersion: {"1"}}),
		} {
			p := v.do(r)
			after, err := strconv.Atoi(p.header.Get("Retry-After"))
			if p.status != http.StatusServiceUnavailable || err != nil || after < 1 {
				t.Errorf("%s %s: status %d, Retry-After %q", r.Method, r.URL.Path, p.status, p.header.Get("Retry-After"))
			}
			if told := p.Find("main").Text(); !strings.Contains(told, l.T("error.unready-text")) || p.header.Get("Content-Language") != language {
				t.Errorf("%s %s tells, in %s: %q", r.Method, r.URL.Path, p.header.Get("Content-Language"), told)
			}
		}
	}
	r := v.request(http.MethodGet, "/api/v1/search?q=tent", nil)
	r.Header.Set("Authorization", "Bearer "+key)
	if p := v.do(r); p.status != http.StatusServiceUnavailable || p.header.Get("Retry-After") == "" || p.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("the API answers %d, %v", p.status, p.header)
	}
	for _, path := range []string{"/", "/basket", "/compare", "/healthz", views.MinePath, "/static/app.css"} {
		if p := v.get(path); p.status == http.StatusServiceUnavailable {
			t.Errorf("%s waits for the clerk: status %d", path, p.status)
		}
	}
	if now, err := conversations(s); err != nil || now != before {
		t.Errorf("%d conversations before, %d now, %v", before, now, err)
	}
	if c, err := s.journal.Load(t.Context(), strings.TrimPrefix(talk.at.Path, "/c/")); err != nil || c.Version != 1 {
		t.Errorf("the conversation is at version %d, %v", c.Version, err)
	}
	sendAway()
	if p := v.say(talk, "red"); p.status != http.StatusOK {
		t.Errorf("once there is time: status %d", p.status)
	}
}

// A visitor and a network have paces of their own, generous for people, and one that
// goes beyond is told so.
func TestPaces(t *testing.T) {
	s, doors := openServed(t, config{Name: "Shopclerk", PageRate: 2, Proxies: []string{"127.0.0.0/8", "::1/128"}}, staffDemo(t), filepath.Join(t.TempDir(), "journal.db"))
	const burst = pageBurst * 2
	s.door.now = func() time.Time { return time.Unix(1, 0) } // all of it at once
	look := func(v *visitor, address string) *sheet {
		r := v.request(http.MethodGet, "/compare", nil)
		r.Header.Set("X-Forwarded-For", address)
		return v.do(r)
	}
	flood := func(address string, n int, each func() *visitor) (served int) {
		for range n {
			p := look(each(), address)
			if p.status == http.StatusOK {
				served++
			} else if after, err := strconv.Atoi(p.header.Get("Retry-After")); p.status != http.StatusTooManyRequests || err != nil || after < 1 ||
				!strings.Contains(p.Find("main").Text(), words.English.T("error.fast-text")) {
				t.Errorf("status %d, Retry-After %q", p.status, p.header.Get("Retry-After"))
			}
		}
		return served
	}
	// a visitor alone, however they hide that they have been here
	one := visit(t, doors)
	if n := flood("192.0.2.1", 2*burst, func() *visitor { return one }); n != burst {
		t.Errorf("one visitor gets %d pages at once", n)
	}
	// a family behind one address, each with a browser
	for range networkVisitors - 1 {
		v := visit(t, doors)
		r := v.request(http.MethodGet, "/", nil)
		r.Header.Set("X-Forwarded-For", "192.0.2.2")
		v.do(r)
		if n := flood("192.0.2.2", burst/2, func() *visitor { return v }); n != burst/2 {
			t.Errorf("one of a family gets %d pages of %d", n, burst/2)
		}
	}
	// made-up visitors of one network
	if n := flood("2001:db8::1", 2*networkVisitors*burst, func() *visitor {
		v := visit(t, doors)
		at, _ := url.Parse(doors.URL)
		v.client.Jar.SetCookies(at, []*http.Cookie{{Name: sessionCookie, Value: random(16)}})
		return v
	}); n != networkVisitors*burst {
		t.Errorf("a network's made-up visitors get %d pages at once", n)
	}
	// a turn counts for several pages
	turns := 0
	for range burst {
		r := one.request(http.MethodPost, "/c", url.Values{views.FieldMessage: {""}})
		r.Header.Set("X-Forwarded-For", "192.0.2.3")
		r.Header.Del("Cookie")
		one.client.Jar = nil
		one.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		if one.do(r).status == http.StatusSeeOther {
			turns++
		}
	}
	if turns != burst/turnPages {
		t.Errorf("%d turns at once", turns)
	}
	if n := flood("127.0.0.1", networkVisitors*burst+1, func() *visitor { return visit(t, doors) }); n != burst {
		t.Errorf("who is not known gets %d pages at once", n)
	}
}

// A client pays for the time that its requests take, and not for their number alone.
func TestCharge(t *testing.T) {
	key, known := newKey(t, "till")
	b := openBranch(t, config{Name: "Shopclerk", PageRate: 2, APIRate: 1, APIKeys: []string{known.String()}})
	now := time.Unix(1, 0)
	b.door.now = func() time.Time { return now }
	worked := time.Duration(0)
	b.door.worked = func() time.Duration { worked += 200 * time.Millisecond; return worked }
	v, turns := visit(t, b.doors), 0
	v.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for range 20 {
		if v.post("/c", url.Values{views.FieldMessage: {"backpack"}}).status == http.StatusSeeOther {
			turns++
		}
	}
	if turns < 1 || turns > 8 {
		t.Errorf("%d turns of 200 ms at once", turns)
	}
	b.door.now = func() time.Time { now = now.Add(time.Second); return now }
	asked := 0
	for range 5 {
		r := v.request(http.MethodGet, "/api/v1/search?q=tent", nil)
		r.Header.Set("Authorization", "Bearer "+key)
		if v.do(r).status == http.StatusOK {
			asked++
		}
	}
	if asked < 1 || asked > 2 {
		t.Errorf("%d searches of a second at once", asked)
	}
}

// Whatever the clerk works for is let in first: no route is forgotten.
func TestCostly(t *testing.T) {
	s, _ := openServed(t, config{Name: "Shopclerk"}, staffDemo(t), filepath.Join(t.TempDir(), "journal.db"))
	turns := 0
	for _, r := range s.router().Routes() {
		if r.Method != http.MethodPost || !strings.HasPrefix(r.Path+"/", "/c/") || r.Path == conversationPath+"/delete" {
			continue
		}
		if turns++; !costly(r.Method, r.Path) {
			t.Errorf("%s passes the door unseen", r.Path)
		}
	}
	if turns < 10 {
		t.Errorf("%d routes of turns", turns)
	}
}

// With a full disk the shop goes on showing and searching, and says what it can not do.
func TestFullDisk(t *testing.T) {
	s, doors := openServed(t, config{Name: "Shopclerk"}, staffDemo(t), filepath.Join(t.TempDir(), "journal.db"))
	v := visit(t, doors)
	kept := v.begin("backpack")
	if _, err := s.db.Exec(t.Context(), `PRAGMA max_page_count = 1`); err != nil {
		t.Fatal(err)
	}
	for _, language := range []string{"en", "de"} {
		v.accept = language
		told := words.Lookup(language).T("talk.unkept")
		p := v.say(v.get("/"), "a suitcase under 200")
		for range 100 { // into what room the file has
			if p.at.Path == "/c" {
				break
			}
			p = v.say(v.get("/"), "a suitcase under 200")
		}
		for _, p := range []*sheet{p, v.say(p, "a suitcase under 100"), v.say(v.get(kept.at.Path), "under 60")} {
			if p.status != http.StatusOK || len(p.titles()) == 0 || !strings.Contains(p.Find("#results").Text(), told) {
				t.Fatalf("status %d, %d products: %q", p.status, len(p.titles()), p.Find("#results").Text())
			}
			if n := len(p.chips()); n < 2 {
				t.Errorf("chips = %q", p.chips())
			}
			if n := p.Find("form[action^='/c/']").Length(); n > 0 {
				t.Errorf("%d forms go on from what was not kept", n)
			}
			if shown := v.get(p.Find(".card h4 a").First().AttrOr("href", "")); shown.status != http.StatusOK {
				t.Errorf("a product of it: status %d", shown.status)
			}
		}
	}
	for _, path := range []string{"/", kept.at.Path, "/basket", views.MinePath} {
		if p := v.get(path); p.status != http.StatusOK {
			t.Errorf("%s: status %d", path, p.status)
		}
	}
	if c, err := s.journal.Load(t.Context(), strings.TrimPrefix(kept.at.Path, "/c/")); err != nil || c.Version != 1 {
		t.Errorf("what was kept is at version %d, %v", c.Version, err)
	}
	_, err := s.journal.Start(t.Context(), random(16), "v1", journal.Exchange(dialog.Exchange{Said: strings.Repeat("a tent ", 1<<14)}))
	if got := httpStatus(err); got != http.StatusInsufficientStorage {
		t.Errorf("what can not be written is answered %d: %v", got, err)
	}
}

// conversations counts what the journal holds.
func conversations(s *server) (n int, err error) {
	err = s.db.Reader.QueryRow(`SELECT count(*) FROM conversation`).Scan(&n)
	return n, err
}
