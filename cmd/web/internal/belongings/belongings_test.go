package belongings

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/catalog"
	"shopclerk/cmd/web/internal/retention"
)

// shop is the places in a folder, and who writes the journal.
type shop struct {
	Places
	recorder *journal.Recorder
}

func open(t *testing.T) *shop {
	t.Helper()
	dir := t.TempDir()
	place := func(name string) string { return filepath.Join(dir, name) }
	book, journalErr := journal.Open(t.Context(), place("journal.db"))
	baskets, basketErr := basket.Open(t.Context(), place("basket.db"))
	kept, orderErr := ordersdb.Open(t.Context(), place("orders.db"))
	if err := errors.Join(journalErr, basketErr, orderErr); err != nil {
		t.Fatal(err)
	}
	recorder := journal.NewRecorder(book, func(why journal.Loss, n int) { t.Errorf("lost %d: %s", n, why) })
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { recorder.Run(ctx) })
	t.Cleanup(func() {
		stop()
		running.Wait()
		if err := errors.Join(book.Close(), baskets.Close(), kept.Close()); err != nil {
			t.Error(err)
		}
	})
	return &shop{Places{retention.Kept{Journal: book, Baskets: baskets, Orders: kept}, recorder.Flush}, recorder}
}

func newID(t *testing.T) string {
	t.Helper()
	id, err := journal.NewID(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// leave has somebody leave something everywhere, the last of it a moment ago.
func (s *shop) leave(t *testing.T, id string) {
	t.Helper()
	_, talkErr := s.Journal.Start(t.Context(), id, "v1", journal.Exchange(memory.Exchange{Said: "a lamp"}))
	_, moveErr := s.Orders.Move(t.Context(), orders.Act{Key: newID(t), Person: id, Call: json.RawMessage(`{"tool":"change_address"}`)},
		func(p orders.Person) (orders.Person, error) { p.Name = "Ann"; return p, nil })
	line := basket.Line{Product: "p1", Title: "Lamp", Quantity: 2, Price: catalog.Price{Minor: 999, Currency: "EUR"}}
	if err := errors.Join(talkErr, moveErr, s.Baskets.Add(t.Context(), id, line)); err != nil {
		t.Fatal(err)
	}
	s.recorder.Note(journal.Interaction{Session: id, At: time.Now(), Act: journal.Opened, Product: "p1"})
}

// has tells how much there is of somebody: conversations, interactions, lines of the basket
// and acts with orders.
func (s *shop) has(t *testing.T, id string) (n [4]int) {
	t.Helper()
	all, err := s.Export(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return [4]int{len(all.Conversations), len(all.Interactions), len(all.Basket), len(all.Orders.Trail)}
}

var nothing, once = [4]int{}, [4]int{1, 1, 1, 1}

// Whoever is interrupted can do it again. Another's things stay.
func TestDelete(t *testing.T) {
	s := open(t)
	ann, other := newID(t), newID(t)
	s.leave(t, ann)
	s.leave(t, other)
	if got := s.has(t, ann); got != once {
		t.Fatalf("there is %v", got)
	}
	away := errors.New("the journal is away")
	interrupted := s.Places
	interrupted.Flush = func(context.Context) error { return away }
	if err := interrupted.Delete(t.Context(), ann, nil); !errors.Is(err, away) || s.has(t, ann) != once {
		t.Errorf("with something on its way %v is left, %v", s.has(t, ann), err)
	}
	closed, err := ordersdb.Open(t.Context(), filepath.Join(t.TempDir(), "orders.db"))
	if err == nil {
		err = closed.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	interrupted = s.Places
	interrupted.Orders = closed
	if err := interrupted.Delete(t.Context(), ann, nil); err == nil {
		t.Error("orders that can not be had are taken for deleted")
	}
	if err := s.Delete(t.Context(), ann, nil); err != nil {
		t.Fatal(err)
	}
	if got := s.has(t, ann); got != nothing {
		t.Errorf("%v is left", got)
	}
	if got := s.has(t, other); got != once {
		t.Errorf("of another %v is left", got)
	}
}

// What people download stays as programs may read it by now.
func TestRecord(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	r := Record{
		Export: &journal.Export{Session: "s", Conversations: []journal.ExportedConversation{}, Interactions: []journal.Interaction{}},
		Basket: []Line{{"p1", "Lamp", 2, 999, "EUR", at}, {Product: "p2", Quantity: 1, Added: at}},
	}
	const want = `{"session":"s","conversations":[],"interactions":[],` +
		`"basket":[{"product":"p1","title":"Lamp","quantity":2,"price_minor":999,"currency":"EUR","added":"2026-03-01T12:00:00Z"},` +
		`{"product":"p2","title":"","quantity":1,"price_minor":0,"added":"2026-03-01T12:00:00Z"}],` +
		`"orders":{"person":{"id":"","address":{"street":"","city":"","zip":""}},"orders":null,"trail":null}}`
	got, err := json.Marshal(r)
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	empty, err := open(t).Export(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	got, err = json.Marshal(empty)
	if diff := cmp.Diff(`{"session":"","conversations":[],"interactions":[],"basket":[],"orders":{"person":{"id":"","address":{"street":"","city":"","zip":""}},"orders":null,"trail":null}}`, string(got)); diff != "" || err != nil {
		t.Errorf("of nobody: %v (-want +got):\n%s", err, diff)
	}
}
