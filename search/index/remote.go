package index

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/vector"
)

// Embedder gives texts vectors, by a model that is not of the catalogue's making.
type Embedder interface {
	EmbeddingModel() string
	// Embed returns a vector of finite numbers for each text, in their order, all of one
	// length. It takes no longer than whoever made it lets it.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

const (
	// remoteBatch is how many products an embedder is asked for at once: the answer has
	// some 50 kB for each, in digits, where vectors have 4,096 numbers.
	remoteBatch = 64
	// mostRemote is how long a vector may be, so that sums of products fit: see package vector.
	mostRemote = 8000
	// mostText is how many bytes of a product, or of what a shopper says, are embedded:
	// about 500 tokens, which the smallest models take.
	mostText = 2000
	// sameModel is the cosine of a text's vectors below which they are of two models:
	// rounding turns a vector by a thousandth.
	sameModel = 0.99
)

// probe is a text whose vector tells a model from another one of the same name.
const probe = "a red lamp for the desk"

// vectorFile is a file of an embedder's vectors: a head, which is a line of JSON, and a row
// for each product of a catalogue, in the order of refs: the hash of the text that was
// embedded, and its vector in whole numbers. No sum is kept: a byte that is damaged turns
// one product's vector a little.
type vectorFile struct {
	*os.File
	head  vectorHead
	first int64 // place of the first row
	rows  int

	extents map[string][2]catalog.Ref // of categories: their first product, and the next one's
}

type vectorHead struct {
	Model string
	Probe []float32 // the vector of probe
}

const hashSize = 8

func (f *vectorFile) rowSize() int { return hashSize + len(f.head.Probe) }

func vectorsPath(dir, version string) string { return filepath.Join(dir, "vectors-"+version) }

// openVectorFile opens a file of a model's vectors; an error reports another's, too.
func openVectorFile(path, model string) (*vectorFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f := &vectorFile{File: file}
	const mostHead = 1 << 18 // of mostRemote numbers in digits
	start, err := io.ReadAll(io.NewSectionReader(f, 0, mostHead))
	line, _, ended := bytes.Cut(start, []byte("\n"))
	info, statErr := f.Stat()
	if err = errors.Join(err, statErr); err == nil && ended {
		err = json.Unmarshal(line, &f.head)
	}
	if err == nil && (f.head.Model != model || len(f.head.Probe) == 0) {
		err = fmt.Errorf("%s has no vectors of %s", path, model)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	f.first = int64(len(line)) + 1
	f.rows = int((info.Size() - f.first) / int64(f.rowSize()))
	return f, nil
}

// row reads a row: the hash of a text, and its vector a byte a number.
func (f *vectorFile) row(i int) ([]byte, error) {
	row := make([]byte, f.rowSize())
	if _, err := f.ReadAt(row, f.first+int64(i)*int64(len(row))); err != nil {
		return nil, fmt.Errorf("reading a vector: %w", err)
	}
	return row, nil
}

// Vectors implements vectorStore.
func (f *vectorFile) Vectors(ctx context.Context, path string) iter.Seq2[sqlite.VectorRow, error] {
	return func(yield func(sqlite.VectorRow, error) bool) {
		for ref := f.extents[path][0]; ref < f.extents[path][1]; ref++ {
			read, err := f.row(int(ref) - 1)
			row := sqlite.VectorRow{Ref: ref}
			if err = errors.Join(err, ctx.Err()); err == nil {
				for _, code := range read[hashSize:] {
					row.Codes = append(row.Codes, int8(code))
				}
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// UseRemote has the shop find by the vectors of an embedder that an import kept, before it
// finds by its own; without such it notes that it does not. It is called before the shop is
// used.
func (s *Shop) UseRemote(ctx context.Context, dir string, e Embedder) error {
	f, err := openVectorFile(vectorsPath(dir, s.Catalogue.Version()), e.EmbeddingModel())
	if err == nil && f.rows != s.Catalogue.Size() {
		err = errors.Join(fmt.Errorf("%d products have vectors of %s, of %d", f.rows, f.head.Model, s.Catalogue.Size()), f.Close())
	}
	if err != nil {
		s.Notes = append(s.Notes, "finding without the model's vectors until an import makes them: "+err.Error())
		return ctx.Err()
	}
	f.extents = map[string][2]catalog.Ref{}
	next := catalog.Ref(1) // refs are dense, categories in their order
	for _, c := range s.Catalogue.Categories() {
		f.extents[c.Path] = [2]catalog.Ref{next, next + catalog.Ref(c.Size)}
		next += catalog.Ref(c.Size)
	}
	dim := len(f.head.Probe)
	known := search.NewCache[string](saidKept*dim, func(v []float32) int { return len(v) })
	query := func(ctx context.Context, text string) ([]float32, error) {
		text = embedded(text)
		return known.Get(text, nil, func() ([]float32, error) {
			v, err := embedOne(ctx, e, text)
			if err == nil && len(v) != dim {
				err = fmt.Errorf("embedding what was said: %w: %d, want %d", vector.ErrDimension, len(v), dim)
			}
			return v, err
		})
	}
	s.remote, s.vectors = newVectorRetriever(query, f, s.Catalogue), f
	s.Remote = s.remote
	return nil
}

// saidKept is how many texts' vectors are kept: 8 MB where they have 1,024 numbers.
const saidKept = 2000

func embedOne(ctx context.Context, e Embedder, text string) ([]float32, error) {
	v, err := e.Embed(ctx, []string{text})
	if err == nil && len(v) != 1 {
		err = fmt.Errorf("%d vectors of one text", len(v))
	}
	if err != nil {
		return nil, err
	}
	return v[0], nil
}

// embedded is what is embedded of a text.
func embedded(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), mostText)], "")
}
