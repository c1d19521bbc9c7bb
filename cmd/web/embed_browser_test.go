package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A page of another site, in German and with a strict policy, that has the clerk on it.
const host = `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Laden</title>
<link rel="icon" href="data:,"><h1>Laden</h1><p><a href="#x">Ein Verweis</a></p><script src="%s/clerk.js" async></script></html>`

// openHost serves a page of another site on which a shop stands; the shop is configured
// with the page's origin or, where it is not listed, with that of yet another.
func openHost(t *testing.T, screen screen, c config, listed bool) (page *tab, clerk string) {
	t.Helper()
	var doors *httptest.Server
	site := serving(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", fmt.Sprintf("default-src 'none'; img-src data:; script-src %[1]s; frame-src %[1]s; require-trusted-types-for 'script'", doors.URL))
		fmt.Fprintf(w, host, doors.URL)
	}))
	site.URL = strings.Replace(site.URL, "127.0.0.1", "localhost", 1) // another site, to a browser
	c.Name, c.Language, c.EmbedOrigins = "Shopclerk", "en", []string{"https://shop.example"}
	if listed {
		c.EmbedOrigins = append(c.EmbedOrigins, site.URL)
	}
	doors = openConfigured(t, c, staffDemo(t), filepath.Join(t.TempDir(), "journal.db"))
	page = openTab(t, site, screen, true)
	page.open("/")
	page.until("the clerk's button", root+"?.querySelector('.opener') != null")
	return page, doors.URL
}

// root is what the script has put on the page.
const root = "document.body?.lastElementChild.shadowRoot"

// frame waits for the page in the panel, and returns it as a tab.
func (b *tab) frame() *tab {
	b.t.Helper()
	var id target.ID
	for range 500 {
		all, err := chromedp.Targets(b.ctx)
		if err != nil {
			b.t.Fatal(err)
		}
		if i := slices.IndexFunc(all, func(i *target.Info) bool { return i.Type == "iframe" }); i >= 0 {
			id = all[i].TargetID
			break
		}
		b.do(chromedp.Sleep(look))
	}
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(id))
	b.t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // attaches to it for as long as the test runs
		b.t.Fatal(err)
	}
	f := &tab{t: b.t, ctx: ctx, base: b.base}
	f.until("the page in the panel", settled)
	return f
}

// A shopper on another site's page asks the clerk, with the keyboard alone: the panel has the
// focus while it is open, Escape closes it, and the conversation goes on where it stood. On a
// phone it takes the whole screen.
func TestClerkOnAnotherSite(t *testing.T) {
	for name, screen := range map[string]screen{"laptop": laptop, "phone": phone} {
		t.Run(name, func(t *testing.T) {
			b, _ := openHost(t, screen, config{}, true)
			b.fits()
			b.press(kb.Tab)
			b.press(kb.Tab)
			b.until("the focus on the button", root+".activeElement?.className === 'opener'")
			if got := eval[string](b, root+".querySelector('.opener').textContent"); got != "Verkäufer fragen" {
				t.Errorf("on a German page the button says %q", got)
			}
			b.accessible(inAll)
			b.press(kb.Enter)
			f := b.frame()
			b.until("the focus in the panel", root+".activeElement?.tagName === 'IFRAME'")
			if screen.Phone {
				f.tabTo("#message")
			}
			f.focused("message", "opening the panel")
			f.accessible(inAll)
			f.press("backpack under 150")
			before := eval[string](f, address)
			f.press(kb.Enter)
			f.until("the next state", fmt.Sprintf("%s !== %q && %s", address, before, settled))
			f.wantChips("a message", "Backpacks", "up to €150")
			if n := len(f.titles()); n != 10 {
				t.Errorf("%d products in the panel", n)
			}
			f.fits()
			f.say("not black") // without a cookie the shopper goes on in a copy
			f.wantChips("another message", "Backpacks", "up to €150", "not black")
			if size := eval[[]float64](b, `(r => [r.width, r.height, innerWidth, innerHeight])(`+root+`.querySelector("dialog").getBoundingClientRect())`); screen.Phone != (size[0] == size[2] && size[1] == size[3]) {
				t.Errorf("the panel is %.0f by %.0f on a screen of %.0f by %.0f", size[0], size[1], size[2], size[3])
			}
			b.do(screen.show())
			f.press(kb.Escape)
			b.until("the panel to close", "!"+root+".querySelector('dialog').open")
			b.until("the focus on the button again", root+".activeElement?.className === 'opener'")

			// on the next page of the site
			at := eval[string](f, "location.pathname + location.search")
			b.open("/")
			b.until("the clerk's button", root+"?.querySelector('.opener') != null")
			eval[bool](b, root+".querySelector('.opener').click() ?? true")
			f = b.frame()
			if got := eval[string](f, "location.pathname + location.search"); got != at {
				t.Errorf("on the site's next page the panel shows %s, was %s", got, at)
			}
			eval[bool](b, root+".querySelector('header button').click() ?? true")
			b.until("the panel to close", "!"+root+".querySelector('dialog').open")
		})
	}
}

// Only sites that the shop lists have it in a frame; the panel of any other offers it in a tab.
func TestClerkIsRefusedElsewhere(t *testing.T) {
	b, clerk := openHost(t, laptop, config{}, false)
	eval[bool](b, root+".querySelector('.opener').click() ?? true")
	b.expect("frame-ancestors")
	if got := eval[string](b, root+".querySelector('header a').href"); got != clerk+"/" {
		t.Errorf("the way to the clerk leads to %s", got)
	}
	b.troubles()
}

// Behind TLS a shopper is known in the frame of a listed site, and keeps a basket there. A
// browser takes loopback addresses for as safe.
func TestClerkKnowsShoppersOnAnotherSite(t *testing.T) {
	b, _ := openHost(t, laptop, config{Secure: true}, true)
	eval[bool](b, root+".querySelector('.opener').click() ?? true")
	f := b.frame()
	f.write("#message", "backpack")
	f.turn(func() { f.press(kb.Enter) })
	f.click("#p1 .put button")
	f.until("the notice", "document.querySelector('#p1 .note') && "+settled)
	if got := f.texts(".basket-count"); !slices.Equal(got, []string{"1"}) {
		t.Errorf("the basket counts %q, and says %q", got, f.texts("#p1 .note"))
	}
}

func TestEmbedding(t *testing.T) {
	const site = "https://www.example.com"
	c := config{Name: "Shopclerk", Language: "de", Secure: true, EmbedOrigins: []string{site}, DeskPasswordHash: deskHash}
	v := visit(t, openConfigured(t, c, staffDemo(t), filepath.Join(t.TempDir(), "journal.db")))
	p := v.get("/")
	if got := p.header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "frame-ancestors 'self' "+site) || p.header.Get("X-Frame-Options") != "" {
		t.Errorf("a page comes with %v", p.header)
	}
	if got := p.header.Get("Set-Cookie"); !strings.Contains(got, "SameSite=None") || !strings.Contains(got, "Secure") || !strings.Contains(got, "Partitioned") {
		t.Errorf("the cookie is %s", got)
	}
	if got := v.get("/desk/sign-in").header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "frame-ancestors 'none'") {
		t.Errorf("the desk comes with %s", got)
	}
	r := v.request(http.MethodPost, "/c", map[string][]string{"message": {"backpack"}})
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Origin", site)
	if p := v.do(r); p.status != http.StatusForbidden {
		t.Errorf("a page that has the clerk in a frame can send its forms: status %d", p.status)
	}
	script := v.get("/clerk.js")
	if n := len(script.body); script.status != http.StatusOK || n > 6<<10 || !strings.HasPrefix(script.header.Get("Content-Type"), "text/javascript") {
		t.Errorf("status %d, %d bytes of %s", script.status, n, script.header.Get("Content-Type"))
	}
	if got := visit(t, demoShop(t)).get("/").header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "frame-ancestors 'none'") {
		t.Errorf("a shop that lists no site comes with %s", got)
	}
}

func TestEmbedOrigins(t *testing.T) {
	for _, origin := range []string{"https://www.example.com", "http://localhost:8080"} {
		if err := (&config{}).parse("[server]\nembed_origins = [\"" + origin + "\"]"); err != nil {
			t.Errorf("%s: %v", origin, err)
		}
	}
	for _, origin := range []string{"www.example.com", "https://www.example.com/", "https://*.example.com", "*", "https://a.example; script-src *", "ftp://a.example", "'self'"} {
		err := (&config{}).parse("[server]\n\nembed_origins = [\"https://a.example\", \"" + origin + "\"]")
		if want := fmt.Sprintf("line 3: embed_origins: %q is no origin; write scheme and host alone", origin); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v", origin, err)
		}
	}
}
