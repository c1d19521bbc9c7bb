package index

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/embed"
	"shopclerk/search/lexical"
)

// Lost reports whether something of what is derived from the catalogue was found damaged:
// what needs it goes without, until [Shop.Mend] has made it anew.
func (s *Shop) Lost() bool {
	m, ok := s.meaning.(*vectorRetriever)
	return s.words.lost.Load() || ok && m.lost.Load()
}

// Mend checks the catalogue against the sums that its import kept, a second or less for
// each gigabyte. Where what is derived from what the feed said is damaged, there or in
// the lexical index, nothing asks it any more from then on; Mend makes it anew, to the same
// results, in a file that takes the place of the damaged one as that of an import does,
// and reports that it has. Where what the feed said is damaged itself, it returns
// [*sqlite.Damage]: then the feed is to be imported again.
func (s *Shop) Mend(ctx context.Context, dir string) (mended bool, err error) {
	if s.base != nil {
		return s.base.Mend(ctx, dir)
	}
	var damage *sqlite.Damage
	if err := s.Catalogue.Check(ctx); err != nil && !errors.As(err, &damage) {
		return false, err
	}
	m, _ := s.meaning.(*vectorRetriever)
	var derived []string
	if damage != nil {
		for _, part := range []string{"vector", "meta " + metaEmbedder} {
			if slices.Contains(damage.Parts, part) {
				derived = append(derived, part)
			}
		}
		if m != nil && len(derived) > 0 {
			m.lost.Store(true)
		}
		if len(derived) < len(damage.Parts) {
			return false, fmt.Errorf("%w: import the feed again", damage)
		}
	}
	if damage == nil && !s.Lost() {
		return false, nil
	}
	unlock, err := importing(dir)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if s.Catalogue.Replaced(CatalogPath(dir)) {
		return false, nil // by an import that ended meanwhile
	}
	if err := s.rebuild(ctx, dir, slices.Contains(derived, "meta "+metaEmbedder)); err != nil {
		return false, fmt.Errorf("rebuilding what is derived from the catalogue: %w", err)
	}
	return true, nil
}

// rebuild makes anew what is derived: the vectors and what is damaged of the rest.
func (s *Shop) rebuild(ctx context.Context, dir string, embedder bool) (err error) {
	version := s.Catalogue.Version()
	x, err := lexical.Open(lexicalDir(dir, version), version)
	if errors.Is(err, lexical.ErrStale) {
		x, err = rebuildLexical(ctx, dir, s.Catalogue, func(string, int, int) {})
	}
	if err == nil {
		err = x.Close()
	}
	if err != nil {
		return err
	}
	w, err := sqlite.Create(ctx, CatalogPath(dir))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Abandon())
		}
	}()
	b := &build{options: Options{Progress: func(string, int, int) {}}}
	var model *embed.Model
	if m, ok := s.meaning.(*vectorRetriever); ok && !embedder {
		model, err = m.model, w.Truth(ctx, s.Catalogue)
	} else if err = w.Truth(ctx, s.Catalogue, metaEmbedder); err == nil {
		sample := embed.NewSample(embed.Options{})
		for p, err := range s.Catalogue.All(ctx) {
			if err != nil {
				return err
			}
			sample.Add(Document(&p))
		}
		model, err = b.train(ctx, w, sample)
	}
	if err != nil {
		return err
	}
	add, flush := b.deriving(ctx, w, model, nil)
	for p, err := range s.Catalogue.All(ctx) {
		if err == nil {
			err = add(&p)
		}
		if err != nil {
			return err
		}
	}
	if err := flush(); err != nil {
		return err
	}
	return w.Publish(ctx, version)
}

// emptyIndex finds nothing.
func emptyIndex(ctx context.Context, categories []catalog.Category) (*lexical.Index, error) {
	return lexical.Memory(ctx, lexical.Plan(categories), func(func(catalog.Product) bool) {})
}
