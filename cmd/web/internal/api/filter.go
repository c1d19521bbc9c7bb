package api

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// A filter is written ASPECT:VALUE, or ASPECT:LOW..HIGH of a number, where either end
// can be left out and both belong to the range. Several filters of one aspect mean any
// of their values; several aspects, all of them. What is excluded is written alike.

// filters are the limits that the parameters filter and exclude set.
type filters struct {
	api        *API
	ctx        context.Context
	categories []*catalog.Category
}

// changes reads filters of one parameter.
func (f *filters) changes(parameter string, given []string) ([]search.Change, error) {
	not := parameter == paramExclude
	var out []search.Change
	at := map[string]int{} // where in out the values of an aspect are gathered
	for _, text := range given {
		key, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, problem(Invalid, "%q has no \":\" between aspect and value.", text).at("query", parameter)
		}
		aspects, err := f.aspects(parameter, key)
		if err != nil {
			return nil, err
		}
		condition, err := f.condition(parameter, aspects, value)
		if err != nil {
			return nil, err
		}
		if i, ok := at[key]; ok && condition.Range == nil && out[i].Condition.Range == nil {
			for _, v := range condition.Values {
				if !slices.Contains(out[i].Condition.Values, v) {
					out[i].Condition.Values = append(out[i].Condition.Values, v)
				}
			}
			continue
		} else if ok && !not {
			return nil, problem(Invalid, "%q is a second range of the aspect %q: give one that holds both.", value, key).at("query", parameter)
		}
		at[key] = len(out)
		out = append(out, search.Change{Op: search.AddLimit, Condition: condition, Not: not})
	}
	w := words.From(f.ctx)
	for i := range out {
		aspects, _ := f.aspects(parameter, out[i].Condition.Key)
		out[i].Text = agent.ConditionText(w, &aspects[0], out[i].Condition)
		if not {
			out[i].Text = w.T("talk.not-values", "Values", out[i].Text)
		}
	}
	return out, nil
}

// aspects finds an aspect in the categories that have it.
func (f *filters) aspects(parameter, key string) ([]catalog.Aspect, error) {
	var out []catalog.Aspect
	var offered []string
	for _, c := range f.categories {
		if a, ok := c.Aspect(key); ok {
			out = append(out, a)
		}
		for _, a := range c.Aspects {
			offered = append(offered, a.Key)
		}
	}
	if len(out) == 0 {
		return nil, problem(UnknownAspect, "No category that is searched has an aspect %q: %s/categories/PATH lists those of a category.", key, Root).
			at("query", parameter, near(key, offered)...)
	}
	return out, nil
}

// condition reads what is asked of an aspect.
func (f *filters) condition(parameter string, aspects []catalog.Aspect, text string) (*catalog.Condition, error) {
	key := aspects[0].Key
	numeric := slices.ContainsFunc(aspects, func(a catalog.Aspect) bool { return a.Kind == catalog.Numeric })
	if numeric {
		if r, ok := readRange(text); ok {
			return &catalog.Condition{Key: key, Range: r}, nil
		}
	}
	if !slices.ContainsFunc(aspects, func(a catalog.Aspect) bool { return a.Kind != catalog.Numeric }) {
		return nil, problem(Invalid, "The aspect %q is a number, and %q is none: write %s:20, %s:10..20, %s:10.. or %s:..20.", key, text, key, key, key, key).
			at("query", parameter)
	}
	out := &catalog.Condition{Key: key}
	var offered []string
	for _, c := range f.categories {
		shelf, err := f.api.Clerk.Shelf(f.ctx, c.Path)
		if err != nil {
			return nil, err
		}
		column := shelf.Column(key)
		if column == nil || column.Aspect.Kind == catalog.Numeric {
			continue
		}
		for code, is := range column.Accepts(&catalog.Condition{Key: key, Values: []string{text}}) {
			if !is {
				continue
			}
			for _, v := range column.Spellings(code) {
				if !slices.Contains(out.Values, v) {
					out.Values = append(out.Values, v)
				}
			}
		}
		if len(out.Values) == 0 {
			offered = append(offered, texts(column.Values)...)
		}
	}
	if len(out.Values) == 0 {
		return nil, problem(UnknownValue, "No product that is searched has the value %q of the aspect %q.", text, key).
			at("query", parameter, near(text, offered)...)
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
	if r.Low == nil && r.High == nil || r.Low != nil && r.High != nil && *r.Low > *r.High {
		return nil, false
	}
	return r, true
}
