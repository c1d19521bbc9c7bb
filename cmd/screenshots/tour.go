package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"shopclerk/cmd/internal/browser"
	"shopclerk/cmd/internal/tour"
)

// look is how a page is looked at.
type look struct {
	name   string
	screen browser.Screen
}

// looks are a phone and a laptop, in light and in darkness.
var looks = []look{
	{"phone", browser.Phone},
	{"phone-dark", dark(browser.Phone)},
	{"laptop", browser.Laptop},
	{"laptop-dark", dark(browser.Laptop)},
}

func dark(s browser.Screen) browser.Screen { s.Dark = true; return s }

// longest bounds the height of a picture, in CSS pixels: beyond it Chromium draws
// nothing.
const longest = 16_000

// picture takes a picture of all of a page, on a screen as high as the page is long:
// what sticks to the screen's edge then covers nothing.
func picture(ctx context.Context, address string, l *look, s *tour.Stop) ([]byte, error) {
	carrying := chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		return browser.Carry(ctx, address, s.Cookies)
	})
	if err := chromedp.Do(ctx, l.screen.Show(), withoutScrollbars(), carrying, follow(address+s.Address, s.Status), drawn()); err != nil {
		return nil, fmt.Errorf("the page %s: %w", s.Name, err)
	}
	height, err := chromedp.Run(ctx, chromedp.Evaluate[int64]("document.documentElement.scrollHeight"))
	if err != nil {
		return nil, fmt.Errorf("measuring the page %s: %w", s.Name, err)
	}
	long := l.screen
	long.Height = min(max(long.Height, height), longest)
	if err := chromedp.Do(ctx, long.Show(), drawn()); err != nil {
		return nil, fmt.Errorf("the page %s: %w", s.Name, err)
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return nil, fmt.Errorf("taking the picture of %s: %w", s.Name, err)
	}
	return png, nil
}

// withoutScrollbars hides them, as most systems do until something is scrolled.
func withoutScrollbars() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true})
		return err
	})
}

// follow opens an address, which is answered with the status.
func follow(address string, status int) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		response, err := chromedp.RunResponse(ctx, chromedp.Navigate(address))
		if err == nil && int(response.Status) != status {
			err = fmt.Errorf("status %d, not %d", int(response.Status), status)
		}
		return err
	})
}

// drawTime is how long pictures may take to arrive and be drawn.
const drawTime = 10 * time.Second

// drawn loads every picture of the page, also below what is in sight, and waits until
// they are drawn.
func drawn() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.readyState === "complete" && [...document.images]
			.map(i => { i.loading = "eager"; return i.complete && i.naturalWidth > 0; }).every(x => x)`, chromedp.WithPollingTimeout(drawTime)))
		if err != nil {
			return errors.Join(errors.New("some picture does not arrive"), err)
		}
		return nil
	})
}
