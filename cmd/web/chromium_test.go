package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// chromiumNames are what Chromium is called, Debian's first.
var chromiumNames = []string{"chromium", "chromium-browser", "google-chrome"}

// findChromium returns the path of an installed Chromium.
func findChromium() (path string, ok bool) {
	for _, name := range chromiumNames {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// startChromium starts the browser at path with a new profile in dir, an empty directory.
// The returned context stands for its first tab; [chromedp.NewContext] on it opens
// others, which closing it closes as well. The browser calls nobody: what it would
// do in the background is switched off.
func startChromium(ctx context.Context, path, dir string) (context.Context, context.CancelFunc, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(dir),
		chromedp.NoSandbox, // the sandbox refuses to run as root, as in containers
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		// The debugging protocol loses a page that comes out of this cache. The
		// default's features stay switched off.
		chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,BackForwardCache"),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", false), // a page must be right with them
	)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, closeTab := chromedp.NewContext(ctx)
	end := func() { closeTab(); stop() }
	if err := chromedp.Do(ctx); err != nil {
		end()
		return nil, nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return ctx, end, nil
}

// screen is what a shopper looks at.
type screen struct {
	Width, Height int64 // of the page, in CSS pixels
	Phone         bool  // touched with a finger
	Dark          bool  // prefers dark colours
	Still         bool  // prefers reduced motion
	Zoomed        bool  // to 200 %: so many pixels take twice as many of the screen
}

// The screens that pages are looked at on: the narrowest phone in use, a common
// phone, and a laptop, as it is and at 200 %.
var (
	smallPhone = screen{Width: 320, Height: 640, Phone: true}
	phone      = screen{Width: 390, Height: 844, Phone: true}
	laptop     = screen{Width: 1280, Height: 800}
	zoomed     = screen{Width: 640, Height: 400, Zoomed: true} // a laptop
)

// show makes the tab behave like the screen.
func (s screen) show() chromedp.Action[chromedp.Void] {
	var options []chromedp.EmulateViewportOption
	if s.Phone {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	if s.Zoomed {
		options = append(options, chromedp.EmulateScale(2))
	}
	scheme, motion := "light", "no-preference"
	if s.Dark {
		scheme = "dark"
	}
	if s.Still {
		motion = "reduce"
	}
	return chromedp.Steps(
		chromedp.EmulateViewport(s.Width, s.Height, options...),
		chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{
					{Name: "prefers-color-scheme", Value: scheme},
					{Name: "prefers-reduced-motion", Value: motion},
				},
			})
			return err
		}),
	)
}

// carryCookies makes the cookies those that the browser has, for the shop at an address.
func carryCookies(ctx context.Context, address string, cookies []*http.Cookie) error {
	if _, err := chromedp.Call(ctx, network.ClearBrowserCookies, cdp.Empty{}); err != nil {
		return fmt.Errorf("clearing cookies: %w", err)
	}
	for _, k := range cookies {
		if _, err := chromedp.Call(ctx, network.SetCookie, network.SetCookieParams{Name: k.Name, Value: k.Value, URL: address}); err != nil {
			return fmt.Errorf("setting the cookie %s: %w", k.Name, err)
		}
	}
	return nil
}

// axe reads the vendored axe-core.
var axe = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile(filepath.Join("testdata", "axe", "axe.min.js"))
	return string(text), err
})

// What axe is asked: all that a machine can check of WCAG 2.2 at the levels A and
// AA, or colours alone.
const (
	inAll     = `{type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}`
	inColours = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// accessible checks the page by the rules that are named: nothing at all may be
// found, serious or not. It works on pages whose policy lets no foreign script run,
// because it is evaluated by the debugger.
func (b *tab) accessible(rules string) {
	b.t.Helper()
	for _, v := range b.violations(rules) {
		b.t.Errorf("axe: %s (%s): %s\n\t%s", v.ID, v.Impact, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// violation is a rule of axe-core that the page breaks.
type violation struct {
	ID, Impact, Help string
	Nodes            []string // where and how
}

// violations asks axe-core, once colours have stopped changing, where the panel ends:
// there its sticky buttons cover nothing that scrolls.
func (b *tab) violations(rules string) []violation {
	b.t.Helper()
	source, err := axe()
	if err != nil {
		b.t.Fatal(err)
	}
	return eval[[]violation](b, "if (!window.axe) {"+source+`}
		var wasAt = scrollY;
		document.querySelector(".panel")?.scrollIntoView({block: "end", behavior: "instant"});
		Promise.race([Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0))), new Promise(after => setTimeout(after, 500))]) // of some it never tells
		.then(() => axe.run(document, {runOnly: `+rules+`, resultTypes: ["violations", "incomplete"], preload: false}))
		.finally(() => scrollTo({top: wasAt, behavior: "instant"}))
		.then(r => r.violations.concat(r.incomplete.filter(v => { // white on white is no violation to axe: it may not be text
			v.nodes = v.nodes.filter(n => n.any.some(c => c.data?.messageKey === "equalRatio"));
			return v.nodes.length > 0;
		})).map(v => ({
			ID: v.id, Impact: v.impact, Help: v.help,
			Nodes: v.nodes.map(n => n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " ")),
		})))`)
}

// What the other tests rely on to find nothing is not blind.
func TestAxeSees(t *testing.T) {
	for name, body := range map[string]string{
		"image-alt":            `<img src="/static/icon.svg">`,
		"label":                `<input type="text">`,
		"color-contrast":       `<p class="pale">pale</p>`,
		"color-contrast, none": `<p class="none">white on white</p>`,
		"target-size":          `<button>x</button><button>y</button>`,
	} {
		t.Run(name, func(t *testing.T) {
			rule, _, _ := strings.Cut(name, ",")
			b := openTab(t, paged(t, map[string]string{
				"/":                `<!doctype html><html lang="en"><title>x</title><link rel="stylesheet" href="/style.css"><main><h1>x</h1>` + body + "</main>",
				"/style.css":       `.pale { color: #bbb; background: #fff } .none { color: #fff; background: #fff } button { width: 12px; height: 12px; padding: 0; border: 0; margin: 0 }`,
				"/static/icon.svg": `<svg xmlns="http://www.w3.org/2000/svg"/>`, "/favicon.ico": "",
			}), laptop, true)
			b.open("/")
			var found []string
			for _, v := range b.violations(inAll) {
				found = append(found, v.ID)
			}
			if !slices.Contains(found, rule) {
				t.Errorf("found %q, want %s", found, rule)
			}
		})
	}
}

// A slow phone: Lighthouse's slow 4G, 150 ms from sending to the first byte and 1.6
// Mbit/s, and a processor of a quarter of this machine's speed.
const (
	latency  = 150
	download = 1.6e6 / 8
	upload   = 750e3 / 8
	slowdown = 4
)

// On a slow phone every page is sent in 60 KB, is wholly painted and stays where it is. How
// long a shopper waits depends on the machine: with -v it prints the figures.
func TestSlowPhone(t *testing.T) {
	doors := demoShop(t)
	first := openTab(t, doors, phone, true)
	first.open("/")
	first.write("#message", opening)
	first.turn(func() { first.click(".search button") })
	talk := eval[string](first, "location.pathname + location.search")
	product := eval[string](first, "document.querySelector('.card h4 a').getAttribute('href')")
	compare := "/compare?" + eval[string](first, "new URLSearchParams([...document.querySelectorAll('.pick input')].slice(0, 3).map(box => ['p', box.value])).toString()")
	for _, page := range []struct {
		name, path string
		steps      []string // what is clicked
	}{
		{"start", "/", []string{"#message", ".stored summary"}},
		{"turn", talk, []string{"label[for=q1-1]", "label[for=q1-2]", ".facets > summary", ".facets > summary", answerButton}},
		{"product", product, []string{".product-offer .put input[type=number]"}},
		{"compare", compare, []string{".compare-scroll"}},
		{"basket", "/basket", nil},
	} {
		t.Run(page.name, func(t *testing.T) {
			b := openTab(t, doors, phone, true)
			b.slow()
			b.open(page.path)
			b.until("the page", settled)
			paint := b.painted()
			b.steady()
			b.fits()
			b.light() // before the steps, of which the last loads another
			t.Logf("largest paint after %.0f ms, next paint %.0f ms after a step", paint, b.replies(page.steps))
		})
	}
}

// slow makes the tab that of a slow phone.
func (b *tab) slow() {
	b.t.Helper()
	// the newer command is not in every Chromium that is installed
	connection := cdp.Command[network.OverrideNetworkStateParams, cdp.Empty]{Method: "Network.emulateNetworkConditions"}
	if _, err := chromedp.Call(b.ctx, connection, network.OverrideNetworkStateParams{Latency: latency, DownloadThroughput: download, UploadThroughput: upload}); err != nil {
		b.t.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowdown}); err != nil {
		b.t.Fatal(err)
	}
}

// painted is when the largest thing of the first screen was painted, in milliseconds
// since the page was asked for.
func (b *tab) painted() float64 {
	b.t.Helper()
	return eval[float64](b, `new Promise(tell => new PerformanceObserver(list => tell(list.getEntries().at(-1).startTime)).observe({type: "largest-contentful-paint", buffered: true}))`)
}

// replies clicks each of the selectors and returns the longest time from one of these
// steps to the next paint, in milliseconds.
func (b *tab) replies(steps []string) float64 {
	b.t.Helper()
	eval[cdp.Empty](b, `window.steps = [], new PerformanceObserver(list => steps.push(...list.getEntries().filter(e => e.interactionId).map(e => e.duration))).observe({type: "event", durationThreshold: 16}), {}`)
	for _, step := range steps {
		b.do(chromedp.ScrollIntoView(chromedp.CSS(step)), chromedp.Click(chromedp.CSS(step)))
		eval[bool](b, "new Promise(tell => requestAnimationFrame(() => setTimeout(() => tell(true), 50)))")
	}
	return eval[float64](b, `Math.max(0, ...(window.steps ?? []))`)
}

// slowAnswer is longer than the half second after a step in which a page may move
// without that being counted, and slowPicture comes well after the page.
const (
	slowAnswer  = 600 * time.Millisecond
	slowPicture = 300 * time.Millisecond
)

// Where answers and pictures are slow, nothing that is in sight jumps when they
// come: neither on a page that is loaded nor in one that is changed in place.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	for name, screen := range map[string]screen{"phone": phone, "laptop": laptop} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := openTab(t, slowly(t, demoShop(t)), screen, true)
			b.open("/")
			b.steady()
			b.write("#message", opening)
			b.turn(func() { b.click(".search button") })
			b.steady()
			b.click("label[for=q1-1]")
			b.turn(func() { b.click(answerButton) })
			b.steady()
			b.turn(func() { b.click(formUndo + " button") })
			b.steady()
			b.turn(func() { b.click(".more a") })
			for _, s := range b.shifts() {
				// the page's foot, in sight below the list, makes room for more of it
				if s.Value > mostShift && s.Moved != "languages" {
					t.Errorf("after “show more”, %s moves by %.4f", s.Moved, s.Value)
				}
			}
			b.turn(func() { b.click(".card h4 a") })
			b.steady()
			b.turn(func() { b.click(".product-offer .put button") })
			b.steady()
		})
	}
}

// slowly stands before a shop and keeps its shoppers waiting.
func slowly(t *testing.T, doors *httptest.Server) *httptest.Server {
	t.Helper()
	to, err := url.Parse(doors.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
	}}
	return serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wait := time.Duration(0)
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/static/drawings."):
			wait = slowPicture
		case strings.HasPrefix(path, "/c/") && r.Method == http.MethodGet:
			wait = slowAnswer
		}
		select {
		case <-time.After(wait):
			proxy.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}))
}

// What the tests above rely on to find nothing is not blind.
func TestJumpsAreNoticed(t *testing.T) {
	b := openTab(t, serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late.svg" {
			time.Sleep(slowPicture)
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>`))
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><img src="/late.svg"><p>below the picture</p>`))
	})), phone, true)
	b.open("/")
	if len(b.shifts()) == 0 {
		t.Error("a picture without a size moves nothing")
	}
}

// A picture that does not arrive has a quiet stand-in; while an answer takes its time,
// the page shows that something happens.
func TestLostAndSlow(t *testing.T) {
	b := openTab(t, slowly(t, demoShop(t)), laptop, true)
	b.open("/")
	eval[string](b, `document.querySelector(".tile .picture").innerHTML = "<img src='/lost.png' alt='' width='320' height='320'>"`)
	b.until("the stand-in", `[...document.querySelectorAll(".tile .picture.lost")].some(tile => getComputedStyle(tile, "::after").content !== "none" && !tile.querySelector("img").checkVisibility())`)
	b.steady()
	b.expect("404")
	b.write("#message", opening)
	b.turn(func() { b.click(".search button") })
	b.click("label[for=q1-1]")
	b.turn(func() {
		b.click(answerButton)
		b.until("a sign of what happens", `getComputedStyle(document.body, "::before").animationName === "waits"`)
	})
}
