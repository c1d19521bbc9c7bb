package api

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/words"
)

// readLimits reads the filters of a search into limits of the need.
func readLimits(ctx context.Context, scope []*catalog.Category, in *SearchRequest) ([]search.Change, error) {
	var out []search.Change
	for _, p := range []struct {
		place string
		given []string
		not   bool
	}{{"query.filter", in.Filter, false}, {"query.exclude", in.Exclude, true}} {
		l := limits{ctx: ctx, scope: scope, place: p.place, not: p.not}
		for _, text := range p.given {
			if err := l.add(text); err != nil {
				return nil, err
			}
		}
		out = append(out, l.changes...)
	}
	w := words.From(ctx)
	for i := range out {
		aspects, _ := (&limits{scope: scope}).aspects(out[i].Condition.Key)
		if out[i].Text = caption.Condition(w, &aspects[0], out[i].Condition); out[i].Not {
			out[i].Text = w.T("talk.not-values", "Values", out[i].Text)
		}
	}
	return out, nil
}

// limits collects the limits of one parameter: values of one aspect become one limit.
type limits struct {
	ctx     context.Context
	scope   []*catalog.Category // that are searched
	place   string
	not     bool // what is named must not be so
	changes []search.Change
}

// add reads ASPECT:VALUE or ASPECT:LOW..HIGH.
func (l *limits) add(text string) error {
	key, value, ok := strings.Cut(text, ":")
	if !ok {
		return bad(l.place, "%q has no \":\" between aspect and value.", text)
	}
	aspects, err := l.aspects(key)
	if err != nil {
		return err
	}
	condition, err := l.condition(aspects, value)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(l.changes, func(ch search.Change) bool { return ch.Condition.Key == key })
	switch {
	case i >= 0 && condition.Range == nil && l.changes[i].Condition.Range == nil:
		before := l.changes[i].Condition
		for _, v := range condition.Values {
			if !slices.Contains(before.Values, v) {
				before.Values = append(before.Values, v)
			}
		}
	case i >= 0 && !l.not:
		return bad(l.place, "%q is a second range of the aspect %q: give one that holds both.", value, key)
	default:
		l.changes = append(l.changes, search.Change{Op: search.AddLimit, Condition: condition, Not: l.not})
	}
	return nil
}

// mostTold is how many aspects are told of where one is not found: more are a list to read.
const mostTold = 30

// aspects finds an aspect in the categories that have it.
func (l *limits) aspects(key string) ([]catalog.Aspect, error) {
	var out []catalog.Aspect
	var offered []string
	for _, c := range l.scope {
		if a, ok := c.Aspect(key); ok {
			out = append(out, a)
		}
		for _, a := range c.Aspects {
			if !slices.Contains(offered, a.Key) {
				offered = append(offered, a.Key)
			}
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	return nil, bad(l.place, "No category that is searched has an aspect %q. They have: %s.", key, strings.Join(offered[:min(len(offered), mostTold)], ", "))
}

// condition reads what is asked of an aspect.
func (l *limits) condition(aspects []catalog.Aspect, text string) (*catalog.Condition, error) {
	key := aspects[0].Key
	numeric := func(a catalog.Aspect) bool { return a.Kind == catalog.Numeric }
	if slices.ContainsFunc(aspects, numeric) {
		if r, ok := readRange(text); ok {
			return &catalog.Condition{Key: key, Range: r}, nil
		}
	}
	if !slices.ContainsFunc(aspects, func(a catalog.Aspect) bool { return !numeric(a) }) {
		return nil, bad(l.place, "The aspect %q is a number, and %q is none: give one (20), or a range of them (10..20, 10.., ..20).", key, text)
	}
	out := &catalog.Condition{Key: key}
	for _, c := range l.scope {
		shelf, err := live.From(l.ctx).Clerk.Shelf(l.ctx, c.Path)
		if err != nil {
			return nil, err
		}
		column := shelf.Column(key)
		if column == nil || column.Aspect.Kind == catalog.Numeric {
			continue
		}
		for _, code := range column.Find(&catalog.Condition{Key: key, Values: []string{text}}) {
			for _, v := range column.Spellings(int(code)) {
				if !slices.Contains(out.Values, v) {
					out.Values = append(out.Values, v)
				}
			}
		}
	}
	if len(out.Values) == 0 {
		return nil, bad(l.place, "No product that is searched has the value %q of the aspect %q: %s/categories?path=… lists values.", text, key, Root)
	}
	return out, nil
}

// readRange reads "20", "10..20", "10.." or "..20".
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
