package feed

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// clothes is a feed whose rows are sizes of colours: what a product is is drawn once for
// its rows.
func clothes(titled bool) *synthetic {
	product := func(w *world) *world { return newWorld(9, 10000+(w.row-1)/4) }
	form := func(w *world) int { return (w.row - 1) % 4 }
	colour := func(w *world) string { return []string{"Black", "Sand"}[form(w)/2] }
	size := func(w *world) string { return []string{"S", "M", "L", "XL"}[(form(w)%2+product(w).row)%4] }
	return &synthetic{rows: 800, columns: []column{
		{"sku", sprint("T-%06d", func(w *world) any { return 7 * w.row })},
		{"style", sprint("ST%05d", func(w *world) any { return 40000 + 3*((w.row-1)/4) })},
		{"name", func(w *world) string {
			if titled {
				return product(w).name + ", " + colour(w) + ", " + size(w)
			}
			return product(w).name
		}},
		{"brand", func(w *world) string { return product(w).brand }}, {"category", func(w *world) string { return product(w).kind }},
		{"description", func(w *world) string { return product(w).sentence() }},
		{"colour", colour}, {"size", size}, {"price", sprint("%.2f", func(w *world) any { return product(w).price + float64(form(w)/2) })},
		{"image", theImage}, {"material", func(w *world) string { return product(w).colour }}, {"qty", sprint("%d", func(w *world) any { return w.IntN(9) })},
	}}
}

// Rows of one product are found, whatever the field is called and wherever it stands, and
// become its variants; and a field whose rows are no variants of each other is no group.
func TestGroups(t *testing.T) {
	rename := func(s *synthetic, from, to string) *synthetic {
		s.columns = slices.Clone(s.columns)
		for i := range s.columns {
			if s.columns[i].name == from {
				s.columns[i].name = to
			}
		}
		return s
	}
	with := func(s *synthetic, more ...column) *synthetic { s.columns = append(more, s.columns...); return s }
	shuffled := func(s *synthetic, seed uint64) *synthetic {
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(s.columns), func(i, j int) { s.columns[i], s.columns[j] = s.columns[j], s.columns[i] })
		return s
	}
	for _, test := range []struct {
		name string
		feed *synthetic
		want string
	}{
		{"named", rename(clothes(false), "style", "item group id"), "item group id"},
		{"shuffled, titles of each", shuffled(rename(clothes(true), "style", "group id"), 1), "group id"},
		{"beside an index and codes", with(rename(clothes(true), "style", "item group id"), column{"Unnamed: 0", sprint("%d", func(w *world) any { return w.row })}, column{"colour_code", func(w *world) string { return fmt.Sprint(7 + (w.row-1)%4/2) }}), "item group id"},
		{"a series of other things", func() *synthetic {
			s := rename(clothes(false), "style", "item group id")
			for i := range s.columns {
				if s.columns[i].name == "name" {
					s.columns[i].value = theName
				}
			}
			return s
		}(), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := test.feed.table(1)
			m, inf := infer(t, "feed.csv", text)
			if got := strings.Join(m.Group, "+"); got != test.want {
				t.Fatalf("the group is %q, want %q:\n%s", got, test.want, strings.Join(inf.Lines(), "\n"))
			}
			if test.want == "" {
				return
			}
			got := readAll(folder(t, map[string]string{"feed.csv": string(text)}), m, Options{})
			if got.err != nil || len(got.records) != 200 {
				t.Fatalf("%d products, %v, %q", len(got.records), got.err, got.problems)
			}
			for _, r := range got.records {
				if len(r.Variants) != 4 || len(r.Variants[0].Options) != 2 || r.Price.Minor != r.Variants[0].Price.Minor {
					t.Fatalf("a product is %+v", r)
				}
			}
		})
	}
	for i := range synthetics {
		if m, _ := infer(t, "feed.csv", synthetics[i].table(1)); m.Group != nil {
			t.Errorf("%s: the group is %q", synthetics[i].name, m.Group)
		}
	}
}
