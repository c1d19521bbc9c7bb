package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"shopclerk/catalog"
)

// Postings returns products of the categories (paths, each for itself and all below it; none:
// the whole catalogue) that have a term of the text in any field, ascending: all of them, or
// some where there are more than limit. A text without terms finds nothing. Frequencies are
// not read, which takes half of the time of [Index.Retrieve] or less.
func (x *Index) Postings(ctx context.Context, text string, categories []string, limit int) ([]catalog.Ref, error) {
	var out []catalog.Ref
	seen := make([]bool, x.docs)
	allowed := x.within(categories)
	err := x.eachField(text, func(term, field string) error {
		return x.each(ctx, term, field, func(doc uint32) error {
			if !seen[doc] && (allowed == nil || allowed(doc)) {
				seen[doc] = true
				out = append(out, x.refs[doc])
			}
			if len(out) >= limit {
				return errEnough
			}
			return nil
		})
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	slices.Sort(out)
	return out, nil
}

// errEnough ends a reading of postings.
var errEnough = errors.New("enough was read")

// eachField calls do with each term of a text and each field.
func (x *Index) eachField(text string, do func(term, field string) error) error {
	err := guard(func() error {
		for _, term := range countTerms(text) {
			for _, f := range fields {
				if err := do(term.text, f.name); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("looking for %q: %w", text, err)
	}
	return nil
}

// Among returns those of some products that have a term of the text in any field, ascending
// as these must. It takes time in proportion to the products asked about, where
// [Index.Postings] does to those that have the terms.
func (x *Index) Among(ctx context.Context, text string, refs []catalog.Ref) ([]catalog.Ref, error) {
	docs := x.docsOf(refs)
	has := make([]bool, len(docs))
	err := x.eachField(text, func(term, field string) (err error) {
		c, err := x.cursor(ctx, term, field, false)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.reader.Close()) }()
		return c.meet(docs, func(at int) { has[at] = true })
	})
	if err != nil {
		return nil, err
	}
	var out []catalog.Ref
	for i, doc := range docs {
		if has[i] {
			out = append(out, x.refs[doc])
		}
	}
	slices.Sort(out)
	return out, nil
}

// docsOf returns the documents of products, ascending; products that the index does not have
// are left out.
func (x *Index) docsOf(refs []catalog.Ref) []uint32 {
	var docs []uint32
	sorted := x.sorted()
	for _, ref := range refs {
		at, has := slices.BinarySearchFunc(sorted, ref, func(doc uint32, ref catalog.Ref) int {
			return cmp.Compare(x.refs[doc], ref)
		})
		if sorted = sorted[at:]; has {
			docs = append(docs, sorted[0])
		}
	}
	slices.Sort(docs)
	return docs
}

// Frequency returns how many products have the term of a word in one field, in that which
// most have it in: 0 for a word that the catalogue lacks. A word of several terms has the
// frequency of the rarest, one of none (a stop word) that of all.
func (x *Index) Frequency(ctx context.Context, word string) (int, error) {
	terms := countTerms(word)
	if err := guard(func() error { return x.count(ctx, terms) }); err != nil {
		return 0, fmt.Errorf("counting %q: %w", word, err)
	}
	n := x.docs
	for _, t := range terms {
		n = min(n, int(t.docs))
	}
	return n, nil
}
