package lexical

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
)

// batchSize is how many products are analysed and written as one segment.
// Larger batches leave less to merge and take more memory, about 10 MB per
// thousand products with descriptions.
const batchSize = 1000

// ErrDuplicate says that a Ref was added twice. Ref is the identity of a product,
// so the caller has mixed up two imports.
var ErrDuplicate = errors.New("a ref was added more than once")

// Writer builds an index. Its methods are not safe for concurrent use; the
// work behind them runs on all processors.
type Writer struct {
	ctx      context.Context // ends with an error of Bleve's too: see failures
	fail     context.CancelCauseFunc
	dir      string // empty in memory
	manifest manifest
	indexes  []bleve.Index
	group    map[string]int // category to group
	pending  []*bleve.Batch // per group
	docs     [][]*document.Document
	lengths  [][]atomic.Int64 // per group, per field
	lexis    lexis
	jobs     chan job
	workers  sync.WaitGroup

	mu  sync.Mutex
	err error // the first of the workers' errors
}

// job is a batch for one group.
type job struct {
	group int
	batch *bleve.Batch
	docs  []*document.Document
}

// Create starts a new index of the catalogue version in dir, replacing an
// index that is there; a directory that holds anything else is left alone and
// reported. Nothing can be searched before [Writer.Close] has returned nil and
// [Open] has opened it. Cancelling ctx stops the work.
func Create(ctx context.Context, dir, version string, groups []Group) (*Writer, error) {
	if err := removeIndex(dir); err != nil {
		return nil, fmt.Errorf("clearing index directory %s: %w", dir, err)
	}
	return create(ctx, dir, version, groups)
}

// Memory builds an index of the products in memory: for tests, and for small
// catalogues that are not worth a directory.
func Memory(ctx context.Context, groups []Group, products iter.Seq[catalog.Product]) (*Index, error) {
	w, err := create(ctx, "", "", groups)
	if err != nil {
		return nil, err
	}
	for p := range products {
		if err := w.Add(p); err != nil {
			return nil, errors.Join(err, w.Abort())
		}
	}
	if err := w.flush(); err != nil {
		return nil, errors.Join(err, w.Abort())
	}
	return newIndex(w.manifest, w.indexes, w.lexis.sorted())
}

func create(ctx context.Context, dir, version string, groups []Group) (*Writer, error) {
	w := &Writer{
		dir:      dir,
		manifest: manifest{Format: formatVersion, Version: version},
		group:    map[string]int{},
		lexis:    lexis{},
		pending:  make([]*bleve.Batch, len(groups)),
		docs:     make([][]*document.Document, len(groups)),
		lengths:  make([][]atomic.Int64, len(groups)),
		jobs:     make(chan job),
	}
	w.ctx, w.fail = context.WithCancelCause(ctx)
	for i, g := range groups {
		if !groupName(g.Name) {
			return nil, errors.Join(fmt.Errorf("group name %q is not a file name", g.Name), w.closeIndexes())
		}
		for _, c := range g.Categories {
			if _, twice := w.group[c]; twice {
				return nil, errors.Join(fmt.Errorf("category %q is in two groups", c), w.closeIndexes())
			}
			w.group[c] = i
		}
		path := ""
		if dir != "" {
			path = filepath.Join(dir, g.Name)
			failures.Store(storePath(path), w.fail)
		}
		// unsafe_batch spares waiting for the disk with every batch. Closing
		// the index would then lose the last ones, so finish waits for them.
		idx, err := bleve.NewUsing(path, bleve.NewIndexMapping(), scorch.Name, scorch.Name, map[string]any{"unsafe_batch": true, "asyncErrorCallbackName": failuresName})
		if err != nil {
			return nil, errors.Join(fmt.Errorf("creating index of %s: %w", g.Name, err), w.closeIndexes())
		}
		w.indexes = append(w.indexes, idx)
		w.lengths[i] = make([]atomic.Int64, len(fields))
		w.manifest.Groups = append(w.manifest.Groups, groupManifest{Name: g.Name, Categories: g.Categories})
	}
	for range runtime.GOMAXPROCS(0) {
		w.workers.Go(w.work)
	}
	return w, nil
}

// failures has, by the path of a store that is written, what is told of an error that
// Bleve meets behind its calls: on a full disk, for example, it would try again for ever.
var failures sync.Map // of context.CancelCauseFunc

const failuresName = "shopclerk"

func init() {
	scorch.RegistryAsyncErrorCallbacks[failuresName] = func(err error, path string) {
		if fail, ok := failures.Load(path); ok {
			fail.(context.CancelCauseFunc)(err)
		}
	}
}

// storePath is where Bleve keeps what is in an index.
func storePath(index string) string { return filepath.Join(index, "store") }

// removeIndex removes the index in dir, if there is one.
func removeIndex(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return err
	}
	// The manifest goes first, so that a half-removed index is not taken for
	// a whole one.
	if err := os.Remove(filepath.Join(dir, manifestName)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.Name() == manifestName:
			continue
		case e.Name() == manifestName+".tmp" || e.Name() == oldWordsName:
		case e.IsDir() && isIndex(path):
		default:
			return fmt.Errorf("%s is not part of an index", e.Name())
		}
		if err := os.RemoveAll(path); err != nil {
			return err
		}
	}
	return nil
}

// isIndex reports whether dir is a Bleve index, or the beginning of one.
func isIndex(dir string) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if e.Name() != "index_meta.json" && e.Name() != "store" {
			return false
		}
	}
	return true
}

// Add adds a product, whose category must be in one of the groups and whose
// Ref must be set and new. Writing is deferred, so an error may be that of an
// earlier product.
func (w *Writer) Add(p catalog.Product) error {
	if p.Ref == 0 {
		return fmt.Errorf("product %q has no ref", p.ID)
	}
	g, ok := w.group[p.Category]
	if !ok {
		return fmt.Errorf("category %q of product %q is in no group", p.Category, p.ID)
	}
	doc := newDocument(p)
	if w.pending[g] == nil {
		w.pending[g] = w.indexes[g].NewBatch()
	}
	if err := w.pending[g].IndexAdvanced(doc); err != nil {
		return fmt.Errorf("indexing product %q: %w", p.ID, err)
	}
	w.docs[g] = append(w.docs[g], doc)
	w.lexis.add(p)
	w.manifest.Groups[g].Docs++
	if len(w.docs[g]) >= batchSize {
		return w.send(g)
	}
	return nil
}

// send hands a group's pending batch to a worker.
func (w *Writer) send(g int) error {
	j := job{g, w.pending[g], w.docs[g]}
	w.pending[g], w.docs[g] = nil, nil
	select {
	case <-w.ctx.Done():
		return context.Cause(w.ctx)
	case w.jobs <- j:
	}
	return w.failed(nil)
}

// failed notes a worker's error and returns the first one.
func (w *Writer) failed(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err == nil {
		w.err = err
	}
	return w.err
}

func (w *Writer) work() {
	for j := range w.jobs {
		if w.failed(nil) != nil || w.ctx.Err() != nil {
			continue // drain
		}
		err := guard(func() error { return w.indexes[j.group].Batch(j.batch) })
		if err != nil {
			_ = w.failed(fmt.Errorf("writing %s: %w", w.manifest.Groups[j.group].Name, err))
			continue
		}
		for _, d := range j.docs {
			for i, f := range d.Fields[:len(fields)] {
				w.lengths[j.group][i].Add(int64(f.AnalyzedLength()))
			}
		}
	}
}

// flush writes what is pending and waits for the workers.
func (w *Writer) flush() error {
	var err error
	for g := range w.pending {
		if w.pending[g] != nil && err == nil {
			err = w.send(g)
		}
	}
	w.stop()
	if err := errors.Join(err, w.failed(nil), context.Cause(w.ctx)); err != nil {
		return err
	}
	for g := range w.manifest.Groups {
		n, err := w.indexes[g].DocCount()
		if err != nil {
			return fmt.Errorf("counting %s: %w", w.manifest.Groups[g].Name, err)
		}
		if want := w.manifest.Groups[g].Docs; n != uint64(want) {
			return fmt.Errorf("%s has %d products after %d were added: %w", w.manifest.Groups[g].Name, n, want, ErrDuplicate)
		}
		for i := range fields {
			w.manifest.Groups[g].Lengths = append(w.manifest.Groups[g].Lengths, w.lengths[g][i].Load())
		}
	}
	return nil
}

// stop ends the workers. It may be called more than once.
func (w *Writer) stop() {
	if w.jobs != nil {
		close(w.jobs)
		w.workers.Wait()
		w.jobs = nil
	}
}

// Close finishes the index, so that [Open] accepts it. After an error the
// directory holds no valid index.
func (w *Writer) Close() error {
	if err := w.flush(); err != nil {
		return errors.Join(err, w.closeIndexes())
	}
	for i, idx := range w.indexes {
		if err := guard(func() error { return finish(w.ctx, idx) }); err != nil {
			return errors.Join(fmt.Errorf("finishing %s: %w", w.manifest.Groups[i].Name, err), w.closeIndexes())
		}
	}
	if err := w.closeIndexes(); err != nil {
		return err
	}
	w.manifest.Words = packWords(w.lexis.sorted())
	return writeManifest(w.dir, w.manifest)
}

// Abort gives up the index and releases what it holds.
func (w *Writer) Abort() error {
	w.stop()
	return w.closeIndexes()
}

func (w *Writer) closeIndexes() error {
	var errs []error
	for i, idx := range w.indexes {
		if err := guard(idx.Close); err != nil {
			errs = append(errs, fmt.Errorf("closing %s: %w", w.manifest.Groups[i].Name, err))
		}
		failures.Delete(storePath(filepath.Join(w.dir, w.manifest.Groups[i].Name)))
	}
	w.indexes = nil
	return errors.Join(errs...)
}

// finish brings an index down to one segment on disk: a term is then looked up
// in one dictionary instead of one per batch. Merging only sees segments that
// are on disk, and is itself on disk only after another wait.
func finish(ctx context.Context, idx bleve.Index) error {
	inner, err := idx.Advanced()
	if err != nil {
		return err
	}
	if err := persist(ctx, idx); err != nil {
		return err
	}
	if s, ok := inner.(*scorch.Scorch); ok {
		if err := s.ForceMerge(ctx, nil); err != nil {
			return err
		}
	}
	return persist(ctx, idx)
}

// persist waits until all that was written before is on disk. Bleve persists in
// order, so it writes a mark and waits for that.
func persist(ctx context.Context, idx bleve.Index) error {
	done := make(chan error, 1)
	mark := idx.NewBatch()
	mark.SetInternal([]byte("complete"), []byte{1})
	mark.SetPersistedCallback(func(err error) { done <- err })
	if err := idx.Batch(mark); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case err := <-done:
		return err
	}
}

// newDocument returns the product as Bleve indexes it. Every field is present,
// though it may be empty, in the order of fields; the category path follows.
// Nothing is stored but the id: the store has the products.
func newDocument(p catalog.Product) *document.Document {
	doc := document.NewDocument(encodeRef(p.Ref))
	for _, f := range fields {
		doc.AddField(document.NewTextFieldCustom(f.name, nil, []byte(f.text(p)), index.IndexField, analyzer{}))
	}
	doc.AddField(document.NewTextFieldCustom(pathField, nil, []byte(p.Category), index.IndexField|index.SkipFreqNorm, pathAnalyzer{}))
	return doc
}

// pathAnalyzer keeps a category path whole.
type pathAnalyzer struct{}

// Analyze implements [analysis.Analyzer].
func (pathAnalyzer) Analyze(input []byte) analysis.TokenStream {
	return analysis.TokenStream{{Term: input, Position: 1}}
}

// encodeRef returns the ref as four bytes, which are a document's whole id.
func encodeRef(r catalog.Ref) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(r)))
}

// decodeRef is the inverse of encodeRef.
func decodeRef(id string) (catalog.Ref, error) {
	if len(id) != 4 {
		return 0, fmt.Errorf("document id of %d bytes, want 4", len(id))
	}
	return catalog.Ref(binary.BigEndian.Uint32([]byte(id))), nil
}
