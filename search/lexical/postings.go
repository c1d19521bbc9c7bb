package lexical

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shopclerk/catalog"
)

// Postings returns products of the categories (paths, each for itself and all below it; none:
// the whole catalogue) that have a word in any field, ascending: all of them, or some where there
// are more than limit. A word that has parts is there where it is as a whole, or where all parts
// are. One without terms finds nothing. Frequencies are not read, which takes half of the time of
// [Index.Retrieve] or less.
func (x *Index) Postings(ctx context.Context, word string, categories []string, limit int) ([]catalog.Ref, error) {
	terms := countTerms(word)
	terms = terms[:min(len(terms), mostParts)]
	whole, length := uint32(0), 0 // the bit of the term that is the whole word, and the letters of its parts
	for _, t := range terms {
		length += len(t.text)
	}
	for i, t := range terms {
		if len(terms) > 1 && len(t.text)*2 == length {
			whole = 1 << i
		}
	}
	all := uint32(1)<<len(terms) - 1 - whole
	var out []catalog.Ref
	had := make([]uint32, x.docs) // the terms of each document
	allowed := x.within(categories)
	err := guard(func() error {
		for i, term := range terms {
			for _, f := range fields {
				err := x.each(ctx, term.text, f.name, func(doc uint32) error {
					before := had[doc]
					had[doc] |= 1 << i
					has := func(terms uint32) bool { return terms&all == all || terms&whole != 0 }
					if !has(before) && has(had[doc]) && (allowed == nil || allowed(doc)) {
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
		return nil, fmt.Errorf("looking for %q: %w", word, err)
	}
	slices.Sort(out)
	return out, nil
}

// mostParts is how many terms of a word are looked up.
const mostParts = 32

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
