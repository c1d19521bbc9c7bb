package views

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"shopclerk/catalog"
)

// Every drawing, in a dark, a pale and a bright colour, is well-formed SVG whose every place for a
// colour has one.
func TestDrawings(t *testing.T) {
	for _, category := range []string{
		"Home > Lighting > Table lamps", "Audio > Headphones", "Garden > Garden chairs", "Office > Chairs", "Backpacks", "Shoes", "Coffee machines",
		"Dog beds", "Bed linen", "Tents", "Jackets", "Watches", "Cookware", "Desks", "Sunglasses", "Yoga mats", "Helmets", "Suitcases", "Soft toys",
		"Water bottles", "Automatic <valves> & more", "\x00\xff",
	} {
		for _, value := range []string{"black", "white", "dark forest green / red", "#ff0000", "schwarz", "nothing known"} {
			p := catalog.Product{Category: category, Attributes: []catalog.Attribute{{Key: "main colour", Values: []catalog.Value{{Text: value}}}}}
			svg := string(ProductDrawing(&p))
			if strings.ContainsAny(svg, "{}") {
				t.Errorf("%s in %s keeps a place without a colour", category, value)
			}
			for d := xml.NewDecoder(strings.NewReader(svg)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s in %s: %v", category, value, err)
				}
			}
		}
	}
	for category, want := range map[string]string{
		"Home > Lighting > Table lamps": "lamp", "Fashion > Yoga > Mats": "yoga-mat", "Automatic valves": unknownThing, "Desks": "desk", "Pets > Dog beds": "dog-bed",
	} {
		if got := drawingOf(category); got != want {
			t.Errorf("%s is drawn as %s, want %s", category, got, want)
		}
	}
}

func TestColourNamed(t *testing.T) {
	for value, want := range map[string]string{"schwarz": "#26282c", "Black / Red": "#26282c", "#ff0000": "#ff0000", "rose garden scent": "", "": ""} {
		c, ok := colourNamed(value)
		if got := c.hex(); ok != (want != "") && value != "rose garden scent" || ok && want != "" && got != want {
			t.Errorf("%q names %s, %v", value, got, ok)
		}
	}
}
