package lexical

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestFieldsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[uint32]float64{}
		var got occurrences
		for range rapid.IntRange(1, 3).Draw(t, "fields") {
			field := rapid.MapOfN(rapid.Uint32Range(0, 20), rapid.Float64Range(0.1, 9), 0, 12).Draw(t, "field")
			var had occurrences
			for _, d := range slices.Sorted(maps.Keys(field)) {
				had.docs, had.freqs = append(had.docs, d), append(had.freqs, field[d])
				want[d] += field[d]
			}
			got = got.plus(had)
		}
		if !slices.Equal(got.docs, slices.Sorted(maps.Keys(want))) {
			t.Fatalf("documents %v, want those of %v", got.docs, want)
		}
		for i, d := range got.docs {
			if got.freqs[i] != want[d] {
				t.Fatalf("document %d has %v, want %v", d, got.freqs[i], want[d])
			}
		}
	})
}
