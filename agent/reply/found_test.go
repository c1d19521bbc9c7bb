package reply

import (
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

func TestFound(t *testing.T) {
	red := search.Change{ID: 1, Op: search.AddWish, Text: "red", Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}}
	cosy := search.Change{ID: 2, Op: search.AddWords, Words: []string{"cosy"}}
	for _, tc := range []struct {
		name    string
		changes []search.Change
		ranking search.Ranking
		found   int
		notes   []string
		want    string
	}{
		{"nothing asked for", nil, search.Ranking{Open: 12}, 0, nil, "12 products to choose from."},
		{"thousands", nil, search.Ranking{Open: 66778}, 0, nil, "66,778 products to choose from."},
		{"one", nil, search.Ranking{Open: 1}, 0, nil, "1 product to choose from."},
		{"all met", []search.Change{red}, search.Ranking{Open: 12, Full: 1}, 0, nil, "1 product matches."},
		{"all met by some", []search.Change{red}, search.Ranking{Open: 12, Full: 3}, 0, nil, "3 products match."},
		{"left out", []search.Change{red}, search.Ranking{Open: 12, Full: 3, Relaxed: []string{"red", "oak"}}, 0, nil, "No product matches everything. The closest differ in: red, oak."},
		{"limits leave nothing", []search.Change{red}, search.Ranking{}, 0, nil, "Nothing is left within these limits."},
		{"words that nobody has", []search.Change{cosy}, search.Ranking{Open: 12}, 0, nil, "No product mentions “cosy”."},
		{"words that some have", []search.Change{cosy}, search.Ranking{Open: 12, Full: 3, Saying: 3}, 3, nil, "3 products mention “cosy”."},
		{"words that no product has together", []search.Change{cosy}, search.Ranking{Open: 12}, 3, nil, "No product mentions all of “cosy”. The closest are below."},
		{"all met, by all with the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Full: 2, Saying: 2}, 3, nil, "2 products match."},
		{"all met, by some with the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Full: 2, Saying: 1}, 3, nil, "2 products match. 1 of them mentions “cosy”."},
		{"all met but the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Full: 2}, 3, nil, "2 products match. None of them mentions “cosy”."},
		{"left out, and the words", []search.Change{red, cosy}, search.Ranking{Open: 12, Relaxed: []string{"red"}}, 3, nil, "No product matches everything. The closest differ in: red."},
		{"what understanding remarks comes last", nil, search.Ranking{Open: 2}, 0, []string{"I found nothing for “rgb”."}, "2 products to choose from. I found nothing for “rgb”."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n := search.Fold(tc.changes)
			got := Found(words.English, &n, &search.Scope{Found: tc.found}, &tc.ranking, tc.notes)
			if got != tc.want {
				t.Errorf("says %q, want %q", got, tc.want)
			}
			if strings.Contains(got, "!") {
				t.Error("the clerk raises its voice")
			}
		})
	}
}
