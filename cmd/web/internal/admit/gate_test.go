package admit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// crowd enters a gate and tells who was let in, in which order.
type crowd struct {
	*testing.T
	gate   *Gate
	mu     sync.Mutex // who leaves may let in several
	order  []string
	leaves []func()
}

// come waits at the gate until let in, on a goroutine of its own.
func (c *crowd) come(ctx context.Context, client string, k Kind) {
	go func() {
		leave, err := c.gate.Enter(ctx, client, k)
		if err == nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.order = append(c.order, client)
			c.leaves = append(c.leaves, leave)
		}
	}()
	synctest.Wait()
}

// fill lets in as many as may be.
func (c *crowd) fill() {
	for f := c.gate.Figures(); f.Working < f.Limit; f = c.gate.Figures() {
		c.come(c.Context(), fmt.Sprint("first ", f.Working), Turn)
	}
	c.order = nil
}

// empty has one after another leave until nobody is there.
func (c *crowd) empty() {
	for len(c.leaves) > 0 {
		leave := c.leaves[0]
		c.leaves = c.leaves[1:]
		leave()
		synctest.Wait()
	}
	if f := c.gate.Figures(); f.Working+f.Waiting != 0 || len(c.gate.held) != 0 {
		c.Errorf("after all have left: %+v, held %v", f, c.gate.held)
	}
}

func gather(t *testing.T, f func(*crowd)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{T: t, gate: NewGate(8)}
		f(c)
		c.empty()
	})
}

// The earliest deadline goes first, and what an admitted request led to before all.
func TestDeadlines(t *testing.T) {
	gather(t, func(c *crowd) {
		c.fill()
		c.come(c.Context(), "turn", Turn)
		soon, cancel := context.WithTimeout(c.Context(), time.Millisecond)
		defer cancel()
		c.come(c.Context(), "glance", Glance)
		c.come(soon, "in a hurry", Turn)
		c.come(c.Context(), "sequel", Sequel)
		c.empty()
		if want := []string{"sequel", "in a hurry", "glance", "turn"}; !slices.Equal(c.order, want) {
			t.Errorf("let in: %q, not %q", c.order, want)
		}
	})
}

// However many requests one client makes, others are let in before most of them, and
// what is too much is told to be the client's own doing.
func TestFairness(t *testing.T) {
	gather(t, func(c *crowd) {
		c.fill()
		for range 300 {
			c.come(c.Context(), "greedy", Turn)
		}
		if _, err := c.gate.Enter(c.Context(), "greedy", Turn); err == nil || !err.(*Refusal).Own {
			t.Errorf("the 301st of one client: %v", err)
		}
		for i := range 5 {
			c.come(c.Context(), fmt.Sprint("modest ", i), Turn)
		}
		c.empty()
		last := slices.Index(c.order, "modest 4")
		if greedy := len(c.order) - 5; last < 0 || last > 10 || greedy < 10 {
			t.Errorf("after %d of %d: %q", last, greedy, c.order)
		}
	})
}

// A crowd is let in as far as it can be answered soon; the others are told at once, and
// that it is not their doing. None of what all of them ask for is kept.
func TestOverload(t *testing.T) {
	gather(t, func(c *crowd) {
		began, refused := time.Now(), 0
		c.fill()
		for i := range 1000 {
			before := len(c.gate.waiting)
			c.come(c.Context(), fmt.Sprint(i), Turn)
			if len(c.gate.waiting) == before {
				refused++
			}
		}
		r := new(Refusal)
		if _, err := c.gate.Enter(c.Context(), "one more", Turn); !errors.As(err, &r) || r.Own || r.After <= 0 {
			t.Errorf("one more: %v", err)
		}
		if f := c.gate.Figures(); f.Waiting > mostWaiting || f.Waiting == 0 || f.Waiting+refused != 1000 {
			t.Errorf("%+v and %d refused", f, refused)
		}
		if d := time.Since(began); d != 0 {
			t.Errorf("refusing took %v", d)
		}
	})
}

// Whoever leaves gives up the place, waiting or called.
func TestLeaving(t *testing.T) {
	gather(t, func(c *crowd) {
		c.fill()
		ctx, cancel := context.WithCancel(c.Context())
		c.come(ctx, "impatient", Turn)
		c.come(c.Context(), "patient", Turn)
		cancel()
		synctest.Wait()
		if f := c.gate.Figures(); f.Waiting != 1 {
			t.Errorf("%+v after one has left", f)
		}
		p, err := c.gate.queue(c.Context(), "called", Sequel)
		if err != nil {
			t.Fatal(err)
		}
		c.leaves[0]() // calls them
		c.leaves = c.leaves[1:]
		c.gate.abandon(p)
		synctest.Wait()
		if !slices.Equal(c.order, []string{"patient"}) {
			t.Errorf("let in: %q", c.order)
		}
	})
}

// The slower the work, the fewer wait for it.
func TestPace(t *testing.T) {
	waiting := func(took time.Duration) (n int) {
		gather(t, func(c *crowd) {
			for range 200 {
				leave, err := c.gate.Enter(c.Context(), "", Turn)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(took)
				leave()
			}
			c.fill()
			for i := range 100 {
				c.come(c.Context(), fmt.Sprint(i), Turn)
			}
			n = c.gate.Figures().Waiting
		})
		return n
	}
	if fast, slow := waiting(10*time.Millisecond), waiting(100*time.Millisecond); slow >= fast || slow < 1 {
		t.Errorf("%d wait for slow work, %d for fast", slow, fast)
	}
}

// What passes is waited for; where there is too much to do few wait, until there has not
// been too much for a while. One client's greed is no such thing.
func TestRelief(t *testing.T) {
	gather(t, func(c *crowd) {
		rush := func(client func(int) string) (waiting int) {
			c.gate.pace = guessed // in a bubble, work takes no time
			c.fill()
			for i := range 300 {
				c.come(c.Context(), client(i), Turn)
			}
			waiting = c.gate.Figures().Waiting
			c.empty()
			return waiting
		}
		one := func(int) string { return "greedy" }
		many := func(i int) string { return fmt.Sprint(i) }
		rush(one)
		before := rush(many)
		if during := rush(many); during < 1 || during*5 > before {
			t.Errorf("%d wait at the first rush, %d at the second", before, during)
		}
		time.Sleep(relief)
		if after := rush(many); after*2 < before {
			t.Errorf("%d wait at the first rush, %d after a rest", before, after)
		}
	})
}
