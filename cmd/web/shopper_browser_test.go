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
	b.accessible(inAll)
	// a screen keyboard leaves the page as it is and covers its lower part
	end := eval[float64](b, `(Object.defineProperty(visualViewport, "height", {value: 340}), visualViewport.dispatchEvent(new Event("resize")), document.getElementById("suggestions").getBoundingClientRect().bottom)`)
	if shown := eval[int](b, `[...document.querySelectorAll("[role=option]")].filter(o => o.getBoundingClientRect().bottom <= 340).length`); end > 340 || shown < 2 {
		t.Errorf("the suggestions end at %.0f, a keyboard begins at 340: %d are seen", end, shown)
	}
	if !eval[bool](b, `(() => { const b = document.querySelector(".search button"), r = b.getBoundingClientRect(); return b.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); })()`) {
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
			b.begin("backpack")
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

// Ticks to compare stay while the list is sorted, narrowed and left; the way back from
// a product leads to its card.
func TestTicksAndWayBack(t *testing.T) {
	b := openTab(t, demoShop(t), laptop, true)
	b.begin("backpack")
	titles := b.titles()
	b.click("label[for=p1-compare]")
	b.click("label[for=p2-compare]")
	if got := b.texts(".compare-ticked button"); !slices.Equal(got, []string{"Compare (2)"}) {
		t.Errorf("with two ticked the button says %q", got)
	}
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

// A whole errand on a phone: something is found, put in the basket by words, ordered,
// looked for and called off.
func TestErrandsInTheBrowser(t *testing.T) {
	t.Parallel()
	for _, scripts := range []bool{true, false} {
		t.Run(fmt.Sprintf("scripts=%t", scripts), func(t *testing.T) {
			t.Parallel()
			b := openTab(t, demoShop(t), phone, scripts)
			b.begin(opening)
			title := b.titles()[0]

			b.say("put the first one in my basket")
			b.told(title)
			if got := b.texts(".basket-count"); !slices.Equal(got, []string{"1"}) {
				t.Errorf("the basket counts %q", got)
			}
			b.say("order it")
			list := eval[string](b, "location.pathname")
			b.turn(func() { b.click(".ended a.primary") })
			for _, name := range []string{"name", "email", "street", "zip", "city", "country"} {
				b.write("#field-"+name, ann.Get(name))
			}
			b.turn(func() { b.click("#checkout [type=submit]") })
			b.open(list)
			if len(b.titles()) != 10 {
				t.Errorf("after an order the list is %q", b.titles())
			}

			b.say("where is my order")
			b.told("not been shipped")
			b.say("cancel my order")
			if len(b.texts(".errand .option-none")) > 0 { // a reason, if one likes
				b.click("label[for=e1-none]")
				b.turn(func() { b.click(".errand .answer .primary") })
			}
			if got := b.texts(".errand .answer .primary"); !slices.Equal(got, []string{"Cancel the order"}) {
				t.Fatalf("the yes says %q: %q", got, b.texts(".errands"))
			}
			b.turn(func() { b.click(".errand .answer .primary") })
			b.told("cancelled")
			b.turn(func() { b.click(".ended a") })
			if got := b.texts(".status"); !slices.Equal(got, []string{"Cancelled"}) {
				t.Errorf("the order is %q", got)
			}
		})
	}
}

// told checks what was said of an errand that came to its end.
func (b *tab) told(text string) {
	b.t.Helper()
	if got := b.texts(".ended-done"); len(got) != 1 || !strings.Contains(got[0], text) {
		b.t.Fatalf("the page says %q, want %q", append(got, b.texts(".errands, .line-clerk")...), text)
	}
}
