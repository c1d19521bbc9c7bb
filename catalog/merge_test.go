package catalog

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestMerge(t *testing.T) {
	texts := func(list ...string) []Value {
		var out []Value
		for _, s := range list {
			out = append(out, Value{Text: s})
		}
		return out
	}
	c := NewColumn(Aspect{Key: "colour", Kind: Multi}, [][]Value{texts("gray"), texts("grey", "red"), nil, texts("gray", "grey"), texts("blue")})
	m := c.Merge([]Group{{"Grey tones", []string{"Grey", "gray", "mauve"}}})
	if diff := cmp.Diff(texts("blue", "Grey tones", "red"), m.Values); diff != "" {
		t.Fatalf("values (-want +got):\n%s", diff)
	}
	for row, want := range [][]Value{texts("Grey tones"), texts("Grey tones", "red"), nil, texts("Grey tones"), texts("blue")} {
		if diff := cmp.Diff(want, m.Cell(row)); diff != "" {
			t.Errorf("row %d (-want +got):\n%s", row, diff)
		}
	}
	if diff := cmp.Diff([]string{"gray", "grey", "mauve"}, m.Spellings(1)); diff != "" {
		t.Errorf("spellings (-want +got):\n%s", diff)
	}
	for _, asked := range [][]string{{"grey"}, {"GRAY"}, {"grey tones"}, {"gray", "grey"}} {
		if got := m.Find(&Condition{Key: "colour", Values: asked}); !slices.Equal(got, []uint32{1}) {
			t.Errorf("asked for %v the column accepts %v", asked, got)
		}
	}
	if got := c.Merge([]Group{{"Warm", []string{"pink", "rose"}}}); got != c {
		t.Error("a merge of nothing makes another column")
	}
	numbers := NewColumn(Aspect{Key: "watts", Kind: Numeric}, [][]Value{{{Text: "5", Number: 5}}, {{Text: "6", Number: 6}}})
	if got := numbers.Merge([]Group{{"few", []string{"5", "6"}}}); got != numbers {
		t.Error("numbers were merged")
	}
}

// TestMergeIsWhatAnyOfItsValuesIs: a row has the merged value when it had one of
// those merged, keeps every other, and a gathered shelf knows it the same.
func TestMergeIsWhatAnyOfItsValuesIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alphabet := []string{"a", "b", "c", "d", "e"}
		cells := make([][]Value, rapid.IntRange(1, 8).Draw(t, "rows"))
		refs := make([]Ref, len(cells))
		rows := make([]int32, len(cells))
		for i := range cells {
			refs[i], rows[i] = Ref(i+1), int32(i)
			for _, s := range rapid.SliceOfNDistinct(rapid.SampledFrom(alphabet), 0, 3, rapid.ID[string]).Draw(t, "cell") {
				cells[i] = append(cells[i], Value{Text: s})
			}
		}
		group := Group{"x", rapid.SliceOfNDistinct(rapid.SampledFrom(alphabet), 2, 4, rapid.ID[string]).Draw(t, "merged")}
		shelf := &Shelf{Name: "s", Refs: refs, Columns: []*Column{NewColumn(Aspect{Key: "k", Kind: Multi, Askable: true}, cells)}}
		merged := shelf.Merge(func(string) []Group { return []Group{group} })
		gathered := Gather("all", []*Shelf{merged}, [][]int32{rows}, func(*Column) bool { return true })
		for _, value := range append(alphabet, "x") {
			asked := []string{value}
			if value == "x" || slices.Contains(group.Values, value) {
				asked = group.Values
			}
			before := shelf.Test(&Demand{Condition: Condition{Key: "k", Values: asked}})
			for _, s := range []*Shelf{merged, gathered} {
				after := s.Test(&Demand{Condition: Condition{Key: "k", Values: []string{value}}})
				for row := range cells {
					want, _ := before.Row(row)
					got, _ := after.Row(row)
					if want != got {
						t.Fatalf("%s: row %d of %v asked for %q: %t, want %t", s.Name, row, cells, value, got, want)
					}
				}
			}
		}
	})
}
