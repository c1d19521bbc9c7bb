package static

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

func get(t *testing.T, method, url string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, url, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func TestServedForEver(t *testing.T) {
	for _, p := range parts {
		t.Run(p.name, func(t *testing.T) {
			url := URL(p.name)
			if !regexp.MustCompile(`^/static/[a-z]+\.[0-9a-f]{16}\.(css|js|svg)$`).MatchString(url) {
				t.Fatalf("URL = %q", url)
			}
			resp := get(t, "GET", url)
			body, err := io.ReadAll(resp.Body)
			if err != nil || resp.StatusCode != http.StatusOK || len(body) == 0 {
				t.Fatalf("status %d, %d bytes, %v", resp.StatusCode, len(body), err)
			}
			if c := resp.Header.Get("Cache-Control"); !strings.Contains(c, "immutable") {
				t.Errorf("Cache-Control = %q", c)
			}
			if c := resp.Header.Get("Content-Type"); c == "" || c != contentTypes["."+url[strings.LastIndex(url, ".")+1:]] {
				t.Errorf("Content-Type = %q", c)
			}

			zipped := get(t, "GET", url, "Accept-Encoding", "br, gzip;q=0.8")
			if zipped.Header.Get("Content-Encoding") != "gzip" {
				t.Fatal("not zipped")
			}
			r, err := gzip.NewReader(zipped.Body)
			if err != nil {
				t.Fatal(err)
			}
			if plain, err := io.ReadAll(r); err != nil || !bytes.Equal(plain, body) {
				t.Errorf("the zipped file differs (%v)", err)
			}
			if zipped.Header.Get("ETag") == resp.Header.Get("ETag") {
				t.Error("one tag for two encodings")
			}

			if again := get(t, "GET", url, "If-None-Match", resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
				t.Errorf("asked again: status %d", again.StatusCode)
			}
			head := get(t, "HEAD", url)
			if b, err := io.ReadAll(head.Body); err != nil || len(b) != 0 || head.StatusCode != http.StatusOK {
				t.Errorf("HEAD: status %d, %d bytes, %v", head.StatusCode, len(b), err)
			}
			if post := get(t, "POST", url); post.StatusCode != http.StatusMethodNotAllowed {
				t.Errorf("POST: status %d", post.StatusCode)
			}
		})
	}
}

func TestNotFound(t *testing.T) {
	for _, url := range []string{"/static/", "/static/app.css", "/static/app.0000000000000000.css", "/static/vendor/htmx.LICENSE", "/static/../static.go"} {
		if resp := get(t, "GET", url); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", url, resp.StatusCode)
		}
	}
}

func TestURLPanicsForUnknown(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	URL("nothing.css")
}

func TestAcceptsGzip(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "gzip": true, "br, GZIP": true, "gzip;q=0": false, "gzip; q=0.0": false, "gzip;q=0.5, br": true, "x-gzip": false, "br;q=1, gzip;q=1.0": true,
	} {
		if got := acceptsGzip(header); got != want {
			t.Errorf("acceptsGzip(%q) = %v", header, got)
		}
	}
}

// A page's files are 107 KB unzipped, and a third of that is sent. A shopper's page loads
// nothing of the desk's, and the desk's nothing of the shop's.
func TestWeight(t *testing.T) {
	shop, desk := 0, 0
	for name, a := range byName {
		switch {
		case strings.HasPrefix(name, "desk."):
			desk += len(a.body)
		case name != "icon.svg":
			shop += len(a.body)
		}
	}
	icon := len(byName["icon.svg"].body)
	if shop+icon > 107<<10 || desk+icon > 20<<10 {
		t.Errorf("%d bytes of files of the shop, %d of the desk", shop+icon, desk+icon)
	}
	if n := len(byName["app.js"].body); n > 8<<10 {
		t.Errorf("app.js has %d bytes: it is for enhancements only", n)
	}
}

// Only remarks and space between words and signs are left out of the style sheet.
func TestLean(t *testing.T) {
	const css = "/* a\n   remark */\n.a,\n.b {\n  margin: 0 auto; /* why */\n\n  content: \"\";\n}\n"
	if got, want := string(lean(remark.ReplaceAll([]byte(css), nil))), ".a,\n.b {\nmargin: 0 auto;\ncontent: \"\";\n}\n"; got != want {
		t.Errorf("lean = %q, want %q", got, want)
	}
	if got, want := tight.Replace(".a,\n.b :hover {\nmargin: 0 auto;\n}\n"), ".a,.b :hover{margin:0 auto;}\n"; got != want {
		t.Errorf("tight = %q, want %q", got, want)
	}
	served := string(byName["app.css"].body)
	if strings.Contains(served, "/*") || strings.Count(served, "{") != strings.Count(served, "}") {
		t.Error("the style sheet is cut in the wrong places")
	}
}

func TestHTMXVersion(t *testing.T) {
	if !bytes.Contains(byName["htmx.js"].body, []byte(`version:"`+HTMXVersion+`"`)) {
		t.Errorf("vendor/htmx.min.js is not version %s", HTMXVersion)
	}
}

// Nothing is loaded from elsewhere, and nothing asks for what the content security
// policy forbids.
func TestSelfContained(t *testing.T) {
	for _, name := range []string{"app.css", "app.js", "desk.css", "icon.svg"} {
		body := strings.ReplaceAll(string(byName[name].body), `xmlns="http://www.w3.org/2000/svg"`, "")
		for _, bad := range []string{"@import", "url(", "eval(", "innerHTML", "://"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %q", name, bad)
			}
		}
	}
}
