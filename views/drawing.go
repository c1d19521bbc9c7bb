package views

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog"
)

var (
	//go:embed drawings.tsv
	drawingTable string
	//go:embed colours.tsv
	colourTable string

	drawings  = readDrawings()
	shades    = readShades()
	hexColour = regexp.MustCompile(`^#[0-9a-f]{6}$`)
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

// A drawn thing is a symbol of static/drawings.svg, which its words call for: whole ones, in the
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

// colourKeys are what feeds call colours, in the languages of shops.
var colourKeys = []string{"colour", "color", "farbe", "couleur", "kleur", "colore", "cor", "färg", "väri", "kolor", "renk"}

// tint returns the colour in which a product without a picture is drawn, and the class by which the
// style sheet draws one that is dark or pale: its own colour, or a soft one whose hue depends on its
// category.
func tint(p *catalog.Product) (colour, class string) {
	for _, a := range p.Attributes {
		if !slices.ContainsFunc(colourKeys, func(c string) bool { return strings.Contains(strings.ToLower(a.Key), c) }) {
			continue
		}
		for _, v := range a.Values {
			if c := colourNamed(v.Text); c != "" {
				return c, tone(c)
			}
		}
	}
	h := fnv.New64a()
	h.Write([]byte(p.Category)) // never fails
	return fmt.Sprintf("hsl(%d 35%% 55%%)", h.Sum64()%360), ""
}

// tone is the class of a colour, #rrggbb, that is dark or pale. Dark things show their folds in lighter
// tones, and pale things stand on a ground that they can be seen on.
func tone(colour string) string {
	var r, g, b int
	_, _ = fmt.Sscanf(colour, "#%2x%2x%2x", &r, &g, &b)                        // digits
	light := (0.2126*float64(r) + 0.7152*float64(g) + 0.0722*float64(b)) / 255 // relative luminance of WCAG 2 without its gamma
	switch {
	case light < .22:
		return "drawing-dark"
	case light > .72:
		return "drawing-pale"
	}
	return ""
}

// readShades reads the colour words of shops, in several languages.
func readShades() map[string]string {
	out := map[string]string{}
	for _, row := range rows(colourTable) {
		for _, word := range append(row[:1:1], row[2:]...) {
			out[word] = row[1]
		}
	}
	return out
}

// colourNamed returns, as #rrggbb, the first colour that a value names: a known one, with words around
// it ("dark forest green / red"), or a hexadecimal one; "" for a value that names none.
func colourNamed(value string) string {
	first, _, _ := strings.Cut(strings.NewReplacer("/", ",", "&", ",", ";", ",", "+", ",", "|", ",", " and ", ",").Replace(strings.ToLower(value)), ",")
	words := strings.Fields(first)
	for end := len(words); end > 0; end-- {
		for begin := range end {
			if shade := shades[strings.Join(words[begin:end], " ")]; shade != "" {
				return shade
			}
		}
	}
	return hexColour.FindString(first)
}
