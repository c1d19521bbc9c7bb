package demo

import (
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"shopclerk/data"
)

// lamps returns a schema file that ships with the program, decoded, for tests
// to break.
func lamps(t *testing.T) map[string]any {
	t.Helper()
	b, err := fs.ReadFile(data.Demo(), "table_lamps.json")
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// in walks into nested objects and lists.
func in(s any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			s = s.(map[string]any)[step]
		case int:
			s = s.([]any)[step]
		}
	}
	return s
}

func TestLoadNamesEveryProblem(t *testing.T) {
	type object = map[string]any
	for _, test := range []struct {
		name     string
		breaking func(s object)
		want     string
	}{
		{"unknown field", func(s object) { s["colour"] = "red" }, `unknown field "colour"`},
		{"unknown field of a value", func(s object) {
			in(s, "aspects", "material").(object)["values"] = []any{object{"value": "tin", "prize": 2}, "iron"}
		}, `unknown field "prize"`},
		{"unknown field of a brand", func(s object) { in(s, "brands", 0).(object)["serie"] = "x" }, `unknown field "serie"`},
		{"no category", func(s object) { s["category"] = "" }, "category is empty"},
		{"empty level", func(s object) { s["category"] = "Home > > Lamps" }, "empty level"},
		{"id", func(s object) { s["id"] = "Lamp1" }, `id "Lamp1" is not two to four small letters`},
		{"currency", func(s object) { in(s, "price").(object)["currency"] = "€" }, "ISO 4217"},
		{"price order", func(s object) { in(s, "price").(object)["lowest"] = 1e6 }, "lowest < typical < highest"},
		{"spread", func(s object) { in(s, "price").(object)["spread"] = -1 }, "price.spread -1"},
		{"missing share", func(s object) { in(s, "missing").(object)["brand"] = 0.9 }, "missing.brand: 0.9"},
		{"missing unset", func(s object) { delete(in(s, "missing").(object), "style") }, "missing.style is not set"},
		{"missing unknown", func(s object) { in(s, "missing").(object)["size"] = 0.1 }, `no aspect "size"`},
		{"no brands", func(s object) { s["brands"] = []any{} }, "0 brands"},
		{"brand twice", func(s object) { s["brands"] = append(s["brands"].([]any), in(s, "brands", 0)) }, "listed twice"},
		{"brand rating", func(s object) { in(s, "brands", 1).(object)["rating"] = 7 }, "rating 7"},
		{"no series", func(s object) { in(s, "brands", 1).(object)["series"] = []any{} }, "0 series"},
		{"aspect missing", func(s object) { delete(in(s, "aspects").(object), "colour") }, "aspects.colour is not described"},
		{"aspect unknown", func(s object) { in(s, "aspects").(object)["size"] = object{"values": []any{"a", "b"}} }, `"size" is not one of`},
		{"aspect with one value", func(s object) { in(s, "aspects", "style").(object)["values"] = []any{"modern"} }, "1 values"},
		{"value twice", func(s object) { in(s, "aspects", "function").(object)["values"] = []any{"a", "a"} }, "listed twice"},
		{"value with a brace", func(s object) { in(s, "aspects", "function").(object)["values"] = []any{"a{b}", "c"} }, "character that templates use"},
		{"value with spaces", func(s object) { in(s, "aspects", "function").(object)["values"] = []any{" a", "c"} }, "spaces around"},
		{"count", func(s object) { in(s, "aspects", "function").(object)["count"] = []any{0, 0} }, "add up to nothing"},
		{"count too long", func(s object) { in(s, "aspects", "function").(object)["count"] = []any{1, 1, 1, 1} }, "at most 3"},
		{"skew", func(s object) { in(s, "aspects", "function").(object)["skew"] = 9 }, "skew: 9"},
		{"exponent without numbers", func(s object) { in(s, "aspects", "style").(object)["price_exponent"] = 0.5 }, "begin with a positive number"},
		{"price factor", func(s object) { in(s, "brands", 0).(object)["price"] = -2 }, "price factor -2"},
		{"prefers an unknown value", func(s object) {
			in(s, "brands", 0).(object)["prefers"] = object{"material": []any{"jelly"}}
		}, `material has no value "jelly"`},
		{"prefers an unknown aspect", func(s object) {
			in(s, "brands", 0).(object)["prefers"] = object{"taste": []any{"sweet"}}
		}, `no aspect "taste"`},
		{"pulls backwards", func(s object) {
			in(s, "aspects", "colour").(object)["values"] = []any{object{"value": "red", "avoids": object{"style": []any{"modern"}}}, "blue"}
		}, "style is drawn before colour could pull it"},
		{"pulls a series", func(s object) {
			in(s, "brands", 0).(object)["avoids"] = object{"series": []any{"Faden"}}
		}, "series follow from the brand"},
		{"no titles", func(s object) { s["titles"] = []any{} }, "titles: 0 sentences"},
		{"template", func(s object) { s["titles"] = []any{"{brand} lamp", "{brand lamp"} }, "titles[1]: {brand lamp}: there is no aspect"},
		{"template aspect", func(s object) { s["titles"] = []any{"{size} lamp"} }, `no aspect "size"`},
		{"sentences that repeat", func(s object) {
			in(s, "descriptions").(object)["body"] = []any{"It is {colour}.", "Very {colour}."}
			in(s, "descriptions").(object)["opening"] = []any{"A {colour} lamp."}
		}, "every body sentence repeats"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := lamps(t)
			test.breaking(s)
			b, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			_, err = checked(fstest.MapFS{"lamps.json": {Data: b}})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %q", err, test.want)
			}
			if !strings.HasPrefix(err.Error(), "lamps.json: ") {
				t.Errorf("the error names no file: %v", err)
			}
		})
	}
}

func TestLoadFiles(t *testing.T) {
	good, err := json.Marshal(lamps(t))
	if err != nil {
		t.Fatal(err)
	}
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
