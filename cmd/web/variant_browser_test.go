package main

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A form of a product is chosen with a finger, with the mouse and with the keys, with
// scripts in place and without them by links; what is in the basket is that form.
func TestVariantsInTheBrowser(t *testing.T) {
	for _, test := range []struct {
		name    string
		screen  screen
		scripts bool
	}{
		{"laptop", laptop, true},
		{"laptop without scripts", laptop, false},
		{"small phone", smallPhone, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := openTab(t, shirtShop(t), test.screen, test.scripts)
			b.open("/p/shirt-3")
			b.fits()
			if n := len(b.texts(formPut)); n > 0 {
				t.Fatal("a shirt of no size can be put in the basket")
			}
			if test.scripts {
				eval[any](b, "window.kept = true")
			}
			b.turn(func() { b.click("#choice-1-2") })
			if test.screen.Phone {
				b.turn(func() { b.click("#choice-2-3") })
			} else {
				b.tabTo("#choice-2-3")
				b.turn(func() { b.press(kb.Enter) })
			}
			chosen := b.texts(choiceChosen)
			if !slices.Equal(chosen, []string{"Blue", "L"}) {
				t.Fatalf("chosen are %q", chosen)
			}
			if test.scripts {
				if !eval[bool](b, "window.kept === true") {
					t.Error("choosing loads the page anew")
				}
				b.focused("choice-2-3", "after a choice")
				b.accessible(inAll)
			}
			b.turn(func() { b.click(".product-offer .put button") })
			if got := b.texts(".item h2"); !slices.Equal(got, []string{"Linen shirt number 3, Blue, L"}) {
				t.Errorf("the basket holds %q", got)
			}
		})
	}
}
