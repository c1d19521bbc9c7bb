package lexical

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
	"shopclerk/search"
)

// The limits of one completion, so that its work does not grow with how common a word is.
const (
	// maxBegun is how many dictionary entries are read of those that begin with the last
	// word; two letters begin some hundreds of the words of 25,000 products.
	maxBegun = 2000
	// begunUsed is how many of them are looked up, those of most products.
	begunUsed = 8
	// maxPostings is how many products are looked at. What lies beyond has a word that
	// thousands have: more words tell more.
	maxPostings = 16_000
)

// Complete returns up to k products whose titles have every word of the text, the last one as
// a beginning unless a space follows it. The shortest title comes first, because the words
// say the most of it; ties go by Ref. The work is bounded: of words that very many titles
// have, only some are looked at.
func (x *Index) Complete(ctx context.Context, text string, k int) (refs []catalog.Ref, err error) {
	terms, begun := cutLast(text)
	if k <= 0 || len(terms) == 0 && len(begun) < 2 {
		return nil, ctx.Err()
	}
	err = guard(func() error {
		refs, err = x.complete(ctx, terms, begun, k)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("completing %q: %w", text, err)
	}
	return refs, nil
}

// cutLast returns the terms of a text's finished words, and the last word, folded, when it is
// still being typed.
func cutLast(text string) (terms []string, begun string) {
	s := Fold(text)
	end := len(s)
	for end > 0 {
		r := s[end-1]
		if r < 0x80 && !wordRune(rune(r)) {
			break
		}
		end--
	}
	for _, t := range countTerms(s[:end]) {
		terms = append(terms, t.text)
	}
	return terms, strings.ReplaceAll(s[end:], ",", "")
}

// complete finds the products with every term, and one that begins so: those that have the
// rarest term, or begin so where there is no other, and then of these those that have the rest.
func (x *Index) complete(ctx context.Context, terms []string, begun string, k int) ([]catalog.Ref, error) {
	var groups [][]*cursor // a title must have any term of each
	defer func() {
		for _, c := range slices.Concat(groups...) {
			_ = c.reader.Close()
		}
	}()
	open := func(terms ...string) error {
		var group []*cursor
		for _, t := range terms {
			c, err := x.cursor(ctx, t, fields[0].name, true)
			if err != nil {
				return err
			}
			group = append(group, c)
		}
		groups = append(groups, group)
		return nil
	}
	for _, t := range terms {
		if err := open(t); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(groups, func(a, b []*cursor) int { return cmp.Compare(a[0].reader.Count(), b[0].reader.Count()) })
	if begun != "" {
		likely, err := x.begun(fields[0].name, begun)
		if err != nil || len(likely) == 0 {
			return nil, err
		}
		if err := open(likely...); err != nil {
			return nil, err
		}
	}
	lengths := map[uint32]float64{} // of titles, by document
	for _, c := range groups[0] {
		for range maxPostings / len(groups[0]) {
			if err := c.next(); err != nil {
				return nil, err
			}
			if c.end {
				break
			}
			lengths[c.doc] = c.length
		}
	}
	docs := slices.Sorted(maps.Keys(lengths))
	for _, group := range groups[1:] {
		has := make([]bool, len(docs))
		for _, c := range group {
			if err := c.meet(docs, func(at int) { has[at] = true }); err != nil {
				return nil, err
			}
		}
		var left []uint32
		for i, doc := range docs {
			if has[i] {
				left = append(left, doc)
			}
		}
		docs = left
	}
	hits := make([]search.Hit, len(docs))
	for i, doc := range docs {
		hits[i] = search.Hit{Ref: x.refs[doc], Score: -lengths[doc]}
	}
	return search.Refs(search.First(hits, k, search.CompareHits)), nil
}

// begun lists the terms of a field that begin with a word, those of most products first, and
// what the word itself is indexed as: "running" is kept as "run".
func (x *Index) begun(field, word string) ([]string, error) {
	dictionary, err := x.reader.FieldDictPrefix(field, []byte(word))
	if err != nil {
		return nil, err
	}
	defer dictionary.Close()
	var entries []index.DictEntry
	for range maxBegun {
		e, err := dictionary.Next()
		if err != nil {
			return nil, err
		}
		if e == nil {
			break
		}
		entries = append(entries, *e)
	}
	slices.SortFunc(entries, func(a, b index.DictEntry) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Term, b.Term))
	})
	var out []string
	for _, e := range entries[:min(begunUsed, len(entries))] {
		out = append(out, e.Term)
	}
	if s := stem(word); !slices.Contains(out, s) {
		out = append(out, s)
	}
	return out, nil
}
