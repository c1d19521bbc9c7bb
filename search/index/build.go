package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"time"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/weaviate"
)

// Source gives the records of a catalogue. Build reads it several times, so every
// call must yield the same records in the same order; what is yielded is not written
// to afterwards. It returns the first error of yield as it is.
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
// A stage whose length is not known has total 0, and one that does not go by
// records has done 0 as well.
type Progress func(stage string, done, total int)

// Options configure an import. The zero value is ready to use.
type Options struct {
	// Hints returns what a feed's mapping knows of a category's attributes.
	Hints    func(category string) map[string]discover.Hint
	Progress Progress
	Seed     uint64 // of the embedder
	// Embedder makes further vectors, which [Shop.UseRemote] finds by; nil: none.
	Embedder Embedder
	// Cluster keeps all products; the data directory then holds a sample of about Sample of
	// each category. nil: it holds all.
	Cluster *weaviate.Client
	Sample  int
	// MinShare is the share of the products of the catalogue that is there which the new
	// one must have; 0: it may have any number.
	MinShare float64
	// About is asked, at the end, for what shall be kept with the catalogue about
	// its making: the store's meta blob [MetaAbout].
	About func(Report) ([]byte, error)
}

// MetaAbout is the name under which the store keeps Options.About.
const MetaAbout = "about"

// Report says what an import came to.
type Report struct {
	Products   int
	Categories int
	Aspects    int // that can be asked about
	Brands     int // induced from titles; 0 when the feed names brands
	Types      *discover.Report
	Version    string
	// Unembedded is why the catalogue has no vectors of Options.Embedder; nil: it has them,
	// or there is none.
	Unembedded error
}

// OtherCategory is where products go that the feed gives no category and whose
// type could not be told. The name is one that no sentence has by chance.
const OtherCategory = "Miscellaneous"

// CatalogFile is the name of the catalogue in a data directory.
const CatalogFile = "catalog.db"

// CatalogPath is where the catalogue of a data directory is.
func CatalogPath(dir string) string { return filepath.Join(dir, CatalogFile) }

var (
	// ErrEmpty reports that a source gave no record.
	ErrEmpty = errors.New("no products")
	// ErrShrunk reports that a source has fewer products than Options.MinShare asks for.
	ErrShrunk = errors.New("many products would be gone")
	// ErrBusy reports that another process is importing into the data directory.
	ErrBusy = errors.New("another import is under way")
)

// Build imports a source into the data directory. Until it succeeds the catalogue
// that is there stays untouched and can go on being served; a build that fails
// removes what it wrote, one that is killed leaves it to the next to sweep away.
// Prices that are set meanwhile ([SetPrices]) hold on; those from before are the feed's to say.
// There is one build at a time: a second returns [ErrBusy].
func Build(ctx context.Context, dir string, source Source, o Options) (report Report, err error) {
	b := &build{dir: dir, source: source, options: o}
	if o.Progress == nil {
		b.options.Progress = func(string, int, int) {}
	}
	unlock, err := lock(dir)
	if err != nil {
		return b.report, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	_, priced, err := sqlite.ReadPrices(ctx, PricesPath(dir), sqlite.PriceMark{}, 0)
	if err != nil {
		return b.report, err
	}
	b.begun = max(time.Now().UnixMicro(), priced.At+1)
	if b.before, err = sqlite.Open(ctx, CatalogPath(dir)); err == nil {
		defer b.before.Close() // it was read only
	}
	if err := b.survey(ctx); err != nil {
		return b.report, err
	}
	if err := b.profile(ctx); err != nil {
		return b.report, err
	}
	w, err := sqlite.Create(ctx, CatalogPath(dir))
	if err != nil {
		return b.report, err
	}
	if err := b.write(ctx, w); err != nil {
		return b.report, errors.Join(err, w.Abandon(), b.abandon(ctx))
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
	brands   discover.Brands
	profiles map[string]*discover.Profile
	sizes    map[string]int
	schemas  map[string]*discover.Schema
	paths    []string       // ascending
	assigned []string       // each record's category, once it is known
	local    []bool         // by record: the data directory holds it; nil: it holds all
	hashes   []uint64       // by record, of ids; nil where the data directory holds all
	heldOf   map[string]int // by category: what the data directory holds
	cluster  clustered
	before   *sqlite.Store   // the catalogue that is there; nil: none is that can be read
	dropped  string          // version that goes out of the cluster at the end
	class    *weaviate.Class // to be filled; nil: none is
	begun    int64           // when that was begun, microseconds since 1970
}

// records reads the source, completing each record with what survey induced. Its
// category is told once and then remembered: telling it costs as much as parsing.
func (b *build) records(ctx context.Context, stage string, yield func(*catalog.Record) error) error {
	n := 0
	err := b.source(ctx, func(r catalog.Record) error {
		if b.assigned != nil {
			if n >= len(b.assigned) {
				return errChanged
			}
			r.Category = b.assigned[n]
		}
		b.complete(&r)
		if n++; n%500 == 0 {
			b.options.Progress(stage, n, b.total)
		}
		return yield(&r)
	})
	if err != nil {
		return err
	}
	if b.assigned != nil && n != len(b.assigned) {
		return errChanged
	}
	b.options.Progress(stage, n, n)
	return nil
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
	total, categories, brands := 0, 0, 0
	openings := discover.NewOpenings()
	err := b.records(ctx, "Reading", func(r *catalog.Record) error {
		total++
		if r.Category != OtherCategory {
			categories++
		}
		if r.Brand != "" {
			brands++
		} else {
			openings.Add(r.Title)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if b.total = total; total == 0 {
		return ErrEmpty
	}
	if b.before != nil && float64(total) < b.options.MinShare*float64(b.before.Size()) {
		return fmt.Errorf("%w: the catalogue has %d, the new one %d", ErrShrunk, b.before.Size(), total)
	}
	if float64(brands) < fewBrands*float64(b.total) {
		b.brands = openings.Brands()
		b.report.Brands = len(b.brands)
	}
	if float64(categories) < fewCategories*float64(b.total) {
		if b.types, err = b.induceTypes(ctx); err != nil {
			return err
		}
		report := b.types.Report()
		b.report.Types = &report
	}
	return nil
}

// induceTypes finds the types of the records, with the brands that are known by then.
func (b *build) induceTypes(ctx context.Context) (found *discover.Types, err error) {
	const stage = "Finding types"
	found = discover.InduceTypes(func(yield func(catalog.Record) bool) {
		err = b.records(ctx, stage, func(r *catalog.Record) error {
			yield(*r) // all are wanted
			return nil
		})
		b.options.Progress(stage, 0, 0) // thinking
	})
	return found, err
}

// profile learns every category's schema.
func (b *build) profile(ctx context.Context) error {
	b.profiles, b.sizes, b.schemas = map[string]*discover.Profile{}, map[string]int{}, map[string]*discover.Schema{}
	assigned := make([]string, 0, b.total)
	hashes := map[string][]uint64{}
	err := b.records(ctx, "Profiling", func(r *catalog.Record) error {
		p, ok := b.profiles[r.Category]
		if !ok {
			var hints map[string]discover.Hint
			if b.options.Hints != nil {
				hints = b.options.Hints(r.Category)
			}
			p = discover.NewProfile(hints)
			b.profiles[r.Category] = p
			b.paths = append(b.paths, r.Category)
		}
		p.Add(r)
		b.sizes[r.Category]++
		assigned = append(assigned, r.Category)
		if b.options.Cluster != nil {
			h := chance(r.ID)
			b.hashes, hashes[r.Category] = append(b.hashes, h), append(hashes[r.Category], h)
		}
		return nil
	})
	if err != nil {
		return err
	}
	b.assigned = assigned
	b.sample(hashes)
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
