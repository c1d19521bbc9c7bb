package static

import (
	"bytes"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
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

// The two colour schemes, token by token, with the dark one laid over the light.
func schemes(t *testing.T) map[string]map[string]string {
	t.Helper()
	b, err := files.ReadFile("css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, found := strings.Cut(string(b), "@media (prefers-color-scheme: dark)")
	if !found {
		t.Fatal("no dark scheme")
	}
	token := regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]{6});`)
	out := map[string]map[string]string{"light": {}, "dark": {}}
	for _, m := range token.FindAllStringSubmatch(light, -1) {
		out["light"][m[1]], out["dark"][m[1]] = m[2], m[2]
	}
	overridden := token.FindAllStringSubmatch(dark, -1)
	if len(overridden) != len(out["light"]) {
		t.Errorf("%d colours in light, %d in dark", len(out["light"]), len(overridden))
	}
	for _, m := range overridden {
		out["dark"][m[1]] = m[2]
	}
	return out
}

// luminance is WCAG 2.2's relative luminance of a colour written #rrggbb.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatalf("colour %q: %v", hex, err)
	}
	channel := func(shift int) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}

func TestContrast(t *testing.T) {
	const text, control = 4.5, 3 // WCAG 2.2: 1.4.3 for text, 1.4.11 for what tells a control
	for scheme, tokens := range schemes(t) {
		for _, pair := range []struct {
			fore, back string
			least      float64
		}{
			{"ink", "paper", text}, {"ink", "surface", text}, {"ink", "sunken", text},
			{"ink-soft", "paper", text}, {"ink-soft", "surface", text},
			{"accent", "paper", text}, {"accent", "surface", text}, {"accent-strong", "paper", text},
			{"on-accent", "accent", text}, {"on-accent", "accent-strong", text},
			{"on-accent-soft", "accent-soft", text},
			{"on-mark-soft", "mark-soft", text}, {"ink", "mark-soft", text},
			{"on-trouble", "trouble", text}, {"trouble", "paper", text}, {"trouble", "surface", text}, {"on-sign", "sign", text}, {"on-sign-soft", "sign", text}, {"on-mark", "mark", text}, {"mark", "sign", control},
			{"edge", "paper", control}, {"edge", "surface", control}, {"edge", "mark-soft", control},
			{"accent", "mark-soft", control}, {"accent", "accent-soft", control}, {"accent", "sunken", control},
		} {
			f, ok := tokens[pair.fore]
			b, ok2 := tokens[pair.back]
			if !ok || !ok2 {
				t.Fatalf("no token %s or %s", pair.fore, pair.back)
			}
			x, y := luminance(t, f), luminance(t, b)
			if c := (max(x, y) + 0.05) / (min(x, y) + 0.05); c < pair.least {
				t.Errorf("%s: %s on %s has %.2f, want %.1f", scheme, pair.fore, pair.back, c, pair.least)
			}
		}
	}
}
