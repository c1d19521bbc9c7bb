package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What is put in the basket from the list leaves the shopper there, and says so; back from a
// product the list is where it was; and its page has a box to search for something else.
func TestListStaysInPlace(t *testing.T) {
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			b := openTab(t, demoShop(t), phone, scripts)
			b.begin("backpack")
			b.turn(func() { b.click(".more a") })
			titles := b.titles()
			eval[bool](b, "window.kept = true")
			b.click("#p12 .put button")
			b.until("the notice", "document.querySelector('#p12 .note') && "+settled)
			if kept := eval[bool](b, "window.kept === true"); kept != scripts || !slices.Equal(b.titles(), titles) {
				t.Errorf("the page is kept: %t; its list is %q", kept, b.titles())
			}
			if got := b.texts(".basket-count"); !slices.Equal(got, []string{"1"}) {
				t.Errorf("the basket counts %q", got)
			}
			if !eval[bool](b, `(r => r.top < innerHeight && r.bottom > 0)(document.getElementById("p12").getBoundingClientRect())`) {
				t.Error("the card is out of sight")
			}
			if scripts {
				b.accessible(inAll)
			}
			b.turn(func() { b.click("#p14 h4 a") })
			b.turn(b.back)
			b.until("the place in the list", `(r => r.top < innerHeight / 2 && r.bottom > 0)(document.getElementById("p14").getBoundingClientRect())`)
			b.turn(func() { b.click("#p14 h4 a") })
			b.fits()
			b.write("#message", "tent")
			b.turn(func() { b.click(".search button") })
			b.wantChips("a search from a product's page", "Tents")
		})
	}
}

// A form of a product is chosen with a finger, with the mouse and with the keys, with
// scripts in place and without them by links; what is in the basket is that form.
func TestVariantsInTheBrowser(t *testing.T) {
	onScreens(t, []string{"laptop", "laptop without scripts", "small phone"}, func(t *testing.T, on screen, scripts bool) {
		b := openTab(t, shirtShop(t), on, scripts)
		b.open("/p/shirt-3")
		b.fits()
		if n := len(b.texts(formPut)); n > 0 {
			t.Fatal("a shirt of no size can be put in the basket")
		}
		if scripts {
			eval[any](b, "window.kept = true")
		}
		b.turn(func() { b.click("#choice-1-2") })
		if on.Phone {
			b.turn(func() { b.click("#choice-2-3") })
		} else {
			b.tabTo("#choice-2-3")
			b.turn(func() { b.press(kb.Enter) })
		}
		chosen := b.texts(choiceChosen)
		if !slices.Equal(chosen, []string{"Blue", "L"}) {
			t.Fatalf("chosen are %q", chosen)
		}
		if scripts {
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

// The list is sorted and filtered with a keyboard alone, with scripts and without: the
// filters open on demand.
func TestListByKeyboard(t *testing.T) {
	onScreens(t, []string{"laptop", "laptop without scripts", "small phone", "small phone without scripts"}, func(t *testing.T, on screen, scripts bool) {
		b := openTab(t, demoShop(t), on, scripts)
		b.begin("backpack")
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
		if scripts {
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

// unfold opens the filters, with the keyboard.
func (b *tab) unfold() {
	b.t.Helper()
	b.tabTo(".facets > summary")
	b.press(kb.Enter)
	b.until("the filters", "document.querySelector('.facets').open")
}

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
			b.press(kb.Tab)
			if got := eval[string](b, "document.activeElement.className"); got != "skip-link" {
				t.Errorf("the first stop is %q, want the skip link", got)
			}
			b.tabTo("#message")
			b.press(opening)
			b.enter(".search button")
			b.wantChips("the opening", "Backpacks", "up to €150", "not black")

			b.tabTo(".because summary")
			b.press(kb.Enter)
			b.until("the reasons", "document.querySelector('.because').open")
			b.press(" ")
			b.until("the reasons to fold", "!document.querySelector('.because').open")
			b.tabTo("#q1-1")
			b.press(" ")
			b.tabTo("#q1-other")
			b.press(" ")
			b.tabTo("#q1-text") // it opens when Other is ticked
			b.press("under 140")
			b.enter(answerButton)
			if n := len(b.chips()); n != 4 || !slices.Contains(b.chips(), "up to €140") {
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
			b.enter("button[aria-label='Remove up to €120']")
			b.wantChips("removing a chip", "Backpacks", "up to €150", "not black") // which it had replaced
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
			for i := range 2 {
				b.tabTo(fmt.Sprintf("#p%d-compare", i+1))
				b.press(" ")
			}
			titles := b.titles()[:2]
			b.enter(".compare-ticked button")
			if got := b.texts(".compared-title"); !slices.Equal(got, titles) {
				t.Errorf("compared %q, want %q", got, titles)
			}
			b.tabTo(".compare-scroll")
			b.press(kb.ArrowRight)
			b.until("the table to scroll", "document.querySelector('.compare-scroll').scrollLeft > 0")
			if at := eval[float64](b, `document.querySelector(".compare-scroll tbody th[scope=row]").getBoundingClientRect().left`); at < 0 {
				t.Errorf("the heading column scrolls away, to %v", at)
			}
			b.enter(".compared .put button")
			b.enter(".item h2 a")
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
	before := eval[string](b, "window.left = "+address)
	b.press(kb.Enter)
	b.until("the page after "+selector, fmt.Sprintf("(!window.left || %s !== %q) && %s", address, before, settled))
	b.fits()
}

// lowestFirst is how far down a phone's screen the first product's card begins, in
// pixels, at the most: so that its picture, title and price are in the first screen.
const lowestFirst = 540

// In the first screen of a low phone are a whole question and a whole product, in each language,
// when something is looked for and when the question was answered.
func TestLowPhoneShowsWholeCards(t *testing.T) {
	low := phone
	low.Height = 664
	for language, openings := range map[string][]string{
		"en": {opening, "a backpack under 150, not black", "a suitcase", "rain jacket", "headphones under 200"},
		"de": {"Rucksack unter 150, nicht schwarz", "Wanderrucksack unter 150 Euro, nicht schwarz", "ein Koffer", "Regenjacke", "Kopfhörer unter 200 Euro"},
	} {
		t.Run(language, func(t *testing.T) {
			b := openTab(t, demoShop(t), low, true)
			if err := carryCookies(b.ctx, b.base, []*http.Cookie{{Name: languageCookie, Value: language}}); err != nil {
				t.Fatal(err)
			}
			for _, said := range openings {
				b.begin(said)
				b.whole(said)
				b.click("label[for=q1-1]")
				b.turn(func() { b.click(answerButton) })
				if len(b.asked()) > 0 {
					b.whole("an answer to " + said)
				}
			}
		})
	}
}

// whole checks that the first question and the first product are seen whole.
func (b *tab) whole(after string) {
	b.t.Helper()
	cut := eval[[]string](b, `[".asks > .question:first-child", ".answer", ".card"].map(s => document.querySelector(s))
		.filter(e => !e || e.getBoundingClientRect().bottom > document.querySelector(".composer").getBoundingClientRect().top || e.scrollHeight > e.clientHeight + 1)
		.map(e => e ? e.className + " " + e.getBoundingClientRect().bottom : "none")`)
	if len(cut) > 0 {
		b.t.Errorf("after %q a low phone's first screen cuts off %q", after, cut)
	}
}

// On a phone the first product is in the first screen of every turn, whatever was said
// and answered; the message box is at hand at its lower edge; one question is shown at a
// time, and the next can be swiped to.
func TestPhoneShowsProducts(t *testing.T) {
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			b := openTab(t, demoShop(t), phone, scripts)
			b.begin(opening)
			b.firstScreen("the opening")
			b.click("label[for=q1-1]")
			b.turn(func() { b.click(answerButton) })
			b.firstScreen("an answer")
			b.say("is the second one waterproof, and how do the first two differ?")
			b.firstScreen("a question of the shopper's")
			b.say("do you deliver to Austria, and what can you do for me?")
			b.firstScreen("a question about the shop")
			b.click("label[for=q1-1]")
			b.turn(func() { b.click(answerButton) })
			b.firstScreen("another answer")
			b.turn(func() { b.click(".chips li:last-child a.chip-text") })
			b.firstScreen("an answer opened again")
			b.turn(func() { b.click("#edit a") })
			b.say("cancel my order, and show me suitcases")
			b.firstScreen("an errand beside a search")
			b.say("change the address of my order")
			b.firstScreen("an errand that only the shop itself can do")
			b.turn(func() { b.click(".chips li:last-child a.chip-text") })
			eval[bool](b, "(scrollTo(0, 0), true)")
			b.firstScreen("both forms")
			b.turn(func() { b.click("#edit a") })
			b.say("under 5")
			b.firstScreen("a wish that nothing meets")
		})
	}
}

func (b *tab) firstScreen(after string) {
	b.t.Helper()
	if top := eval[float64](b, `(card => card ? card.getBoundingClientRect().top : 0)(document.querySelector(".card, .remedies"))`); top <= 0 || top > lowestFirst {
		b.t.Errorf("after %s the first product begins at %.0f, want at most %d", after, top, lowestFirst)
	}
	at := eval[[]float64](b, fmt.Sprintf("(r => [r.top, r.bottom, innerHeight])(document.querySelector(%q).getBoundingClientRect())", sendButton))
	if at[0] < at[2]*2/3 || at[1] > at[2] {
		b.t.Errorf("after %s, the message box is at %.0f to %.0f of %.0f", after, at[0], at[1], at[2])
	}
	whole := eval[int](b, `[...document.querySelectorAll(".asks > .question")].filter(q => (r => r.left >= 0 && r.right <= innerWidth)(q.getBoundingClientRect())).length`)
	if eval[bool](b, "!!document.querySelector('.asks')") && whole != 1 {
		b.t.Errorf("after %s, %d questions are seen at a time", after, whole)
	}
}

// The button says how many products fit, and says it anew with each tick.
func TestButtonTellsFit(t *testing.T) {
	b := openTab(t, demoShop(t), phone, true)
	b.begin(opening)
	now := b.texts(".answer-fit")[0]
	b.click("label[for=q1-1]")
	b.until("another number", fmt.Sprintf("document.querySelector('.answer-fit').textContent.trim() !== %q", now))
	told := b.texts(".answer-fit")[0]
	b.turn(func() { b.click(answerButton) })
	if got := b.texts(".line-clerk .said"); !strings.HasPrefix(got[len(got)-1], strings.Fields(told)[0]+" ") {
		t.Errorf("the button said %q, then %q fit", told, got)
	}
}

// On a laptop nothing but the page itself scrolls: every question is seen whole.
func TestLaptopHasNoInnerScroll(t *testing.T) {
	b := openTab(t, demoShop(t), laptop, true)
	b.begin("backpack")
	if inner := b.inner(); len(inner) > 0 {
		t.Errorf("%s scroll by themselves", strings.Join(inner, ", "))
	}
	columns := eval[int](b, `new Set([".panel", ".results"].map(s => Math.round(document.querySelector(s).getBoundingClientRect().left))).size`)
	if columns != 2 || eval[bool](b, "document.querySelector('.facets').open") {
		t.Errorf("%d columns beside each other, or the filters are open unasked", columns)
	}
}

// inner are the parts of the page that scroll up and down by themselves.
func (b *tab) inner() []string {
	b.t.Helper()
	return eval[[]string](b, `[...document.querySelectorAll("main *")].filter(e => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY)).map(e => e.className)`)
}
