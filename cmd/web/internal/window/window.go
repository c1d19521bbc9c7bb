// Package window looks up what the start page shows of a catalogue.
package window

import (
	"context"
	"sync"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
)

// Window shows, for each category, by its path, the product that stands for it. It is looked
// up once a version of the catalogue. The zero Window is ready, for several goroutines.
type Window struct {
	mu      sync.Mutex
	version string
	faces   map[string]catalog.Product
}

// Of returns the product that stands for each category. Others see the same map: nobody
// changes it.
func (w *Window) Of(ctx context.Context, store *sqlite.Store) (map[string]catalog.Product, error) {
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
