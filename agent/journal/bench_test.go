package journal_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"shopclerk/agent/journal"
)

// BenchmarkAppend appends exchanges of the size of a real turn, about 3 KB with
// three questions of five options, to a conversation. A disk flush dominates.
func BenchmarkAppend(b *testing.B) {
	j := fresh(b)
	id := start(b, j, alice)
	e := turn()
	took := make([]time.Duration, 0, b.N)
	version := 0
	b.ResetTimer()
	for range b.N {
		begin := time.Now()
		version = add(b, j, id, version, journal.Exchange(e))
		took = append(took, time.Since(begin))
	}
	b.StopTimer()
	slices.Sort(took)
	micro := func(q int) float64 { return float64(took[(len(took)-1)*q/100].Nanoseconds()) / 1000 }
	b.ReportMetric(micro(50), "p50-µs")
	b.ReportMetric(micro(99), "p99-µs")
}

// BenchmarkRedact redacts a hundred exchanges, which is one transaction: what a
// shopper's turn waits for at most.
func BenchmarkRedact(b *testing.B) {
	j := fresh(b)
	id := start(b, j, alice)
	events := make([]journal.Event, 100)
	for i := range events {
		events[i] = journal.Exchange(turn())
	}
	version := 0
	for range b.N {
		b.StopTimer()
		version = add(b, j, id, version, events...)
		b.StartTimer()
		if n, err := j.Redact(b.Context(), time.Now().Add(time.Hour)); n != len(events) || err != nil {
			b.Fatal(n, err)
		}
	}
}

// BenchmarkRecord adds an interaction. A disk flush dominates.
func BenchmarkRecord(b *testing.B) {
	j := fresh(b)
	look := opened(alice, start(b, j, alice), "p1")
	look.Version = 0
	for b.Loop() {
		if err := j.Record(b.Context(), look); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkLoad rebuilds a conversation of ten turns.
func BenchmarkLoad(b *testing.B) {
	j := fresh(b)
	id := start(b, j, alice)
	for version := range 10 {
		add(b, j, id, version, journal.Exchange(turn()))
	}
	for b.Loop() {
		load(b, j, id)
	}
}

// BenchmarkRecent lists ten of a session's hundred conversations.
func BenchmarkRecent(b *testing.B) {
	j := fresh(b)
	for range 100 {
		add(b, j, start(b, j, alice), 0, journal.Exchange(turn()), journal.Exchange(turn()))
	}
	for b.Loop() {
		if list, err := j.Recent(b.Context(), alice, 10); err != nil || len(list) != 10 {
			b.Fatal(list, err)
		}
	}
}

// BenchmarkWalk reads conversations of three exchanges with a look at a product each,
// all of them and those of the last hundredth to change.
func BenchmarkWalk(b *testing.B) {
	for _, conversations := range []int{1000, 10_000} {
		j := fresh(b)
		var since journal.Mark
		for i := range conversations {
			if i == conversations-conversations/100 {
				var err error
				if since, err = j.Mark(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			id := start(b, j, alice)
			add(b, j, id, 0, journal.Exchange(turn()), journal.Exchange(turn()), journal.Exchange(turn()))
			if err := j.Record(b.Context(), opened(alice, id, "p1")); err != nil {
				b.Fatal(err)
			}
		}
		for name, span := range map[string]journal.Span{"all": {}, "new": {Since: since}} {
			b.Run(fmt.Sprintf("%s of %d", name, conversations), func(b *testing.B) {
				for b.Loop() {
					if _, err := j.Walk(b.Context(), span, func(*journal.History) error { return nil }); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(fmt.Sprintf("ids of %d", conversations), func(b *testing.B) {
			for b.Loop() {
				if _, err := j.Existing(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
