package language

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// counts makes hints of texts, each behind the thing that it is said of.
func counts(small map[string]bool, texts ...string) *hints {
	c := newCounted()
	for _, text := range texts {
		thing, said, _ := strings.Cut(text, ": ")
		c.add(thing, strings.Fields(said))
	}
	return c.weigh(small)
}

// spoken is what hints make of a text, by thing, as far as any word speaks for one.
func spoken(h *hints, said string) map[string]float64 {
	t := tally{make([]float64, len(h.things)), make([]uint64, len(h.things))}
	h.find(&t, Tokenize(said), func(i int) int { return i }, func(form string) string { return form })
	out := map[string]float64{}
	for thing, points := range t.points {
		if t.toks[thing] != 0 {
			out[h.things[thing]] = points
		}
	}
	return out
}

// TestHintPoints holds the points of words against the formula, written down once more.
func TestHintPoints(t *testing.T) {
	h := counts(nil, "lamp: read night", "lamp: read bed", "tent: night", "tent: rain")
	points := func(n, texts, share float64) float64 {
		of := (n + priorWords*share) / (texts + priorWords)
		return math.Log((1-fromNeed)*share+fromNeed*of) - math.Log(share)
	}
	for _, tc := range []struct {
		said string
		want map[string]float64
	}{
		{"read", map[string]float64{"lamp": points(2, 2, 0.5)}},
		{"night", map[string]float64{"lamp": points(1, 2, 0.5), "tent": points(1, 2, 0.5)}},
		{"read rain", map[string]float64{"lamp": points(2, 2, 0.5) + points(0, 2, 0.25), "tent": points(0, 2, 0.5) + points(1, 2, 0.25)}},
		{"read read", map[string]float64{"lamp": points(2, 2, 0.5)}}, // once is enough
		{"read unheard", map[string]float64{"lamp": points(2, 2, 0.5)}},
		{"unheard", map[string]float64{}},
	} {
		found := spoken(h, tc.said)
		if len(found) != len(tc.want) {
			t.Errorf("%q hints at %v, want %v", tc.said, slices.Collect(maps.Keys(found)), tc.want)
		}
		for thing, want := range tc.want {
			if got, ok := found[thing]; !ok || math.Abs(got-want) > 1e-9 {
				t.Errorf("%q hints at %s by %.4f, want %.4f", tc.said, thing, got, want)
			}
		}
	}
}

// TestSmallWordsAreNoHints passes over small words.
func TestSmallWordsAreNoHints(t *testing.T) {
	h := counts(map[string]bool{"my": true}, "lamp: my night", "tent: rain")
	if found := spoken(h, "my"); len(found) > 0 {
		t.Errorf("a small word hints at %v", found)
	}
	if found := spoken(h, "my night"); len(found) != 1 || found["lamp"] <= 0 {
		t.Errorf("hints at %v, want the lamp alone", found)
	}
}

// TestHints finds what somebody needs who does not name it, in either language.
func TestHints(t *testing.T) {
	for _, tc := range []struct{ code, said, want string }{
		{"en", "the neighbour drums all day and I have to concentrate for my exam", "noise cancelling headphones"},
		{"en", "my wrists ache from typing eight hours a day", "wrist rest"},
		{"de", "im Zug schauen mir alle auf den Bildschirm", "privacy screen"},
		{"de", "nachts schwitze ich so, morgens ist alles klamm", "duvet"},
	} {
		hints := Of(tc.code).Hints(Tokenize(tc.said))
		slices.SortFunc(hints, func(a, b Hint) int {
			return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Thing, b.Thing))
		})
		var first []string
		for _, h := range hints[:min(5, len(hints))] {
			first = append(first, h.Thing)
		}
		t.Logf("%s: %q", tc.said, first)
		if !slices.Contains(first, tc.want) {
			t.Errorf("%q hints at %q first, want %s among them", tc.said, first, tc.want)
		}
	}
}
