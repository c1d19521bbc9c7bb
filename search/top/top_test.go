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

func TestFirstEqualsSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.IntRange(0, rapid.SampledFrom([]int{0, 3, 1000}).Draw(t, "spread")), 0, 300).Draw(t, "scores")
		list := make([]thing, len(scores))
		for i, s := range scores {
			list[i] = thing{s, i}
		}
		if rapid.Bool().Draw(t, "shuffled") {
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		k := rapid.IntRange(-1, len(list)+3).Draw(t, "k")
		want := slices.SortedFunc(slices.Values(list), compare)[:min(max(k, 0), len(list))]
		if got := top.First(list, k, compare); !slices.Equal(got, want) {
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

// Equal elements make selection quadratic unless they are told apart; that many of one
// score are the usual case.
func BenchmarkFirst(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	all := make([]thing, 100_000)
	for i := range all {
		all[i] = thing{rng.IntN(3), i}
	}
	list := make([]thing, len(all))
	for b.Loop() {
		copy(list, all)
		top.First(list, 1000, compare)
	}
}
