package views

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
	"shopclerk/static"
)

// drawings lists the things that have a drawing in static/drawings, the more particular
// before the more general: the first of which a word stands in a level of the category is taken.
var drawings = []struct {
	name  string
	words *regexp.Regexp
}{
	{"headphones", wholeWords("headphone|headset|earphone|earbud")},
	{"garden-chair", wholeWords("garden chair|outdoor chair|patio chair|deckchair|garden furniture")},
	{"office-chair", wholeWords("chair|seating|stool")},
	{"backpack", wholeWords("backpack|rucksack|daypack|school bag")},
	{"shoe", wholeWords("shoe|sneaker|trainer|footwear")},
	{"coffee-maker", wholeWords("coffee|espresso")},
	{"lamp", wholeWords("lamp|lighting|light")},
	{"dog-bed", wholeWords("dog bed|cat bed|pet bed")},
	{"bed", wholeWords("duvet|bed linen|bedding|bedspread|pillow|bed")},
	{"tent", wholeWords("tent")},
	{"jacket", wholeWords("jacket|raincoat|coat|outerwear|hoodie")},
	{"watch", wholeWords("watch|wristwatch")},
	{"cookware", wholeWords("cookware|saucepan|frying pan|pots")},
	{"desk", wholeWords("desk|table")},
	{"sunglasses", wholeWords("sunglass|eyewear|glasses|spectacle")},
	{"yoga-mat", wholeWords("yoga|pilates|mat")},
	{"helmet", wholeWords("helmet")},
	{"suitcase", wholeWords("suitcase|luggage|trolley")},
	{"soft-toy", wholeWords("soft toy|plush|teddy|cuddly")},
	{"bottle", wholeWords("water bottle|bottle|drinkware|flask")},
}

// unknownThing is drawn for every other category: a parcel with its initials.
const unknownThing = "parcel"

// wholeWords finds words in the singular or with a plural ending: "mats" has "mat",
// "automatic" has not.
func wholeWords(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|\PL)(?:` + words + `)(?:e?s)?(?:\PL|$)`)
}

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
	c, ok := colourOf(p)
	if !ok {
		return CategoryDrawing(p.Category)
	}
	return draw(p.Category, c)
}

// CategoryDrawing draws a category as SVG, in a hue that depends on its path.
func CategoryDrawing(path string) []byte { return draw(path, hueOf(path)) }

// tint is a place of a drawing that takes a colour: "{main}", "{deep}" and so on, which may
// be mixed with another: "{main 2b2f36 70}" is 70 % of #2b2f36.
var tint = regexp.MustCompile(`\{(\w+)(?: ([0-9a-f]{6}) (\d+))?\}`)

func draw(category string, main colour) []byte {
	palette := paletteOf(main)
	svg := static.Drawing(drawingOf(category))
	svg = strings.Replace(svg, "INITIALS", html.EscapeString(initials(catalog.LastLevel(category))), 1)
	return []byte(tint.ReplaceAllStringFunc(svg, func(s string) string {
		part := tint.FindStringSubmatch(s)
		c := palette[part[1]]
		if other, ok := readHex("#" + part[2]); ok {
			share, _ := strconv.Atoi(part[3]) // digits
			c = c.mix(other, float64(share)/100)
		}
		return c.hex()
	}))
}

// paletteOf returns what a drawing is tinted with, by name. Dark things show their folds in
// lighter tones, and pale things stand on a ground that they can be seen on.
func paletteOf(main colour) map[string]colour {
	light := main.luminance()
	out := map[string]colour{
		"main": main, "deep": main.mix(black, 0.22), "pale": main.mix(white, 0.28), "seam": main.mix(black, 0.45),
		"accent": {250, 248, 243}, "ground": main.mix(white, 0.82).mix(colour{240, 238, 233}, 0.25),
	}
	if light < 0.22 {
		out["deep"], out["pale"], out["seam"] = main.mix(colour{}, 0.3), main.mix(white, 0.2), main.mix(white, 0.42)
	}
	if light > 0.72 {
		out["accent"] = colour{201, 160, 113}
	}
	switch {
	case light > 0.8:
		out["ground"] = colour{197, 207, 217}
	case main.saturation() < 0.16:
		out["ground"] = colour{236, 232, 225}
	}
	out["disc"] = out["ground"].mix(white, 0.45)
	out["shade"] = out["ground"].mix(colour{40, 44, 60}, 0.2)
	return out
}

// initials returns the first letters of up to two words.
func initials(text string) string {
	var letters []rune
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if first, _ := utf8.DecodeRuneInString(word); len(letters) < 2 {
			letters = append(letters, unicode.ToUpper(first))
		}
	}
	return string(letters)
}
