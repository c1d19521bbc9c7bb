package main

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"shopclerk/agent"
	"shopclerk/agent/shop/merchant"
	"shopclerk/cmd/internal/live"
	"shopclerk/words"
)

// tellingShop opens a shop with a desk over a data directory, and logs a merchandiser
// in.
func tellingShop(t *testing.T) (desk *visitor, clerk *agent.Agent, file string) {
	t.Helper()
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	server, err := newServer(config{Name: "Shopclerk", DeskPasswordHash: deskHash}, live.Fixed(s.clerk, s.shop.Catalogue), openFilesAt(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.work(t.Context()))
	now, release := server.live.Pin()
	t.Cleanup(release)
	desk = visit(t, serving(t, server.handler()))
	desk.logIn()
	return desk, now.Clerk, filepath.Join(dir, shopFile)
}

// tells is what the clerk says about the shop.
func tells(clerk *agent.Agent, language, topic string) string {
	text, _ := clerk.Merchant().Answer(words.Lookup(language), topic)
	return text
}

func TestShopTellsAtTheDesk(t *testing.T) {
	desk, clerk, file := tellingShop(t)
	p := desk.get("/desk/shop")
	if p.status != http.StatusOK || p.Find(".empty").Length() != 1 || p.Find("#topics tbody tr").Length() != len(merchant.Topics()) {
		t.Fatalf("status %d, empty %q, %d topics", p.status, p.texts(".empty"), p.Find("#topics tbody tr").Length())
	}
	guarded(t, p)
	if current := p.texts(".desk-nav [aria-current]"); len(current) != 1 || current[0] != "About the shop" {
		t.Errorf("the navigation is at %q", current)
	}

	form := desk.get(p.Find(".empty a").AttrOr("href", ""))
	p = desk.submit(form, formSetting, url.Values{"email": {"hello@example.com"}, "countries": {"Austria\r\nDE\r\n"}})
	if got := p.texts(".note"); p.at.Path != "/desk/shop" || len(got) != 1 || got[0] != "It is saved. Shoppers read it from now on." {
		t.Fatalf("the form led to %s and says %q", p.at, got)
	}
	if p.Find(".empty").Length() > 0 {
		t.Error("it says that nothing is told")
	}
	if got := tells(clerk, "de", merchant.Delivery); got != "Der Laden liefert nach: Österreich, Deutschland." {
		t.Errorf("the clerk says %q", got)
	}

	var link string
	p.Find("#topics tbody th a").Each(func(_ int, a *goquery.Selection) {
		if strings.TrimSpace(a.Text()) == "Payment" {
			link = a.AttrOr("href", "")
		}
	})
	form = desk.get(link)
	if got := form.texts(".preview p"); len(got) != 2 || got[0] != "The shop has not told me how you can pay. Ask the shop: hello@example.com." || !strings.HasPrefix(got[1], "Wie Sie zahlen") {
		t.Errorf("before, shoppers read %q", got)
	}
	look := desk.get(link + "?" + url.Values{"text-en": {"By card & <b>cash</b>."}, "text-de": {""}}.Encode())
	if got := look.texts(".preview p"); len(got) != 2 || got[0] != "By card & <b>cash</b>." || got[1] != got[0] || look.Find(".preview b").Length() > 0 {
		t.Errorf("the preview reads %q", got)
	}
	if got := look.Find("#text-en"); got.Text() != "By card & <b>cash</b>." || got.AttrOr("lang", "") != "en" || look.Find("#text-de").AttrOr("lang", "") != "de" {
		t.Errorf("the field holds %q", got.Text())
	}
	if got := tells(clerk, "en", merchant.Payment); !strings.HasPrefix(got, "The shop has not told") {
		t.Errorf("looking saved it: %q", got)
	}
	p = desk.submit(look, formSetting, url.Values{"text-en": {"By card & <b>cash</b>."}, "text-de": {"Mit  Karte."}})
	if got := tells(clerk, "en", merchant.Payment) + tells(clerk, "de", merchant.Payment); got != "By card & <b>cash</b>.Mit Karte." {
		t.Errorf("the clerk says %q", got)
	}
	row := p.Find("#topics tbody tr").FilterFunction(func(_ int, r *goquery.Selection) bool {
		return strings.HasPrefix(strings.TrimSpace(r.Text()), "Payment")
	})
	if got := row.Text(); !strings.Contains(got, "English, Deutsch") || !strings.Contains(got, "By card & <b>cash</b>.") {
		t.Errorf("its row reads %q", got)
	}
	if csv := string(desk.get("/desk/shop?format=csv").body); !strings.Contains(csv, "Payment,") {
		t.Errorf("as CSV: %s", csv)
	}
	before, err := os.ReadFile(file + ".bak")
	if err != nil || !strings.Contains(string(before), "hello@example.com") || strings.Contains(string(before), "Karte") {
		t.Errorf("the version before: %v\n%s", err, before)
	}
	p = desk.submit(desk.get(link), formSetting, url.Values{"text-en": {""}, "text-de": {""}})
	if got := tells(clerk, "de", merchant.Payment); !strings.HasPrefix(got, "Wie Sie zahlen können, hat der Laden mir nicht gesagt.") {
		t.Errorf("taken away, status %d, the clerk says %q", p.status, got)
	}
}

func TestShopRefusesAndKeepsWhatWasTyped(t *testing.T) {
	desk, clerk, file := tellingShop(t)
	desk.accept = "de"
	for _, tc := range []struct {
		part, field, typed, problem string
	}{
		{"reach", "email", "hallo at example.com", "„hallo at example.com“ ist keine E-Mail-Adresse."},
		{"reach", "phone", "ruf an", "„ruf an“ ist keine Telefonnummer."},
		{"reach", "url", "javascript:alert(1)", "ist keine Adresse einer Seite."},
		{"reach", "hours", strings.Repeat("x", 201), "Kürzen Sie es auf 200 Zeichen."},
		{"reach", "countries", "Österreich\nAtlantis", "„Atlantis“ ist kein Land."},
		{"returns", "text-de", strings.Repeat("ä", 1001), "Kürzen Sie es auf 1000 Zeichen."},
	} {
		t.Run(tc.field, func(t *testing.T) {
			form := desk.get("/desk/shop/" + tc.part)
			p := desk.submit(form, formSetting, url.Values{tc.field: {tc.typed}})
			if p.status != http.StatusOK || p.at.Path != "/desk/shop/"+tc.part || len(p.texts(".note.problem")) != 1 {
				t.Fatalf("it led to %s, status %d, %q", p.at, p.status, p.texts(".note"))
			}
			field := p.Find("#" + tc.field)
			if got := p.Find("#" + tc.field + "-problem").Text(); !strings.Contains(got, tc.problem) || field.AttrOr("aria-invalid", "") != "true" ||
				!strings.Contains(field.AttrOr("aria-describedby", ""), tc.field+"-problem") {
				t.Errorf("the field tells %q", got)
			}
			if got := field.AttrOr("value", field.Text()); got != tc.typed {
				t.Errorf("it holds %q", got)
			}
		})
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) || !clerk.Merchant().None() {
		t.Errorf("something was saved: %v", err)
	}
	for _, part := range []string{"weather", "x", "..%2f"} {
		if p := desk.get("/desk/shop/" + part); p.status != http.StatusNotFound {
			t.Errorf("%s: status %d", part, p.status)
		}
		if p := desk.post("/desk/shop/"+part, url.Values{"text-en": {"Cash."}}); p.status != http.StatusNotFound {
			t.Errorf("sent to %s: status %d", part, p.status)
		}
	}
}

// A damaged file is told, with its line, and nobody saves over it; mended by hand it is
// in force without a restart.
func TestShopFileDamagedAtTheDesk(t *testing.T) {
	desk, clerk, file := tellingShop(t)
	damaged := "[topic.payment]\nen = By cash.\n"
	put := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(damaged)
	p := desk.submit(desk.get("/desk/shop/returns"), formSetting, url.Values{"text-en": {"Within 30 days."}})
	if got := strings.Join(p.texts(".note.problem"), ""); p.at.Path != "/desk/shop/returns" || !strings.Contains(got, "shop.toml: line 2: ") || p.Find("#text-en").Text() != "Within 30 days." {
		t.Errorf("it led to %s and says %q", p.at, got)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != damaged {
		t.Errorf("the file is %s, %v", text, err)
	}
	if got := strings.Join(desk.get("/desk/shop").texts(".note.problem"), ""); !strings.Contains(got, "line 2") {
		t.Errorf("the page says %q", got)
	}
	put("[topic.payment]\nen = \"By cash.\"\n")
	if p = desk.submit(p, formSetting, url.Values{"text-en": {"Within 30 days."}}); len(p.texts(".note.problem")) > 0 {
		t.Errorf("mended, it says %q", p.texts(".note"))
	}
	if got := tells(clerk, "en", merchant.Payment) + " " + tells(clerk, "en", merchant.Returns); got != "By cash. Within 30 days." {
		t.Errorf("the clerk says %q", got)
	}
}
