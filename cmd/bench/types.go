package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
	"shopclerk/catalog/feed"
)

// typed measures the finding of product types: how many products get one, how well
// they agree with the categories that the feed has, and a sample for a person to read.
type typed struct {
	Map    string   `placeholder:"NAME" help:"Shipped mapping of the feed. Inferred without it."`
	Titles bool     `help:"Leave out all but id, title and price."`
	List   bool     `help:"Print every type with its size and some titles."`
	Sample int      `placeholder:"N" help:"Print N products drawn at random with their types, to be read."`
	Seed   uint64   `default:"1" help:"Seed of the sample."`
	Paths  []string `arg:"" name:"path" help:"Feed files, or folders of them."`
}

// Run implements the command.
func (c *typed) Run(ctx context.Context) error {
	records, err := c.read(ctx)
	if err != nil {
		return err
	}
	known := make([]string, len(records))
	branded := 0
	for i := range records {
		known[i], records[i].Category = records[i].Category, ""
		if c.Titles {
			r := &records[i]
			*r = catalog.Record{ID: r.ID, Title: r.Title, Price: r.Price, Stock: -1}
		}
		if records[i].Brand != "" {
			branded++
		}
	}
	if branded*10 < len(records) {
		brands := discover.InduceBrands(func(yield func(string) bool) {
			for i := range records {
				if !yield(records[i].Title) {
					return
				}
			}
		})
		for i := range records {
			records[i].Brand = cmp.Or(records[i].Brand, brands.Of(records[i].Title))
		}
	}
	began := time.Now()
	types := discover.InduceTypes(slices.Values(records))
	took := time.Since(began)
	got := make([]string, len(records))
	for i := range records {
		got[i], _ = types.Of(&records[i])
	}
	c.print(os.Stdout, types.Report(), records, known, got, took)
	return nil
}

func (c *typed) read(ctx context.Context) ([]catalog.Record, error) {
	var m feed.Mapping
	var err error
	if c.Map != "" {
		m, err = feed.Shipped(c.Map)
	} else {
		var known bool
		if m, _, known, err = feed.Recognise(ctx, c.Paths); err == nil && !known {
			m, _, err = feed.Infer(ctx, c.Paths)
		}
	}
	if err != nil {
		return nil, err
	}
	var records []catalog.Record
	_, err = feed.Read(ctx, c.Paths, m, feed.Options{MaxErrors: -1}, func(r catalog.Record, _ feed.Place) error {
		records = append(records, r)
		return nil
	})
	return records, err
}

func (c *typed) print(w io.Writer, r discover.Report, records []catalog.Record, known, got []string, took time.Duration) {
	fmt.Fprintf(w, "%d products, %d types, %.1f %% with a type, in %.1f s\n", r.Products, len(r.Types),
		100*float64(r.Typed)/float64(max(r.Products, 1)), took.Seconds())
	for _, way := range []discover.How{discover.ByTitle, discover.ByDescription, discover.ByNeighbour, discover.Untyped} {
		fmt.Fprintf(w, "  %5.1f %%  %s\n", 100*float64(r.How[way])/float64(max(r.Products, 1)), way)
	}
	if pure, n := purity(known, got); n > 0 {
		fmt.Fprintf(w, "purity %.3f over %d products with a category of their own and a type\n", pure, n)
	}
	if c.List {
		for _, t := range r.Types {
			fmt.Fprintf(w, "%6d %-30s %q\n", t.Size, t.Path, t.Samples)
		}
	}
	draw := rand.New(rand.NewPCG(c.Seed, 0))
	for n, i := range draw.Perm(len(records))[:min(c.Sample, len(records))] {
		fmt.Fprintf(w, "%4d  %-28s | %s", n+1, got[i], records[i].Title)
		if known[i] != "" {
			fmt.Fprintf(w, "  (%s)", known[i])
		}
		fmt.Fprintln(w)
	}
}

// purity is the share of products whose category is the commonest among those of
// their type, over the products that have both: 1 where no type mixes categories.
// Products without a type are no part of it.
func purity(known, got []string) (share float64, products int) {
	counts := map[string]map[string]int{}
	for i, type_ := range got {
		if known[i] == "" || type_ == discover.Other {
			continue
		}
		if counts[type_] == nil {
			counts[type_] = map[string]int{}
		}
		counts[type_][known[i]]++
		products++
	}
	agree := 0
	for _, categories := range counts {
		most := 0
		for _, n := range categories {
			most = max(most, n)
		}
		agree += most
	}
	return float64(agree) / float64(max(products, 1)), products
}
