package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The list is sorted and filtered with a keyboard alone, with scripts and without: the
// filters open on demand.
func TestListByKeyboard(t *testing.T) {
	for _, test := range []struct {
		name    string
		screen  screen
		scripts bool
	}{
		{"laptop", laptop, true},
		{"laptop without scripts", laptop, false},
		{"small phone", smallPhone, true},
		{"small phone without scripts", smallPhone, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := openTab(t, demoShop(t), test.screen, test.scripts)
			b.open("/")
			b.write("#message", "backpack")
			b.turn(func() { b.click(".search button") })
			b.wantChips("the opening", "Backpacks")
			if eval[bool](b, "document.querySelector('.facets > form').checkVisibility()") {
				t.Fatal("the filters are in sight before they are opened")
			}
			b.unfold()
			b.fits()

			b.tabTo("#facet-2-1") // the commonest brand
			b.press(" ")
			count := b.texts(".facet:nth-of-type(2) .count")[0]
			b.tabTo(".facets-send button")
			b.turn(func() { b.press(kb.Enter) })
			if n := len(b.chips()); n != 2 {
				t.Errorf("after a tick, chips = %q", b.chips())
			}
			if got := b.texts(".line-clerk .said"); !strings.HasPrefix(got[len(got)-1], strings.TrimSuffix(count, "products")+" ") {
				t.Errorf("beside the tick stood %q, then %q fit", count, got)
			}
			if test.scripts {
				b.focused("results", "after a tick")
				b.announced()
			}

			titles := b.titles()
			b.turn(func() { b.click(".orders li:nth-child(2) a") })
			if got := b.texts(".orders [aria-current]"); len(got) != 1 || got[0] != "Lowest price" {
				t.Errorf("sorted by %q", got)
			}
			if got := b.titles(); slices.Equal(got, titles) || len(got) != len(titles) {
				t.Errorf("sorting leads from %q to %q", titles, got)
			}
			b.fits()

			b.unfold()
			b.tabTo("#facet-2-1")
			b.press(" ")
			b.tabTo(".facets-send button")
			b.turn(func() { b.press(kb.Enter) })
			b.wantChips("unticking", "Backpacks")
			if got := b.texts(".orders [aria-current]"); len(got) != 1 || got[0] != "Lowest price" {
				t.Errorf("after a step, sorted by %q", got)
			}
		})
	}
}

// unfold opens the filters, with the keyboard.
func (b *tab) unfold() {
	b.t.Helper()
	b.tabTo(".facets > summary")
	b.press(kb.Enter)
	b.until("the filters", "document.querySelector('.facets').open")
}
