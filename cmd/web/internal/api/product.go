package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"shopclerk/agent"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/search/index"
	"shopclerk/words"
)

// ProductRequest names a product or a variant.
type ProductRequest struct {
	ID string `path:"id" json:"id" maxLength:"200" example:"bp-000001" doc:"Id of a product, or of one of its variants."`
}

// Product is a product as programs get it.
type Product struct {
	ID          string      `json:"id"`
	Title       string      `json:"title"`
	Brand       string      `json:"brand,omitempty"`
	Category    string      `json:"category" doc:"Path of its category."`
	Description string      `json:"description,omitempty" doc:"Of a single product only."`
	Price       *Price      `json:"price,omitempty"`
	ListPrice   *Price      `json:"list_price,omitempty" doc:"What it would cost usually."`
	PriceTo     *Price      `json:"price_to,omitempty" doc:"The highest price, where variants differ."`
	Rating      float64     `json:"rating,omitempty"`
	Ratings     int         `json:"ratings,omitempty"`
	Stock       *int        `json:"stock,omitempty" doc:"Left out where it is not counted."`
	Image       string      `json:"image,omitempty"`
	Link        string      `json:"link,omitempty"`
	Page        string      `json:"page"`
	Attributes  []Attribute `json:"attributes"`
	Variants    []Variant   `json:"variants,omitempty" doc:"The forms it is sold in; order by their ids."`
	Match       *Match      `json:"match,omitempty" doc:"How it meets what was asked for; in lists only."`
}

// Variant is one form in which a product is sold.
type Variant struct {
	ID      string            `json:"id"`
	Options map[string]string `json:"options"`
	Price   *Price            `json:"price,omitempty"`
	Stock   *int              `json:"stock,omitempty"`
	Image   string            `json:"image,omitempty"`
	Page    string            `json:"page"`
}

// Price is an amount in major units, such as euros.
type Price struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

// Attribute is what a product says of one aspect.
type Attribute struct {
	Aspect  string    `json:"aspect"`
	Label   string    `json:"label"`
	Unit    string    `json:"unit,omitempty"`
	Values  []string  `json:"values"`
	Numbers []float64 `json:"numbers,omitempty" doc:"Of a number: one, or the two ends of a range."`
}

// Match is how a product meets what was asked for.
type Match struct {
	Full  bool     `json:"full"`
	Lacks []string `json:"lacks" doc:"What was asked for and it has not, or does not say."`
}

// Product answers with one product. One that the shop hides is not found.
func (o *Operations) Product(ctx context.Context, in *ProductRequest) (*Product, error) {
	g := live.From(ctx)
	p, err := g.Store.Product(ctx, in.ID)
	if errors.Is(err, sqlite.ErrNotFound) || err == nil && (g.Clerk.Hides(in.ID) || g.Clerk.Hides(p.Group)) {
		return nil, Fault(http.StatusNotFound, "path.id", "The shop has no product %q.", in.ID)
	}
	if err != nil {
		return nil, err
	}
	now, err := g.Clerk.Products(ctx, []catalog.Ref{p.Ref})
	if err != nil {
		return nil, err
	}
	out := product(ctx, g, &now[0])
	out.Description = now[0].Description
	return &out, nil
}

// product presents a product.
func product(ctx context.Context, g *live.Snapshot, p *catalog.Product) Product {
	w := words.From(ctx)
	out := Product{
		ID: p.ID, Title: p.Title, Brand: w.Called([]string{p.Category}, catalog.KeyBrand, p.Brand, p.Brand), Category: p.Category, Price: price(p.Price), ListPrice: price(p.ListPrice), Rating: p.Rating, Ratings: p.Ratings,
		Stock: stock(p.Stock), Image: p.Image, Link: p.Link, Page: page(p.ID), Attributes: []Attribute{},
	}
	if low, high := catalog.PriceSpan(p.Variants); low.Minor < high.Minor {
		out.PriceTo = price(high)
	}
	for _, v := range p.Variants {
		one := Variant{ID: v.ID, Options: map[string]string{}, Price: price(v.Price), Stock: stock(v.Stock), Image: v.Image, Page: page(v.ID)}
		for _, o := range v.Options {
			one.Options[o.Name] = o.Value
		}
		out.Variants = append(out.Variants, one)
	}
	category, err := g.Store.Category(p.Category)
	if err != nil {
		return out // cannot happen within one snapshot
	}
	for _, aspect := range category.Aspects {
		values := p.Of(aspect.Key)
		if len(values) == 0 {
			continue
		}
		said := Attribute{Aspect: aspect.Key, Label: reply.Label(w, &aspect), Unit: aspect.Unit, Values: reply.ValueNames(w, &aspect, texts(values))}
		if aspect.Kind == catalog.Numeric {
			for _, v := range values {
				said.Numbers = append(said.Numbers, v.Number)
			}
		}
		out.Attributes = append(out.Attributes, said)
	}
	return out
}

func page(id string) string { return "/p/" + url.PathEscape(id) }

func price(p catalog.Price) *Price {
	if !p.Known() {
		return nil
	}
	return &Price{p.Major(), p.Currency}
}

func stock(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// texts lists the values' texts.
func texts(values []catalog.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Text
	}
	return out
}

// products presents the products of a turn.
func products(ctx context.Context, g *live.Snapshot, t *agent.Turn) []Product {
	out := make([]Product, len(t.Products))
	for i := range t.Products {
		m := &Match{Full: t.Ranking.Items[i].Full, Lacks: []string{}}
		for _, l := range t.Ranking.Items[i].Lacks {
			m.Lacks = append(m.Lacks, l.Wanted.Text)
		}
		out[i] = product(ctx, g, &t.Products[i])
		out[i].Match = m
	}
	return out
}

// relaxed names what was left out to find anything.
func relaxed(t *agent.Turn) []string {
	out := append([]string{}, t.Scope.Relaxed...)
	for _, text := range t.Ranking.Relaxed {
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// PricesSet tells how many prices and stocks were set.
type PricesSet struct {
	Set int `json:"set"`
}

// Prices sets prices, list prices and stocks, all of them or, with an error, none. What is
// answered next is made with them.
func (o *Operations) Prices(ctx context.Context, changes []catalog.PriceChange) (*PricesSet, error) {
	err := o.Shop.SetPrices(ctx, changes)
	var wrong catalog.PriceErrors
	switch {
	case errors.As(err, &wrong):
		return nil, bad(fmt.Sprintf("body[%d]", wrong[0].Place-1), "No price was set: %v.", err)
	case errors.Is(err, index.ErrPricesClustered):
		return nil, Fault(http.StatusConflict, "", "No price was set: %v.", err)
	}
	return &PricesSet{len(changes)}, err
}
