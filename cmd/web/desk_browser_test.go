package main

import (
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// From the login to a replay, on a small phone and with scripts off: the login leads
// to where one wanted to go, nothing is wider than the screen, turns are leafed
// through by links and by the arrow keys, and the way out is out.
func TestReplayInTheBrowser(t *testing.T) {
	shop, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	doors := openConfigured(t, config{Name: "Shopclerk", DeskPasswordHash: deskHash}, shop, filepath.Join(t.TempDir(), "journal.db"))
	shopper := visit(t, doors)
	shopper.say(shopper.begin(opening), "blue")
	for _, test := range []struct {
		name    string
		screen  screen
		scripts bool
	}{
		{"small phone", smallPhone, true},
		{"laptop without scripts", laptop, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := openTab(t, doors, test.screen, test.scripts)
			at := func(query string) {
				t.Helper()
				b.until("turn "+query, `location.pathname.startsWith("/desk/conversations/") && location.search === "`+query+`" && document.readyState === "complete"`)
				b.fits()
			}
			b.open("/desk/conversations?period=7")
			b.until("the login", `document.querySelector("#password") !== null`)
			b.fits()
			b.write("#password", deskPassword)
			b.click(".login-form button")
			b.until("the list", `location.pathname + location.search === "/desk/conversations?period=7" && document.querySelector("#conversations") !== null`)
			b.fits()
			b.click("#conversations tbody th a")
			at("?period=7")
			if test.scripts {
				b.press(kb.ArrowRight)
				at("?period=7&turn=2")
				b.press(kb.ArrowLeft)
				at("?period=7&turn=1")
			} else {
				b.click(`a[rel="next"]`)
				at("?period=7&turn=2")
				b.click(`a[rel="prev"]`)
				at("?period=7&turn=1")
			}
			b.click(".desk-out button")
			b.until("the way out", `location.pathname === "/desk/login"`)
			b.open("/desk/conversations")
			b.until("the login again", `document.querySelector("#password") !== null`)
		})
	}
}
