package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/embed"
	"shopclerk/search/lexical"
	"shopclerk/search/vector"
)

// write converts the records into the store, derives embedder, vectors and
// lexical index from them and publishes it all.
func (b *build) write(ctx context.Context, w *sqlite.Writer) (err error) {
	sample := embed.NewSample(embed.Options{Seed: b.options.Seed})
	categories, refs, err := b.store(ctx, w, sample)
	if err != nil {
		return err
	}
	model, err := b.train(ctx, w, sample)
	if err != nil {
		return err
	}
	index, err := b.createIndex(ctx)
	if err != nil {
		return err
	}
	if index != nil {
		defer func() {
			if err != nil {
				err = errors.Join(err, os.RemoveAll(lexicalDir(b.dir, b.report.Version)))
			}
		}()
	}
	if err := b.spread(ctx, w, categories, refs); err != nil {
		return err
	}
	if err := b.derive(ctx, w, refs, model, index); err != nil {
		return err
	}
	if b.options.Embedder != nil {
		if b.report.Unembedded = b.embedRemotely(ctx, w, refs); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if err := b.remarks(ctx, w); err != nil {
		return err
	}
	if err := w.SetMeta(ctx, metaBegun, strconv.AppendInt(nil, b.begun, 10)); err != nil {
		return err
	}
	b.options.Progress("Publishing", 0, 0)
	if err := w.Publish(ctx, b.report.Version); err != nil {
		return err
	}
	b.tidy(ctx)
	_ = sweep(b.dir, lexicalDir(b.dir, b.report.Version)) // what stays harms nobody, and the next import tries again
	return nil
}

// store writes categories and products, shows their texts to what the embedder is
// trained on, and returns each record's ref. The catalogue's version is a digest of all that is stored: equal catalogues have
// equal versions, and an index fits the catalogue of its version and no other.
func (b *build) store(ctx context.Context, w *sqlite.Writer, sample *embed.Sample) (categories []catalog.Category, refs []catalog.Ref, err error) {
	hash := sha256.New()
	digest := json.NewEncoder(hash)
	for _, path := range b.paths {
		c := catalog.Category{Path: path, Name: catalog.LastLevel(path), Size: b.sizes[path], Aspects: b.schemas[path].Aspects}
		categories = append(categories, c)
		kept := c
		kept.Size = b.held(path)
		if err := errors.Join(w.AddCategory(ctx, kept), digest.Encode(c)); err != nil {
			return nil, nil, err
		}
	}
	next := b.beyond()
	refs = make([]catalog.Ref, 0, b.total)
	err = b.records(ctx, "Storing", func(r *catalog.Record) error {
		p := b.schemas[r.Category].Product(r)
		if b.holds(len(refs)) {
			ref, err := w.Add(ctx, &p)
			if err != nil {
				return err
			}
			refs = append(refs, ref)
		} else {
			w.Picture(&p)
			refs = append(refs, next[r.Category])
			next[r.Category]++
		}
		sample.Add(Document(&p))
		return digest.Encode(&p)
	})
	b.report.Products = len(refs)
	b.report.Version = hex.EncodeToString(hash.Sum(nil))[:16]
	return categories, refs, err
}

// products yields the converted products with their refs.
func (b *build) products(ctx context.Context, stage string, refs []catalog.Ref, yield func(*catalog.Product) error) error {
	n := 0
	return b.records(ctx, stage, func(r *catalog.Record) error {
		p := b.schemas[r.Category].Product(r)
		p.Ref = refs[n]
		n++
		return yield(&p)
	})
}

// errChanged reports that a source broke its promise.
var errChanged = errors.New("the feed changed while it was read: import it again")

// train trains the embedder on a sample of the products' texts and stores it. It
// returns nil for a catalogue whose texts share no word, which gets no vectors.
func (b *build) train(ctx context.Context, w *sqlite.Writer, sample *embed.Sample) (*embed.Model, error) {
	b.options.Progress("Training", 0, 0)
	model, err := sample.Train(ctx)
	if errors.Is(err, embed.ErrNoText) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("training the embedder: %w", err)
	}
	blob, err := model.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("storing the embedder: %w", err)
	}
	return model, w.SetMeta(ctx, metaEmbedder, blob)
}

// createIndex starts the lexical index, or returns nil where there is one of the
// same catalogue already: it may be in use.
func (b *build) createIndex(ctx context.Context) (*lexical.Writer, error) {
	dir := lexicalDir(b.dir, b.report.Version)
	if x, err := lexical.Open(dir, b.report.Version); err == nil {
		return nil, x.Close()
	}
	w, err := lexical.Create(ctx, dir, b.report.Version)
	if err != nil {
		return nil, fmt.Errorf("creating the lexical index: %w", err)
	}
	return w, nil
}

// derive indexes and embeds the products in one pass over them. Either of model
// and index may be nil.
func (b *build) derive(ctx context.Context, w *sqlite.Writer, refs []catalog.Ref, model *embed.Model, index *lexical.Writer) error {
	add, flush := b.deriving(ctx, w, model, index)
	var err error
	if model != nil || index != nil || b.class != nil {
		err = b.products(ctx, "Indexing", refs, add)
	}
	if err == nil {
		err = flush()
	}
	if index == nil {
		return err
	}
	if err != nil {
		return errors.Join(fmt.Errorf("indexing: %w", err), index.Abort())
	}
	b.options.Progress("Merging", 0, 0)
	if err := index.Close(); err != nil {
		return fmt.Errorf("finishing the lexical index: %w", err)
	}
	return nil
}

// deriving returns what indexes and embeds one product after another, and what is to be
// called after the last.
func (b *build) deriving(ctx context.Context, w *sqlite.Writer, model *embed.Model, index *lexical.Writer) (add func(*catalog.Product) error, flush func() error) {
	var waiting []*catalog.Product
	flush = func() error {
		vectors := make([][]float32, len(waiting))
		if model != nil {
			vectors = embedAll(model, waiting)
		}
		for i, p := range waiting {
			if model == nil || !b.has(p.Ref) {
				continue
			}
			if err := w.AddVector(ctx, p.Ref, vector.Codes(vectors[i])); err != nil {
				return err
			}
		}
		if b.class != nil {
			if err := b.class.Add(ctx, waiting, vectors); err != nil {
				return err
			}
		}
		waiting = waiting[:0]
		return nil
	}
	return func(p *catalog.Product) error {
		if index != nil && b.has(p.Ref) {
			if err := index.Add(*p); err != nil {
				return err
			}
		}
		if model == nil && b.class == nil {
			return nil
		}
		if waiting = append(waiting, p); len(waiting) < embedBatch {
			return nil
		}
		return flush()
	}, flush
}

// embedBatch is how many products are embedded at once: enough that starting the
// goroutines costs nothing, some megabytes of texts.
const embedBatch = 2000

// embedAll embeds products on all processors; each vector depends on its product
// alone.
func embedAll(model *embed.Model, products []*catalog.Product) [][]float32 {
	out := make([][]float32, len(products))
	_ = search.Parallel(len(products), func(i int) error {
		out[i] = model.Embed(Document(products[i]))
		return nil
	})
	return out
}

// remarks stores what there is to say about the import.
func (b *build) remarks(ctx context.Context, w *sqlite.Writer) error {
	if b.options.About == nil {
		return nil
	}
	about, err := b.options.About(b.report)
	if err != nil {
		return fmt.Errorf("describing the import: %w", err)
	}
	return w.SetMeta(ctx, MetaAbout, about)
}

// Document is the text of a product that is embedded. The title counts twice,
// because it names the thing; attribute values are left out: they are shared by
// things of every kind, and with them nDCG@10 of vectors alone fell from 0.45 to
// 0.42 on icecat.
func Document(p *catalog.Product) string {
	return strings.Join([]string{p.Title, p.Title, p.Brand, strings.ReplaceAll(p.Category, " > ", " "), p.Description}, "\n")
}
