package lexical

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2"
	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
	"shopclerk/search"
)

// lockTimeout is how long Open waits for another process that holds the index
// open for writing. Without a limit Bleve waits for ever.
const lockTimeout = "2s"

// Index is an index opened for reading. It is safe for concurrent use.
type Index struct {
	groups []*group
	docs   int
	mean   []float64 // mean length, per entry of fields, over all groups
	words  []Word
	terms  *search.Cache[occurrence, occurrences]
}

// group is one group's index.
type group struct {
	groupManifest
	index  bleve.Index
	reader index.IndexReader
	refs   []atomic.Uint32 // by document number; 0 until it has been asked for
	pool   sync.Pool       // of *scratch
	// categories returns, by document number, a place in Categories. It reads them once.
	categories func() ([]int32, error)
	// sorted returns all document numbers in the order of their products. It reads them once.
	sorted func() ([]uint32, error)
}

// Open opens the index of the given catalogue version. An error that is
// [ErrStale] asks for the index to be built again. Any number of processes may
// have the same index open.
func Open(dir, version string) (*Index, error) {
	m, err := readManifest(dir, version)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w: %w", dir, ErrStale, err)
	}
	words, err := unpackWords(m.Words)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w: %w", dir, ErrStale, err)
	}
	var indexes []bleve.Index
	for _, g := range m.Groups {
		err := guard(func() error {
			idx, err := bleve.OpenUsing(filepath.Join(dir, g.Name), map[string]any{"read_only": true, "bolt_timeout": lockTimeout})
			if err == nil {
				indexes = append(indexes, idx)
			}
			return err
		})
		if err != nil {
			for _, idx := range indexes {
				_ = guard(idx.Close)
			}
			return nil, fmt.Errorf("opening %s in %s: %w: %w", g.Name, dir, ErrStale, err)
		}
	}
	return newIndex(m, indexes, words)
}

// newIndex takes over the indexes, one per group of the manifest.
func newIndex(m manifest, indexes []bleve.Index, words []Word) (*Index, error) {
	x := &Index{mean: make([]float64, len(fields)), words: words}
	for i, idx := range indexes {
		x.groups = append(x.groups, &group{groupManifest: m.Groups[i], index: idx})
	}
	for _, g := range x.groups {
		if err := guard(g.open); err != nil {
			return nil, errors.Join(fmt.Errorf("reading %s: %w: %w", g.Name, ErrStale, err), x.Close())
		}
		x.docs += g.Docs
		for i, n := range g.Lengths {
			x.mean[i] += float64(n)
		}
	}
	x.settle()
	return x, nil
}

// settle turns sums of lengths into means, and makes room for what is read next.
func (x *Index) settle() {
	for i := range x.mean {
		x.mean[i] /= float64(max(1, x.docs))
	}
	x.terms = search.NewCache[occurrence](max(termsKept*x.docs, leastKept), occurrences.count)
}

// open takes the snapshot that all searches of the group read.
func (g *group) open() error {
	inner, err := g.index.Advanced()
	if err != nil {
		return err
	}
	if g.reader, err = inner.Reader(); err != nil {
		return err
	}
	n, err := g.reader.DocCount()
	if err != nil {
		return err
	}
	if n != uint64(g.Docs) {
		return fmt.Errorf("%d documents, want %d", n, g.Docs)
	}
	g.refs = make([]atomic.Uint32, g.Docs)
	g.pool.New = func() any { return newScratch(g.Docs) }
	g.categories = sync.OnceValues(g.readCategories)
	g.sorted = sync.OnceValues(g.sortDocs)
	return nil
}

// ref returns the product of a document number.
func (g *group) ref(doc uint32) (catalog.Ref, error) {
	if r := g.refs[doc].Load(); r != 0 {
		return catalog.Ref(r), nil
	}
	id, err := g.reader.ExternalID(index.NewIndexInternalID(nil, uint64(doc)))
	if err != nil {
		return 0, err
	}
	r, err := decodeRef(id)
	if err != nil {
		return 0, err
	}
	g.refs[doc].Store(uint32(r))
	return r, nil
}

// sortDocs returns all document numbers in the order of their products.
func (g *group) sortDocs() ([]uint32, error) {
	docs := make([]uint32, g.Docs)
	for d := range docs {
		if _, err := g.ref(uint32(d)); err != nil {
			return nil, err
		}
		docs[d] = uint32(d)
	}
	byRef := func(a, b uint32) int { return cmp.Compare(g.refs[a].Load(), g.refs[b].Load()) }
	if !slices.IsSortedFunc(docs, byRef) {
		slices.SortFunc(docs, byRef)
	}
	return docs, nil
}

// Prose returns what share of the text that products are told by is title and
// description rather than attribute values, 0..1; 1 in an index without text. The
// length of brands and categories does not count.
func (x *Index) Prose() float64 {
	told, all := 0.0, 0.0
	for i, f := range fields {
		switch f.name {
		case "title", "description":
			told += x.mean[i]
			all += x.mean[i]
		case "attributes":
			all += x.mean[i]
		}
	}
	if all == 0 {
		return 1
	}
	return told / all
}

// Close releases the index. No search may be running.
func (x *Index) Close() error {
	var errs []error
	for _, g := range x.groups {
		if g.reader != nil {
			errs = append(errs, guard(g.reader.Close))
		}
		errs = append(errs, guard(g.index.Close))
	}
	x.groups = nil
	return errors.Join(errs...)
}
