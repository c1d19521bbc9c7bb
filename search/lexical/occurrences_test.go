package lexical

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/search"
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

// What was read ahead is not read again, and is what a search finds.
func TestWarm(t *testing.T) {
	x := memory(t, oneEach(shelf), shelf)
	before, err := x.Search(context.Background(), Query{Text: "corvus notebook", K: 10})
	check(t, err)
	x.terms = search.NewCache[occurrence](leastKept, occurrences.count)
	check(t, x.Warm(context.Background())) // of groups of few products nothing is read ahead
	read := false
	_, err = x.terms.Get(occurrence{x.groups[0], "corvus", DefaultWeights()}, nil, func() (occurrences, error) {
		read = true
		return occurrences{}, errors.New("not yet")
	})
	if !read || err == nil {
		t.Errorf("a small group was read ahead: %v", err)
	}
	check(t, x.warm(context.Background(), x.groups))
	for _, term := range Terms("corvus notebook") {
		for _, g := range x.groups {
			_, err := x.terms.Get(occurrence{g, term, DefaultWeights()}, nil, func() (occurrences, error) {
				return occurrences{}, errors.New("was not read ahead")
			})
			if err != nil {
				t.Errorf("%q in %s: %v", term, g.Name, err)
			}
		}
	}
	after, err := x.Search(context.Background(), Query{Text: "corvus notebook", K: 10})
	check(t, err)
	if !slices.Equal(before, after) {
		t.Errorf("found %v before, %v after", before, after)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x.terms = search.NewCache[occurrence](leastKept, occurrences.count)
	if err := x.warm(ctx, x.groups); !errors.Is(err, context.Canceled) {
		t.Errorf("reading ahead for nobody: %v", err)
	}
}
