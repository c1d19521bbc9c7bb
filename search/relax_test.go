package search_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

func TestWantedOrder(t *testing.T) {
	value := func(key, v string) *catalog.Condition { return &catalog.Condition{Key: key, Values: []string{v}} }
	answer := func(key, v string) *search.Answer {
		return &search.Answer{Key: key, Options: []catalog.Condition{*value(key, v)}, Labels: []string{v}, Picked: []int{0}}
	}
	n := search.Fold([]search.Change{
		{ID: 1, Op: search.Answered, Text: "first tick", Answer: answer("a", "1")},
		{ID: 2, Op: search.AddWish, Text: "first wish", Condition: value("b", "1")},
		{ID: 3, Op: search.AddLimit, Text: "first limit", Condition: value("c", "1"), Not: true},
		{ID: 4, Op: search.Answered, Text: "second tick", Answer: answer("d", "1")},
		{ID: 5, Op: search.AddWish, Text: "second wish", Condition: value("e", "1")},
		{ID: 6, Op: search.AddLimit, Text: "second limit", Condition: value("f", "1")},
		{ID: 7, Op: search.Answered, Answer: &search.Answer{Key: "g", None: true}},
		{ID: 8, Op: search.Answered, Answer: &search.Answer{Key: "h"}},
		{ID: 9, Op: search.Answered, Text: "Lamps", Answer: answer(catalog.KeyCategory, "Lamps")},
	})
	var got []string
	for _, w := range n.Wanted() {
		got = append(got, w.Text)
		if w.Hard != (w.Text == "first limit" || w.Text == "second limit") || w.Demand.Not != (w.Text == "first limit") {
			t.Errorf("%q: hard %v, not %v", w.Text, w.Hard, w.Demand.Not)
		}
	}
	want := []string{"second limit", "first limit", "second wish", "first wish", "second tick", "first tick"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWantedOfAnAnswer(t *testing.T) {
	inf := math.Inf(1)
	colours := []catalog.Condition{{Key: "k", Values: []string{"red"}}, {Key: "k", Values: []string{"blue"}}, {Key: "k", Values: []string{"green"}}}
	ranges := []catalog.Condition{{Key: "k", Range: catalog.Between(-inf, 10)}, {Key: "k", Range: catalog.Between(10, 20)}, {Key: "k", Range: catalog.Between(20, inf)}}
	single := func(n float64) catalog.Condition {
		return catalog.Condition{Key: "k", Range: catalog.Between(n, math.Nextafter(n, inf))}
	}
	for _, tc := range []struct {
		name   string
		answer search.Answer
		want   *catalog.Demand // nil: nothing that a test could say
	}{
		{"one value", search.Answer{Options: colours, Picked: []int{1}}, &catalog.Demand{Condition: catalog.Condition{Key: "k", Values: []string{"blue"}}}},
		{"two values", search.Answer{Options: colours, Picked: []int{0, 2}}, &catalog.Demand{Condition: catalog.Condition{Key: "k", Values: []string{"red", "green"}}}},
		{"one range", search.Answer{Options: ranges, Picked: []int{1}}, &catalog.Demand{Condition: catalog.Condition{Key: "k", Range: catalog.Between(10, 20)}}},
		{"ranges side by side", search.Answer{Options: ranges, Picked: []int{1, 2}}, &catalog.Demand{Condition: catalog.Condition{Key: "k", Range: catalog.Between(10, inf)}}},
		{"something else", search.Answer{Options: colours, Other: true},
			&catalog.Demand{Not: true, Condition: catalog.Condition{Key: "k", Values: []string{"red", "blue", "green"}}}},
		{"something else than ranges side by side", search.Answer{Options: ranges[:2], Other: true},
			&catalog.Demand{Not: true, Condition: catalog.Condition{Key: "k", Range: catalog.Between(-inf, 20)}}},
		{"something else than all that is above", search.Answer{Options: ranges[1:], Other: true},
			&catalog.Demand{Not: true, Condition: catalog.Condition{Key: "k", Range: catalog.AtLeast(10)}}},
		{"something else than everything", search.Answer{Options: ranges, Other: true}, nil},
		{"up to a number and including it", search.Answer{Options: []catalog.Condition{{Key: "k", Range: catalog.AtMost(10)}, ranges[0]}, Picked: []int{0, 1}},
			&catalog.Demand{Condition: catalog.Condition{Key: "k", Range: catalog.AtMost(10)}}},
		{"below a number, and up to it", search.Answer{Options: []catalog.Condition{ranges[0], {Key: "k", Range: catalog.AtMost(10)}}, Picked: []int{0, 1}},
			&catalog.Demand{Condition: catalog.Condition{Key: "k", Range: catalog.AtMost(10)}}},
		{"something else than single numbers: what lies between is", search.Answer{Options: []catalog.Condition{single(8), single(32)}, Other: true}, nil},
		{"some, or something else", search.Answer{Options: colours, Picked: []int{0}, Other: true}, nil},
		{"no preference", search.Answer{Options: colours, None: true}, nil},
		{"skipped", search.Answer{Options: colours}, nil},
		{"an option that was never shown", search.Answer{Options: colours, Picked: []int{3, -1}}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.answer.Key = "k"
			n := search.Fold([]search.Change{{ID: 1, Op: search.Answered, Text: "ticked", Answer: &tc.answer}})
			wanted := n.Wanted()
			if tc.want == nil {
				if len(wanted) != 0 {
					t.Errorf("wants %+v", wanted)
				}
				return
			}
			if len(wanted) != 1 || wanted[0].Text != "ticked" {
				t.Fatalf("wants %+v", wanted)
			}
			if diff := gocmp.Diff(*tc.want, wanted[0].Demand); diff != "" {
				t.Errorf("demand (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRelax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hard := rapid.IntRange(0, 3).Draw(t, "limits")
		wanted := make([]search.Wanted, hard+rapid.IntRange(0, 5).Draw(t, "wishes"))
		for i := range wanted {
			wanted[i].Hard = i < hard
		}
		// the more is demanded, the less is found
		found := make([]int, len(wanted)+1)
		for i := len(found) - 1; i >= 0; i-- {
			found[i] = rapid.IntRange(0, 3).Draw(t, "more")
			if i+1 < len(found) {
				found[i] += found[i+1]
			}
		}
		enough := rapid.IntRange(1, 4).Draw(t, "enough")
		calls := 0
		kept, err := search.Relax(wanted, enough, func(w []search.Wanted) (int, error) {
			calls++
			return found[len(w)], nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := len(wanted)
		for want > hard && found[want] < enough {
			want--
		}
		if kept != want || calls != len(wanted)-want+1 {
			t.Fatalf("kept %d of %d in %d calls, want %d; found %v", kept, len(wanted), calls, want, found)
		}
	})
	fault := errors.New("no disk")
	if _, err := search.Relax(make([]search.Wanted, 2), 1, func([]search.Wanted) (int, error) { return 0, fault }); !errors.Is(err, fault) {
		t.Errorf("the fault of counting became %v", err)
	}
}

// noted is words as a retriever by meaning that notes how it is asked.
type noted struct {
	words
	where []string // the categories of each search
}

func (n *noted) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	n.where = append(n.where, strings.Join(categories, " + "))
	return n.words.Retrieve(ctx, query, categories, k)
}

// In a large shop meaning is asked where the words find little.
func TestMeaningInALargeShop(t *testing.T) {
	s := &stock{categories: []catalog.Category{{Path: "Lamps", Size: 20_000}, {Path: "Shades", Size: 300}, {Path: "Desks", Size: 2}, {Path: "Tents", Size: 1_000_000}}}
	add := func(category string, n int, title string) {
		for range n {
			ref := catalog.Ref(len(s.products) + 1)
			s.products = append(s.products, catalog.Product{Ref: ref, ID: fmt.Sprint(ref), Category: category, Title: title})
		}
	}
	add("Lamps", 10, "old lamp")
	add("Shades", 300, "shade")
	add("Desks", 1, "old desk")
	add("Desks", 1, "desk lamp")
	add("Tents", 1, "tent")
	for _, tc := range []struct {
		name  string
		need  *search.Need
		where []string
	}{
		{"everywhere where they find few", fold(say("desk")), []string{""}},
		{"everywhere where they find none", fold(say("unicorn")), []string{""}},
		{"nowhere where they find many", fold(say("shade")), nil},
		{"in a small category whatever they find", fold(in("Shades"), say("shade")), []string{"Shades"}},
		{"in a large one where they find none", fold(in("Lamps"), say("desk")), []string{"Lamps"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			meaning := &noted{words: words{stock: s}}
			if _, err := search.NewEngine(s, words{stock: s}, meaning).Scope(t.Context(), tc.need); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(meaning.where, tc.where) {
				t.Errorf("asked in %q, want %q", meaning.where, tc.where)
			}
		})
	}
}

// completing is words that complete too: the first products, whatever is typed.
type completing struct{ words }

func (c completing) Complete(ctx context.Context, _ string, k int) ([]catalog.Ref, error) {
	if err := cmp.Or(ctx.Err(), c.err); err != nil {
		return nil, err
	}
	return []catalog.Ref{1, 2, 3}[:k], nil
}

// What is typed is completed where the words can be; a fault completes nothing, and whoever
// has gone on typing is told of no result.
func TestComplete(t *testing.T) {
	s := lampsAndDesks()
	gone, leave := context.WithCancel(t.Context())
	leave()
	for _, tc := range []struct {
		name  string
		ctx   context.Context
		words search.Lexicon
		want  []catalog.Ref
		err   error
	}{
		{"completed", t.Context(), completing{words{stock: s}}, []catalog.Ref{1, 2}, nil},
		{"a fault", t.Context(), completing{words{stock: s, err: errNoDisk}}, nil, nil},
		{"typed on", gone, completing{words{stock: s}}, nil, context.Canceled},
		{"nothing completes", t.Context(), words{stock: s}, nil, nil},
	} {
		got, err := search.NewEngine(s, tc.words, nil).Complete(tc.ctx, "la", 2)
		if !slices.Equal(got, tc.want) || !errors.Is(err, tc.err) {
			t.Errorf("%s: %v (%v), want %v (%v)", tc.name, got, err, tc.want, tc.err)
		}
	}
}
