package main

import (
	"fmt"
	"strings"
	"testing"
)

// lowestFirst is how far down a phone's screen the first product's card begins, in
// pixels, at the most: so that its picture, title and price are in the first screen.
const lowestFirst = 520

// On a phone the first product is in the first screen of every turn, whatever was said
// and answered; the ways on are at hand at its lower edge; one question is shown at a
// time, and the next can be swiped to.
func TestPhoneShowsProducts(t *testing.T) {
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			b := openTab(t, demoShop(t), phone, scripts)
			b.open("/")
			b.write("#message", opening)
			b.turn(func() { b.click(".search button") })
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
	for _, way := range []string{sendButton, ".questions:not(.errand) " + answerButton} {
		if eval[bool](b, fmt.Sprintf("!document.querySelector(%q)", way)) {
			continue
		}
		at := eval[[]float64](b, fmt.Sprintf("(r => [r.top, r.bottom, innerHeight])(document.querySelector(%q).getBoundingClientRect())", way))
		if at[0] < at[2]*2/3 || at[1] > at[2] {
			b.t.Errorf("after %s, %s is at %.0f to %.0f of %.0f", after, way, at[0], at[1], at[2])
		}
	}
	whole := eval[int](b, `[...document.querySelectorAll(".asks > .question")].filter(q => (r => r.left >= 0 && r.right <= innerWidth)(q.getBoundingClientRect())).length`)
	if eval[bool](b, "!!document.querySelector('.asks')") && whole != 1 {
		b.t.Errorf("after %s, %d questions are seen at a time", after, whole)
	}
}

// The button says how many products fit, and says it anew with each tick.
func TestButtonTellsFit(t *testing.T) {
	b := openTab(t, demoShop(t), phone, true)
	b.open("/")
	b.write("#message", opening)
	b.turn(func() { b.click(".search button") })
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
	b.open("/")
	b.write("#message", "backpack")
	b.turn(func() { b.click(".search button") })
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
