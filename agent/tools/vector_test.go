package tools

import (
	"slices"
	"sync"
	"testing"
)

// Likeness of meaning adds a share of the best score at most, takes none away, and finds
// nothing where no tool shares a word.
func TestLikeness(t *testing.T) {
	all := workshop("B1 roadster", "B2 tandem")
	v := learn(all)()
	if v == nil {
		t.Fatal("nothing was learnt")
	}
	scores := []float64{4, 2, 0, 0, 0, 0, 0}
	before := slices.Clone(scores)
	v.liken(scores, "write a note into the file")
	best := 0
	for i := range scores {
		if gain := scores[i] - before[i]; gain < 0 || gain > likening*4+1e-9 {
			t.Errorf("%s gains %v of %v", all[i].Name, gain, before[i])
		} else if gain > scores[best]-before[best] {
			best = i
		}
	}
	if all[best].Name != "write_note" {
		t.Errorf("%s gains most", all[best].Name)
	}
	nothing := make([]float64, len(all))
	v.liken(nothing, "write a note")
	if slices.Max(nothing) != 0 {
		t.Errorf("without a word shared: %v", nothing)
	}
	(*vectors)(nil).liken(scores, "write a note") // a kit of which nothing can be learnt
}

// What is learnt is kept by the texts: the same for the same declarations, another for
// others, from any number of goroutines.
func TestLearnt(t *testing.T) {
	first := learn(workshop("B1 roadster"))()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if learn(workshop("B7 recumbent"))() != first {
				t.Error("the same texts were learnt twice")
			}
		})
	}
	wg.Wait()
	other := workshop("B1 roadster")
	other[0].Purpose = "Mends what is broken on a bike."
	if learn(other)() == first {
		t.Error("other texts have the same vectors")
	}
	for n := range mostLearnt + 3 { // the oldest go
		other[0].Purpose += string(rune('a' + n))
		learn(other)
	}
	if len(learnt.order) > mostLearnt || len(learnt.by) != len(learnt.order) {
		t.Errorf("%d kits are kept, %d known", len(learnt.order), len(learnt.by))
	}
}

// Forms of a word, words for the same and verbs of several words name a tool.
func TestRootsAndPhrases(t *testing.T) {
	k := workshopKit(t, "B1 roadster", "B2 tandem")
	for words, tool := range map[string]string{
		"selling the tandem":              "sell_bike",
		"printing of the shelves' labels": "print_labels",
		"I want the spokes trimmed":       "trim_spokes",
		"jot down a note":                 "write_note",
		"let me see the note":             "show_note",
	} {
		d, err := k.Decide(Task{Words: words}, Scene{}, rule(t, "joint"))
		if err != nil || d.Call == nil || d.Call.Tool != tool {
			t.Errorf("%s: %v, want %s (%v)", words, d.Call, tool, err)
		}
	}
}
