package top_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search/top"
)

type thing struct{ score, id int }

func compare(a, b thing) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) }

// things are n of as many scores as spread, shuffled.
func things(n, spread int, seed uint64) []thing {
	rng := rand.New(rand.NewPCG(seed, 2))
	list := make([]thing, n)
	for id, at := range rng.Perm(n) {
		list[at] = thing{rng.IntN(spread), id}
	}
	return list
}

func TestFirstEqualsSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 12, 13, 50, 300}).Draw(t, "n")
		list := things(n, rapid.SampledFrom([]int{1, 3, 1000}).Draw(t, "spread"), rapid.Uint64().Draw(t, "seed"))
		k := rapid.SampledFrom([]int{-1, 0, 1, n / 3, n / 2, n - 1, n, n + 3}).Draw(t, "k")
		sorted := slices.SortedFunc(slices.Values(list), compare)
		if rapid.Bool().Draw(t, "sorted") {
			copy(list, sorted)
		}
		if got, want := top.First(list, k, compare), sorted[:min(max(k, 0), n)]; !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func TestBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Float64Range(0, rapid.SampledFrom([]float64{0, 1000}).Draw(t, "spread")), 0, 300).Draw(t, "numbers")
		k := rapid.IntRange(-1, len(all)+3).Draw(t, "k")
		best := top.NewBest(k)
		for _, v := range all {
			best.Add(v)
		}
		want := 0.0
		if 0 < k && k <= len(all) {
			slices.Sort(all)
			want = all[len(all)-k]
		}
		if got := best.Least(); got != want {
			t.Fatalf("%v is the %dth largest of %v, want %v", got, k, all, want)
		}
	})
}

// A few of many cost in proportion to the many, in whatever order these stand: sorting all
// would compare each a dozen times.
func TestFirstOfManyComparesFew(t *testing.T) {
	const n = 10_000
	shuffled := things(n, 3, 1)
	sorted := slices.SortedFunc(slices.Values(shuffled), compare)
	reversed := slices.Clone(sorted)
	slices.Reverse(reversed)
	for name, list := range map[string][]thing{"shuffled": shuffled, "sorted": sorted, "reversed": reversed} {
		for _, k := range []int{10, n / 2, n - 10} {
			compared := 0
			top.Among(slices.Clone(list), k, func(a, b thing) int { compared++; return compare(a, b) })
			if compared > 5*n {
				t.Errorf("%d of %d %s: compared %d times", k, n, name, compared)
			}
		}
	}
}

// Equal elements make selection quadratic unless they are told apart; that many of one
// score are the usual case.
func BenchmarkFirst(b *testing.B) {
	all := things(100_000, 3, 1)
	list := make([]thing, len(all))
	for b.Loop() {
		copy(list, all)
		top.First(list, 1000, compare)
	}
}
