package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/peers"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search"
)

// compared measures a plain search beside the full-text indexes of databases.
type compared struct {
	Data     string `required:"" type:"existingdir" help:"Data directory."`
	Database string `placeholder:"URL" help:"An empty database of a PostgreSQL, to be measured too."`
	Queries  int    `default:"300" help:"Queries; a third as many others are asked before and not counted."`
	Seed     uint64 `default:"1" help:"Seed of the queries."`
	Out      string `default:"/dev/stdout" type:"path" placeholder:"FILE" help:"Where to write the table."`
}

// Run implements the command.
func (c *compared) Run(ctx context.Context) (err error) {
	shop, err := proclare.Open(ctx, c.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	var products []catalog.Product
	for p, err := range shop.Catalogue.All(ctx) {
		if err != nil {
			return err
		}
		products = append(products, p)
	}
	list := []peers.Peer{{Name: "shopclerk", Answer: func(ctx context.Context, query string) error {
		_, err := shop.Clerk().Search(ctx, agent.Input{Message: query}, search.Page{Limit: peers.PageSize})
		return err
	}}}
	more, stop, err := peers.FTS5(ctx, products)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stop()) }()
	list = append(list, more...)
	if c.Database != "" {
		more, stop, err := peers.Postgres(ctx, c.Database, products)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, stop()) }()
		list = append(list, more...)
	}
	took, err := peers.Run(ctx, list, peers.Queries(products, c.Queries/3, c.Seed+1), peers.Queries(products, c.Queries, c.Seed))
	if err != nil {
		return err
	}
	f := report.Figure{Title: "A plain search beside full-text indexes", Table: peers.Table(list, took), Notes: []string{fmt.Sprintf(
		"%d products and %d queries of one to three words of their titles, seed %d, on %d processors: each query is answered by all before the next. Ours reads the words, corrects them, tells full from near matches and says why; the others list the %d best that have all the words.",
		len(products), c.Queries, c.Seed, runtime.NumCPU(), peers.PageSize)}}
	return os.WriteFile(c.Out, []byte("# "+f.Markdown()), 0o644)
}
