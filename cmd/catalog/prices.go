package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/feed"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// setPrices sets the prices of a file: all of them or none.
func setPrices(ctx context.Context, s streams, dir, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("reading prices: %w", err)
	}
	defer f.Close()
	changes, err := readPrices(bufio.NewReader(f))
	if err != nil {
		return fmt.Errorf("reading prices: %s: %w", path, err)
	}
	if err := index.SetPrices(ctx, dir, changes); err != nil {
		return fmt.Errorf("no price of %s is set: %w", path, err)
	}
	_, err = fmt.Fprintf(s.out, "Set %s.\n", counted(len(changes), "price or stock", "prices and stocks"))
	return err
}

// readPrices reads JSON Lines, which begin with "{", or else CSV with a header.
func readPrices(in *bufio.Reader) ([]catalog.PriceChange, error) {
	if bom, _ := in.Peek(3); string(bom) == "\ufeff" {
		_, _ = in.Discard(len(bom)) // it was read ahead
	}
	start, err := in.Peek(1)
	for err == nil && strings.ContainsRune(" \t\r\n", rune(start[0])) {
		_, _ = in.Discard(1)
		start, err = in.Peek(1)
	}
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("it is empty: give a line for each product or variant")
	case err != nil:
		return nil, err
	case start[0] == '{':
		return priceLines(in)
	}
	return priceTable(in)
}

// priceLines reads an object a line: {"id": "4711", "price": 19.99, "list_price": 24.99, "stock": 3}.
func priceLines(in io.Reader) (out []catalog.PriceChange, err error) {
	d := json.NewDecoder(in)
	d.DisallowUnknownFields()
	for {
		var c catalog.PriceChange
		if err := d.Decode(&c); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf(`item %d: %w: give objects such as {"id": "4711", "price": 19.99, "list_price": 24.99, "stock": 3}`, len(out)+1, err)
		}
		out = append(out, c)
	}
}

// priceTable reads a table whose header names the columns id, and price, list_price or stock.
// What is empty stays as it is.
func priceTable(in *bufio.Reader) (out []catalog.PriceChange, err error) {
	r := csv.NewReader(in)
	if head, _ := in.Peek(1 << 10); strings.ContainsRune(strings.SplitN(string(head), "\n", 2)[0], ';') {
		r.Comma = ';'
	}
	header, err := r.Read()
	if err != nil {
		return nil, err
	}
	known := []string{"id", "price", "list_price", "stock"}
	for i, name := range header {
		header[i] = strings.ToLower(strings.TrimSpace(name))
		if !slices.Contains(known, header[i]) {
			return nil, fmt.Errorf("line 1: column %q is none of %s: rename it, or leave it out", name, strings.Join(known, ", "))
		}
	}
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		var c catalog.PriceChange
		for i, cell := range row {
			if err := setCell(&c, header[i], strings.TrimSpace(cell)); err != nil {
				line, _ := r.FieldPos(i)
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
		}
		out = append(out, c)
	}
}

func setCell(c *catalog.PriceChange, column, cell string) error {
	if cell == "" {
		return nil
	}
	switch column {
	case "id":
		c.ID = cell
	case "stock":
		n, err := strconv.Atoi(cell)
		if err != nil {
			return fmt.Errorf("stock %q: give a whole number, -1 where it is unknown, or nothing where it stays", cell)
		}
		c.Stock = &n
	default:
		f, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			return fmt.Errorf("%s %q: give a number such as 19.99, without a currency, or nothing where it stays", column, cell)
		}
		if column == "price" {
			c.Price = &f
		} else {
			c.ListPrice = &f
		}
	}
	return nil
}

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
	DerivedIDs int            `json:"derived_ids,omitempty"` // products whose id the feed does not give
	Assumed    int            `json:"assumed,omitempty"`     // prices in a currency that nothing in the feed says
	Currency   string         `json:"currency,omitempty"`    // that is assumed
	Brands     int            `json:"brands_found,omitempty"`
	Types      *types         `json:"types_found,omitempty"`
	Problems   []problemCount `json:"problems,omitempty"` // those that occurred
	Told       []string       `json:"told,omitempty"`     // the first of them, with file and line
}

// types counts the induced product types, and the products that have one.
type types struct {
	Types    int `json:"types"`
	Products int `json:"products"`
	Typed    int `json:"typed"`
}

type problemCount struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// complete adds what the build found out. It is an [index.Options] About.
func (a *provenance) complete(r index.Report) ([]byte, error) {
	a.Brands = r.Brands
	if t := r.Types; t != nil {
		a.Types = &types{Types: len(t.Types), Products: t.Products, Typed: t.Typed}
	}
	return json.Marshal(a)
}

// read adds what the reading of feeds came to.
func (a *provenance) read(sum feed.Summary, m *feed.Mapping) {
	if a.Assumed = sum.Assumed; a.Assumed > 0 {
		a.Currency = m.Price.Assumed
	}
	a.DerivedIDs, a.Variants, a.Hidden = sum.Derived, sum.Variants, sum.Hidden
	a.Problems = nil
	for k, n := range sum.Problems {
		if n > 0 {
			a.Problems = append(a.Problems, problemCount{feed.Kind(k).String(), n})
		}
	}
}

// origin says how the catalogue was made.
func (a *provenance) origin() string {
	if a.Command == "demo" {
		return fmt.Sprintf("Generated by `catalog demo --per-category %d --seed %d`", a.PerCategory, a.Seed)
	}
	return fmt.Sprintf("Imported from %s, mapping %s", strings.Join(a.Sources, ", "), a.Mapping)
}

// findings lists what the import had to find out, or complained of.
func (a *provenance) findings() []string {
	var lines []string
	add := func(n int, format string, args ...any) {
		if n > 0 {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	add(a.Variants, "Variants: %s to choose from.", progress.Count(a.Variants))
	add(a.Hidden, "Not for sale: %s left out, which the feed marks as draft, archived or hidden.", counted(a.Hidden, "row", "rows"))
	add(a.DerivedIDs, "Ids: %s derived from file name, title and attributes.", progress.Count(a.DerivedIDs))
	add(a.Assumed, "Prices are taken to be in %s, an assumption: nothing in the feed says so. --currency names another.", a.Currency)
	add(a.Brands, "Brands: %s found in titles.", progress.Count(a.Brands))
	if t := a.Types; t != nil {
		add(1, "Types: %s found, for %.1f %% of the products.", progress.Count(t.Types), 100*float64(t.Typed)/float64(max(1, t.Products)))
	}
	var parts []string
	for _, k := range a.Problems {
		parts = append(parts, progress.Count(k.Count)+" "+k.Kind)
	}
	add(len(parts), "Problems: %s.", strings.Join(parts, ", "))
	return lines
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return progress.Count(n) + " " + many
}
