package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"shopclerk/cmd/internal/browser"
)

var out = flag.String("out", "/tmp/looker/shots", "")
var base = flag.String("base", "http://localhost:18080", "")
var msg = flag.String("msg", "a backpack for hiking under 150, not black", "")
var impossible = flag.String("impossible", "under 1", "")
var only = flag.String("only", "", "")

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	flag.Parse()
	os.MkdirAll(*out, 0o755)
	path, _ := browser.Find()
	dir, _ := os.MkdirTemp("", "prof")
	ctx, end, err := browser.Start(context.Background(), path, dir)
	check(err)
	defer end()
	for _, v := range []struct {
		name string
		s    browser.Screen
	}{{"phone", browser.Phone}, {"desk", browser.Laptop}, {"phone-dark", browser.Screen{Width: 390, Height: 844, Phone: true, Dark: true}}, {"desk-dark", browser.Screen{Width: 1280, Height: 800, Dark: true}}} {
		if *only != "" && *only != v.name {
			continue
		}
		tab(ctx, v.name, v.s)
	}
}

func tab(ctx context.Context, name string, s browser.Screen) {
	ctx, stopAll := context.WithTimeout(ctx, 60*time.Second)
	defer stopAll()
	ctx, cancel := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	defer cancel()
	do := func(a ...chromedp.Action[chromedp.Void]) {
		c, stop := context.WithTimeout(ctx, 15*time.Second)
		defer stop()
		if err := chromedp.Do(c, a...); err != nil {
			fmt.Println(name, err)
		}
	}
	check(chromedp.Do(ctx))
	shot := func(what string, full bool) {
		p := page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng}
		if full {
			yes := true; p.CaptureBeyondViewport = &yes
			h, err := chromedp.Run(ctx, chromedp.Evaluate[float64]("Math.min(document.documentElement.scrollHeight,3000)"))
			check(err)
			p.Clip = &page.Viewport{Width: float64(s.Width), Height: h, Scale: 1}
		}
		r, err := chromedp.Call(ctx, page.CaptureScreenshot, p)
		check(err)
		b := []byte(r.Data)
		check(os.WriteFile(filepath.Join(*out, name+"-"+what+".png"), b, 0o644))
	}
	turn := func(js string) {
		old, _ := chromedp.Run(ctx, chromedp.Location())
		do(chromedp.Func(func(c context.Context, t *chromedp.Target) error { _, e := chromedp.Run(c, chromedp.Evaluate[chromedp.Void](js)); return e }))
		for i := 0; i < 100; i++ {
			now, _ := chromedp.Run(ctx, chromedp.Location())
			if now != old {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		time.Sleep(700 * time.Millisecond)
	}
	do(s.Show(), chromedp.Navigate(*base+"/"), chromedp.Sleep(500*time.Millisecond))
	shot("1start", false)
	shot("1start-full", true)
	say := func(m string) {
		turn(fmt.Sprintf("document.getElementById('message').value=%q; document.getElementById('message').form.requestSubmit()", m))
	}
	say(*msg)
	shot("2turn", false)
	shot("2turn-full", true)
	turn("for (const f of document.querySelectorAll('fieldset')) f.querySelector('input[value=\"1\"]').click(); document.querySelector('.answer button').click()")
	shot("3later", false)
	shot("3later-full", true)
	do(chromedp.Func(func(c context.Context, t *chromedp.Target) error { _, e := chromedp.Run(c, chromedp.Evaluate[chromedp.Void]("document.querySelectorAll('.why').forEach(d=>d.open=true)")); return e }))
	shot("3why-full", true)
	turn("document.querySelector('.card h4 a').click()")
	shot("4product-full", true)
	do(chromedp.NavigateBack(), chromedp.Sleep(300*time.Millisecond))
	say(*impossible)
	shot("5nothing-full", true)
	do(chromedp.Navigate(*base+"/c/nosuch"))
	shot("6error-full", true)
	loc, _ := chromedp.Run(ctx, chromedp.Location())
	fmt.Println(name, strings.TrimSpace(loc))
}
