package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/catalog/feed"
)

// typed measures induced product types: how many products get one, how well they agree
// with the categories that the feed has, and a sample for a person to read.
type typed struct {
	Titles bool     `help:"Leave out all but id, title and price."`
	Sample int      `placeholder:"N" help:"Print N products drawn at random with their types."`
	Seed   uint64   `default:"1" help:"Seed of the sample."`
	Paths  []string `arg:"" name:"path" help:"Feed files, or folders of them."`
}

// Run implements the command.
func (c *typed) Run(ctx context.Context) error {
	m, _, known, err := feed.Recognise(ctx, c.Paths)
	if err == nil && !known {
		m, _, err = feed.Infer(ctx, c.Paths)
	}
	if err != nil {
		return err
	}
	var records []catalog.Record
	var categories, titles []string
	_, err = feed.Read(ctx, c.Paths, m, feed.Options{MaxErrors: -1}, func(r catalog.Record, _ feed.Place) error {
		categories, titles = append(categories, r.Category), append(titles, r.Title)
		r.Category = ""
		if c.Titles {
			r = catalog.Record{ID: r.ID, Title: r.Title, Price: r.Price, Stock: -1}
		}
		records = append(records, r)
		return nil
	})
	if err != nil {
		return err
	}
	brands := discover.InduceBrands(slices.Values(titles))
	for i := range records {
		records[i].Brand = cmp.Or(records[i].Brand, brands.Of(records[i].Title))
	}
	types := discover.InduceTypes(slices.Values(records))
	got := make([]string, len(records))
	for i := range records {
		got[i], _ = types.Of(&records[i])
	}
	r := types.Report()
	pure, n := purity(categories, got)
	fmt.Printf("%d products, %d types, %.1f %% with a type; purity %.3f over %d products with a category of their own and a type\n",
		r.Products, len(r.Types), 100*float64(r.Typed)/float64(max(r.Products, 1)), pure, n)
	for n, i := range rand.New(rand.NewPCG(c.Seed, 0)).Perm(len(records))[:min(c.Sample, len(records))] {
		fmt.Printf("%4d  %-28s | %s  (%s)\n", n+1, got[i], records[i].Title, categories[i])
	}
	return nil
}

// purity is the share of products whose category is the commonest among those of their
// type, over the products that have both: 1 where no type mixes categories.
func purity(categories, types []string) (share float64, products int) {
	counts, most, agree := map[[2]string]int{}, map[string]int{}, 0
	for i, t := range types {
		if categories[i] == "" || t == discover.Other {
			continue
		}
		products++
		pair := [2]string{t, categories[i]}
		if counts[pair]++; counts[pair] > most[t] {
			most[t] = counts[pair]
			agree++
		}
	}
	return float64(agree) / float64(max(products, 1)), products
}
