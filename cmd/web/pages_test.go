package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// heaviest is what a page may weigh in bytes as it is sent, and widest unpacked, its
// style sheet and scripts included and product pictures left out: a third of a second
// of a phone's slow connection, of 1.6 Mbit/s.
const (
	heaviest = 60_000
	widest   = 200 << 10
)

// Every page, in every state and on the screens in use, is accessible, no wider than
// its screen and light, stays where it is while it loads, and troubles no browser.
func TestEveryPage(t *testing.T) {
	t.Parallel() // axe takes its time, and tabs have processes of their own
	doors := demoShop(t)
	stops := playDialogues(t, doors.URL)
	for name, on := range map[string]screen{"phone": phone, "laptop": laptop, "zoomed": zoomed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			openTab(t, doors, on, true).sound(on, stops)
		})
	}
}

// sound checks what holds of every page on a screen, in light and in darkness, as it comes and
// with what can be opened on it.
func (b *tab) sound(on screen, stops []stop) {
	dark := on
	dark.Dark = true
	b.each(stops, func(s *stop) {
		b.steady()
		b.light()
		looks := func() {
			b.fits()
			b.accessible(inAll)
			if !on.Phone && os.Getenv("CI") != "true" {
				return // colours hardly depend on the width, and looking at them takes long
			}
			b.do(dark.show())
			b.accessible(inColours) // all that darkness changes
			b.do(on.show())
		}
		looks()
		if eval[bool](b, `(f => f && (f.open = true))(document.querySelector(".facets")) ?? false`) {
			looks()
		}
		if eval[bool](b, `document.querySelector("[data-suggest]") !== null`) {
			b.write("#message", "backp")
			b.suggests()
			looks()
		}
	})
}

// On the narrowest screen nothing is wider than it, and nothing moves for who wants
// it so.
func TestEveryPageSmallAndStill(t *testing.T) {
	t.Parallel()
	doors := demoShop(t)
	stops := playDialogues(t, doors.URL)
	still := smallPhone
	still.Still = true
	b := openTab(t, doors, still, true)
	b.each(stops, func(*stop) {
		b.steady()
		b.fits()
		if b.moves() {
			b.t.Error("something on the page moves")
		}
	})
	// where motion is not unwanted there is some, so that none is none
	still.Still = false
	b.do(still.show())
	b.open("/")
	if !b.moves() {
		t.Error("nothing moves for anybody")
	}
}

// each opens every page of the dialogues and runs the check as a test of its own.
func (b *tab) each(stops []stop, check func(*stop)) {
	whole := b.t
	for i := range stops {
		s := &stops[i]
		whole.Run(s.name, func(t *testing.T) {
			b.t = t
			defer func() { b.t = whole }()
			b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error { return carryCookies(ctx, b.base, s.cookies) }))
			b.open(s.page.at.RequestURI())
			b.until("the page", settled)
			check(s)
			for _, trouble := range b.troubles() {
				// the browser tells the status of a page for trouble as an error
				if !strings.Contains(trouble, fmt.Sprintf("status of %d ", s.page.status)) || !strings.HasSuffix(trouble, s.page.at.RequestURI()) || s.page.status < 400 {
					t.Error("in the page:", trouble)
				}
			}
		})
	}
}

// weight is what a page and the files it loads weigh without product pictures.
type weight struct {
	Files       int
	Sent, Whole int // bytes, as sent and unpacked
}

// weigh asks the browser what it loaded.
func (b *tab) weigh() weight {
	b.t.Helper()
	return eval[weight](b, `["navigation", "resource"].flatMap(kind => performance.getEntriesByType(kind))
		.filter(e => e.initiatorType !== "img" && !e.name.includes("/drawings."))
		.reduce((w, e) => ({Files: w.Files + 1, Sent: w.Sent + e.encodedBodySize, Whole: w.Whole + e.decodedBodySize}), {Files: 0, Sent: 0, Whole: 0})`)
}

// light checks a page's weight.
func (b *tab) light() {
	b.t.Helper()
	w := b.weigh()
	if w.Files < 3 || w.Sent == 0 {
		b.t.Errorf("the browser tells the weight of %d files, %d bytes: want the page, its style sheet and scripts", w.Files, w.Sent)
	}
	if w.Sent > heaviest || w.Whole > widest {
		b.t.Errorf("the page weighs %d bytes, %d unpacked: more than %d and %d", w.Sent, w.Whole, heaviest, widest)
	}
	b.t.Logf("%d files, %d bytes sent, %d unpacked", w.Files, w.Sent, w.Whole)
}

// mostShift is how far a page may move in all, as cumulative layout shift: a fifth of
// what web.dev calls good. Ours measure 0, and up to 0.012 where a busy machine draws
// half a page before it has read the rest.
const mostShift = 0.02

// steady checks that what is in sight stays where it was since the page was opened.
func (b *tab) steady() {
	b.t.Helper()
	sum := 0.0
	var moved []string
	for _, s := range b.shifts() {
		sum += s.Value
		moved = append(moved, s.Moved)
	}
	if sum > mostShift {
		b.t.Errorf("the page moves by %.4f: %s", sum, strings.Join(moved, "; "))
	}
}

// shift is a layout shift: what moved, and its share of the cumulative layout shift.
type shift struct {
	Moved string
	Value float64
}

// shifts lists the layout shifts since the page was opened, those too that follow a
// step of the shopper's within half a second.
func (b *tab) shifts() []shift {
	b.t.Helper()
	return eval[[]shift](b, `new Promise(tell => {
		const found = [];
		const note = list => list.forEach(e => found.push({Value: e.value, Moved: e.sources.map(s => s.node?.className || s.node?.nodeName).join(", ")}));
		const observer = new PerformanceObserver(list => note(list.getEntries()));
		observer.observe({type: "layout-shift", buffered: true});
		requestAnimationFrame(() => setTimeout(() => { note(observer.takeRecords()); observer.disconnect(); tell(found); }, 0));
	})`)
}

// moves tells whether anything on the page takes time to change its looks.
func (b *tab) moves() bool {
	b.t.Helper()
	return eval[bool](b, `[...document.querySelectorAll("*")].some(e => {
		const s = getComputedStyle(e);
		return [s.transitionDuration, s.transitionDelay, s.animationDuration, s.animationDelay].some(d => d.split(",").some(t => parseFloat(t) > 0));
	})`)
}
