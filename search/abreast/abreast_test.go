package abreast_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search/abreast"
)

// Whatever is divided, every place is in just one part, in order, and no part is short.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, least := rapid.IntRange(0, 1000).Draw(t, "n"), rapid.IntRange(0, 400).Draw(t, "least")
		at := 0
		parts := abreast.Parts(n, least)
		for _, p := range parts {
			if p.From != at || p.To < p.From || len(parts) > 1 && p.To-p.From < least {
				t.Fatalf("Parts(%d, %d) = %v", n, least, parts)
			}
			at = p.To
		}
		if at != n {
			t.Fatalf("Parts(%d, %d) = %v, which ends at %d", n, least, parts, at)
		}
	})
}

func TestEach(t *testing.T) {
	for n := range 50 {
		done := make([]atomic.Int32, n)
		abreast.Each(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Errorf("of %d, %d was done %d times", n, i, got)
			}
		}
	}
}

// A panic on another goroutine would end the program; here it comes back to whoever called,
// and says where it was.
func TestPanic(t *testing.T) {
	for _, n := range []int{1, 100} {
		func() {
			defer func() {
				p := fmt.Sprint(recover())
				if !strings.Contains(p, "a hole in the road") || n > 1 && !strings.Contains(p, "TestPanic") {
					t.Errorf("of %d came the panic %q", n, p)
				}
			}()
			abreast.Each(n, func(int) { panic("a hole in the road") })
			t.Errorf("of %d came no panic", n)
		}()
	}
}
