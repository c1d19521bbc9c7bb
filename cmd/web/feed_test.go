package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/cmd/web/internal/api"
	"shopclerk/search/index"
)

// TestPatchAnOpenShop changes a running shop by its API: what is acknowledged is seen by
// shoppers, survives a restart, and gives way to an import. A key of the feed does
// nothing else, and no other key changes the feed.
func TestPatchAnOpenShop(t *testing.T) {
	ctx := t.Context()
	feedKey, feed, err := api.NewKey("warehouse")
	if err != nil {
		t.Fatal(err)
	}
	feed.Feed = true
	readKey, read, err := api.NewKey("reader")
	if err != nil {
		t.Fatal(err)
	}
	c := config{Data: t.TempDir(), Name: "Shopclerk", Language: "en", Listen: freeAddress(t), APIRate: 1000, APIKeys: []string{feed.String(), read.String()}}
	add := func(n int) {
		t.Helper()
		if _, err := index.Build(ctx, c.Data, index.FromSeq(marked(n)), index.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	shop := &loadedShop{t: t, base: "http://" + c.Listen, client: &http.Client{}}
	open := func() (stop func()) {
		serving, cancel := context.WithCancel(ctx)
		ended := make(chan error, 1)
		go func() { ended <- run(serving, c) }()
		shop.awaitOpen()
		return func() {
			t.Helper()
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
	}
	send := func(key, body string, want int) string {
		t.Helper()
		r, err := http.NewRequestWithContext(ctx, http.MethodPatch, shop.base+"/api/v1/feed", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+key)
		r.Header.Set("Content-Type", "application/json")
		a, err := shop.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != want {
			t.Fatalf("answered %s %s, %v, want %d", a.Status, text, err, want)
		}
		return string(text)
	}
	shows := func(path string, texts ...string) {
		t.Helper()
		for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
			page := shop.text(shop.base, path)
			if !slices.ContainsFunc(texts, func(s string) bool { return !strings.Contains(page, s) }) {
				return
			}
			if time.Since(began) > 20*time.Second {
				t.Fatalf("%s does not show %q: %s", path, texts, page)
			}
		}
	}
	add(0)
	stop := open()
	send(readKey, `{"patches":[{"id":"p0-1","version":1,"stock":3}]}`, http.StatusForbidden)
	var out api.FeedPatched
	if err := json.Unmarshal([]byte(send(feedKey, `{"patches":[
		{"id":"p0-1","version":7,"price":{"amount":77.7,"currency":"EUR"},"stock":3},
		{"id":"p0-1","version":6,"price":{"amount":66.6,"currency":"EUR"}},
		{"id":"p0-2","version":1,"delete":true},
		{"id":"new","version":1,"title":"Alfalfa Zeppelin","category":"Lamps","brand":"Kela","attributes":{"colour":"red","edition":null}},
		{"id":"p0-3","version":1,"category":"Ships"}]}`, http.StatusOK)), &out); err != nil {
		t.Fatal(err)
	}
	if out.Taken != 4 || len(out.Refused) != 1 || out.Refused[0].Place != 4 || out.Learned == "" {
		t.Errorf("answered %+v", out)
	}
	patched := func() {
		t.Helper()
		shows("/p/p0-1", "77.70", "3 in stock")
		shows("/p/new", "Alfalfa Zeppelin")
		if r, err := shop.client.Get(shop.base + "/p/p0-2"); err != nil || r.StatusCode != http.StatusNotFound {
			t.Errorf("what is gone answers %v, %v", r, err)
		} else if err := r.Body.Close(); err != nil {
			t.Error(err)
		}
		shows("/readyz", "+4,")
	}
	patched()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, shop.base+"/api/v1/search?q=zeppelin", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+readKey)
	a, err := shop.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(a.Body)
	if err := a.Body.Close(); err != nil {
		t.Error(err)
	}
	if err != nil || !strings.Contains(string(text), `"id":"new"`) {
		t.Errorf("a search for it finds %s, %v", text, err)
	}
	stop()
	stop = open()
	patched()
	add(1)
	shows("/p/p0-1", marks[1], "10.10")
	shows("/p/p0-2", marks[1])
	send(feedKey, fmt.Sprintf(`{"patches":[{"id":"p0-1","version":%d,"stock":1}]}`, time.Now().UnixMilli()), http.StatusOK)
	shows("/p/p0-1", marks[1], "1 in stock")
	// a product in two forms, of which one is named by its own id later
	send(feedKey, `{"patches":[
		{"id":"xylo","version":1,"title":"Xylo Quartz","category":"Lamps"},
		{"id":"xylo","variant":"xylo-s","version":1,"options":[{"name":"Size","value":"S"}],"price":{"amount":31.5,"currency":"EUR"},"stock":4},
		{"id":"xylo","variant":"xylo-m","version":1,"options":[{"name":"Size","value":"M"}],"price":{"amount":42.5,"currency":"EUR"},"stock":4},
		{"id":"xylo-m","version":2,"price":{"amount":53.25,"currency":"EUR"},"stock":2}]}`, http.StatusOK)
	shows("/p/xylo", "Xylo Quartz", "from €31.50")
	shows("/p/xylo-m", "53.25", "2 in stock")
	if err := json.Unmarshal([]byte(send(feedKey, `{"patches":[{"id":"xylo","version":2,"stock":9}]}`, http.StatusOK)), &out); err != nil || len(out.Refused) != 1 {
		t.Errorf("pieces of all variants together: %+v, %v", out, err)
	}
	stop()
}
