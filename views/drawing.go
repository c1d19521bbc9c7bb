package views

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/static"
)

var (
	//go:embed drawings.tsv
	drawingTable string
	//go:embed colours.tsv
	colourTable string

	drawings     = readDrawings()
	namedColours = readColours()
)

// rows reads a table of ours: cells between tabs, remarks behind "#".
func rows(table string) [][]string {
	var out [][]string
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "#") {
			out = append(out, strings.Split(strings.TrimSpace(line), "\t"))
		}
	}
	return out
}

// A drawn thing has a drawing in static/drawings, which its words call for: whole ones, in the
// singular or with a plural ending. "mats" has "mat", "automatic" has not.
type drawn struct {
	name  string
	words *regexp.Regexp
}

func readDrawings() (out []drawn) {
	for _, row := range rows(drawingTable) {
		out = append(out, drawn{row[0], regexp.MustCompile(`(?:^|\PL)(?:` + strings.Join(row[1:], "|") + `)(?:e?s)?(?:\PL|$)`)})
	}
	return out
}

// unknownThing is drawn for every other category.
const unknownThing = "parcel"

// drawingOf names the drawing of a category: the last level that names a thing decides, since the
// levels before it are broader.
func drawingOf(category string) string {
	for _, level := range slices.Backward(strings.Split(strings.ToLower(category), ">")) {
		for _, d := range drawings {
			if d.words.MatchString(level) {
				return d.name
			}
		}
	}
	return unknownThing
}

// ProductDrawing draws a product that has no picture, in its colour, as SVG.
func ProductDrawing(p *catalog.Product) []byte {
	for _, a := range p.Attributes {
		if !slices.ContainsFunc(colourKeys, func(c string) bool { return strings.Contains(strings.ToLower(a.Key), c) }) {
			continue
		}
		for _, v := range a.Values {
			if c, ok := colourNamed(v.Text); ok {
				return draw(p.Category, c)
			}
		}
	}
	return CategoryDrawing(p.Category)
}

// colourKeys are what feeds call colours, in the languages of shops.
var colourKeys = []string{"colour", "color", "farbe", "couleur", "kleur", "colore", "cor", "färg", "väri", "kolor", "renk"}

// CategoryDrawing draws a category as SVG, in a soft colour whose hue depends on its path.
func CategoryDrawing(path string) []byte {
	h := fnv.New64a()
	h.Write([]byte(path)) // never fails
	var c colour
	for i, n := range []float64{0, 8, 4} { // HSL with a saturation of .35 and a lightness of .55
		k := math.Mod(n+float64(h.Sum64()%360)/30, 12)
		c[i] = 255 * (.55 - .35*.45*max(-1, min(k-3, 9-k, 1)))
	}
	return draw(path, c)
}

// tint is a place of a drawing that takes a colour: "{main}", "{deep}" and so on, which may
// be mixed with another: "{main 2b2f36 70}" is 70 % of #2b2f36.
var tint = regexp.MustCompile(`\{(\w+)(?: ([0-9a-f]{6}) (\d+))?\}`)

// draw tints the drawing of a category. Dark things show their folds in lighter tones, and pale
// things stand on a ground that they can be seen on.
func draw(category string, main colour) []byte {
	palette := map[string]colour{
		"main": main, "deep": main.mix(black, .22), "pale": main.mix(white, .28), "seam": main.mix(black, .45),
		"accent": {250, 248, 243}, "ground": main.mix(white, .85),
	}
	light := (0.2126*main[0] + 0.7152*main[1] + 0.0722*main[2]) / 255 // relative luminance of WCAG 2 without its gamma
	switch {
	case light < .22:
		palette["deep"], palette["pale"], palette["seam"] = main.mix(black, .3), main.mix(white, .2), main.mix(white, .42)
	case light > .72:
		palette["accent"], palette["ground"] = colour{201, 160, 113}, colour{197, 207, 217}
	}
	palette["disc"], palette["shade"] = palette["ground"].mix(white, .45), palette["ground"].mix(black, .2)
	return []byte(tint.ReplaceAllStringFunc(static.Drawing(drawingOf(category)), func(s string) string {
		part := tint.FindStringSubmatch(s)
		c := palette[part[1]]
		if other, ok := readHex("#" + part[2]); ok {
			share, _ := strconv.Atoi(part[3]) // digits
			c = c.mix(other, float64(share)/100)
		}
		return c.hex()
	}))
}

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

// readHex reads #rrggbb.
func readHex(s string) (colour, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != len("#rrggbb") || s[0] != '#' {
		return colour{}, false
	}
	return colour{float64(n >> 16), float64(n >> 8 & 0xFF), float64(n & 0xFF)}, true
}

// readColours reads the colour words of shops, in several languages.
func readColours() map[string]colour {
	names := map[string]colour{}
	for _, row := range rows(colourTable) {
		shade, _ := readHex(row[1]) // a test reads it
		for _, word := range append(row[:1:1], row[2:]...) {
			if _, taken := names[word]; !taken { // English comes first
				names[word] = shade
			}
		}
	}
	return names
}

// colourNamed returns the first colour that a value names: a known one, with words around
// it ("dark forest green / red"), or a hexadecimal one. It reports false for a value that names none.
func colourNamed(value string) (colour, bool) {
	first, _, _ := strings.Cut(strings.NewReplacer("/", ",", "&", ",", ";", ",", "+", ",", "|", ",", " and ", ",").Replace(strings.ToLower(value)), ",")
	words := strings.Fields(first)
	for end := len(words); end > 0; end-- {
		for begin := range end {
			if c, ok := namedColours[strings.Join(words[begin:end], " ")]; ok {
				return c, true
			}
		}
	}
	return readHex(first)
}
