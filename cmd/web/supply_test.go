package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/cmd/internal/live"
	"shopclerk/search/index"
	"shopclerk/search/index/depot"
)

// publisher publishes imports of the marked products.
type publisher struct {
	*testing.T
	data, target, key, public string
}

func newPublisher(t *testing.T) *publisher {
	t.Helper()
	private, public, err := depot.NewKeys("shop")
	p := &publisher{t, filepath.Join(t.TempDir(), "importer"), filepath.Join(t.TempDir(), "published"), filepath.Join(t.TempDir(), "key"), public}
	if err == nil {
		err = os.WriteFile(p.key, []byte(private), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// publish imports and publishes.
func (p *publisher) publish(n int) depot.Report {
	p.Helper()
	key, err := depot.Signer(p.key)
	if err == nil {
		_, err = index.Build(p.Context(), p.data, index.FromSeq(marked(n)), index.Options{})
	}
	if err != nil {
		p.Fatal(err)
	}
	r, err := depot.Publish(p.Context(), depot.Dir(p.target), key, p.data, 2, func(string, int, int) {})
	if err != nil {
		p.Fatal(err)
	}
	return r
}

// Two processes over one data directory without a catalogue open when the first is published,
// and go live with the next; what is not to be trusted is not taken and told, an older one
// neither, and the shop goes on until there is one that is good.
func TestSupply(t *testing.T) {
	p := newPublisher(t)
	c := config{Data: filepath.Join(t.TempDir(), "shop"), Name: "Shopclerk", Language: "en", Listen: freeAddress(t), Demo: 10, Catalogue: p.target, CatalogueKey: p.public}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []config{{Language: "en", Catalogue: p.target}, {Language: "en", CatalogueKey: p.public}, {Language: "en", Catalogue: p.target, CatalogueKey: "nonsense"}} {
		if err := bad.Validate(); err == nil {
			t.Errorf("%q with the key %q is taken", bad.Catalogue, bad.CatalogueKey)
		}
	}
	before := goleak.IgnoreCurrent()
	serving, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- run(serving, c) }()
	second, err := c.openSupply()
	if err != nil {
		t.Fatal(err)
	}
	both := make(chan error, 1)
	go func() { both <- second.First(serving) }()
	p.publish(0)
	shop := &loadedShop{t: t, base: "http://" + c.Listen, client: &http.Client{Transport: &http.Transport{}}}
	shop.awaitOpen()
	shop.awaits(marks[0])
	if err := <-both; err != nil {
		t.Errorf("a second process has no catalogue: %v", err)
	}
	was, err := os.ReadFile(filepath.Join(p.target, "newest"))
	if err != nil {
		t.Fatal(err)
	}
	r := p.publish(1)
	shop.awaits(marks[1])
	if text := shop.text(shop.base, "/readyz"); !strings.HasPrefix(text, "ok\ngeneration "+r.Generation) {
		t.Errorf("with what was published readyz tells %q", text)
	}
	says := func(what string) {
		t.Helper()
		for range 1000 {
			if text := shop.text(shop.base, "/readyz"); strings.HasPrefix(text, "ok, "+what) {
				if !strings.Contains(shop.text(shop.base, "/p/p0-1"), marks[1]) {
					t.Errorf("while it says %q it sells something else", what)
				}
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatalf("readyz does not tell %q", what)
	}
	put := func(name string, content []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(p.target, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("newest", was)
	says("the newest catalogue that is published is an older one")
	next := p.publish(0)
	put("newest", []byte("generations/nothing"))
	says("no catalogue is published")
	good := fmt.Sprintf("generations/%020d-%s", next.Began, next.Version)
	put("newest", []byte(good))
	shop.awaits(marks[0])
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	shop.client.CloseIdleConnections()
	goleak.VerifyNone(t, before)
}

// A conversation that goes from process to process while these go live with what was published
// shows no older catalogue after a newer one: the process that is behind is told to pull, and
// waited for. Where that takes too long, which is not the rule, the record of the exchange
// tells so.
func TestSupplyNeverGoesBack(t *testing.T) {
	p := newPublisher(t)
	p.publish(0)
	c := raise(t, durabletest.Cluster(t).Database(t), "--catalogue", p.target, "--catalogue-key", p.public, "--api-rate", "1000")
	v := c.roaming()
	page := v.begin("a lamp")
	newest, back, turns := -1, 0, 0
	var published atomic.Bool
	publishing := make(chan struct{})
	go func() { defer close(publishing); p.publish(1); published.Store(true) }()
	defer func() { <-publishing }()
	state := ""
	for after := 0; newest < 1 || after < 12; turns++ {
		if published.Load() {
			after++
		}
		page = v.say(page, []string{"a red one", "rather a green one", "blue"}[turns%3])
		n := -1
		for i, mark := range marks {
			if strings.Contains(strings.Join(page.titles(), "\n"), mark) {
				n = i
			}
		}
		if n >= 0 && n < newest {
			back++
			if !strings.Contains(string(v.get("/mine").body), stageBehind) {
				t.Errorf("turn %d goes back from %s to %s, and its record does not tell", turns, marks[newest], marks[n])
			}
		}
		newest = max(newest, n)
		// the same of a program's conversation
		status, answer := c.send(turns%3, http.MethodPost, "/api/v1/converse", c.other, fmt.Sprintf(`{"state":%q,"message":"a lamp"}`, state))
		_, state, _ = strings.Cut(answer, `"state":"`)
		state, _, _ = strings.Cut(state, `"`)
		if status != http.StatusOK || state == "" {
			t.Fatalf("a program is answered %d %s", status, answer)
		}
	}
	t.Logf("of %d turns %d went back", turns, back)
	for i := range 3 {
		c.comes("every process has gone live", func() bool {
			_, answer := c.send(i, http.MethodGet, "/api/v1/products/p0-1", c.other, "")
			return strings.Contains(answer, marks[1])
		})
	}
}

// What is told of somebody is read as it was written, also by an older program; what is forged
// tells nothing.
func TestSeen(t *testing.T) {
	for _, tt := range []struct {
		text string
		want live.Seen
	}{
		{live.Seen{Begun: 3, Sequence: 5}.String(), live.Seen{Begun: 3, Sequence: 5}}, {"17", live.Seen{Sequence: 17}}, {"", live.Seen{}}, {"x.y", live.Seen{}}, {"1.2.3", live.Seen{Sequence: 1}},
	} {
		if got := live.ParseSeen(tt.text); got != tt.want {
			t.Errorf("%q is %+v", tt.text, got)
		}
	}
	g := &live.Generation{Begun: 10, Sequence: 15}
	for _, tt := range []struct {
		seen live.Seen
		want bool
	}{
		{live.Seen{}, true}, {live.Seen{Begun: 10, Sequence: 15}, true}, {live.Seen{Begun: 9, Sequence: 15}, true}, {live.Seen{Begun: 11, Sequence: 11}, false}, {live.Seen{Begun: 10, Sequence: 16}, false},
	} {
		if got := g.Has(tt.seen); got != tt.want {
			t.Errorf("it has %+v: %t", tt.seen, got)
		}
	}
	for _, tt := range []struct {
		pulled       bool
		before, want live.Seen
	}{
		{false, live.Seen{}, live.Seen{Sequence: 15}}, // each process has an import of its own
		{true, live.Seen{}, live.Seen{Begun: 10, Sequence: 15}},
		{true, live.Seen{Begun: 11, Sequence: 12}, live.Seen{Begun: 11, Sequence: 12}}, // it was behind
	} {
		g.Pulled = tt.pulled
		if got := g.Shown(tt.before); got != tt.want {
			t.Errorf("pulled %t, after %+v somebody has seen %+v", tt.pulled, tt.before, got)
		}
	}
}
