package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/views"
)

// Where a conversation has as many steps as it takes, a new one is offered.
func TestFullConversation(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	p := v.begin("backpack")
	c, err := b.journal.Load(t.Context(), strings.TrimPrefix(p.at.Path, "/c/"))
	if err != nil {
		t.Fatal(err)
	}
	for version := c.Version; version < journal.MostEvents; version++ {
		if _, err := b.journal.Append(t.Context(), c.ID, version, journal.Exchange(c.Exchanges[0])); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range []*visitor{v, visit(t, b.doors)} {
		p := v.say(v.get(p.at.Path), "red")
		if p.status != http.StatusUnprocessableEntity || p.Find("main a[href='/']").Length() == 0 {
			t.Errorf("status %d, which leads on: %d", p.status, p.Find("main a[href='/']").Length())
		}
	}
	if p := v.post(p.at.Path+"/say", url.Values{views.FieldMessage: {"red"}, views.FieldVersion: {"3"}}); p.status != http.StatusUnprocessableEntity {
		t.Errorf("going back in it: status %d", p.status)
	}
	if p := v.begin("suitcase"); p.status != http.StatusOK {
		t.Errorf("a new one: status %d", p.status)
	}
}

// Visitors that are made up add no more to the store than their network may.
func TestGrowthOfNetwork(t *testing.T) {
	const most = 1 << 12
	b := openBranch(t, config{Name: "Shopclerk", GrowthMB: 1. / 256, Proxies: []string{"127.0.0.0/8", "::1/128"}})
	b.door.now = func() time.Time { return time.Unix(1, 0) }
	v := visit(t, b.doors)
	v.client.Jar, v.client.CheckRedirect = nil, func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	refused := 0
	for range 4 * growthVisitors {
		r := v.request(http.MethodPost, "/c", url.Values{views.FieldMessage: {"backpack"}})
		r.Header.Set("X-Forwarded-For", "2001:db8::1")
		r.Header.Set("Cookie", sessionCookie+"="+random(16))
		if v.do(r).status == http.StatusTooManyRequests {
			refused++
		}
	}
	var grown int
	err := b.db.Reader.QueryRow(`SELECT sum(length(payload)) FROM event`).Scan(&grown)
	if err != nil || grown > growthVisitors*most || grown < most || refused == 0 {
		t.Errorf("%d bytes, %d refused, %v", grown, refused, err)
	}
}

// However a visitor goes about it, the store grows by no more within a day than it may.
func TestGrowth(t *testing.T) {
	const most = 1 << 16
	attacks := map[string]func(v *visitor, turn int, p, other *sheet) *sheet{
		"turns": func(v *visitor, _ int, p, _ *sheet) *sheet { return v.say(p, "red") },
		"conversations": func(v *visitor, _ int, _, _ *sheet) *sheet {
			return v.post("/c", url.Values{views.FieldMessage: {"backpack"}})
		},
		"conversations of others'": func(v *visitor, _ int, _, other *sheet) *sheet { return v.say(other, "red") },
		"looks": func(v *visitor, turn int, p, other *sheet) *sheet {
			for range 4 {
				v.get(other.Find(".card h4 a").First().AttrOr("href", ""))
			}
			return p
		},
		"back and forth": func(v *visitor, turn int, p, _ *sheet) *sheet {
			for range turn % 4 {
				p = v.say(p, "red")
			}
			return v.post(p.at.Path+"/say", url.Values{views.FieldMessage: {"red"}, views.FieldVersion: {"1"}})
		},
	}
	for name, attack := range attacks {
		t.Run(name, func(t *testing.T) {
			b := openBranch(t, config{Name: "Shopclerk", GrowthMB: 1. / 16})
			now := time.Unix(1, 0)
			b.door.now = func() time.Time { return now }
			other := visit(t, b.doors).begin("suitcase")
			v := visit(t, b.doors)
			first := v.begin("backpack")
			p, refused := first, 0
			for turn := range 24 * 8 {
				next := attack(v, turn, p, other)
				switch {
				case next.status == http.StatusTooManyRequests:
					refused++
					p = first
				case next.status == http.StatusUnprocessableEntity || next.status == http.StatusConflict:
					p = first
				default:
					p = next
				}
				now = now.Add(3 * time.Hour / 24)
			}
			if err := b.recorder.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			var grown, looks int
			session := sessionID(v.cookie(t))
			err := b.db.Reader.QueryRow(`SELECT coalesce(sum(length(e.payload)), 0) FROM event e JOIN conversation c ON c.id = e.conversation WHERE c.session = $1`, session).Scan(&grown)
			if err == nil {
				err = b.db.Reader.QueryRow(`SELECT count(*) FROM interaction WHERE session = $1`, session).Scan(&looks)
			}
			t.Logf("%d bytes, %d refused, %d looks", grown, refused, looks)
			if grown += looks * lookGrowth; err != nil || grown > most || grown < most/4 || refused == 0 && name != "looks" {
				t.Errorf("%d bytes within a day, %d refused, %v", grown, refused, err)
			}
			if done := v.submit(v.get("/mine/delete"), formDelete, nil); done.status != http.StatusOK {
				t.Errorf("deleting is refused with %d", done.status)
			}
		})
	}
}

// A download is read while it is sent: it holds neither all in memory nor the store, so that
// what is deleted meanwhile is gone, also from the disk, and not in what follows.
func TestMineIsStreamed(t *testing.T) {
	const talks, word = 400, "zwergflattermann"
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	v.begin("backpack")
	session := sessionID(v.cookie(t))
	for range talks {
		if _, err := b.journal.Start(t.Context(), session, "v1", journal.Exchange(dialog.Exchange{Said: strings.Repeat(word, 1<<12)})); err != nil {
			t.Fatal(err)
		}
	}
	r := v.request(http.MethodGet, "/mine", nil)
	r.Header.Set("Accept-Encoding", "identity")
	p, err := v.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Body.Close()
	first := make([]byte, 1<<10)
	if _, err := io.ReadFull(p.Body, first); err != nil {
		t.Fatal(err)
	}
	if err := b.journal.DeleteSession(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	if files := b.holding(t, word); len(files) > 0 {
		t.Errorf("the word is in %q while somebody downloads it", files)
	}
	rest, err := io.ReadAll(p.Body)
	var got record
	if err == nil {
		err = json.Unmarshal(append(first, rest...), &got)
	}
	if n := len(got.Conversations); err != nil || n == 0 || n > talks {
		t.Errorf("%d conversations, %v", n, err)
	}
}
