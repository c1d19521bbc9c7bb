package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/agnivade/levenshtein"

	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
)

// showCommand tells what is in a catalogue.
type showCommand struct {
	Data     string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory to read."`
	Category string `placeholder:"PATH" help:"Show this category alone (a path, the beginning of one, or a name), with every aspect."`
	JSON     bool   `name:"json" help:"Print one JSON object."`
}

// shown is a catalogue, or some of its categories, as --json prints it.
type shown struct {
	Version    string           `json:"version"`
	Products   int              `json:"products"`
	About      json.RawMessage  `json:"about,omitempty"` // how it was made
	Categories []shownCategory  `json:"categories"`
	Problems   []sqlite.Problem `json:"problems,omitempty"` // absent with --category
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

// shownValues is how many of an aspect's values are shown.
const shownValues = 10

// Run implements the command.
func (c *showCommand) Run(ctx context.Context, s streams) (err error) {
	store, err := sqlite.Open(ctx, filepath.Join(c.Data, index.CatalogFile))
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
	out := bufio.NewWriter(s.out)
	if c.JSON {
		err = c.printJSON(ctx, out, store, categories)
	} else {
		err = c.printText(ctx, out, store, categories)
	}
	return errors.Join(err, out.Flush())
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
		path := catalog.FoldCase(a.Path)
		if catalog.Within(path, wanted) {
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
	return nil, fmt.Errorf("there is no category %q; the nearest is %q (`catalog show` lists them all)", c.Category, nearest(wanted, all))
}

// nearest returns the path of the category whose path or name takes the fewest
// edits to write.
func nearest(wanted string, all []catalog.Category) string {
	best, edits := "", 0
	for _, a := range all {
		d := min(levenshtein.ComputeDistance(wanted, catalog.FoldCase(a.Path)), levenshtein.ComputeDistance(wanted, catalog.FoldCase(a.Name)))
		if best == "" || d < edits {
			best, edits = a.Path, d
		}
	}
	return best
}

// describe loads a category and counts its values.
func describe(ctx context.Context, store *sqlite.Store, c *catalog.Category) (shownCategory, error) {
	shelf, err := store.Shelf(ctx, c.Path)
	if err != nil {
		return shownCategory{}, err
	}
	rows := make([]int32, shelf.Rows())
	for i := range rows {
		rows[i] = int32(i)
	}
	out := shownCategory{Path: c.Path, Size: c.Size, Aspects: make([]shownAspect, len(c.Aspects))}
	for i, a := range c.Aspects {
		facets := shelf.Facets(a.Key, rows)
		s := shownAspect{
			Key: a.Key, Label: a.Label, Kind: a.Kind.String(), Unit: a.Unit, Coverage: a.Coverage, Distinct: a.Distinct,
			Entropy: a.Entropy, Askable: a.Askable, Why: a.Why, Commonest: []shownValue{},
		}
		for _, f := range facets[:min(shownValues, len(facets))] {
			s.Commonest = append(s.Commonest, shownValue{f.Value.Text, f.Count})
		}
		if a.Kind == catalog.Numeric && len(facets) > 0 {
			s.Spread = spread(facets)
		}
		out.Aspects[i] = s
	}
	return out, nil
}

// spread returns the smallest, the (lower) median and the largest of counted numbers,
// sorting them.
func spread(facets []catalog.Facet) *[3]float64 {
	slices.SortFunc(facets, func(a, b catalog.Facet) int { return cmp.Compare(a.Value.Number, b.Value.Number) })
	n := 0
	for _, f := range facets {
		n += f.Count
	}
	median, seen := 0.0, 0
	for _, f := range facets {
		if seen += f.Count; 2*seen >= n {
			median = f.Value.Number
			break
		}
	}
	return &[3]float64{facets[0].Value.Number, median, facets[len(facets)-1].Value.Number}
}

// aboutOf returns what the catalogue remembers of its making; nil when it was made
// by something that leaves no such note.
func aboutOf(ctx context.Context, store *sqlite.Store) (json.RawMessage, error) {
	blob, err := store.Meta(ctx, index.MetaAbout)
	if errors.Is(err, sqlite.ErrNotFound) {
		return nil, nil
	}
	return blob, err
}

func (c *showCommand) printJSON(ctx context.Context, w *bufio.Writer, store *sqlite.Store, categories []catalog.Category) error {
	about, err := aboutOf(ctx, store)
	if err != nil {
		return err
	}
	s := shown{Version: store.Version(), Products: store.Size(), About: about, Categories: make([]shownCategory, len(categories))}
	for i := range categories {
		if s.Categories[i], err = describe(ctx, store, &categories[i]); err != nil {
			return err
		}
	}
	if c.Category == "" {
		if s.Problems, err = store.Problems(ctx); err != nil {
			return err
		}
	}
	return writeJSON(w, s)
}
