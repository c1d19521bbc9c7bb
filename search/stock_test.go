package search_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

// stock is a catalogue in memory that answers every question by looking at every
// product: an honest, slow [search.Store].
type stock struct {
	categories []catalog.Category
	products   []catalog.Product // by ref, from 1, categories one after the other
	loads      atomic.Int64      // shelves loaded
	fail       atomic.Bool       // the next shelf cannot be loaded
	loading    func(context.Context) error
	holds      func(catalog.Ref) bool // what its shelves hold, and its words find; nil: all
}

var errNoDisk = errors.New("no disk")

func (s *stock) Categories() []catalog.Category { return s.categories }

func (s *stock) CategoryOf(ref catalog.Ref) (*catalog.Category, error) {
	if ref < 1 || int(ref) > len(s.products) {
		return nil, fmt.Errorf("no product %d", ref)
	}
	i := slices.IndexFunc(s.categories, func(c catalog.Category) bool { return c.Path == s.products[ref-1].Category })
	return &s.categories[i], nil
}

func (s *stock) Shelf(ctx context.Context, path string) (*catalog.Shelf, error) {
	s.loads.Add(1)
	if s.loading != nil {
		if err := s.loading(ctx); err != nil {
			return nil, err
		}
	}
	if s.fail.Swap(false) {
		return nil, errNoDisk
	}
	shelf := &catalog.Shelf{Name: path}
	i := slices.IndexFunc(s.categories, func(c catalog.Category) bool { return c.Path == path })
	cells := map[string][][]catalog.Value{}
	for _, p := range s.products {
		if p.Category != path || s.holds != nil && !s.holds(p.Ref) {
			continue
		}
		shelf.Refs = append(shelf.Refs, p.Ref)
		for _, a := range s.categories[i].Aspects {
			cells[a.Key] = append(cells[a.Key], p.Of(a.Key))
		}
	}
	for _, a := range s.categories[i].Aspects {
		shelf.Columns = append(shelf.Columns, catalog.NewColumn(a, cells[a.Key]))
	}
	return shelf, nil
}

func (s *stock) Products(_ context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	var out []catalog.Product
	for _, r := range refs {
		out = append(out, s.products[r-1])
	}
	return out, nil
}

func (s *stock) Refs(_ context.Context, ids []string) (map[string]catalog.Ref, error) {
	out := map[string]catalog.Ref{}
	for _, p := range s.products {
		if slices.Contains(ids, p.ID) {
			out[p.ID] = p.Ref
		}
	}
	return out, nil
}

func (s *stock) Named(_ context.Context, text string) ([]string, error) {
	var out []string
	for _, p := range s.products {
		if slices.Contains(catalog.Names(&p), catalog.NameKey(text)) {
			out = append(out, p.ID)
		}
	}
	return out, nil
}

// words finds products that have a word of the query in their title, those with
// more of them first: honest, slow [search.Lexicon]. It fails with err if set.
type words struct {
	*stock
	err    error
	unlike error // of comparing vectors
}

func (w words) Retrieve(_ context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	if w.err != nil {
		return nil, w.err
	}
	var out []search.Hit
	for _, p := range w.products {
		if len(categories) > 0 && !slices.Contains(categories, p.Category) || w.holds != nil && !w.holds(p.Ref) {
			continue
		}
		n := 0
		for _, word := range strings.Fields(query) {
			if slices.Contains(strings.Fields(p.Title), word) {
				n++
			}
		}
		if n > 0 {
			out = append(out, search.Hit{Ref: p.Ref, Score: float64(n)})
		}
	}
	search.SortHits(out)
	return out[:min(k, len(out))], nil
}

// Postings and Having look words up as Retrieve does; words has no other spellings, and
// nothing to say of titles.
func (w words) Postings(ctx context.Context, text string, categories []string, most int) ([]catalog.Ref, error) {
	hits, err := w.Retrieve(ctx, text, categories, min(most, len(w.products)))
	refs := search.Refs(hits)
	slices.Sort(refs)
	return refs, err
}

func (w words) Having(ctx context.Context, word string) (int, error) {
	has, err := w.Postings(ctx, word, nil, len(w.products))
	return len(has), err
}

func (words) Complete(context.Context, string, int) ([]catalog.Ref, error) { return nil, nil }

func (words) Correct(context.Context, string, []string) ([]search.Correction, error) { return nil, nil }

func (words) Spell(string) (string, bool) { return "", false }

func (words) Titles(_ context.Context, _ string, refs []catalog.Ref) ([]search.Title, error) {
	return make([]search.Title, len(refs)), nil
}

// Cosines makes words a [search.Semantic]: the share of the title's words asked for.
func (w words) Cosines(_ context.Context, query string, refs []catalog.Ref) ([]float64, error) {
	if w.unlike != nil {
		return nil, w.unlike
	}
	out := make([]float64, len(refs))
	for i, r := range refs {
		title := strings.Fields(w.products[r-1].Title)
		for _, word := range title {
			if slices.Contains(strings.Fields(query), word) {
				out[i] += 1 / float64(len(title))
			}
		}
	}
	return out, nil
}

var (
	colour  = catalog.Aspect{Key: "colour", Label: "Colour", Kind: catalog.Multi, Askable: true}
	price   = catalog.Aspect{Key: catalog.KeyPrice, Label: "Price", Kind: catalog.Numeric, Unit: "EUR", Askable: true}
	inStock = catalog.Aspect{Key: catalog.KeyStock, Label: "Stock", Kind: catalog.Flag}
)

// aStock draws up to n products in up to two categories.
func aStock(t *rapid.T, n int) *stock {
	s := &stock{}
	for _, path := range []string{"Lamps", "Desks"}[:rapid.IntRange(1, 2).Draw(t, "categories")] {
		c := catalog.Category{Path: path, Name: path, Size: rapid.IntRange(0, n).Draw(t, "size"), Aspects: []catalog.Aspect{colour, price, inStock}}
		for range c.Size {
			p := catalog.Product{Ref: catalog.Ref(len(s.products) + 1), Category: path}
			p.ID = fmt.Sprint("p", p.Ref)
			p.Title = strings.Join(rapid.SliceOfN(rapid.SampledFrom(anyOf), 1, 3).Draw(t, "title"), " ")
			if shades := rapid.SliceOfNDistinct(rapid.SampledFrom(anyOf), 0, 2, rapid.ID[string]).Draw(t, "colours"); len(shades) > 0 {
				slices.Sort(shades)
				p.Attributes = append(p.Attributes, catalog.Attribute{Key: "colour", Values: texts(shades...)})
			}
			if cost := rapid.IntRange(0, 4).Draw(t, "price"); cost > 0 {
				p.Attributes = append(p.Attributes, catalog.Attribute{Key: catalog.KeyPrice, Values: number(float64(cost))})
			}
			if has := rapid.SampledFrom([]string{"", "yes", "no"}).Draw(t, "in stock"); has != "" {
				p.Attributes = append(p.Attributes, catalog.Attribute{Key: catalog.KeyStock, Values: texts(has)})
			}
			s.products = append(s.products, p)
		}
		s.categories = append(s.categories, c)
	}
	return s
}

func soldOut(p *catalog.Product) bool { return slices.Equal(p.Of(catalog.KeyStock), texts("no")) }

func texts(all ...string) (out []catalog.Value) {
	for _, s := range all {
		out = append(out, catalog.Value{Text: s})
	}
	return out
}

func number(n float64) []catalog.Value {
	return []catalog.Value{{Text: catalog.FormatNumber(n), Number: n}}
}

// scoped finds the candidates for a need.
func scoped(t rapid.TB, e *search.Engine, n *search.Need, ids ...string) *search.Scope {
	t.Helper()
	scope, err := e.Scope(context.Background(), n, ids...)
	if err != nil {
		t.Fatal(err)
	}
	return scope
}

// ranked ranks the candidates of a scope.
func ranked(t rapid.TB, e *search.Engine, n *search.Need, scope *search.Scope, evidence []float64, page search.Page) *search.Ranking {
	t.Helper()
	r, err := e.Rank(context.Background(), n, scope, evidence, page)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// lampsAndDesks is a small fixed shop.
func lampsAndDesks() *stock {
	s := &stock{categories: []catalog.Category{
		{Path: "Home > Lamps", Name: "Lamps", Size: 4, Aspects: []catalog.Aspect{colour, price}},
		{Path: "Home > Desks", Name: "Desks", Size: 2, Aspects: []catalog.Aspect{colour, price}},
		{Path: "Garden", Name: "Garden", Size: 1},
	}}
	add := func(category, title, shade string, cost float64) {
		p := catalog.Product{Ref: catalog.Ref(len(s.products) + 1), Category: category, Title: title}
		p.ID = fmt.Sprint("p", p.Ref)
		if shade != "" {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: "colour", Values: texts(shade)})
		}
		if cost > 0 {
			p.Attributes = append(p.Attributes, catalog.Attribute{Key: catalog.KeyPrice, Values: number(cost)})
		}
		s.products = append(s.products, p)
	}
	add("Home > Lamps", "red lamp", "red", 20)
	add("Home > Lamps", "blue lamp", "blue", 40)
	add("Home > Lamps", "bright lamp", "", 60)
	add("Home > Lamps", "lamp of no price", "red", 0)
	add("Home > Desks", "red desk", "red", 200)
	add("Home > Desks", "desk with lamp", "oak", 300)
	add("Garden", "red rose", "", 0)
	return s
}
