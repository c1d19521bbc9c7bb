package understand

import (
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// TestThings tells where things are looked for that no category is called like: in the categories
// that they are a value of, whose titles end with them, or that they are a kind of; or that they are
// not sold, and what is nearest.
func TestThings(t *testing.T) {
	// Of titles of products, those that end with a thing.
	titles := map[string]map[string]int{
		"daypack": {"Outdoors > Backpacks": 12, "Outdoors > Tents": 1},
		"wallet":  {"Outdoors > Backpacks": 1},
		"laptop":  {"Outdoors > Backpacks": 2},
		"mug":     {"Kitchen > Kettles": 5, "Outdoors > Backpacks": 11, "Outdoors > Tents": 2, "Audio > Headphones": 2},
		"teapot":  {"Kitchen > Kettles": 5, "Outdoors > Backpacks": 10, "Outdoors > Tents": 3, "Audio > Headphones": 2},
		"bikini":  {"Apparel & Accessories > Clothing > Dresses": 9},
		"anorak":  {"Apparel & Accessories > Clothing > Dresses": 10},
		"hat": {"Apparel & Accessories > Clothing > Dresses": 3, "Apparel & Accessories > Handbags": 3, "Apparel & Accessories > Clothing > Skirts": 3,
			"Apparel & Accessories > Clothing > Shirts & Tops": 3},
		"scarf": {"Apparel & Accessories > Clothing > Dresses": 4, "Apparel & Accessories > Handbags": 4, "Apparel & Accessories > Clothing > Skirts": 4},
	}
	shops := map[string]*Vocabulary{}
	for _, name := range []string{"pc", "demo", "fashion"} {
		shops[name] = readVocabulary(t, name).WithTitles(func(phrase string) map[string]int { return titles[phrase] })
	}
	footwear := []catalog.Category{{Path: "Footwear", Name: "Footwear", Size: 9}, {Path: "Footwear > Sandals", Name: "Sandals", Size: 9}, {Path: "Furniture > Beds", Name: "Beds", Size: 9}, {Path: "Furniture > Sofas", Name: "Sofas", Size: 9}}
	shops["footwear"] = FromTerms(footwear, nil, Synonyms{})
	for _, tc := range []struct{ shop, scope, said, want string }{
		{"demo", "", "a daypack", `in Backpacks`},
		{"demo", "", "a laptop", `in Backpacks`},
		{"demo", "", "a mug", `in Kettles or Backpacks`},
		{"demo", "", "a teapot", ``},
		{"demo", "", "a phone charger", `no phone charger; near Mobile Phone Cases`},
		{"demo", "", "a bicycle", `no bicycle; near Bicycle Helmets`},
		{"demo", "", "something for a small black laptop", ``},
		{"demo", "", "a bracket for a laptop", `no bracket`},
		{"demo", "", "a box of mugs", `in Kettles or Backpacks`},
		{"demo", "", "a shelf for a box of mugs", `in Office Chairs`},
		{"demo", "", "a laptop sleeve", `no laptop sleeve`},
		{"demo", "", "a laptop stand", `no laptop stand; near Mobile Phone Cases`},
		{"demo", "", "a laptop and phone charger", `in Backpacks`},
		{"demo", "", "a laptop I can carry", `in Backpacks`},
		{"demo", "", "cushion-soft chair", `in Office Chairs`},
		{"demo", "", "a cushion-soft wallet", `no wallet`},
		{"demo", "", "no wallet", ``},
		{"demo", "", "my wallet is full", ``},
		{"demo", "", "a nicer wallet", `no wallet`},
		{"demo", "", "a light tent and a heavy laptop", `in Tents`},
		{"demo", "", "power bank", `no power bank; near Mobile Phone Cases`},
		{"demo", "", "a high chair", `no high chair; near Office Chairs`},
		{"demo", "Outdoors > Tents", "a wallet", `no wallet`},
		{"demo", "Outdoors > Tents", "and for a small laptop", ``},
		{"demo", "Outdoors > Tents", "I want it for a laptop", ``},
		{"demo", "Outdoors > Tents", "– for a laptop", ``},
		{"demo", "Outdoors > Tents", "a daypack", `in Backpacks`},
		{"demo", "Home > Lighting > Table Lamps", "in bamboo", ``},
		{"demo", "Home > Lighting > Table Lamps", "a bamboo sofa", `in Office Chairs`},
		{"demo", "Home > Lighting > Table Lamps", "a teapot", ``},
		{"demo", "Outdoors > Backpacks", "a teapot", ``},
		{"demo", "Outdoors > Backpacks", "a mug", ``},
		{"demo", "Sports > Bicycle Helmets", "a mountain bike", ``},
		{"demo", "", "a wallet", `no wallet`},
		{"demo", "", "a cool box", `no cool box`},
		{"demo", "", "a sleeping bag", `no sleeping bag`},
		{"demo", "", "a box of chocolates", `no chocolates`},
		{"demo", "", "something fitting for a party", ``},
		{"demo", "Outdoors > Tents", "a lamp, not a wallet", `in Table Lamps or Floor Lamps`},
		{"fashion", "", "a bikini", `in Cover Ups`},
		{"fashion", "", "an anorak", `in Dresses`},
		{"fashion", "", "a hat", `in hat`},
		{"fashion", "", "a scarf", `in Dresses or Handbags or Skirts`},
		{"fashion", "", "a parka", `no parka; near Jackets`},
		{"footwear", "", "boots", `in Footwear or Sandals`},
		{"footwear", "Footwear > Sandals", "boots", ``},
		{"footwear", "", "a sneaker, size 42", `in Footwear or Sandals`},
		{"footwear", "", "an armchair", `no armchair; near Beds, Sofas`},
		{"footwear", "", "ein Sessel", `no Sessel; near Beds, Sofas`},
		{"footwear", "", "Stiefel", `in Footwear or Sandals`},
		{"footwear", "", "schwarze Stiefel aus Leder", `in Footwear or Sandals`},
		{"footwear", "", "Wanderstiefel", `no Wanderstiefel; near Footwear, Sandals`},
		{"pc", "", "air cooler", `no air cooler; near CPU Cooler`},
		{"pc", "", "a game controller", `no game controller`},
		{"pc", "", "an external drive", `in External Hard Drive`},
		{"pc", "", "an intel air cooler", `no air cooler; near CPU Cooler`},
		{"pc", "CPU Cooler", "an air cooler", ``},
		{"pc", "Case", "a laptop case", ``},
		{"pc", "", "earbuds", `in Headphones`},
		{"pc", "Keyboard", "earbuds", `in Headphones`},
		{"pc", "", "an ssd", `in Internal Hard Drive`},
	} {
		in := Context{}
		if tc.scope != "" {
			in.Need = search.Need{Scope: []string{tc.scope}}
		}
		r := shops[tc.shop].Understand(tc.said, in)
		var got []string
		if i := slices.IndexFunc(r.Changes, func(c search.Change) bool { return c.Op == search.SetScope }); i >= 0 {
			got = append(got, "in "+r.Changes[i].Text)
		}
		if len(r.Unsold) > 0 {
			got = append(got, "no "+strings.Join(r.Unsold, ", "))
		}
		if len(r.Nearest) > 0 {
			got = append(got, "near "+strings.Join(levels(r.Nearest), ", "))
		}
		if line := strings.Join(got, "; "); line != tc.want {
			t.Errorf("%q among %q of %s: %q, want %q", tc.said, tc.scope, tc.shop, line, tc.want)
		}
	}
	// A query is looked for, sold or not.
	for said, want := range map[string][]string{"laptop": {"words [laptop]"}, "keyboard": {"scope Keyboard  {Keyboard}"}} {
		if r := shops["pc"].Understand(said, Context{Query: true}); len(r.Unsold) > 0 || !slices.Equal(readingLines(r), want) {
			t.Errorf("the query %q: %q, unsold %q", said, readingLines(r), r.Unsold)
		}
	}
}

// TestLookedFor asks the shop where what is looked for is found: in its own words and language, no
// glue, no money, nothing that is not wanted.
func TestLookedFor(t *testing.T) {
	var words string
	v := readVocabulary(t, "pc").WithKnown(func(word string) int { return map[string]int{"trumpet": 40, "keyboard": 90, "rtx": 9}[word] }).
		WithLeads(func(text string) map[string]float64 { words = text; return nil })
	for _, tc := range []struct{ code, said, want string }{
		{"en", "I need a psu under 50 euros, not black", "Power Supply"},
		{"en", "a 27-inch monitor, please", "27-inch monitor"},
		{"en", "rtx 4070 with a keybord", "rtx 4070 keyboard"},
		{"en", "keyboard 100", "keyboard"},
		{"de", "eine Trompete mit 2 m", "trumpet 2 m"},
	} {
		words = ""
		v.Understand(tc.said, Context{Currency: "EUR", Tongue: language.Of(tc.code)})
		if words != tc.want {
			t.Errorf("%q looks for %q, want %q", tc.said, words, tc.want)
		}
	}
}

// levels are the last levels of paths.
func levels(paths []string) []string {
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = catalog.LastLevel(path)
	}
	return out
}
