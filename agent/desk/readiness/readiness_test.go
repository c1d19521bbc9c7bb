package readiness

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/catalog"
)

// texts makes the cells of a column: "" is a product without a value, "a|b" one
// with two.
func texts(cells ...string) [][]catalog.Value {
	out := make([][]catalog.Value, len(cells))
	for i, cell := range cells {
		for _, v := range split(cell) {
			out[i] = append(out[i], catalog.Value{Text: v})
		}
	}
	return out
}

func split(cell string) []string {
	if cell == "" {
		return nil
	}
	var out []string
	for start, i := 0, 0; i <= len(cell); i++ {
		if i == len(cell) || cell[i] == '|' {
			out = append(out, cell[start:i])
			start = i + 1
		}
	}
	return out
}

// many repeats texts: many("black", 3, "red", 2) is three black products and two red.
func many(pairs ...any) []string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, slices.Repeat([]string{pairs[i].(string)}, pairs[i+1].(int))...)
	}
	return out
}

// column makes an aspect that is asked about.
func column(kind catalog.Kind, cells ...string) *catalog.Column {
	return catalog.NewColumn(catalog.Aspect{Key: "a", Label: "A", Kind: kind, Askable: true}, texts(cells...))
}

// shelf holds columns of as many rows.
func shelf(columns ...*catalog.Column) *catalog.Shelf {
	s := &catalog.Shelf{Name: "Things", Columns: columns}
	for i := range len(columns[0].Offsets) - 1 {
		s.Refs = append(s.Refs, catalog.Ref(i+1))
	}
	return s
}

func TestDuplicates(t *testing.T) {
	for _, tc := range []struct {
		name  string
		kind  catalog.Kind
		cells []string
		want  []string // label, reasons, missed of products
	}{
		{"spellings", catalog.Single, many("grey", 5, "gray", 3, "black", 4), []string{"grey [variant] 3 of 8"}},
		{"three of one", catalog.Single, many("USB-C", 5, "USB C", 2, "usbc", 1, "HDMI", 2), []string{"USB-C [punctuation] 3 of 8"}},
		{"several reasons", catalog.Single, many("Fibre cable", 4, "Fiber cables", 1, "fiber-cable", 1), []string{"Fibre cable [variant plural] 2 of 6"}},
		{"amounts", catalog.Single, many("1 kg", 3, "1000 g", 2, "1 g", 2, "2 lb", 1), []string{"1 kg [amount] 2 of 5"}},
		{"another name beside it", catalog.Single, many("Headphones", 4, "Headphones/headset", 3, "Headset", 2), []string{"Headphones [synonym] 3 of 7"}},
		{"a slip", catalog.Single, many("Wireless", 30, "Wireles", 1, "Wired", 20), []string{"Wireless [typo] 1 of 31"}},
		{"no slip when both are common", catalog.Single, many("Corsair", 10, "Corsari", 9), nil},
		{"no slip of a word in use", catalog.Single, many("striped shirt", 30, "stripes shirt", 1, "stripes", 5), nil},
		{"no slip where a product has both", catalog.Multi, append(many("Leather", 30), "Leathar|Leather"), nil},
		{"numbers differ", catalog.Single, many("Ryzen 5 3600", 30, "Ryzen 5 3700", 1, "Ryzen 7 3600", 1), nil},
		{"both on a product", catalog.Multi, []string{"top|tops", "tops", "tops", "top|skirt"}, []string{"tops [plural] 1 of 4"}},
		{"nothing alike", catalog.Single, many("black", 4, "white", 4, "slack", 1), nil},
		{"flags", catalog.Flag, many("yes", 4, "no", 4), nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			names := NewNames([][]string{{"headphones", "headset"}})
			var got []string
			for _, d := range findDuplicates(column(tc.kind, tc.cells...), names) {
				got = append(got, fmt.Sprintf("%s %v %d of %d", d.Label, d.Reasons, d.Missed, d.Products))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// cells draws the cells of a column of few values, so that they repeat.
func cells(t *rapid.T) []string {
	value := rapid.SampledFrom([]string{"", "", "grey", "gray", "Grey ", "black", "red", "reds", "blue", "10 cm", "100 mm", "a", "b", "c"})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
		cell := value.Draw(t, "value")
		if more := value.Draw(t, "more"); cell != "" && more != "" && rapid.IntRange(0, 3).Draw(t, "two") == 0 {
			cell += "|" + more
		}
		return cell
	}), 1, 60).Draw(t, "cells")
}

// Every value is in one group at most, no group says less than two values, and its
// counts are those of its products, one by one.
func TestDuplicatesAgreeWithTheProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := column(catalog.Multi, cells(t)...)
		seen := map[string]bool{}
		for _, d := range findDuplicates(c, nil) {
			if len(d.Values) < 2 || len(d.Reasons) == 0 {
				t.Errorf("%+v: no duplicate", d)
			}
			products, missed := 0, 0
			for i := range len(c.Offsets) - 1 {
				has, label := false, false
				for _, v := range c.Cell(i) {
					has = has || slices.ContainsFunc(d.Values, func(s Spelling) bool { return s.Text == v.Text })
					label = label || v.Text == d.Label
				}
				if has {
					products++
				}
				if has && !label {
					missed++
				}
			}
			if products != d.Products || missed != d.Missed {
				t.Errorf("%+v: %d products, %d missed", d, products, missed)
			}
			for _, v := range d.Values {
				if seen[v.Text] {
					t.Errorf("%q is in two groups", v.Text)
				}
				seen[v.Text] = true
			}
		}
	})
}

// bruteProspect puts a question to a shopper after every product in turn.
func bruteProspect(f *clarify.Field, options []clarify.Option) (bits, left float64) {
	n := f.Len()
	patterns := f.Patterns(options)
	for _, mine := range patterns {
		same, known, list := 0, 0, 0
		for _, theirs := range patterns {
			if theirs == mine {
				same++
			}
			if theirs != 0 {
				known++
			}
			switch {
			case mine == 0, mine == clarify.OtherBit && (theirs == 0 || theirs == clarify.OtherBit), mine != clarify.OtherBit && theirs&mine != 0:
				list++
			}
		}
		left += float64(list) / float64(n)
		if mine != 0 {
			bits += math.Log2(float64(known)/float64(same)) / float64(n)
		}
	}
	return bits, left
}

func TestProspectLikeBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := column(catalog.Multi, cells(t)...)
		f := agent.Field(c)
		q := bestQuestion(f)
		if len(q.options) == 0 {
			return
		}
		bits, left := bruteProspect(f, q.options)
		got := q.patterns.prospect(len(q.options))
		if math.Abs(got.Bits-bits) > 1e-9 || math.Abs(got.Left-left) > 1e-9 {
			t.Errorf("bits %v, left %v; one by one %v, %v", got.Bits, got.Left, bits, left)
		}
		// other questions tell no more
		n := f.Len()
		for _, options := range clarify.Options(f, slices.Repeat([]float64{1 / float64(n)}, n), mostOptions) {
			if b, _ := bruteProspect(f, options); b > got.Bits+1e-9 {
				t.Errorf("a question of %v bits is better than the best of %v", b, got.Bits)
			}
		}
	})
}

// Filling the gaps is as if there were more products of the kinds that there are: it
// tells as many bits as the products with a value do among themselves, and leaves the
// same share of them.
func TestFilledLikeTheKnown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := bestQuestion(agent.Field(column(catalog.Multi, cells(t)...)))
		if len(q.options) == 0 {
			return
		}
		known := *q.patterns
		known.all, known.by[0] = known.known(), 0
		now, filled, clean := q.patterns.prospect(5), q.patterns.filled(5), known.prospect(5)
		if math.Abs(filled.Bits-clean.Bits) > 1e-9 || math.Abs(filled.Left/float64(q.patterns.all)-clean.Left/float64(known.all)) > 1e-9 {
			t.Errorf("filled %+v of %d, of the known alone %+v of %d", filled, q.patterns.all, clean, known.all)
		}
		if filled.Bits < now.Bits-1e-9 {
			t.Errorf("filling in loses: %v, then %v bits", now.Bits, filled.Bits)
		}
	})
}

func TestMergingFreesAnOption(t *testing.T) {
	// two of the five options are one value, and another value is not shown for it
	c := column(catalog.Single, many("grey", 10, "gray", 10, "black", 10, "red", 10, "blue", 10, "green", 4, "teal", 4)...)
	r := Read(&catalog.Category{Path: "Things", Name: "Things"}, shelf(c), nil)
	a := r.Aspects[0]
	if len(a.Duplicates) != 1 || a.Merged.Bits <= a.Apart.Bits || a.Apart.Bits >= a.Now.Bits || math.Abs(a.Duplicates[0].Bits-(a.Merged.Bits-a.Apart.Bits)) > 1e-12 {
		t.Errorf("%+v", a)
	}
	if a.Gain() != a.Merged.Bits-a.Apart.Bits {
		t.Errorf("gain %v, want %v", a.Gain(), a.Merged.Bits-a.Apart.Bits)
	}
}

func TestTroubles(t *testing.T) {
	unique := make([]string, 30)
	for i := range unique {
		unique[i] = "model " + strconv.Itoa(i)
	}
	numeric := catalog.NewColumn(catalog.Aspect{Key: "a", Kind: catalog.Numeric, Askable: true}, [][]catalog.Value{{{Text: "1", Number: 1}}, {{Text: "2", Number: 2}}, nil})
	note := catalog.NewColumn(catalog.Aspect{Key: "a_note", Kind: catalog.Single}, texts("", "", "varies"))
	hard := column(catalog.Single, many("x", 5, "y", 5)...)
	hard.Aspect.Answerable = 0.2
	odd := column(catalog.Single, many("x", 5, "y", 5)...)
	odd.Aspect.Askable, odd.Aspect.Why = false, "a reason of its own"
	for _, tc := range []struct {
		name  string
		shelf *catalog.Shelf
		want  []Kind
	}{
		{"none", shelf(column(catalog.Single, many("x", 5, "y", 5)...)), nil},
		{"gaps", shelf(column(catalog.Single, many("x", 5, "y", 5, "", 10)...)), []Kind{Gaps}},
		{"no value at all", shelf(column(catalog.Single, many("", 10)...)), []Kind{Gaps}},
		{"all alike", shelf(column(catalog.Single, many("x", 99, "y", 1)...)), []Kind{Agree}},
		{"names", shelf(column(catalog.Single, unique...)), []Kind{TooMany}},
		{"prose", shelf(column(catalog.Single, many("this is a text that somebody is meant to read", 3, "and this is another, longer than any button", 3)...)), []Kind{Prose}},
		{"hard", shelf(hard), []Kind{Hard}},
		{"units of two kinds", shelf(column(catalog.Single, many("10 cm", 5, "20 cm", 5, "3 kg", 4)...)), []Kind{Units}},
		{"units of one kind", shelf(column(catalog.Single, many("10 cm", 5, "8 in", 5)...)), nil},
		{"bare numbers among amounts", shelf(column(catalog.Single, many("10 cm", 5, "12", 4)...)), []Kind{Units}},
		{"a text for a number", shelf(numeric, note), []Kind{Gaps, NoNumber}},
		{"another reason", shelf(odd), []Kind{Unasked}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []Kind
			r := Read(&catalog.Category{}, tc.shelf, nil)
			i := slices.IndexFunc(r.Aspects, func(a Aspect) bool { return a.Key == "a" })
			for _, x := range r.Aspects[i].Troubles {
				got = append(got, x.Kind)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestReport(t *testing.T) {
	colour := catalog.NewColumn(catalog.Aspect{Key: "colour", Kind: catalog.Single, Askable: true, Coverage: 0.5}, texts("red", "blue", "", ""))
	size := catalog.NewColumn(catalog.Aspect{Key: "size", Kind: catalog.Single, Askable: true, Coverage: 1}, texts("s", "m", "s", "m"))
	r := Read(&catalog.Category{Path: "A > B", Name: "B"}, shelf(size, colour), nil)
	if r.Products != 4 || r.Askable != 2 || r.Coverage != 0.75 || r.Aspects[0].Key != "colour" {
		t.Errorf("%+v", r)
	}
	a := r.Aspects[0]
	if a.Valued != 2 || a.Missing != 2 || a.Now.Bits != 0.5 || a.Filled.Bits != 1 || a.Now.Left != 2.5 || a.Filled.Left != 2 {
		t.Errorf("%+v", a)
	}
}

func BenchmarkRead(b *testing.B) {
	// a category as large as the largest of a parts catalogue, with values that repeat
	var cells []string
	for i := range 12_000 {
		cells = append(cells, []string{"", "Black", "black ", "Grey", "Gray", "White / Black", "RGB " + strconv.Itoa(i%200)}[i%7])
	}
	s := shelf(column(catalog.Single, cells...))
	c := &catalog.Category{Path: "Things"}
	b.ResetTimer()
	for b.Loop() {
		Read(c, s, nil)
	}
}
