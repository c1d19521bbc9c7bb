// Package window looks up what the start page shows of a catalogue.
package window

import (
	"context"
	"errors"
	"maps"
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

// Of returns them, with the products that the shop has chosen, by their ids, in place of
// what would stand there otherwise: those that are sold still, and have a picture. Others see
// the same map: nobody changes it.
func (w *Window) Of(ctx context.Context, store *sqlite.Store, chosen map[string]string) (map[string]catalog.Product, error) {
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

func (w *Window) usual(ctx context.Context, store *sqlite.Store) (map[string]catalog.Product, error) {
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
