package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
)

// chronicle writes what simulated shoppers do into a journal, in the order in which
// it happened, whoever did it: as a server would have.
type chronicle struct {
	book      *journal.Journal
	catalogue string // version
	now       time.Time

	pending  []entry // not written yet
	sessions map[string]bool
	traded
}

// newChronicle returns a chronicle that draws ids and reads the time by itself.
func newChronicle(book *journal.Journal, seed uint64, catalogue string) *chronicle {
	c := &chronicle{book: book, catalogue: catalogue, sessions: map[string]bool{}}
	book.Rand, book.Now = idSource(seed, conversationStream), func() time.Time { return c.now }
	return c
}

// idSource is where ids of one kind are drawn from.
func idSource(seed, stream uint64) *rand.ChaCha8 {
	var key [32]byte
	rng := rand.New(rand.NewPCG(seed, stream))
	for i := range key {
		key[i] = byte(rng.Uint32())
	}
	return rand.NewChaCha8(key)
}

// add takes what is to be written of a conversation.
func (c *chronicle) add(w *walk) { c.pending = append(c.pending, w.entries...) }

// write writes what happened before a moment. What happened later waits.
func (c *chronicle) write(ctx context.Context, before time.Time) error {
	slices.SortStableFunc(c.pending, func(a, b entry) int { return a.at.Compare(b.at) })
	n := 0
	for ; n < len(c.pending) && c.pending[n].at.Before(before); n++ {
		if err := c.put(ctx, &c.pending[n]); err != nil {
			return err
		}
	}
	c.pending = slices.Clone(c.pending[n:])
	return nil
}

func (c *chronicle) put(ctx context.Context, e *entry) (err error) {
	c.now = e.at
	w := e.walk
	switch {
	case e.event != nil:
		c.turns++
		w.written, err = c.book.Append(ctx, w.talk.ID, w.written, *e.event)
		return err
	case e.interactions != nil:
		for i := range e.interactions {
			x := &e.interactions[i]
			x.Session, x.Conversation, x.At = w.session, w.talk.ID, e.at
		}
		switch e.interactions[0].Act {
		case journal.Opened:
			c.opened++
		case journal.Basket:
			c.bought++
		}
		return c.book.Record(ctx, e.interactions...)
	case !e.cancelled.IsZero():
		return c.book.Cancel(ctx, w.session, e.cancelled)
	}
	c.conversations++
	c.sessions[w.session] = true
	w.talk.ID, err = c.book.Start(ctx, w.session, c.catalogue)
	return err
}

// control writes down what a merchandiser does at a moment, all before it being
// written, and returns the controls in force from then on.
func (c *chronicle) control(ctx context.Context, at time.Time, who string, set control.Setting) (*control.Controls, error) {
	kind, payload, err := control.Act{Set: &set}.Encode()
	if err != nil {
		return nil, err
	}
	c.now = at
	seq, err := c.book.AppendControls(ctx, 0, journal.Control{Who: who, Kind: kind, Payload: payload})
	if err != nil {
		return nil, err
	}
	return control.Log{{Sequence: seq, At: at, Who: who, Act: control.Act{Set: &set}}}.Controls(), nil
}
