package lexical

import (
	"context"
	"errors"
	"slices"

	"shopclerk/search"
)

// occurrences are the documents that have a term, ascending, and its weighted frequency in
// each: its frequencies in the fields, normalised by their lengths, weighted and added.
type occurrences struct {
	docs  []uint32
	freqs []float64
}

// termsKept is of how many terms occurrences are kept, 12 bytes each, if all products had
// them; leastKept is how many occurrences are kept of a small catalogue. Reading one from its
// postings takes ten times as long as scoring it.
const (
	termsKept = 12
	leastKept = 1 << 20
)

// manyDocs is how many documents make it worthwhile to read fields in parallel.
const manyDocs = 100_000

// occurrences returns those of a term, from memory where it was read lately.
func (x *Index) occurrences(ctx context.Context, term string) (occurrences, error) {
	return x.terms.Get(term, func() (occurrences, error) {
		if err := ctx.Err(); err != nil {
			return occurrences{}, err
		}
		return x.union(func(i int) (occurrences, error) { return x.readField(ctx, i, term, nil) })
	})
}

// union adds what read returns for each field, in the order of fields, as sums depend on it.
func (x *Index) union(read func(field int) (occurrences, error)) (out occurrences, err error) {
	in := make([]occurrences, len(fields))
	one := func(i int) error {
		return guard(func() (err error) {
			in[i], err = read(i)
			return err
		})
	}
	if x.docs >= manyDocs {
		err = search.Parallel(len(fields), one)
	} else {
		for i := 0; i < len(fields) && err == nil; i++ {
			err = one(i)
		}
	}
	for _, had := range in {
		out = out.plus(had)
	}
	return out, err
}

// readField returns the occurrences of a term in a field: all, or those in the given
// documents, ascending, where some are given.
func (x *Index) readField(ctx context.Context, i int, term string, only []uint32) (had occurrences, err error) {
	f := &fields[i]
	if x.mean[i] == 0 {
		return had, nil
	}
	c, err := x.cursor(ctx, term, f.name, true)
	if err != nil {
		return had, err
	}
	defer func() { err = errors.Join(err, c.reader.Close()) }()
	n := int(c.reader.Count())
	if only != nil {
		n = min(n, len(only))
	}
	had = occurrences{make([]uint32, 0, n), make([]float64, 0, n)}
	add := func() {
		had.docs = append(had.docs, c.doc)
		had.freqs = append(had.freqs, f.boost*c.freq/(1-f.b+f.b*c.length/x.mean[i]))
	}
	if only == nil {
		for {
			if err := c.next(); err != nil || c.end {
				return had, err
			}
			add()
		}
	}
	return had, c.meet(only, func(int) { add() })
}

// meet calls has with the place of each of the given documents, ascending, that the cursor finds.
func (c *cursor) meet(docs []uint32, has func(at int)) error {
	for i := 0; i < len(docs); {
		if err := c.seek(docs[i]); err != nil || c.end {
			return err
		}
		at, found := slices.BinarySearch(docs[i:], c.doc)
		if i += at; found {
			has(i)
			i++
		}
	}
	return nil
}

// plus adds the frequencies of others.
func (o occurrences) plus(others occurrences) occurrences {
	if len(o.docs) == 0 {
		return others
	}
	if len(others.docs) == 0 {
		return o
	}
	n := max(len(o.docs), len(others.docs)) // documents that have a term in one field have it in others, as a rule
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
