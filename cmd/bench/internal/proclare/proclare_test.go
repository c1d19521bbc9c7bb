package proclare

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/catalog"
	"shopclerk/search"
)

func posed(text string, labels ...string) *dialog.Posed {
	q := &dialog.Posed{Text: text}
	for _, l := range labels {
		q.Options = append(q.Options, dialog.Choice{Label: l})
	}
	return q
}

func TestAlike(t *testing.T) {
	for _, tc := range []struct {
		name string
		a, b *dialog.Posed
		want float64
	}{
		{"the same", posed("Which colour?", "Red", "Blue"), posed("Which colour?", "blue", "red"), 1},
		{"nothing in common", posed("Which brand?", "Kela"), posed("What size?", "Large"), 0},
		{"one option of two", posed("Which colour?", "Red", "Blue"), posed("Which colour?", "Red", "Green"), 0.75},
		{"a word said twice counts once against one", posed("Red?", "red"), posed("Red?"), 2.0 / 3},
		{"no words", posed(""), posed(""), 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := alike(tc.a, tc.b); math.Abs(got-tc.want) > 1e-12 || alike(tc.b, tc.a) != got {
				t.Errorf("got %v and %v the other way, want %v", got, alike(tc.b, tc.a), tc.want)
			}
		})
	}
}

func TestKeywords(t *testing.T) {
	answer := func(labels []string, picked ...int) search.Evidence {
		return search.Evidence{Answer: search.Answer{Labels: labels, Picked: picked}}
	}
	said := search.Evidence{Said: true, Answer: search.Answer{Labels: []string{"waterproof"}, Picked: []int{0}}}
	need := search.Need{ScopeWords: "lamps", Evidence: []search.Evidence{
		answer([]string{"red", "blue", "green"}, 0, 2), {Answer: search.Answer{Labels: []string{"5 W"}, Other: true}}, said, answer([]string{"40 to 60 W"}, 0)}}
	for _, tc := range []struct{ opening, want string }{
		{"lamps", "red green 40 to 60 W"},
		{"waterproof lamps", "waterproof lamps red green 40 to 60 W"},
	} {
		if got := keywords(tc.opening, &need); got != tc.want {
			t.Errorf("opening %q: got %q, want %q", tc.opening, got, tc.want)
		}
	}
}

// shelf is five lamps: colour, and power of all but the last.
var shelf = &catalog.Shelf{Refs: []catalog.Ref{1, 2, 3, 4, 5}, Columns: []*catalog.Column{
	catalog.NewColumn(catalog.Aspect{Key: "colour", Kind: catalog.Single}, [][]catalog.Value{{{Text: "red"}}, {{Text: "red"}}, {{Text: "blue"}}, {{Text: "red"}}, {{Text: "green"}}}),
	catalog.NewColumn(catalog.Aspect{Key: "power", Kind: catalog.Numeric}, [][]catalog.Value{{{Text: "5", Number: 5}}, {{Text: "5", Number: 5}}, {{Text: "40", Number: 40}}, {{Text: "60", Number: 60}}, nil}),
}}

func fields() []*clarify.Field {
	var out []*clarify.Field
	for _, c := range shelf.Columns {
		f := &clarify.Field{Key: c.Aspect.Key, Size: len(c.Values), Offsets: c.Offsets, Codes: c.Codes}
		if c.Aspect.Kind == catalog.Numeric {
			for _, v := range c.Values {
				f.Numbers = append(f.Numbers, v.Number)
			}
		}
		out = append(out, f)
	}
	return out
}

func even(n int) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = 1 / float64(n)
	}
	return w
}

// ProductAgent asks about the aspect that most products have, with the commonest
// values first, and shows other values when it asks again.
func TestProductAgentAsksForTheCommonest(t *testing.T) {
	s := &clarify.Situation{Weights: even(5), Fields: fields(), Batch: 2, Options: 2, Page: 10}
	first := productAgent(s)
	if len(first) != 2 || first[0].Field.Key != "colour" || first[1].Field.Key != "power" {
		t.Fatalf("asked %v", first)
	}
	// dictionary of colours: blue, green, red; red is commonest, then blue by code
	if diff := cmp.Diff([]clarify.Option{{Codes: []uint32{2}}, {Codes: []uint32{0}}}, first[0].Options); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	s.Asked = []clarify.Asked{{Key: "colour", Options: first[0].Options}}
	again := productAgent(s)
	if len(again) != 1 || again[0].Field.Key != "power" {
		t.Errorf("with one colour left to show it asks %v", again)
	}
}

// No option that ProductAgent has shown comes back, and no question has fewer than
// two.
func TestProductAgentNeverRepeatsAnOption(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := even(5)
		for i := range w {
			w[i] *= float64(rapid.IntRange(0, 3).Draw(t, "weight"))
		}
		s := &clarify.Situation{Weights: w, Fields: fields(), Batch: rapid.IntRange(1, 3).Draw(t, "batch"), Options: 2}
		for range 4 {
			for _, q := range productAgent(s) {
				_, shown := askedBefore(s, q.Field.Key)
				for _, o := range q.Options {
					if slices.ContainsFunc(shown, func(p clarify.Option) bool { return cmp.Equal(o, p) }) {
						t.Fatalf("%s: option %v again", q.Field.Key, o)
					}
				}
				if len(q.Options) < 2 {
					t.Fatalf("%s has %d options", q.Field.Key, len(q.Options))
				}
				s.Asked = append(s.Asked, clarify.Asked{Key: q.Field.Key, Options: q.Options})
			}
		}
	})
}

// Without statistics the questions are drawn, but they are questions: options that
// differ, ranges that ascend without a gap.
func TestBlindQuestionsAreQuestions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &clarify.Situation{Weights: even(5), Fields: fields(), Batch: 2, Options: rapid.IntRange(2, 5).Draw(t, "options"),
			Rand: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
		for _, q := range blind(s) {
			if len(q.Options) < 2 || len(q.Options) > s.Options {
				t.Fatalf("%s has %d options of at most %d", q.Field.Key, len(q.Options), s.Options)
			}
			for i := 1; i < len(q.Options) && q.Field.Numbers != nil; i++ {
				if q.Options[i].Low != q.Options[i-1].High || q.Options[i].Low >= q.Options[i].High {
					t.Fatalf("ranges %v", q.Options)
				}
			}
		}
	})
}

func TestMatchingAndFallingBack(t *testing.T) {
	wish := func(values ...string) search.Wanted {
		return search.Wanted{Demand: catalog.Demand{Condition: catalog.Condition{Key: "colour", Values: values}}}
	}
	if diff := cmp.Diff([]catalog.Ref{1, 2, 4}, matching(shelf, []search.Wanted{wish("red")}, 10)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := matching(shelf, []search.Wanted{wish("red"), wish("blue")}, 10); got != nil {
		t.Errorf("red and blue at once: %v", got)
	}
	if diff := cmp.Diff([]float64{0.5, 0, 0, 0.5, 0}, spread(shelf, []catalog.Ref{1, 4, 99})); diff != "" {
		t.Errorf("spread (-want +got):\n%s", diff)
	}
	if got := spread(shelf, []catalog.Ref{99}); got != nil {
		t.Errorf("products of another shelf weigh %v", got)
	}
}

// The lists and policies that the help names are those that a condition may have.
func TestConditionsAreValidated(t *testing.T) {
	var c struct{ Talk }
	k, err := kong.New(&c, kong.Vars(Vars()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Parse(nil); err != nil {
		t.Fatal(err)
	}
	if err := c.Validate(); err != nil {
		t.Errorf("the defaults: %v", err)
	}
	for name, spoil := range map[string]func(*Talk){
		"options":  func(t *Talk) { t.Options = 1 },
		"shoppers": func(t *Talk) { t.Shoppers = 0 },
	} {
		bad := c.Talk
		if spoil(&bad); bad.Validate() == nil {
			t.Errorf("a bad %s passes", name)
		}
	}
}

// A shopper who is asked nothing more keeps the list, and counts as asked nothing.
func TestSummarise(t *testing.T) {
	talk := &Talk{Turns: 2, Seed: 1}
	visits := []Visit{{Turns: map[string][][]float64{Again: {{0.5}}}, Whole: map[string]float64{Questions: 3}, Asked: map[string]float64{"colour": 2, "power": 1}}, {Turns: map[string][][]float64{}, Whole: map[string]float64{Questions: 0}}}
	for turn, refs := range [][]catalog.Ref{nil, {8, 7}, {7}} {
		visits[0].rank(talk, Own, turn, refs, 7)
	}
	visits[1].rank(talk, Own, 0, nil, 7)
	s := Summarise(talk, visits)
	got := []float64{s.Turns[Hit][0].Mean, s.Turns[Hit][1].Mean, s.Turns[MRR][1].Mean, s.Turns[MRR][2].Mean, s.Whole[Questions].Mean, s.Turns[Again][0].Mean}
	if diff := cmp.Diff([]float64{0, 0.5, 0.25, 0.5, 1.5, 0.5}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]float64{"colour": 2.0 / 3, "power": 1.0 / 3}, s.Aspects); diff != "" {
		t.Errorf("aspects (-want +got):\n%s", diff)
	}
}

// The ceiling asks first about what the fewest candidates share with the target, and stops
// where the target is alone.
func TestCeiling(t *testing.T) {
	field := func(key string, codes ...uint32) *clarify.Field {
		f := &clarify.Field{Key: key, Size: 4, Offsets: []uint32{0}, Codes: codes}
		for i := range codes {
			f.Offsets = append(f.Offsets, uint32(i+1))
		}
		return f
	}
	s := &clarify.Situation{
		Weights: []float64{.2, .2, .2, .2, .1, .1},
		Fields:  []*clarify.Field{field("half", 0, 0, 0, 1, 1, 1), field("third", 0, 0, 1, 1, 2, 2), field("same", 0, 0, 0, 0, 0, 0)},
		Batch:   3, Options: 5, Page: 1,
	}
	got := ceiling(s, 2)
	if len(got) != 2 || got[0].Field.Key != "third" || got[1].Field.Key != "half" {
		t.Errorf("asked %d questions, want about third, then half", len(got))
	}
}

// Demands that leave nothing are left out from the last on.
func TestRelaxed(t *testing.T) {
	is := func(key, value string) search.Wanted {
		return search.Wanted{Demand: catalog.Demand{Condition: catalog.Condition{Key: key, Values: []string{value}}}}
	}
	for _, tc := range []struct {
		name   string
		wanted []search.Wanted
		want   []catalog.Ref
		left   int
	}{
		{"none", nil, shelf.Refs, 0},
		{"all", []search.Wanted{is("colour", "red"), is("power", "60")}, []catalog.Ref{4}, 2},
		{"one too many", []search.Wanted{is("colour", "red"), is("power", "61")}, []catalog.Ref{1, 2, 4}, 1},
		{"the first", []search.Wanted{is("colour", "octarine"), is("power", "60")}, shelf.Refs, 0},
	} {
		if got, left := relaxed(shelf, tc.wanted, 100); !slices.Equal(got, tc.want) || left != tc.left {
			t.Errorf("%s: %v, %d left; want %v, %d", tc.name, got, left, tc.want, tc.left)
		}
	}
}

// A joined query has the same letters and, of several words, one word less.
func TestJoinProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,9}|[0-9]{1,3}`), 0, 5).Draw(t, "words")
		query := strings.Join(words, " ")
		if j := join(query, rapid.Uint64().Draw(t, "seed")); strings.ReplaceAll(j, " ", "") != strings.Join(words, "") || len(words) > 1 && len(strings.Fields(j)) != len(words)-1 {
			t.Fatalf("%q joined is %q", query, j)
		}
	})
}

// Climbing finds the weight that orders a lesson of two features rightly, and leaves
// alone the one that says nothing.
func TestLearn(t *testing.T) {
	var lessons []Lesson
	for i := range 20 {
		// the good candidate has less of the words and more of the meaning
		lessons = append(lessons, Lesson{shop: "lamps", fold: i % folds, ideal: 7, gain: []float64{0, 7},
			features: [][]float64{{1, 0, 0.5}, {0.9, 0.8, 0.5}}})
	}
	w, table := Learn(lessons, []float64{3, 0, 0})
	if w[0] != 3 || w[1]*0.8 <= 0.3 || w[2] != 0 {
		t.Errorf("weights %v", w)
	}
	want := [][]string{
		{"lamps, in use", "0.631 (0.631–0.631)", "0.000 (0.000 to 0.000)"},
		{"lamps, all", "1.000 (1.000–1.000)", "+0.369 (+0.369 to +0.369)"},
		{"lamps, other folds", "1.000 (1.000–1.000)", "+0.369 (+0.369 to +0.369)"},
	}
	if diff := cmp.Diff(want, table.Rows); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// aList draws a retriever's list: distinct products, best first.
func aList() *rapid.Generator[[]search.Hit] {
	return rapid.Custom(func(t *rapid.T) []search.Hit {
		refs := rapid.SliceOfDistinct(rapid.Uint32Range(1, 15), rapid.ID[uint32]).Draw(t, "refs")
		out := make([]search.Hit, len(refs))
		for i, r := range refs {
			out[i] = search.Hit{Ref: catalog.Ref(r), Score: float64(len(refs) - i)}
		}
		return out
	})
}

// The list that is joined has the scores of the formula, in their order and then by ref: one list keeps its own.
func TestFuseEqualsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lists := rapid.SliceOfN(aList(), 0, 4).Draw(t, "lists")
		want := map[catalog.Ref]float64{}
		for _, list := range lists {
			for rank, h := range list {
				want[h.Ref] += 1 / (60 + float64(rank+1))
			}
		}
		got := fuse(lists...)
		if len(got) != len(want) {
			t.Fatalf("%d products of %d", len(got), len(want))
		}
		for i, h := range got {
			if math.Abs(h.Score-want[h.Ref]) > 1e-12 {
				t.Fatalf("product %d scores %v, want %v", h.Ref, h.Score, want[h.Ref])
			}
			if i > 0 && (got[i-1].Score < h.Score || got[i-1].Score == h.Score && got[i-1].Ref >= h.Ref) {
				t.Fatalf("not by score, then ref: %v", got)
			}
		}
	})
}
