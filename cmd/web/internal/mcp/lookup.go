package mcp

import (
	"context"
	"fmt"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/catalog"
	"shopclerk/words"
)

// lookup answers lookup_catalog.
func (s *Server) lookup(ctx context.Context, r *sdk.CallToolRequest, in LookupInput) (*sdk.CallToolResult, LookupOutput, error) {
	ctx = s.speak(ctx, r, in.Catalog.Context)
	products, missing, err := s.products(ctx, in.Catalog.IDs)
	if err != nil {
		return nil, LookupOutput{}, err
	}
	w := words.From(ctx)
	out := LookupOutput{UCP: envelope("lookup"), Products: []Product{}}
	text := ""
	for i := range products {
		p := s.present(w, &products[i])
		correlate(&p, in.Catalog.IDs)
		out.Products = append(out.Products, p)
		text += productLine(w, i, &products[i])
	}
	for _, id := range missing {
		out.Messages = append(out.Messages, Message{"info", "not_found", id})
		text += fmt.Sprintf("Not found: %s\n", id)
	}
	return say(text), out, nil
}

// correlate says which variants the ids of a lookup led to: those that they name, and of
// a product that they name the first that can be bought.
func correlate(p *Product, ids []string) {
	for i := range p.Variants {
		if v := &p.Variants[i]; slices.Contains(ids, v.ID) {
			v.Inputs = []Correlation{{ID: v.ID, Match: "exact"}}
		}
	}
	if len(p.Variants) > 1 && slices.Contains(ids, p.ID) {
		i := max(0, slices.IndexFunc(p.Variants, func(v Variant) bool { return v.Availability == nil || v.Availability.Available }))
		p.Variants[i].Inputs = append(p.Variants[i].Inputs, Correlation{ID: p.ID, Match: "featured"})
	}
}

// product answers get_product.
func (s *Server) product(ctx context.Context, r *sdk.CallToolRequest, in ProductInput) (*sdk.CallToolResult, ProductOutput, error) {
	ctx = s.speak(ctx, r, in.Catalog.Context)
	products, missing, err := s.products(ctx, []string{in.Catalog.ID})
	if err == nil && len(missing) > 0 {
		err = wrong("catalog.id", "the shop has no product %q: search_catalog tells the ids of products", in.Catalog.ID)
	}
	if err != nil {
		return nil, ProductOutput{}, err
	}
	w := words.From(ctx)
	p := s.detail(w, &products[0])
	return say(p.Title + "\n" + p.Variants[0].Description.Plain), ProductOutput{UCP: envelope("lookup"), Product: p}, nil
}

// products finds products by id, each once, in the order of the ids; what the shop does
// not have, or hides, is missing.
func (s *Server) products(ctx context.Context, ids []string) (found []catalog.Product, missing []string, err error) {
	refs, err := s.Store.Refs(ctx, ids)
	if err != nil {
		return nil, nil, err
	}
	var list []catalog.Ref
	var seen []string
	for _, id := range ids {
		if slices.Contains(seen, id) {
			continue
		}
		seen = append(seen, id)
		switch ref, ok := refs[id]; {
		case !ok || s.Clerk.Hides(id):
			missing = append(missing, id)
		case !slices.Contains(list, ref): // the id of a variant names its product
			list = append(list, ref)
		}
	}
	found, err = s.Clerk.Products(ctx, list)
	shown := found[:0]
	for i := range found {
		if s.Clerk.Hides(found[i].ID) {
			missing = append(missing, found[i].ID)
			continue
		}
		shown = append(shown, found[i])
	}
	return shown, missing, err
}
