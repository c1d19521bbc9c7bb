// Package static serves the files that the pages load: the style sheet and the
// script of the shop, the style sheet of the desk, the vendored htmx library and
// the icon, all embedded.
//
// A file's address holds a hash of its content (see [URL]), so a browser may
// keep it for ever and still never shows a page with an older build's styles.
package static

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"
)

// Prefix begins the address of every file. [Handler] is to be mounted there.
const Prefix = "/static/"

// HTMXVersion is the version of htmx in vendor/htmx.min.js, which is the file
// dist/htmx.min.js of the package htmx.org on npm, unchanged.
const HTMXVersion = "2.0.11"

//go:embed css app.js suggest.js ticks.js icon.svg drawings.svg vendor
var files embed.FS

// parts lists what each served file is made of, in order. The style sheet is kept
// in parts to be read and is served as one file to be loaded.
var parts = map[string][]string{
	"app.css":      strings.Fields("css/tokens.css css/base.css css/start.css css/suggest.css css/panel.css css/answer.css css/questions.css css/results.css css/facets.css css/pages.css css/compare.css css/basket.css css/errand.css css/orders.css"),
	"app.js":       {"app.js", "suggest.js", "ticks.js"},
	"desk.css":     {"css/tokens.css", "css/base.css", "css/desk.css"},
	"htmx.js":      {"vendor/htmx.min.js"},
	"icon.svg":     {"icon.svg"},
	"drawings.svg": {"drawings.svg"},
}

// contentTypes are set here and not guessed, because a guess depends on the
// machine's own tables.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml; charset=utf-8",
}

// hashLength is the number of hexadecimal digits of the content's SHA-256 that
// stand in an address. 16 are 64 bits: no two builds of a handful of files meet.
const hashLength = 16

// comments of a style sheet are for who reads the sources, and are not sent.
var comments = regexp.MustCompile(`(?s)/\*.*?\*/\n?`)

var (
	bodies = map[string][]byte{} // by name
	names  = map[string]string{} // by address
	urls   = map[string]string{} // by name
)

func init() {
	for name, from := range parts {
		for _, f := range from {
			body, err := files.ReadFile(f)
			if err != nil {
				panic("static: " + err.Error()) // a build that lacks a file is broken
			}
			if path.Ext(f) == ".css" {
				body = comments.ReplaceAll(body, nil)
			}
			bodies[name] = append(bodies[name], body...)
		}
		sum, ext := sha256.Sum256(bodies[name]), path.Ext(name)
		urls[name] = Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:])[:hashLength] + ext
		names[urls[name]] = name
	}
}

// URL returns the address of a file: "/static/app.<hash>.css" for "app.css". The
// files are app.css, app.js, desk.css, htmx.js, icon.svg and drawings.svg; any other name
// panics, because a page without its styles is a mistake in the program.
func URL(name string) string {
	if urls[name] == "" {
		panic("static: there is no file " + name)
	}
	return urls[name]
}

// Handler serves the files at the addresses that [URL] gives. What it serves
// never changes at its address and may be kept for ever; any other address below
// [Prefix] is not found.
func Handler() http.Handler { return http.HandlerFunc(serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	name, ok := names[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentTypes[path.Ext(name)])
	h.Set("Cache-Control", "public, max-age=31536000, immutable") // a year, the longest that caches honour
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(bodies[name]))
}
