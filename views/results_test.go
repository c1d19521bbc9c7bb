package views

import (
	"testing"

	"shopclerk/agent/dialog"
	"shopclerk/search"
	"shopclerk/words"
)

// The list ends at its longest with what is left unsaid, and not with a step that
// adds nothing.
func TestMore(t *testing.T) {
	for _, tc := range []struct {
		name        string
		shown, open int
		order       search.Order
		more        Link
		end         string
	}{
		{"a page holds all", 4, 4, "", Link{}, ""},
		{"a full page holds all", 10, 10, "", Link{}, ""},
		{"a step further", 10, 500, "", Link{Text: "Show 9 more", URL: "/c/k7q2?v=3&show=19#p11"}, ""},
		{"the order goes along", 10, 500, search.ByPriceDown, Link{Text: "Show 9 more", URL: "/c/k7q2?v=3&sort=-price&show=19#p11"}, ""},
		{"the last step", 30, 37, "", Link{Text: "Show 7 more", URL: "/c/k7q2?v=3&show=39#p31"}, ""},
		{"the end", 37, 37, "", Link{}, ""},
		{"up to the longest", 91, 2000, "", Link{Text: "Show 9 more", URL: "/c/k7q2?v=3&show=100#p92"}, ""},
		{"the longest", 100, 2000, "", Link{}, "The first 100 of 2,000 products. Filters or a message narrow them down."},
	} {
		t.Run(tc.name, func(t *testing.T) {
			more, end := Place{Conversation: "k7q2", Version: 3, Order: tc.order, Show: tc.shown}.more(words.English, tc.shown, tc.open)
			if more != tc.more || end != tc.end {
				t.Errorf("more = %+v, %q; want %+v, %q", more, end, tc.more, tc.end)
			}
		})
	}
}

// A list that was asked for in an order is shown in it.
func TestWantedOrder(t *testing.T) {
	for by, want := range map[string]search.Order{"price": search.ByPrice, "-price": search.ByPriceDown, "rating": search.ByRating, "-rating": search.ByRating, "weight": ""} {
		got, asked := WantedOrder(&dialog.Exchange{Acts: []dialog.Act{{Kind: dialog.Need}, {Kind: dialog.Sort, By: by}}})
		if got != want || asked != (want != "") {
			t.Errorf("%s: %q, %v", by, got, asked)
		}
	}
}
