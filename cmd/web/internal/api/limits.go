package api

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

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
	return nil, bad(l.place, "No category that is searched has an aspect %q. They have: %s.%s", key, strings.Join(offered[:min(len(offered), mostTold)], ", "), near(key, offered))
}

// mostCompared is how many values a name that is none of them is compared with, half a
// millisecond. Of more it is compared with those of the same first letter.
const mostCompared = 1000

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
	var offered []string
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
		if values := column.Values; len(out.Values) == 0 {
			if letter, _ := utf8.DecodeRuneInString(text); len(values) > mostCompared {
				values = column.Beginning(letter)
			}
			offered = append(offered, texts(values)...)
		}
	}
	if len(out.Values) == 0 {
		return nil, bad(l.place, "No product that is searched has the value %q of the aspect %q.%s", text, key, near(text, offered))
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

// near suggests, as a sentence, the names most like a wanted one: at most a third of the
// letters differ, case aside, and of paths only the last level counts.
func near(wanted string, offered []string) string {
	folded := catalog.FoldCase(catalog.LastLevel(wanted))
	most := max(2, len(folded)/3)
	edits := map[string]int{}
	for _, name := range offered {
		f := catalog.FoldCase(catalog.LastLevel(name))
		if d := len(f) - len(folded); strings.HasPrefix(f, folded) {
			edits[name] = most
		} else if max(d, -d) <= most {
			if n := levenshtein.ComputeDistance(f, folded); n <= most {
				edits[name] = n
			}
		}
	}
	if len(edits) == 0 {
		return ""
	}
	names := slices.Collect(maps.Keys(edits))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(edits[a]-edits[b], strings.Compare(a, b)) })
	return fmt.Sprintf(" Perhaps one of %q is meant.", names[:min(len(names), 3)])
}
