package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const (
	// testTime bounds a test in the browser: the longest takes a fifth of it, so
	// that a busy machine fails nothing and a test that hangs ends.
	testTime = 3 * time.Minute
	// turnTime bounds one step of a shopper.
	turnTime = 30 * time.Second
	// look is how long apart a page is asked whether it is there yet.
	look = 20 * time.Millisecond
)

var (
	stopBrowser context.CancelFunc
	openBrowser = sync.OnceValues(func() (context.Context, error) {
		path, ok := findChromium()
		if !ok {
			return nil, nil
		}
		ctx, stop, err := startChromium(context.Background(), path, filepath.Join(binaryDir, "profile"))
		stopBrowser = stop
		return ctx, err
	})
)

func closeBrowser() error {
	if stopBrowser != nil {
		stopBrowser()
	}
	return nil
}

// tab is a shopper's browser: one tab, with a cookie jar of its own. When its
// test ends nothing must have gone wrong in the page: no error in its console, no
// breach of the content security policy.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string

	mu      sync.Mutex
	trouble []string
}

var raced bool // see race_test.go

// openTab opens a tab. Without Chromium the test is skipped, but where CI is set
// it fails, because there somebody relies on it. With the race detector it is skipped: what
// goes on at the same time is tested without a browser.
func openTab(t *testing.T, doors *httptest.Server, screen screen, scripts bool) *tab {
	t.Helper()
	if raced {
		t.Skip("SKIPPED with the race detector: tests in the browser run without it")
	}
	parent, err := openBrowser()
	switch {
	case err != nil:
		t.Fatal(err)
	case parent == nil && os.Getenv("CI") == "true":
		t.Fatal("no Chromium is installed: install the package chromium")
	case parent == nil:
		t.Skip("SKIPPED: tests in the browser need Chromium: install the package chromium")
	}
	ctx, cancel := context.WithTimeout(parent, testTime)
	t.Cleanup(cancel)
	ctx, closeTab := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(closeTab)
	b := &tab{t: t, ctx: ctx, base: doors.URL}
	if err := chromedp.Do(ctx, screen.show()); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !scripts}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, s := range b.troubles() {
			t.Error("in the page:", s)
		}
	})
	return b
}

// listen notes what goes wrong in the page. The browser tells breaches of the
// content security policy as errors of its log.
func (b *tab) listen(event any) {
	text := ""
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			text = fmt.Sprintf("%s: %s %s", e.Entry.Level, e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			text = fmt.Sprintf("console %s: %v", e.Type, e.Args)
		}
	}
	if text != "" {
		b.mu.Lock()
		b.trouble = append(b.trouble, text)
		b.mu.Unlock()
	}
}

// troubles returns what went wrong so far, and forgets it.
func (b *tab) troubles() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.trouble
	b.trouble = nil
	return out
}

// expect waits for a trouble that tells the text, and forgets it.
func (b *tab) expect(text string) {
	b.t.Helper()
	for end := time.Now().Add(turnTime); time.Now().Before(end); time.Sleep(look) {
		b.mu.Lock()
		before := len(b.trouble)
		b.trouble = slices.DeleteFunc(b.trouble, func(s string) bool { return strings.Contains(s, text) })
		after := len(b.trouble)
		b.mu.Unlock()
		if after < before {
			return
		}
	}
	b.t.Errorf("the page does not trouble the browser with %q", text)
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, turnTime)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

func (b *tab) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.base + path))
}

// begin begins a conversation on the start page.
func (b *tab) begin(message string) {
	b.t.Helper()
	b.open("/")
	b.write("#message", message)
	b.turn(func() { b.click(".search button") })
}

// eval asks the page, and waits for what it promises. It works in pages whose own
// scripts are switched off, too.
func eval[T any](b *tab, js string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, turnTime)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](js, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", js[max(0, len(js)-1000):], err)
	}
	return v
}

// until waits for the page to say yes. While the page is being replaced it can
// not be asked, which is no answer.
func (b *tab) until(what, js string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, turnTime)
	defer cancel()
	for {
		if yes, err := chromedp.Run(ctx, chromedp.Evaluate[bool](js)); err == nil && yes {
			return
		}
		select {
		case <-ctx.Done():
			b.t.Fatalf("waited for %s in vain: %s\n%s", what, js, b.state())
		case <-time.After(look):
		}
	}
}

// state tells where the page stands, for who has to find out why it went no further.
func (b *tab) state() string {
	state, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`[location.href, document.title, document.readyState,
		"focus " + document.activeElement?.outerHTML.slice(0, 200),
		...[...document.querySelectorAll("input:not([type=hidden]), textarea")].filter(e => e.value && e.type !== "checkbox").map(e => e.name + "=" + e.value),
		...[...document.querySelectorAll("[data-sent], .htmx-request, [role=alert]")].map(e => e.outerHTML.slice(0, 200)),
		document.querySelector("main")?.innerText.slice(0, 500)].join("\n")`))
	if err != nil {
		return err.Error()
	}
	return state
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.WaitReady(chromedp.CSS(selector)))
	eval[bool](b, fmt.Sprintf("(document.querySelector(%q).scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'}), true)", selector)) // not below what stays at the edge
	where := fmt.Sprintf("(() => { const r = document.querySelector(%q)?.getBoundingClientRect(); return r ? `${r.x} ${r.y}` : '' })()", selector)
	for before := ""; ; { // cards that snap into place move under the finger
		now := eval[string](b, where)
		if now == before {
			break
		}
		before = now
		b.do(chromedp.Sleep(50 * time.Millisecond))
	}
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

func (b *tab) write(selector, text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// address is the page's, without the place in it, which changes before the page is left.
const address = `location.href.split("#")[0]`

// turn does something that leads to another state, and waits until it is shown.
func (b *tab) turn(act func()) {
	b.t.Helper()
	before := eval[string](b, address)
	act()
	b.until("the next state", fmt.Sprintf("%s !== %q && %s", address, before, settled))
	b.fits()
}

// back presses the browser's button and waits for the page that it loads: the
// address changes before that.
func (b *tab) back() {
	b.t.Helper()
	eval[chromedp.Void](b, "window.left = true")
	b.do(chromedp.NavigateBack())
	b.until("the page before", "!window.left && "+settled)
}

// settled tells that the page is whole and htmx has finished with it.
const settled = `document.readyState === "complete" && !document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")`

// fits checks that nothing has to be scrolled sideways.
func (b *tab) fits() {
	b.t.Helper()
	wide := eval[[]string](b, `[document.documentElement, ...document.querySelectorAll(".panel-body, .card")]
		.filter(e => e.scrollWidth > e.clientWidth && (e === document.documentElement || getComputedStyle(e).overflowX !== "visible"))
		.map(e => (e.className || e.tagName) + ": " + e.scrollWidth + " in " + e.clientWidth)`)
	if len(wide) > 0 {
		b.t.Errorf("%s is wider than its place: %s", eval[string](b, "location.pathname"), strings.Join(wide, "; "))
	}
}

func (b *tab) texts(selector string) []string {
	b.t.Helper()
	return eval[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].map(e => e.textContent.trim().replace(/\s+/g, " "))`, selector))
}

func (b *tab) chips() []string  { b.t.Helper(); return b.texts(".chip-text") }
func (b *tab) titles() []string { b.t.Helper(); return b.texts(".card h4") }
func (b *tab) asked() []string  { b.t.Helper(); return b.texts(".question legend") }

func (b *tab) wantChips(after string, want ...string) {
	b.t.Helper()
	if got := b.chips(); !slices.Equal(got, want) {
		b.t.Errorf("after %s, chips = %q, want %q", after, got, want)
	}
}
