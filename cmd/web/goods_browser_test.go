package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// From the list to a comparison, a product and the basket, on the screens in use
// and with scripts on and off: no page is wider than its screen.
func TestCompareAndBasketInTheBrowser(t *testing.T) {
	for _, test := range []struct {
		name    string
		screen  screen
		scripts bool
	}{
		{"laptop", laptop, true},
		{"phone without scripts", phone, false},
		{"small phone", smallPhone, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := openTab(t, demoShop(t), test.screen, test.scripts)
			b.open("/")
			b.write("#message", opening)
			b.turn(func() { b.click(".search button") })
			titles := b.titles()
			b.click("#p1-compare")
			eval[chromedp.Void](b, `document.getElementById("p2-compare").click()`) // wherever the way on covers it
			b.turn(func() { b.click(".compare-ticked button") })
			if got := b.texts(".compared-title"); len(got) != 2 || got[0] != titles[0] || got[1] != titles[1] {
				t.Fatalf("compared %q, want the first two of %q", got, titles)
			}
			if test.screen.Width < 400 {
				b.tabTo(".compare-scroll")
				b.press(kb.ArrowRight)
				b.until("the table to scroll", "document.querySelector('.compare-scroll').scrollLeft > 0")
				if at := eval[float64](b, `document.querySelector(".compare-scroll tbody th[scope=row]").getBoundingClientRect().left`); at < 0 {
					t.Errorf("the heading column scrolls away, to %v", at)
				}
			}
			b.turn(func() { b.click(".compared .put button") })
			b.turn(func() { b.click(".item h2 a") })
			eval[string](b, `document.querySelector("input[type=number]").value = "3"`)
			b.turn(func() { b.click(".product-offer .put button") })
			if got := eval[string](b, `document.querySelector(".item input[type=number]").value`); got != "3" {
				t.Errorf("the basket holds %s pieces, want 3", got)
			}
			if got := b.texts(".basket-count"); fmt.Sprint(got) != "[3]" {
				t.Errorf("the count beside the basket's name is %q", got)
			}
		})
	}
}
