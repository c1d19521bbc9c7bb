package api

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/cmd/internal/seal"
	"shopclerk/search"
)

// The parameters of a search.
const (
	paramQuery    = "q"
	paramCategory = "category"
	paramFilter   = "filter"
	paramExclude  = "exclude"
	paramSort     = "sort"
	paramLimit    = "limit"
	paramCursor   = "cursor"
	paramFacet    = "facet"
)

// SearchResult is a page of products.
type SearchResult struct {
	Reply      string       `json:"reply"`
	Understood []Understood `json:"understood"`
	Products   []Product    `json:"products"`
	Open       int          `json:"open"`
	Full       int          `json:"full"`
	Relaxed    []string     `json:"relaxed"`
	Sort       string       `json:"sort"`
	Facets     []Facet      `json:"facets"`
	Next       string       `json:"next,omitempty"`
}

// Facet counts the products by what they are.
type Facet struct {
	Aspect string  `json:"aspect"`
	Label  string  `json:"label"`
	Unit   string  `json:"unit,omitempty"`
	Fit    int     `json:"fit"`
	Known  int     `json:"known"`
	Values []Count `json:"values,omitempty"` // not of a number
	Bins   []Bin   `json:"bins,omitempty"`   // of a number
}

// Bin counts the products whose number lies from Low on, below High; the last one is
// open above.
type Bin struct {
	Low   float64  `json:"low"`
	High  *float64 `json:"high,omitempty"`
	Count int      `json:"count"`
}

// sorts names the orders as the contract does.
var sorts = map[string]search.Order{
	"relevance": search.ByRelevance, "price": search.ByPrice, "-price": search.ByPriceDown, "rating": search.ByRating,
}

// pageLength is how long a page is where the request does not say.
const pageLength = 10

// search answers with a page of what a query finds: the words are read as the clerk
// reads a message, the parameters are limits beside it.
func (a *API) search(r *request) (any, error) {
	ctx := r.Context()
	in, err := a.query(ctx, r.query)
	if err != nil {
		return nil, err
	}
	page := search.Page{Order: sorts[r.query.Get(paramSort)], Limit: pageLength}
	if n, err := strconv.Atoi(r.query.Get(paramLimit)); err == nil {
		page.Limit = n // within the contract's bounds
	}
	if page.After, err = a.after(ctx, r); err != nil {
		return nil, err
	}
	limit := page.Limit
	page.Limit++ // one more tells whether there is another page
	turn, err := a.Clerk.Search(ctx, in, page)
	if errors.Is(err, search.ErrNoPlace) {
		return nil, gone()
	}
	if err != nil {
		return nil, err
	}
	out := &SearchResult{
		Reply: turn.Reply, Understood: a.understood(turn), Open: turn.Ranking.Open, Full: turn.Fit(),
		Relaxed: relaxed(turn), Sort: "relevance",
	}
	for i := range out.Understood {
		out.Understood[i].Change = 0 // there is no conversation that it is a change of
	}
	if order := page.Order; slices.Contains(search.Orders(turn.Scope.Shelf), order) && order != search.ByRelevance {
		out.Sort = string(order)
	}
	if out.Facets, err = facets(turn, r.query[paramFacet]); err != nil {
		return nil, err
	}
	if len(turn.Products) > limit {
		turn.Products = turn.Products[:limit]
		out.Next = a.cursor(r, turn.Products[limit-1].ID)
	}
	out.Products = a.list(turn)
	return out, nil
}

// query reads what is searched for.
func (a *API) query(ctx context.Context, q url.Values) (agent.Input, error) {
	in := agent.Input{Message: strings.TrimSpace(strings.ToValidUTF8(q.Get(paramQuery), ""))}
	given := q[paramCategory]
	categories, err := a.scope(given, "query", paramCategory)
	if err != nil {
		return in, err
	}
	if len(given) > 0 {
		in.Changes = append(in.Changes, scoped(categories))
	}
	for _, parameter := range []string{paramFilter, paramExclude} {
		limits, err := a.changes(ctx, categories, parameter, q[parameter])
		if err != nil {
			return in, err
		}
		in.Changes = append(in.Changes, limits...)
	}
	return in, nil
}

// scoped is the change that looks among categories.
func scoped(categories []*catalog.Category) search.Change {
	ch := search.Change{Op: search.SetScope}
	var names []string
	for _, c := range categories {
		ch.Categories, names = append(ch.Categories, c.Path), append(names, c.Name)
	}
	ch.Text = strings.Join(names, ", ")
	return ch
}

// facets counts the turn's products by the aspects of the given keys. Where no category
// is in scope there is nothing to count: what words find in the whole shop is another
// set after every limit.
func facets(t *agent.Turn, keys []string) ([]Facet, error) {
	out := []Facet{}
	if slices.Contains(t.Scope.Path, "found") {
		return out, nil
	}
	var offered []string
	for _, c := range t.Scope.Shelf.Columns {
		offered = append(offered, c.Aspect.Key)
	}
	for _, key := range keys {
		if !slices.Contains(offered, key) {
			return nil, problem(UnknownAspect, "The categories that are searched have no aspect %q to count.", key).
				at("query", paramFacet, near(key, offered)...)
		}
	}
	for _, f := range search.Facets(t.Scope.Shelf, t.Ranking, keys) {
		told := Facet{Aspect: f.Column.Aspect.Key, Label: f.Column.Aspect.Label, Unit: f.Column.Aspect.Unit, Fit: f.Fit, Known: f.Known}
		switch {
		case f.Histogram != nil:
			for i, n := range f.Histogram.Counts {
				r := f.Histogram.Bin(i)
				told.Bins = append(told.Bins, Bin{*r.Low, r.High, n})
			}
		case f.Column.Aspect.Kind != catalog.Numeric:
			told.Values = commonest(f.Column, f.Counts)
		}
		out = append(out, told)
	}
	return out, nil
}

// A cursor holds the place where a page ended, by the product there: the next page is
// what comes after that product by the same order, wherever it stands now. Nothing is
// told twice or left out while the catalogue and the controls stay as they are; where
// they change, the list goes on from where the product is.

// cursorLife is how long a search can be gone on with.
const cursorLife = 24 * time.Hour

// purpose is what a search's cursors are sealed for: what is searched for, but for how
// much of it is listed.
func purpose(q url.Values) string {
	same := url.Values{}
	for _, name := range []string{paramQuery, paramCategory, paramFilter, paramExclude, paramSort} {
		same[name] = q[name]
	}
	return "search cursor 1 " + same.Encode()
}

// cursor makes the cursor of a page that ends with a product.
func (a *API) cursor(r *request, product string) string {
	return a.Sealer.Seal(purpose(r.query), r.caller.Holder(), a.Now().Add(cursorLife), []byte(product))
}

// after reads the product that the page before ended with, 0 for the first page.
func (a *API) after(ctx context.Context, r *request) (catalog.Ref, error) {
	token := r.query.Get(paramCursor)
	if token == "" {
		return 0, nil
	}
	id, err := a.Sealer.Open(purpose(r.query), r.caller.Holder(), a.Now(), token)
	switch {
	case errors.Is(err, seal.ErrExpired):
		return 0, problem(ExpiredCursor, "A search can be gone on with for %s. Leave the cursor out to begin anew.", cursorLife).at("query", paramCursor)
	case err != nil:
		return 0, problem(InvalidCursor, "Send the cursor exactly as next was returned to the same key, with the same q, category, filter, exclude and sort.").at("query", paramCursor)
	}
	refs, err := a.Store.Refs(ctx, []string{string(id)})
	if err != nil {
		return 0, err
	}
	ref, ok := refs[string(id)]
	if !ok {
		return 0, gone()
	}
	return ref, nil
}

// gone tells that the product which a page ended with is not listed any more.
func gone() error {
	return problem(InvalidCursor, "The catalogue has changed, and the product that the page ended with is not listed any more. Leave the cursor out to begin anew.").at("query", paramCursor)
}
