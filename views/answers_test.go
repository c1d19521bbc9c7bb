package views

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
)

// Whoever is given a conversation's address does not see what its shopper had done.
func TestAnswersAboutErrandsAreTheShoppers(t *testing.T) {
	e := &dialog.Exchange{
		Said: "cancel S1, it goes to 1 Mill Lane; are these waterproof?", Reply: "Cancelled. They are. 3 bags.", Tells: "3 bags.",
		Acts:    []dialog.Act{{Kind: dialog.DoErrand, Text: "Cancelled.", Errand: "t1"}, {Kind: dialog.AskProduct, Text: "They are."}},
		Errands: []dialog.Errand{{}},
	}
	e.Errands[0].Task.ID = "t1"
	for _, tc := range []struct {
		own  bool
		want []string
	}{
		{true, []string{"They are.", "3 bags."}}, // what became of the errand, its own part of the page tells
		{false, []string{"3 bags."}},
	} {
		var got []string
		for _, l := range (&talker{own: tc.own, conversation: &dialog.Conversation{Exchanges: []dialog.Exchange{{}, *e}}}).exchange(1) {
			if l.Clerk {
				got = append(got, l.Text)
			}
		}
		if !cmp.Equal(got, tc.want) {
			t.Errorf("own %v: %q, want %q", tc.own, got, tc.want)
		}
	}
}

// What was recorded before there were acts is told as it was.
func TestClerkLinesOfBefore(t *testing.T) {
	for name, tc := range map[string]struct {
		e    dialog.Exchange
		want []string
	}{
		"no acts":         {dialog.Exchange{Reply: "3 bags."}, []string{"3 bags."}},
		"acts in silence": {dialog.Exchange{Acts: []dialog.Act{{Kind: dialog.Need}}, Reply: "3 bags.", Tells: "3 bags."}, []string{"3 bags."}},
		"nothing":         {dialog.Exchange{}, nil},
	} {
		var got []string
		for _, l := range (&talker{conversation: &dialog.Conversation{Exchanges: []dialog.Exchange{tc.e}}}).exchange(0) {
			got = append(got, l.Text)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}
