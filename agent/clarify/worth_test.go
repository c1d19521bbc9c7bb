package clarify

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestEntropy(t *testing.T) {
	for _, tc := range []struct {
		name   string
		masses []float64
		want   float64
	}{
		{"nothing", nil, 0},
		{"certain", []float64{1}, 0},
		{"a coin", []float64{0.5, 0.5}, 1},
		{"zeroes add nothing", []float64{0.25, 0, 0.25, 0.5, 0}, 1.5},
		{"eight alike", slices.Repeat([]float64{0.125}, 8), 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Entropy(tc.masses); !near(got, tc.want) {
				t.Errorf("got %v bits, want %v", got, tc.want)
			}
		})
	}
}

// topMass is T_k, the sum of the k largest weights, by sorting.
func topMass(weights []float64, k int) float64 {
	sorted := slices.Sorted(slices.Values(weights))
	slices.Reverse(sorted)
	sum := 0.0
	for _, w := range sorted[:min(k, len(sorted))] {
		sum += w
	}
	return sum
}

// matter lists the candidates that a partition keeps, with their weights among
// themselves.
func matter(weights []float64) (kept []int, share []float64) {
	heaviest, sum := slices.Max(weights), 0.0
	for i, w := range weights {
		if w > heaviest*negligible {
			kept, share, sum = append(kept, i), append(share, w), sum+w
		}
	}
	for i := range share {
		share[i] /= sum
	}
	return kept, share
}

// value is the mass of a cell that is found before leaving: what is looked at, and of the
// rest what survives one question for every two bits that are left to tell.
func value(cell []float64, k int) float64 {
	k = min(k, 3)
	mass, h := topMass(cell, len(cell)), 0.0
	for _, w := range cell {
		if w > 0 {
			h -= w / mass * math.Log2(w/mass)
		}
	}
	first := topMass(cell, k)
	return first + (mass-first)*math.Pow(0.92, 1+max(0, h-math.Log2(float64(k)))/2)
}

// Questions asked one after the other: the worth of all together equals brute
// force over the joint cells, candidates grouped by what they answer to each.
func TestJointWorthEqualsBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "candidates")
		k := rapid.IntRange(1, 10).Draw(t, "page")
		weights := someWeights(n).Draw(t, "weights")
		p := NewPartition(weights, k)
		kept, share := matter(weights)
		if p.Candidates() != len(kept) || !near(p.Top(), topMass(share, k)) {
			t.Fatalf("%d candidates with T_%d %v, want %d with %v", p.Candidates(), k, p.Top(), len(kept), topMass(share, k))
		}
		history := make([]string, n)
		var had Worth
		for range rapid.IntRange(1, 4).Draw(t, "questions") {
			f := aField("a", n).Draw(t, "field")
			options := someOptions(f, weights).Draw(t, "options")
			patterns := f.Patterns(options)
			split := p.Split(f, options)
			got := p.Worth(split)
			cells := map[string][]float64{}
			single := map[Pattern]float64{}
			for j, i := range kept {
				history[i] += fmt.Sprint(patterns[i], " ")
				cells[history[i]] = append(cells[history[i]], share[j])
				single[patterns[i]] += share[j]
			}
			var masses []float64
			page, found := -p.Top(), -value(share, k)
			for _, cell := range cells {
				masses = append(masses, topMass(cell, len(cell)))
				page += topMass(cell, k)
				found += value(cell, k)
			}
			if want := Entropy(masses); !near(got.Bits, want) || !near(got.Page, page) || !near(got.Found, found) {
				t.Fatalf("worth %+v, brute force {Bits:%v Page:%v Found:%v}", got, want, page, found)
			}
			// the bounds that the doc comments promise
			if got.Bits < had.Bits-1e-9 || got.Bits-had.Bits > math.Log2(float64(len(single)))+1e-9 {
				t.Fatalf("a question of %d patterns takes %v bits to %v", len(single), had.Bits, got.Bits)
			}
			if got.Page < had.Page-1e-9 || got.Page > 1-p.Top()+1e-9 {
				t.Fatalf("the page gain goes from %v to %v, T_k being %v", had.Page, got.Page, p.Top())
			}
			sum := 0.0
			for pattern, m := range p.Spread(split) {
				sum += m
				if !near(m, single[Pattern(pattern)]) {
					t.Fatalf("pattern %08b has mass %v, want %v", pattern, m, single[Pattern(pattern)])
				}
			}
			if !near(sum, 1) || len(split.patterns) != len(single) {
				t.Fatalf("the masses of %d patterns sum to %v", len(single), sum)
			}
			p.Refine(split)
			if p.count != len(cells) {
				t.Fatalf("%d joint cells, want %d", p.count, len(cells))
			}
			had = got
		}
	})
}

// Candidates are kept heaviest first, ties by index; a clone is refined by itself.
func TestPartitionOrderAndClone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "candidates")
		weights := someWeights(n).Draw(t, "weights")
		p := NewPartition(weights, 3)
		want, _ := matter(weights)
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
		for i, c := range p.order {
			if int(c) != want[i] {
				t.Fatalf("the order of %v is %v, want %v", weights, p.order, want)
			}
		}
		f := aField("a", n).Draw(t, "field")
		split := p.Split(f, someOptions(f, weights).Draw(t, "options"))
		before := p.Worth(split)
		c := p.Clone()
		c.Refine(split)
		if after := p.Worth(split); after != before || p.count != 1 {
			t.Fatalf("refining the clone changed %+v to %+v, in %d cells", before, after, p.count)
		}
		p.Refine(split)
		if got, want := c.Worth(split), p.Worth(split); got != want {
			t.Fatalf("the clone says %+v, the original %+v", got, want)
		}
	})
}

// A question is one where two who have a value answer differently.
func TestDivides(t *testing.T) {
	for _, tc := range []struct {
		name     string
		patterns []Pattern
		want     bool
	}{
		{"nobody", nil, false},
		{"nobody has a value", []Pattern{0}, false},
		{"all answer alike", []Pattern{1}, false},
		{"all who have a value answer alike", []Pattern{1, 0}, false},
		{"one or another", []Pattern{1, 2}, true},
		{"one, something else, or no value", []Pattern{0, 1, OtherBit}, true},
	} {
		if got := (&Split{patterns: tc.patterns}).divides(); got != tc.want {
			t.Errorf("%s: divides is %t", tc.name, got)
		}
	}
}

func TestPartitionOfNobody(t *testing.T) {
	for _, weights := range [][]float64{nil, {0, 0}} {
		p := NewPartition(weights, 10)
		if p.Candidates() != 0 || p.Top() != 0 {
			t.Errorf("%v: %d candidates, T_k %v", weights, p.Candidates(), p.Top())
		}
	}
}
