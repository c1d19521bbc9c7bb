package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// From the first message to the basket and to the end of it all, with a keyboard
// alone on a phone as small as they come: focus is seen at every step, and no page
// troubles the browser.
func TestWholeWayByKeyboard(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			t.Parallel()
			b := openTab(t, demoShop(t), smallPhone, scripts)
			b.open("/")
			b.tabTo("#message")
			b.press(opening)
			b.enter(".search button")
			b.wantChips("the opening", "Backpacks", "up to €150", "not black")

			b.tabTo("#q1-1")
			b.press(" ")
			b.enter(answerButton)
			if n := len(b.chips()); n != 4 {
				t.Errorf("after an answer, chips = %q", b.chips())
			}
			b.enter(formUndo + " button")
			b.wantChips("undo", "Backpacks", "up to €150", "not black")
			b.enter(skipButton)
			b.tabTo("#message")
			b.press("under 120")
			b.enter(sendButton)
			if !slices.Contains(b.chips(), "up to €120") {
				t.Errorf("after a message, chips = %q", b.chips())
			}
			b.enter(".orders li:nth-child(2) a")
			b.enter(".more a")

			title := b.titles()[0]
			b.enter(".card h4 a")
			b.tabTo(".put input[type=number]")
			b.press(kb.ArrowUp)
			b.enter(".put button")
			if got := b.texts(".item h2"); len(got) != 1 || got[0] != title {
				t.Errorf("the basket holds %q, want %q", got, title)
			}
			b.tabTo(".item input[type=number]")
			b.press(kb.ArrowUp)
			b.enter(".item .put button")
			if got := b.texts(".basket-count"); fmt.Sprint(got) != "[3]" {
				t.Errorf("the basket counts %q", got)
			}
			b.enter(".item-steps form:not(.put) button")
			if got := b.texts(".item"); len(got) > 0 {
				t.Errorf("the basket still holds %q", got)
			}
			b.enter(".back a")
			b.tabTo("#p1-compare")
			b.press(" ")
			b.enter(".compare-ticked button")
			b.enter(".compared a")
			b.enter(".masthead-name")
			if n := len(b.texts(".recent li")); n != 1 {
				t.Fatalf("%d recent conversations", n)
			}
			b.enter(".recent a[href$='/delete']")
			b.enter("form[action$='/delete'] button")
			if n := len(b.texts(".recent li")); n != 0 {
				t.Errorf("%d conversations after the only one was deleted", n)
			}
		})
	}
}

// enter goes to a link or a button with the tabulator and presses Enter, and waits for
// the page that it leads to, which may be at the same address.
func (b *tab) enter(selector string) {
	b.t.Helper()
	b.tabTo(selector)
	before := eval[string](b, "window.left = location.href")
	b.press(kb.Enter)
	b.until("the page after "+selector, fmt.Sprintf("(!window.left || location.href !== %q) && %s", before, settled))
	b.fits()
}
