package agent

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"shopclerk/agent/clarify"
	"shopclerk/catalog"
)

// texts is a column of one value a row.
func texts(key, label string, values ...string) *catalog.Column {
	var cells [][]catalog.Value
	for _, v := range values {
		cells = append(cells, []catalog.Value{{Text: v}})
	}
	return catalog.NewColumn(catalog.Aspect{Key: key, Label: label, Kind: catalog.Single}, cells)
}

// tags is a column of one tag a row.
func tags(values ...string) *catalog.Column {
	var cells [][]catalog.Value
	for _, v := range values {
		cells = append(cells, []catalog.Value{{Text: v}})
	}
	return catalog.NewColumn(catalog.Aspect{Key: "tags", Label: "Tags", Kind: catalog.Multi}, cells)
}

// outline writes a naming with what stands below in brackets.
func outline(n *naming) string {
	var below func(parent int) string
	below = func(parent int) string {
		var out []string
		for i, name := range n.names {
			if name.Parent == parent {
				text := n.label(&clarify.Option{Name: i + 1})
				if inner := below(i); inner != "" {
					text += " (" + inner + ")"
				}
				out = append(out, text)
			}
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	return below(-1)
}

func TestNaming(t *testing.T) {
	for _, tc := range []struct {
		name   string
		column *catalog.Column
		want   string
	}{
		{"families that the language knows", texts("colour", "Colour", "Navy", "Sky blue", "Blue", "Green", "Emerald"),
			"Blue (Blue, Navy, Sky blue), Green (Emerald, Green)"},
		{"a head that is a value", texts("material", "Material", "Full-grain leather", "Suede leather", "Leather", "Wool felt"),
			"Leather (Full-grain leather, Leather, Suede leather), Wool felt"},
		{"a head of three", texts("kind", "Kind", "Maxi Dress", "Midi Dress", "Wrap Dress", "Top"), "Dress (Maxi Dress, Midi Dress, Wrap Dress), Top"},
		{"two alike by chance", texts("kind", "Kind", "Denim Shirt", "Polo Shirt"), "Denim Shirt, Polo Shirt"},
		{"series of numbers", texts("chipset", "Chipset", "GeForce RTX 3060", "GeForce RTX 4070", "Radeon RX 6600"),
			"GeForce RTX (GeForce RTX 3060, GeForce RTX 4070), Radeon RX 6600"},
		{"levels of the catalogue", texts(catalog.KeyCategory, "Category", "Men > Shoes", "Men > Belts", "Women > Shoes"),
			"Men (Belts, Men > Shoes), Women > Shoes"},
		{"makers are nobody's family", texts(catalog.KeyBrand, "Brand", "Alpha Labs", "Beta Labs", "Gamma Labs", "Labs"), "Alpha Labs, Beta Labs, Gamma Labs, Labs"},
		{"spellings of one name are one", texts("style", "Style", "bag", "Bags", "tote"), "bag, tote"},
		{"spaces make no other name", texts("kind", "Kind", "Handbag", "Handbag", "Hand Bag", "Tote"), "Handbag, Tote"},
		{"no word at the end", tags("grey", "grey ", "grey ™"), "grey"},
		{"tags with what they are of", tags("casual", "casual dresses", "mini dress"), "casual, mini dress"},
		{"numbers and codes with what they are of", texts("size", "Size", "38", "38", "38", "M", "LGA1151"), "M, Size 38"},
		{"what nobody says", texts("fits", "Fits", strings.Repeat("HL-1030/", 9), `P7500\nP7750`, "A4"), "A4"},
		{"lists have no head", texts("colour", "Finish", "black, matt", "white, matt", "grey, matt"), "black, matt, grey, matt, white, matt"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			n := namingOf(tc.column)
			if got := outline(n); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if namingOf(tc.column) != n {
				t.Error("it is named anew")
			}
		})
	}
	if namingOf(catalog.NewColumn(catalog.Aspect{Key: "a", Kind: catalog.Flag}, nil)) != nil {
		t.Error("yes and no have names")
	}
}

// Whatever the values: a name stands for what is below it, and no two that can stand
// beside each other share a value or read the same, are too long or bare numbers.
func TestNamesTellApart(t *testing.T) {
	word := rapid.SampledFrom([]string{"Navy", "blue", "leather", "Grain", "RTX", "3060", "12", "LGA1151X", "dress", "the", "/", "_", "Ti"})
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(word, 1, 4).Draw(t, "words"), " ")
		}), 2, 30).Draw(t, "values")
		c := texts(rapid.SampledFrom([]string{"colour", catalog.KeyBrand}).Draw(t, "key"), "Thing", values...)
		f := Field(c)
		for _, options := range clarify.Options(f, clarify.Softmax(make([]float64, len(values))), rapid.IntRange(2, 7).Draw(t, "m")) {
			labels := map[string]bool{}
			for _, o := range options {
				label := namingOf(c).label(&o)
				if folded := catalog.FoldCase(label); labels[folded] {
					t.Fatalf("%q twice among %v", label, options)
				} else {
					labels[folded] = true
				}
				if utf8.RuneCountInString(label) > longestLabel || !strings.ContainsFunc(label, func(r rune) bool { return r >= 'A' }) {
					t.Fatalf("%q is no name", label)
				}
			}
		}
	})
}

// A tick on a family is kept and searched for as all of its values.
func TestFamiliesStandForTheirValues(t *testing.T) {
	c := texts("colour", "Colour", "Navy", "Sky blue", "Blue", "Red", "Red", "Red", "Red")
	var labels []string
	for _, o := range clarify.Options(Field(c), clarify.Softmax(make([]float64, 7)), 2)[0] {
		labels = append(labels, fmt.Sprint(namingOf(c).label(&o), condition(c, o).Values))
	}
	if got := strings.Join(labels, "; "); got != "Red[Red]; Blue[Blue Navy Sky blue]" {
		t.Error(got)
	}
}

// Where products are used, and for what, is asked by what people call several values; the
// same words say something else of anything but use, place and occasion. One value of a
// purpose is offered as itself where that tells more.
func TestPurposesStandForTheirValues(t *testing.T) {
	uses := []string{"Trekking", "Camping", "Mountain trails", "Forest trails", "Casual", "Daily", "Business trips", "Office"}
	for _, tt := range []struct{ label, want string }{
		{"Applicable scenario", "Outdoors[Camping Forest trails Mountain trails Trekking]; Everyday[Casual Daily]; Business trips[Business trips]"},
		{"Recommended usage", "Outdoors[Camping Forest trails Mountain trails Trekking]; Everyday[Casual Daily]; Business trips[Business trips]"},
		{"Model", "Business trips[Business trips]; Camping[Camping]; Casual[Casual]"},
	} {
		c := texts("for", tt.label, uses...)
		var labels []string
		for _, o := range clarify.Options(Field(c), clarify.Softmax(make([]float64, len(uses))), 3)[0] {
			labels = append(labels, fmt.Sprint(namingOf(c).label(&o), condition(c, o).Values))
		}
		if got := strings.Join(labels, "; "); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.label, got, tt.want)
		}
	}
}

// A tag that says what the category says is not offered there.
func TestSilentTags(t *testing.T) {
	n := namingOf(tags("ring", "silver", "jacket", "coat"))
	for path, want := range map[string]string{"Jewelry > Rings": "ring", "Clothing > Coats & Jackets": "", "Clothing": ""} {
		var got []string
		for i, name := range n.among(path) {
			if name.Silent {
				got = append(got, n.labels[i])
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("in %q %q are silent, want %q", path, got, want)
		}
	}
}

// Numbers that are broken and have no unit tell people nothing; whole ones count.
func TestUnmeasured(t *testing.T) {
	column := func(label, unit string, numbers ...float64) *catalog.Column {
		var cells [][]catalog.Value
		for _, x := range numbers {
			cells = append(cells, []catalog.Value{{Number: x}})
		}
		return catalog.NewColumn(catalog.Aspect{Key: "a", Label: label, Unit: unit, Kind: catalog.Numeric}, cells)
	}
	for _, tc := range []struct {
		column *catalog.Column
		want   bool
	}{
		{column("Processor frequency", "", 2.4, 3), true},
		{column("Processor frequency", "GHz", 2.4, 3), false},
		{column("Length (cm)", "", 2.5, 3), false},
		{column("Size", "", 38.5, 39), false},
		{column("Cores", "", 4, 8), false},
	} {
		if got := unmeasured(tc.column); got != tc.want {
			t.Errorf("%s %q: %t", tc.column.Aspect.Label, tc.column.Aspect.Unit, got)
		}
	}
}
