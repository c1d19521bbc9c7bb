package lexical

import (
	"context"

	index "github.com/blevesearch/bleve_index_api"
)

// occurrences are the documents of a group that have a term in any field, in no order, and
// how often: its frequencies in the fields, normalised by their lengths, weighted and added.
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
	termsKept = 4
	leastKept = 1 << 20
)

func (o occurrences) count() int { return len(o.docs) }

// occurrences returns those of a term in a group.
func (x *Index) occurrences(ctx context.Context, g *group, term string, w Weights) (occurrences, error) {
	return x.terms.Get(occurrence{g, term, w}, nil, func() (occurrences, error) {
		if err := ctx.Err(); err != nil {
			return occurrences{}, err
		}
		at := g.places.Get().(*places)
		for i, f := range fields {
			if err := at.add(ctx, g, f.name, term, f.pick(w), x.mean[i]); err != nil {
				return occurrences{}, err // the places are not zero any more: they are dropped
			}
		}
		out := at.take()
		g.places.Put(at)
		return out, nil
	})
}

// places is the memory in which the occurrences of a term are added up, all zero between
// terms.
type places struct {
	freq    []float64 // by document number
	touched []uint32  // documents with a freq
}

func newPlaces(docs int) *places { return &places{freq: make([]float64, docs)} }

// add adds a term's normalised, weighted frequency in one field to every document that
// has it there.
func (p *places) add(ctx context.Context, g *group, field, term string, w Field, mean float64) error {
	if w.Boost <= 0 || mean == 0 {
		return nil
	}
	r, err := g.reader.TermFieldReader(ctx, []byte(term), field, true, true, false)
	if err != nil {
		return err
	}
	defer r.Close()
	var posting index.TermFieldDoc
	for {
		next, err := r.Next(&posting)
		if err != nil || next == nil {
			return err
		}
		// Bleve keeps the field's length as 1/√length.
		length := 1 / (next.Norm * next.Norm)
		freq := w.Boost * float64(next.Freq) / (1 - w.B + w.B*length/mean)
		d := uint32(next.ID.Value())
		if p.freq[d] == 0 {
			p.touched = append(p.touched, d)
		}
		p.freq[d] += freq
	}
}

// take returns what was added up, and forgets it.
func (p *places) take() occurrences {
	out := occurrences{make([]uint32, len(p.touched)), make([]float64, len(p.touched))}
	for i, d := range p.touched {
		out.docs[i], out.freqs[i] = d, p.freq[d]
		p.freq[d] = 0
	}
	p.touched = p.touched[:0]
	return out
}
