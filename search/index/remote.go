package index

import (
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
	// sameModel is the cosine of a text's vectors below which they are of two models:
	// rounding turns a vector by a thousandth.
	sameModel = 0.99
	// saidKept is how many texts' vectors are kept: 8 MB where they have 1,024 numbers.
	saidKept = 2000
)

// probe is a text whose vector tells a model from another one of the same name.
const probe = "a red lamp for the desk"

// metaVectors is the name under which the store keeps whose vectors it has, and, with a
// category's path behind it, a row for each of its products in the order of refs: the hash of
// the text that was embedded, zero where none was, and its vector in whole numbers.
const metaVectors = "vectors"

const hashSize = 8

// remoteHead says whose vectors a catalogue has.
type remoteHead struct {
	Model string
	Probe []float32 // the vector of probe
	Whole bool      // all products have one
}

func (h *remoteHead) rowSize() int { return hashSize + len(h.Probe) }

// readRemote returns whose vectors a catalogue has; an error reports another model's, too.
func readRemote(ctx context.Context, store *sqlite.Store, model string) (h remoteHead, err error) {
	blob, err := store.Meta(ctx, metaVectors)
	if err == nil {
		err = json.Unmarshal(blob, &h)
	}
	if err == nil && (h.Model != model || len(h.Probe) == 0) {
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
		for row := range slices.Chunk(blob, s.head.rowSize()) {
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
	known := search.NewCache[string](saidKept*len(head.Probe), func(v []float32) int { return len(v) })
	query := func(ctx context.Context, text string) ([]float32, error) {
		text = embedded(text)
		return known.Get(text, nil, func() ([]float32, error) {
			v, err := embedOne(ctx, e, text)
			if err == nil && len(v) != len(head.Probe) {
				err = fmt.Errorf("embedding what was said: %w: %d, want %d", vector.ErrDimension, len(v), len(head.Probe))
			}
			return v, err
		})
	}
	s.remote = newVectorRetriever(query, remoteStore{s.Catalogue, head}, s.Catalogue)
	s.Remote = s.remote
	return nil
}

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

// embedRemotely stores an embedder's vectors of the products, which the catalogue does not
// need. Texts that the same model embedded for the catalogue before are not embedded again.
// Once the embedder fails it is asked no more, and the next import goes on.
func (b *build) embedRemotely(ctx context.Context, w *sqlite.Writer, refs []catalog.Ref) error {
	e := b.options.Embedder
	probed, failed := embedOne(ctx, e, probe)
	if failed == nil && (vector.Codes(probed) == nil || len(probed) > mostRemote) {
		failed = fmt.Errorf("a vector of %d numbers can not be used", len(probed))
	}
	head, known := b.embeddedBefore(ctx, e.EmbeddingModel(), probed, failed != nil)
	if len(head.Probe) == 0 {
		return failed
	}
	rows, first := map[string][]byte{}, map[string]catalog.Ref{}
	next := catalog.Ref(1)
	for _, path := range b.paths {
		rows[path], first[path] = make([]byte, b.held(path)*head.rowSize()), next
		next += catalog.Ref(b.held(path))
	}
	var asked []string
	var waiting [][]byte // their rows
	flush := func() {
		if failed == nil && len(asked) > 0 {
			var vectors [][]float32
			vectors, failed = e.Embed(ctx, asked)
			for i, v := range vectors {
				if len(v) != len(head.Probe) {
					failed = fmt.Errorf("embedding products: %w", vector.ErrDimension)
					break
				}
				binary.LittleEndian.PutUint64(waiting[i], textHash(asked[i]))
				for k, code := range vector.Codes(v) { // none of zeros: it points nowhere
					waiting[i][hashSize+k] = byte(code)
				}
			}
		}
		asked, waiting = nil, nil
	}
	err := b.products(ctx, "Embedding", refs, func(p *catalog.Product) error {
		if !b.has(p.Ref) {
			return nil
		}
		text, size := embedded(Document(p)), head.rowSize()
		row := rows[p.Category][int(p.Ref-first[p.Category])*size:][:size]
		if had := known[textHash(text)]; had != nil {
			copy(row, had)
			return nil
		}
		if asked, waiting = append(asked, text), append(waiting, row); len(asked) >= remoteBatch {
			flush()
		}
		return ctx.Err()
	})
	flush()
	for path, blob := range rows {
		err = errors.Join(err, w.SetMeta(ctx, metaVectors+path, blob))
	}
	head.Whole = failed == nil
	blob, _ := json.Marshal(head) // finite numbers
	return errors.Join(failed, err, w.SetMeta(ctx, metaVectors, blob))
}

// embeddedBefore returns the head of a model's vectors, and the rows of the catalogue before
// by the hash of their text, unless they are another model's of the same name. A model that is
// away is taken for the one before.
func (b *build) embeddedBefore(ctx context.Context, model string, probed []float32, away bool) (remoteHead, map[uint64][]byte) {
	head := remoteHead{Model: model, Probe: probed}
	store, err := sqlite.Open(ctx, CatalogPath(b.dir))
	if err != nil {
		return head, nil
	}
	defer store.Close()
	before, err := readRemote(ctx, store, model)
	if err != nil {
		return head, nil
	}
	if away {
		head = before
	} else if !alike(ctx, probed, before.Probe) {
		return head, nil
	}
	known := map[uint64][]byte{}
	for _, c := range store.Categories() {
		blob, _ := store.Meta(ctx, metaVectors+c.Path) // what can not be read is embedded again
		for row := range slices.Chunk(blob, head.rowSize()) {
			if hash := binary.LittleEndian.Uint64(row); hash != 0 {
				known[hash] = row
			}
		}
	}
	return head, known
}

// alike reports whether two vectors are of one text and one model.
func alike(ctx context.Context, a, b []float32) bool {
	g, err := vector.NewGroup(ctx, []vector.Entry{{Ref: 1, Codes: vector.Codes(b)}})
	if err != nil {
		return false
	}
	cosine, err := g.Cosine(vector.NewQuery(a), 1)
	return err == nil && cosine >= sameModel
}

func textHash(text string) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text)) // never fails
	return hash.Sum64()
}
