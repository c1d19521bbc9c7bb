package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/bench/internal/cards"
)

// carded counts the question cards that break a rule which any clerk would keep.
type carded struct {
	Web      string   `default:"bin/web" type:"existingfile" help:"The built shop. It is served on each data directory."`
	Shoppers int      `default:"40" help:"Shoppers a shop, each with one product in mind."`
	Most     float64  `default:"0.01" help:"Fail when a greater share of a shop's cards breaks a rule."`
	Examples int      `default:"3" help:"Broken cards to print of each rule and shop."`
	Show     int      `help:"Print so many cards of each shop drawn at random, to be read."`
	Seed     uint64   `default:"1" help:"Seed of the products and what is said of them."`
	JSON     bool     `name:"json" help:"Print one JSON object instead of a table."`
	Data     []string `arg:"" type:"existingdir" help:"Data directories."`
}

// cardCount is what a shop's cards are like.
type cardCount struct {
	Shop   string         `json:"shop"`
	Cards  int            `json:"cards"`
	Broken int            `json:"broken"`
	Rules  map[string]int `json:"rules"`
}

var errBroken = errors.New("too many cards break a rule")

// Run implements the command.
func (c *carded) Run(ctx context.Context) error {
	var counts []cardCount
	var failed error
	for _, dir := range c.Data {
		met, err := c.meet(ctx, dir)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		n := cardCount{Shop: filepath.Base(dir), Cards: len(met), Rules: map[string]int{}}
		for _, m := range met {
			if len(m.Broken) > 0 {
				n.Broken++
			}
			for _, rule := range m.Broken {
				n.Rules[rule]++
			}
		}
		counts = append(counts, n)
		if float64(n.Broken) > c.Most*float64(n.Cards) {
			failed = errBroken
		}
		if !c.JSON {
			c.print(os.Stdout, &n, met)
		}
	}
	if c.JSON {
		if err := json.NewEncoder(os.Stdout).Encode(counts); err != nil {
			return err
		}
	}
	return failed
}

// meet lets the shoppers of one shop talk.
func (c *carded) meet(ctx context.Context, dir string) (met []cards.Met, err error) {
	store, err := sqlite.Open(ctx, filepath.Join(dir, "catalog.db"))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	shop, stop, err := cards.Serve(ctx, c.Web, dir)
	if err != nil {
		return nil, err
	}
	defer stop()
	rng := rand.New(rand.NewPCG(c.Seed, 0))
	for range c.Shoppers {
		list, err := store.Products(ctx, []catalog.Ref{catalog.Ref(1 + rng.IntN(store.Size()))})
		if err != nil {
			return nil, err
		}
		for i := range list {
			found, err := shop.Talk(ctx, &list[i], rng)
			if err != nil {
				return nil, err
			}
			met = append(met, found...)
		}
	}
	return met, nil
}

func (c *carded) print(w io.Writer, n *cardCount, met []cards.Met) {
	fmt.Fprintf(w, "%s: %d of %d cards break a rule (%.1f %%)\n", n.Shop, n.Broken, n.Cards, 100*float64(n.Broken)/float64(max(1, n.Cards)))
	for _, rule := range cards.Rules {
		if n.Rules[rule.Name] == 0 {
			continue
		}
		fmt.Fprintf(w, "  %5d  %s\n", n.Rules[rule.Name], rule.Name)
		left := c.Examples
		for _, m := range met {
			if left > 0 && rule.Broken(&m.Card) {
				left--
				fmt.Fprintln(w, "         ", written(&m))
			}
		}
	}
	draw := rand.New(rand.NewPCG(c.Seed, 1))
	for _, i := range draw.Perm(len(met))[:min(c.Show, len(met))] {
		fmt.Fprintln(w, "  *", written(&met[i]))
	}
}

// written is a card as a person reads it.
func written(m *cards.Met) string {
	var options []string
	for _, o := range m.Options {
		options = append(options, fmt.Sprintf("%s (%d)", o.Label, o.Count))
	}
	return fmt.Sprintf("%q, turn %d, %d left: %s [%s]", m.Said, m.Turn, m.Left, m.Text, strings.Join(options, " | "))
}
