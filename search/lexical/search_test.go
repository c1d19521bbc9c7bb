package lexical

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"slices"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// shelf is a small shop written by hand.
var shelf = []catalog.Product{
	{Ref: 1, Category: "Computers > Notebooks", Title: "Corvus 6530 Notebook", Brand: "Corvus", Description: "14 inch notebook for work"},
	{Ref: 2, Category: "Computers > Notebook cases", Title: "Halden Sleeve notebook case", Brand: "Halden", Description: "Fits every notebook up to 15 inch"},
	{Ref: 3, Category: "Printers", Title: "Corvus LaserLine", Brand: "Corvus", Description: "Laser printer with Wi-Fi"},
	{Ref: 4, Category: "Printers > Toner", Title: "Corvus TN-2110 toner cartridge", Brand: "Corvus", Attributes: []catalog.Attribute{
		{Key: "colour", Values: []catalog.Value{{Text: "Black"}}},
		{Key: "refillable", Values: []catalog.Value{{Text: "yes"}}},
		{Key: "scented", Values: []catalog.Value{{Text: "no"}}},
	}},
	{Ref: 5, Category: "Audio", Title: "Brightwater speaker", Brand: "Brightwater"},
	{Ref: 6, Category: "Audio", Title: "Brightwater speaker", Brand: "Brightwater"},
}

func memory(t testing.TB, products []catalog.Product) *Index {
	t.Helper()
	x, err := newMemory(context.Background(), slices.Values(products))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// Query is a retrieval as the tests write it.
type Query struct {
	Text       string
	Categories []string
	K          int
}

func (x *Index) Search(ctx context.Context, q Query) ([]search.Hit, error) {
	return x.Retrieve(ctx, q.Text, q.Categories, q.K)
}

func refs(hits []search.Hit) []catalog.Ref {
	var r []catalog.Ref
	for _, h := range hits {
		r = append(r, h.Ref)
	}
	return r
}

func TestSearch(t *testing.T) {
	for _, test := range []struct {
		name  string
		query Query
		want  []catalog.Ref
	}{
		{"title before description", Query{Text: "notebook", K: 10}, []catalog.Ref{1, 2}},
		{"plural", Query{Text: "notebooks", K: 10}, []catalog.Ref{1, 2}},
		{"description only", Query{Text: "wifi", K: 10}, []catalog.Ref{3}},
		{"model without hyphen", Query{Text: "tn2110", K: 10}, []catalog.Ref{4}},
		{"attribute value", Query{Text: "black", K: 10}, []catalog.Ref{4}},
		{"flag that is set", Query{Text: "refillable", K: 10}, []catalog.Ref{4}},
		{"flag that is not", Query{Text: "scented", K: 10}, nil},
		{"category name", Query{Text: "audio", K: 10}, []catalog.Ref{5, 6}},
		{"equal scores by ref", Query{Text: "speaker", K: 10}, []catalog.Ref{5, 6}},
		{"cut between equal scores", Query{Text: "speaker", K: 1}, []catalog.Ref{5}},
		{"category", Query{Text: "corvus", Categories: []string{"Printers > Toner"}, K: 10}, []catalog.Ref{4}},
		{"category above", Query{Text: "notebook", Categories: []string{"Computers"}, K: 10}, []catalog.Ref{1, 2}},
		{"two categories", Query{Text: "corvus notebook", Categories: []string{"Computers > Notebook cases", "Printers > Toner"}, K: 10}, []catalog.Ref{2, 4}},
		{"a name that begins alike is not below", Query{Text: "notebook", Categories: []string{"Computers > Notebook"}, K: 10}, nil},
		{"unknown category", Query{Text: "notebook", Categories: []string{"Shoes"}, K: 10}, nil},
		{"unknown word", Query{Text: "zeppelin", K: 10}, nil},
		{"no words", Query{Text: "the !", K: 10}, nil},
		{"no hits wanted", Query{Text: "notebook"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			hits, err := memory(t, shelf).Search(t.Context(), test.query)
			if err != nil {
				t.Fatal(err)
			}
			if diff := gocmp.Diff(test.want, refs(hits)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Once the terms that are left cannot lift another product among the best, products are looked
// up in them one by one: in the postings the first time, and in memory once all were read. The
// best are those of a search that finds everything.
func TestSearchClosesToCommonTerms(t *testing.T) {
	var products []catalog.Product
	for i := range 3000 {
		p := catalog.Product{Ref: catalog.Ref(i + 1), Category: "Lamps", Title: "lamp"}
		if i%3 > 0 {
			p.Description = "made of oak"
		}
		if i%500 == 7 {
			p.Title = "walnut lamp"
		}
		products = append(products, p)
	}
	x := memory(t, products)
	query := Query{Text: "oak walnut lamp", K: 2}
	first, err := x.Search(t.Context(), query)
	check(t, err)
	if x.terms.Has("oak") {
		t.Error("all postings of a common term were read")
	}
	all, err := x.Search(t.Context(), Query{Text: query.Text, K: len(products)})
	check(t, err)
	again, err := x.Search(t.Context(), query)
	check(t, err)
	if len(all) != len(products) || !slices.Equal(first, all[:2]) || !slices.Equal(again, all[:2]) {
		t.Errorf("found %v, then %v, of %d that begin with %v", first, again, len(all), all[:2])
	}
}

// reference computes the hits from the definition of the score, by Ref.
func reference(products []catalog.Product, text string) []search.Hit {
	texts := func(p catalog.Product, i int) []string { return Terms(fields[i].text(p)) }
	mean := make([]float64, len(fields))
	for i := range fields {
		for _, p := range products {
			mean[i] += float64(len(texts(p, i))) / float64(len(products))
		}
	}
	var hits []search.Hit
	for _, p := range products {
		score, said, has := 0.0, 0.0, 0.0
		for _, term := range countTerms(text) {
			freq, most := 0.0, 0
			for i, f := range fields {
				n := 0
				for _, other := range products {
					if slices.Contains(texts(other, i), term.text) {
						n++
					}
				}
				most = max(most, n)
				words := texts(p, i)
				for _, word := range words {
					if word == term.text {
						freq += f.boost / (1 - f.b + f.b*float64(len(words))/mean[i])
					}
				}
			}
			said += term.count
			if freq > 0 {
				has += term.count
			}
			n, total := float64(most), float64(len(products))
			score += term.count * math.Log(1+(total-n+0.5)/(n+0.5)) * freq / (k1 + freq)
		}
		if score > 0 {
			hits = append(hits, search.Hit{Ref: p.Ref, Score: score * (1 - coverage + coverage*has/said)})
		}
	}
	return hits
}

// tolerance is the relative error that Bleve's way of keeping a field's length,
// as a 32-bit 1/√length, causes.
const tolerance = 1e-6

// In whatever order products are added, scores are those of the definition, and the first few
// are the first of all.
func TestScoresEqualDefinition(t *testing.T) {
	word := rapid.SampledFrom([]string{"lamp", "desk", "oak", "red", "tn-2110", "tn2110", "chairs", "a"})
	phrase := rapid.Custom(func(t *rapid.T) string {
		s := ""
		for _, w := range rapid.SliceOfN(word, 0, 5).Draw(t, "words") {
			s += w + " "
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		var products []catalog.Product
		for i := range rapid.IntRange(1, 12).Draw(t, "products") {
			products = append(products, catalog.Product{
				Ref:         catalog.Ref(i + 1),
				Category:    rapid.SampledFrom([]string{"desk", "oak lamps", "red"}).Draw(t, "category"),
				Title:       phrase.Draw(t, "title"),
				Description: phrase.Draw(t, "description"),
				Attributes:  []catalog.Attribute{{Key: "k", Values: []catalog.Value{{Text: phrase.Draw(t, "value")}}}},
			})
		}
		query := phrase.Draw(t, "query")
		want := reference(products, query)
		x, err := newMemory(context.Background(), slices.Values(rapid.Permutation(products).Draw(t, "order")))
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.Search(context.Background(), Query{Text: query, K: 100})
		k := rapid.IntRange(1, 4).Draw(t, "k")
		first, errFirst := x.Search(context.Background(), Query{Text: query, K: k})
		if err := errors.Join(err, errFirst, x.Close()); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(first, got[:min(k, len(got))]) {
			t.Fatalf("the first %d are %v, of all %v", k, first, got)
		}
		if !slices.IsSortedFunc(got, search.CompareHits) {
			t.Fatalf("hits out of order: %v", got)
		}
		if len(got) != len(want) {
			t.Fatalf("%d hits, want %d", len(got), len(want))
		}
		slices.SortFunc(got, func(a, b search.Hit) int { return cmp.Compare(a.Ref, b.Ref) })
		for i := range got {
			if got[i].Ref != want[i].Ref || math.Abs(got[i].Score-want[i].Score) > tolerance*want[i].Score {
				t.Fatalf("hit %v, want %v", got[i], want[i])
			}
		}
	})
}

func TestConcurrentSearchesAgree(t *testing.T) {
	x := memory(t, shelf)
	want, err := x.Search(t.Context(), Query{Text: "corvus notebook speaker", K: 10})
	if err != nil {
		t.Fatal(err)
	}
	var searches sync.WaitGroup
	for range 8 {
		searches.Go(func() {
			for range 20 {
				got, err := x.Search(context.Background(), Query{Text: "corvus notebook speaker", K: 10})
				if diff := gocmp.Diff(want, got); err != nil || diff != "" {
					t.Errorf("%v %s", err, diff)
					return
				}
			}
		})
	}
	searches.Wait()
}

func TestCancelledSearch(t *testing.T) {
	x := memory(t, shelf)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Search(ctx, Query{Text: "notebook", K: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("error = %v, want context.Canceled", err)
	}
	hits, err := x.Search(t.Context(), Query{Text: "notebook", K: 10})
	if err != nil || len(hits) != 2 {
		t.Errorf("search after a cancelled one = %v, %v", hits, err)
	}
}

// newMemory builds an index of the products in memory.
func newMemory(ctx context.Context, products iter.Seq[catalog.Product]) (*Index, error) {
	w, err := Create(ctx, "", "")
	if err != nil {
		return nil, err
	}
	for p := range products {
		if err := w.Add(p); err != nil {
			return nil, errors.Join(err, w.Abort())
		}
	}
	if err := w.flush(); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return newIndex(w.index, w.summary)
}
