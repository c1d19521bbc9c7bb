package api

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/search"
	"shopclerk/words"
)

// SearchRequest is a search: words, read as the clerk reads a message, and limits beside them.
type SearchRequest struct {
	Query    string   `query:"q" json:"q,omitempty" maxLength:"1000" example:"waterproof backpack" doc:"What is wanted, in the shopper's words."`
	Category []string `query:"category,explode" json:"category,omitempty" maxItems:"20" doc:"Paths of categories to search; none: the whole shop."`
	Filter   []string `query:"filter,explode" json:"filter,omitempty" maxItems:"50" doc:"ASPECT:VALUE, or ASPECT:LOW..HIGH of a number, either end of which may be left out. Of one aspect any value will do; all aspects must be met."`
	Exclude  []string `query:"exclude,explode" json:"exclude,omitempty" maxItems:"50" doc:"What must not be so, written like filter."`
	Sort     string   `query:"sort" json:"sort,omitempty" enum:"relevance,price,-price,rating" doc:"Order; relevance if left out."`
	Limit    int      `query:"limit" json:"limit,omitempty" minimum:"1" maximum:"100" default:"10" doc:"Products a page."`
	After    string   `query:"after" json:"after,omitempty" maxLength:"200" doc:"Id of the product after which the page begins: next of the page before."`
}

// Found is what a search or a turn has found.
type Found struct {
	Reply      string       `json:"reply" doc:"What the clerk says, in the language of Accept-Language."`
	Understood []Understood `json:"understood" doc:"What the shopper is taken to want."`
	Products   []Product    `json:"products" doc:"The first page; full matches come first."`
	Open       int          `json:"open" doc:"Products that no limit rules out."`
	Full       int          `json:"full" doc:"Products that meet everything."`
	Relaxed    []string     `json:"relaxed" doc:"What was left out, because nothing has all of it."`
}

// SearchResult is a page of products.
type SearchResult struct {
	Found
	Sort string `json:"sort"`
	Next string `json:"next,omitempty" doc:"What after takes for the next page; left out on the last."`
}

// orders are the orders by the names that requests have for them.
var orders = map[string]search.Order{"price": search.ByPrice, "-price": search.ByPriceDown, "rating": search.ByRating}

// Search answers with a page of what words and limits find. Nothing is kept of it.
func (o *Operations) Search(ctx context.Context, in *SearchRequest) (*SearchResult, error) {
	g := live.From(ctx)
	scope, err := categories(g, in.Category, "query.category")
	if err != nil {
		return nil, err
	}
	input := agent.Input{Message: clean(in.Query)}
	if len(in.Category) > 0 {
		input.Changes = append(input.Changes, scoped(scope))
	}
	must, err := limits(ctx, scope, in.Filter, false, "query.filter")
	if err != nil {
		return nil, err
	}
	mustNot, err := limits(ctx, scope, in.Exclude, true, "query.exclude")
	if err != nil {
		return nil, err
	}
	input.Changes = append(append(input.Changes, must...), mustNot...)
	limit := cmp.Or(in.Limit, 10)
	after, err := placeOf(ctx, g, in.After)
	if err != nil {
		return nil, err
	}
	// one product more tells whether there is another page
	t, err := g.Clerk.Search(ctx, input, search.Page{Order: cmp.Or(orders[in.Sort], search.ByRelevance), Limit: limit + 1, After: after})
	if errors.Is(err, search.ErrNoPlace) {
		return nil, gone(in.After)
	}
	if err != nil {
		return nil, err
	}
	out := &SearchResult{Sort: "relevance"}
	if order := orders[in.Sort]; order != "" && slices.Contains(search.Orders(t.Scope.Shelf), order) {
		out.Sort = in.Sort
	}
	if len(t.Products) > limit {
		t.Products = t.Products[:limit]
		out.Next = t.Products[limit-1].ID
	}
	out.Found = found(ctx, g, t)
	for i := range out.Understood {
		out.Understood[i].Change = 0 // there is no conversation that it is a change of
	}
	return out, nil
}

// found presents what a turn has found.
func found(ctx context.Context, g *live.Snapshot, t *agent.Turn) Found {
	return Found{t.Reply, understood(ctx, g, &t.Need), products(ctx, g, t), t.Ranking.Open, t.Fit(), relaxed(t)}
}

// placeOf finds the product that the page before ended with; 0 for the first page.
func placeOf(ctx context.Context, g *live.Snapshot, id string) (catalog.Ref, error) {
	if id == "" {
		return 0, nil
	}
	refs, err := g.Store.Refs(ctx, []string{id})
	ref, ok := refs[id]
	if err == nil && !ok {
		err = gone(id)
	}
	return ref, err
}

func gone(id string) error {
	return bad("query.after", "The product %q is not in the list, or not any more. Leave after out to begin anew.", id)
}

// scoped is the change that looks among categories.
func scoped(among []*catalog.Category) search.Change {
	ch := search.Change{Op: search.SetScope}
	var names []string
	for _, c := range among {
		ch.Categories, names = append(ch.Categories, c.Path), append(names, c.Name)
	}
	ch.Text = strings.Join(names, ", ")
	return ch
}

// CategoriesRequest asks for all categories, or for the aspects of one.
type CategoriesRequest struct {
	Path string `query:"path" json:"path,omitempty" maxLength:"500" doc:"Path of the category whose aspects are wanted; none: all categories are listed."`
}

// CategoryList lists categories.
type CategoryList struct {
	Categories []Category `json:"categories"`
}

// Category is a category; Aspects are told only of one that was asked about.
type Category struct {
	Path    string   `json:"path"`
	Name    string   `json:"name"`
	Size    int      `json:"size"`
	Aspects []Aspect `json:"aspects,omitempty"`
}

// Aspect is an attribute of a category's products.
type Aspect struct {
	Key      string  `json:"key"`
	Label    string  `json:"label"`
	Kind     string  `json:"kind" enum:"single,multi,number,flag"`
	Unit     string  `json:"unit,omitempty"`
	Coverage float64 `json:"coverage" doc:"Share of the products that have a value."`
	Distinct int     `json:"distinct"`
	Askable  bool    `json:"askable"`
	Values   []Count `json:"values,omitempty" doc:"The commonest; not of a number."`
	Range    *Range  `json:"range,omitempty" doc:"Of a number."`
}

// Count is a value and how many products have it.
type Count struct {
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Range holds the least and the greatest number.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Categories lists all categories, or tells what can be asked about the products of one, with
// values as shoppers see them.
func (o *Operations) Categories(ctx context.Context, in *CategoriesRequest) (*CategoryList, error) {
	g := live.From(ctx)
	out := &CategoryList{Categories: []Category{}}
	if in.Path == "" {
		for _, c := range g.Store.Categories() {
			out.Categories = append(out.Categories, Category{Path: c.Path, Name: c.Name, Size: c.Size})
		}
		return out, nil
	}
	of, err := categories(g, []string{in.Path}, "query.path")
	if err != nil {
		return nil, err
	}
	shelf, err := g.Clerk.Config().Engine.Shelf(ctx, in.Path)
	if err != nil {
		return nil, err
	}
	told := Category{Path: of[0].Path, Name: of[0].Name, Size: of[0].Size}
	for _, a := range of[0].Aspects {
		aspect := Aspect{Key: a.Key, Label: reply.Label(words.From(ctx), &a), Kind: a.Kind.String(), Unit: a.Unit, Coverage: a.Coverage, Distinct: a.Distinct, Askable: a.Askable}
		if c := shelf.Column(a.Key); c != nil && len(c.Values) > 0 {
			if a.Kind == catalog.Numeric {
				aspect.Range = &Range{c.Values[0].Number, c.Values[len(c.Values)-1].Number}
			} else {
				aspect.Values = commonest(words.From(ctx), c, c.Counts())
			}
		}
		told.Aspects = append(told.Aspects, aspect)
	}
	out.Categories = append(out.Categories, told)
	return out, nil
}

// mostValues is how many values of an aspect are told, commonest first: beyond it, one
// searches for a value rather than choosing it from a list.
const mostValues = 50

// commonest lists the values with a count above 0, commonest first.
func commonest(w *words.Language, c *catalog.Column, counts []int) []Count {
	out, at := []Count{}, map[string]int{}
	for _, code := range catalog.Commonest(counts) {
		name := reply.ValueNames(w, &c.Aspect, []string{c.Values[code].Text})[0]
		if i, ok := at[name]; ok {
			out[i].Count += counts[code]
			continue
		}
		at[name] = len(out)
		out = append(out, Count{name, counts[code]})
	}
	return out[:min(len(out), mostValues)]
}

// categories finds the categories of paths, all there are where none is given; place says
// where the request names them.
func categories(g *live.Snapshot, paths []string, place string) ([]*catalog.Category, error) {
	if len(paths) == 0 {
		for _, c := range g.Store.Categories() {
			paths = append(paths, c.Path)
		}
	}
	var out []*catalog.Category
	for _, path := range paths {
		c, err := g.Store.Category(path)
		if errors.Is(err, sqlite.ErrNotFound) {
			return nil, bad(place, "The shop has no category %q: %s/categories lists them.", path, Root)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}
