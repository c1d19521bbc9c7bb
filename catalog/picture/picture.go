// Package picture draws product pictures: a tidy SVG for a category, tinted
// with the product's colours. Shops without photographs show them, and so do
// imported catalogues whose feed has no local image.
//
// Drawing is pure: the same arguments give the same bytes. The drawings are the
// templates in the folder drawings, of SVG for a square of 400 × 400 units, y
// downwards, with what [canvas] and [templateFuncs] have: an indentation and the
// line breaks of a template are not written.
package picture

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"

	"shopclerk/catalog"
)

// MaxBytes bounds the size of a picture, so that a page of a hundred products
// stays lighter than one photograph.
const MaxBytes = 4 << 10

// Product draws a product as [SVG] does, in the colours that it has under the names that
// feeds use for them.
func Product(p *catalog.Product) []byte {
	var colours []string
	for _, a := range p.Attributes {
		if strings.Contains(a.Key, "colour") || strings.Contains(a.Key, "color") {
			for _, v := range a.Values {
				colours = append(colours, v.Text)
			}
		}
	}
	return SVG(p.Category, p.Title, colours, uint64(p.Ref))
}

// SVG draws the picture of a product as a square of 400 × 400 units.
//
// The last level of category ("Home > Lighting > Table lamps") that names a
// known kind of thing chooses the drawing; words of the title choose between
// its variants (in-ear or over-ear, French press or machine). An unknown
// category gets a neutral tile with its initials. Colours are names in English
// ("navy", "dark forest green", "black / red") or hexadecimal; unknown ones get
// a hue of their own, none leaves the choice to the seed. The seed varies
// proportions and details.
//
// The picture is well-formed XML of at most [MaxBytes] bytes without scripts,
// style sheets or references, whatever the arguments hold. The title goes into
// its <title> element, escaped and cut to a sentence's length.
func SVG(category, title string, colours []string, seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, hash(category)))
	c := &canvas{palette: newPalette(colours, r), rand: r, category: category, title: title}
	var b bytes.Buffer
	for _, name := range []string{"frame", cmp.Or(find(category), "parcel")} {
		if err := templates().ExecuteTemplate(&b, name, c); err != nil {
			panic(err) // embedded: a test draws every one
		}
	}
	b.WriteString("</svg>")
	return b.Bytes()
}

// Known reports whether a category has a drawing of its own.
func Known(category string) bool { return find(category) != "" }

// drawings lists the known things by their templates, the more particular before the
// more general: the first of which a word occurs in a level of the category is taken.
var drawings = []struct{ name, words string }{
	{"headphones", "headphone|headset|earphone|earbud"},
	{"garden-chair", "garden chair|outdoor chair|patio chair|deckchair|garden furniture"},
	{"office-chair", "chair|seating|stool"},
	{"backpack", "backpack|rucksack|daypack|school bag"},
	{"shoe", "shoe|sneaker|trainer|footwear"},
	{"coffee-maker", "coffee|espresso"},
	{"lamp", "lamp|lighting|light"},
	{"dog-bed", "dog bed|cat bed|pet bed"},
	{"bed", "duvet|bed linen|bedding|bedspread|pillow|bed"},
	{"tent", "tent"},
	{"jacket", "jacket|raincoat|coat|outerwear|hoodie"},
	{"watch", "watch|wristwatch"},
	{"cookware", "cookware|saucepan|frying pan|pots"},
	{"desk", "desk|table"},
	{"sunglasses", "sunglass|eyewear|glasses|spectacle"},
	{"yoga-mat", "yoga|pilates|mat"},
	{"helmet", "helmet"},
	{"suitcase", "suitcase|luggage|trolley"},
	{"soft-toy", "soft toy|plush|teddy|cuddly"},
	{"bottle", "water bottle|bottle|drinkware|flask"},
}

// find returns the drawing for a category, "" for none: the last level that names a
// thing decides, since the levels before it are broader.
func find(category string) string {
	for _, level := range slices.Backward(strings.Split(strings.ToLower(category), ">")) {
		for i, shape := range wordShapes() {
			if shape.MatchString(level) {
				return drawings[i].name
			}
		}
	}
	return ""
}

// wordShapes find the words of each drawing as whole words, in the singular or with a
// plural ending: "mats" and "yoga mat" have "mat", "automatic" has not.
var wordShapes = sync.OnceValue(func() []*regexp.Regexp {
	const letter = `a-z\x{80}-\x{10FFFF}`
	var shapes []*regexp.Regexp
	for _, d := range drawings {
		shapes = append(shapes, regexp.MustCompile("(?:^|[^"+letter+"])(?:"+d.words+")(?:e?s)?(?:[^"+letter+"]|$)"))
	}
	return shapes
})
