package main

import (
	"context"
	"errors"
	"maps"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/words"
)

// window is what the start page shows of a catalogue: for each category, by its path,
// the product that stands for it. It is looked up once a version of the catalogue.
type window struct {
	mu      sync.Mutex
	version string
	faces   map[string]catalog.Product
}

// of returns them, with the products that the shop has chosen, by their ids, in place of
// what would stand there otherwise. One that is not sold any more is none.
func (w *window) of(ctx context.Context, store *sqlite.Store, chosen map[string]string) (map[string]catalog.Product, error) {
	faces, err := w.usual(ctx, store)
	if err != nil || len(chosen) == 0 {
		return faces, err
	}
	faces = maps.Clone(faces)
	for category, id := range chosen {
		p, err := store.Product(ctx, id)
		if err != nil && !errors.Is(err, sqlite.ErrNotFound) {
			return nil, err
		}
		if err == nil && p.Image != "" {
			faces[category] = p
		}
	}
	return faces, nil
}

func (w *window) usual(ctx context.Context, store *sqlite.Store) (map[string]catalog.Product, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if version := store.Version(); w.faces == nil || w.version != version {
		faces, err := store.Faces(ctx)
		if err != nil {
			return nil, err
		}
		w.version, w.faces = version, faces
	}
	return w.faces, nil
}

// longestExample bounds the value in an example, in characters: with its category and
// its price it fits a phone's search box.
const longestExample = 12

// example is what a shopper could say to find a product: its kind, the value of it that
// people can tell best, and a round price above its own. Values that have fewer products
// each than there are of them are names, such as those of series, and no examples.
func example(w *words.Language, category *catalog.Category, p *catalog.Product) string {
	parts := []string{category.Name}
	best := catalog.Aspect{}
	for _, a := range category.Aspects {
		if !a.Askable || a.Kind == catalog.Numeric || a.Kind == catalog.Flag || a.Key == catalog.KeyBrand ||
			a.Distinct*a.Distinct > category.Size || a.Answerable <= best.Answerable {
			continue
		}
		if v := p.Of(a.Key); len(v) > 0 && utf8.RuneCountInString(v[0].Text) <= longestExample {
			best, parts = a, []string{category.Name, v[0].Text}
		}
	}
	if cost := p.Price.Major(); cost > 0 {
		step := max(1, math.Pow(10, math.Floor(math.Log10(cost)))/2)
		parts = append(parts, w.T("start.under", "Price", strconv.Itoa(int(math.Ceil(cost/step)*step))))
	}
	return strings.Join(parts, w.T("language.comma"))
}
