package main

import (
	"cmp"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	sendButton   = ".composer button"
	answerButton = ".answer .primary"
	skipButton   = ".answer [name=skip]"
)

// Shopping from the start page to a product and back, with everything a shopper
// can do on the way, on the screens in use and with scripts on and off.
func TestShopping(t *testing.T) {
	onScreens(t, []string{"laptop", "laptop without scripts", "phone", "phone without scripts", "small phone"}, func(t *testing.T, on screen, scripts bool) {
		b := openTab(t, demoShop(t), on, scripts)
		b.open("/")
		b.fits()
		b.shop()
	})
}

// onScreens runs a test on screens by their names, with scripts or without.
func onScreens(t *testing.T, names []string, test func(t *testing.T, on screen, scripts bool)) {
	for _, name := range names {
		kind, without := strings.CutSuffix(name, " without scripts")
		t.Run(name, func(t *testing.T) {
			test(t, map[string]screen{"laptop": laptop, "phone": phone, "small phone": smallPhone}[kind], !without)
		})
	}
}

func (b *tab) shop() {
	b.write("#message", opening)
	b.turn(func() { b.click(".search button") })
	b.wantChips("the opening", "Backpacks", "up to €150", "not black")
	if n := len(b.titles()); n != 10 {
		b.t.Errorf("%d products on the first page, want 10", n)
	}
	if n := len(b.asked()); n < 1 || n > 3 {
		b.t.Fatalf("%d questions, want one to three", n)
	}
	b.asksWhy()
	b.skip()
	b.answer()
	b.takeBack()
	b.product()
	b.other()
	b.more()
	b.goBack()
	b.turn(func() { b.click(formReset + " button") })
	b.wantChips("starting over")
}

// asksWhy opens the reasons of every question: no number of them is empty, and the
// page is as wide as before.
func (b *tab) asksWhy() {
	questions := len(b.asked())
	for i := range questions {
		b.click(fmt.Sprintf(".question:nth-of-type(%d) .because summary", i+1))
	}
	if n := len(b.texts(".because[open] > p:first-of-type")); n != questions {
		b.t.Errorf("%d of %d questions tell why", n, questions)
	}
	b.fits()
	for i := range questions {
		b.click(fmt.Sprintf(".question:nth-of-type(%d) .because summary", i+1))
	}
}

func (b *tab) answer() {
	before := b.titles()
	b.click("label[for=q1-1]")
	b.click("label[for=q1-2]")
	if len(b.asked()) > 1 {
		b.click("label[for=q2-none]")
	}
	b.turn(func() { b.click(answerButton) })
	if n := len(b.chips()); n != 4 {
		b.t.Errorf("after an answer there are %d chips, want 4: %q", n, b.chips())
	}
	if slices.Equal(b.titles(), before) {
		b.t.Error("an answer leaves the list as it was")
	}
}

func (b *tab) takeBack() {
	chips, titles := b.chips(), b.titles()
	b.turn(func() { b.click("button[aria-label='Remove not black']") })
	if slices.Contains(b.chips(), "not black") || len(b.chips()) != len(chips)-1 {
		b.t.Errorf("after removing “not black”, chips = %q", b.chips())
	}
	b.turn(func() { b.click(formUndo + " button") })
	b.wantChips("undo", chips...)
	if !slices.Equal(b.titles(), titles) {
		b.t.Error("undo does not bring the list back")
	}
}

func (b *tab) product() {
	titles := b.titles()
	b.turn(func() { b.click(".card h4 a") })
	if got := b.texts("h1"); len(got) != 1 || got[0] != titles[0] {
		b.t.Errorf("the product's page is headed %q, want %q", got, titles[0])
	}
	b.turn(func() { b.click(".back a") })
	if !slices.Equal(b.titles(), titles) {
		b.t.Error("the way back from a product leads to another list")
	}
}

// other types an answer of its own, under the first question that takes one.
func (b *tab) other() {
	n := eval[int](b, `[...document.querySelectorAll(".question")].findIndex(q => q.querySelector("label[for$='-other']")) + 1`)
	if n == 0 {
		b.t.Fatalf("none of %q takes another answer", b.asked())
	}
	b.click(fmt.Sprintf("label[for=q%d-other]", n))
	b.write(fmt.Sprintf("#q%d-text", n), "under 120")
	b.turn(func() { b.click(answerButton) })
	if !slices.Contains(b.chips(), "up to €120") {
		b.t.Errorf("after “under 120” under Other, chips = %q", b.chips())
	}
}

// skip skips the questions, and takes that back.
func (b *tab) skip() {
	chips, asked := b.chips(), b.asked()
	b.turn(func() { b.click(skipButton) })
	b.wantChips("skipping", chips...)
	if slices.Equal(b.asked(), asked) {
		b.t.Errorf("%q were skipped and are asked again at once", asked)
	}
	b.turn(func() { b.click(formUndo + " button") })
	if got := b.asked(); !slices.Equal(got, asked) {
		b.t.Errorf("undo brings %q back, skipped were %q", got, asked)
	}
}

func (b *tab) more() {
	b.turn(func() { b.click(".more a") })
	if n := len(b.titles()); n <= 10 {
		b.t.Errorf("%d products after “show more”", n)
	}
	if focus := eval[string](b, "location.hash.slice(1)"); focus != "p11" {
		b.t.Errorf("“show more” leads to %q, want the first new product", focus)
	}
}

// goBack goes back in the browser's history and on from there.
func (b *tab) goBack() {
	b.say("not coral")
	chips := b.chips()
	b.say("not olive")
	if n := len(b.chips()); n != len(chips)+1 {
		b.t.Fatalf("after “not olive”, chips = %q", b.chips())
	}
	b.turn(b.back)
	b.wantChips("going back", chips...)
	b.say("not graphite")
	got := b.chips()
	if len(got) != len(chips)+1 || slices.Contains(got, "not olive") || !slices.Contains(got, "not coral") || !slices.Contains(got, "not graphite") {
		b.t.Errorf("after going on from an old state, chips = %q", got)
	}
}

func (b *tab) say(text string) {
	b.t.Helper()
	b.write("#message", text)
	b.turn(func() { b.click(sendButton) })
}

func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

// tabTo goes to the first element of the selector with the tabulator, and checks
// that a shopper sees where they are.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	for range 150 {
		b.press(kb.Tab)
		if eval[bool](b, fmt.Sprintf("document.activeElement === document.querySelector(%q)", selector)) {
			shown := eval[bool](b, `(() => {
				const e = document.activeElement;
				const drawn = [e, e.nextElementSibling].filter(Boolean).some(x => getComputedStyle(x).outlineStyle !== "none");
				const r = e.getBoundingClientRect();
				return e.matches(":focus-visible") && drawn && r.bottom > 0 && r.top < innerHeight;
			})()`)
			if !shown {
				b.t.Errorf("nothing shows that %s has the focus", selector)
			}
			return
		}
	}
	b.t.Fatalf("%s cannot be reached with the tabulator", selector)
}

// After a turn the clerk's newest line has the focus, and the change is announced;
// whoever types goes on typing.
func TestFocusAndAnnouncement(t *testing.T) {
	b := openTab(t, demoShop(t), laptop, true)
	b.open("/")
	b.write("#message", "backpack")
	b.turn(func() { b.press(kb.Enter) })

	b.click("label[for=q1-1]")
	b.turn(func() { b.click(answerButton) })
	b.focused("newest", "after an answer")
	b.announced()
	if eval[float64](b, "scrollY") != 0 {
		t.Error("after a turn the page is not at its top")
	}
	if got, want := eval[string](b, "document.title"), "Backpacks · Shopclerk"; got != want {
		t.Errorf("title %q, want %q", got, want)
	}

	b.write("#message", "under 100")
	b.turn(func() { b.press(kb.Enter) })
	b.focused("message", "after a message")
	b.announced()
	if got := eval[string](b, "document.getElementById('message').value"); got != "" {
		t.Errorf("the sent message %q is still in the box", got)
	}

	b.turn(func() { b.click(".more a") })
	b.focused("p11", "after “show more”")

	b.turn(func() { b.click(".enough button") })
	b.focused("results", "just show me")
	b.announced()
	b.accessible(inAll)
	if got := b.asked(); len(got) > 0 {
		t.Errorf("still asks %q", got)
	}
	b.tabTo(formAsk + " button")
	b.turn(func() { b.press(kb.Enter) })
	if len(b.asked()) == 0 {
		t.Error("nothing is asked again")
	}
}

func (b *tab) focused(id, when string) {
	b.t.Helper()
	b.until("the focus on #"+id+" "+when, fmt.Sprintf("document.activeElement.id === %q", id))
}

func (b *tab) announced() {
	b.t.Helper()
	b.until("the announcement", `(() => {
		const text = document.getElementById("announcement").textContent;
		return text !== "" && text === document.getElementById("shop").dataset.announcement;
	})()`)
}

func TestNoPreferenceExcludesAnswers(t *testing.T) {
	b := openTab(t, demoShop(t), laptop, true)
	b.open("/")
	b.write("#message", "backpack")
	b.turn(func() { b.press(kb.Enter) })
	ticked := func() []string {
		return eval[[]string](b, "[...document.querySelectorAll('.question:first-of-type :checked')].map(e => e.id)")
	}
	b.click("label[for=q1-1]")
	b.click("label[for=q1-none]")
	if got := ticked(); !slices.Equal(got, []string{"q1-none"}) {
		t.Errorf("after no preference, ticked = %q", got)
	}
	b.click("label[for=q1-2]")
	if got := ticked(); !slices.Equal(got, []string{"q1-2"}) {
		t.Errorf("after an answer, ticked = %q", got)
	}
}

func TestDoubleClickCountsOnce(t *testing.T) {
	b := openTab(t, demoShop(t), laptop, true)
	b.open("/")
	b.write("#message", "backpack")
	b.turn(func() {
		eval[chromedp.Void](b, "for (let i = 0; i < 2; i++) document.querySelector('.search button').click()")
	})
	b.click("label[for=q1-1]")
	b.turn(func() {
		eval[chromedp.Void](b, fmt.Sprintf("for (let i = 0; i < 2; i++) document.querySelector(%q).click()", answerButton))
	})
	if got := eval[string](b, "location.search"); got != "?v=2" {
		t.Errorf("two turns led to %s, want ?v=2", got)
	}
	b.open("/")
	if n := len(b.texts(".recent li")); n != 1 {
		t.Errorf("a double click began %d conversations", n)
	}
}

// A shop that cannot be reached is told, and the page stays as it is.
func TestLostConnection(t *testing.T) {
	doors := demoShop(t)
	b := openTab(t, doors, laptop, true)
	b.open("/")
	b.write("#message", "backpack")
	b.turn(func() { b.press(kb.Enter) })
	doors.Close()
	b.click("label[for=q1-1]")
	b.click(answerButton)
	b.until("the notice", "!document.getElementById('trouble').hidden")
	b.wantChips("a lost connection", "Backpacks")
	if !eval[bool](b, "document.getElementById('q1-1').checked") {
		t.Error("the ticks are lost")
	}
	b.troubles() // the browser tells the lost connection, too
}

// What the other tests rely on to stay silent is not deaf.
func TestTroubleIsNoticed(t *testing.T) {
	for name, body := range map[string]string{
		"inline script": "<script>document.title = 'run'</script>",
		"inline style":  "<p style='color: red'>x</p>",
		"exception":     "<script src='/throw.js'></script>",
		"lost file":     "<img src='/none.png'>",
	} {
		t.Run(name, func(t *testing.T) {
			b := openTab(t, paged(t, map[string]string{"/": body, "/throw.js": "throw new Error('broken')"}), laptop, true)
			b.open("/")
			if len(b.troubles()) == 0 {
				t.Error("nothing was noticed")
			}
		})
	}
}

// paged serves pages and files that a test makes up.
func paged(t *testing.T, files map[string]string) *httptest.Server {
	t.Helper()
	return serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", contentSecurity(nil, "'none'"))
		w.Header().Set("Content-Type", cmp.Or(mime.TypeByExtension(path.Ext(r.URL.Path)), "text/html"))
		fmt.Fprint(w, text)
	}))
}
