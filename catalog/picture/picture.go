// Package picture draws product pictures: a tidy SVG for a category, tinted
// with the product's colours. Shops without photographs show them, and so do
// imported catalogues whose feed has no local image.
//
// Drawing is pure: the same arguments give the same bytes.
package picture

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// MaxBytes bounds the size of a picture, so that a page of a hundred products
// stays lighter than one photograph.
const MaxBytes = 4 << 10

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
	c := newCanvas(title, newPalette(colours, r), r)
	if d := find(category); d != nil {
		d.draw(c, strings.ToLower(title))
	} else {
		fallback(c, category, title)
	}
	return c.close()
}

// Known reports whether a category has a drawing of its own.
func Known(category string) bool { return find(category) != nil }

// drawing draws one kind of thing onto a canvas. The title is in lower case.
type drawing struct {
	words []string // a category names the thing when it contains one of these
	draw  func(c *canvas, title string)
}

// drawings lists the known things, the more particular before the more general:
// the first whose word occurs in a level of the category is taken.
var drawings = []drawing{
	{[]string{"headphone", "headset", "earphone", "earbud"}, headphones},
	{[]string{"garden chair", "outdoor chair", "patio chair", "deckchair", "garden furniture"}, gardenChair},
	{[]string{"chair", "seating", "stool"}, officeChair},
	{[]string{"backpack", "rucksack", "daypack", "school bag"}, backpack},
	{[]string{"shoe", "sneaker", "trainer", "footwear"}, shoe},
	{[]string{"coffee", "espresso"}, coffeeMaker},
	{[]string{"lamp", "lighting", "light"}, lamp},
	{[]string{"dog bed", "cat bed", "pet bed"}, dogBed},
	{[]string{"duvet", "bed linen", "bedding", "bedspread", "pillow", "bed"}, bed},
	{[]string{"tent"}, tent},
	{[]string{"jacket", "raincoat", "coat", "outerwear", "hoodie"}, jacket},
	{[]string{"watch", "wristwatch"}, watch},
	{[]string{"cookware", "saucepan", "frying pan", "pots"}, cookware},
	{[]string{"desk", "table"}, desk},
	{[]string{"sunglass", "eyewear", "glasses", "spectacle"}, sunglasses},
	{[]string{"yoga", "pilates", "mat"}, yogaMat},
	{[]string{"helmet"}, helmet},
	{[]string{"suitcase", "luggage", "trolley"}, suitcase},
	{[]string{"soft toy", "plush", "teddy", "cuddly"}, softToy},
	{[]string{"water bottle", "bottle", "drinkware", "flask"}, bottle},
}

// find returns the drawing for a category: the last level that names a thing
// decides, since the levels before it are broader.
func find(category string) *drawing {
	for _, level := range slices.Backward(strings.Split(strings.ToLower(category), ">")) {
		for i, named := range wordShapes() {
			if named.MatchString(level) {
				return &drawings[i]
			}
		}
	}
	return nil
}

// wordShapes find the words of each drawing as whole words, in the singular or with a
// plural ending: "mats" and "yoga mat" have "mat", "automatic" has not.
var wordShapes = sync.OnceValue(func() []*regexp.Regexp {
	const letter = `a-z\x{80}-\x{10FFFF}`
	var shapes []*regexp.Regexp
	for _, d := range drawings {
		shapes = append(shapes, regexp.MustCompile("(?:^|[^"+letter+"])(?:"+strings.Join(d.words, "|")+")(?:e?s)?(?:[^"+letter+"]|$)"))
	}
	return shapes
})
