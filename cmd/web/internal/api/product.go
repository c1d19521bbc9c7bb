package api

import (
	"errors"
	"net/url"
	"slices"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
)

// Product is a product as programs get it.
type Product struct {
	ID          string      `json:"id"`
	Title       string      `json:"title"`
	Brand       string      `json:"brand,omitempty"`
	Category    string      `json:"category"`
	Description string      `json:"description,omitempty"` // of a single product only
	Price       *Price      `json:"price,omitempty"`
	Rating      float64     `json:"rating,omitempty"`
	Ratings     int         `json:"ratings,omitempty"`
	Stock       *int        `json:"stock,omitempty"`
	Image       string      `json:"image,omitempty"`
	Link        string      `json:"link,omitempty"`
	Page        string      `json:"page"`
	Attributes  []Attribute `json:"attributes"`
	PriceTo     *Price      `json:"price_to,omitempty"` // the highest, where variants differ in it
	Variants    []Variant   `json:"variants,omitempty"` // the forms it is sold in, by whose ids it is ordered
	Match       *Match      `json:"match,omitempty"`    // of a list's product only
}

// Variant is one form in which a product is sold.
type Variant struct {
	ID      string   `json:"id"`
	Options []Chosen `json:"options"`
	Price   *Price   `json:"price,omitempty"`
	Stock   *int     `json:"stock,omitempty"`
	Image   string   `json:"image,omitempty"`
	Page    string   `json:"page"`
}

// Chosen is what a variant stands for.
type Chosen struct {
	Name  string `json:"name"`
	Value string `json:"value"`
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
	Numbers []float64 `json:"numbers,omitempty"` // of a number: one, or the two ends of a range
}

// Match is how a product stands to what was asked for.
type Match struct {
	Full   bool    `json:"full"`
	Pinned bool    `json:"pinned"`
	Score  float64 `json:"score"`
	Lacks  []Lack  `json:"lacks"`
	Shares []Share `json:"shares"`
}

// Lack is something asked for that a product has not.
type Lack struct {
	Asked   string   `json:"asked"`
	Aspect  string   `json:"aspect"`
	Unknown bool     `json:"unknown"`
	Has     []string `json:"has"`
}

// Share is a part of a score.
type Share struct {
	Feature string  `json:"feature"`
	Points  float64 `json:"points"`
}

// product answers with one product. One that the shop hides is not there.
func (a *API) product(r *request) (any, error) {
	id := r.PathValue("id")
	p, err := a.Store.Product(r.Context(), id)
	if errors.Is(err, sqlite.ErrNotFound) || err == nil && (a.Clerk.Hides(id) || a.Clerk.Hides(p.Group)) {
		return nil, problem(NotFound, "The shop has no product %q.", id).at("path", "id")
	}
	if err != nil {
		return nil, err
	}
	now, err := a.Clerk.Products(r.Context(), []catalog.Ref{p.Ref})
	if err != nil {
		return nil, err
	}
	p = now[0]
	out := a.present(&p)
	out.Description = p.Description
	return out, nil
}

// present makes a product what programs get.
func (a *API) present(p *catalog.Product) Product {
	out := Product{
		ID: p.ID, Title: p.Title, Brand: p.Brand, Category: p.Category,
		Rating: p.Rating, Ratings: p.Ratings, Image: p.Image, Link: p.Link,
		Page: "/p/" + url.PathEscape(p.ID), Attributes: []Attribute{},
	}
	if p.Price.Known() {
		out.Price = &Price{p.Price.Major(), p.Price.Currency}
	}
	if p.Stock >= 0 {
		out.Stock = &p.Stock
	}
	if low, high := catalog.PriceSpan(p.Variants); low.Minor < high.Minor {
		out.PriceTo = &Price{high.Major(), high.Currency}
	}
	out.Variants = variants(p)
	category, err := a.Store.Category(p.Category)
	if err != nil {
		return out // it can not happen in one catalogue, and the product is told all the same
	}
	for _, aspect := range category.Aspects {
		values := p.Of(aspect.Key)
		if len(values) == 0 {
			continue
		}
		said := Attribute{Aspect: aspect.Key, Label: aspect.Label, Unit: aspect.Unit, Values: texts(values)}
		if aspect.Kind == catalog.Numeric {
			for _, v := range values {
				said.Numbers = append(said.Numbers, v.Number)
			}
		}
		out.Attributes = append(out.Attributes, said)
	}
	return out
}

// variants presents the forms of a product.
func variants(p *catalog.Product) []Variant {
	var out []Variant
	for _, v := range p.Variants {
		one := Variant{ID: v.ID, Image: v.Image, Page: "/p/" + url.PathEscape(v.ID)}
		if v.Price.Known() {
			one.Price = &Price{v.Price.Major(), v.Price.Currency}
		}
		if v.Stock >= 0 {
			one.Stock = &v.Stock
		}
		for _, o := range v.Options {
			one.Options = append(one.Options, Chosen{o.Name, o.Value})
		}
		out = append(out, one)
	}
	return out
}

// texts lists the values' texts.
func texts(values []catalog.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Text
	}
	return out
}

// list presents the products of a turn.
func (a *API) list(t *agent.Turn) []Product {
	out := make([]Product, len(t.Products))
	for i := range t.Products {
		it := &t.Ranking.Items[i]
		m := &Match{Full: it.Full, Pinned: it.Pinned, Score: it.Score, Lacks: []Lack{}, Shares: []Share{}}
		for _, l := range it.Lacks {
			m.Lacks = append(m.Lacks, Lack{Asked: l.Wanted.Text, Aspect: l.Wanted.Demand.Condition.Key, Unknown: l.Unknown, Has: texts(l.Has)})
		}
		for _, s := range it.Shares {
			if s.Points != 0 {
				m.Shares = append(m.Shares, Share{s.Feature, s.Points})
			}
		}
		out[i] = a.present(&t.Products[i])
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
