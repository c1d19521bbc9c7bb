package search_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search"
)

// TestFirst compares the first few of any list with those of the sorted list.
func TestFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOf(rapid.IntRange(0, 50)).Draw(t, "list")
		k := rapid.IntRange(-1, 60).Draw(t, "k")
		want := slices.Sorted(slices.Values(list))
		want = want[:min(max(k, 0), len(want))]
		if got := search.First(list, k, cmp.Compare[int]); !slices.Equal(got, want) {
			t.Fatalf("first %d of %v: got %v, want %v", k, list, got, want)
		}
		top := search.NewTop(k, cmp.Compare[int])
		for _, v := range list {
			top.Add(v)
		}
		last, ok := top.Last()
		if full := k > 0 && len(list) >= k; ok != full || ok && last != want[k-1] {
			t.Fatalf("last of the first %d of %v: got %v, %v", k, list, last, ok)
		}
	})
}
