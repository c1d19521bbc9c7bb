package lexical

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/single"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	"golang.org/x/sync/errgroup"

	"shopclerk/catalog"
)

// batchSize is how many products are analysed and written as one segment. Larger batches leave less
// to merge and take more memory, about 10 MB per thousand products with descriptions.
const batchSize = 1000

// ErrDuplicate reports a Ref that was added twice. Ref is the identity of a product, so the
// caller has mixed up two imports.
var ErrDuplicate = errors.New("a ref was added more than once")

// Writer builds an index. Its methods are not safe for concurrent use; the work behind them
// runs on all processors.
type Writer struct {
	ctx     context.Context // ends with an error of Bleve's too: see failures
	fail    context.CancelCauseFunc
	dir     string // empty in memory, as tests have it
	index   bleve.Index
	summary summary
	pending *bleve.Batch
	docs    []*document.Document // of pending
	lengths []atomic.Int64       // by field
	lexis   lexis
	writes  errgroup.Group
}

// Create starts a new index of the catalogue version in dir, in place of what is there. [Open]
// accepts it once [Writer.Close] has returned nil. Cancelling ctx stops the work.
func Create(ctx context.Context, dir, version string) (*Writer, error) {
	if err := os.RemoveAll(dir); err != nil {
		return nil, fmt.Errorf("clearing index directory: %w", err)
	}
	w := &Writer{
		dir:     dir,
		summary: summary{Format: formatVersion, Version: version},
		lexis:   lexis{},
		lengths: make([]atomic.Int64, len(fields)),
	}
	w.ctx, w.fail = context.WithCancelCause(ctx)
	w.writes.SetLimit(runtime.GOMAXPROCS(0))
	failures.Store(storePath(dir), w.fail)
	// unsafe_batch spares waiting for the disk with every batch. Closing the index would then
	// lose the last ones, so finish waits for them.
	var err error
	w.index, err = bleve.NewUsing(dir, bleve.NewIndexMapping(), scorch.Name, scorch.Name, map[string]any{"unsafe_batch": true, "asyncErrorCallbackName": "shopclerk"})
	if err != nil {
		failures.Delete(storePath(dir))
		return nil, fmt.Errorf("creating the index: %w", err)
	}
	return w, nil
}

// failures has, by the path of a store that is written, what to call with an error that Bleve
// meets behind its calls: on a full disk, for example, it would try again for ever.
var failures sync.Map // of context.CancelCauseFunc

func init() {
	scorch.RegistryAsyncErrorCallbacks["shopclerk"] = func(err error, path string) {
		if fail, ok := failures.Load(path); ok {
			fail.(context.CancelCauseFunc)(err)
		}
	}
}

// storePath is where Bleve keeps the files of an index.
func storePath(dir string) string { return filepath.Join(dir, "store") }

// Add adds a product, whose Ref must be set and new. Writing is deferred, so an error may be
// that of an earlier product.
func (w *Writer) Add(p catalog.Product) error {
	if p.Ref == 0 {
		return fmt.Errorf("product %q has no ref", p.ID)
	}
	doc := newDocument(p)
	if w.pending == nil {
		w.pending = w.index.NewBatch()
	}
	if err := w.pending.IndexAdvanced(doc); err != nil {
		return fmt.Errorf("indexing product %q: %w", p.ID, err)
	}
	w.docs = append(w.docs, doc)
	w.lexis.add(p)
	if w.summary.Docs++; len(w.docs) >= batchSize {
		w.send()
	}
	return context.Cause(w.ctx)
}

// send writes the pending batch in the background, once fewer are under way than there are
// processors.
func (w *Writer) send() {
	batch, docs := w.pending, w.docs
	w.pending, w.docs = nil, nil
	w.writes.Go(func() error {
		if w.ctx.Err() != nil {
			return context.Cause(w.ctx)
		}
		if err := guard(func() error { return w.index.Batch(batch) }); err != nil {
			w.fail(fmt.Errorf("writing the index: %w", err))
			return err
		}
		for _, d := range docs {
			for i, f := range d.Fields[:len(fields)] {
				w.lengths[i].Add(int64(f.AnalyzedLength()))
			}
		}
		return nil
	})
}

// flush writes what is pending and completes the summary.
func (w *Writer) flush() error {
	if w.pending != nil {
		w.send()
	}
	_ = w.writes.Wait()
	if w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	n, err := w.index.DocCount()
	if err != nil {
		return fmt.Errorf("counting the index: %w", err)
	}
	if n != uint64(w.summary.Docs) {
		return fmt.Errorf("%d products after %d were added: %w", n, w.summary.Docs, ErrDuplicate)
	}
	for i := range fields {
		w.summary.Lengths = append(w.summary.Lengths, w.lengths[i].Load())
	}
	w.summary.Words = w.lexis.sorted()
	return nil
}

// Close finishes the index, so that [Open] accepts it. After an error the directory holds no
// valid index.
func (w *Writer) Close() error {
	err := w.flush()
	if err == nil {
		err = guard(w.finish)
	}
	return errors.Join(err, w.Abort())
}

// Abort gives up the index and releases what it holds.
func (w *Writer) Abort() error {
	_ = w.writes.Wait()
	w.fail(nil)
	failures.Delete(storePath(w.dir))
	if err := guard(w.index.Close); err != nil {
		return fmt.Errorf("closing the index: %w", err)
	}
	return nil
}

// finish brings the index down to one segment on disk, so that a term is looked up in one
// dictionary, and stores the summary. Merging only sees segments that are on disk.
func (w *Writer) finish() error {
	inner, err := w.index.Advanced()
	if err != nil {
		return err
	}
	if err := w.persist([]byte("written"), []byte{1}); err != nil {
		return err
	}
	if s, ok := inner.(*scorch.Scorch); ok {
		if err := s.ForceMerge(w.ctx, nil); err != nil {
			return fmt.Errorf("merging the index: %w", err)
		}
	}
	x, err := newIndex(w.index, w.summary)
	if err != nil {
		return fmt.Errorf("reading the index: %w", err)
	}
	var refs []byte
	for _, ref := range x.refs {
		refs = binary.BigEndian.AppendUint32(refs, uint32(ref))
	}
	data, err := json.Marshal(w.summary)
	if err := errors.Join(err, x.reader.Close(), w.persist(refsKey, refs)); err != nil {
		return err
	}
	return w.persist(summaryKey, data)
}

// persist waits until all that was written before is on disk, and then a value under a key.
// Bleve persists in order.
func (w *Writer) persist(key, value []byte) error {
	done := make(chan error, 1)
	mark := w.index.NewBatch()
	mark.SetInternal(key, value)
	mark.SetPersistedCallback(func(err error) { done <- err })
	if err := w.index.Batch(mark); err != nil {
		return err
	}
	select {
	case <-w.ctx.Done():
		return context.Cause(w.ctx)
	case err := <-done:
		return err
	}
}

// newDocument returns the product as Bleve indexes it. Every field is present, though it may
// be empty, in the order of fields; the category path follows. Nothing is stored but the id, the
// ref in four bytes: the store has the products.
func newDocument(p catalog.Product) *document.Document {
	doc := document.NewDocument(string(binary.BigEndian.AppendUint32(nil, uint32(p.Ref))))
	for _, f := range fields {
		doc.AddField(document.NewTextFieldCustom(f.name, nil, []byte(f.text(p)), index.IndexField, analyzer{}))
	}
	doc.AddField(document.NewTextFieldCustom(pathField, nil, []byte(p.Category), index.IndexField|index.SkipFreqNorm, wholePath))
	return doc
}

// wholePath keeps a category path whole.
var wholePath = &analysis.DefaultAnalyzer{Tokenizer: single.NewSingleTokenTokenizer()}
