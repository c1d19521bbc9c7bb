package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"shopclerk/cmd/internal/browser"
)

// shot is a picture of what the screen shows.
type shot struct {
	name string
	png  []byte
}

// tour shops like a shopper and takes a picture of each page.
func tour(ctx context.Context, screen browser.Screen, address, message string) ([]shot, error) {
	ctx, end := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	defer end()
	var shots []shot
	for _, step := range []struct {
		name string
		do   chromedp.Action[chromedp.Void]
	}{
		{"start", chromedp.Steps(screen.Show(), withoutScrollbars(), chromedp.Navigate(address+"/"))},
		{"turn", follow(chromedp.SendKeys(chromedp.ID("message"), message), chromedp.Click(chromedp.CSS(".search button")))},
		{"product", follow(chromedp.Click(chromedp.CSS(".card h4 a")))},
	} {
		if err := chromedp.Do(ctx, step.do, drawn()); err != nil {
			return nil, fmt.Errorf("the page %s: %w", step.name, err)
		}
		png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		if err != nil {
			return nil, fmt.Errorf("taking the picture %s: %w", step.name, err)
		}
		shots = append(shots, shot{step.name, png})
	}
	return shots, nil
}

// withoutScrollbars hides them, as most systems do until something is scrolled.
func withoutScrollbars() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true})
		return err
	})
}

// follow does what leads to another page, and waits until that is loaded.
func follow(steps ...chromedp.Action[chromedp.Void]) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		response, err := chromedp.RunResponse(ctx, steps...)
		if err == nil && response.Status >= 400 {
			err = fmt.Errorf("status %d", response.Status)
		}
		return err
	})
}

// drawTime is how long pictures may take to arrive and be drawn.
const drawTime = 10 * time.Second

// drawn waits until every picture in sight is drawn.
func drawn() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](`[...document.images]
			.filter(i => i.getBoundingClientRect().top < innerHeight)
			.every(i => i.complete && i.naturalWidth > 0)`, chromedp.WithPollingTimeout(drawTime)))
		if err != nil {
			return errors.Join(errors.New("some picture does not arrive"), err)
		}
		return nil
	})
}
