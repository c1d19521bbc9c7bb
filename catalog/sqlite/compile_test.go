package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
)

// Three machines answer the same question: SQL over the store, codes over the
// shelf, and the condition itself over the product. They must agree.
func TestMatchEqualsShelfAndBruteForce(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "catalog.db")
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t)
		write(t, path, "v", s)
		store := open(t, path)
		defer store.Close()
		shelves := map[string]*catalog.Shelf{}
		for _, c := range s.categories {
			shelf, err := store.Shelf(ctx, c.Path)
			if err != nil {
				t.Fatal(err)
			}
			shelves[c.Path] = shelf
		}
		for range 10 {
			var q query
			for _, c := range s.categories {
				if rapid.Bool().Draw(t, "in scope") {
					q.Categories = append(q.Categories, c.Path)
				}
			}
			for range rapid.IntRange(0, 3).Draw(t, "demands") {
				q.Demands = append(q.Demands, aDemand(t))
			}
			got, err := match(ctx, store, q)
			if err != nil {
				t.Fatal(err)
			}
			var brute, columns, found []catalog.Ref
			for _, c := range s.categories {
				if shelf := shelves[c.Path]; len(q.Categories) == 0 || slices.Contains(q.Categories, c.Path) {
					for _, row := range shelf.Find(shelf.Tests(q.Demands), len(s.products)) {
						found = append(found, shelf.Refs[row])
					}
				}
			}
			for i := range s.products {
				p := &s.products[i]
				if len(q.Categories) > 0 && !slices.Contains(q.Categories, p.Category) {
					continue
				}
				shelf := shelves[p.Category]
				row, _ := shelf.Row(p.Ref)
				byProduct, byShelf := true, true
				for _, d := range q.Demands {
					test := shelf.Test(&d)
					met, _ := test.Row(row)
					byShelf = byShelf && met
					byProduct = byProduct && d.Condition.Holds(p.Of(d.Condition.Key)) != d.Not
				}
				if byProduct {
					brute = append(brute, p.Ref)
				}
				if byShelf {
					columns = append(columns, p.Ref)
				}
			}
			if !slices.Equal(got, brute) || !slices.Equal(columns, brute) || !slices.Equal(found, brute) {
				text, args := compiled(q)
				t.Fatalf("SQL finds %v, the shelf %v and %v, the products say %v\n%s\n%q", got, columns, found, brute, text, args)
			}
		}
	})
}

func TestShelfEqualsColumnsOfTheProducts(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "catalog.db")
	rapid.Check(t, func(t *rapid.T) {
		s := aStock(t)
		write(t, path, "v", s)
		store := open(t, path)
		defer store.Close()
		for _, c := range s.categories {
			want := &catalog.Shelf{Name: c.Path, Refs: []catalog.Ref{}}
			cells := map[string][][]catalog.Value{}
			var stocks [][]catalog.Value
			for i := range s.products {
				p := &s.products[i]
				if p.Category != c.Path {
					continue
				}
				want.Refs, stocks = append(want.Refs, p.Ref), append(stocks, nil)
				if p.Stock >= 0 {
					stocks[len(stocks)-1] = []catalog.Value{{Text: map[bool]string{true: "yes", false: "no"}[p.Stock > 0]}}
				}
				for _, a := range c.Aspects {
					cells[a.Key] = append(cells[a.Key], p.Of(a.Key))
				}
			}
			for _, a := range c.Aspects {
				want.Columns = append(want.Columns, catalog.NewColumn(a, cells[a.Key]))
			}
			want = want.Stocked(catalog.NewColumn(catalog.Aspect{Key: catalog.KeyStock, Label: "Stock", Kind: catalog.Flag}, stocks))
			got, err := store.Shelf(ctx, c.Path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%q (-products +store):\n%s", c.Path, diff)
			}
		}
	})
}

func TestMatch(t *testing.T) {
	s := shop(t)
	black := catalog.Condition{Key: "colour", Values: []string{"BLACK"}}
	green := catalog.Condition{Key: "colour", Values: []string{"GRÜN"}}
	for _, tc := range []struct {
		name  string
		query query
		want  []catalog.Ref
	}{
		{"everything", query{}, []catalog.Ref{1, 2, 3, 4, 5}},
		{"one category", query{Categories: []string{"Home > Table lamps"}}, []catalog.Ref{4, 5}},
		{"a category that does not exist", query{Categories: []string{"Home"}}, nil},
		{"any letter case", query{Demands: []catalog.Demand{{Condition: black}}}, []catalog.Ref{2, 3, 4}},
		{"letter case beyond ASCII", query{Demands: []catalog.Demand{{Condition: green}}}, []catalog.Ref{5}},
		{"not", query{Demands: []catalog.Demand{{Condition: black, Not: true}}}, []catalog.Ref{1, 5}},
		{"a range reaches into the range", query{Demands: []catalog.Demand{
			{Condition: catalog.Condition{Key: "power", Range: catalog.Between(20, 30)}}}}, []catalog.Ref{2}},
		{"at most", query{Demands: []catalog.Demand{
			{Condition: catalog.Condition{Key: "power", Range: catalog.AtMost(12)}}}}, []catalog.Ref{2, 4}},
		{"not over a number: the unknown stays", query{Demands: []catalog.Demand{
			{Condition: catalog.Condition{Key: "power", Range: catalog.AtLeast(30)}, Not: true}}}, []catalog.Ref{3, 4}},
		{"any of nothing", query{Demands: []catalog.Demand{{Condition: catalog.Condition{Key: "colour"}}}}, nil},
		{"an aspect nobody has", query{Demands: []catalog.Demand{
			{Condition: catalog.Condition{Key: "zoom", Values: []string{"Black"}}}}}, nil},
		{"both demands", query{Demands: []catalog.Demand{
			{Condition: black}, {Condition: catalog.Condition{Key: "power", Range: catalog.AtLeast(50)}}}}, []catalog.Ref{2}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := match(context.Background(), s, tc.query)
			if err != nil || !slices.Equal(got, tc.want) {
				t.Errorf("got %v (%v), want %v", got, err, tc.want)
			}
		})
	}
}

// The same key may be a number in one category and a text in another.
func TestMatchOfARangeOverTexts(t *testing.T) {
	s := lamps()
	s.categories[1].Aspects = slices.Clone(s.categories[1].Aspects)
	s.categories[1].Aspects[1].Kind = catalog.Single
	s.products[3].Attributes[1].Values = []catalog.Value{{Text: "weak"}}
	s.products[4].Attributes[1].Values = []catalog.Value{{Text: "strong"}}
	path := filepath.Join(t.TempDir(), "catalog.db")
	write(t, path, "v", s)
	store := open(t, path)
	defer store.Close()
	for _, r := range []*catalog.Range{catalog.AtMost(50), catalog.AtLeast(-1), {}} {
		got, err := match(context.Background(), store, query{Demands: []catalog.Demand{
			{Condition: catalog.Condition{Key: "power", Range: r}}}})
		if err != nil || !slices.Equal(got, []catalog.Ref{1, 2}) {
			t.Errorf("got %v (%v), want the two whose power is a number", got, err)
		}
	}
}

// The compiled text is shown to shoppers who ask why: values are parameters and
// never part of it.
func TestCompileKeepsValuesOutOfTheText(t *testing.T) {
	q := query{Categories: []string{"Home > Table lamps"}, Demands: []catalog.Demand{
		{Condition: catalog.Condition{Key: "colour", Values: []string{"x'; DROP TABLE product --"}}, Not: true},
		{Condition: catalog.Condition{Key: "power", Range: catalog.Between(20, 30)}},
	}}
	text, args := compiled(q)
	for _, forbidden := range []string{"DROP", "Table lamps", "power", "20"} {
		if strings.Contains(text, forbidden) {
			t.Errorf("the text holds %q:\n%s", forbidden, text)
		}
	}
	if n := strings.Count(text, "?"); n != len(args) {
		t.Errorf("%d places for %d parameters", n, len(args))
	}
}

// match runs a compiled query: the refs of the products that meet every demand,
// ascending.
func match(ctx context.Context, s *Store, q query) ([]catalog.Ref, error) {
	text, args := compiled(q)
	return run(ctx, s, text, args)
}

func run(ctx context.Context, s *Store, text string, args []any) ([]catalog.Ref, error) {
	rows, err := s.db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("matching attributes: %w", err)
	}
	var out []catalog.Ref
	err = each(rows, func() error {
		var r catalog.Ref
		if err := rows.Scan(&r); err != nil {
			return err
		}
		out = append(out, r)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("matching attributes: %w", err)
	}
	return out, nil
}
