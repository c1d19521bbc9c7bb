package lexical

import (
	"context"
	"errors"

	index "github.com/blevesearch/bleve_index_api"
)

// cursor goes through the documents that have a term in a field, ascending.
type cursor struct {
	reader index.TermFieldReader
	begun  bool
	end    bool
	doc    uint32
	freq   float64
	length float64 // of the field, in terms
	memory index.TermFieldDoc
}

// cursor returns a cursor before the first document. Without freqs neither frequencies nor
// lengths are read, which takes half of the time.
func (x *Index) cursor(ctx context.Context, term, field string, freqs bool) (*cursor, error) {
	r, err := x.reader.TermFieldReader(ctx, []byte(term), field, freqs, freqs, false)
	return &cursor{reader: r}, err
}

// next goes on to the next document; end is set after the last.
func (c *cursor) next() error { return c.stand(c.reader.Next(c.memory.Reset())) }

// seek goes on to the first document from doc on, skipping blocks of postings. It never goes
// back, for which Bleve would begin anew.
func (c *cursor) seek(doc uint32) error {
	if c.end || c.begun && c.doc >= doc {
		return nil
	}
	return c.stand(c.reader.Advance(index.NewIndexInternalID(nil, uint64(doc)), c.memory.Reset()))
}

func (c *cursor) stand(at *index.TermFieldDoc, err error) error {
	c.begun, c.end = true, at == nil
	if err != nil || at == nil {
		return err
	}
	c.doc, c.freq = uint32(at.ID.Value()), float64(at.Freq)
	c.length = 1 / (at.Norm * at.Norm) // Bleve keeps the field's length as 1/√length
	return nil
}

// each calls do with the documents that have a term in a field, ascending, until it returns
// an error, which is returned.
func (x *Index) each(ctx context.Context, term, field string, do func(doc uint32) error) (err error) {
	c, err := x.cursor(ctx, term, field, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.reader.Close()) }()
	for {
		if err := c.next(); err != nil || c.end {
			return err
		}
		if err := do(c.doc); err != nil {
			return err
		}
	}
}
