package views

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/words"
)

func TestCounts(t *testing.T) {
	en, de := words.English, words.Lookup("de")
	found := func(w *words.Language, total, full int) string { return (&Results{Total: total, Full: full}).found(w) }
	kept := func(w *words.Language, days, textDays int) string {
		return (&Stored{Days: days, TextDays: textDays}).kept(w)
	}
	for _, tt := range []struct {
		name, got, want string
	}{
		{"heading", found(en, 128, 17), "128 products · 17 full matches"},
		{"heading, one match", found(en, 2, 1), "2 products · 1 full match"},
		{"heading, nothing asked", found(en, 2971, 0), "2,971 products"},
		{"heading, nothing found", found(en, 0, 0), "No matches"},
		{"heading, German", found(de, 2971, 1), "2.971 Produkte · 1 passt"},
		{"heading, narrowed", (&Results{Total: 96, Full: 19, From: 96, To: 19}).found(en), "Narrowed from 96 to 19"},
		{"announcement", announceList(en, "128 products", 2), "128 products, 2 questions."},
		{"announcement, bare", announceList(en, "1 product", 0), "1 product."},
		{"announcement, German", announceList(de, "1 passt", 1), "1 passt, 1 Frage."},
		{"kept for ever", kept(en, 0, 0), "It is kept until you delete it."},
		{"kept for days", kept(en, 30, 0), "A conversation is kept for 30 days after its last turn."},
		{"texts kept for days", kept(en, 0, 1), "It is kept until you delete it. What you typed is taken out after 1 day."},
		{"texts kept for less", kept(en, 365, 90), "A conversation is kept for 365 days after its last turn. What you typed is taken out after 90 days."},
		{"texts kept no less", kept(en, 30, 30), "A conversation is kept for 30 days after its last turn."},
		{"rated", ratingText(en, &catalog.Product{Rating: 4.3, Ratings: 1284}), "4.3 of 5 stars, 1,284 ratings"},
		{"rated, number unknown", ratingText(en, &catalog.Product{Rating: 4.3}), "4.3 of 5 stars"},
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
	all := []Error{{Status: http.StatusServiceUnavailable, Away: true}}
	for status := 400; status < 600; status++ {
		all = append(all, Error{Status: status})
	}
	for _, l := range words.Languages() {
		for _, e := range all {
			n, status := e.notice(), e.Status
			for _, id := range []string{n.message, n.remedy} {
				if s := l.T(id); !strings.HasSuffix(s, ".") {
					t.Errorf("%s, %d: %q is not a sentence", l.Code(), status, s)
				}
			}
			if s := l.T(n.heading); s == n.heading || strings.HasSuffix(s, ".") {
				t.Errorf("%s, %d: %q is not a heading", l.Code(), status, s)
			}
			ours := n == Error{Status: http.StatusInternalServerError}.notice()
			if want := status >= 500 && status != http.StatusServiceUnavailable && status != http.StatusInsufficientStorage; ours != want {
				t.Errorf("%d: blamed on the shop: %v, want %v", status, ours, want)
			}
		}
	}
}

func TestRest(t *testing.T) {
	for _, tc := range []struct{ language, label, want string }{
		{"en", "", "Something else"},
		{"en", "90 W and more", "90 W and more"},
		{"en", "something else, such as Vell (S to Z)", "Something else, such as Vell (S to Z)"},
		{"de", "etwas anderes, etwa Vell (S bis Z)", "Etwas anderes, etwa Vell (S bis Z)"},
	} {
		if got := rest(words.With(context.Background(), words.Lookup(tc.language)), tc.label); got != tc.want {
			t.Errorf("%q reads %q, want %q", tc.label, got, tc.want)
		}
	}
}
