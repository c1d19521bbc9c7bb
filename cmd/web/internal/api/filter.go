package api

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/catalog/caption"
	"shopclerk/search"
	"shopclerk/words"
)

// A filter is written ASPECT:VALUE, or ASPECT:LOW..HIGH of a number, where either end
// can be left out and both belong to the range. Several filters of one aspect mean any
// of their values; several aspects, all of them. What is excluded is written alike.

// changes reads the filters of one parameter.
func (a *API) changes(ctx context.Context, categories []*catalog.Category, parameter string, given []string) ([]search.Change, error) {
	var keys []string
	values := map[string][]string{}
	for _, text := range given {
		key, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, problem(Invalid, "%q has no \":\" between aspect and value.", text).at("query", parameter)
		}
		if values[key] == nil {
			keys = append(keys, key)
		}
		values[key] = append(values[key], value)
	}
	l := &Limits{a.Clerk, categories}
	var out []search.Change
	for _, key := range keys {
		changes, err := l.Changes(ctx, key, values[key], parameter == paramExclude)
		if err != nil {
			return nil, placed(err, "query", parameter)
		}
		out = append(out, changes...)
	}
	return out, nil
}

// Limits reads what a program asks of aspects. Its errors are [*Problem]s, of a place
// that the caller knows.
type Limits struct {
	Clerk      *agent.Agent
	Categories []*catalog.Category // that are searched
}

// Changes are the limits that products have one of some values of an aspect, or lie in a
// range of it, written "10..20"; excluded: that they do not.
func (l *Limits) Changes(ctx context.Context, key string, values []string, excluded bool) ([]search.Change, error) {
	aspects, err := l.aspects(key)
	if err != nil {
		return nil, err
	}
	var out []search.Change
	for _, value := range values {
		condition, err := l.condition(ctx, aspects, value)
		if err != nil {
			return nil, err
		}
		if n := len(out); n > 0 && condition.Range == nil && out[n-1].Condition.Range == nil {
			before := out[n-1].Condition
			for _, v := range condition.Values {
				if !slices.Contains(before.Values, v) {
					before.Values = append(before.Values, v)
				}
			}
			continue
		} else if n > 0 && !excluded {
			return nil, problem(Invalid, "%q is a second range of the aspect %q: give one that holds both.", value, key).at("", "")
		}
		out = append(out, search.Change{Op: search.AddLimit, Condition: condition, Not: excluded})
	}
	w := words.From(ctx)
	for i := range out {
		out[i].Text = caption.Condition(w, &aspects[0], out[i].Condition)
		if excluded {
			out[i].Text = w.T("talk.not-values", "Values", out[i].Text)
		}
	}
	return out, nil
}

// mostTold is how many aspects are told of where one is not found: more are a list to
// read.
const mostTold = 30

// aspects finds an aspect in the categories that have it.
func (l *Limits) aspects(key string) ([]catalog.Aspect, error) {
	var out []catalog.Aspect
	var offered []string
	for _, c := range l.Categories {
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
	told := strings.Join(offered[:min(len(offered), mostTold)], ", ")
	if n := len(offered) - mostTold; n > 0 {
		told += ", and " + strconv.Itoa(n) + " more"
	}
	return nil, problem(UnknownAspect, "No category that is searched has an aspect %q. They have: %s.", key, told).at("", "", near(key, offered)...)
}

// mostCompared is how many values a name that is none of them is compared with, half a
// millisecond. Of more it is compared with those of the same first letter, which hardly
// anybody mistypes.
const mostCompared = 1000

// condition reads what is asked of an aspect.
func (l *Limits) condition(ctx context.Context, aspects []catalog.Aspect, text string) (*catalog.Condition, error) {
	key := aspects[0].Key
	numeric := slices.ContainsFunc(aspects, func(a catalog.Aspect) bool { return a.Kind == catalog.Numeric })
	if numeric {
		if r, ok := readRange(text); ok {
			return &catalog.Condition{Key: key, Range: r}, nil
		}
	}
	if !slices.ContainsFunc(aspects, func(a catalog.Aspect) bool { return a.Kind != catalog.Numeric }) {
		return nil, problem(Invalid, "The aspect %q is a number, and %q is none: give one (20), or a range of them (10..20, 10.., ..20).", key, text).at("", "")
	}
	out := &catalog.Condition{Key: key}
	var offered []string
	for _, c := range l.Categories {
		shelf, err := l.Clerk.Shelf(ctx, c.Path)
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
		if values := column.Values; len(out.Values) == 0 {
			if letter, _ := utf8.DecodeRuneInString(text); len(values) > mostCompared {
				values = column.Beginning(letter)
			}
			offered = append(offered, texts(values)...)
		}
	}
	if len(out.Values) == 0 {
		return nil, problem(UnknownValue, "No product that is searched has the value %q of the aspect %q.", text, key).at("", "", near(text, offered)...)
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
