package weaviate

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"shopclerk/catalog"
	"shopclerk/search/lexical"
	"shopclerk/search/vector"
)

// Row is a product with its vector, a byte a number; nil: it has none.
type Row struct {
	Product catalog.Product
	Vector  []byte

	once  sync.Once
	terms []string // of its texts, ascending, once asked for
}

// Has reports whether the product has one of the terms of a word in its texts.
func (r *Row) Has(word string) bool {
	r.once.Do(func() {
		for _, text := range lexical.Analysed(r.Product) {
			r.terms = append(r.terms, strings.Fields(text)...)
		}
		slices.Sort(r.terms)
		r.terms = slices.Compact(r.terms)
	})
	return slices.ContainsFunc(lexical.Terms(word), func(term string) bool {
		_, ok := slices.BinarySearch(r.terms, term)
		return ok
	})
}

// rowCache keeps those that were read last, some 2 kB each, by ref modulo their number; of two
// that share a place the later stays.
type rowCache [1 << 14]atomic.Pointer[Row]

// newRow returns a product with its vector, as the cluster keeps it.
func newRow(p *catalog.Product, embedding []float32) *Row {
	r := &Row{Product: *p}
	r.Product.Attributes = slices.Clone(p.Attributes)
	for i, a := range p.Attributes { // in the order in which the store reads them
		values := slices.Clone(a.Values)
		slices.SortFunc(values, func(a, b catalog.Value) int {
			return cmp.Or(cmp.Compare(a.Number, b.Number), strings.Compare(a.Text, b.Text))
		})
		r.Product.Attributes[i].Values = values
	}
	for _, code := range vector.Codes(embedding) {
		r.Vector = append(r.Vector, byte(code))
	}
	return r
}

// Codes returns the vector as package vector has it.
func (r *Row) Codes() []int8 {
	out := make([]int8, len(r.Vector))
	for i, code := range r.Vector {
		out[i] = int8(code)
	}
	return out
}

// Rows reads products, in the order of refs. They are shared: not to be written. One that is
// not there is nil.
func (c *Class) Rows(ctx context.Context, refs []catalog.Ref) ([]*Row, error) {
	out := make([]*Row, len(refs))
	at := map[catalog.Ref]int{}
	var missing []string
	for i, ref := range refs {
		if r := c.rows[int(ref)%len(c.rows)].Load(); r != nil && r.Product.Ref == ref {
			out[i] = r
		} else {
			at[ref] = i
			missing = append(missing, uuidOf(ref))
		}
	}
	if len(missing) == 0 {
		return out, nil
	}
	read, err := c.read(ctx, anyOf("id", missing), len(missing))
	if err != nil {
		return nil, err
	}
	for _, r := range read {
		out[at[r.Product.Ref]] = r
	}
	for i, ref := range refs {
		out[i] = out[max(i, at[ref])] // one that was asked for twice was read once
	}
	return out, nil
}

// read reads what a filter lets through, at most k.
func (c *Class) read(ctx context.Context, filter string, k int) ([]*Row, error) {
	found, err := c.get(ctx, []string{fmt.Sprint("limit: ", k), "where: " + filter}, "row")
	if err != nil {
		return nil, err
	}
	out := make([]*Row, len(found))
	for i, f := range found {
		out[i] = new(Row)
		if err := json.NewDecoder(strings.NewReader(f.Row)).Decode(out[i]); err != nil {
			return nil, fmt.Errorf("reading a product: %w", err)
		}
		c.rows[int(out[i].Product.Ref)%len(c.rows)].Store(out[i])
	}
	return out, nil
}

// Read returns products, in the order of refs, without those that are not there.
func (c *Class) Read(ctx context.Context, refs []catalog.Ref) ([]catalog.Product, error) {
	rows, err := c.Rows(ctx, refs)
	out := make([]catalog.Product, 0, len(rows))
	for _, r := range rows {
		if r != nil {
			p := r.Product
			p.Attributes = slices.Clone(p.Attributes) // products are edited in place
			out = append(out, p)
		}
	}
	return out, err
}

// Refs returns the refs of products by their feed ids, and by those of their variants; ids
// that the catalogue does not have are left out.
func (c *Class) Refs(ctx context.Context, ids []string) (map[string]catalog.Ref, error) {
	out := map[string]catalog.Ref{}
	if len(ids) == 0 {
		return out, nil
	}
	read, err := c.read(ctx, anyOf("ids", ids), len(ids))
	if err != nil {
		return nil, fmt.Errorf("looking up product ids: %w", err)
	}
	has := map[string]bool{}
	for _, id := range ids {
		has[id] = true
	}
	for _, r := range read {
		for _, v := range r.Product.Variants {
			if has[v.ID] {
				out[v.ID] = r.Product.Ref
			}
		}
	}
	for _, r := range read { // a product's own id before a variant's
		if has[r.Product.ID] {
			out[r.Product.ID] = r.Product.Ref
		}
	}
	return out, nil
}
