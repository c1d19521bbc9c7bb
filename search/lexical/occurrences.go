package lexical

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	index "github.com/blevesearch/bleve_index_api"
)

// occurrences are the documents of a group that have a term, ascending, and how often: its
// frequencies in the fields, normalised by their lengths, weighted and added.
type occurrences struct {
	docs  []uint32
	freqs []float64
}

// occurrence names a term of a group as it is weighted.
type occurrence struct {
	group   *group
	term    string
	weights Weights
}

// termsKept is of how many terms occurrences are kept, 12 bytes each, were all products to
// have them; leastKept is how many occurrences are kept of a small catalogue. Reading one from
// its postings takes ten times as long as scoring it.
const (
	termsKept = 12
	leastKept = 1 << 20
)

// warmShare is the share of what is kept that [Index.Warm] reads: the rest is for what
// shoppers say beside it.
const warmShare = 0.75

// manyDocs is from how many documents on the fields of a group are read side by side.
const manyDocs = 100_000

func (o occurrences) count() int { return len(o.docs) }

// occurrences returns those of a term in a group.
func (x *Index) occurrences(ctx context.Context, g *group, term string, w Weights) (occurrences, error) {
	return x.terms.Get(occurrence{g, term, w}, nil, func() (occurrences, error) {
		if err := ctx.Err(); err != nil {
			return occurrences{}, err
		}
		in, errs := make([]occurrences, len(fields)), make([]error, len(fields))
		read := func(i int) {
			errs[i] = guard(func() (err error) {
				in[i], err = g.read(ctx, fields[i].name, term, fields[i].pick(w), x.mean[i])
				return err
			})
		}
		if g.Docs >= manyDocs {
			eachInParallel(len(fields), read)
		} else {
			for i := range fields {
				read(i)
			}
		}
		if err := errors.Join(errs...); err != nil {
			return occurrences{}, err
		}
		var out occurrences
		for _, had := range in { // in the order of fields, as sums depend on it
			if len(had.docs) > 0 {
				out = out.plus(had)
			}
		}
		return out, nil
	})
}

// read returns the documents that have a term in a field, and how often: normalised by the
// field's length, of which mean is the mean, and weighted.
func (g *group) read(ctx context.Context, field, term string, w Field, mean float64) (had occurrences, err error) {
	if w.Boost <= 0 || mean == 0 {
		return had, nil
	}
	r, err := g.reader.TermFieldReader(ctx, []byte(term), field, true, true, false)
	if err != nil {
		return had, err
	}
	defer r.Close()
	n := r.Count()
	had = occurrences{make([]uint32, 0, n), make([]float64, 0, n)}
	var posting index.TermFieldDoc
	for {
		next, err := r.Next(&posting)
		if err != nil || next == nil {
			return had, err
		}
		// Bleve keeps the field's length as 1/√length.
		length := 1 / (next.Norm * next.Norm)
		had.docs = append(had.docs, uint32(next.ID.Value()))
		had.freqs = append(had.freqs, w.Boost*float64(next.Freq)/(1-w.B+w.B*length/mean))
	}
}

// plus adds the frequencies of others.
func (o occurrences) plus(others occurrences) occurrences {
	if len(o.docs) == 0 {
		return others
	}
	n := max(len(o.docs), len(others.docs)) // those that have a term in one field have it in others, as a rule
	out := occurrences{make([]uint32, 0, n), make([]float64, 0, n)}
	i := 0
	for k, d := range others.docs {
		for ; i < len(o.docs) && o.docs[i] < d; i++ {
			out.docs, out.freqs = append(out.docs, o.docs[i]), append(out.freqs, o.freqs[i])
		}
		freq := others.freqs[k]
		if i < len(o.docs) && o.docs[i] == d {
			freq += o.freqs[i]
			i++
		}
		out.docs, out.freqs = append(out.docs, d), append(out.freqs, freq)
	}
	out.docs, out.freqs = append(out.docs, o.docs[i:]...), append(out.freqs, o.freqs[i:]...)
	return out
}

// Warm reads the commonest words of groups of many products, which take longest to read, and
// which products those are, so that no shopper waits for them. The words are those of [Index.Words].
func (x *Index) Warm(ctx context.Context) error {
	return x.warm(ctx, slices.DeleteFunc(slices.Clone(x.groups), func(g *group) bool { return g.Docs < manyDocs }))
}

func (x *Index) warm(ctx context.Context, groups []*group) error {
	if len(groups) == 0 {
		return nil
	}
	sorted := make([]error, len(groups))
	eachInParallel(len(groups), func(i int) { _, sorted[i] = groups[i].sorted() })
	if err := errors.Join(sorted...); err != nil {
		return fmt.Errorf("reading which products there are: %w", err)
	}
	counts := map[string]int{}
	for _, w := range x.words {
		for _, term := range countTerms(w.Text) {
			counts[term.text] += w.Count
		}
	}
	commonest := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for left := warmShare * float64(termsKept*x.docs); len(commonest) > 0; commonest = commonest[1:] {
		if left -= float64(counts[commonest[0]]); left < 0 {
			break
		}
		errs := make([]error, len(groups))
		eachInParallel(len(groups), func(i int) {
			_, errs[i] = x.occurrences(ctx, groups[i], commonest[0], DefaultWeights())
		})
		if err := errors.Join(errs...); err != nil {
			return fmt.Errorf("reading where %q stands: %w", commonest[0], err)
		}
	}
	return nil
}
