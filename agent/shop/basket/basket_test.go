package basket_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/shop/basket"
	"shopclerk/catalog"
)

const (
	ann = "aaaaaaaaaaaaaaaaaaaaaaaaaa"
	bob = "bbbbbbbbbbbbbbbbbbbbbbbbbb"
)

// noon is when the tests' clock begins.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func open(t testing.TB, path string) *basket.Store {
	t.Helper()
	s, err := basket.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	now := noon
	s.Now = func() time.Time { now = now.Add(time.Second); return now }
	return s
}

func file(t testing.TB) string { return durabletest.Place(t, "basket.db") }

// What the store means it means on PostgreSQL as well.
func TestOnPostgres(t *testing.T) {
	durabletest.OnPostgres(t, map[string]func(*testing.T){
		"Basket": TestBasket, "PriceWhenPutIn": TestPriceWhenPutIn, "Full": TestFull, "SurvivesReopening": TestSurvivesReopening,
		"Forget": TestForget, "NewerSchemaIsLeftAlone": TestNewerSchemaIsLeftAlone, "LikeAMap": TestLikeAMap,
		"Adopt": TestAdopt, "AdoptDeeds": TestAdoptDeeds, "AdoptFull": TestAdoptFull,
		"Do": TestDo, "DoRefused": TestDoRefused, "DoTogether": TestDoTogether, "DeedsGo": TestDeedsGo, "Killed": TestKilled,
	})
}

func lamp(quantity int) basket.Line {
	return basket.Line{Product: "lamp", Title: "Lamp", Quantity: quantity, Price: catalog.Price{Minor: 4500, Currency: "EUR"}}
}

// told is a basket as "2 lamp, 1 desk".
func told(t testing.TB, s *basket.Store, session string) string {
	t.Helper()
	lines, err := s.Lines(context.Background(), session)
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	pieces := 0
	for i, l := range lines {
		if i > 0 {
			out += ", "
		}
		out += fmt.Sprint(l.Quantity, " ", l.Product)
		pieces += l.Quantity
	}
	if n, err := s.Pieces(context.Background(), session); err != nil || n != pieces {
		t.Errorf("Pieces = %d, %v; the lines have %d", n, err, pieces)
	}
	return out
}

func TestBasket(t *testing.T) {
	ctx := context.Background()
	desk := basket.Line{Product: "desk", Title: "Desk", Quantity: 1}
	add := func(l basket.Line) func(*basket.Store) error {
		return func(s *basket.Store) error { return s.Add(ctx, ann, l) }
	}
	change := func(product string, n int) func(*basket.Store) error {
		return func(s *basket.Store) error { return s.Change(ctx, ann, product, n) }
	}
	for _, tc := range []struct {
		name  string
		steps []func(*basket.Store) error
		want  string
		err   error // of the last step
	}{
		{"empty", nil, "", nil},
		{"in the order of putting in", []func(*basket.Store) error{add(lamp(2)), add(desk)}, "2 lamp, 1 desk", nil},
		{"sent twice", []func(*basket.Store) error{add(lamp(2)), add(lamp(2))}, "2 lamp", nil},
		{"more than there are", []func(*basket.Store) error{add(lamp(2)), add(lamp(3))}, "3 lamp", nil},
		{"fewer than there are", []func(*basket.Store) error{add(lamp(3)), add(lamp(1))}, "3 lamp", nil},
		{"changed", []func(*basket.Store) error{add(lamp(3)), change("lamp", 1), change("lamp", 1)}, "1 lamp", nil},
		{"removed twice", []func(*basket.Store) error{add(lamp(3)), add(desk), change("lamp", 0), change("lamp", 0)}, "1 desk", nil},
		{"changing what was removed", []func(*basket.Store) error{add(lamp(3)), change("lamp", 0), change("lamp", 2)}, "", nil},
		{"put back it is last", []func(*basket.Store) error{add(lamp(1)), add(desk), change("lamp", 0), add(lamp(1))}, "1 desk, 1 lamp", nil},
		{"none", []func(*basket.Store) error{add(lamp(0))}, "", basket.ErrQuantity},
		{"too many", []func(*basket.Store) error{add(lamp(basket.MostPieces + 1))}, "", basket.ErrQuantity},
		{"as many as go", []func(*basket.Store) error{add(lamp(basket.MostPieces))}, "99 lamp", nil},
		{"changed to less than none", []func(*basket.Store) error{add(lamp(1)), change("lamp", -1)}, "1 lamp", basket.ErrQuantity},
		{"changed to too many", []func(*basket.Store) error{add(lamp(1)), change("lamp", 1e9)}, "1 lamp", basket.ErrQuantity},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := open(t, file(t))
			if err := s.Add(ctx, bob, lamp(7)); err != nil {
				t.Fatal(err)
			}
			var err error
			for _, step := range tc.steps {
				err = step(s)
			}
			if !errors.Is(err, tc.err) {
				t.Errorf("error %v, want %v", err, tc.err)
			}
			if got := told(t, s, ann); got != tc.want {
				t.Errorf("the basket holds %q, want %q", got, tc.want)
			}
			if got := told(t, s, bob); got != "7 lamp" {
				t.Errorf("another's basket holds %q", got)
			}
		})
	}
}

// A line tells the moment it was put in, and later changes leave that alone.
func TestPriceWhenPutIn(t *testing.T) {
	ctx := context.Background()
	s := open(t, file(t))
	dearer := lamp(2)
	dearer.Price.Minor, dearer.Title = 9900, "Lamp, new"
	unpriced := basket.Line{Product: "rose", Title: "Rose", Quantity: 1}
	if err := errors.Join(s.Add(ctx, ann, lamp(1)), s.Add(ctx, ann, dearer), s.Add(ctx, ann, unpriced), s.Change(ctx, ann, "lamp", 5)); err != nil {
		t.Fatal(err)
	}
	got, err := s.Lines(ctx, ann)
	if err != nil {
		t.Fatal(err)
	}
	first := lamp(5)
	first.Added, unpriced.Added = noon.Add(time.Second), noon.Add(3*time.Second)
	if diff := gocmp.Diff([]basket.Line{first, unpriced}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestFull(t *testing.T) {
	ctx := context.Background()
	s := open(t, file(t))
	for i := range basket.MostLines {
		if err := s.Add(ctx, ann, basket.Line{Product: fmt.Sprint(i), Quantity: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Add(ctx, ann, lamp(1)); !errors.Is(err, basket.ErrFull) {
		t.Errorf("one product more: %v", err)
	}
	if err := s.Add(ctx, ann, basket.Line{Product: "7", Quantity: 3}); err != nil {
		t.Errorf("more of what is there: %v", err)
	}
	if err := errors.Join(s.Change(ctx, ann, "8", 0), s.Add(ctx, ann, lamp(1))); err != nil {
		t.Errorf("one product instead of another: %v", err)
	}
}

func TestSurvivesReopening(t *testing.T) {
	ctx, path := context.Background(), file(t)
	s, err := basket.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Add(ctx, ann, lamp(2)), s.Close()); err != nil {
		t.Fatal(err)
	}
	if got := told(t, open(t, path), ann); got != "2 lamp" {
		t.Errorf("the basket holds %q", got)
	}
	if durable.Postgres(path) {
		return
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}
}

func TestForget(t *testing.T) {
	ctx := context.Background()
	s := open(t, file(t)) // a second goes by with each step
	if err := errors.Join(s.Add(ctx, ann, lamp(1)), s.Add(ctx, bob, lamp(1)),
		s.Add(ctx, ann, basket.Line{Product: "desk", Quantity: 1}), s.Change(ctx, ann, "desk", 2)); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Forget(ctx, noon.Add(2*time.Second)); n != 0 || err != nil {
		t.Errorf("forgot %d, %v", n, err)
	}
	if n, err := s.Forget(ctx, noon.Add(3*time.Second)); n != 1 || err != nil {
		t.Errorf("forgot %d, %v; want bob's line", n, err)
	}
	if a, b := told(t, s, ann), told(t, s, bob); a != "1 lamp, 2 desk" || b != "" {
		t.Errorf("ann has %q, bob %q", a, b)
	}
	if err := s.Delete(ctx, ann); err != nil || told(t, s, ann) != "" {
		t.Errorf("deleted, ann has %q, %v", told(t, s, ann), err)
	}
}

func TestNewerSchemaIsLeftAlone(t *testing.T) {
	ctx, path := context.Background(), file(t)
	if err := open(t, path).Add(ctx, ann, lamp(1)); err != nil {
		t.Fatal(err)
	}
	db := durabletest.Raw(t, path, "basket")
	if _, err := db.ExecContext(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, '1')`); err != nil {
		t.Fatal(err)
	}
	if _, err := basket.Open(ctx, path); !errors.Is(err, basket.ErrUnusable) {
		t.Errorf("opening: %v", err)
	}
}

// The basket is a map of quantities whose values Add raises and Change sets.
func TestLikeAMap(t *testing.T) {
	ctx := context.Background()
	s := open(t, file(t))
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		session := fmt.Sprint("session ", run)
		want := map[string]int{}
		for range rapid.IntRange(0, 12).Draw(t, "steps") {
			product := rapid.SampledFrom([]string{"a", "b", "ü'\";--", ""}).Draw(t, "product")
			n := rapid.IntRange(-1, basket.MostPieces+1).Draw(t, "n")
			if rapid.Bool().Draw(t, "add") {
				if err := s.Add(ctx, session, basket.Line{Product: product, Quantity: n}); err == nil {
					want[product] = max(want[product], n)
				} else if n >= 1 && n <= basket.MostPieces {
					t.Fatal(err)
				}
				continue
			}
			if err := s.Change(ctx, session, product, n); err != nil {
				if n >= 0 && n <= basket.MostPieces {
					t.Fatal(err)
				}
			} else if _, in := want[product]; in && n > 0 {
				want[product] = n
			} else {
				delete(want, product)
			}
		}
		lines, err := s.Lines(ctx, session)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, l := range lines {
			got[l.Product] = l.Quantity
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if !slices.IsSortedFunc(lines, func(a, b basket.Line) int {
			return cmp.Or(a.Added.Compare(b.Added), cmp.Compare(a.Product, b.Product))
		}) {
			t.Fatal("the lines are not in the order of putting in")
		}
	})
}
