package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/peers"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/search"
)

// compared measures a plain search beside the full-text indexes of databases.
type compared struct {
	Data    string `required:"" type:"existingdir" help:"Data directory."`
	Queries int    `default:"300" help:"Queries; a third as many others are asked before and not counted."`
	Seed    uint64 `default:"1" help:"Seed of the queries."`
	Out     string `default:"/dev/stdout" type:"path" placeholder:"FILE" help:"Where to write the table."`
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
	var w bytes.Buffer
	fmt.Fprintf(&w, "# A plain search beside full-text indexes\n\n%d products and %d queries of one to three words of their titles, seed %d, on %d processors with a load average of %s: each query is answered by all before the next. Ours reads the words, corrects them, tells full from near matches and says why; the others list the %d best that have all the words.\n\n",
		len(products), c.Queries, c.Seed, runtime.NumCPU(), average(), peers.PageSize)
	for _, open := range []func(context.Context, []catalog.Product) ([]peers.Peer, func() error, error){peers.FTS5, peers.Postgres} {
		more, stop, err := open(ctx, products)
		if errors.Is(err, peers.ErrAbsent) {
			fmt.Fprintln(os.Stderr, "NOTICE:", err)
			fmt.Fprintf(&w, "%s.\n\n", err)
			continue
		}
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
	if err := peers.Write(&w, list, took); err != nil {
		return err
	}
	return os.WriteFile(c.Out, w.Bytes(), 0o644)
}

// average returns the load average of the last minute; "" where the system has none. Above
// the number of cores, other programs were measured as well.
func average() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}
