package mcp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/search"
	"shopclerk/words"
)

// limits turns filters into changes, and notes what it does not use.
func (c *searchCall) limits(ctx context.Context, f *Filters) ([]search.Change, error) {
	if f == nil {
		return nil, nil
	}
	var out []search.Change
	scope, err := c.categories(f.Categories)
	if err != nil {
		return nil, err
	}
	if len(scope) > 0 {
		out = append(out, search.Change{Op: search.SetScope, Categories: scope, Text: strings.Join(scope, ", ")})
	}
	if len(f.Brand) > 0 {
		out = append(out, limitChange(ctx, catalog.Aspect{Key: catalog.KeyBrand}, &catalog.Condition{Key: catalog.KeyBrand, Values: f.Brand}))
	}
	if f.Price != nil && (f.Price.Min != nil || f.Price.Max != nil) {
		if f.Price.Min != nil && f.Price.Max != nil && *f.Price.Min > *f.Price.Max {
			return nil, wrong("catalog.filters.price", "the least price %d is above the greatest %d: swap them", *f.Price.Min, *f.Price.Max)
		}
		r := &catalog.Range{Low: c.major(f.Price.Min), High: c.major(f.Price.Max), Closed: f.Price.Max != nil}
		out = append(out, limitChange(ctx, catalog.Aspect{Key: catalog.KeyPrice, Unit: c.Clerk.Config().Currency, Kind: catalog.Numeric}, &catalog.Condition{Key: catalog.KeyPrice, Range: r}))
	}
	attributes, err := c.attributes(ctx, scope, f.Attributes)
	if err != nil {
		return nil, err
	}
	out = append(out, attributes...)
	if len(f.Availability) > 0 {
		c.notes = append(c.notes, Message{"warning", "filter_ignored", "catalog.filters.availability is not used: products tell their availability where the shop knows it."})
	}
	return out, nil
}

// limitChange is the change that sets a limit.
func limitChange(ctx context.Context, a catalog.Aspect, condition *catalog.Condition) search.Change {
	text := strings.Join(condition.Values, words.From(ctx).T("language.or"))
	if condition.Range != nil {
		text = caption.Condition(words.From(ctx), &a, condition)
	}
	return search.Change{Op: search.AddLimit, Condition: condition, Text: text}
}

// major is an amount of the shop's currency in major units, as prices are searched for.
func (c *searchCall) major(minor *int64) *float64 {
	if minor == nil {
		return nil
	}
	f := float64(*minor) / minorUnits(c.Clerk.Config().Currency)
	return &f
}

// categories finds categories by path or by their last level, letter case aside.
func (c *searchCall) categories(given []string) ([]string, error) {
	var out []string
	for i, name := range given {
		before := len(out)
		for _, k := range c.Store.Categories() {
			if catalog.Same(k.Path, name) || catalog.Same(k.Name, name) {
				out = append(out, k.Path)
			}
		}
		if len(out) == before {
			return nil, wrong(fmt.Sprintf("catalog.filters.categories[%d]", i), "the shop has no category %q. It has: %s", name, c.offered())
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// mostOffered is how many categories are listed: more are a list to search.
const mostOffered = 30

// offered lists the shop's categories, largest first.
func (c *searchCall) offered() string {
	list := slices.Clone(c.Store.Categories())
	slices.SortStableFunc(list, func(a, b catalog.Category) int { return b.Size - a.Size })
	var out []string
	for _, k := range list[:min(len(list), mostOffered)] {
		out = append(out, k.Path)
	}
	text := strings.Join(out, "; ")
	if len(list) > mostOffered {
		text += fmt.Sprintf("; and %d more", len(list)-mostOffered)
	}
	return text
}
