package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"shopclerk/catalog/sqlite"
	"shopclerk/search"
	"shopclerk/search/embed"
	"shopclerk/search/lexical"
	"shopclerk/search/weaviate"
)

// metaEmbedder is the name under which the store keeps the trained embedder.
const metaEmbedder = "embedder"

func lexicalDir(dir, version string) string { return filepath.Join(dir, "lexical-"+version) }

// sweep removes what is derived from catalogues but for what is kept. A process that has
// some of it open goes on using its files.
func sweep(dir, kept string) error {
	found, _ := filepath.Glob(lexicalDir(dir, "*")) // a pattern of ours
	for _, path := range found {
		if path != kept {
			if err := os.RemoveAll(path); err != nil {
				return fmt.Errorf("removing an old index: %w", err)
			}
		}
	}
	return nil
}

// Shop is a data directory opened for searching.
type Shop struct {
	*search.Engine
	Catalogue *sqlite.Store
	lexical   *lexical.Index
	words     *lexicalRetriever
	meaning   search.Semantic
	Notes     []string         // what was rebuilt or is missing, for the log
	nodes     *weaviate.Client // of the cluster that has the products; nil: none has

	dir    string           // the data directory
	priced sqlite.PriceMark // up to where prices are applied
	users  *atomic.Int32    // shops that share the files
}

// Open opens a data directory. A lexical index that is missing, damaged or of
// another catalogue is rebuilt from the store; vectors that are missing leave the
// engine without them and are noted. It returns [sqlite.ErrNoCatalogue] when there
// is nothing to open. What is open stays as it is whatever is imported meanwhile.
func Open(ctx context.Context, dir string, progress Progress) (*Shop, error) {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	for {
		s, err := open(ctx, dir, progress)
		if !errors.Is(err, errOutdated) {
			return s, err
		}
	}
}

// errOutdated reports that an import ended between the opening of a catalogue and that
// of its index, and has swept the index away.
var errOutdated = errors.New("another catalogue was imported meanwhile")

func open(ctx context.Context, dir string, progress Progress) (*Shop, error) {
	store, err := sqlite.Open(ctx, CatalogPath(dir))
	if err != nil {
		return nil, err
	}
	s := &Shop{Catalogue: store, dir: dir, users: new(atomic.Int32)}
	s.users.Add(1)
	if err = s.price(ctx); err == nil {
		s.lexical, err = s.openLexical(ctx, dir, progress)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	s.meaning, err = s.openVectors(ctx)
	if err != nil {
		return nil, errors.Join(err, s.lexical.Close(), store.Close())
	}
	s.words = newWords(s.lexical, store)
	s.Engine = search.NewEngine(s.Catalogue, s.words, s.meaning)
	s.Weights = s.Weights.For(s.Prose())
	return s, nil
}

// Snapshot names the import that made what is open, and the prices that were set since. Two
// imports of one feed are two snapshots of one version.
func (s *Shop) Snapshot() string {
	name := s.Catalogue.Version() + "-" + strconv.FormatInt(s.Catalogue.Published().UnixMicro(), 36)
	if s.priced.At > 0 {
		name += "+" + strconv.FormatInt(s.priced.At, 36)
	}
	return name
}

// Lexical returns the retriever by words alone.
func (s *Shop) Lexical() search.Lexicon { return s.words }

// Vector returns the retriever by meaning alone; nil when the catalogue has none.
func (s *Shop) Vector() search.Semantic { return s.meaning }

// Prose returns how much of what products are told by is prose: see [lexical.Index].
func (s *Shop) Prose() float64 { return s.lexical.Prose() }

// Close releases the files, once no shop that shares them is open.
func (s *Shop) Close() error {
	if s.users.Add(-1) > 0 {
		return nil
	}
	if s.nodes != nil {
		s.nodes.Close()
	}
	return errors.Join(s.lexical.Close(), s.Catalogue.Close())
}

func (s *Shop) openLexical(ctx context.Context, dir string, progress Progress) (*lexical.Index, error) {
	version := s.Catalogue.Version()
	at := lexicalDir(dir, version)
	x, err := lexical.Open(at, version)
	if err == nil {
		return x, nil
	}
	if !errors.Is(err, lexical.ErrStale) {
		return nil, fmt.Errorf("opening the lexical index: %w", err)
	}
	if s.Catalogue.Replaced(CatalogPath(dir)) {
		return nil, errOutdated
	}
	s.Notes = append(s.Notes, "rebuilt the lexical index: "+err.Error())
	return rebuildLexical(ctx, dir, s.Catalogue, progress)
}

func rebuildLexical(ctx context.Context, dir string, store *sqlite.Store, progress Progress) (*lexical.Index, error) {
	version := store.Version()
	at := lexicalDir(dir, version)
	w, err := lexical.Create(ctx, at, version)
	if err != nil {
		return nil, fmt.Errorf("rebuilding the lexical index: %w", err)
	}
	n, total := 0, store.Size()
	for p, err := range store.All(ctx) {
		if err == nil {
			err = w.Add(p)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("rebuilding the lexical index: %w", err), w.Abort())
		}
		if n++; n%500 == 0 || n == total {
			progress("Indexing", n, total)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("rebuilding the lexical index: %w", err)
	}
	return lexical.Open(at, version)
}

// openVectors loads the embedder and its vectors; nil when the catalogue has none that can be
// read.
func (s *Shop) openVectors(ctx context.Context) (search.Semantic, error) {
	blob, err := s.Catalogue.Meta(ctx, metaEmbedder)
	if errors.Is(err, sqlite.ErrNotFound) {
		s.Notes = append(s.Notes, "the catalogue has no embedder: searching by words alone")
		return nil, nil
	}
	model := new(embed.Model)
	if err == nil {
		err = model.UnmarshalBinary(blob)
	}
	var m *vectorRetriever
	if err == nil {
		query := func(_ context.Context, text string) ([]float32, error) { return model.Embed(text), nil }
		m, err = newVectorRetriever(ctx, query, s.Catalogue, s.Catalogue)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		s.Notes = append(s.Notes, "the embedder is unreadable, searching by words alone: "+err.Error())
		return nil, nil
	}
	return m, nil
}

// Lost reports whether a search met damage in the lexical index: searches go without words
// until the data directory is opened anew, which rebuilds the index.
func (s *Shop) Lost() bool { return s.words.lost.Load() }

// Repair has the next [Open] rebuild the lexical index of a shop that has lost it. A process
// that has the index open goes on using its files.
func (s *Shop) Repair() error {
	if err := os.RemoveAll(lexicalDir(s.dir, s.Catalogue.Version())); err != nil {
		return fmt.Errorf("removing a damaged index: %w", err)
	}
	return nil
}
