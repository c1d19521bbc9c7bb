package static

import (
	"bytes"
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
	for name := range parts {
		t.Run(name, func(t *testing.T) {
			url := URL(name)
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

			head := get(t, "HEAD", url)
			if b, err := io.ReadAll(head.Body); err != nil || len(b) != 0 || head.StatusCode != http.StatusOK {
				t.Errorf("HEAD: status %d, %d bytes, %v", head.StatusCode, len(b), err)
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

// A page's files are 120 KB unzipped, and a third of that is sent. A shopper's page loads
// nothing of the desk's, and the desk's nothing of the shop's.
func TestWeight(t *testing.T) {
	shop, desk := 0, 0
	for name, body := range bodies {
		switch {
		case strings.HasPrefix(name, "desk."):
			desk += len(body)
		case name != "icon.svg" && name != "drawings.svg" && name != "clerk.js": // which are pictures of products, and for other sites
			shop += len(body)
		}
	}
	icon := len(bodies["icon.svg"])
	if shop+icon > 120<<10 || desk+icon > 20<<10 {
		t.Errorf("%d bytes of files of the shop, %d of the desk", shop+icon, desk+icon)
	}
	if n := len(bodies["app.js"]); n > 12<<10 {
		t.Errorf("app.js has %d bytes: it is for enhancements only", n)
	}
}

func TestHTMXVersion(t *testing.T) {
	if !bytes.Contains(bodies["htmx.js"], []byte(`version:"`+HTMXVersion+`"`)) {
		t.Errorf("vendor/htmx.min.js is not version %s", HTMXVersion)
	}
}

// Nothing is loaded from elsewhere, and nothing asks for what the content security
// policy forbids.
func TestSelfContained(t *testing.T) {
	for _, name := range []string{"app.css", "app.js", "desk.css", "icon.svg"} {
		body := strings.ReplaceAll(string(bodies[name]), `xmlns="http://www.w3.org/2000/svg"`, "")
		for _, bad := range []string{"@import", "url(", "eval(", "innerHTML", "://"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %q", name, bad)
			}
		}
	}
}
