package agent

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"shopclerk/agent/clarify"
	"shopclerk/agent/reply"
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
				label := reply.NamingOf(c).Label(&o)
				if folded := catalog.FoldCase(label); labels[folded] {
					t.Fatalf("%q twice among %v", label, options)
				} else {
					labels[folded] = true
				}
				if utf8.RuneCountInString(label) > 60 || !strings.ContainsFunc(label, func(r rune) bool { return r >= 'A' }) {
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
		labels = append(labels, fmt.Sprint(reply.NamingOf(c).Label(&o), condition(c, o).Values))
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
			labels = append(labels, fmt.Sprint(reply.NamingOf(c).Label(&o), condition(c, o).Values))
		}
		if got := strings.Join(labels, "; "); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.label, got, tt.want)
		}
	}
}

// Numbers without a unit tell people nothing, but where they count what the name says, or are sizes.
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
		{column("Bulb power", "", 150, 200), true},
		{column("Size", "", 38.5, 39), false},
		{column("Cores", "", 4, 8), false},
	} {
		if got := unmeasured(&tc.column.Aspect); got != tc.want {
			t.Errorf("%s %q: %t", tc.column.Aspect.Label, tc.column.Aspect.Unit, got)
		}
	}
}
