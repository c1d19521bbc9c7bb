package search

import (
	"context"
	"maps"

	"shopclerk/catalog"
)

// gatheredKept is how many shelves of several categories are kept: a shopper who
// looks in two categories asks about the same two again, and each copies its cells.
const gatheredKept = 32

// Shelf returns a category's shelf, loading it on first use. It is kept: all
// shelves of a generated million products of 13 values each take 110 MB.
func (e *Engine) Shelf(ctx context.Context, path string) (*catalog.Shelf, error) {
	return e.cached(ctx, "="+path, func(ctx context.Context) (*catalog.Shelf, error) { return e.store.Shelf(ctx, path) })
}

// Shelves loads the shelves of all categories, in their order, on all processors.
func (e *Engine) Shelves(ctx context.Context) ([]*catalog.Shelf, error) {
	paths, _ := e.paths(nil)
	return e.shelvesOf(ctx, paths)
}

func (e *Engine) shelvesOf(ctx context.Context, paths []string) ([]*catalog.Shelf, error) {
	shelves := make([]*catalog.Shelf, len(paths))
	return shelves, Parallel(len(paths), func(i int) (err error) {
		shelves[i], err = e.Shelf(ctx, paths[i])
		return err
	})
}

// cached returns what load once returned for a key. What whoever asks first loads is for
// all who ask meanwhile: it goes on when the first has gone. A fault is not kept.
func (e *Engine) cached(ctx context.Context, key string, load func(context.Context) (*catalog.Shelf, error)) (*catalog.Shelf, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s := e.loaded(key); s != nil {
		return s, nil
	}
	s, err, _ := e.loads.Do(key, func() (any, error) {
		if s := e.loaded(key); s != nil {
			return s, nil
		}
		s, err := load(context.WithoutCancel(ctx))
		if err != nil {
			return nil, err
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if len(e.shelves) >= len(e.store.Categories())+gatheredKept {
			// drop the gathered shelves: categories' own are what they are made of
			maps.DeleteFunc(e.shelves, func(k string, _ *catalog.Shelf) bool { return k[0] == '+' })
		}
		e.shelves[key] = s
		return s, nil
	})
	if err != nil {
		return nil, err
	}
	return s.(*catalog.Shelf), nil
}

func (e *Engine) loaded(key string) *catalog.Shelf {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.shelves[key]
}
