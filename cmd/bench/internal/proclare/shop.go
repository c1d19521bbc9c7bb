package proclare

import (
	"context"
	"errors"
	"math/rand/v2"

	"shopclerk/agent"
	"shopclerk/agent/llm"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/data/synonyms"
	"shopclerk/search/index"
)

// Page is k of HIT@k and MRR@k.
const Page = 10

// Shop is a data directory opened for evaluation, with its clerk.
type Shop struct {
	*index.Shop
	clerk *agent.Agent
	file  string // catalog.db

	// Model is asked by the policy productagent-llm, and by the clerk of other policies;
	// nil: there is none.
	Model *llm.Client

	// Progress, when set, is told how many of a run's shoppers or queries are done.
	Progress func(done, total int)
}

// Open opens a data directory with its clerk.
func Open(ctx context.Context, dir string) (*Shop, error) {
	shop, err := index.Open(ctx, dir, nil)
	if err != nil {
		return nil, err
	}
	words, err := understand.ParseSynonyms(synonyms.English)
	if err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	clerk, err := agent.Hire(ctx, shop.Engine, words)
	if err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	return &Shop{Shop: shop, clerk: clerk, file: index.CatalogPath(dir)}, nil
}

// Clerk returns the shop's clerk as it was hired.
func (s *Shop) Clerk() *agent.Agent { return s.clerk }

// uniform draws n products from the whole shop, each as likely as any other.
func (s *Shop) uniform(ctx context.Context, n int, seed uint64) ([]catalog.Product, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	refs := make([]catalog.Ref, n)
	for i := range refs {
		refs[i] = catalog.Ref(1 + rng.IntN(s.Catalogue.Size()))
	}
	return s.Catalogue.Products(ctx, refs)
}

// stratified draws about n products, as many of each category as it has or as an
// even share allows: the paper's 100 documents a category. Of more categories than
// n, n are drawn.
func (s *Shop) stratified(ctx context.Context, n int, seed uint64) ([]catalog.Product, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	categories := s.Catalogue.Categories()
	share := max(1, n/max(1, len(categories)))
	var refs []catalog.Ref
	for _, c := range rng.Perm(len(categories))[:min(n, len(categories))] {
		shelf, err := s.Shelf(ctx, categories[c].Path)
		if err != nil {
			return nil, err
		}
		for _, row := range rng.Perm(shelf.Rows())[:min(share, shelf.Rows())] {
			refs = append(refs, shelf.Refs[row])
		}
	}
	return s.Catalogue.Products(ctx, refs)
}
