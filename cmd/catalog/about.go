package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"shopclerk/catalog/discover"
	"shopclerk/catalog/feed"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// provenance is what a catalogue remembers of its making. It names no time and no
// machine, so that the same import remembers the same.
type provenance struct {
	Command     string   `json:"command"`           // import or demo
	Sources     []string `json:"sources,omitempty"` // as they were given
	Mapping     string   `json:"mapping,omitempty"` // its name or file, or "inferred"
	Seed        uint64   `json:"seed"`
	PerCategory int      `json:"per_category,omitempty"` // of a demo

	Variants   int            `json:"variants,omitempty"`    // of the products that come in several
	Hidden     int            `json:"hidden,omitempty"`      // rows that the feed marks as not for sale
	Foreign    int            `json:"foreign,omitempty"`     // rows in another language than the one that is read
	DerivedIDs int            `json:"derived_ids,omitempty"` // products whose id the feed does not give
	Assumed    int            `json:"assumed,omitempty"`     // prices in a currency that nothing in the feed says
	Currency   string         `json:"currency,omitempty"`    // that is assumed
	Brands     int            `json:"brands_found,omitempty"`
	Types      *types         `json:"types_found,omitempty"`
	Problems   []problemCount `json:"problems,omitempty"` // those that occurred
}

// types says how well the finding of product types went.
type types struct {
	Types    int   `json:"types"`
	Products int   `json:"products"`
	Typed    int   `json:"typed"` // products with a type
	How      []how `json:"how"`   // from the surest way to the least sure
}

type how struct {
	Way      discover.How `json:"way"`
	Products int          `json:"products"`
}

// problemCount counts the problems of one kind.
type problemCount struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// ways are the ways to a type, from the surest to the least sure.
var ways = []discover.How{discover.ByTitle, discover.ByDescription, discover.ByNeighbour, discover.Untyped}

// complete adds what the build found out. It is an [index.Options] About.
func (a *provenance) complete(r index.Report) ([]byte, error) {
	a.Brands = r.Brands
	if t := r.Types; t != nil {
		a.Types = &types{Types: len(t.Types), Products: t.Products, Typed: t.Typed}
		for _, w := range ways {
			if n := t.How[w]; n > 0 {
				a.Types.How = append(a.Types.How, how{w, n})
			}
		}
	}
	return json.Marshal(a)
}

// read adds what the reading of feeds came to.
func (a *provenance) read(sum feed.Summary, m *feed.Mapping) {
	if a.Assumed = sum.Assumed; a.Assumed > 0 {
		a.Currency = m.Price.Assumed
	}
	a.DerivedIDs, a.Variants, a.Hidden, a.Foreign = sum.Derived, sum.Variants, sum.Hidden, sum.Foreign
	a.Problems = nil
	for k, n := range sum.Problems {
		if n > 0 {
			a.Problems = append(a.Problems, problemCount{feed.Kind(k).String(), n})
		}
	}
}

// lines tells a person what came of it.
func (a *provenance) lines(r *index.Report) []string {
	lines := []string{fmt.Sprintf("%s in %s, %s that can be asked about.", counted(r.Products, "product", "products"),
		counted(r.Categories, "category", "categories"), counted(r.Aspects, "aspect", "aspects"))}
	return append(lines, a.findings()...)
}

// findings tells what the import had to find out, or complained of.
func (a *provenance) findings() []string {
	var lines []string
	tell := func(n int, line string) {
		if n > 0 {
			lines = append(lines, line)
		}
	}
	tell(a.Variants, fmt.Sprintf("Variants: %s to choose from.", progress.Count(a.Variants)))
	tell(a.Hidden, fmt.Sprintf("Not for sale: %s left out, which the feed marks as draft, archived or hidden.", counted(a.Hidden, "row", "rows")))
	tell(a.Foreign, fmt.Sprintf("In other languages: %s left out, for each product is told in several.", counted(a.Foreign, "row", "rows")))
	tell(a.DerivedIDs, fmt.Sprintf("Ids: %s derived from file name, title and attributes.", progress.Count(a.DerivedIDs)))
	tell(a.Assumed, assumption(a.Currency))
	tell(a.Brands, fmt.Sprintf("Brands: %s found in titles.", progress.Count(a.Brands)))
	if t := a.Types; t != nil {
		lines = append(lines, fmt.Sprintf("Types: %s found, for %s of the products, by", progress.Count(t.Types), percent(t.Typed, t.Products)))
		for _, h := range t.How {
			lines = append(lines, fmt.Sprintf("  %7s  %s", percent(h.Products, t.Products), h.Way))
		}
	}
	if len(a.Problems) > 0 {
		var parts []string
		for _, k := range a.Problems {
			parts = append(parts, progress.Count(k.Count)+" "+k.Kind)
		}
		lines = append(lines, "Problems: "+strings.Join(parts, ", ")+".")
	}
	return lines
}

// assumption tells that prices are taken to be in a currency.
func assumption(currency string) string {
	return fmt.Sprintf("Prices are taken to be in %s, an assumption: nothing in the feed says so. --currency names another.", currency)
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return progress.Count(n) + " " + many
}

func percent(n, of int) string {
	if of == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}
