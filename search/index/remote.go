package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
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
	// saidKept is how many texts' vectors are kept: 8 MB where they have 1,024 numbers.
	saidKept = 2000
)

// metaVectors is the name under which the store keeps whose vectors it has, and, with a
// category's path behind it, a row for each of its products in the order of refs: the hash of
// the text that was embedded, zero where none was, and its vector in whole numbers.
const metaVectors = "vectors"

const hashSize = 8

// remoteHead says whose vectors a catalogue has.
type remoteHead struct {
	Model string
	Dim   int  // numbers of a vector
	Whole bool // all products have one
}

// readRemote returns whose vectors a catalogue has; an error reports another model's, too.
func readRemote(ctx context.Context, store *sqlite.Store, model string) (h remoteHead, err error) {
	blob, err := store.Meta(ctx, metaVectors)
	if err == nil {
		err = json.Unmarshal(blob, &h)
	}
	if err == nil && (h.Model != model || h.Dim == 0) {
		err = fmt.Errorf("the catalogue has vectors of %s, not of %s", h.Model, model)
	}
	return h, err
}

// remoteStore has the vectors of an embedder.
type remoteStore struct {
	*sqlite.Store
	head remoteHead
}

// Vectors implements vectorStore.
func (s remoteStore) Vectors(ctx context.Context, path string) iter.Seq2[sqlite.VectorRow, error] {
	return func(yield func(sqlite.VectorRow, error) bool) {
		blob, err := s.Meta(ctx, metaVectors+path)
		if err != nil {
			yield(sqlite.VectorRow{}, err)
			return
		}
		ref := catalog.Ref(1) // refs are dense, categories in their order
		for _, c := range s.Categories() {
			if c.Path == path {
				break
			}
			ref += catalog.Ref(c.Size)
		}
		for row := range slices.Chunk(blob, hashSize+s.head.Dim) {
			v := sqlite.VectorRow{Ref: ref}
			for _, code := range row[hashSize:] {
				v.Codes = append(v.Codes, int8(code))
			}
			if ref++; !yield(v, nil) {
				return
			}
		}
	}
}

// UseRemote has the shop find by the vectors of an embedder that an import kept, before it
// finds by its own; without such it notes that it does not. It is called before the shop is
// used.
func (s *Shop) UseRemote(ctx context.Context, e Embedder) error {
	head, err := readRemote(ctx, s.Catalogue, e.EmbeddingModel())
	if err == nil && !head.Whole {
		err = fmt.Errorf("not all products have vectors of %s", head.Model)
	}
	if err != nil {
		s.Notes = append(s.Notes, "finding without the model's vectors until an import makes them: "+err.Error())
		return ctx.Err()
	}
	known := search.NewCache[string](saidKept*head.Dim, func(v []float32) int { return len(v) })
	query := func(ctx context.Context, text string) ([]float32, error) {
		text = embedded(text)
		return known.Get(text, func() ([]float32, error) {
			v, err := e.Embed(ctx, []string{text})
			if err == nil && (len(v) != 1 || len(v[0]) != head.Dim) {
				err = fmt.Errorf("embedding what was said: %w than the products'", vector.ErrDimension)
			}
			if err != nil {
				return nil, err
			}
			return v[0], nil
		})
	}
	remote, err := newVectorRetriever(ctx, query, remoteStore{s.Catalogue, head}, s.Catalogue)
	if err == nil {
		s.Remote = remote
	}
	return err
}

// embedded is what is embedded of a text.
func embedded(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), mostText)], "")
}

// embedRemotely stores an embedder's vectors of the products, which the catalogue does not
// need. Texts that a model of the same name embedded for the catalogue before are not embedded
// again. Once the embedder fails it is asked no more, and the next import goes on.
func (b *build) embedRemotely(ctx context.Context, w *sqlite.Writer, refs []catalog.Ref) (failed error) {
	e := b.options.Embedder
	head, known := b.embeddedBefore(ctx, e.EmbeddingModel())
	rows := map[catalog.Ref][]byte{}
	var asked []string
	var of []catalog.Ref // whose texts they are
	flush := func() {
		if failed == nil && len(asked) > 0 {
			var vectors [][]float32
			vectors, failed = e.Embed(ctx, asked)
			for i, v := range vectors {
				if head.Dim = cmp.Or(head.Dim, len(v)); len(v) != head.Dim || len(v) > mostRemote {
					failed = fmt.Errorf("embedding products: %w: %d, want %d and at most %d", vector.ErrDimension, len(v), head.Dim, mostRemote)
					break
				}
				row := binary.LittleEndian.AppendUint64(nil, textHash(asked[i]))
				for _, code := range vector.Codes(v) { // none of zeros: it points nowhere
					row = append(row, byte(code))
				}
				rows[of[i]] = row
			}
		}
		asked, of = nil, nil
	}
	err := b.products(ctx, "Embedding", refs, func(p *catalog.Product) error {
		if !b.has(p.Ref) {
			return nil
		}
		text := embedded(Document(p))
		if rows[p.Ref] = known[textHash(text)]; rows[p.Ref] != nil {
			return nil
		}
		if asked, of = append(asked, text), append(of, p.Ref); len(asked) >= remoteBatch {
			flush()
		}
		return ctx.Err()
	})
	flush()
	next, size := catalog.Ref(1), hashSize+head.Dim
	for _, path := range b.paths {
		blob := make([]byte, b.held(path)*size)
		for at := 0; at < len(blob); at += size {
			copy(blob[at:], rows[next])
			next++
		}
		err = errors.Join(err, w.SetMeta(ctx, metaVectors+path, blob))
	}
	head.Whole = failed == nil
	blob, _ := json.Marshal(head) // a name and numbers
	return errors.Join(failed, err, w.SetMeta(ctx, metaVectors, blob))
}

// embeddedBefore returns the head of a model's vectors, and the rows of the catalogue before
// by the hash of their text.
func (b *build) embeddedBefore(ctx context.Context, model string) (remoteHead, map[uint64][]byte) {
	none := remoteHead{Model: model}
	if b.before == nil {
		return none, nil
	}
	head, err := readRemote(ctx, b.before, model)
	if err != nil {
		return none, nil
	}
	known := map[uint64][]byte{}
	for _, c := range b.before.Categories() {
		blob, _ := b.before.Meta(ctx, metaVectors+c.Path) // what cannot be read is embedded again
		for row := range slices.Chunk(blob, hashSize+head.Dim) {
			if hash := binary.LittleEndian.Uint64(row); hash != 0 {
				known[hash] = row
			}
		}
	}
	return head, known
}

func textHash(text string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text)) // never fails
	return hash.Sum64()
}
