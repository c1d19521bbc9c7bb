package main

import (
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

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
