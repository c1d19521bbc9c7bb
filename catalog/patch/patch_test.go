package patch

import (
	"errors"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// In whatever order patches of different versions arrive, and however often, the item
// says the same in the end.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []Patch
		for v := range rapid.IntRange(1, 8).Draw(t, "patches") {
			p := Patch{ID: "p", Version: int64(v + 1)}
			number := rapid.IntRange(0, 9).Draw(t, "number")
			p.Variant = rapid.SampledFrom([]string{"", "", "s", "m"}).Draw(t, "variant")
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				p.Delete = true
			case 1:
				p.Stock = &number
			case 2:
				p.Price = &Money{Amount: float64(number), Currency: "EUR"}
			default:
				if p.Variant != "" {
					p.Options = []Option{{"Size", string(rune('a' + number))}}
					break
				}
				title := string(rune('a' + number))
				p.Title, p.Attributes = &title, map[string]any{"k": float64(number)}
			}
			all = append(all, p)
		}
		in := func(order []Patch) Item {
			var i Item
			for k := range order {
				i.Take(&order[k])
				if i.Take(&order[k]) {
					t.Fatalf("a repeated patch is news: %+v", order[k])
				}
			}
			return i
		}
		if diff := gocmp.Diff(in(all), in(rapid.Permutation(all).Draw(t, "order")), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-in time +as it came):\n%s", diff)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"id":"p","version":1,"stock":3}`, `{"id":"p","version":1,"delete":true}`, `{"id":"p","version":1,"delete":true,"stock":3}`,
		`{"id":"p","version":0,"stock":3}`, `{"id":"p","version":1}`, `{"id":"p","version":1,"prize":1}`, `{"id":"p","version":1,"stock":3}x`,
		`{"id":"p","version":1,"attributes":{"a":[1,"b",true],"c":null}}`, `{"id":"p","version":1,"attributes":{"a":{"b":1}}}`,
		`{"id":"p","version":1,"price":{"amount":-1,"currency":"EUR"}}`, `null`, ``,
		`{"id":"p","variant":"v","version":1,"stock":3}`, `{"id":"p","variant":"v","version":1,"title":"x"}`, `{"id":"p","variant":"p","version":1,"stock":3}`,
		`{"id":"p","variant":"v","version":1,"options":[{"name":"Size","value":"M"}]}`, `{"id":"p","variant":"v","version":1,"options":[{"name":"","value":"M"}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrBad) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		if p.ID == "" || p.Version < 1 || p.Delete == (len(p.fields()) > 0) {
			t.Errorf("%q is %+v", text, p)
		}
		var i Item
		if !i.Take(&p) || i.Take(&p) {
			t.Errorf("%q is not news once", text)
		}
	})
}
