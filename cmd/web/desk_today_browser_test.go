package main

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A merchandiser who has never seen the desk learns in fewer than ten clicks which
// question makes people leave, what people ask for that the shop does not have, and what
// to do next; sees what that would have changed, does it, and takes it back. By a laptop,
// and on a small phone without scripts.
func TestTodayInTheBrowser(t *testing.T) {
	shop, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	doors := openConfigured(t, config{Name: "Shopclerk", DeskPasswordHash: deskHash}, shop, filepath.Join(t.TempDir(), "journal.db"))
	base := visit(t, doors)
	for i := range 36 {
		stranger(base).begin("backpack") // and leaves
		stays := stranger(base)
		p := stays.begin("office chair")
		link, ok := p.Find(".card a[href^='/p/']").First().Attr("href")
		if !ok || stays.get(link).status != http.StatusOK {
			t.Fatal("no product to open")
		}
		if i%4 == 0 {
			stranger(base).begin("trampoline")
			says := stranger(base)
			says.say(says.begin("a blurple backpack"), "red")
		}
	}
	red := func() bool {
		return slices.ContainsFunc(stranger(base).begin("a blurple backpack").texts(".chip"), func(chip string) bool { return strings.Contains(chip, "red") })
	}
	if red() {
		t.Fatal("the word is understood already")
	}
	for _, test := range []struct {
		name    string
		screen  screen
		scripts bool
	}{
		{"laptop", laptop, true},
		{"small phone without scripts", smallPhone, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := openTab(t, doors, test.screen, test.scripts)
			clicks := 0
			click := func(selector, path string) {
				t.Helper()
				clicks++
				b.click(selector)
				b.until(path, `((location.pathname + location.search).replace(/&.*/, "") === "`+path+`" || location.pathname === "`+path+`") && document.readyState === "complete"`)
				b.fits()
				if test.scripts {
					b.accessible(inAll)
				}
			}
			says := func(selector, text string) {
				t.Helper()
				if got := eval[string](b, `document.querySelector(`+"`"+selector+"`"+`)?.innerText ?? "nothing"`); !strings.Contains(got, text) {
					t.Errorf("%s says %q and not %q", selector, got, text)
				}
			}
			b.open("/desk")
			b.until("the login", `document.querySelector("#password") !== null`)
			b.write("#password", deskPassword)
			click(".login-form button", "/desk")
			// which question makes people leave?
			says("#leave-1", "Backpacks")
			says("#leave-1", "That is more than chance.")
			click("#leave-1 a", "/desk/conversations")
			says("#conversations", "backpack")
			click(".desk-nav li:first-child a", "/desk")
			// what do people ask for that we do not have?
			says("#lack", "“trampoline” was asked for 9 times")
			says("#lack", "“blurple” was said")
			click("#lack-1 a:last-child", "/desk/words")
			says("#words", "blurple")
			says("#words", "Colour, red")
			click(".desk-nav li:first-child a", "/desk")
			// what should I do next?
			says("#next", "Understand “blurple” as Colour, red")
			preview := `#next li:has(input[value="blurple"]) a`
			click(preview, "/desk/controls/synonym")
			says("#foresight", "Read otherwise")
			says("#foresight strong", "red")
			click(".setting-form .primary", "/desk/controls?done=set")
			says(".note", "It is in force.")
			if !red() {
				t.Error("the word is still not understood")
			}
			click("#deeds tbody tr:first-child button", "/desk/controls?done=undone")
			says(".note", "It is undone.")
			if red() {
				t.Error("the word is still understood")
			}
			if clicks >= 10 {
				t.Errorf("it took %d clicks", clicks)
			}
			t.Logf("%d clicks", clicks)
		})
	}
}
