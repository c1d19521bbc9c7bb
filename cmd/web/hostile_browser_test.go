package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"shopclerk/catalog"
)

// deed is what hostile texts would do: a page on which it was done tells.
const deed = "hacked=1"

// titles are what a feed may send as a title, a brand, a value or the name of a
// category to break out of its place or to make a page unreadable.
var hostileTitles = []string{
	"<script>" + deed + "</script>",
	`"><img src=x onerror="` + deed + `">`,
	`'><svg onload='` + deed + `'>`,
	"</title></textarea></select><script>" + deed + "</script>",
	"{{" + deed + "}} ${" + deed + "} <!-- <script>" + deed + "//",
	"javascript:" + deed,
	`=HYPERLINK("javascript:` + deed + `","lamp")`,
	"+1+cmd|' /C calc'!A0",
	"\u202egnp.pmal\u202c \u2066\u200f\u061c", // shown backwards, and never closed
	"מנורה שקטה למשרד עם " + "\u202e" + "lamp",
	"null\x00byte bell\x07 escape\x1b[31m tab\ttab\r\nline\u2028separator",
	"z\u0335\u0321\u0322\u0327\u0328\u0331\u0332\u0333\u0339\u033a\u033b\u033c\u0345\u0347\u0348\u0349\u034d\u034e algo",
	strings.Repeat("Donaudampfschifffahrt", 40),
	strings.Repeat("https://example.com/", 30),
	strings.Repeat("ten kilobytes of a title ", 410),
	strings.Repeat("\U0001F469\u200d\U0001F469\u200d\U0001F467", 60),
}

// hostileIDs are what a feed may send as an id to lead elsewhere or nowhere.
var hostileIDs = []string{"plain", "a/b", "50%", "50%25", "x?y#z&c=1", "ü ß", "..", "a.svg"}

// hostileID is the id of the i-th product of the worst feed.
func hostileID(i int) string {
	if last := i - 5*len(hostileTitles); last >= 0 && last < len(hostileIDs) {
		return hostileIDs[last]
	}
	return fmt.Sprintf(`%d"><script>%s</script>`, i, deed)
}

// worst is the catalogue of a feed that means harm: in every text and every address,
// with enough products for questions, filters and comparisons.
func worst(yield func(catalog.Record) bool) {
	text := func(i int) string { return hostileTitles[i%len(hostileTitles)] }
	short := []string{hostileTitles[0], hostileTitles[1], hostileTitles[5], "\u202eder", "red\x00\x07"} // long values are not asked about
	for i := range 6 * len(hostileTitles) {
		value := catalog.Raw{Kind: catalog.RawText, Text: short[i/2%len(short)]}
		if !yield(catalog.Record{
			ID: hostileID(i), Title: text(i), Brand: text(i / 5), Description: text(i+1) + "\n\n" + text(i+2),
			Category: []string{"Lamps > " + hostileTitles[0], `"><svg onload="` + deed + `">`}[i%2],
			Price:    catalog.Price{Minor: int64(100 * (i + 1)), Currency: "EUR"}, Rating: 4.5, Ratings: 12, Stock: -1,
			Image: "javascript:" + deed, Link: "  JavaScript:" + deed,
			Attributes: []catalog.RawAttribute{{Key: "colour" + hostileTitles[1], Value: value}, {Key: "kind", Value: value}},
		}) {
			return
		}
	}
}

// What a feed or a shopper sends stays text wherever it is shown, even where the
// content security policy is switched off, and no page grows wider than a small
// phone.
func TestHostileTextsInTheBrowser(t *testing.T) {
	t.Parallel()
	b := openTab(t, openDoors(t, sells(t, t.TempDir(), worst), filepath.Join(t.TempDir(), "journal.db")), smallPhone, true)
	b.unprotected()

	b.open("/")
	b.inert()
	var conversation string
	for i := range 2 {
		b.open("/")
		b.turn(func() { b.click(fmt.Sprintf("li:nth-child(%d) .tile", i+1)) })
		b.inert()
		conversation = eval[string](b, "location.pathname")
		if len(b.asked()) == 0 || len(b.texts(".facet")) < 3 {
			t.Fatalf("questions %q and filters %q do not show what the feed sent", b.asked(), b.texts(".facet > summary"))
		}
		for _, e := range []string{".because summary", ".facets > summary", ".why summary"} {
			eval[chromedp.Void](b, fmt.Sprintf("document.querySelectorAll(%q).forEach(e => e.click())", e))
		}
		b.inert()
		b.click(".facets > summary") // they cover a phone's page
		b.click("label[for=q1-1]")
		b.turn(func() { b.click(answerButton) })
		b.inert()
		b.turn(func() { b.click(".more a") })
		b.inert()
	}
	for i, text := range hostileTitles {
		if i%2 == 0 { // half of them: each is a turn
			b.open(conversation)
			eval[chromedp.Void](b, fmt.Sprintf("{document.getElementById('message').value = %s}", literal(text[:min(len(text), 400)])))
			b.turn(func() { b.click(sendButton) })
			b.inert()
		}
	}
	picked := url.Values{}
	for i := range hostileTitles {
		id := hostileID(i)
		b.open("/p/" + url.PathEscape(id))
		b.inert()
		if got := len(b.texts(".product h1")); got != 1 {
			t.Fatalf("%q has no page: %q", id, b.texts("h1"))
		}
		if got := eval[string](b, "getComputedStyle(document.querySelector('.product h1')).direction"); (got == "rtl") != strings.HasPrefix(hostileTitles[i], "מ") {
			t.Errorf("%q is set %s", hostileTitles[i], got)
		}
		if bad := b.texts("a[href^='javascript' i], img[src^='javascript' i]"); len(bad) > 0 {
			t.Errorf("%q links a script: %q", id, bad)
		}
		picked.Add("p", id)
		if i < 4 {
			b.turn(func() { b.click(".product-offer .put button") })
			b.inert()
		}
		if i%4 == 3 {
			b.open("/compare?" + picked.Encode())
			b.inert()
			picked = url.Values{}
		}
	}
	for _, typed := range []string{"script", "javascript", "ten kilo"} {
		b.open("/")
		b.write("#message", typed)
		b.until("the suggestions for "+typed, "document.querySelector('#suggestions:not([hidden]) .suggestion') !== null")
		b.inert()
	}
	for _, address := range []string{"/basket?put=" + url.QueryEscape(hostileTitles[0]), "/c/" + url.PathEscape(hostileTitles[0]), conversation + "/delete", "/"} {
		b.open(address)
		b.inert()
	}
	b.troubles() // addresses that lead nowhere
	b.exported()
}

// Where the policy is switched off, what the pages let through would run.
func TestUnprotectedScriptsRun(t *testing.T) {
	b := openTab(t, paged(t, map[string]string{"/": hostileTitles[0], "/favicon.ico": ""}), smallPhone, true)
	b.unprotected()
	b.open("/")
	if !eval[bool](b, "'hacked' in window") {
		t.Error("the script did not run")
	}
}

// unprotected switches the content security policy off.
func (b *tab) unprotected() {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true})
		return err
	}))
}

// inert checks that nothing that came from outside has run or has made an element,
// and that the page is as wide as its screen.
func (b *tab) inert() {
	b.t.Helper()
	at := eval[string](b, "location.pathname")
	if eval[bool](b, "'hacked' in window") {
		b.t.Errorf("%s: a foreign script ran", at)
	}
	if found := eval[[]string](b, `[...document.querySelectorAll("script:not([src^='/static/']), [onerror], [onload], [style]:not(#suggestions), iframe, object, embed, base")].map(e => e.outerHTML)`); len(found) > 0 {
		b.t.Errorf("%s: foreign elements: %q", at, found)
	}
	b.fits()
}

// exported checks that what is stored of the shopper comes as a file that no browser
// draws, and is whole.
func (b *tab) exported() {
	b.t.Helper()
	got := eval[struct {
		Type, Disposition, Body string
		Status                  int
	}](b, `fetch("/mine").then(async r => ({Type: r.headers.get("Content-Type"), Disposition: r.headers.get("Content-Disposition"), Status: r.status, Body: await r.text()}))`)
	if got.Status != http.StatusOK || got.Type != "application/json" || !strings.HasPrefix(got.Disposition, "attachment") || !json.Valid([]byte(got.Body)) {
		b.t.Errorf("the export is sent with status %d as %s, %s", got.Status, got.Type, got.Disposition)
	}
}

// literal spells a text as JavaScript does.
func literal(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err) // of a string
	}
	return string(text)
}
