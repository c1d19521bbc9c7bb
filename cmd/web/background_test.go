package main

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"shopclerk/agent/dialog"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop"
	"shopclerk/agent/store/storetest"
)

func openJournal(t *testing.T) *journal.Journal {
	t.Helper()
	return journal.New(storetest.New(t))
}

// TestFollow: trouble is told once, and again when it is another or had passed.
func TestFollow(t *testing.T) {
	var log strings.Builder
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	ctx, cancel := context.WithCancel(t.Context())
	ticks, ended, met := make(chan time.Time), make(chan struct{}), []error{io.EOF, io.EOF, nil, io.EOF, io.ErrNoProgress, io.ErrNoProgress} // of the last it is only known that it has begun
	go func() {
		defer close(ended)
		follow(ctx, ticks, 0, "it is not followed", func(context.Context) (err error) {
			err, met = met[0], met[1:]
			return err
		})
	}()
	for range cap(met) {
		ticks <- time.Time{}
	}
	cancel()
	<-ended
	if got := strings.Count(log.String(), `"it is not followed"`); got != 3 {
		t.Errorf("it was told %d times, want 3:\n%s", got, log.String())
	}
}

// A sweep keeps what is young enough, at every setting, and 0 keeps for ever.
func TestRetention(t *testing.T) {
	now := time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)
	ages := []int{1, 10, 100} // days
	tests := []struct {
		name           string
		keep           retention
		kept, readable []int // ages
	}{
		{"for ever", retention{}, ages, ages},
		{"conversations for 50 days", retention{days: 50}, []int{1, 10}, []int{1, 10}},
		{"texts for 5 days", retention{textDays: 5}, ages, []int{1}},
		{"both", retention{days: 50, textDays: 5}, []int{1, 10}, []int{1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			kept := openFilesAt(t, t.TempDir())
			book := kept.journal
			ids := map[int]string{}
			for _, age := range ages {
				book.Now = func() time.Time { return now.AddDate(0, 0, -age) }
				id, err := book.Start(t.Context(), random(16), "v1")
				if err != nil {
					t.Fatal(err)
				}
				if _, err := book.Append(t.Context(), id, 0, journal.Exchange(dialog.Exchange{Said: "a tent"})); err != nil {
					t.Fatal(err)
				}
				ids[age] = id
			}
			if err := test.keep.sweep(t.Context(), kept, now); err != nil {
				t.Fatal(err)
			}
			var found, readable []int
			for _, age := range ages {
				c, err := book.Load(t.Context(), ids[age])
				if err != nil {
					continue
				}
				found = append(found, age)
				if c.Exchanges[0].Said == "a tent" {
					readable = append(readable, age)
				}
			}
			if !slices.Equal(found, test.kept) || !slices.Equal(readable, test.readable) {
				t.Errorf("kept those of %v days and the texts of %v; want %v and %v", found, readable, test.kept, test.readable)
			}
		})
	}
}

// The retention sweeps at the start and at every tick, and ends with its context.
func TestRetentionEndsWithItsContext(t *testing.T) {
	kept := openFilesAt(t, t.TempDir())
	book, baskets := kept.journal, kept.sales
	begin := time.Now()
	book.Now = func() time.Time { return begin.AddDate(0, 0, -1) } // a day old at the start
	id, err := book.Start(t.Context(), random(16), "v1")
	if err != nil {
		t.Fatal(err)
	}
	session := random(16)
	baskets.Now = book.Now
	if err := baskets.Put(t.Context(), session, shop.Item{Product: "p1", Quantity: 1}); err != nil {
		t.Fatal(err)
	}
	pieces := func(want int) {
		t.Helper()
		if n, _, err := baskets.Holds(t.Context(), session); n != want || err != nil {
			t.Errorf("the basket holds %d, %v; want %d", n, err, want)
		}
	}
	before := goleak.IgnoreCurrent()
	ctx, stop := context.WithCancel(t.Context())
	ticks, ended := make(chan time.Time), make(chan struct{})
	go func() {
		retention{days: 10, basketDays: sessionDays}.run(ctx, kept, ticks)
		close(ended)
	}()
	ticks <- begin.AddDate(0, 0, 5) // taken once the first sweep is over
	if _, err := book.Load(t.Context(), id); err != nil {
		t.Errorf("swept too early: %v", err)
	}
	ticks <- begin.AddDate(0, 0, 20)
	ticks <- begin // taken once the sweep before is over
	if _, err := book.Load(t.Context(), id); err == nil {
		t.Error("kept beyond its days")
	}
	pieces(1)
	ticks <- begin.AddDate(0, 0, sessionDays+1)
	ticks <- begin
	pieces(0)
	stop()
	<-ended
	goleak.VerifyNone(t, before)
}

// lost reads how many interactions were counted as lost for a reason.
func lost(t *testing.T, registry *prometheus.Registry, reason string) int {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "shopclerk_interactions_lost_total" && m.GetLabel()[0].GetValue() == reason {
				return int(m.GetCounter().GetValue())
			}
		}
	}
	t.Fatalf("nothing is counted for %q", reason)
	return 0
}

// A journal that does not take them costs the interactions and not the recorder.
func TestRecorderOutlivesTheJournalsErrors(t *testing.T) {
	book, registry := openJournal(t), prometheus.NewRegistry()
	r := newRecorder(book, registry)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		r.Run(ctx)
		close(ended)
	}()
	r.Note(journal.Interaction{Session: random(16), Act: journal.Opened})
	if err := r.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := lost(t, registry, string(journal.WriteFailed)); got != 1 {
		t.Errorf("%d counted as lost, want 1", got)
	}
	stop()
	<-ended
}
