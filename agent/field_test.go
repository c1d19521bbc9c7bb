package agent

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
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

func seen(shown, answered int) clarify.Seen { return clarify.Seen{Shown: shown, Answered: answered} }

func TestAnswerable(t *testing.T) {
	filled := &Statistics{}
	filled.Set(map[dialog.Topic]clarify.Seen{{Category: "Tents", Aspect: "colour"}: seen(20, 5), {Category: "Lamps", Aspect: "colour"}: seen(20, 5), {Aspect: "colour"}: seen(40, 40)})
	shrunk := func(prior float64, elsewhere, here clarify.Seen) float64 {
		expected := (10*prior + float64(elsewhere.Answered)) / float64(10+elsewhere.Shown)
		return (10*expected + float64(here.Answered)) / float64(10+here.Shown)
	}
	for _, tc := range []struct {
		name       string
		statistics *Statistics
		scope      []string
		aspect     string
		prior      float64
		want       float64
	}{
		{"none", nil, []string{"Tents"}, "colour", 0.7, 0.7},
		{"empty ones", &Statistics{}, []string{"Tents"}, "colour", 0.7, 0.7},
		{"an aspect not asked about", filled, []string{"Tents"}, "size", 0.7, 0.7},
		{"an unknown prior stays unknown", filled, []string{"Tents"}, "size", 0, 0},
		{"a category", filled, []string{"Tents"}, "colour", 0.7, shrunk(0.7, seen(60, 45), seen(20, 5))},
		{"a category, unknown prior", filled, []string{"Tents"}, "colour", 0, shrunk(1, seen(60, 45), seen(20, 5))},
		{"the mean of several categories", filled, []string{"Lamps", "Tents"}, "colour", 0.7, shrunk(0.7, seen(60, 45), seen(20, 5))},
		{"a category where it was not asked learns from the others", filled, []string{"Stoves"}, "colour", 0.7, (7 + 50) / 90.0},
		{"the whole shop", filled, nil, "colour", 0.5, shrunk(0.5, seen(40, 10), seen(40, 40))},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.statistics.Answerable(tc.scope, tc.aspect, tc.prior)
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// aColumn draws a column of texts or numbers, several to a row for some rows.
func aColumn(t *rapid.T) *catalog.Column {
	a := catalog.Aspect{Key: "k", Label: "K", Kind: rapid.SampledFrom([]catalog.Kind{catalog.Multi, catalog.Numeric}).Draw(t, "kind")}
	cells := make([][]catalog.Value, rapid.IntRange(1, 15).Draw(t, "rows"))
	for i := range cells {
		for range rapid.IntRange(0, 2).Draw(t, "values") {
			n := float64(rapid.IntRange(-3, 9).Draw(t, "number")) * 2.5
			v := catalog.Value{Text: catalog.FormatNumber(n)}
			if a.Kind == catalog.Numeric {
				v.Number = n
			}
			cells[i] = append(cells[i], v)
		}
	}
	return catalog.NewColumn(a, cells)
}

// A question's options become tests of products, are kept with the conversation,
// and are made options again at the next turn: on the way nothing changes about
// who ticks what, and a truthful shopper's tick is the pattern the core expects.
func TestOptionsSurviveTheConversation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := aColumn(t)
		f := Field(c)
		rows := len(c.Offsets) - 1
		for _, form := range clarify.Options(f, clarify.Softmax(make([]float64, rows)), rapid.IntRange(2, 7).Draw(t, "m")) {
			var conditions []catalog.Condition
			for _, o := range form {
				conditions = append(conditions, condition(c, o))
			}
			if diff := cmp.Diff(form, columnOptions(c, conditions), cmpopts.IgnoreFields(clarify.Option{}, "Name")); diff != "" {
				t.Fatalf("options (-asked +remembered):\n%s", diff)
			}
			for row, pattern := range f.Patterns(form) {
				values := c.Cell(row)
				var ticked clarify.Pattern
				for o := range conditions {
					if conditions[o].Holds(values) {
						ticked |= 1 << o
					}
				}
				if ticked == 0 && len(values) > 0 {
					ticked = clarify.OtherBit
				}
				if ticked != pattern {
					t.Fatalf("%v ticks %08b of %+v, the core expects %08b", values, ticked, conditions, pattern)
				}
			}
		}
	})
}

func TestClosedRangesTakeTheirBound(t *testing.T) {
	c := catalog.NewColumn(catalog.Aspect{Key: "k", Kind: catalog.Numeric}, [][]catalog.Value{
		{{Text: "5", Number: 5}}, {{Text: "10", Number: 10}}, {{Text: "11", Number: 11}},
	})
	o := option(c, &catalog.Condition{Key: "k", Range: catalog.AtMost(10)})
	if got := Field(c).Patterns([]clarify.Option{o}); !slices.Equal(got, []clarify.Pattern{1, 1, clarify.OtherBit}) {
		t.Errorf("at most 10 takes %v of 5, 10, 11", got)
	}
	if !math.IsInf(o.Low, -1) {
		t.Errorf("at most 10 begins at %v", o.Low)
	}
}

// answered is an answer to "red or blue?", kept as evidence.
func answered(said bool, change func(*search.Answer)) search.Evidence {
	a := search.Answer{Key: "colour", Options: []catalog.Condition{
		{Key: "colour", Values: []string{"RED"}}, {Key: "colour", Values: []string{"blue", "navy"}}}}
	change(&a)
	return search.Evidence{Answer: a, Said: said}
}

func TestAnswersAndAsked(t *testing.T) {
	colour := catalog.NewColumn(catalog.Aspect{Key: "colour", Kind: catalog.Single}, [][]catalog.Value{
		{{Text: "blue"}}, {{Text: "navy"}}, {{Text: "red"}}, nil,
	})
	shelf := &catalog.Shelf{Refs: []catalog.Ref{1, 2, 3, 4}, Columns: []*catalog.Column{colour}}
	evidence := []search.Evidence{
		answered(false, func(a *search.Answer) { a.Picked = []int{0, 1} }),
		answered(false, func(a *search.Answer) { a.Other = true }),
		answered(false, func(a *search.Answer) { a.None = true }),
		answered(false, func(*search.Answer) {}),
		answered(true, func(a *search.Answer) { a.Picked = []int{0} }),
		{Answer: search.Answer{Key: "zoom", Picked: []int{0}, Options: []catalog.Condition{{Key: "zoom", Values: []string{"3x"}}}}},
	}
	got := answers(shelf, evidence)
	if len(got) != 4 {
		t.Fatalf("%d answers, want those that say something about the shelf: %+v", len(got), got)
	}
	for i, want := range []struct {
		ticked clarify.Pattern
		none   bool
	}{{3, false}, {clarify.OtherBit, false}, {0, true}, {1, false}} {
		if got[i].Ticked != want.ticked || got[i].None != want.none {
			t.Errorf("answer %d: ticked %08b, none %v", i, got[i].Ticked, got[i].None)
		}
	}
	wantOptions := []clarify.Option{{Codes: []uint32{2}}, {Codes: []uint32{0, 1}}}
	if diff := cmp.Diff(wantOptions, got[0].Options); diff != "" {
		t.Errorf("options in any letter case (-want +got):\n%s", diff)
	}
	questions := askedBefore(shelf, evidence)
	if len(questions) != 5 || !questions[3].Skipped || questions[0].Skipped || questions[4].Options != nil {
		t.Errorf("asked %+v", questions)
	}
}
