package index

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/lexical"
)

// candidateRecords are n products of two categories for a candidate set: some have several
// colours, some none, some a range of lengths.
func candidateRecords(n int) []catalog.Record {
	colours := [][]catalog.Raw{{catalog.Text("Red")}, {catalog.Text("Blue"), catalog.Text("Green")}, nil, {catalog.Text("Black")}, {catalog.Text("Red"), catalog.Text("Black")}}
	things := []string{"lamp", "Desk lamp", "reading lamp of oak"}
	var out []catalog.Record
	for i := range n {
		r := catalog.Record{
			ID: fmt.Sprint("p-", i), Title: fmt.Sprintf("%s no. %d", things[i%len(things)], i), Brand: []string{"Nordlys", "Öre & Co"}[i%2],
			Category: []string{"Home > Lamps", "Garden"}[i/3%2], Stock: -1, Price: catalog.Price{Minor: int64(500 + 37*i%9000), Currency: "EUR"},
		}
		if c := colours[i%len(colours)]; c != nil {
			r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: "colour", Value: catalog.List(c...)})
		}
		if i%4 != 0 {
			r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: "length", Value: catalog.Text(fmt.Sprint(10+i%50, " cm"))})
		}
		out = append(out, r)
	}
	return out
}

// testCandidates tests that a candidate set of some products keeps the contract of
// [search.CandidateSet]; store has those that it samples.
func testCandidates(t *testing.T, p search.CandidateSet, products []catalog.Product, store search.Store) {
	s := contract{p, products, map[catalog.Ref]*catalog.Product{}, store}
	for i := range products {
		s.by[products[i].Ref] = &products[i]
	}
	t.Run("demands", s.demands)
	t.Run("nothing", s.nothing)
	t.Run("words", s.words)
	t.Run("meaning", s.meaning)
	t.Run("sample", s.sample)
}

type contract struct {
	search.CandidateSet
	products []catalog.Product
	by       map[catalog.Ref]*catalog.Product
	store    search.Store
}

// meets is what [catalog.Demand] says, worked out product by product.
func meets(p *catalog.Product, q *search.Query) bool {
	if len(q.Categories) > 0 && !slices.Contains(q.Categories, p.Category) {
		return false
	}
	return !slices.ContainsFunc(q.Demands, func(d catalog.Demand) bool { return d.Condition.Holds(p.Of(d.Condition.Key)) == d.Not })
}

func (s *contract) demands(t *testing.T) {
	value := func(key string, not bool, values ...string) catalog.Demand {
		return catalog.Demand{Condition: catalog.Condition{Key: key, Values: values}, Not: not}
	}
	number := func(key string, not bool, r *catalog.Range) catalog.Demand {
		return catalog.Demand{Condition: catalog.Condition{Key: key, Range: r}, Not: not}
	}
	for name, demands := range map[string][]catalog.Demand{
		"none":                    nil,
		"a value":                 {value("colour", false, "Red")},
		"in other letters":        {value("colour", false, "rED")},
		"any of":                  {value("colour", false, "Red", "Green")},
		"not":                     {value("colour", true, "Red", "Blue")},
		"two":                     {value("colour", false, "Black"), value("colour", true, "Red")},
		"letters beyond ASCII":    {value("brand", false, "öre & co")},
		"nobody's value":          {value("colour", false, "Mauve")},
		"but nobody's":            {value("colour", true, "Mauve")},
		"nobody's aspect":         {value("sole", false, "Red")},
		"but nobody's aspect":     {value("sole", true, "Red")},
		"a range":                 {number("price", false, catalog.Between(20, 40))},
		"its end is outside":      {number("price", false, catalog.Between(5, 5.37))},
		"a closed range":          {number("price", false, &catalog.Range{High: new(5.37), Closed: true})},
		"open above":              {number("price", false, catalog.AtLeast(60))},
		"open on both sides":      {number("length", false, &catalog.Range{})},
		"not a range":             {number("length", true, catalog.AtMost(30))},
		"of everything something": {value("colour", false, "Black", "blue"), number("price", false, catalog.AtMost(50)), value("brand", true, "Nordlys")},
	} {
		for _, categories := range [][]string{nil, {"Garden"}, {"Garden", "Home > Lamps"}} {
			q := search.Query{Demands: demands, Categories: categories}
			var want []catalog.Ref
			for i := range s.products {
				if meets(&s.products[i], &q) {
					want = append(want, s.products[i].Ref)
				}
			}
			got := search.Refs(s.find(t, q, len(s.products)+1))
			if !slices.Equal(got, want) {
				t.Errorf("%s in %v: %d products, want %d", name, categories, len(got), len(want))
			}
			if k := len(want) / 2; len(s.find(t, q, k)) != k {
				t.Errorf("%s in %v: asked for %d of %d, got %d", name, categories, k, len(want), len(s.find(t, q, k)))
			}
		}
	}
}

// nothing has a range of what is no number.
func (s *contract) nothing(t *testing.T) {
	texts := catalog.Condition{Key: "colour", Range: catalog.AtMost(30)}
	if hits, err := s.Find(t.Context(), search.Query{Demands: []catalog.Demand{{Condition: texts}}}, 10); err != nil || len(hits) > 0 {
		t.Errorf("%d colours below 30 (%v)", len(hits), err)
	}
}

func (s *contract) find(t *testing.T, q search.Query, k int) []search.Hit {
	t.Helper()
	hits, err := s.Find(t.Context(), q, k)
	if err != nil {
		t.Fatalf("%+v: %v", q, err)
	}
	if len(hits) > k {
		t.Errorf("%+v: %d hits, want %d at most", q, len(hits), k)
	}
	sorted := slices.Clone(hits)
	if search.SortHits(sorted); !slices.Equal(sorted, hits) {
		t.Errorf("%+v: the best are not first", q)
	}
	for _, h := range hits {
		if !meets(s.by[h.Ref], &q) {
			t.Errorf("%+v: product %d does not meet it", q, h.Ref)
		}
	}
	return hits
}

func (s *contract) words(t *testing.T) {
	for _, text := range []string{"oak", "desk", "lamp oak", "unicorn", "the", "öre"} {
		for _, demands := range [][]catalog.Demand{nil, {{Condition: catalog.Condition{Key: "colour", Values: []string{"black"}}}}} {
			q := search.Query{Text: text, Demands: demands, Categories: []string{"Garden"}}
			want := 0
			for i := range s.products {
				if has(&s.products[i], text) && meets(&s.products[i], &q) {
					want++
				}
			}
			hits := s.find(t, q, len(s.products))
			if len(hits) != want {
				t.Errorf("%q finds %d products, want %d", text, len(hits), want)
			}
			for _, h := range hits {
				if !has(s.by[h.Ref], text) || h.Score <= 0 {
					t.Errorf("%q: product %d scores %v", text, h.Ref, h.Score)
				}
			}
		}
		refs := make([]catalog.Ref, len(s.products))
		for i := range s.products {
			refs[i] = s.products[i].Ref
		}
		said, err := s.Having(t.Context(), text, refs)
		if err != nil {
			t.Fatal(err)
		}
		for i, says := range said {
			if says != has(&s.products[i], text) {
				t.Errorf("%q in %q: %v", text, s.products[i].Title, says)
			}
		}
	}
}

// has reports whether a product's texts have a term of some words.
func has(p *catalog.Product, text string) bool {
	for _, terms := range lexical.Analysed(*p) {
		for _, term := range lexical.Terms(text) {
			if slices.Contains(lexical.Terms(terms), term) {
				return true
			}
		}
	}
	return false
}

func (s *contract) meaning(t *testing.T) {
	q := search.Query{Text: "reading lamp of oak", Meaning: true, Categories: []string{"Garden"}}
	hits := s.find(t, q, 20)
	if len(hits) != 20 {
		t.Fatalf("%d products, want 20", len(hits))
	}
	alike, err := s.Cosines(t.Context(), q.Text, search.Refs(hits))
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range hits {
		if math.Abs(alike[i]-h.Score) > 0.02 {
			t.Errorf("product %d was found at %.3f, its cosine is %.3f", h.Ref, h.Score, alike[i])
		}
	}
}

func (s *contract) sample(t *testing.T) {
	ctx := context.Background()
	for _, c := range s.store.Categories() {
		all, err := s.Sample(ctx, c.Path, math.MaxInt32)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		for i := range s.products {
			if s.products[i].Category == c.Path {
				want++
			}
		}
		if len(all) == 0 || len(all) > want {
			t.Errorf("%d of %s are sampled, of %d", len(all), c.Path, want)
		}
		shelf, err := s.store.Shelf(ctx, c.Path)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[catalog.Ref]bool{}
		for _, r := range all {
			if _, ok := shelf.Row(r); !ok || seen[r] {
				t.Errorf("%s: product %d is not on the shelf, or comes twice", c.Path, r)
			}
			seen[r] = true
		}
		first, err := s.Sample(ctx, c.Path, len(all)/2)
		if err != nil || !slices.Equal(first, all[:len(all)/2]) {
			t.Errorf("%s: half of the sample is not its first half (%v)", c.Path, err)
		}
		if slices.IsSorted(all) {
			t.Errorf("%s: the sample is in the order of the feed", c.Path)
		}
	}
}

// allProducts is a candidate set that looks at every product: an honest, slow one.
type allProducts struct {
	*Shop
	products []catalog.Product
}

func (a allProducts) Find(ctx context.Context, q search.Query, k int) ([]search.Hit, error) {
	by := search.Retriever(a.Lexical())
	if q.Meaning {
		by = a.Vector()
	}
	scores := map[catalog.Ref]float64{}
	if q.Text != "" {
		hits, err := by.Retrieve(ctx, q.Text, nil, len(a.products))
		if err != nil {
			return nil, err
		}
		for _, h := range hits {
			scores[h.Ref] = h.Score
		}
	}
	var out []search.Hit
	for i := range a.products {
		p := &a.products[i]
		if score, found := scores[p.Ref]; (found || q.Text == "") && meets(p, &q) && !rangeOfTexts(p, &q) {
			out = append(out, search.Hit{Ref: p.Ref, Score: score})
		}
	}
	search.SortHits(out)
	return out[:min(k, len(out))], nil
}

// rangeOfTexts reports whether a demand for a range is made of an aspect that has none.
func rangeOfTexts(p *catalog.Product, q *search.Query) bool {
	return slices.ContainsFunc(q.Demands, func(d catalog.Demand) bool { return d.Condition.Range != nil && d.Condition.Key == "colour" })
}

func (a allProducts) Sample(_ context.Context, category string, n int) (refs []catalog.Ref, err error) {
	for i := range a.products {
		if a.products[i].Category == category {
			refs = append(refs, a.products[i].Ref)
		}
	}
	slices.SortFunc(refs, func(x, y catalog.Ref) int { return cmp.Compare(chance(fmt.Sprint(x)), chance(fmt.Sprint(y))) })
	return refs[:min(n, len(refs))], nil
}

func (a allProducts) Having(_ context.Context, word string, refs []catalog.Ref) ([]bool, error) {
	out := make([]bool, len(refs))
	for i, ref := range refs {
		out[i] = has(&a.products[ref-1], word)
	}
	return out, nil
}

func (a allProducts) Cosines(ctx context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	return a.Vector().Cosines(ctx, query, refs)
}
