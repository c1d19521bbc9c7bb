package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
)

// Among returns those of some products that have a term of the text in any field, ascending
// as these must. It takes time in proportion to the products asked about, and not, as
// [Index.Postings] does, to those that have the terms.
func (x *Index) Among(ctx context.Context, text string, refs []catalog.Ref) ([]catalog.Ref, error) {
	terms := countTerms(text)
	out, err := x.inEach(func(g *group) ([]catalog.Ref, error) { return g.among(ctx, terms, refs) })
	if err != nil {
		return nil, fmt.Errorf("looking for %q in %w", text, err)
	}
	return out, nil
}

// among is [Index.Among] for a group, in no order.
func (g *group) among(ctx context.Context, terms []queryTerm, refs []catalog.Ref) ([]catalog.Ref, error) {
	sorted, err := g.sorted()
	if err != nil || len(sorted) == 0 {
		return nil, err
	}
	from, _ := slices.BinarySearch(refs, catalog.Ref(g.refs[sorted[0]].Load()))
	var docs []uint32
	for _, ref := range refs[from:] {
		at, is := slices.BinarySearchFunc(sorted, ref, func(doc uint32, ref catalog.Ref) int {
			return cmp.Compare(catalog.Ref(g.refs[doc].Load()), ref)
		})
		if at == len(sorted) {
			break
		}
		if sorted = sorted[at:]; is {
			docs = append(docs, sorted[0])
		}
	}
	slices.Sort(docs)
	has := make([]bool, len(docs))
	for _, term := range terms {
		for _, f := range fields {
			if err := g.mark(ctx, term.text, f.name, docs, has); err != nil {
				return nil, err
			}
		}
	}
	var out []catalog.Ref
	for i, doc := range docs {
		if has[i] {
			out = append(out, catalog.Ref(g.refs[doc].Load()))
		}
	}
	return out, nil
}

// mark marks those of ascending documents that have a term in a field.
func (g *group) mark(ctx context.Context, term, field string, docs []uint32, has []bool) (err error) {
	r, err := g.reader.TermFieldReader(ctx, []byte(term), field, false, false, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	var posting index.TermFieldDoc
	for i := 0; i < len(docs); {
		next, err := r.Advance(index.NewIndexInternalID(nil, uint64(docs[i])), &posting)
		if err != nil || next == nil {
			return err
		}
		doc := uint32(next.ID.Value())
		at, is := slices.BinarySearch(docs[i:], doc)
		if i += at; is {
			has[i] = true
			i++
		}
	}
	return nil
}
