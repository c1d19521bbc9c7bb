package admit

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// At ten times overload every request is worked on or refused within 200 ms, and what is
// worked on is at least 90 % of what could be. Time is the bubble's: no machine is measured.
func TestOverload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
		g := NewGate(2)
		const takes, rush = 10 * time.Millisecond, 5 * time.Second
		processors := make(chan struct{}, 2) // two requests at once go at full speed
		var done, refused atomic.Int64
		var all sync.WaitGroup
		for range int64(10 * 2 * rush / takes) {
			time.Sleep(takes / 20)
			all.Go(func() {
				began := time.Now()
				leave, err := g.Enter(t.Context(), 0)
				if err != nil {
					r := new(Refusal)
					if took := time.Since(began); !errors.As(err, &r) || r.Own || r.After <= 0 || took > 200*time.Millisecond {
						t.Errorf("refused after %v: %v", took, err)
					}
					refused.Add(1)
					return
				}
				processors <- struct{}{}
				time.Sleep(takes)
				<-processors
				leave()
				done.Add(1)
			})
		}
		all.Wait()
		if best := int64(2 * rush / takes); done.Load() < best*9/10 || refused.Load() == 0 {
			t.Errorf("%d done of %d that could be, %d refused", done.Load(), best, refused.Load())
		}
		if g.Working.Load() != 0 || g.Waiting.Load() != 0 {
			t.Errorf("%d are worked on and %d wait after all have left", g.Working.Load(), g.Waiting.Load())
		}
	})
}

// A request whose client leaves gives up its place.
func TestLeaving(t *testing.T) {
	g := NewGate(2)
	var leaves []func()
	for range g.Limit {
		leave, err := g.Enter(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Enter(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	for _, leave := range leaves {
		leave()
	}
	if leave, err := g.Enter(t.Context(), 0); err != nil {
		t.Error(err)
	} else {
		leave()
	}
}

// Whoever has used more than others is kept to half of the places, and never keeps them from theirs.
func TestGreedy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGate(2)
		var leaves []func()
		for {
			leave, err := g.Enter(t.Context(), 1)
			if err != nil {
				break
			}
			leaves = append(leaves, leave)
		}
		if len(leaves) != g.Limit/2 {
			t.Errorf("the greedy have %d of %d places", len(leaves), g.Limit)
		}
		for range g.Limit - len(leaves) {
			if _, err := g.Enter(t.Context(), fair); err != nil {
				t.Errorf("others are refused: %v", err)
			}
		}
		leaves[0]() // for whoever waits
		if _, err := g.Enter(t.Context(), 0); err != nil {
			t.Error(err)
		}
		if _, err := g.Enter(t.Context(), 1); err == nil {
			t.Error("there is no place left")
		}
		if !g.greedy.TryAcquire(1) || g.greedy.TryAcquire(1) {
			t.Error("whoever was refused has kept a place of the greedy, or given back another's")
		}
	})
}

// Each client has a pace of its own, and memory is bounded however many come.
func TestPaces(t *testing.T) {
	p, now := NewPaces(2, 5, 1), time.Unix(1, 0)
	one := []string{"one"}
	for n, want := range []time.Duration{0, 0, 0, 0, 0, time.Second / 2} {
		if got := p.Take(one, 1, now); got != want {
			t.Errorf("request %d waits %v, want %v", n, got, want)
		}
	}
	if got := p.Take([]string{"another"}, 5, now); got != 0 {
		t.Errorf("another client waits %v", got)
	}
	if got := p.Take(one, 2, now.Add(time.Second)); got != 0 {
		t.Errorf("after a second the first waits %v", got)
	}
	p.Spend(one, 4, now.Add(time.Second))
	if got := p.Take(one, 1, now.Add(2*time.Second)); got != time.Second+time.Second/2 {
		t.Errorf("who has spent more than there was waits %v", got)
	}
	for i := range mostPaced + 100 {
		p.Take([]string{strconv.Itoa(i)}, 1, now)
	}
	if n := p[0].of.Len(); n > mostPaced {
		t.Errorf("%d clients are kept", n)
	}
}

// A crowd of addresses gets no more than the network around it, and keeps nobody outside of it
// from anything, those who were never here included.
func TestCrowd(t *testing.T) {
	p, now := NewPaces(1, 10, 1, 5, 20, 80), time.Unix(1, 0)
	take := func(address string, visitor int) bool {
		return p.Take(append([]string{strconv.Itoa(visitor)}, Networks(address)...), 1, now) == 0
	}
	served, refused := 0, 0
	for i := range 2 * mostPaced {
		if take(fmt.Sprintf("2001:db8:1:%x::1", i), i) {
			served++
		}
	}
	for i := range 100 {
		if !take(fmt.Sprintf("2001:db8:%x::1", i+2), -i-1) || !take(fmt.Sprintf("192.0.2.%d", i), -i-200) {
			refused++
		}
	}
	if served != 200 || refused > 0 {
		t.Errorf("of a crowd %d are served, of others %d refused", served, refused)
	}
	for i := range 2 * mostPaced {
		if take(fmt.Sprintf("2001:db9:%x::1", i), i) {
			served++
		}
	}
	if served != 200+800 || !take("2001:dba::1", 0) {
		t.Errorf("of two crowds %d are served", served)
	}
}

func TestNetworks(t *testing.T) {
	for address, want := range map[string][]string{
		"192.0.2.1": {"192.0.2.1"}, "::ffff:192.0.2.1": {"192.0.2.1"}, "2001:db8:1:2::1": {"2001:db8:1:2::/64", "2001:db8:1::/48", "2001:db8::/32"},
		"fe80::1%eth0": {"fe80::/64", "fe80::/48", "fe80::/32"}, "": {""},
	} {
		if got := Networks(address); !slices.Equal(got, want) {
			t.Errorf("%q is of %q, want %q", address, got, want)
		}
	}
}
