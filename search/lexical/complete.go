package lexical

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	index "github.com/blevesearch/bleve_index_api"

	"shopclerk/catalog"
)

// The limits of one completion, each per group, so that its work grows with the
// number of groups and not with how common a word is.
const (
	// maxBegun is how many dictionary entries are read of those that begin with the
	// last word; two letters begin some hundreds of the 25,000 products' words.
	maxBegun = 500
	// begunUsed is how many of them are looked up, those of most products.
	begunUsed = 8
	// maxPostings is how many products are looked at. What lies beyond has a word
	// that thousands have: more words tell more.
	maxPostings = 4000
)

// Complete returns up to k products whose titles have every word of the text, the
// last one as a beginning unless a space follows it. The shortest title comes
// first, because the words say the most of it; ties go by Ref. The work is bounded:
// of words that very many titles have, only some are looked at.
func (x *Index) Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error) {
	words, begun := cutLast(text)
	if k <= 0 || len(words) == 0 && len(begun) < 2 {
		return nil, ctx.Err()
	}
	found := make([][]titled, len(x.groups))
	errs := make([]error, len(x.groups))
	eachInParallel(len(x.groups), func(i int) {
		errs[i] = guard(func() (err error) {
			found[i], err = x.groups[i].complete(ctx, words, begun, k)
			return err
		})
	})
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("completing in %s: %w", x.groups[i].Name, err)
		}
	}
	all := slices.Concat(found...)
	slices.SortFunc(all, compareTitled)
	refs := make([]catalog.Ref, min(k, len(all)))
	for i := range refs {
		refs[i] = all[i].ref
	}
	return refs, nil
}

// titled is a product and how many terms its title has.
type titled struct {
	ref    catalog.Ref
	length float64
}

func compareTitled(a, b titled) int {
	return cmp.Or(cmp.Compare(a.length, b.length), cmp.Compare(a.ref, b.ref))
}

// cutLast returns the terms of a text's finished words, and the last word, folded,
// when it is still being typed.
func cutLast(text string) (terms []string, begun string) {
	s := fold(text)
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

// complete finds the group's products with every term, and one that begins so.
func (g *group) complete(ctx context.Context, terms []string, begun string, k int) ([]titled, error) {
	var open []*cursor
	defer func() {
		for _, c := range open {
			_ = c.reader.Close()
		}
	}()
	having := func(term string) (*cursor, error) {
		r, err := g.reader.TermFieldReader(ctx, []byte(term), fields[0].name, false, true, false)
		if err != nil {
			return nil, err
		}
		open = append(open, &cursor{reader: r})
		return open[len(open)-1], nil
	}
	var all, some []*cursor
	for _, t := range terms {
		c, err := having(t)
		if err != nil || c.reader.Count() == 0 {
			return nil, err
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b *cursor) int { return cmp.Compare(a.reader.Count(), b.reader.Count()) })
	if begun != "" {
		likely, err := g.begun(fields[0].name, begun)
		if err != nil || len(likely) == 0 {
			return nil, err
		}
		for _, t := range likely {
			c, err := having(t)
			if err != nil {
				return nil, err
			}
			some = append(some, c)
		}
	}
	if len(all) == 0 {
		return g.union(some, k)
	}
	return g.meet(all, some, k)
}

// begun lists the terms of a field that begin with a word, those of most products
// first, and what the word itself is indexed as: "running" is kept as "run".
func (g *group) begun(field, word string) ([]string, error) {
	dictionary, err := g.reader.FieldDictPrefix(field, []byte(word))
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

// cursor goes through the documents that have a term.
type cursor struct {
	reader index.TermFieldReader
	begun  bool
	end    bool
	doc    uint64
	length float64 // of the title, in terms
	memory index.TermFieldDoc
}

// seek goes on to the first document from doc on. It never goes back, for which
// Bleve would begin anew.
func (c *cursor) seek(doc uint64) error {
	if c.end || c.begun && c.doc >= doc {
		return nil
	}
	return c.stand(c.reader.Advance(index.NewIndexInternalID(nil, doc), c.memory.Reset()))
}

func (c *cursor) next() error { return c.stand(c.reader.Next(c.memory.Reset())) }

func (c *cursor) stand(at *index.TermFieldDoc, err error) error {
	c.begun, c.end = true, at == nil
	if err != nil || at == nil {
		return err
	}
	c.doc = at.ID.Value()
	c.length = 1 / (at.Norm * at.Norm) // Bleve keeps the field's length as 1/√length
	return nil
}

// at reports whether the cursor's term is in a document.
func (c *cursor) at(doc uint64) (bool, error) {
	err := c.seek(doc)
	return !c.end && c.doc == doc, err
}

// meet finds the documents that have all of some terms, the rarest first, and any of
// others; none of those asks for nothing more.
func (g *group) meet(all, some []*cursor, k int) ([]titled, error) {
	var best shortest
	rarest := all[0]
	for range maxPostings {
		if err := rarest.next(); err != nil || rarest.end {
			return best.list, err
		}
		meets := true
		for i := 1; meets && i < len(all); i++ {
			var err error
			if meets, err = all[i].at(rarest.doc); err != nil {
				return nil, err
			}
		}
		has := len(some) == 0
		for i := 0; meets && !has && i < len(some); i++ {
			var err error
			if has, err = some[i].at(rarest.doc); err != nil {
				return nil, err
			}
		}
		if meets && has {
			if err := best.add(g, rarest, k); err != nil {
				return nil, err
			}
		}
	}
	return best.list, nil
}

// union finds the documents that have any of some terms, each term giving its share
// of those that are looked at.
func (g *group) union(some []*cursor, k int) ([]titled, error) {
	var best shortest
	seen := map[uint64]bool{}
	for _, c := range some {
		for range maxPostings / len(some) {
			if err := c.next(); err != nil {
				return nil, err
			}
			if c.end {
				break
			}
			if seen[c.doc] {
				continue
			}
			seen[c.doc] = true
			if err := best.add(g, c, k); err != nil {
				return nil, err
			}
		}
	}
	return best.list, nil
}

// shortest keeps the products with the shortest titles, in order.
type shortest struct{ list []titled }

// add offers the document that a cursor stands at.
func (s *shortest) add(g *group, at *cursor, k int) error {
	if len(s.list) == k && at.length > s.list[k-1].length {
		return nil // without looking its number up
	}
	ref, err := g.ref(uint32(at.doc))
	if err != nil {
		return fmt.Errorf("looking up document %d: %w", at.doc, err)
	}
	t := titled{ref, at.length}
	i, _ := slices.BinarySearchFunc(s.list, t, compareTitled)
	s.list = slices.Insert(s.list, i, t)
	s.list = s.list[:min(k, len(s.list))]
	return nil
}
