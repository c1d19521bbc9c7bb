package agent

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/search"
)

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
