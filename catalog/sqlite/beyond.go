package sqlite

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"

	"shopclerk/catalog"
)

// Further has the products of a catalogue of which a file holds some. Its errors are its own;
// what it does not have it leaves out.
type Further interface {
	// Read returns products in the order of refs.
	Read(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error)
	// Refs returns the refs of products by their feed ids, and by those of their variants.
	Refs(ctx context.Context, ids []string) (map[string]catalog.Ref, error)
}

// beyond is what a file does not have. The refs of its products come after the file's,
// categories in their order, and are dense.
type beyond struct {
	Further
	extents []extent // by id, from 1
}

// Beyond returns the store with further products: sizes has how many there are of each
// category, those of the file among them. It shares the file: the caller closes the one
// store or the other.
func (s *Store) Beyond(f Further, sizes map[string]int) (*Store, error) {
	out := *s
	out.beyond = &beyond{Further: f}
	out.categories = make([]catalog.Category, len(s.categories))
	next := catalog.Ref(s.fileSize() + 1)
	for i, c := range s.categories {
		if sizes[c.Path] < c.Size {
			return nil, fmt.Errorf("category %q has %d products in the file, and %d in all", c.Path, c.Size, sizes[c.Path])
		}
		e := extent{next, catalog.Ref(sizes[c.Path] - c.Size)}
		c.Size = sizes[c.Path]
		out.categories[i], out.beyond.extents, next = c, append(out.beyond.extents, e), next+e.size
	}
	return &out, nil
}

// categoryOf returns the index of the category that holds a product, −1 for none.
func categoryOf(extents []extent, ref catalog.Ref) int {
	// extents ascend, and an empty one begins where the next does
	after := sort.Search(len(extents), func(i int) bool { return extents[i].first > ref })
	if after == 0 || ref-extents[after-1].first >= extents[after-1].size {
		return -1
	}
	return after - 1
}

// everywhere are products of the file, and those that it does not have.
func (s *Store) everywhere(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	far, err := s.beyond.read(ctx, s.further(refs))
	if err != nil {
		return nil, err
	}
	near, err := s.products(ctx, slices.DeleteFunc(slices.Clone(refs), func(r catalog.Ref) bool { return far[r] != nil }))
	if err != nil {
		return nil, err
	}
	out := make([]catalog.Product, len(refs))
	for i, r := range refs {
		if far[r] != nil {
			out[i] = *far[r]
		} else {
			out[i], near = near[0], near[1:]
		}
	}
	return out, nil
}

// further are those of some refs that the file does not have.
func (s *Store) further(refs []catalog.Ref) []catalog.Ref {
	return slices.DeleteFunc(slices.Clone(refs), func(r catalog.Ref) bool { return int(r) <= s.fileSize() })
}

// read reads products that the file does not have.
func (b *beyond) read(ctx context.Context, refs []catalog.Ref) (map[catalog.Ref]*catalog.Product, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	products, err := b.Read(ctx, refs)
	if err != nil {
		return nil, err
	}
	if len(products) != len(refs) {
		return nil, fmt.Errorf("%d products of %d: %w", len(refs)-len(products), len(refs), ErrNotFound)
	}
	out := make(map[catalog.Ref]*catalog.Product, len(refs))
	for i, r := range refs {
		out[r] = &products[i]
	}
	return out, nil
}

// find adds the refs of ids that the file does not have.
func (b *beyond) find(ctx context.Context, ids []string, out map[string]catalog.Ref) error {
	var missing []string
	for _, id := range ids {
		if _, ok := out[id]; !ok {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	found, err := b.Refs(ctx, missing)
	maps.Copy(out, found)
	return err
}

// fileSize is how many products the file has: its refs are dense.
func (s *Store) fileSize() int {
	if len(s.extents) == 0 {
		return 0
	}
	last := s.extents[len(s.extents)-1]
	return int(last.first+last.size) - 1
}
