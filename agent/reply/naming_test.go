package reply

import (
	"math"
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/words"
)

// texts is a column of one value a row, tags one of tags.
func texts(key, label string, values ...string) *catalog.Column {
	return column(catalog.Aspect{Key: key, Label: label, Kind: catalog.Single}, values)
}

func tags(values ...string) *catalog.Column {
	return column(catalog.Aspect{Key: "tags", Label: "Tags", Kind: catalog.Multi}, values)
}

func column(a catalog.Aspect, values []string) *catalog.Column {
	var cells [][]catalog.Value
	for _, v := range values {
		cells = append(cells, []catalog.Value{{Text: v}})
	}
	return catalog.NewColumn(a, cells)
}

// outline writes a naming with what stands below in brackets.
func outline(n *Naming) string {
	var below func(parent int) string
	below = func(parent int) string {
		var out []string
		for i, name := range n.Names {
			if name.Parent == parent {
				text := n.Label(&clarify.Option{Name: i + 1})
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
			n := NamingOf(tc.column)
			if got := outline(n); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
			if NamingOf(tc.column) != n {
				t.Error("it is named anew")
			}
		})
	}
	if NamingOf(catalog.NewColumn(catalog.Aspect{Key: "a", Kind: catalog.Flag}, nil)) != nil {
		t.Error("yes and no have names")
	}
}

// silent lists the silent names among categories.
func silent(n *Naming, scope ...string) string {
	var out []string
	for i, name := range n.Among(scope, func(string) bool { return false }) {
		if name.Silent {
			out = append(out, n.labels[i])
		}
	}
	return strings.Join(out, ", ")
}

// A tag that says what the category says is not offered there.
func TestSilentTags(t *testing.T) {
	n := NamingOf(tags("ring", "silver", "jacket", "coat"))
	for path, want := range map[string]string{"Jewelry > Rings": "ring", "Clothing > Coats & Jackets": "", "Clothing": ""} {
		if got := silent(n, path); got != want {
			t.Errorf("in %q %q are silent, want %q", path, got, want)
		}
	}
}

// A list that was not taken apart is called nothing.
func TestUnparted(t *testing.T) {
	for text, want := range map[string]bool{
		"Cellulose,Paper": true, "B4300, B4350": true, "USB 3.1; On-The-Go": true, `black\nwhite`: true,
		"1,000 pages": false, "Dual SIM (Nano-SIM, dual stand-by)": false, "salt, pepper and oil": false, "red": false,
	} {
		if got := unparted.MatchString(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Among tags in small letters what has capitals is somebody's name, unless it is an
// abbreviation; where all have capitals nothing is told from them.
func TestProperTags(t *testing.T) {
	for _, tc := range []struct {
		tags []string
		want string
	}{
		{[]string{"casual", "long sleeve", "summer", "beach", "floral", "denim", "IPS", "party", "knit", "Umgee USA"}, "Umgee USA"},
		{[]string{"casual", "summer", "beach", "floral", "BiBi"}, "BiBi"},
		{[]string{"casual", "summer", "BiBi"}, ""},
		{[]string{"Baumwolle", "Sommer", "Strand"}, ""},
	} {
		if got := silent(NamingOf(tags(tc.tags...))); got != tc.want {
			t.Errorf("of %q %q are silent, want %q", tc.tags, got, tc.want)
		}
	}
}

// Nobody is asked about a name that a program made or cut, or about the shop's own affairs.
func TestWorded(t *testing.T) {
	for label, want := range map[string]bool{
		"Colour": true, "Screen size": true, "Colour (not black and white)": true, "Wi-Fi standard": true,
		"2erlebnisbereich": false, "What storage (h": false, "Operating temperature t t": false, "Av 3": false, "I o ports": false,
		"Print speed black draft quality a4 US letter": false, "Certification": false, "Shipping delay": false, "Verpackung": false,
	} {
		if got := Worded(&catalog.Aspect{Key: "a", Label: label}); got != want {
			t.Errorf("%q: %t", label, got)
		}
	}
}

// Bare numbers, part numbers, cut texts and shop matters are no options; sizes and what a thing has
// to fit are.
func TestOptionName(t *testing.T) {
	for _, tc := range []struct{ label, text, want string }{
		{"Colour", "red", "red"}, {"Size", "38", "Size 38"}, {"Buttons quantity", "3", ""}, {"Processor", "E97379-001", ""},
		{"CPU socket", "LGA1700", "LGA1700"}, {"Features", "Shipping delay Feb 12 - Feb 24", ""}, {"Features", "dual (front", ""},
	} {
		if got := OptionName(&catalog.Aspect{Key: "a", Label: tc.label}, tc.text); got != tc.want {
			t.Errorf("%s %q: %q, want %q", tc.label, tc.text, got, tc.want)
		}
	}
}

// Ranges of what is counted name the numbers that there are, and do not overlap.
func TestCountedRanges(t *testing.T) {
	cells := [][]catalog.Value{}
	for _, n := range []float64{2, 3, 4, 5, 8} {
		cells = append(cells, []catalog.Value{{Number: n}})
	}
	c := catalog.NewColumn(catalog.Aspect{Key: "a", Label: "Capacity", Unit: "persons", Kind: catalog.Numeric}, cells)
	for want, r := range map[string][2]float64{"3 to 4 persons": {3, 5}, "5 persons": {5, 6}, "2 persons": {math.Inf(-1), 3}} {
		if got := OptionLabel(words.English, c, &catalog.Condition{Key: "a", Range: catalog.Between(r[0], r[1])}); got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
}

// What was said is not offered, in whatever form.
func TestSpoken(t *testing.T) {
	var s Spoken
	s.Add("for my commute")
	for label, want := range map[string]bool{"commuting": true, "Commute": true, "commuting by bike": false, "": false} {
		if got := s.Of(label); got != want {
			t.Errorf("%q: %t", label, got)
		}
	}
}
