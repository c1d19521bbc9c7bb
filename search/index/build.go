package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"iter"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/embed"
	"shopclerk/search/lexical"
)

// Source gives the records of a catalogue. Build reads it several times, so every
// call must yield the same records in the same order. It returns the first error
// of yield as it is.
type Source func(ctx context.Context, yield func(catalog.Record) error) error

// FromSeq is the source of records that can be made again and again.
func FromSeq(records iter.Seq[catalog.Record]) Source {
	return func(ctx context.Context, yield func(catalog.Record) error) error {
		for r := range records {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := yield(r); err != nil {
				return err
			}
		}
		return nil
	}
}

// Progress is told how far an import has come: done of total records of a stage.
// A stage whose length is not known yet has total 0.
type Progress func(stage string, done, total int)

// Options configure an import. The zero value is ready to use.
type Options struct {
	// Hints returns what a feed's mapping knows of a category's attributes.
	Hints    func(category string) map[string]discover.Hint
	Progress Progress
	Seed     uint64 // of the embedder
	// Problems is asked, once the source has been read, for what it complained of.
	Problems func() []sqlite.Problem
}

// Report says what an import came to.
type Report struct {
	Products   int
	Categories int
	Aspects    int // that can be asked about
	Brands     int // induced from titles; 0 when the feed names brands
	Types      *discover.Report
	Version    string
}

// OtherCategory is where products go that the feed gives no category and whose
// type could not be told. The name is one that no sentence has by chance.
const OtherCategory = "Miscellaneous"

// catalogFile is the catalogue's file in a data directory.
const catalogFile = "catalog.db"

// ErrEmpty reports that a source gave no record.
var ErrEmpty = errors.New("no products")

// Build imports a source into the data directory. Until it succeeds the catalogue
// that is there stays untouched and can go on being served.
func Build(ctx context.Context, dir string, source Source, o Options) (Report, error) {
	b := &build{dir: dir, source: source, options: o}
	if o.Progress == nil {
		b.options.Progress = func(string, int, int) {}
	}
	if err := b.survey(ctx); err != nil {
		return b.report, err
	}
	if err := b.profile(ctx); err != nil {
		return b.report, err
	}
	w, err := sqlite.Create(ctx, filepath.Join(dir, catalogFile))
	if err != nil {
		return b.report, err
	}
	if err := b.write(ctx, w); err != nil {
		return b.report, errors.Join(err, w.Abandon())
	}
	return b.report, nil
}

// build is one import under way.
type build struct {
	dir     string
	source  Source
	options Options
	report  Report
	total   int

	types    *discover.Types
	brands   *discover.Brands
	profiles map[string]*discover.Profile
	sizes    map[string]int
	schemas  map[string]*discover.Schema
	paths    []string // in the order of their first record
}

// records reads the source, completing each record with what survey induced.
func (b *build) records(ctx context.Context, stage string, yield func(*catalog.Record) error) error {
	n := 0
	err := b.source(ctx, func(r catalog.Record) error {
		b.complete(&r)
		if n++; n%500 == 0 {
			b.options.Progress(stage, n, b.total)
		}
		return yield(&r)
	})
	b.options.Progress(stage, n, n)
	return err
}

func (b *build) complete(r *catalog.Record) {
	if b.brands != nil && r.Brand == "" {
		r.Brand = b.brands.Of(r.Title)
	}
	if r.Category != "" {
		return
	}
	if b.types != nil {
		if path, ok := b.types.Of(r); ok {
			r.Category = path
			return
		}
	}
	r.Category = OtherCategory
}

// Shares of records below which the feed is taken not to say: a few strays
// without a category or brand are no reason to induce any.
const (
	fewCategories = 0.5
	fewBrands     = 0.1
)

// survey counts the records and induces the brands and categories that the feed
// lacks.
func (b *build) survey(ctx context.Context) error {
	categories, brands := 0, 0
	err := b.records(ctx, "Reading", func(r *catalog.Record) error {
		b.total++
		if r.Category != OtherCategory {
			categories++
		}
		if r.Brand != "" {
			brands++
		}
		return nil
	})
	if err != nil {
		return err
	}
	if b.total == 0 {
		return ErrEmpty
	}
	if float64(brands) < fewBrands*float64(b.total) {
		found, err := titles(ctx, b.source, discover.InduceBrands)
		if err != nil {
			return err
		}
		b.brands = found
		b.report.Brands = len(found.List())
	}
	if float64(categories) < fewCategories*float64(b.total) {
		var failed error
		b.types = discover.InduceTypes(b.sequence(ctx, &failed))
		if failed != nil {
			return failed
		}
		report := b.types.Report()
		b.report.Types = &report
	}
	return nil
}

// sequence offers the source as an iterator; an error ends it early and is kept.
func (b *build) sequence(ctx context.Context, failed *error) iter.Seq[catalog.Record] {
	return func(yield func(catalog.Record) bool) {
		err := b.source(ctx, func(r catalog.Record) error {
			if b.brands != nil && r.Brand == "" {
				r.Brand = b.brands.Of(r.Title)
			}
			if !yield(r) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			*failed = errors.Join(*failed, err)
		}
	}
}

var errStop = errors.New("stopped")

func titles[T any](ctx context.Context, source Source, induce func(iter.Seq[string]) T) (T, error) {
	var failed error
	out := induce(func(yield func(string) bool) {
		err := source(ctx, func(r catalog.Record) error {
			if !yield(r.Title) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			failed = err
		}
	})
	return out, failed
}

// profile learns every category's schema.
func (b *build) profile(ctx context.Context) error {
	b.profiles, b.sizes, b.schemas = map[string]*discover.Profile{}, map[string]int{}, map[string]*discover.Schema{}
	err := b.records(ctx, "Profiling", func(r *catalog.Record) error {
		p, ok := b.profiles[r.Category]
		if !ok {
			o := discover.Options{}
			if b.options.Hints != nil {
				o.Hints = b.options.Hints(r.Category)
			}
			p = discover.NewProfile(o)
			b.profiles[r.Category] = p
			b.paths = append(b.paths, r.Category)
		}
		p.Add(r)
		b.sizes[r.Category]++
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(b.paths)
	for _, path := range b.paths {
		s := b.profiles[path].Schema()
		b.schemas[path] = s
		for _, a := range s.Aspects {
			if a.Askable {
				b.report.Aspects++
			}
		}
	}
	b.profiles = nil
	b.report.Categories = len(b.paths)
	return nil
}

// write converts the records into the store and the lexical index, embeds them
// and publishes both.
func (b *build) write(ctx context.Context, w *sqlite.Writer) error {
	var categories []catalog.Category
	for _, path := range b.paths {
		c := catalog.Category{Path: path, Name: lastLevel(path), Size: b.sizes[path], Aspects: b.schemas[path].Aspects}
		categories = append(categories, c)
		if err := w.AddCategory(ctx, c); err != nil {
			return err
		}
	}
	hash := sha256.New()
	refs := make([]catalog.Ref, 0, b.total)
	err := b.records(ctx, "Storing", func(r *catalog.Record) error {
		p := b.schemas[r.Category].Product(r)
		ref, err := w.Add(ctx, &p)
		refs = append(refs, ref)
		b.report.Products++
		digest(hash, &p)
		return err
	})
	if err != nil {
		return err
	}
	b.report.Version = hex.EncodeToString(hash.Sum(nil))[:16]
	if err := b.embed(ctx, w, refs); err != nil {
		return err
	}
	if err := b.index(ctx, categories, refs); err != nil {
		return err
	}
	if b.options.Problems != nil {
		for _, p := range b.options.Problems() {
			if err := w.AddProblem(ctx, p); err != nil {
				return err
			}
		}
	}
	if err := w.Publish(ctx, b.report.Version); err != nil {
		return err
	}
	return sweep(b.dir, b.report.Version)
}

// digest adds a product to the catalogue's version: equal catalogues have equal
// versions, and an index fits the catalogue of its version and no other.
func digest(h hash.Hash, p *catalog.Product) {
	_ = json.NewEncoder(h).Encode(p) // a hash takes every byte
}

// products yields the converted products with their refs.
func (b *build) products(ctx context.Context, stage string, refs []catalog.Ref, yield func(*catalog.Product) error) error {
	n := 0
	return b.records(ctx, stage, func(r *catalog.Record) error {
		if n >= len(refs) {
			return errChanged
		}
		p := b.schemas[r.Category].Product(r)
		p.Ref = refs[n]
		n++
		return yield(&p)
	})
}

var errChanged = errors.New("the feed changed while it was read: import it again")

func (b *build) index(ctx context.Context, categories []catalog.Category, refs []catalog.Ref) error {
	dir := lexicalDir(b.dir, b.report.Version)
	if x, err := lexical.Open(dir, b.report.Version); err == nil {
		return x.Close() // the same catalogue again: its index may be in use
	}
	w, err := lexical.Create(ctx, dir, b.report.Version, lexical.Plan(categories))
	if err != nil {
		return fmt.Errorf("creating the lexical index: %w", err)
	}
	if err := b.products(ctx, "Indexing", refs, func(p *catalog.Product) error { return w.Add(*p) }); err != nil {
		return errors.Join(fmt.Errorf("indexing: %w", err), w.Abort())
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("finishing the lexical index: %w", err)
	}
	return nil
}

// embed trains the embedder on the products' texts and stores it with a vector
// for each product. A catalogue whose texts share no word gets no vectors.
func (b *build) embed(ctx context.Context, w *sqlite.Writer, refs []catalog.Ref) error {
	var failed error
	model, err := embed.Train(ctx, func(yield func(string) bool) {
		err := b.products(ctx, "Reading texts", refs, func(p *catalog.Product) error {
			if !yield(Document(p)) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			failed = errors.Join(failed, err)
		}
	}, embed.Options{Seed: b.options.Seed})
	if errors.Is(err, embed.ErrNoText) {
		return nil
	}
	if err := errors.Join(failed, err); err != nil {
		return fmt.Errorf("training the embedder: %w", err)
	}
	blob, err := model.MarshalBinary()
	if err != nil {
		return fmt.Errorf("storing the embedder: %w", err)
	}
	if err := w.SetMeta(ctx, metaEmbedder, blob); err != nil {
		return err
	}
	const chunk = 2000
	products := make([]*catalog.Product, 0, chunk)
	flush := func() error {
		vectors := embedAll(model, products)
		for i, p := range products {
			if err := w.AddVector(ctx, p.Ref, vectors[i]); err != nil {
				return err
			}
		}
		products = products[:0]
		return nil
	}
	if err := b.products(ctx, "Embedding", refs, func(p *catalog.Product) error {
		products = append(products, p)
		if len(products) < chunk {
			return nil
		}
		return flush()
	}); err != nil {
		return fmt.Errorf("embedding: %w", err)
	}
	return flush()
}

// embedAll embeds products on all processors; each vector depends on its product
// alone.
func embedAll(model *embed.Model, products []*catalog.Product) [][]float32 {
	out := make([][]float32, len(products))
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			for i := k; i < len(products); i += workers {
				out[i] = model.Embed(Document(products[i]))
			}
		})
	}
	wg.Wait()
	return out
}

// Document is the text of a product that is embedded. The title counts twice,
// because it names the thing; attribute values are left out: they are shared by
// things of every kind, and with them nDCG@10 of vectors alone fell from 0.45 to
// 0.42 on icecat.
func Document(p *catalog.Product) string {
	return strings.Join([]string{p.Title, p.Title, p.Brand, strings.ReplaceAll(p.Category, " > ", " "), p.Description}, "\n")
}

func lastLevel(path string) string {
	if i := strings.LastIndex(path, " > "); i >= 0 {
		return path[i+len(" > "):]
	}
	return path
}
