package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var shopCategories = []string{
	"Electronics > Audio > Headphones", "Office > Seating > Office chairs", "Bags & luggage > Backpacks",
	"Sport > Running > Running shoes", "Kitchen > Coffee & tea > Coffee makers", "Home > Lighting > Table lamps",
	"Home > Bedding > Bed linen", "Outdoor > Camping > Tents", "Clothing > Outerwear > Rain jackets",
	"Jewellery & watches > Watches > Wristwatches", "Kitchen > Cooking > Cookware sets", "Office > Tables > Desks",
	"Fashion > Accessories > Sunglasses", "Sport > Yoga & Pilates > Yoga mats", "Sport > Cycling > Bicycle helmets",
	"Bags & luggage > Suitcases", "Toys > Soft toys", "Kitchen > Drinkware > Water bottles",
	"Pets > Dogs > Dog beds", "Garden > Garden furniture > Garden chairs",
}

// drawnVariants are title words that lead into every branch of the drawings.
var drawnVariants = []string{
	"", "true wireless", "moka pot", "French press", "espresso machine", "smart", "hanging", "tipi", "dome",
	"cat-eye", "aviator", "round", "rectangular", "straw lid", "urban", "mountain-bike",
}

func TestEveryDrawingIsSmallAndInert(t *testing.T) {
	for _, category := range append(slices.Clone(shopCategories), "Video cards", "", "日本 > 茶碗") {
		for _, title := range drawnVariants {
			for seed := range uint64(8) {
				svg := SVG(category, title, []string{"rose gold", "navy"}, seed)
				if len(svg) > MaxBytes {
					t.Fatalf("%s (%s), seed %d: %d bytes", category, title, seed, len(svg))
				}
				inert(t, svg)
			}
		}
	}
}

func TestEveryCategoryOfTheShopHasItsOwnDrawing(t *testing.T) {
	seen := map[string]string{}
	for _, category := range shopCategories {
		d := find(category)
		if d == "" {
			t.Errorf("%s has no drawing", category)
			continue
		}
		if other, taken := seen[d]; taken {
			t.Errorf("%s is drawn like %s", category, other)
		}
		seen[d] = category
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		category, like string // like is a category with the drawing wanted; "" for none
	}{
		{"headphones", "Headphones"},
		{"Furniture > Garden > Garden Chairs", "Garden chairs"},
		{"Furniture > Kitchen > Bar stools", "Office chairs"},
		{"Beds > Dog beds", "Dog beds"},
		{"Watches > Smart watches", "Wristwatches"},
		{"Office > Desk lamps", "Table lamps"},
		{"Electronics > Automatic openers", ""},
		{"Video cards", ""},
		{"", ""},
	} {
		t.Run(test.category, func(t *testing.T) {
			if got, want := find(test.category), find(test.like); got != want {
				t.Errorf("got %q, want the drawing of %q", got, test.like)
			}
			if Known(test.category) != (test.like != "") {
				t.Errorf("Known = %v", Known(test.category))
			}
		})
	}
}

func TestSVGIsDeterministicAndVaries(t *testing.T) {
	for _, category := range shopCategories {
		a, b := SVG(category, "x", []string{"sage"}, 1), SVG(category, "x", []string{"sage"}, 1)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two drawings of one product differ", category)
		}
		distinct := map[string]bool{}
		for seed := range uint64(20) {
			distinct[string(SVG(category, "x", []string{"sage"}, seed))] = true
		}
		if len(distinct) < 10 {
			t.Errorf("%s: %d drawings for 20 seeds", category, len(distinct))
		}
	}
}

func TestSVGShowsTheColours(t *testing.T) {
	for _, category := range shopCategories {
		svg := string(SVG(category, "", []string{"emerald", "coral"}, 3))
		if !strings.Contains(svg, namedColours["emerald"].String()) {
			t.Errorf("%s: nothing is emerald", category)
		}
		if svg == string(SVG(category, "", []string{"emerald", "navy"}, 3)) {
			t.Errorf("%s: the second colour changes nothing", category)
		}
	}
}

func TestHostileInput(t *testing.T) {
	hostile := []string{
		`</title><script>alert(1)</script>`, `" onload="alert(1)`, `]]><x>`, `<!DOCTYPE x [<!ENTITY y "z">]>&y;`,
		"\x00\x01\x1b[31m", "\xff\xfe\xfa", "\uFFFE\uFFFF", `javascript:alert(1)`, `url(http://example.com/x)`,
		strings.Repeat("<", 10_000), strings.Repeat("𝔘", 5_000), "&#x0;", "%s%d%!",
	}
	for _, text := range hostile {
		for _, category := range []string{"Table lamps", text, "A > " + text} {
			svg := SVG(category, text, []string{text, "#" + text}, 7)
			inert(t, svg)
			if len(svg) > MaxBytes {
				t.Errorf("%q: %d bytes", text[:min(len(text), 20)], len(svg))
			}
		}
	}
}

func TestAnyInputIsInert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		svg := SVG(rapid.String().Draw(t, "category"), rapid.String().Draw(t, "title"),
			rapid.SliceOfN(rapid.String(), 0, 4).Draw(t, "colours"), rapid.Uint64().Draw(t, "seed"))
		inert(t, svg)
		if len(svg) > MaxBytes {
			t.Fatalf("%d bytes", len(svg))
		}
	})
}

// inert fails unless svg is well-formed XML made of shapes alone.
func inert(t rapid.TB, svg []byte) {
	t.Helper()
	elements := []string{"svg", "title", "g", "rect", "circle", "ellipse", "path", "text"}
	attributes := []string{
		"xmlns", "viewBox", "role", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "fill", "transform",
		"stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "font-size", "font-family", "font-weight", "text-anchor",
	}
	d := xml.NewDecoder(bytes.NewReader(svg))
	d.Strict = true
	for n := 0; ; n++ {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if n < 10 {
				t.Fatalf("only %d tokens: %s", n, svg)
			}
			return
		}
		if err != nil {
			t.Fatalf("not well formed: %v\n%s", err, svg)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains(elements, token.Name.Local) {
				t.Fatalf("element %s in %s", token.Name.Local, svg)
			}
			for _, a := range token.Attr {
				if !slices.Contains(attributes, a.Name.Local) {
					t.Fatalf("attribute %s in %s", a.Name.Local, svg)
				}
				if strings.Contains(a.Value, "url(") || a.Name.Local != "xmlns" && strings.Contains(a.Value, ":") {
					t.Fatalf("reference %s=%q", a.Name.Local, a.Value)
				}
			}
		case xml.Directive, xml.ProcInst, xml.Comment:
			t.Fatalf("%T in %s", token, svg)
		}
	}
}

func FuzzSVG(f *testing.F) {
	f.Add("Home > Lighting > Table lamps", "A <lamp>", "dark forest green / #fff", uint64(1))
	f.Add("", "", "", uint64(0))
	f.Fuzz(func(t *testing.T, category, title, colour string, seed uint64) {
		svg := SVG(category, title, []string{colour}, seed)
		inert(t, svg)
		if len(svg) > MaxBytes {
			t.Fatalf("%d bytes", len(svg))
		}
	})
}

func BenchmarkSVG(b *testing.B) {
	colours := []string{"navy", "rose gold"}
	for i := 0; b.Loop(); i++ {
		SVG(shopCategories[i%len(shopCategories)], "A lamp", colours, uint64(i))
	}
}
