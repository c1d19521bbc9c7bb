// Package static serves the files that the pages load: the style sheet and the
// script of the shop, the style sheet of the desk, the vendored htmx library and
// the icon, all embedded.
//
// A file's address holds a hash of its content (see [URL]), so a browser may
// keep it for ever and still never shows a page with an older build's styles.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
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

//go:embed css app.js suggest.js ticks.js icon.svg vendor drawings
var files embed.FS

// parts lists what each served file is made of, in order. The style sheet is kept
// in parts to be read and is served as one file to be loaded.
var parts = []struct {
	name  string
	files []string
}{
	{"app.css", []string{"css/tokens.css", "css/base.css", "css/start.css", "css/suggest.css", "css/panel.css", "css/answer.css", "css/questions.css", "css/results.css", "css/facets.css", "css/pages.css", "css/compare.css", "css/basket.css", "css/errand.css", "css/orders.css"}},
	{"app.js", []string{"app.js", "suggest.js", "ticks.js"}},
	{"desk.css", []string{"css/tokens.css", "css/base.css", "css/desk.css"}},
	{"htmx.js", []string{"vendor/htmx.min.js"}},
	{"icon.svg", []string{"icon.svg"}},
}

// contentTypes are set here and not guessed, because a guess depends on the
// machine's own tables.
var contentTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml; charset=utf-8",
}

// asset is a file ready to be sent.
type asset struct {
	url         string
	contentType string
	etag        string
	body        []byte
	zipped      []byte
}

var (
	byName = map[string]*asset{}
	byURL  = map[string]*asset{}
)

func init() {
	for _, p := range parts {
		a, err := newAsset(p.name, p.files)
		if err != nil {
			panic("static: " + err.Error()) // the files are embedded: a build that lacks one is broken
		}
		byName[p.name], byURL[a.url] = a, a
	}
}

func newAsset(name string, from []string) (*asset, error) {
	var body bytes.Buffer
	for _, f := range from {
		b, err := files.ReadFile(f)
		if err != nil {
			return nil, fmt.Errorf("assembling %s: %w", name, err)
		}
		switch {
		case path.Ext(f) == ".css":
			b = []byte(tight.Replace(string(lean(remark.ReplaceAll(b, nil)))))
		case path.Ext(f) == ".js" && path.Dir(f) == ".": // vendored files are served as they came
			b = []byte(tightScript.Replace(string(lean(scriptRemark.ReplaceAll(b, nil)))))
		}
		body.Write(b)
	}
	sum := sha256.Sum256(body.Bytes())
	hash := hex.EncodeToString(sum[:])[:hashLength]
	zipped, err := compress(body.Bytes())
	if err != nil {
		return nil, fmt.Errorf("compressing %s: %w", name, err)
	}
	ext := path.Ext(name)
	return &asset{
		url:         Prefix + strings.TrimSuffix(name, ext) + "." + hash + ext,
		contentType: contentTypes[ext],
		etag:        hash,
		body:        body.Bytes(),
		zipped:      zipped,
	}, nil
}

// What is there for readers only: a comment in a style sheet, and one in a script,
// at a line's beginning or behind a sign and a space. No string in ours holds a
// comment's beginning or a line's end.
var (
	remark       = regexp.MustCompile(`(?s)/\*.*?\*/`)
	scriptRemark = regexp.MustCompile(`(?m)(^|\s)// .*$`)
)

// tight takes out what a style sheet has between signs to be read: within a rule, never
// within a selector, where space is a sign. No string in ours holds these signs.
var tight = strings.NewReplacer(": ", ":", " {\n", "{", ";\n", ";", ",\n", ",")

// tightScript does so for a script, where space between these signs means nothing. No
// string in ours holds one.
var tightScript = strings.NewReplacer(";\n", ";", " {\n", "{", "{ ", "{", " }", "}", "if (", "if(", "for (", "for(", " + ", "+", " - ", "-", " > ", ">", " % ", "%", " => ", "=>", " === ", "===", " !== ", "!==", " = ", "=", ", ", ",", ": ", ":", " && ", "&&", " || ", "||", " ?? ", "??", " ? ", "?", ") {", "){")

// lean takes out indents and empty lines.
func lean(text []byte) []byte {
	var out bytes.Buffer
	for line := range bytes.Lines(text) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			out.Write(line)
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}

// hashLength is the number of hexadecimal digits of the content's SHA-256 that
// stand in an address. 16 are 64 bits: no two builds of a handful of files meet.
const hashLength = 16

func compress(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// URL returns the address of a file: "/static/app.<hash>.css" for "app.css". The
// files are app.css, app.js, desk.css, desk.js, htmx.js and icon.svg; any other name
// panics, because a page without its styles is a mistake in the program.
func URL(name string) string {
	a, ok := byName[name]
	if !ok {
		panic("static: there is no file " + name)
	}
	return a.url
}

// Drawing returns the drawing of a thing, as SVG with places for colours. A name that has none
// panics, as that of a file does.
func Drawing(name string) string {
	b, err := files.ReadFile("drawings/" + name + ".svg")
	if err != nil {
		panic("static: " + err.Error())
	}
	return string(b)
}

// Handler serves the files at the addresses that [URL] gives. What it serves
// never changes at its address and may be kept for ever; any other address below
// [Prefix] is not found.
func Handler() http.Handler { return http.HandlerFunc(serve) }

func serve(w http.ResponseWriter, r *http.Request) {
	a, ok := byURL[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable") // a year, the longest that caches honour
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	body, etag := a.body, a.etag
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		body, etag = a.zipped, a.etag+"-gzip" // other bytes need another tag
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// acceptsGzip reads an Accept-Encoding header as far as it matters here: gzip is
// named and not refused with a weight of zero.
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		q, found := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
		return !found || strings.Trim(q, "0.") != ""
	}
	return false
}
