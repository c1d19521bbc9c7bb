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
