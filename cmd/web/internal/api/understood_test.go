package api

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is wanted is told in the catalogue's terms: a limit by its bounds, one number by
// its digits in the unit that was said, a scope by its path.
func TestDemands(t *testing.T) {
	p := ask(t)
	for _, tc := range []struct{ name, say, want string }{
		{"a limit and a value that must not be", "backpack under 80, not black", `[{"category":"Bags & luggage > Backpacks"},
			{"aspect":"price","label":"Price","max":80,"unit":"EUR","not":false},
			{"aspect":"colour","label":"Colour","values":["black"],"not":true}]`},
		{"a range", "lamp between 20 and 50 euros", `[{"category":"Home > Lighting > Table lamps"},
			{"aspect":"price","label":"Price","min":20,"max":50,"unit":"EUR","not":false}]`},
		{"one number", "backpack 20 litres", `[{"category":"Bags & luggage > Backpacks"},
			{"aspect":"specification","label":"Specification","values":["20"],"unit":"l","not":false}]`},
		{"in another unit than the aspect's", "backpack 20000 ml", `[{"category":"Bags & luggage > Backpacks"},
			{"aspect":"specification","label":"Specification","values":["20000"],"unit":"ml","not":false}]`},
		{"about a price", "a suitcase around 100 euros", `[{"category":"Bags & luggage > Suitcases"},
			{"aspect":"price","label":"Price","values":["100"],"unit":"EUR","not":false}]`},
		{"categories with a path in common", "backpacks or suitcases", `[{"category":"Bags & luggage"}]`},
		{"categories with none", "a lamp or headphones", `[{"category":"Electronics > Audio > Headphones"},{"category":"Home > Lighting > Table lamps"}]`},
		{"words that stay words", "a padded backpack", `[{"category":"Bags & luggage > Backpacks"},{"words":["padded"]}]`},
		{"what is not sold demands nothing", "monitor 27 inch", `null`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var want []Demand
			if err := json.Unmarshal([]byte(tc.want), &want); err != nil {
				t.Fatal(err)
			}
			var got []Demand
			for _, u := range p.turn(map[string]any{"message": tc.say}).Understood {
				got = append(got, u.Demand)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// An answer demands what was ticked: "something else" is none of what was shown, and
// what no test can say is told in its words.
func TestDemandsOfAnswers(t *testing.T) {
	p := ask(t)
	first := p.turn(map[string]any{"category": backpacks})
	for _, q := range first.Questions {
		demand := func(answer map[string]any) Demand {
			answer["question"] = q.ID
			said := p.turn(map[string]any{"state": first.State, "answers": []any{answer}}).Understood
			return said[len(said)-1].Demand
		}
		for name, d := range map[string]Demand{
			"one":    demand(map[string]any{"options": []int{0}}),
			"others": demand(map[string]any{"other": true}),
			"either": demand(map[string]any{"options": []int{0}, "other": true}),
		} {
			if d.Aspect != q.ID || d.Label == "" || d.Not == nil || *d.Not != (name == "others") || len(d.Values) == 0 && d.Min == nil && d.Max == nil {
				t.Errorf("%s of %q: %+v", name, q.Text, d)
			}
		}
	}
}

func TestCommonPath(t *testing.T) {
	for _, tc := range []struct {
		name  string
		paths []string
		want  string
	}{
		{"one", []string{"a > b"}, "a > b"},
		{"siblings", []string{"a > b > c", "a > b > d"}, "a > b"},
		{"a level and what is below it", []string{"a", "a > b"}, "a"},
		{"names that begin alike", []string{"a > bc", "a > bd"}, "a"},
		{"nothing", []string{"a > b", "c > b"}, ""},
	} {
		if got := commonPath(tc.paths); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}
