package index

import (
	"context"
	"errors"
	"strconv"
	"testing"

	"shopclerk/catalog"
)

// Reading ahead changes neither the records nor their order nor the error, and leaves
// nothing running.
func TestAhead(t *testing.T) {
	fault := errors.New("a fault")
	for _, tc := range []struct {
		name          string
		records       int
		stop, sources error // of yield at the 300th record; of the source at its end
	}{
		{"none", 0, nil, nil},
		{"a few", 3, nil, nil},
		{"whole batches", 2 * recordsAhead, nil, nil},
		{"many", 10_000, nil, nil},
		{"the taker stops", 10_000, fault, nil},
		{"the source fails", 1000, nil, fault},
	} {
		t.Run(tc.name, func(t *testing.T) {
			running := true
			source := func(ctx context.Context, yield func(catalog.Record) error) error {
				defer func() { running = false }()
				for i := range tc.records {
					if err := yield(catalog.Record{ID: strconv.Itoa(i)}); err != nil {
						return err
					}
				}
				return tc.sources
			}
			taken := 0
			err := ahead(source)(t.Context(), func(r catalog.Record) error {
				if r.ID != strconv.Itoa(taken) {
					t.Fatalf("record %s is the %d-th", r.ID, taken)
				}
				if taken++; taken == 300 {
					return tc.stop
				}
				return nil
			})
			if running {
				t.Error("the source goes on")
			}
			if want := errors.Join(tc.stop, tc.sources); (err == nil) != (want == nil) || want != nil && !errors.Is(err, fault) {
				t.Errorf("%v, want %v", err, want)
			}
			if err == nil && taken != tc.records {
				t.Errorf("%d of %d records", taken, tc.records)
			}
		})
	}
}

func TestAheadEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	source := FromSeq(func(yield func(catalog.Record) bool) {
		for yield(catalog.Record{}) {
		}
	})
	n := 0
	err := ahead(source)(ctx, func(catalog.Record) error {
		if n++; n == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v after %d records", err, n)
	}
}
