package search_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"shopclerk/search"
)

func TestParallel(t *testing.T) {
	var calls atomic.Int32
	bad := errors.New("bad")
	err := search.Parallel(5, func(i int) error {
		calls.Add(1)
		if i == 3 {
			return bad
		}
		return nil
	})
	if !errors.Is(err, bad) || calls.Load() != 5 {
		t.Errorf("%d calls, %v", calls.Load(), err)
	}
}

// A panic of one call reaches the caller, with its own stack.
func TestParallelPanics(t *testing.T) {
	defer func() {
		if p, _ := recover().(string); !strings.HasPrefix(p, "boom") || !strings.Contains(p, "TestParallelPanics") {
			t.Errorf("recovered %q", p)
		}
	}()
	_ = search.Parallel(3, func(i int) error {
		if i == 1 {
			panic("boom")
		}
		return nil
	})
	t.Error("no panic")
}
