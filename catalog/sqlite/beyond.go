package sqlite

import (
	"context"
	"fmt"
	"maps"
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

// further tells which of some refs the file has and which not, and where they stand.
func (s *Store) further(refs []catalog.Ref) (near, far []catalog.Ref, nearAt, farAt []int) {
	for i, r := range refs {
		if int(r) > s.fileSize() {
			far, farAt = append(far, r), append(farAt, i)
		} else {
			near, nearAt = append(near, r), append(nearAt, i)
		}
	}
	return near, far, nearAt, farAt
}

// everywhere are products of the file, and those that it does not have.
func (s *Store) everywhere(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	near, far, nearAt, farAt := s.further(refs)
	own, err := s.products(ctx, near)
	if err != nil || len(far) == 0 {
		return own, err
	}
	others, err := s.beyond.read(ctx, far)
	if err != nil {
		return nil, err
	}
	out := make([]catalog.Product, len(refs))
	for k, i := range nearAt {
		out[i] = own[k]
	}
	for k, i := range farAt {
		out[i] = others[k]
	}
	return out, nil
}

// read reads products that the file does not have.
func (b *beyond) read(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	out, err := b.Read(ctx, refs)
	if err != nil {
		return nil, err
	}
	if len(out) != len(refs) {
		return nil, fmt.Errorf("%d products of %d: %w", len(refs)-len(out), len(refs), ErrNotFound)
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
