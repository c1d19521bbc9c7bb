package lexical

import (
	"cmp"
	"context"
	"fmt"
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

// complete finds the products with every term, and one that begins so.
func (x *Index) complete(ctx context.Context, terms []string, begun string, k int) ([]catalog.Ref, error) {
	var all, some []*cursor // of terms that a title must have all of, and any of
	defer func() {
		for _, c := range slices.Concat(all, some) {
			_ = c.reader.Close()
		}
	}()
	open := func(terms []string, to *[]*cursor) error {
		for _, t := range terms {
			c, err := x.cursor(ctx, t, fields[0].name, true)
			if err != nil {
				return err
			}
			*to = append(*to, c)
		}
		return nil
	}
	if err := open(terms, &all); err != nil {
		return nil, err
	}
	if begun != "" {
		likely, err := x.begun(fields[0].name, begun)
		if err != nil || len(likely) == 0 {
			return nil, err
		}
		if err := open(likely, &some); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(all, func(a, b *cursor) int { return cmp.Compare(a.reader.Count(), b.reader.Count()) })
	best := search.NewTop(k, func(a, b search.Hit) int { // the score is the length of the title
		return cmp.Or(cmp.Compare(a.Score, b.Score), cmp.Compare(a.Ref, b.Ref))
	})
	add := func(c *cursor) { best.Add(search.Hit{Ref: x.refs[c.doc], Score: c.length}) }
	if len(all) > 0 {
		err := meet(all, some, maxPostings, add)
		return search.Refs(best.Sorted()), err
	}
	seen := map[uint32]bool{}
	for i := range some { // each gives its share of those that are looked at
		err := meet(some[i:i+1], nil, maxPostings/len(some), func(c *cursor) {
			if !seen[c.doc] {
				seen[c.doc] = true
				add(c)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return search.Refs(best.Sorted()), nil
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

// meet calls add with the first of all the cursors at each of its documents, limit at most,
// that all of them and any of some have; no some asks for nothing more.
func meet(all, some []*cursor, limit int, add func(*cursor)) error {
	for range limit {
		if err := all[0].next(); err != nil || all[0].end {
			return err
		}
		meets, has := true, len(some) == 0
		var err error
		for i := 1; meets && i < len(all); i++ {
			if meets, err = all[i].at(all[0].doc); err != nil {
				return err
			}
		}
		for i := 0; meets && !has && i < len(some); i++ {
			if has, err = some[i].at(all[0].doc); err != nil {
				return err
			}
		}
		if meets && has {
			add(all[0])
		}
	}
	return nil
}
