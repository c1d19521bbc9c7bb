package lexical

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/blevesearch/bleve/v2"
	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
	"shopclerk/search"
)

// ErrStale reports an index that is missing, unfinished, damaged, or built from another catalogue
// or by another version of this package. The remedy is always the same: build it again.
var ErrStale = errors.New("lexical index is stale")

// formatVersion changes whenever the same product would be indexed otherwise: other terms,
// fields, statistics or words.
const formatVersion = 4

// summary is what an index knows of itself. It is stored in the index with the last write, so
// that its presence says that the index is complete.
type summary struct {
	Format  int     `json:"format"`
	Version string  `json:"version"` // of the catalogue
	Docs    int     `json:"docs"`
	Lengths []int64 `json:"lengths"` // terms in all, by field
	Words   []Word  `json:"words"`
}

// summaryKey is where Bleve keeps the summary, refsKey where it keeps the product of each
// document, four bytes each.
var summaryKey, refsKey = []byte("summary"), []byte("refs")

// Index is an index opened for reading. It is safe for concurrent use.
type Index struct {
	index  bleve.Index
	reader index.IndexReader
	docs   int
	mean   []float64 // mean length by field
	words  []Word
	refs   []catalog.Ref // by document number
	paths  []string      // of categories, ascending
	of     []int32       // by document number: its place in paths
	terms  *search.Cache[string, occurrences]
	pool   sync.Pool // of *scratch
}

// Open opens the index of the given catalogue version. An error that is [ErrStale] asks for
// the index to be built again. Any number of processes may have the same index open.
func Open(dir, version string) (x *Index, err error) {
	err = guard(func() error {
		if err := checkSegments(dir); err != nil {
			return err
		}
		// a process that writes holds a lock, for which Bleve would wait for ever
		idx, err := bleve.OpenUsing(dir, map[string]any{"read_only": true, "bolt_timeout": "2s"})
		if err != nil {
			return err
		}
		if x, err = read(idx, version); err != nil {
			return errors.Join(err, guard(idx.Close))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w: %w", dir, ErrStale, err)
	}
	return x, nil
}

// checkSegments compares each segment file with the checksum in its last four bytes, which
// Bleve writes and does not read.
func checkSegments(dir string) error {
	files, _ := filepath.Glob(filepath.Join(storePath(dir), "*.zap"))
	for _, name := range files {
		if err := checkSegment(name); err != nil {
			return fmt.Errorf("%s is not as it was written: %w", filepath.Base(name), err)
		}
	}
	return nil
}

func checkSegment(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var sum [crc32.Size]byte
	hash := crc32.NewIEEE()
	if _, err := io.CopyN(hash, f, info.Size()-crc32.Size); err != nil {
		return err
	}
	if _, err := io.ReadFull(f, sum[:]); err != nil {
		return err
	}
	if hash.Sum32() != binary.BigEndian.Uint32(sum[:]) {
		return errors.New("its checksum differs")
	}
	return nil
}

// read checks that an index is complete and of a catalogue version, and opens it.
func read(idx bleve.Index, version string) (*Index, error) {
	data, err := idx.GetInternal(summaryKey)
	if err != nil {
		return nil, err
	}
	var s summary
	switch err := json.Unmarshal(data, &s); {
	case len(data) == 0:
		return nil, errors.New("it is unfinished")
	case err != nil:
		return nil, fmt.Errorf("decoding the summary: %w", err)
	case s.Format != formatVersion || len(s.Lengths) != len(fields):
		return nil, fmt.Errorf("format %d, want %d", s.Format, formatVersion)
	case s.Version != version:
		return nil, fmt.Errorf("built from catalogue %q, want %q", s.Version, version)
	}
	return newIndex(idx, s)
}

// newIndex takes the snapshot that all searches read, and which products and categories its
// documents are.
func newIndex(idx bleve.Index, s summary) (*Index, error) {
	x := &Index{index: idx, docs: s.Docs, words: s.Words, refs: make([]catalog.Ref, s.Docs), of: make([]int32, s.Docs)}
	for _, n := range s.Lengths {
		x.mean = append(x.mean, float64(n)/float64(max(1, s.Docs)))
	}
	x.terms = search.NewCache[string](max(termsKept*s.Docs, leastKept), func(o occurrences) int { return len(o.docs) })
	x.pool.New = func() any { return &scratch{score: make([]float64, s.Docs), share: make([]float64, s.Docs)} }
	inner, err := idx.Advanced()
	if err != nil {
		return nil, err
	}
	if x.reader, err = inner.Reader(); err != nil {
		return nil, err
	}
	n, err := x.reader.DocCount()
	if err == nil && n != uint64(s.Docs) {
		err = fmt.Errorf("%d documents, want %d", n, s.Docs)
	}
	if err == nil {
		err = x.readRefs()
	}
	if err == nil {
		err = x.readCategories()
	}
	if err != nil {
		return nil, errors.Join(err, x.reader.Close())
	}
	return x, nil
}

// readRefs reads which product each document is: from what [Writer.Close] has stored, or else
// from their ids, which takes some microseconds each.
func (x *Index) readRefs() error {
	data, err := x.reader.GetInternal(refsKey)
	if err != nil {
		return err
	}
	if len(data) == 4*x.docs {
		for d := range x.refs {
			x.refs[d] = catalog.Ref(binary.BigEndian.Uint32(data[4*d:]))
		}
		return nil
	}
	for d := range x.refs {
		id, err := x.reader.ExternalID(index.NewIndexInternalID(nil, uint64(d)))
		if err != nil {
			return err
		}
		if len(id) != 4 {
			return fmt.Errorf("document id of %d bytes, want 4", len(id))
		}
		x.refs[d] = catalog.Ref(binary.BigEndian.Uint32([]byte(id)))
	}
	return nil
}

// readCategories reads which category each document is in.
func (x *Index) readCategories() error {
	dictionary, err := x.reader.FieldDict(pathField)
	if err != nil {
		return err
	}
	defer dictionary.Close()
	for {
		e, err := dictionary.Next()
		if err != nil || e == nil {
			return err
		}
		place := int32(len(x.paths))
		x.paths = append(x.paths, e.Term)
		err = x.each(context.Background(), e.Term, pathField, func(doc uint32) error {
			x.of[doc] = place
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// within returns a test of whether documents are in the categories or below them; nil for
// none, which all are in.
func (x *Index) within(categories []string) func(doc uint32) bool {
	if len(categories) == 0 {
		return nil
	}
	in := make([]bool, len(x.paths))
	for i, path := range x.paths {
		in[i] = slices.ContainsFunc(categories, func(c string) bool { return catalog.Within(path, c) })
	}
	return func(doc uint32) bool { return in[x.of[doc]] }
}

// Prose returns what share of the text that products are told by is title and description
// rather than attribute values, 0..1; 1 in an index without text. The length of brands and
// categories does not count.
func (x *Index) Prose() float64 {
	prose, attributes := x.mean[0]+x.mean[4], x.mean[3] // title and description; see fields
	if prose+attributes == 0 {
		return 1
	}
	return prose / (prose + attributes)
}

// Close releases the index. No search may be running.
func (x *Index) Close() error {
	return errors.Join(guard(x.reader.Close), guard(x.index.Close))
}

// guard calls f and returns its panic as an error. It is put around Bleve, which panics on
// some damaged files. Index files are mapped into memory, so a file that is cut short under a
// running shop is a memory fault; that, too, becomes an error instead of ending the program.
func guard(f func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic in the index: %v", ErrStale, p)
		}
	}()
	return f()
}
