package lexical

import (
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
	err := guard(func() error {
		for _, term := range countTerms(text) {
			for _, f := range fields {
				err := x.each(ctx, term.text, f.name, func(doc uint32) error {
					if !seen[doc] && (allowed == nil || allowed(doc)) {
						seen[doc] = true
						out = append(out, x.refs[doc])
					}
					if len(out) >= limit {
						return errEnough
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, fmt.Errorf("looking for %q: %w", text, err)
	}
	slices.Sort(out)
	return out, nil
}

// errEnough ends a reading of postings.
var errEnough = errors.New("enough was read")

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
