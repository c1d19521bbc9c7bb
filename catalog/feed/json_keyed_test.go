package feed

import (
	"strings"
	"testing"
)

// What is no object of products is read as before, and what is wrong with one is told with
// its place.
func TestKeyed(t *testing.T) {
	one := `"a1": {"title": "Red lamp", "price": 5}`
	two := one + `, "a2": {"title": "Blue lamp", "price": 6}`
	m := Mapping{ID: Fields{"id"}, Title: Fields{"title"}, Attributes: Attributes{Include: []string{"none"}}}
	for _, test := range []struct {
		name, text string
		want       []string // ids and titles
		problem    string
	}{
		{"one, with an id for a key", `{` + one + `}`, []string{"a1 Red lamp"}, ""},
		{"members that are none between", `{` + one + `, "total": 2, "empty": {}, ` + strings.TrimPrefix(two, one+", ") + `}`, []string{"a1 Red lamp", "a2 Blue lamp"}, ""},
		{"variants within are no list of products", `{"a1": {"title": "Red lamp", "price": 5, "variants": [{"id": "v"}]}, "a2": {"title": "Blue lamp", "price": 6}}`, []string{"a1 Red lamp", "a2 Blue lamp"}, ""},
		{"a name that is spelled otherwise", `{"a\u0031": {"title": "Red lamp", "price": 5}, "a2": {"title": "Blue lamp", "price": 6}}`, []string{"a1 Red lamp", "a2 Blue lamp"}, ""},
		{"categories of lists", `{"lamps": {"title": "Lamps", "image": "x", "products": [{"id": 1, "title": "Lamp"}]}, "pans": {"title": "Pans", "image": "x", "products": []}}`, []string{"1 Lamp"}, ""},
		{"a list beside records", `{"shop": {"name": "Lumo", "url": "x"}, "items": [{"id": 1, "title": "Lamp"}]}`, []string{"1 Lamp"}, ""},
		{"a single product", "{\n" + `"product": {"title": "Lamp", "price": 5}}`, nil, "no list of products was found"},
		{"cut off", `{` + two[:len(two)-4], []string{"a1 Red lamp"}, "the file ends in the middle"},
		{"a broken product", `{` + two + `, "a3": {"title": "x", "price": }, "a4": {"title": "White lamp"}}`, []string{"a1 Red lamp", "a2 Blue lamp", "a4 White lamp"}, "the product was left out"},
		{"a bare key", `{` + two + `, a3: {}}`, []string{"a1 Red lamp", "a2 Blue lamp"}, "expected the id of a product in quotes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := readAll(folder(t, map[string]string{"a.json": test.text}), m, Options{MaxErrors: -1})
			var ids []string
			for _, r := range got.records {
				ids = append(ids, r.ID+" "+r.Title)
			}
			if strings.Join(ids, ", ") != strings.Join(test.want, ", ") {
				t.Errorf("read %q, want %q", ids, test.want)
			}
			if problems := strings.Join(got.problems, "\n"); test.problem == "" && problems != "" || !strings.Contains(problems, test.problem) {
				t.Errorf("told %q, want %q", problems, test.problem)
			}
		})
	}
}

func FuzzKeyed(f *testing.F) {
	for _, s := range []string{
		`{"1":{"title":"a","price":1},"2":{"title":"b","price":2}}`, `{"p":{"1":{"title":"a","price":1},"2":{"title":"b","price":2}},"x":[{}]}`,
		`{"1":{"title":"a","price":1},"2":`, `{"1":{"title":"a","price":1},"2":{}}`, `{"1":{"title":"a","price":1},2}`, `{"a\n1":{"title":"a","image":"x"}}`,
	} {
		f.Add([]byte(s))
	}
	fuzzReader(f, readJSONArray, nil)
}
