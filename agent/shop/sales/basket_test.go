package sales_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/sales"
	"shopclerk/agent/store"
	"shopclerk/agent/store/storetest"
	"shopclerk/catalog"
)

func lamp(quantity int) sales.Line {
	return sales.Line{Product: "lamp", Title: "Lamp", Quantity: quantity, Price: catalog.Price{Minor: 4500, Currency: "EUR"}}
}

// held is a basket by product.
func held(t testing.TB, s *sales.Store, session string) map[string]int {
	t.Helper()
	lines, err := s.Lines(context.Background(), session)
	if err != nil {
		t.Fatal(err)
	}
	out, pieces := map[string]int{}, 0
	for _, l := range lines {
		out[l.Product] = l.Quantity
		pieces += l.Quantity
	}
	if n, err := s.Pieces(context.Background(), session); err != nil || n != pieces {
		t.Errorf("Pieces = %d, %v; the lines have %d", n, err, pieces)
	}
	return out
}

func TestBasket(t *testing.T) {
	type step = func(*sales.Store) error
	ctx := context.Background()
	put := func(l sales.Line) step { return func(s *sales.Store) error { return s.Put(ctx, "ann", l) } }
	set := func(product string, n int) step {
		return func(s *sales.Store) error { return s.SetQuantity(ctx, "ann", product, n) }
	}
	desk := sales.Line{Product: "desk", Title: "Desk", Quantity: 1}
	full := make([]step, 0, sales.MostLines+1)
	for i := range sales.MostLines {
		full = append(full, put(sales.Line{Product: fmt.Sprint("p", i), Quantity: 1}))
	}
	for _, tc := range []struct {
		name  string
		steps []step
		want  map[string]int // nil: not looked at
		err   error          // of the last step
	}{
		{"empty", nil, map[string]int{}, nil},
		{"sent twice", []step{put(lamp(2)), put(lamp(2)), put(desk)}, map[string]int{"lamp": 2, "desk": 1}, nil},
		{"more than there are", []step{put(lamp(2)), put(lamp(3))}, map[string]int{"lamp": 3}, nil},
		{"fewer than there are", []step{put(lamp(3)), put(lamp(1))}, map[string]int{"lamp": 3}, nil},
		{"changed", []step{put(lamp(3)), set("lamp", 1), set("lamp", 1)}, map[string]int{"lamp": 1}, nil},
		{"removed twice", []step{put(lamp(3)), put(desk), set("lamp", 0), set("lamp", 0)}, map[string]int{"desk": 1}, nil},
		{"changing what was removed", []step{put(lamp(3)), set("lamp", 0), set("lamp", 2)}, map[string]int{}, nil},
		{"none", []step{put(lamp(0))}, map[string]int{}, sales.ErrQuantity},
		{"too many", []step{put(lamp(sales.MostPieces + 1))}, map[string]int{}, sales.ErrQuantity},
		{"changed to less than none", []step{put(lamp(1)), set("lamp", -1)}, map[string]int{"lamp": 1}, sales.ErrQuantity},
		{"changed to too many", []step{put(lamp(1)), set("lamp", 1e9)}, map[string]int{"lamp": 1}, sales.ErrQuantity},
		{"full", append(slices.Clone(full), put(lamp(1))), nil, sales.ErrFull},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := fresh(t)
			if err := s.Put(ctx, "bob", lamp(7)); err != nil {
				t.Fatal(err)
			}
			var err error
			for _, step := range tc.steps {
				err = step(s)
			}
			if !errors.Is(err, tc.err) || err != nil && tc.err == nil {
				t.Errorf("the last step: %v, want %v", err, tc.err)
			}
			if got := held(t, s, "ann"); tc.want != nil && !maps.Equal(got, tc.want) {
				t.Errorf("the basket holds %v, want %v", got, tc.want)
			}
			if got := held(t, s, "bob"); !maps.Equal(got, map[string]int{"lamp": 7}) {
				t.Errorf("another's holds %v", got)
			}
		})
	}
}

// A key changes a basket once, keeps what was put in earlier as it was, and is one session's.
func TestBasketOnce(t *testing.T) {
	ctx, s := t.Context(), fresh(t)
	if err := s.Put(ctx, "ann", lamp(1)); err != nil {
		t.Fatal(err)
	}
	more := func(lines []sales.Line) ([]sales.Line, error) {
		lines[0].Quantity++
		lines[0].Title = "another title"
		return append(lines, sales.Line{Product: "desk", Quantity: 1}), nil
	}
	for range 2 {
		was, now, err := s.ChangeBasket(ctx, "ann", "key", more)
		if err != nil || len(was) != 1 || len(now) != 2 || was[0].Quantity != 1 || now[1].Quantity+now[0].Quantity != 3 {
			t.Fatalf("was %+v, now %+v, %v", was, now, err)
		}
	}
	lines, err := s.Lines(ctx, "ann")
	if err != nil || len(lines) != 2 || lines[0].Title != "Lamp" || lines[0].Price.Minor != 4500 || lines[0].Quantity != 2 {
		t.Errorf("the basket is %+v, %v", lines, err)
	}
	if _, _, err := s.ChangeBasket(ctx, "bob", "key", more); !errors.Is(err, sales.ErrKey) {
		t.Errorf("another session with the key: %v", err)
	}
	no := errors.New("no")
	if _, _, err := s.ChangeBasket(ctx, "ann", "other", func([]sales.Line) ([]sales.Line, error) { return nil, no }); !errors.Is(err, no) {
		t.Errorf("refused: %v", err)
	}
	if got := held(t, s, "ann"); !maps.Equal(got, map[string]int{"lamp": 2, "desk": 1}) {
		t.Errorf("the basket holds %v", got)
	}
}

// Whatever is done to a basket, it is what a map would be.
func TestBasketIsAMap(t *testing.T) {
	s, shopper := fresh(t), 0
	rapid.Check(t, func(r *rapid.T) {
		shopper++
		who, want := fmt.Sprint("shopper ", shopper), map[string]int{}
		for range rapid.IntRange(0, 12).Draw(r, "steps") {
			product, n := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(r, "product"), rapid.IntRange(0, 3).Draw(r, "quantity")
			if rapid.Bool().Draw(r, "put") {
				if err := s.Put(t.Context(), who, sales.Line{Product: product, Quantity: n}); (err == nil) != (n > 0) {
					r.Fatal(err)
				}
				if n > 0 {
					want[product] = max(want[product], n)
				}
				continue
			}
			if err := s.SetQuantity(t.Context(), who, product, n); err != nil {
				r.Fatal(err)
			}
			if want[product] > 0 {
				want[product] = n
			}
			if n == 0 {
				delete(want, product)
			}
		}
		if got := held(t, s, who); !maps.Equal(got, want) {
			r.Fatalf("the basket holds %v, want %v", got, want)
		}
	})
}

func TestMain(m *testing.M) { storetest.Main(m, sellForever) }

// shoppers is how many shop at the same time.
const shoppers = 3

// sellForever lets shoppers fill their baskets and order them, and tells the shopper and the
// number of steps of each.
func sellForever(ctx context.Context, place string, tell func(string) error) error {
	db, err := store.Open(ctx, place)
	if err != nil {
		return err
	}
	s, failed := sales.New(db), make(chan error)
	for range shoppers {
		go func() {
			var err error
			session := rand.Text()
			for n := 0; err == nil; n++ {
				if err = sell(ctx, s, session, n); err == nil {
					err = tell(fmt.Sprint(session, " ", n+1))
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// sell is what a shopper does after n steps: a lamp is put in the basket, and then ordered.
func sell(ctx context.Context, s *sales.Store, session string, n int) error {
	if n%2 == 0 {
		return s.Put(ctx, session, sales.Line{Product: "lamp-b", Quantity: 1})
	}
	_, err := s.Place(ctx, by(session, fmt.Sprint(session, n)), func(p orders.Person) (orders.Placement, error) {
		out, err := lamps(1)(p)
		out.Basket = session
		return out, err
	})
	return err
}

// Acknowledged means stored: whenever the process is killed, every shopper's orders and basket
// are as acknowledged, or one step further. No order is lost, none is made twice, and no basket
// outlives it.
func TestKilled(t *testing.T) {
	at, acknowledged := storetest.Place(t), map[string]int{}
	storetest.Kill(t, at, func(line string) {
		var session string
		var n int
		if _, err := fmt.Sscan(line, &session, &n); err != nil {
			t.Fatalf("the program told %q: %v", line, err)
		}
		acknowledged[session] = n
	}, func(kill int) {
		db, err := store.Open(t.Context(), at)
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		defer db.Close()
		s := sales.New(db)
		for session, n := range acknowledged {
			all, err := s.Orders(t.Context(), session)
			pieces, err2 := s.Pieces(t.Context(), session)
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			if done := 2*len(all) + pieces; done != n && done != n+1 {
				t.Fatalf("kill %d: %s has %d orders and %d pieces, acknowledged were %d steps", kill, session, len(all), pieces, n)
			}
		}
	})
}
