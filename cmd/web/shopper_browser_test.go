package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// What is typed is completed, and a suggestion chosen, with a keyboard alone: the box
// tells a screen reader what is open, how much is in it and what is chosen.
func TestSuggestByKeyboard(t *testing.T) {
	b := openTab(t, demoShop(t), laptop, true)
	b.open("/")
	b.tabTo("#message")
	b.press("backp")
	b.suggests()
	b.until("the count", `/^\d+ suggestions?\./.test(document.getElementById("announcement").textContent)`)
	if got := b.chosen(); got != "" {
		t.Errorf("%q is chosen before anybody chose", got)
	}
	b.press(kb.ArrowDown)
	if got := b.chosen(); got != "Backpacks" {
		t.Errorf("down chooses %q", got)
	}
	b.accessible(inAll)
	b.press(kb.ArrowUp)
	if got := b.chosen(); got != "" {
		t.Errorf("up from the first chooses %q, want the box itself", got)
	}
	b.press(kb.ArrowUp)
	last := b.texts("[role=option] .suggest-text > span:first-child")
	if got := b.chosen(); got != last[len(last)-1] {
		t.Errorf("up from the box chooses %q, want the last of %q", got, last)
	}
	b.press(kb.Escape)
	b.until("the list to close", "document.getElementById('suggestions').hidden")
	if got := eval[string](b, "document.getElementById('message').value"); got != "backp" {
		t.Errorf("after Escape the box says %q", got)
	}
	b.press(kb.ArrowDown)
	b.suggests()
	b.press(kb.ArrowDown)
	b.turn(func() { b.press(kb.Enter) })
	b.wantChips("choosing a category", "Backpacks")

	// back on the start page, what was typed is sent as it is when nothing is chosen
	b.open("/")
	b.tabTo("#message")
	b.press("backpack under 90")
	b.turn(func() { b.press(kb.Enter) })
	b.wantChips("typing on", "Backpacks", "up to €90")
}

// suggests waits for the list of suggestions.
func (b *tab) suggests() {
	b.t.Helper()
	b.until("the suggestions", `(() => {
		const box = document.getElementById("message"), list = document.getElementById(box.getAttribute("aria-controls"));
		return box.getAttribute("role") === "combobox" && box.getAttribute("aria-expanded") === "true" && !list.hidden && list.querySelector("[role=option]") !== null;
	})()`)
}

// chosen is the suggestion that the box says is active.
func (b *tab) chosen() string {
	b.t.Helper()
	return eval[string](b, `(() => {
		const id = document.getElementById("message").getAttribute("aria-activedescendant");
		const option = id && document.getElementById(id);
		if (!option) return "";
		return option.getAttribute("aria-selected") === "true" ? option.querySelector(".suggest-text > span").textContent : "not selected";
	})()`)
}

// A product is suggested, taken with the pointer, and shown; on a phone the list is no
// wider than the page.
func TestSuggestByTouch(t *testing.T) {
	b := openTab(t, demoShop(t), smallPhone, true)
	b.open("/")
	b.write("#message", "backpack")
	b.suggests()
	b.fits()
	if !eval[bool](b, `(() => { const b = document.querySelector(".search button"), r = b.getBoundingClientRect(); return document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2) === b; })()`) {
		t.Error("the suggestions lie over the button that sends what was typed")
	}
	title := b.texts("[data-url] .suggest-text > span:first-child")[0]
	b.turn(func() { b.click("[data-url]") })
	if got := b.texts("h1"); !slices.Equal(got, []string{title}) {
		t.Errorf("%q leads to %q", title, got)
	}
}

// Answers of earlier turns are opened and given anew in place, with scripts and
// without.
func TestEditInTheBrowser(t *testing.T) {
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			b := openTab(t, demoShop(t), smallPhone, scripts)
			b.open("/")
			b.write("#message", "backpack")
			b.turn(func() { b.click(".search button") })
			question := b.asked()[0]
			b.click("label[for=q1-1]")
			b.turn(func() { b.click(answerButton) })
			b.say("under 120")
			chips := b.chips()

			b.tabTo(".chips li:last-child a.chip-text")
			b.turn(func() { b.press(kb.Enter) })
			if got := b.asked(); !slices.Equal(got, []string{question}) {
				t.Fatalf("asks %q, want %q", got, question)
			}
			if scripts {
				b.focused("edit", "opening an answer")
				b.accessible(inAll)
			}
			if got := eval[[]string](b, "[...document.querySelectorAll('#edit :checked')].map(e => e.id)"); !slices.Equal(got, []string{"edit-1"}) {
				t.Errorf("ticked are %q", got)
			}
			b.tabTo("#edit-1")
			b.press(" ")
			b.tabTo("#edit-2")
			b.press(" ")
			b.tabTo("#edit .primary")
			b.turn(func() { b.press(kb.Enter) })
			got := b.chips()
			if len(got) != len(chips) || slices.Equal(got, chips) || !slices.Contains(got, "up to €120") {
				t.Errorf("chips = %q, were %q", got, chips)
			}
			b.turn(func() { b.click(formUndo + " button") })
			b.wantChips("undo", chips...)
		})
	}
}

// "Just show me" leads to the list, and questions come back when they are wanted.
func TestJustShowMeInTheBrowser(t *testing.T) {
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			b := openTab(t, demoShop(t), laptop, scripts)
			b.open("/")
			b.write("#message", "backpack")
			b.turn(func() { b.click(".search button") })
			b.turn(func() { b.click(".enough button") })
			if got := b.asked(); len(got) > 0 {
				t.Errorf("still asks %q", got)
			}
			if scripts {
				b.accessible(inAll)
				b.focused("results", "just show me")
				b.announced()
			}
			b.tabTo(formAsk + " button")
			b.turn(func() { b.press(kb.Enter) })
			if len(b.asked()) == 0 {
				t.Error("nothing is asked again")
			}
		})
	}
}

// Ticks to compare stay while the list is sorted, narrowed and left; the way back from
// a product leads to its card.
func TestTicksAndWayBack(t *testing.T) {
	b := openTab(t, demoShop(t), laptop, true)
	b.open("/")
	b.write("#message", "backpack")
	b.turn(func() { b.click(".search button") })
	titles := b.titles()
	b.click("label[for=p1-compare]")
	b.click("label[for=p2-compare]")
	b.turn(func() { b.click(".orders li:nth-child(3) a") })
	b.say("not coral")
	b.turn(func() { b.click(".orders li:nth-child(1) a") })
	b.turn(func() { b.click("#p3 h4 a") })
	b.turn(func() { b.click(".back a") })
	if hash := eval[string](b, "location.hash"); hash != "#p3" {
		t.Errorf("the way back leads to %q", hash)
	}
	if !eval[bool](b, `(r => r.top < innerHeight && r.bottom > 0)(document.getElementById("p3").getBoundingClientRect())`) {
		t.Error("the card that was left is out of sight")
	}
	b.turn(func() { b.click(".compare-ticked button") })
	compared := strings.Join(b.texts("main"), " ")
	for _, title := range titles[:2] {
		if !strings.Contains(compared, title) {
			t.Errorf("%q was ticked and is not compared", title)
		}
	}
	if n := eval[int](b, "new URLSearchParams(location.search).getAll('p').length"); n != 2 {
		t.Errorf("%d products are compared", n)
	}
	b.turn(func() { b.click(".back a") })
	kept := eval[[]string](b, "[...document.querySelectorAll('#compare [name=p], .pick :checked')].map(e => e.value)")
	if len(kept) != 2 {
		t.Errorf("back at the list, ticked are %q", kept)
	}
}
