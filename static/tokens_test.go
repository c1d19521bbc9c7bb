package static

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

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
