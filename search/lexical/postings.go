package lexical

import (
	"context"
	"errors"
	"fmt"
	"slices"

	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
)

// Postings returns products of the categories (paths, each for itself and all below it; none:
// the whole catalogue) that have a term of the text in any field, ascending: all of them, or
// where there are more than most some of them. A text without terms finds nothing. How often
// a product has a term is not read, which takes half of the time of [Index.Search] or more.
func (x *Index) Postings(ctx context.Context, text string, categories []string, most int) ([]catalog.Ref, error) {
	terms := countTerms(text)
	out, err := x.inEach(func(g *group) ([]catalog.Ref, error) {
		paths, all := g.wanted(categories)
		if !all && len(paths) == 0 {
			return nil, nil
		}
		return g.postings(ctx, terms, paths, most)
	})
	if err != nil {
		return nil, fmt.Errorf("looking for %q in %w", text, err)
	}
	return out[:min(most, len(out))], nil
}

// inEach returns, ascending, the products that find finds in the groups, side by side. An
// error begins with the group's name.
func (x *Index) inEach(find func(g *group) ([]catalog.Ref, error)) ([]catalog.Ref, error) {
	found, errs := make([][]catalog.Ref, len(x.groups)), make([]error, len(x.groups))
	eachInParallel(len(x.groups), func(i int) {
		errs[i] = guard(func() (err error) {
			found[i], err = find(x.groups[i])
			return err
		})
	})
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.groups[i].Name, err)
		}
	}
	out := slices.Concat(found...)
	slices.Sort(out)
	return out, nil
}

// postings is [Index.Postings] for a group, in no order.
func (g *group) postings(ctx context.Context, terms []queryTerm, paths []string, most int) ([]catalog.Ref, error) {
	allowed, err := g.within(paths)
	if err != nil {
		return nil, err
	}
	var out []catalog.Ref
	seen := make([]bool, g.Docs)
	for _, term := range terms {
		for _, f := range fields {
			err := g.each(ctx, term.text, f.name, func(doc uint32) error {
				if seen[doc] || !allowed(doc) {
					return nil
				}
				seen[doc] = true
				ref, err := g.ref(doc)
				if err == nil {
					out = append(out, ref)
				}
				if len(out) >= most {
					return errEnough
				}
				return err
			})
			if errors.Is(err, errEnough) {
				return out, nil
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// errEnough ends a reading of postings.
var errEnough = errors.New("enough was read")

// each calls do with the documents that have a term in a field, ascending, until it returns
// an error, which is returned.
func (g *group) each(ctx context.Context, term, field string, do func(doc uint32) error) (err error) {
	r, err := g.reader.TermFieldReader(ctx, []byte(term), field, false, false, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	var posting index.TermFieldDoc
	for {
		next, err := r.Next(&posting)
		if err != nil || next == nil {
			return err
		}
		if err := do(uint32(next.ID.Value())); err != nil {
			return err
		}
	}
}
