package views

import (
	"net/http"
	"strings"
	"testing"
)

func TestCounts(t *testing.T) {
	for _, tt := range []struct {
		name, got, want string
	}{
		{"none", Products(0), "0 products"},
		{"one", Products(1), "1 product"},
		{"hundreds", Products(999), "999 products"},
		{"thousands", Products(66778), "66,778 products"},
		{"a million", Products(1000000), "1,000,000 products"},
		{"grouped negative", grouped(-1234), "-1,234"},
		{"grouped negative hundreds", grouped(-123), "-123"},
		{"heading", wordsFound(128, 17), "128 products · 17 full matches"},
		{"heading, one match", wordsFound(2, 1), "2 products · 1 full match"},
		{"heading, nothing asked", wordsFound(2971, 0), "2,971 products"},
		{"heading, nothing found", wordsFound(0, 0), "Nothing fits"},
		{"announcement", Announce(17, 3, 2), "17 products now, 3 full matches, 2 questions."},
		{"announcement, bare", Announce(1, 0, 0), "1 product now."},
		{"announcement, nothing", Announce(0, 0, 1), "No products now, 1 question."},
		{"kept for ever", wordsKept(0, 0), "It is kept until you delete it."},
		{"kept for days", wordsKept(30, 0), "A conversation is kept for 30 days after its last turn."},
		{"texts kept for days", wordsKept(0, 1), "It is kept until you delete it. What you typed is taken out after 1 day."},
		{"texts kept for less", wordsKept(365, 90), "A conversation is kept for 365 days after its last turn. What you typed is taken out after 90 days."},
		{"texts kept no less", wordsKept(30, 30), "A conversation is kept for 30 days after its last turn."},
		{"rated", wordsRated("4.3", 1284), "4.3 of 5 stars, 1,284 ratings"},
		{"rated, number unknown", wordsRated("4.3", 0), "4.3 of 5 stars"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

// Every status that can reach a shopper says what is wrong and what to do, and the
// shopper's faults are told apart from the shop's.
func TestTroubleHasAWayOut(t *testing.T) {
	for status := 400; status < 600; status++ {
		w := wordsTroubleFor(status)
		for _, s := range []string{w.Message, w.Remedy} {
			if !strings.HasSuffix(s, ".") {
				t.Errorf("%d: %q is not a sentence", status, s)
			}
		}
		if w.Heading == "" || strings.HasSuffix(w.Heading, ".") {
			t.Errorf("%d: %q is not a heading", status, w.Heading)
		}
		ours := w == wordsTroubleFor(http.StatusInternalServerError)
		if want := status >= 500 && status != http.StatusServiceUnavailable; ours != want {
			t.Errorf("%d: blamed on the shop: %v, want %v", status, ours, want)
		}
	}
}

func TestWordsRest(t *testing.T) {
	for _, tc := range []struct{ label, want string }{
		{"", "Something else"},
		{"90 W and more", "90 W and more"},
		{"something else, such as Vell (S to Z)", "Something else, such as Vell (S to Z)"},
	} {
		if got := wordsRest(Rest{Label: tc.label}); got != tc.want {
			t.Errorf("%q reads %q, want %q", tc.label, got, tc.want)
		}
	}
}
