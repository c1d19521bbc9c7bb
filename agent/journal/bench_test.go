package journal_test

import (
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
