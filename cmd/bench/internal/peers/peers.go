// Package peers holds a search beside what people would pick instead of it: full-text
// indexes of databases, over the same products and queries, in one run.
package peers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"shopclerk/catalog"
)

// Peer answers a query with the first PageSize of what it finds.
type Peer struct {
	Name   string
	Answer func(ctx context.Context, query string) error
}

// PageSize is how many products a peer lists.
const PageSize = 10

// ErrAbsent reports that what a peer needs is not installed or not built in.
var ErrAbsent = errors.New("not measured")

// Queries are runs of one to three words of products' titles, each length as likely.
func Queries(products []catalog.Product, n int, seed uint64) []string {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([]string, n)
	for i := range out {
		words := strings.Fields(products[rng.IntN(len(products))].Title)
		long := min(len(words), 1+rng.IntN(3))
		from := rng.IntN(len(words) - long + 1)
		out[i] = strings.Join(words[from:from+long], " ")
	}
	return out
}

// Run has the peers answer queries, each query by all of them before the next, so that
// whatever else the machine does falls on all, and returns how long each took, ascending.
// warm are asked before and not counted.
func Run(ctx context.Context, list []Peer, warm, queries []string) ([][]time.Duration, error) {
	took := make([][]time.Duration, len(list))
	for i, query := range slices.Concat(warm, queries) {
		for k, p := range list {
			began := time.Now()
			if err := p.Answer(ctx, query); err != nil {
				return nil, fmt.Errorf("%s, asked for %q: %w", p.Name, query, err)
			}
			if i >= len(warm) {
				took[k] = append(took[k], time.Since(began))
			}
		}
	}
	for _, t := range took {
		slices.Sort(t)
	}
	return took, nil
}

// Write writes a table of what Run returned. The ratios are of the first peer's times to
// each one's.
func Write(w io.Writer, list []Peer, took [][]time.Duration) error {
	table := "| | p50 ms | p99 ms | ratio of p50 | ratio of p99 |\n|---|---:|---:|---:|---:|\n"
	at := func(k int, share float64) float64 {
		return took[k][int(share*float64(len(took[k])-1))].Seconds() * 1000
	}
	for k, p := range list {
		table += fmt.Sprintf("| %s | %.2f | %.2f | %.2f | %.2f |\n", p.Name, at(k, .5), at(k, .99), at(0, .5)/at(k, .5), at(0, .99)/at(k, .99))
	}
	_, err := io.WriteString(w, table)
	return err
}

// text is what a product is found by beside its title.
func text(p *catalog.Product) string {
	words := []string{p.Brand, p.Category, p.Description}
	for _, a := range p.Attributes {
		for _, v := range a.Values {
			words = append(words, v.Text)
		}
	}
	return strings.Join(words, " ")
}
