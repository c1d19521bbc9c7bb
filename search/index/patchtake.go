package index

import (
	"cmp"
	"context"
	"fmt"

	"shopclerk/catalog/patch"
	"shopclerk/catalog/sqlite"
)

// Refuse returns why a catalogue does not take patches: for each an error, which is
// [patch.ErrBad], or nil.
func Refuse(ctx context.Context, store *sqlite.Store, patches []patch.Patch) ([]error, error) {
	owners, err := store.Owners(ctx, named(patches))
	if err != nil {
		return nil, err
	}
	out := make([]error, len(patches))
	for i := range patches {
		c := &patches[i]
		bad := func(field, form string, args ...any) {
			out[i] = fmt.Errorf("%w: %s: "+form, append([]any{patch.ErrBad, field}, args...)...)
		}
		if c.Category != nil {
			if _, err := store.Category(*c.Category); err != nil {
				bad("category", "the catalogue has no %q: an import makes new categories", *c.Category)
			}
		}
		switch owner, known := owners[c.Variant]; {
		case c.Variant == "" && c.Stock != nil && *c.Stock > 0 && owners[c.ID].Several && owners[c.ID].Product == c.ID:
			bad("stock", "the product comes in variants: name one")
		case c.Variant != "" && known && owner.Product != c.ID:
			bad("variant", "%q is of product %q", c.Variant, owner.Product)
		}
	}
	return out, nil
}

// named lists the ids of products and variants that patches name.
func named(patches []patch.Patch) []string {
	var ids []string
	for i := range patches {
		if ids = append(ids, patches[i].ID); patches[i].Variant != "" {
			ids = append(ids, patches[i].Variant)
		}
	}
	return ids
}

// take lets items say what patches say, to be laid over the catalogue.
func (p *Patches) take(ctx context.Context, batch []Logged) error {
	patches := make([]patch.Patch, len(batch))
	for i := range batch {
		patches[i] = batch[i].Patch
	}
	owners, err := p.shop.Catalogue.Owners(ctx, named(patches))
	if err != nil {
		return err
	}
	p.taken += len(batch)
	for i := range patches {
		c := &patches[i]
		if at := batch[i].Sequence; at > 0 && at < p.begun { // the feed has the last word on it
			continue
		}
		if c.Check() != nil || c.Category != nil && p.schemas[*c.Category] == nil {
			continue
		}
		if c.Variant == "" {
			if of := cmp.Or(owners[c.ID].Product, p.variants[c.ID], c.ID); of != c.ID {
				*c = c.Of(of)
			}
		} else if of, known := owners[c.Variant]; known && of.Product != c.ID {
			continue // of another product
		} else if !known && p.variants[c.Variant] == "" {
			p.variants[c.Variant] = c.ID
			if early := p.items[c.Variant]; early != nil {
				p.item(c.ID).Adopt(c.Variant, early)
				delete(p.items, c.Variant)
				delete(p.touched, c.Variant)
				t := p.touch(c.ID)
				t.light = false
				t.tell(c.Variant, batch[i].At)
			}
		}
		if !p.item(c.ID).Take(c) {
			continue
		}
		t := p.touch(c.ID)
		t.light = t.light && c.Light()
		t.cells = t.cells || c.Price != nil || c.Rating != nil
		switch {
		case c.Stock == nil:
		case c.Variant == "":
			t.counted = batch[i].At
		default:
			t.tell(c.Variant, batch[i].At)
		}
	}
	return nil
}

func (p *Patches) touch(id string) *touch {
	if p.touched[id] == nil {
		p.touched[id] = &touch{light: true}
	}
	return p.touched[id]
}

func (t *touch) tell(variant string, at int64) {
	if t.told == nil {
		t.told = map[string]int64{}
	}
	t.told[variant] = at
}

func (p *Patches) item(id string) *patch.Item {
	if p.items[id] == nil {
		p.items[id] = &patch.Item{}
	}
	return p.items[id]
}
