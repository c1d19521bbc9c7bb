package search

import (
	"context"
	"errors"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"

	"shopclerk/catalog"
)

// gatheredKept is how many shelves of several categories are kept: a shopper who
// looks in two categories asks about the same two again, and each copies its cells.
const gatheredKept = 32

// Shelf returns a category's shelf, loading it on first use. It is kept: all
// shelves of a generated million products of 13 values each take 110 MB.
func (e *Engine) Shelf(ctx context.Context, path string) (*catalog.Shelf, error) {
	return e.cached(ctx, "="+path, func(ctx context.Context) (*catalog.Shelf, error) { return e.load(ctx, path) })
}

// Shelves loads the shelves of all categories, in their order, on all processors.
func (e *Engine) Shelves(ctx context.Context) ([]*catalog.Shelf, error) {
	categories := e.store.Categories()
	shelves, errs := make([]*catalog.Shelf, len(categories)), make([]error, len(categories))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(categories)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(categories) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				shelves[i], errs[i] = e.Shelf(ctx, categories[i].Path)
			}
		})
	}
	workers.Wait()
	return shelves, errors.Join(append(errs, ctx.Err())...)
}

// cached returns what load once returned for a key. What whoever asks first loads is for
// all who ask meanwhile: it goes on when the first has gone.
func (e *Engine) cached(ctx context.Context, key string, load func(context.Context) (*catalog.Shelf, error)) (*catalog.Shelf, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	e.mu.Lock()
	l, ok := e.shelves[key]
	if !ok {
		if len(e.shelves) >= len(e.store.Categories())+gatheredKept {
			// drop the gathered shelves: categories' own are what they are made of
			maps.DeleteFunc(e.shelves, func(k string, _ *loading) bool { return k[0] == '+' })
		}
		l = &loading{err: errAbandoned}
		e.shelves[key] = l
	}
	e.mu.Unlock()
	l.once.Do(func() { l.shelf, l.err = load(context.WithoutCancel(ctx)) })
	if l.err != nil {
		// a passing fault must not stick
		e.mu.Lock()
		if e.shelves[key] == l {
			delete(e.shelves, key)
		}
		e.mu.Unlock()
	}
	return l.shelf, l.err
}
