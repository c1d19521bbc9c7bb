package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// showCommand lists what is in a catalogue.
type showCommand struct {
	Data     string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory to read."`
	Category string `placeholder:"PATH" help:"Show this category alone (a path, the beginning of one, or a name)."`
	JSON     bool   `name:"json" help:"Print one JSON object."`
}

// shown is a catalogue, or some of its categories, as --json prints it.
type shown struct {
	Version    string          `json:"version"`
	Products   int             `json:"products"`
	About      json.RawMessage `json:"about,omitempty"` // a provenance
	Categories []shownCategory `json:"categories"`
}

type shownCategory struct {
	Path    string        `json:"path"`
	Size    int           `json:"size"`
	Aspects []shownAspect `json:"aspects"`
}

type shownAspect struct {
	Key       string       `json:"key"`
	Label     string       `json:"label"`
	Kind      string       `json:"kind"`
	Unit      string       `json:"unit,omitempty"`
	Coverage  float64      `json:"coverage"`
	Distinct  int          `json:"distinct"`
	Entropy   float64      `json:"entropy"`
	Askable   bool         `json:"askable"`
	Why       string       `json:"why,omitempty"`    // it is not askable
	Commonest []shownValue `json:"commonest"`        // values, commonest first
	Spread    *[3]float64  `json:"spread,omitempty"` // smallest, median and largest number
}

type shownValue struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

const (
	shownValues = 10 // of an aspect, in JSON
	lineWidth   = 60 // of an aspect's values, in text
)

// Run implements the command.
func (c *showCommand) Run(ctx context.Context, s streams) (err error) {
	store, err := sqlite.Open(ctx, index.CatalogPath(c.Data))
	if errors.Is(err, sqlite.ErrNoCatalogue) {
		return fmt.Errorf("%w (`catalog import` or `catalog demo` makes one)", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	categories, err := c.chosen(store.Categories())
	if err != nil {
		return err
	}
	all := shown{Version: store.Version(), Products: store.Size()}
	if all.About, err = store.Meta(ctx, index.MetaAbout); err != nil && !errors.Is(err, sqlite.ErrNotFound) {
		return err
	}
	for i := range categories {
		d, err := describe(ctx, store, &categories[i])
		if err != nil {
			return err
		}
		all.Categories = append(all.Categories, d)
	}
	if c.JSON {
		return writeJSON(s.out, all)
	}
	out := bufio.NewWriter(s.out)
	return errors.Join(all.print(out, c.Category == ""), out.Flush())
}

// chosen returns the categories that --category means: those at or below the path,
// else those of that name.
func (c *showCommand) chosen(all []catalog.Category) ([]catalog.Category, error) {
	if c.Category == "" {
		return all, nil
	}
	wanted := catalog.FoldCase(c.Category)
	var below, named []catalog.Category
	for _, a := range all {
		if catalog.Within(catalog.FoldCase(a.Path), wanted) {
			below = append(below, a)
		}
		if catalog.FoldCase(a.Name) == wanted {
			named = append(named, a)
		}
	}
	switch {
	case below != nil:
		return below, nil
	case named != nil:
		return named, nil
	}
	return nil, fmt.Errorf("there is no category %q (`catalog show` lists them all)", c.Category)
}

// describe loads a category and counts its values.
func describe(ctx context.Context, store *sqlite.Store, c *catalog.Category) (shownCategory, error) {
	table, err := store.Shelf(ctx, c.Path)
	if err != nil {
		return shownCategory{}, err
	}
	out := shownCategory{Path: c.Path, Size: c.Size, Aspects: make([]shownAspect, len(c.Aspects))}
	for i, a := range c.Aspects {
		column := table.Column(a.Key)
		counts := column.Counts()
		s := shownAspect{
			Key: a.Key, Label: a.Label, Kind: a.Kind.String(), Unit: a.Unit, Coverage: a.Coverage, Distinct: a.Distinct,
			Entropy: a.Entropy, Askable: a.Askable, Why: a.Why, Commonest: []shownValue{},
		}
		if a.Kind == catalog.Numeric && len(counts) > 0 {
			s.Spread = spread(column, counts)
		}
		codes := catalog.Commonest(counts)
		for _, code := range codes[:min(shownValues, len(codes))] {
			s.Commonest = append(s.Commonest, shownValue{column.Values[code].Text, counts[code]})
		}
		out.Aspects[i] = s
	}
	return out, nil
}

// spread returns the smallest, the (lower) median and the largest number of a column.
func spread(c *catalog.Column, counts []int) *[3]float64 {
	median, seen := 0, 0
	for seen += counts[0]; 2*seen < len(c.Codes); seen += counts[median] {
		median++
	}
	return &[3]float64{c.Values[0].Number, c.Values[median].Number, c.Values[len(c.Values)-1].Number}
}

// print writes the catalogue as text: each category's aspects, then the problems where they
// are asked for.
func (s *shown) print(w io.Writer, problems bool) error {
	fmt.Fprintf(w, "%s, version %s\n", counted(s.Products, "product", "products"), s.Version)
	var a provenance
	if s.About != nil {
		if err := json.Unmarshal(s.About, &a); err != nil {
			return fmt.Errorf("reading how the catalogue was made: %w", err)
		}
		fmt.Fprintln(w, strings.Join(append([]string{a.origin()}, a.findings()...), "\n"))
	}
	for i := range s.Categories {
		c := &s.Categories[i]
		fmt.Fprintf(w, "\n%s: %s\n", c.Path, counted(c.Size, "product", "products"))
		columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, a := range c.Aspects {
			asked := a.values()
			if !a.Askable {
				asked = "not asked: " + a.Why
			}
			fmt.Fprintf(columns, "  %s\t%s\t%s\t%.0f %%\t%s\t%s\n", a.Label, a.Kind, a.Unit, 100*a.Coverage, progress.Count(a.Distinct), asked)
		}
		if err := columns.Flush(); err != nil {
			return err
		}
	}
	if problems && len(a.Told) > 0 {
		fmt.Fprintf(w, "\nProblems of the import\n  %s\n", strings.Join(a.Told, "\n  "))
	}
	return nil
}

// values spells the range of numbers, or as many of the commonest values as a line holds.
func (a *shownAspect) values() string {
	if a.Spread != nil {
		n := catalog.FormatNumber
		return fmt.Sprintf("%s to %s, median %s", n(a.Spread[0]), n(a.Spread[2]), n(a.Spread[1]))
	}
	text := ""
	for _, v := range a.Commonest {
		if text += fmt.Sprintf("%s (%s), ", v.Value, progress.Count(v.Count)); len(text) > lineWidth {
			break
		}
	}
	return strings.TrimSuffix(text, ", ")
}
