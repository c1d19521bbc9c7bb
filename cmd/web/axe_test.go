package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// axe reads the vendored axe-core.
var axe = sync.OnceValues(func() (string, error) {
	text, err := os.ReadFile(filepath.Join("testdata", "axe", "axe.min.js"))
	return string(text), err
})

// What axe is asked: all that a machine can check of WCAG 2.2 at the levels A and
// AA, or colours alone.
const (
	inAll     = `{type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}`
	inColours = `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`
)

// accessible checks the page by the rules that are named: nothing at all may be
// found, serious or not. It works on pages whose policy lets no foreign script run,
// because it is evaluated by the debugger.
func (b *tab) accessible(rules string) {
	b.t.Helper()
	for _, v := range b.violations(rules) {
		b.t.Errorf("axe: %s (%s): %s\n\t%s", v.ID, v.Impact, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// violation is a rule of axe-core that the page breaks.
type violation struct {
	ID, Impact, Help string
	Nodes            []string // where and how
}

// violations asks axe-core, once colours have stopped changing.
func (b *tab) violations(rules string) []violation {
	b.t.Helper()
	source, err := axe()
	if err != nil {
		b.t.Fatal(err)
	}
	return eval[[]violation](b, "if (!window.axe) {"+source+`}
		Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0)))
		.then(() => axe.run(document, {runOnly: `+rules+`, resultTypes: ["violations"], preload: false}))
		.then(r => r.violations.map(v => ({
			ID: v.id, Impact: v.impact, Help: v.help,
			Nodes: v.nodes.map(n => n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " ")),
		})))`)
}

// What the other tests rely on to find nothing is not blind.
func TestAxeSees(t *testing.T) {
	for rule, body := range map[string]string{
		"image-alt":      `<img src="/static/icon.svg">`,
		"label":          `<input type="text">`,
		"color-contrast": `<p class="pale">pale</p>`,
		"target-size":    `<button>x</button><button>y</button>`,
	} {
		t.Run(rule, func(t *testing.T) {
			doors := serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Security-Policy", contentSecurity(nil))
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprintf(w, `<!doctype html><html lang="en"><title>x</title><link rel="stylesheet" href="/style.css"><main><h1>x</h1>%s</main>`, body)
				case "/style.css":
					w.Header().Set("Content-Type", "text/css")
					fmt.Fprint(w, `.pale { color: #bbb; background: #fff } button { width: 12px; height: 12px; padding: 0; border: 0; margin: 0 }`)
				default:
					w.Header().Set("Content-Type", "image/svg+xml")
					fmt.Fprint(w, `<svg xmlns="http://www.w3.org/2000/svg"/>`)
				}
			}))
			b := openTab(t, doors, laptop, true)
			b.open("/")
			var found []string
			for _, v := range b.violations(inAll) {
				found = append(found, v.ID)
			}
			if !slices.Contains(found, rule) {
				t.Errorf("found %q, want %s", found, rule)
			}
		})
	}
}
