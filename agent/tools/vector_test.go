package tools

import (
	"reflect"
	"slices"
	"testing"
)

// Likeness of meaning adds a share of the best score at most, takes none away, and finds
// nothing where no tool shares a word.
func TestLikeness(t *testing.T) {
	all := workshop("B1 roadster", "B2 tandem")
	v := learn(all)
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

// A kit of the same tools in another state shares what was learned of their meaning; one
// of others learns its own. Neither decides otherwise than a kit made anew.
func TestRenewShares(t *testing.T) {
	k, err := New(files("data.csv")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		declared []Tool
		shares   bool
	}{{files("notes.md", "log.txt"), true}, {files("data.csv")[1:], false}} {
		renewed, err := k.Renew(c.declared...)
		if err != nil {
			t.Fatal(err)
		}
		if shares := renewed.meant() == k.meant(); shares != c.shares {
			t.Errorf("%d tools: shares %v, want %v", len(c.declared), shares, c.shares)
		}
		anew, err := New(c.declared...)
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Words: "compare the two files notes.md and log.txt"}
		got, _ := renewed.Decide(task, today, rule(t, "joint"))
		want, _ := anew.Decide(task, today, rule(t, "joint"))
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d tools: %+v, want %+v", len(c.declared), got, want)
		}
	}
	if _, err := k.Renew(append(files("a"), files("a")...)...); err == nil {
		t.Error("tools declared twice are taken")
	}
}
