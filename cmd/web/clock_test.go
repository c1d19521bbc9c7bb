package main

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"shopclerk/agent/journal"
	"shopclerk/agent/memory"
	"shopclerk/agent/shop"
)

// A clock that is set back or forward loses nothing before its time: turns keep their
// order, and a sweep deletes what is too old by the clock of the time. A
// conversation that a clock ahead wrote in is kept for longer by that; only a text that was
// typed under a clock behind by more than --keep-text-days goes at the next sweep.
func TestClockIsSet(t *testing.T) {
	kept := openFilesAt(t, t.TempDir())
	noon := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	now := noon
	clock := func() time.Time { return now }
	kept.journal.Now, kept.sales.Now = clock, clock
	keep := retention{days: 365, textDays: 90, basketDays: sessionDays}

	ann := random(16)
	id, err := kept.journal.Start(t.Context(), ann, "v1")
	if err != nil {
		t.Fatal(err)
	}
	for n, hours := range []int{0, -1, 30 * 24, -60 * 24, 1} { // each from noon
		now = noon.Add(time.Duration(hours) * time.Hour)
		_, err := kept.journal.Append(t.Context(), id, n, journal.Exchange(memory.Exchange{Said: fmt.Sprint(n)}))
		if err := errors.Join(err, kept.sales.Put(t.Context(), ann, shop.Item{Product: fmt.Sprint("p", n), Quantity: 1}), keep.sweep(t.Context(), kept, now)); err != nil {
			t.Fatal(err)
		}
		c, err := kept.journal.Load(t.Context(), id)
		if err != nil || len(c.Exchanges) != n+1 {
			t.Fatalf("%d hours after noon there are %d exchanges, %v; want %d", hours, len(c.Exchanges), err, n+1)
		}
		for i, e := range c.Exchanges {
			if e.Said != fmt.Sprint(i) {
				t.Errorf("%d hours after noon exchange %d is %q", hours, i, e.Said)
			}
		}
		if held, err := kept.sales.Pieces(t.Context(), ann); err != nil || held != n+1 {
			t.Errorf("%d hours after noon the basket holds %d, %v; want %d", hours, held, err, n+1)
		}
	}
	for _, days := range []int{30 + 364, 30 + 366} { // the latest turn was told by a clock a month ahead
		now = noon.AddDate(0, 0, days)
		if err := keep.sweep(t.Context(), kept, now); err != nil {
			t.Fatal(err)
		}
		if _, err := kept.journal.Load(t.Context(), id); (err == nil) != (days < 30+365) {
			t.Errorf("after %d days: %v", days, err)
		}
	}
}
