package live

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/search/index"
)

// build imports lamps, all of one title.
func build(t *testing.T, dir, title string) {
	t.Helper()
	lamps := func(yield func(catalog.Record) bool) {
		for i := range 20 {
			colour := catalog.RawAttribute{Key: "colour", Value: catalog.Text([]string{"red", "green", "blue"}[i%3])}
			r := catalog.Record{ID: fmt.Sprint("p", i), Category: "Lamps", Title: title, Price: catalog.Price{Minor: 1000, Currency: "EUR"}, Stock: -1, Attributes: []catalog.RawAttribute{colour}}
			if !yield(r) {
				return
			}
		}
	}
	if _, err := index.Build(t.Context(), dir, index.FromSeq(lamps), index.Options{}); err != nil {
		t.Fatal(err)
	}
}

// over returns the source of a data directory, and what counts the clerks that it hires.
func over(t *testing.T, dir string) (s *Source, hired *int) {
	hired = new(int)
	s = &Source{
		Data:  dir,
		First: func(ctx context.Context) (*index.Shop, error) { return index.Open(ctx, dir, nil) },
		Hire: func(ctx context.Context, shop *index.Shop) (*agent.Agent, error) {
			*hired++
			return agent.Hire(ctx, shop.Engine)
		},
	}
	return s, hired
}

// open opens what is new, which is something or nothing.
func open(t *testing.T, s *Source, now *Snapshot, something bool) *Snapshot {
	t.Helper()
	g, err := s.Open(t.Context(), now)
	if err != nil || (g != nil) != something {
		t.Fatalf("opened %v, %v", g, err)
	}
	if g != nil {
		t.Cleanup(func() {
			if err := g.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return g
}

func sells(t *testing.T, g *Snapshot, title string, minor int64) {
	t.Helper()
	p, err := g.Store.Product(t.Context(), "p1")
	if err != nil || p.Title != title || p.Price.Minor != minor {
		t.Errorf("snapshot %s sells %q at %d, %v", g.ID, p.Title, p.Price.Minor, err)
	}
}

// What was imported is opened once; what was open before stays as it was.
func TestSource(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, "Alfalfa")
	s, hired := over(t, dir)
	first := open(t, s, nil, true)
	open(t, s, first, false)
	build(t, dir, "Betula")
	again := open(t, s, first, true)
	if !again.Published.After(first.Published) || *hired != 2 {
		t.Errorf("imported again, it is %+v after %+v, and %d clerks were hired", again, first, *hired)
	}
	sells(t, first, "Alfalfa", 1000)
	sells(t, again, "Betula", 1000)
	if again.Clerk.Config().Engine.Store() != again.Store {
		t.Error("a clerk knows another catalogue than is sold from")
	}
}

// An import that can not be opened changes nothing, and goes live once it can.
func TestSourceFails(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, "Alfalfa")
	s, _ := over(t, dir)
	first, hire, away := open(t, s, nil, true), s.Hire, errors.New("nobody is there")
	build(t, dir, "Betula")
	s.Hire = func(context.Context, *index.Shop) (*agent.Agent, error) { return nil, away }
	if g, err := s.Open(t.Context(), first); g != nil || !errors.Is(err, away) {
		t.Errorf("opened %v, %v", g, err)
	}
	sells(t, first, "Alfalfa", 1000)
	s.Hire = hire
	sells(t, open(t, s, first, true), "Betula", 1000)
}
