package journal_test

import (
	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

// tent is an exchange with every field in use.
func tent() dialog.Exchange {
	low, high := 0.1, 1e21
	answer := search.Answer{
		Key:     "season",
		Options: []catalog.Condition{{Key: "season", Values: []string{"3", "4"}}, {Key: "weight", Range: &catalog.Range{Low: &low, High: &high, Closed: true}}},
		Labels:  []string{"three <seasons> & more", "heavy\u2028"},
	}
	given := answer
	given.Picked, given.Other, given.None = []int{0, 1}, true, true
	return dialog.Exchange{
		Typed: []string{"", "pink"},
		Said:  "a tent — 帐篷 \u202e\x00\"',",
		Changes: []search.Change{
			{ID: 1, Turn: 1, Op: search.AddWords, Text: "tent", Words: []string{"tent", ""}},
			{ID: 2, Turn: 1, Op: search.SetScope, Categories: []string{"Outdoor/Tents"}},
			{ID: 3, Turn: 1, Op: search.AddLimit, Condition: &catalog.Condition{Key: "price", Range: catalog.AtMost(99.99)}, Not: true},
			{ID: 4, Turn: 1, Op: search.Answered, Answer: &given},
			{ID: 5, Turn: 1, Op: search.SkipSeen, Refs: []string{"p1", "p2"}},
			{ID: 6, Turn: 1, Op: search.Drop, Target: 2},
		},
		Reply: "Here are 12 tents.",
		Questions: []dialog.Posed{{
			Text: "Which season?", Options: []dialog.Choice{{Label: "three", Count: 7}, {Label: "four"}},
			Answer: answer, Bits: 0.1 + 0.2, Page: -1, Help: "Of the tent.", Worded: 3,
		}},
		Shown: []string{"p9", "p10"},
		Path:  []string{"lexical", "category"}, Scope: []string{"Outdoor/Tents"}, Total: 120, Open: 40, Relaxed: []int{1, 3},
		Policy:   dialog.Policy{Name: "joint", Version: 1},
		Settings: 7,
	}
}
