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
	"encoding/json"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"shopclerk/words"
)

// Prefix begins the address of every file. [Handler] is to be mounted there.
const Prefix = "/static/"

// HTMXVersion is the version of htmx in vendor/htmx.min.js, which is the file
// dist/htmx.min.js of the package htmx.org on npm, unchanged.
const HTMXVersion = "2.0.11"

//go:embed css app.js suggest.js ticks.js frame.js clerk.js icon.svg drawings.svg vendor
var files embed.FS

// parts lists what each served file is made of, in order. The style sheet is kept
// in parts to be read and is served as one file to be loaded.
var parts = map[string][]string{
	"app.css":      strings.Fields("css/tokens.css css/base.css css/start.css css/suggest.css css/panel.css css/answer.css css/questions.css css/results.css css/facets.css css/pages.css css/compare.css css/basket.css css/errand.css css/orders.css"),
	"app.js":       {"app.js", "suggest.js", "ticks.js", "frame.js"},
	"desk.css":     {"css/tokens.css", "css/base.css", "css/desk.css"},
	"htmx.js":      {"vendor/htmx.min.js"},
	"icon.svg":     {"icon.svg"},
	"drawings.svg": {"drawings.svg"},
	"clerk.js":     {"clerk.js"},
}

// ClerkPath is where other sites' pages find the script that puts the clerk on them. The address
// is written there and stays, so they keep it for an hour.
const ClerkPath = "/clerk.js"

// labels are those of clerk.js by the code of a language, in JSON.
func labels() []byte {
	of := map[string][]string{}
	for _, l := range words.Languages() {
		of[l.Code()] = []string{l.T("embed.open"), l.T("embed.close"), l.T("embed.apart")}
	}
	text, _ := json.Marshal(of) // never fails
	return text
}

// contentTypes are set here and not guessed, because a guess depends on the
// machine's own tables.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml; charset=utf-8",
}

// comments are for who reads the sources, and are not sent.
var comments = regexp.MustCompile(`(?s:/\*.*?\*/\n?)|(?m:^ *//.*\n)`)

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
			if path.Dir(f) != "vendor" {
				body = bytes.Replace(comments.ReplaceAll(body, nil), []byte("LABELS"), labels(), 1)
			}
			bodies[name] = append(bodies[name], body...)
		}
		sum, ext := sha256.Sum256(bodies[name]), path.Ext(name)
		urls[name] = Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:8]) + ext
		names[urls[name]] = name
	}
	names[ClerkPath] = "clerk.js"
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

// Handler serves the files at the addresses that [URL] gives, and at [ClerkPath]. What it
// serves at the former never changes and may be kept for ever; any other address is not found.
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
	if r.URL.Path == ClerkPath {
		h.Set("Cache-Control", "public, max-age=3600")
	}
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(bodies[name]))
}
