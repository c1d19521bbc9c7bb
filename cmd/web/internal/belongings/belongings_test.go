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
	"shopclerk/agent/shop/account"
	"shopclerk/agent/shop/basket"
	"shopclerk/agent/shop/orders"
	ordersdb "shopclerk/agent/shop/orders/sqlite"
	"shopclerk/agent/shop/password"
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
	accounts, accountErr := account.Open(t.Context(), place("account.db"))
	if err := errors.Join(journalErr, basketErr, orderErr, accountErr); err != nil {
		t.Fatal(err)
	}
	accounts.Hasher = password.NewHasher(4, password.Trifling)
	recorder := journal.NewRecorder(book, func(why journal.Loss, n int) { t.Errorf("lost %d: %s", n, why) })
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { recorder.Run(ctx) })
	t.Cleanup(func() {
		stop()
		running.Wait()
		if err := errors.Join(book.Close(), baskets.Close(), kept.Close(), accounts.Close()); err != nil {
			t.Error(err)
		}
	})
	return &shop{Places{retention.Kept{Journal: book, Baskets: baskets, Orders: kept, Accounts: accounts}, recorder.Flush}, recorder}
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
func (s *shop) has(t *testing.T, id string, of *account.Account) (n [4]int) {
	t.Helper()
	all, err := s.Export(t.Context(), id, of)
	if err != nil {
		t.Fatal(err)
	}
	return [4]int{len(all.Conversations), len(all.Interactions), len(all.Basket), len(all.Orders.Trail)}
}

var nothing, once = [4]int{}, [4]int{1, 1, 1, 1}

const (
	annsEmail    = "ann@example.com"
	annsPassword = "correct horse battery staple"
)

func (s *shop) ann(t *testing.T) *account.Account {
	t.Helper()
	ann, err := s.Accounts.Register(t.Context(), annsEmail, annsPassword)
	if err != nil {
		t.Fatal(err)
	}
	return ann
}

// Whoever is interrupted can do it again: the account goes last. Another's things stay.
func TestDelete(t *testing.T) {
	s := open(t)
	ann, other := s.ann(t), newID(t)
	s.leave(t, ann.ID)
	s.leave(t, other)
	if got := s.has(t, ann.ID, ann); got != once {
		t.Fatalf("there is %v", got)
	}
	away := errors.New("the journal is away")
	interrupted := s.Places
	interrupted.Flush = func(context.Context) error { return away }
	if err := interrupted.Delete(t.Context(), ann.ID, ann, nil); !errors.Is(err, away) || s.has(t, ann.ID, ann) != once {
		t.Errorf("with something on its way %v is left, %v", s.has(t, ann.ID, ann), err)
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
	if err := interrupted.Delete(t.Context(), ann.ID, ann, nil); err == nil {
		t.Error("orders that can not be had are taken for deleted")
	}
	if _, err := s.Accounts.Verify(t.Context(), annsEmail, annsPassword); err != nil {
		t.Errorf("interrupted, nobody can do it again: %v", err)
	}
	if err := s.Delete(t.Context(), ann.ID, ann, nil); err != nil {
		t.Fatal(err)
	}
	if got := s.has(t, ann.ID, nil); got != nothing {
		t.Errorf("%v is left", got)
	}
	if _, err := s.Accounts.Verify(t.Context(), annsEmail, annsPassword); !errors.Is(err, account.ErrWrong) {
		t.Errorf("the account is left: %v", err)
	}
	if got := s.has(t, other, nil); got != once {
		t.Errorf("of another %v is left", got)
	}
}

// What a guest has is the account's, a moment ago included, and done again it still is.
func TestAdopt(t *testing.T) {
	s := open(t)
	ann, guest := s.ann(t), newID(t)
	s.leave(t, guest)
	for range 2 {
		if err := s.Adopt(t.Context(), guest, ann.ID); err != nil {
			t.Fatal(err)
		}
		if left, got := s.has(t, guest, nil), s.has(t, ann.ID, ann); left != nothing || got != [4]int{1, 1, 1, 2} { // the adoption is an act
			t.Errorf("the guest has %v, and the account %v", left, got)
		}
	}
}

// What people download stays as programs may read it by now.
func TestRecord(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	r := Record{
		Export:  &journal.Export{Session: "s", Conversations: []journal.ExportedConversation{}, Interactions: []journal.Interaction{}},
		Basket:  []Line{{"p1", "Lamp", 2, 999, "EUR", at}, {Product: "p2", Quantity: 1, Added: at}},
		Account: &Account{annsEmail, at, []account.SignIn{{Session: "secret", Since: at}}},
	}
	const want = `{"session":"s","conversations":[],"interactions":[],` +
		`"basket":[{"product":"p1","title":"Lamp","quantity":2,"price_minor":999,"currency":"EUR","added":"2026-03-01T12:00:00Z"},` +
		`{"product":"p2","title":"","quantity":1,"price_minor":0,"added":"2026-03-01T12:00:00Z"}],` +
		`"orders":{"person":{"id":"","address":{"street":"","city":"","zip":""}},"orders":null,"trail":null},` +
		`"account":{"email":"ann@example.com","since":"2026-03-01T12:00:00Z","sign_ins":[{"since":"2026-03-01T12:00:00Z"}]}}`
	got, err := json.Marshal(r)
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	empty, err := open(t).Export(t.Context(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err = json.Marshal(empty)
	if diff := cmp.Diff(`{"session":"","conversations":[],"interactions":[],"basket":[],"orders":{"person":{"id":"","address":{"street":"","city":"","zip":""}},"orders":null,"trail":null},"account":null}`, string(got)); diff != "" || err != nil {
		t.Errorf("of nobody: %v (-want +got):\n%s", err, diff)
	}
}
