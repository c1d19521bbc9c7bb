package sqlite_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/shop/orders/sqlite"
)

func TestMain(m *testing.M) { durabletest.Main(m, orderForever) }

// shoppers is how many order at the same time.
const shoppers = 4

// orderForever lets shoppers place orders and cancel each, and tells what was
// acknowledged as the shopper and the number of the steps.
func orderForever(ctx context.Context, path string, tell func(string) error) error {
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	failed := make(chan error)
	for range shoppers {
		go func() {
			person := ann()
			person.ID = rand.Text()
			err := s.Import(ctx, only(person))
			var id string
			for n := 0; err == nil; n++ {
				a := act(fmt.Sprint(person.ID, " ", n))
				a.Person = person.ID
				if n%2 == 0 {
					var o orders.Order
					o, err = s.Place(ctx, a, lamps(2))
					id = o.ID
				} else {
					_, _, err = s.Change(ctx, a, id, cancel)
				}
				if err == nil {
					err = tell(fmt.Sprint(person.ID, " ", n+1))
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// Acknowledged means stored: whenever the process is killed, every shopper's orders
// are as acknowledged, or one step further, and the trail tells exactly the steps that
// the orders show.
func TestKilled(t *testing.T) {
	path := file(t)
	acknowledged := map[string]int{} // shopper → steps
	durabletest.Kill(t, path, func(line string) {
		var person string
		var n int
		if _, err := fmt.Sscan(line, &person, &n); err != nil {
			t.Fatalf("the program told %q: %v", line, err)
		}
		acknowledged[person] = n
	}, func(kill int) {
		s, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		for person, n := range acknowledged {
			all, err := s.Orders(t.Context(), person)
			if err != nil {
				t.Fatal(err)
			}
			steps := 0
			for _, o := range all {
				if steps++; o.Status == orders.Cancelled {
					steps++
				}
				if len(o.Lines) != 2 {
					t.Fatalf("kill %d: %s has %d lines", kill, o.ID, len(o.Lines))
				}
			}
			trail, err := s.Trail(t.Context(), person, "")
			if err != nil {
				t.Fatal(err)
			}
			if steps != n && steps != n+1 || len(trail) != steps {
				t.Fatalf("kill %d: %s has done %d steps, the trail tells %d, acknowledged were %d", kill, person, steps, len(trail), n)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
