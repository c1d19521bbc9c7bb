package lexical

import (
	"context"
	"slices"

	"shopclerk/catalog"
	"shopclerk/search"
)

// With returns an index of this one's products and those of others, without those that
// are gone. Products that are gone still count in the statistics of terms, as long as
// there is no other index; the words that spelling knows are this one's. It shares what
// it is made of: the caller closes the parts, and never the whole.
func (x *Index) With(others []*Index, gone func(catalog.Ref) bool) *Index {
	y := &Index{groups: slices.Clone(x.groups), docs: x.docs, mean: make([]float64, len(fields)), words: x.words, gone: gone}
	for _, o := range others {
		y.groups = append(y.groups, o.groups...)
		y.docs += o.docs
	}
	for _, g := range y.groups {
		for i, n := range g.Lengths {
			y.mean[i] += float64(n)
		}
	}
	y.settle()
	return y
}

// standing asks for more until there are k that are not gone, or no more: of what was
// found some may be gone, and they are few.
func standing[T any](k int, gone func(catalog.Ref) bool, ref func(T) catalog.Ref, find func(k int) ([]T, error)) ([]T, error) {
	if gone == nil || k <= 0 {
		return find(k)
	}
	for n := k + k/4 + 8; ; n *= 4 {
		found, err := find(n)
		if err != nil {
			return nil, err
		}
		all := len(found) < n
		found = slices.DeleteFunc(found, func(f T) bool { return gone(ref(f)) })
		if all || len(found) >= k {
			return found[:min(k, len(found))], nil
		}
	}
}

// Search returns the products that match at least one term of the text, the
// best first, equal scores in order of Ref. A text without terms finds
// nothing. Statistics cover the whole catalogue whatever Categories says, so a
// product's score does not depend on the categories searched.
func (x *Index) Search(ctx context.Context, q Query) ([]search.Hit, error) {
	return standing(q.K, x.gone, func(h search.Hit) catalog.Ref { return h.Ref }, func(k int) ([]search.Hit, error) {
		q.K = k
		return x.search(ctx, q)
	})
}

// Complete returns up to k products whose titles have every word of the text, the
// last one as a beginning unless a space follows it. The shortest title comes
// first, because the words say the most of it; ties go by Ref. The work is bounded:
// of words that very many titles have, only some are looked at.
func (x *Index) Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error) {
	return standing(k, x.gone, func(r catalog.Ref) catalog.Ref { return r }, func(k int) ([]catalog.Ref, error) {
		return x.complete(ctx, text, k)
	})
}
