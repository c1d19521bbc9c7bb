package views

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"shopclerk/catalog"
	"shopclerk/static"
)

// Every thing that is drawn has a symbol.
func TestDrawings(t *testing.T) {
	sheet := httptest.NewRecorder()
	static.Handler().ServeHTTP(sheet, httptest.NewRequest(http.MethodGet, static.URL("drawings.svg"), nil))
	for _, d := range append(drawings, drawn{name: unknownThing}) {
		if !strings.Contains(sheet.Body.String(), `<symbol id="`+d.name+`"`) {
			t.Errorf("static/drawings.svg has no %s", d.name)
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
	for value, want := range map[string]string{"schwarz": "#26282c", "Black / Red": "#26282c", "dark forest green / red": shades["forest green"], "#FF0000": "#ff0000", "#ff": "", "nothing known": "", "": ""} {
		if got := colourNamed(value); got != want {
			t.Errorf("%q names %q, want %q", value, got, want)
		}
	}
	for word, shade := range shades {
		if !hexColour.MatchString(shade) {
			t.Errorf("colours.tsv: %s is %q", word, shade)
		}
	}
}

func TestTint(t *testing.T) {
	for value, want := range map[string][2]string{
		"black": {"#26282c", "drawing-dark"}, "white": {"#fafaf7", "drawing-pale"}, "red, #00ff00": {shades["red"], ""}, "nothing known": {"hsl(137 35% 55%)", ""},
	} {
		p := catalog.Product{Category: "Tents", Attributes: []catalog.Attribute{{Key: "main colour", Values: []catalog.Value{{Text: value}}}}}
		if colour, class := tint(&p); [2]string{colour, class} != want {
			t.Errorf("what is %s is drawn in %s, %q, want %q", value, colour, class, want)
		}
	}
}
