package agent_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/lexical"
	"shopclerk/search/title"
)

// stock is a catalogue as testdata/shop.txt tells it.
type stock struct {
	categories []catalog.Category
	products   []catalog.Product
}

// readShop reads testdata/shop.txt, which says how it is written.
func readShop(t *testing.T) stock {
	t.Helper()
	text, err := os.ReadFile("testdata/shop.txt")
	if err != nil {
		t.Fatal(err)
	}
	var s stock
	var header []string
	for _, line := range strings.Split(string(text), "\n") {
		path, begins := strings.CutPrefix(line, "= ")
		switch {
		case begins:
			s.categories = append(s.categories, catalog.Category{Path: path, Name: catalog.LastLevel(path)})
			header = nil
		case line == "" || strings.HasPrefix(line, "#"):
		case header == nil:
			header = cells(line)
			c := &s.categories[len(s.categories)-1]
			for _, column := range header[2:] {
				if column != catalog.KeyStock {
					c.Aspects = append(c.Aspects, anAspect(column))
				}
			}
		default:
			s.add(t, cells(line))
		}
	}
	return s
}

func cells(line string) []string {
	out := strings.Split(line, "|")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

func anAspect(column string) catalog.Aspect {
	key, kind, _ := strings.Cut(column, " ")
	a := catalog.Aspect{Key: key, Kind: catalog.Single, Askable: true, Coverage: 1}
	a.Label = strings.ToUpper(key[:1]) + strings.ReplaceAll(key[1:], "_", " ")
	switch kind {
	case "":
	case "[]":
		a.Kind = catalog.Multi
	case "?":
		a.Kind = catalog.Flag
	default:
		a.Kind, a.Unit = catalog.Numeric, kind
	}
	return a
}

// add puts a product into the latest category.
func (s *stock) add(t *testing.T, row []string) {
	t.Helper()
	c := &s.categories[len(s.categories)-1]
	c.Size++
	p := catalog.Product{Ref: catalog.Ref(len(s.products) + 1), ID: row[0], Title: row[1], Category: c.Path, Stock: -1}
	if pieces, err := strconv.Atoi(row[len(row)-1]); len(row) > len(c.Aspects)+2 && err == nil {
		p.Stock = pieces
	}
	for i, a := range c.Aspects {
		if row[i+2] == "-" {
			continue
		}
		var values []catalog.Value
		separator := ";"
		if a.Kind == catalog.Numeric {
			separator = ".."
		}
		for _, text := range strings.Split(row[i+2], separator) {
			v := catalog.Value{Text: text}
			if a.Kind == catalog.Numeric {
				n, err := strconv.ParseFloat(text, 64)
				if err != nil {
					t.Fatalf("%s of %s: %v", a.Key, p.ID, err)
				}
				v = catalog.Value{Text: catalog.FormatNumber(n), Number: n}
			}
			values = append(values, v)
		}
		p.Attributes = append(p.Attributes, catalog.Attribute{Key: a.Key, Values: values})
		switch a.Key {
		case catalog.KeyPrice:
			p.Price = catalog.Price{Minor: int64(values[0].Number * 100), Currency: a.Unit}
		case catalog.KeyBrand:
			p.Brand = values[0].Text
		}
	}
	slices.SortFunc(p.Attributes, func(a, b catalog.Attribute) int { return strings.Compare(a.Key, b.Key) })
	s.products = append(s.products, p)
}

// write publishes the stock as a catalogue file and opens it.
func (s *stock) write(t *testing.T) *sqlite.Store {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "catalog.db")
	w, err := sqlite.Create(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.categories {
		if err := w.AddCategory(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
	for i := range s.products {
		if _, err := w.Add(ctx, &s.products[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Publish(ctx, "test"); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// lexicon is a lexical index with the titles of the stock.
type lexicon struct {
	index *lexical.Index
	stock *stock
}

func (w lexicon) Retrieve(ctx context.Context, query string, categories []string, k int) ([]search.Hit, error) {
	return w.index.Retrieve(ctx, query, categories, k)
}

func (w lexicon) Postings(ctx context.Context, text string, categories []string, most int) ([]catalog.Ref, error) {
	return w.index.Postings(ctx, text, categories, most)
}

// Having trusts every word that a product has.
func (w lexicon) Having(ctx context.Context, word string) (int, error) {
	n, err := w.index.Frequency(ctx, word)
	return 10 * n, err
}

func (w lexicon) Complete(context.Context, string, int) ([]catalog.Ref, error) { return nil, nil }

func (w lexicon) Correct(context.Context, string, []string) ([]search.Correction, error) {
	return nil, nil
}

func (w lexicon) Spell(string) (string, bool) { return "", false }

func (w lexicon) Titles(_ context.Context, text string, refs []catalog.Ref) ([]search.Title, error) {
	var paths []string
	for _, c := range w.stock.categories {
		paths = append(paths, c.Path)
	}
	reader, titles := title.NewReader(paths), make([]*title.Text, len(refs))
	for i, ref := range refs {
		p := w.stock.products[ref-1]
		titles[i] = reader.Parse(p.Title, p.Category)
	}
	return title.Match(text, titles), nil
}

// engine opens the stock for searching, by words too when they are indexed.
func (s *stock) engine(t *testing.T, indexed bool) *search.Engine {
	t.Helper()
	store := s.write(t)
	if !indexed {
		return search.NewEngine(store, nil, nil)
	}
	dir := t.TempDir()
	w, err := lexical.Create(context.Background(), dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.products {
		if err := w.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	index, err := lexical.Open(dir, "test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := index.Close(); err != nil {
			t.Error(err)
		}
	})
	return search.NewEngine(store, lexicon{index, s}, nil)
}

// clerk hires a clerk for the small shop. The page is short, so that sixteen
// kettles are worth a question.
func clerk(t *testing.T, indexed bool) *agent.Agent {
	t.Helper()
	s := readShop(t)
	return s.hire(t, indexed)
}

// hire hires a clerk for the stock.
func (s *stock) hire(t *testing.T, indexed bool) *agent.Agent {
	t.Helper()
	a, err := agent.Hire(context.Background(), s.engine(t, indexed))
	if err != nil {
		t.Fatal(err)
	}
	return a.With(func(c *agent.Config) { c.Page, c.Questions, c.Policy = 4, 2, eager(t) })
}

// eager is a policy that asks whatever tells anything: in a small shop a second question is
// hardly worth its cost, and what follows answers is to be seen.
func eager(t *testing.T) clarify.Policy {
	t.Helper()
	p, err := clarify.Configure("entropy", nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
