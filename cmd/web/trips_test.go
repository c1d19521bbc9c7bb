package main

import (
	"net/http/httptest"
	"net/url"
	"testing"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/cmd/internal/live"
)

// What distance to the database costs is how often a turn, with the page that shows it,
// waits for it. Let these become fewer.
func TestRoundTrips(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	cluster := durabletest.Cluster(t)
	place, trips := cluster.Tapped(t, cluster.Database(t))
	kept, err := openFiles(t.Context(), t.TempDir(), place)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := kept.close(); err != nil {
			t.Error(err)
		}
	}()
	server, err := newServer(config{Name: "Shopclerk", PageRate: 1000}, live.Fixed(s.clerk.Clone(), s.shop.Catalogue), kept)
	if err != nil {
		t.Fatal(err)
	}
	doors := httptest.NewServer(server.handler()) // nothing is done beside
	defer doors.Close()
	v := visit(t, doors)
	var page *sheet
	turns := []struct {
		name string
		most int64
		take func()
	}{
		{"a conversation is begun, from the start page on", 15, func() { page = v.begin(opening) }},
		{"questions are answered", 10, func() { page = v.submit(page, formAnswer, url.Values{"q0": {"0", "1"}}) }},
		{"a message is sent", 11, func() { page = v.say(page, "up to 300") }},
		{"a turn is undone", 11, func() { page = v.submit(page, formUndo, nil) }},
	}
	for _, turn := range turns { // statements are prepared the first time
		turn.take()
	}
	for _, turn := range turns {
		before := trips.Load()
		turn.take()
		if n := trips.Load() - before; n > turn.most {
			t.Errorf("%s: %d round trips, at most %d", turn.name, n, turn.most)
		}
	}
}
