package demo

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"shopclerk/data"
)

// lamps returns a schema file that ships with the program, with a text of it in place of another.
func lamps(t *testing.T, from, to string) []byte {
	t.Helper()
	b, err := fs.ReadFile(data.Demo(), "table_lamps.json")
	if err != nil || !strings.Contains(string(b), from) {
		t.Fatalf("no %s, %v", from, err)
	}
	return []byte(strings.Replace(string(b), from, to, 1))
}

// What is wrong with a schema is told with the file and the place in it.
func TestProblemsAreNamed(t *testing.T) {
	const lumenhof = `"prefers": {"style": ["Bauhaus", "minimalist"]`
	for _, test := range []struct{ from, to, want string }{
		{`"measures"`, `"colour": "red", "measures"`, `unknown field "colour"`},
		{`"rating": 4.5`, `"rating": 4.5, "serie": "x"`, `unknown field "serie"`},
		{`"Home > Lighting`, `"Home > > Lighting`, "empty level"},
		{`"id": "tl"`, `"id": "Lamp1"`, `id "Lamp1" is not two to four small letters`},
		{`"EUR"`, `"€"`, "ISO 4217"},
		{`"lowest": 9`, `"lowest": 900`, "lowest < typical < highest"},
		{`"brand": 0.02`, `"brand": 0.9`, "missing.brand: 0.9"},
		{`"style": 0.03`, `"size": 0.03`, `missing: there is no aspect "size"`},
		{`"style": 0.03,`, ``, "missing.style is not set"},
		{`"Vesper & Wick"`, `"Lumenhof"`, "brands[1] (Lumenhof): the brand is listed twice"},
		{`"rating": 4.5`, `"rating": 7`, "rating 7"},
		{`["Dusk", "Taper", "Gloaming"]`, `[]`, "0 series"},
		{`"price": 1.4`, `"price": -2`, "price factor -2"},
		{`"Lumenhof"`, `" Lumenhof"`, "spaces around"},
		{`"Lumenhof"`, `"Lumen{hof}"`, "character that templates use"},
		{lumenhof, `"prefers": {"style": ["jelly"]`, `style has no value "jelly"`},
		{lumenhof, `"prefers": {"taste": ["sweet"]`, `there is no aspect "taste"`},
		{lumenhof, `"prefers": {"series": ["Faden"]`, "series follow from the brand"},
		{lumenhof, `"prefers": {"brand": ["Lumenhof"]`, "brand is drawn before brand could pull it"},
		{`"{brand} {series} table lamp, `, `"{size} lamp, `, `titles[0]: {size}: there is no aspect "size"`},
		{`"{brand} {series} table lamp, `, `"[{brand} lamp, `, "is not closed"},
	} {
		t.Run(test.want, func(t *testing.T) {
			_, err := checked(fstest.MapFS{"lamps.json": {Data: lamps(t, test.from, test.to)}})
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "lamps.json: ") {
				t.Fatalf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestLoadFiles(t *testing.T) {
	good := lamps(t, "", "")
	for _, test := range []struct {
		name  string
		files fstest.MapFS
		want  string // "" for no error
	}{
		{"one file", fstest.MapFS{"a.json": {Data: good}, "README.md": {}}, ""},
		{"no file", fstest.MapFS{"README.md": {}}, "no schema files"},
		{"not JSON", fstest.MapFS{"a.json": {Data: []byte("{\n\"id\": \"tl\",\n}")}}, "a.json: invalid"},
		{"two values", fstest.MapFS{"a.json": {Data: append(append([]byte{}, good...), "{}"...)}}, "something follows"},
		{"the same id", fstest.MapFS{"a.json": {Data: good}, "b.json": {Data: good}}, "b.json: id tl is taken by a.json"},
		{"two broken files", fstest.MapFS{"a.json": {Data: []byte("[")}, "b.json": {Data: []byte("[")}}, "\nb.json: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			shop, err := checked(test.files)
			switch {
			case test.want == "" && (err != nil || len(shop.categories) != 1):
				t.Errorf("got %v, %v", shop, err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
