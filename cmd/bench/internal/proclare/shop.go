// Package proclare is the evaluation of ProductAgent's benchmark PROCLARE, without
// a language model: simulated shoppers who want one product each, and the share of
// them whose product is on the first page.
//
// The traditional setting ([Shop.Search]) asks once: queries made of sampled
// products, or judged real ones, are answered by every retriever.
//
// The conversational setting ([Shop.Talk]) lets a shopper answer the clerk's
// questions and scores the list after every turn. Three things can be exchanged:
// the policy that chooses questions, the statistics that it chooses them on
// (Talk.Statistics), and who makes the list ([Lists]). The list never decides what is
// asked next, so one conversation is scored by all lists at once, and they are
// compared in pairs.
//
// The policy productagent with statistics by SQL and the list "lexical" is the
// paper's own agent as far as it can be had without a model; its choices are
// documented at [productAgent], [statistics] and [keywords].
//
// Everything but the times is a function of the data directory and the seed:
// shoppers are seeded by their number, and sums are taken in their order, so that
// any number of processors finds the same.
package proclare

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"shopclerk/agent"
	"shopclerk/agent/llm"
	"shopclerk/catalog"
	"shopclerk/search/index"
)

// Page is k of HIT@k and MRR@k.
const Page = 10

// Shop is a data directory opened for evaluation, with its clerk.
type Shop struct {
	*index.Shop
	Clerk *agent.Agent // as it was hired

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
	clerk, err := agent.Hire(ctx, shop.Engine)
	if err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	return &Shop{Shop: shop, Clerk: clerk}, nil
}

// With opens a data directory with its clerk, has do work with it, and closes it.
func With(ctx context.Context, dir string, do func(*Shop) error) error {
	shop, err := Open(ctx, dir)
	if err != nil {
		return err
	}
	return errors.Join(do(shop), shop.Close())
}

// uniform draws n products from the whole shop, each as likely as any other. In the place of
// one that is sold out, which nobody can be helped to buy, stands the next that is not.
func (s *Shop) uniform(ctx context.Context, n int, seed uint64) ([]catalog.Product, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	refs := make([]catalog.Ref, n)
	for i := range refs {
		refs[i] = catalog.Ref(1 + rng.IntN(s.Catalogue.Size()))
	}
	for range s.Catalogue.Size() {
		products, err := s.Catalogue.Products(ctx, refs)
		gone := func(p catalog.Product) bool { return p.Stock == 0 }
		if err != nil || !slices.ContainsFunc(products, gone) {
			return products, err
		}
		for i := range products {
			if gone(products[i]) {
				refs[i] = catalog.Ref(1 + int(refs[i])%s.Catalogue.Size())
			}
		}
	}
	return nil, errors.New("everything is sold out")
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
