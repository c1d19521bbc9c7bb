package main

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"

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
}

// The screens that pages are looked at on: the narrowest phone in use, a common
// phone, and a laptop.
var (
	smallPhone = screen{Width: 320, Height: 640, Phone: true}
	phone      = screen{Width: 390, Height: 844, Phone: true}
	laptop     = screen{Width: 1280, Height: 800}
)

// show makes the tab behave like the screen.
func (s screen) show() chromedp.Action[chromedp.Void] {
	var options []chromedp.EmulateViewportOption
	if s.Phone {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
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
