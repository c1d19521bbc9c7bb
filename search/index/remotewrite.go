package index

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"

	"shopclerk/catalog"
	"shopclerk/search/vector"
)

// unfinished stands for the version where an embedder did not give all vectors.
const unfinished = "unfinished"

// embedRemotely writes an embedder's vectors of the products beside the catalogue that is
// being written, which does not need them. Texts that the same model embedded for an
// earlier import, finished or not, are not embedded again. Once the embedder fails it is
// asked no more, and what there is waits for the next import.
func (b *build) embedRemotely(ctx context.Context, refs []catalog.Ref) (err error) {
	e := b.options.Embedder
	probed, err := embedOne(ctx, e, probe)
	if err == nil && (vector.Codes(probed) == nil || len(probed) > mostRemote) {
		err = fmt.Errorf("a vector of %d numbers can not be used", len(probed))
	}
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(b.dir, "vectors-writing-*")
	if err != nil {
		return err
	}
	w := &vectorWriter{embedder: e, vectorFile: vectorFile{File: file, head: vectorHead{e.EmbeddingModel(), probed}}, known: map[uint64]func() ([]byte, error){}}
	defer func() { err = errors.Join(err, w.failed) }()
	if err = json.NewEncoder(file).Encode(w.head); err == nil {
		w.first, err = file.Seek(0, io.SeekCurrent)
	}
	for _, path := range Derived(b.dir) {
		if f, openErr := openVectorFile(path, w.head.Model); openErr == nil { // else it is another's, or of words
			defer f.Close()
			err = errors.Join(err, w.remember(f))
		}
	}
	if err == nil {
		err = b.products(ctx, "Embedding", refs, func(p *catalog.Product) error { return w.add(ctx, p) })
	}
	if err == nil {
		err = w.flush(ctx)
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	version := b.report.Version
	if w.failed != nil {
		version = unfinished
	}
	return os.Rename(file.Name(), vectorsPath(b.dir, version))
}

// vectorWriter writes a file of vectors. Products come in the order of the feed.
type vectorWriter struct {
	vectorFile
	embedder Embedder
	known    map[uint64]func() ([]byte, error) // rows of earlier files, by the hash of the text
	waiting  []vectorRow
	asked    []string // texts of those of them that are not known
	failed   error    // of the embedder
}

// vectorRow is a row to be.
type vectorRow struct {
	ref   catalog.Ref
	hash  uint64
	known func() ([]byte, error) // nil: it is asked for
}

// remember finds the rows of an earlier file, if it is of the same model.
func (w *vectorWriter) remember(f *vectorFile) error {
	alike, err := vector.Cosines(w.head.Probe, [][]float32{f.head.Probe})
	if err != nil || alike[0] < sameModel {
		return nil // the same name for another one
	}
	for i := range f.rows {
		row, err := f.row(i)
		if err != nil {
			return err
		}
		if hash := binary.LittleEndian.Uint64(row); hash != 0 { // else nothing was written there
			w.known[hash] = func() ([]byte, error) { return f.row(i) }
		}
	}
	return nil
}

// mostWaiting is how many products wait to be written, some 50 bytes each.
const mostWaiting = 10_000

func (w *vectorWriter) add(ctx context.Context, p *catalog.Product) error {
	text := embedded(Document(p))
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text)) // never fails
	row := vectorRow{p.Ref, hash.Sum64(), w.known[hash.Sum64()]}
	if w.waiting = append(w.waiting, row); row.known == nil {
		w.asked = append(w.asked, text)
	}
	if len(w.asked) < remoteBatch && len(w.waiting) < mostWaiting {
		return nil
	}
	return w.flush(ctx)
}

// flush embeds what is not known of what waits, and writes all that then is.
func (w *vectorWriter) flush(ctx context.Context) error {
	var vectors [][]float32
	if w.failed == nil && len(w.asked) > 0 {
		vectors, w.failed = w.embedder.Embed(ctx, w.asked)
	}
	for _, r := range w.waiting {
		var row []byte
		var err error
		switch {
		case r.known != nil:
			row, err = r.known()
		case w.failed == nil:
			row = binary.LittleEndian.AppendUint64(nil, r.hash)
			if len(vectors) == 0 || len(vectors[0]) != len(w.head.Probe) {
				w.failed = fmt.Errorf("embedding products: %w", vector.ErrDimension)
				continue
			}
			codes := make([]byte, len(w.head.Probe)) // of zeros: it points nowhere
			for i, code := range vector.Codes(vectors[0]) {
				codes[i] = byte(code)
			}
			row, vectors = append(row, codes...), vectors[1:]
		}
		if err == nil {
			_, err = w.WriteAt(row, w.first+int64(r.ref-1)*int64(w.rowSize()))
		}
		if err != nil {
			return fmt.Errorf("writing vectors: %w", err)
		}
	}
	w.waiting, w.asked = w.waiting[:0], w.asked[:0]
	return ctx.Err()
}
