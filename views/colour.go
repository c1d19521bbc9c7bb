package views

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"

	"shopclerk/catalog"
)

// colour is RGB, each channel 0..255.
type colour [3]float64

var (
	white = colour{255, 255, 255}
	black = colour{15, 17, 30}
)

// hex spells the colour as SVG does, such as "#38679d".
func (c colour) hex() string {
	return fmt.Sprintf("#%02x%02x%02x", uint8(math.Round(c[0])), uint8(math.Round(c[1])), uint8(math.Round(c[2])))
}

// mix returns the colour on the way from c to d, t = 0..1.
func (c colour) mix(d colour, t float64) colour {
	for i := range c {
		c[i] += (d[i] - c[i]) * t
	}
	return c
}

// luminance is the relative luminance of WCAG 2 without its gamma, 0..1.
func (c colour) luminance() float64 { return (0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]) / 255 }

// saturation is 0 for greys and 1 for pure colours, as in HSV.
func (c colour) saturation() float64 {
	if high := max(c[0], c[1], c[2]); high > 0 {
		return (high - min(c[0], c[1], c[2])) / high
	}
	return 0
}

// hueOf returns a soft colour whose hue depends on a text.
func hueOf(text string) colour {
	h := fnv.New64a()
	h.Write([]byte(text)) // never fails
	var c colour
	for i, n := range []float64{0, 8, 4} { // HSL with a saturation of .35 and a lightness of .55
		k := math.Mod(n+float64(h.Sum64()%360)/30, 12)
		c[i] = 255 * (.55 - .35*.45*max(-1, min(k-3, 9-k, 1)))
	}
	return c
}

// readHex reads #rrggbb.
func readHex(s string) (colour, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != len("#rrggbb") || s[0] != '#' {
		return colour{}, false
	}
	return colour{float64(n >> 16), float64(n >> 8 & 0xFF), float64(n & 0xFF)}, true
}

//go:embed colours.tsv
var colourTable string

// namedColours maps the colour words of shops, in several languages, to colours.
var namedColours = readColours()

func readColours() map[string]colour {
	names := map[string]colour{}
	for line := range strings.Lines(colourTable) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") {
			continue
		}
		shade, ok := readHex(row[1])
		if !ok {
			panic("colours.tsv: " + row[0] + " has no shade") // embedded: a test reads it
		}
		for _, word := range append(row[:1:1], row[2:]...) {
			if _, taken := names[word]; !taken { // English comes first
				names[word] = shade
			}
		}
	}
	return names
}

// colourNamed returns the first colour that a value names: a known one, with words before
// it ("dark forest green / red"), or a hexadecimal one. It reports false for a value that names none.
func colourNamed(value string) (colour, bool) {
	first, _, _ := strings.Cut(strings.NewReplacer("/", ",", "&", ",", ";", ",", "+", ",", "|", ",", " and ", ",").Replace(strings.ToLower(value)), ",")
	words := strings.Fields(first)
	if c, ok := readHex(strings.Join(words, "")); ok {
		return c, true
	}
	for end := len(words); end > 0; end-- {
		for begin := range end {
			c, ok := namedColours[strings.Join(words[begin:end], " ")]
			if !ok {
				continue
			}
			for _, w := range words[:begin] {
				switch w {
				case "dark", "deep", "midnight", "dunkel":
					c = c.mix(colour{}, 0.35)
				case "light", "pale", "soft", "pastel", "hell":
					c = c.mix(white, 0.45)
				}
			}
			return c, true
		}
	}
	return colour{}, false
}

// colourOf returns the first colour among a product's attributes.
func colourOf(p *catalog.Product) (colour, bool) {
	for _, a := range p.Attributes {
		if !isColour(a.Key) {
			continue
		}
		for _, v := range a.Values {
			if c, ok := colourNamed(v.Text); ok {
				return c, true
			}
		}
	}
	return colour{}, false
}
