package dialog_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

var offers = []dialog.Offer{{Text: "Keep only red ones", Changes: []search.Change{
	{Op: search.AddLimit, Text: "red", Condition: &catalog.Condition{Key: "colour", Values: []string{"red"}}},
}}}

// What is taken is what the latest exchange offered, and nothing else can be.
func TestOffered(t *testing.T) {
	said := dialog.Exchange{Acts: []dialog.Act{
		{Kind: dialog.NotSold, Nearest: []string{"Home > Lamps", "Home > Candles"}},
		{Kind: dialog.AskProduct, Offers: offers},
	}}
	c := &dialog.Conversation{Exchanges: []dialog.Exchange{{}, said}}
	for _, tc := range []struct {
		name       string
		c          *dialog.Conversation
		act, offer int
		there      bool
	}{
		{"the offer", c, 1, 0, true},
		{"no such offer", c, 1, 1, false},
		{"below", c, 1, -1, false},
		{"an act without", c, 0, 0, false},
		{"no such act", c, 2, 0, false},
		{"no act below", c, -1, 0, false},
		{"of an exchange before", &dialog.Conversation{Exchanges: []dialog.Exchange{said, {}}}, 1, 0, false},
		{"nothing said", &dialog.Conversation{}, 0, 0, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := tc.c.Offered(tc.act, tc.offer)
			if (err == nil) != tc.there || err != nil && !errors.Is(err, dialog.ErrNoSuch) {
				t.Fatal(err)
			}
			if tc.there && !cmp.Equal(got, offers[0].Changes) {
				t.Errorf("offered %+v", got)
			}
		})
	}
	for path, want := range []string{"Home > Lamps", "Home > Candles"} {
		if got, err := c.Instead(0, path); got != want || err != nil {
			t.Errorf("instead %q, %v; want %q", got, err, want)
		}
	}
	for _, at := range [][2]int{{0, 2}, {0, -1}, {1, 0}, {2, 0}} {
		if got, err := c.Instead(at[0], at[1]); !errors.Is(err, dialog.ErrNoSuch) {
			t.Errorf("instead %v: %q, %v", at, got, err)
		}
	}
}
