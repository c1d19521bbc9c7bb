package views

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/static"
	"shopclerk/words"
)

// How an answer reads, as a chip and as what the shopper said: with what
// "something else" stood for where that is known, and as ever where it is not.
func TestAnswersReadWell(t *testing.T) {
	for _, tc := range []struct {
		name       string
		other      string // what something else stands for
		given      dialog.Given
		chip, said string
	}{
		{"a tick", "90 W and more", dialog.Given{Picked: []int{0}}, "under 40 W", "What power? under 40 W"},
		{"the rest", "90 W and more", dialog.Given{Other: true}, "90 W and more", "What power? 90 W and more"},
		{"a tick and the rest", "90 W and more", dialog.Given{Picked: []int{1}, Other: true}, "40 to 90 W or 90 W and more", "What power? 40 to 90 W or 90 W and more"},
		{"nothing in particular", "", dialog.Given{Other: true}, "none of under 40 W, 40 to 90 W", "What power? none of under 40 W, 40 to 90 W"},
		{"a tick or nothing in particular", "", dialog.Given{Picked: []int{0}, Other: true}, "under 40 W or something else", "What power? under 40 W or something else"},
		{"no preference", "90 W and more", dialog.Given{None: true}, "", "What power? no preference"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			labels := []string{"under 40 W", "40 to 90 W"}
			q := dialog.Posed{Text: "What power?", Other: dialog.Choice{Label: tc.other}, Answer: search.Answer{Key: "power", Labels: labels}}
			for _, l := range labels {
				q.Options = append(q.Options, dialog.Choice{Label: l})
			}
			c := dialog.Conversation{Exchanges: []dialog.Exchange{{Questions: []dialog.Posed{q}}}}
			changes, err := c.Answers(words.English, []dialog.Given{tc.given})
			if err != nil {
				t.Fatal(err)
			}
			changes = c.Number(changes)
			if got := answerText(words.English, &c, &changes[0]); got != tc.said {
				t.Errorf("said %q, want %q", got, tc.said)
			}
			need := search.Fold(changes)
			var texts []string
			for _, chip := range (&talker{Presenter: &Presenter{Language: words.English}}).chips(&need) {
				texts = append(texts, chip.Text)
			}
			if got := strings.Join(texts, "|"); got != tc.chip {
				t.Errorf("chips %q, want %q", got, tc.chip)
			}
		})
	}
}

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

// Every thing that is drawn has a symbol.
func TestDrawings(t *testing.T) {
	sheet := httptest.NewRecorder()
	static.Handler().ServeHTTP(sheet, httptest.NewRequest(http.MethodGet, static.URL("drawings.svg"), nil))
	for _, d := range append(drawings, drawn{name: unknownThing}) {
		if !strings.Contains(sheet.Body.String(), `<symbol id="`+d.name+`"`) {
			t.Errorf("static/drawings.svg has no %s", d.name)
		}
	}
	for category, want := range map[string]string{
		"Home > Lighting > Table lamps": "lamp", "Fashion > Yoga > Mats": "yoga-mat", "Automatic valves": unknownThing, "Desks": "desk", "Pets > Dog beds": "dog-bed",
	} {
		if got := drawingOf(category); got != want {
			t.Errorf("%s is drawn as %s, want %s", category, got, want)
		}
	}
}

func TestColourNamed(t *testing.T) {
	for value, want := range map[string]string{"schwarz": "#26282c", "Black / Red": "#26282c", "dark forest green / red": shades["forest green"], "#FF0000": "#ff0000", "#ff": "", "nothing known": "", "": ""} {
		if got := colourNamed(value); got != want {
			t.Errorf("%q names %q, want %q", value, got, want)
		}
	}
	for word, shade := range shades {
		if !hexColour.MatchString(shade) {
			t.Errorf("colours.tsv: %s is %q", word, shade)
		}
	}
}

func TestTint(t *testing.T) {
	for value, want := range map[string][2]string{
		"black": {"#26282c", "drawing-dark"}, "white": {"#fafaf7", "drawing-pale"}, "red, #00ff00": {shades["red"], ""}, "nothing known": {"hsl(137 35% 55%)", ""},
	} {
		p := catalog.Product{Category: "Tents", Attributes: []catalog.Attribute{{Key: "main colour", Values: []catalog.Value{{Text: value}}}}}
		if colour, class := tint(&p); [2]string{colour, class} != want {
			t.Errorf("what is %s is drawn in %s, %q, want %q", value, colour, class, want)
		}
	}
}

// What nobody types is taken out; lines and every script stay.
func TestTyped(t *testing.T) {
	for text, want := range map[string]string{
		" red\x00 bag\x1b ": "red bag", "\x00": "", "a\xffb": "ab", "two\nlines": "two\nlines", "\u202eתיק אדום": "\u202eתיק אדום", "👩\u200d🚀": "👩\u200d🚀",
	} {
		if got := Typed(text); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}

// Bounds are read as the shopper's language writes numbers.
func TestBound(t *testing.T) {
	german := words.Lookup("de")
	for _, tc := range []struct {
		w    *words.Language
		text string
		want float64
	}{
		{words.English, "1,000", 1000}, {words.English, "1,250.5", 1250.5}, {words.English, "12,345,678", 12345678},
		{words.English, "1.125", 1.125}, {words.English, "39,5", 39.5}, {words.English, "0,125", 0.125}, {words.English, "1000,5", 1000.5},
		{german, "1.000", 1000}, {german, "1.250,5", 1250.5}, {german, "1,125", 1.125}, {german, "39,5", 39.5}, {german, "39.5", 39.5},
	} {
		if got, err := parseBound(tc.w, tc.text); err != nil || *got != tc.want {
			t.Errorf("%s %q: %v, want %v", tc.w.Code(), tc.text, err, tc.want)
		}
	}
	for _, text := range []string{"cheap", "1,00,000", "1.250,5", "NaN", "Inf"} {
		if got, err := parseBound(words.English, text); err == nil {
			t.Errorf("%q is %v", text, *got)
		}
	}
}

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
		got, asked := WantedOrder(&dialog.Exchange{Changes: []search.Change{{Op: search.AddLimit}, {Op: search.SortBy, Key: strings.TrimPrefix(by, "-"), Down: by[0] == '-'}}})
		if got != want || asked != (want != "") {
			t.Errorf("%s: %q, %v", by, got, asked)
		}
	}
}

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
