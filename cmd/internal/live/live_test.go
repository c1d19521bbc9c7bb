package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"shopclerk/agent"
	"shopclerk/agent/settings"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/index"
)

// nothing is a catalogue without products.
type nothing struct{ search.Store }

func (nothing) Categories() []catalog.Category { return nil }

// source opens snapshots one after the other, and notes which of them were closed.
type source struct {
	mu     sync.Mutex
	opened int
	next   bool // there is another
	fails  error
	closed []string
}

func (s *source) open(_ context.Context, now *Snapshot) (*Snapshot, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now != nil && (s.fails != nil || !s.next) {
		return nil, s.fails
	}
	s.next = false
	s.opened++
	g := &Snapshot{ID: string(rune('a' + s.opened - 1)), Clerk: agent.New(agent.Config{Engine: search.NewEngine(nothing{}, nil, nil)}), Store: &sqlite.Store{}}
	g.Close = func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.closed = append(s.closed, g.ID)
		return nil
	}
	return g, nil
}

func (s *source) set(next bool, fails error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next, s.fails = next, fails
}

func (s *source) gone() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.closed)
}

func TestSnapshots(t *testing.T) {
	ctx := t.Context()
	src := &source{}
	shop, err := New(ctx, src.open)
	if err != nil {
		t.Fatal(err)
	}
	statistics := &agent.Statistics{}
	shop.Each(func(c *agent.Config) { c.Statistics = statistics })
	inside, leave, err := shop.Enter(ctx)
	if err != nil || From(inside).ID != "a" {
		t.Fatalf("entered %v, %v", From(inside), err)
	}
	sold := func() string { g, release := shop.Acquire(); release(); return g.ID }
	if err := shop.Refresh(ctx); err != nil || sold() != "a" {
		t.Errorf("refreshed without an import to %s, %v", sold(), err)
	}
	src.set(true, errors.New("damaged"))
	if err := shop.Refresh(ctx); err == nil || sold() != "a" {
		t.Errorf("a damaged catalogue went live: %v", err)
	}
	rules := &settings.Settings{}
	if err := shop.Apply(rules); err != nil {
		t.Fatal(err)
	}
	src.set(true, nil)
	if err := shop.Refresh(ctx); err != nil {
		t.Fatalf("the import did not go live: %v", err)
	}
	g, release := shop.Acquire()
	if g.ID != "b" || g.Clerk.Config().Statistics != statistics || g.Clerk.Settings() != rules || g.Since.IsZero() {
		t.Errorf("the new snapshot is %+v", g)
	}
	if again, stay, err := shop.Enter(inside); err != nil || From(again).ID != "a" {
		t.Errorf("who is in goes on in %v, %v", From(again), err)
	} else {
		stay()
	}
	if gone := src.gone(); len(gone) > 0 || shop.Live() != 2 {
		t.Errorf("closed %v while it was used, %d open", gone, shop.Live())
	}
	leave()
	leave() // counts once
	if gone := src.gone(); !slices.Equal(gone, []string{"a"}) || shop.Live() != 1 {
		t.Errorf("closed %v after it was used, %d open", gone, shop.Live())
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	if err := shop.Close(short); err == nil {
		t.Error("closed while somebody was in")
	}
	release()
	if err := shop.Close(ctx); err != nil || !slices.Equal(src.gone(), []string{"a", "b"}) {
		t.Errorf("closed %v, %v", src.gone(), err)
	}
	if _, _, err := shop.Enter(ctx); !errors.Is(err, ErrClosed) {
		t.Errorf("entered a closed shop: %v", err)
	}
	src.set(true, nil)
	if err := shop.Refresh(ctx); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed shop was refreshed: %v", err)
	}
}

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
