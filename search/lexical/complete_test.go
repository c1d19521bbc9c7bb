package lexical

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"shopclerk/catalog"
)

func TestComplete(t *testing.T) {
	for _, test := range []struct {
		text string
		k    int
		want []catalog.Ref
	}{
		{"cor", 5, []catalog.Ref{3, 1, 4}},
		{"COR", 5, []catalog.Ref{3, 1, 4}},
		{"corvus n", 5, []catalog.Ref{1}}, // and not the toner, which is a TN
		{"corvus ", 5, []catalog.Ref{3, 1, 4}},
		{"notebooks", 5, []catalog.Ref{1, 2}},
		{"notebook ca", 5, []catalog.Ref{2}},
		{"tn-21", 5, []catalog.Ref{4}},
		{"brightwater sp", 1, []catalog.Ref{5}},
		{"speaker bright", 5, []catalog.Ref{5, 6}},
		{"c", 5, nil}, // one letter begins too much
		{"corvus zeppelin", 5, nil},
		{"zeppelin cor", 5, nil},
		{"laser", 5, []catalog.Ref{3}},
		{"", 5, nil},
		{"the ", 5, nil},
		{"cor", 0, nil},
	} {
		t.Run(test.text, func(t *testing.T) {
			got, err := memory(t, shelf).Complete(context.Background(), test.text, test.k)
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("got %v, %v; want %v", got, err, test.want)
			}
		})
	}
}

// The last word is cut off whole, whatever letters it has.
func TestCutLast(t *testing.T) {
	for text, want := range map[string]string{"red шар": "red|шар", "red balloon ": "red balloon|", "tn-21": "tn|21", "шар": "|шар"} {
		terms, begun := cutLast(text)
		if got := strings.Join(terms, " ") + "|" + begun; got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}

// Every title is found by its own words, the last of them cut anywhere, and what is
// found has them all.
func TestCompleteFindsTitles(t *testing.T) {
	names := []string{"amber", "basalt", "cedar", "cedarwood", "copper", "dune", "ember", "flint"}
	rapid.Check(t, func(rt *rapid.T) {
		var products []catalog.Product
		for i := range rapid.IntRange(1, 20).Draw(rt, "products") {
			words := rapid.SliceOfN(rapid.SampledFrom(names), 1, 4).Draw(rt, "title")
			products = append(products, catalog.Product{Ref: catalog.Ref(i + 1), Category: fmt.Sprint("c", i%3), Title: strings.Join(words, " ")})
		}
		x, err := newMemory(context.Background(), slices.Values(products))
		if err != nil {
			rt.Fatal(err)
		}
		defer func() { _ = x.Close() }()
		target := rapid.SampledFrom(products).Draw(rt, "target")
		words := strings.Fields(target.Title)
		last := words[len(words)-1]
		begun := last[:rapid.IntRange(2, len(last)).Draw(rt, "cut")]
		text := strings.Join(append(slices.Clone(words[:len(words)-1]), begun), " ")
		var want []catalog.Ref
		for _, p := range products {
			has := strings.Fields(p.Title)
			lacks := slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return !slices.Contains(has, w) })
			if !lacks && slices.ContainsFunc(has, func(w string) bool { return strings.HasPrefix(w, begun) }) {
				want = append(want, p.Ref)
			}
		}
		length := func(r catalog.Ref) int { return len(strings.Fields(products[r-1].Title)) }
		slices.SortStableFunc(want, func(a, b catalog.Ref) int { return length(a) - length(b) })
		got, err := x.Complete(context.Background(), text, len(products))
		if err != nil || !slices.Equal(got, want) {
			rt.Fatalf("%q finds %v, %v; want %v", text, got, err, want)
		}
	})
}

func TestCompleteStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := memory(t, shelf).Complete(ctx, "", 3); err == nil {
		t.Errorf("of a cancelled request: %v", got)
	}
}
