package api

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/words"
)

// limits reads what must be so, or must not, of the products of categories, each written
// ASPECT:VALUE or ASPECT:LOW..HIGH. Values of one aspect become one limit: any of them.
func limits(ctx context.Context, among []*catalog.Category, given []string, not bool, place string) ([]search.Change, error) {
	var out []search.Change
	w := words.From(ctx)
	for _, text := range given {
		key, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, bad(place, "%q has no \":\" between aspect and value.", text)
		}
		aspects, err := aspects(among, key, place)
		if err != nil {
			return nil, err
		}
		condition, err := condition(ctx, among, aspects, value, place)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(out, func(ch search.Change) bool { return ch.Condition.Key == key })
		switch {
		case i >= 0 && condition.Range == nil && out[i].Condition.Range == nil:
			all := append(out[i].Condition.Values, condition.Values...)
			slices.Sort(all)
			out[i].Condition.Values = slices.Compact(all)
		case i >= 0 && !not:
			return nil, bad(place, "%q is a second range of the aspect %q: give one that holds both.", value, key)
		default:
			i, out = len(out), append(out, search.Change{Op: search.AddLimit, Condition: condition, Not: not})
		}
		if out[i].Text = reply.Condition(w, &aspects[0], out[i].Condition); not {
			out[i].Text = w.T("talk.not-values", "Values", out[i].Text)
		}
	}
	return out, nil
}

// mostTold is how many aspects are told of where one is not found: more are a list to read.
const mostTold = 30

// aspects finds an aspect in the categories that have it.
func aspects(among []*catalog.Category, key, place string) ([]catalog.Aspect, error) {
	var out []catalog.Aspect
	var offered []string
	for _, c := range among {
		if a, ok := c.Aspect(key); ok {
			out = append(out, a)
		}
		for _, a := range c.Aspects {
			if !slices.Contains(offered, a.Key) {
				offered = append(offered, a.Key)
			}
		}
	}
	if len(out) == 0 {
		return nil, bad(place, "No category that is searched has an aspect %q. They have: %s.", key, strings.Join(offered[:min(len(offered), mostTold)], ", "))
	}
	return out, nil
}

// condition reads what is asked of an aspect: a range of numbers, or a value in all its
// spellings.
func condition(ctx context.Context, among []*catalog.Category, aspects []catalog.Aspect, text, place string) (*catalog.Condition, error) {
	out := &catalog.Condition{Key: aspects[0].Key}
	if slices.ContainsFunc(aspects, func(a catalog.Aspect) bool { return a.Kind == catalog.Numeric }) {
		if r, ok := readRange(text); ok {
			out.Range = r
			return out, nil
		}
	}
	for _, c := range among {
		shelf, err := live.From(ctx).Clerk.Config().Engine.Shelf(ctx, c.Path)
		if err != nil {
			return nil, err
		}
		column := shelf.Column(out.Key)
		called := append(live.From(ctx).Clerk.Settings().Meant(words.From(ctx).Code(), []string{c.Path}, out.Key, text), text)
		if column == nil || column.Aspect.Kind == catalog.Numeric {
			continue
		}
		for _, code := range column.Find(&catalog.Condition{Key: out.Key, Values: called}) {
			if v := column.Values[code].Text; !slices.Contains(out.Values, v) {
				out.Values = append(out.Values, v)
			}
		}
	}
	if len(out.Values) == 0 {
		return nil, bad(place, "No product that is searched has the value %q of the aspect %q: %s/categories?path=… lists values; a number is written 20, 10..20, 10.. or ..20.", text, out.Key, Root)
	}
	return out, nil
}

// readRange reads "20", "10..20", "10.." or "..20"; both ends belong to the range.
func readRange(text string) (*catalog.Range, bool) {
	low, high, ranged := strings.Cut(text, "..")
	if !ranged {
		high = low
	}
	r := &catalog.Range{}
	for _, end := range []struct {
		text string
		to   **float64
	}{{low, &r.Low}, {high, &r.High}} {
		if end.text == "" {
			continue
		}
		n, err := strconv.ParseFloat(end.text, 64)
		if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
			return nil, false
		}
		*end.to = &n
	}
	r.Closed = r.High != nil
	return r, (r.Low != nil || r.High != nil) && (r.Low == nil || r.High == nil || *r.Low <= *r.High)
}
