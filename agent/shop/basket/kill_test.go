package basket_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"testing"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/shop/basket"
)

func TestMain(m *testing.M) { durabletest.Main(m, shopForever) }

// shoppers is how many fill baskets at the same time.
const shoppers = 4

// shopForever lets shoppers fill a basket each, and tells what was acknowledged as the
// session and the number of its steps.
func shopForever(ctx context.Context, path string, tell func(string) error) error {
	s, err := basket.Open(ctx, path)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for range shoppers {
		go func() {
			session := rand.Text()
			var err error
			for n := 0; err == nil; n++ {
				product, quantity := step(n)
				if quantity == 1 {
					err = s.Add(ctx, session, basket.Line{Product: product, Title: product, Quantity: 1})
				} else {
					err = s.Change(ctx, session, product, quantity)
				}
				if err == nil {
					err = tell(fmt.Sprint(session, " ", n+1))
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// step is what a shopper does after n steps: every product is put in, made more of
// and taken out again.
func step(n int) (product string, quantity int) {
	return fmt.Sprint(n / 3), []int{1, 2 + n%97, 0}[n%3]
}

// after is a basket after n steps.
func after(n int) map[string]int {
	out := map[string]int{}
	if rest := n % 3; rest > 0 {
		product, quantity := step(n - 1)
		out[product] = quantity
	}
	return out
}

// Acknowledged means stored: whenever the process is killed, every basket is as it
// was acknowledged, or one step further.
func TestKilled(t *testing.T) {
	path := file(t)
	acknowledged := map[string]int{} // session → steps
	durabletest.Kill(t, path, func(line string) {
		var session string
		var n int
		if _, err := fmt.Sscan(line, &session, &n); err != nil {
			t.Fatalf("the program told %q: %v", line, err)
		}
		acknowledged[session] = n
	}, func(kill int) {
		s, err := basket.Open(t.Context(), path)
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		for session, n := range acknowledged {
			lines, err := s.Lines(t.Context(), session)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int{}
			for _, l := range lines {
				got[l.Product] = l.Quantity
			}
			if !maps.Equal(got, after(n)) && !maps.Equal(got, after(n+1)) {
				t.Fatalf("kill %d: %s has %v, acknowledged was %v", kill, session, got, after(n))
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
