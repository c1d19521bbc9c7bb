package main

import (
	"path/filepath"
	"testing"
)

// What the shop tells is typed, refused, looked at and saved with scripts off, and each
// page on the way is one that everybody can use.
func TestShopTellsInTheBrowser(t *testing.T) {
	shop, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	doors := openConfigured(t, config{Name: "Shopclerk", DeskPasswordHash: deskHash}, shop, filepath.Join(t.TempDir(), "journal.db"))
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
			at := func(what, condition string) {
				t.Helper()
				b.until(what, condition+` && document.readyState === "complete"`)
				b.fits()
				if test.scripts {
					b.accessible(inAll)
				}
			}
			write := func(text string) {
				t.Helper()
				eval[string](b, `document.querySelector("#email").value = ""`)
				b.write("#email", text)
			}
			b.open("/desk/shop/reach")
			at("the login", `document.querySelector("#password") !== null`)
			b.write("#password", deskPassword)
			b.click(".login-form button")
			at("the form", `document.querySelector("#email") !== null`)
			write("hello at example.com")
			b.click(".setting-form .primary")
			at("what is wrong", `document.querySelector("#email-problem") !== null`)
			write("hello@example.com")
			b.click(".setting-form button[formmethod=get]")
			at("what shoppers will read", `document.querySelector(".preview").textContent.includes("hello@example.com") && document.querySelector("#email-problem") === null`)
			b.click(".setting-form .primary")
			at("all topics", `location.pathname + location.search === "/desk/shop?done=set" && document.querySelector("[role=status]") !== null`)
		})
	}
}
