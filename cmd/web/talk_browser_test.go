package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// step is something that a shopper says, and what the page shows then.
type step struct {
	name  string
	say   string
	tells string   // in the clerk's last line
	chips []string // in force; nil: those of the step before
	about int      // how many products the answer links to
	stop  bool     // axe looks at the page, where scripts are on: it is one
}

// The whole way in words alone: a greeting, a need, questions about what is shown and
// about the shop, a correction, another topic, what is not sold, thanks.
var inEnglish = []step{
	{name: "a greeting", say: "hello", tells: "Hello.", chips: []string{}, stop: true},
	{name: "a need", say: "I need a backpack under 150", tells: "products have all of that.", chips: []string{"Backpacks", "up to €150"}, stop: true},
	{name: "whether one has something", say: "is the second one waterproof?", tells: "“waterproof”", about: 1, stop: true},
	{name: "an extreme that nobody measured", say: "which is the lightest?", tells: "no numbers that tell “lightest”"},
	{name: "a comparison", say: "compare the first two", tells: "differ: Price", about: 2, stop: true},
	{name: "the shop", say: "do you deliver to Austria?", tells: "The shop has not told me where it delivers"},
	{name: "a correction", say: "actually make it 120", tells: "products have all of that.", chips: []string{"Backpacks", "up to €120"}},
	{name: "another topic", say: "now I need a tent", tells: "100 products to choose from.", chips: []string{"Tents"}},
	{name: "what is not sold", say: "a kayak", tells: "kayak: this shop does not sell that.", stop: true},
	{name: "thanks", say: "thanks", tells: "You are welcome."},
}

var inGerman = []step{
	{name: "a greeting", say: "hallo", tells: "Guten Tag.", chips: []string{}},
	{name: "a need", say: "ich brauche einen Rucksack unter 150 Euro", tells: "Produkte haben das alles.", chips: []string{"Backpacks", "bis 150 €"}, stop: true},
	{name: "whether one has something", say: "ist der zweite wasserdicht?", tells: "„wasserdicht“", about: 1},
	{name: "an extreme that nobody measured", say: "welcher ist der leichteste?", tells: "keine Zahlen zu „leichteste“"},
	{name: "a comparison", say: "vergleiche die ersten beiden", tells: "unterscheiden sich: Preis", about: 2, stop: true},
	{name: "the shop", say: "liefert ihr nach Österreich?", tells: "Wohin der Laden liefert"},
	{name: "a correction", say: "doch lieber 120", tells: "Produkte haben das alles.", chips: []string{"Backpacks", "bis 120 €"}},
	{name: "another topic", say: "jetzt brauche ich ein Zelt", tells: "100 Produkte zur Auswahl.", chips: []string{"Tents"}},
	{name: "what is not sold", say: "ein Kajak", tells: "Kajak: Das führt dieser Laden nicht.", stop: true},
	{name: "thanks", say: "danke", tells: "Gern geschehen."},
}

func TestWholeWayInWords(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		language string
		screen   screen
		steps    []step
	}{
		{"en", laptop, inEnglish},
		{"de", phone, inGerman},
	} {
		for _, scripts := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s scripts=%t", test.language, scripts), func(t *testing.T) {
				t.Parallel()
				b := openTab(t, demoShop(t), test.screen, scripts)
				b.open("/")
				if test.language != "en" {
					eval[bool](b, "window.left = true")
					b.click(fmt.Sprintf(".languages button[value=%s]", test.language))
					b.until("the other language", fmt.Sprintf("!window.left && document.documentElement.lang === %q && %s", test.language, settled))
				}
				b.write("#message", test.steps[0].say)
				b.turn(func() { b.click(".search button") })
				b.shows(&test.steps[0], scripts)
				for i := 1; i < len(test.steps); i++ {
					s := &test.steps[i]
					chips, titles := b.chips(), b.titles()
					b.say(s.say)
					if s.chips == nil { // nothing was asked for: all stays as it was
						s := *s
						s.chips = chips
						b.shows(&s, scripts)
						if got := b.titles(); !slices.Equal(got, titles) {
							t.Errorf("%s changes the list to %q", s.name, got)
						}
						continue
					}
					b.shows(s, scripts)
					if n := len(b.titles()); n != 10 {
						t.Errorf("after %s there are %d products", s.name, n)
					}
				}
			})
		}
	}
}

// shows checks what the page shows after a step.
func (b *tab) shows(s *step, scripts bool) {
	b.t.Helper()
	b.wantChips(s.name, s.chips...)
	lines := b.texts(".line-clerk .said")
	if len(lines) == 0 || !strings.Contains(lines[len(lines)-1], s.tells) {
		b.t.Errorf("after %s the clerk says %q, want %q", s.name, lines[max(0, len(lines)-1):], s.tells)
	}
	// the products of the last answer stand below its line
	about := eval[int](b, `(() => {
		const log = document.querySelector("[role=log]"), lists = [...log.querySelectorAll(".told-products")].filter(l => !(l.compareDocumentPosition([...log.querySelectorAll(".line-shopper")].at(-1)) & Node.DOCUMENT_POSITION_FOLLOWING));
		return lists.reduce((n, l) => n + l.querySelectorAll("a").length, 0);
	})()`)
	if about != s.about {
		b.t.Errorf("after %s the answer links to %d products, want %d", s.name, about, s.about)
	}
	if s.stop && scripts {
		b.accessible(inAll)
	}
}
