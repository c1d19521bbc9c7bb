package memory

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// mostUnpacked bounds in bytes what a packed conversation is unpacked to: many times
// the longest one that anybody held.
const mostUnpacked = 1 << 20

// Pack writes what the next turn depends on, compressed, for whoever keeps the
// conversation instead of the shop: the changes, the questions as they were put, the
// errands that are open, what was shown last and what was offered then. What questions were expected to do,
// and how their list came about, is for records and left out. A turn of three
// questions takes some 400 bytes.
func (c *Conversation) Pack() ([]byte, error) {
	var packed bytes.Buffer
	to, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(json.NewEncoder(to).Encode(c.essence()), to.Close()); err != nil {
		return nil, fmt.Errorf("packing the conversation: %w", err)
	}
	return packed.Bytes(), nil
}

// Unpack reads what [Conversation.Pack] wrote.
func Unpack(packed []byte) (*Conversation, error) {
	blob, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostUnpacked)) // what is cut is no JSON
	c := &Conversation{}
	if err == nil {
		err = json.Unmarshal(blob, c)
	}
	if err != nil {
		return nil, fmt.Errorf("unpacking a conversation: %w", err)
	}
	return c, nil
}

// essence is the conversation as far as the next turn depends on it.
func (c *Conversation) essence() *Conversation {
	out := &Conversation{Exchanges: make([]Exchange, len(c.Exchanges))}
	for i := range c.Exchanges {
		e := &c.Exchanges[i]
		slim := Exchange{Changes: e.Changes}
		for k := range e.Questions {
			slim.Questions = append(slim.Questions, e.Questions[k].essence())
		}
		last := i == len(c.Exchanges)-1
		if last {
			slim.Shown = e.Shown
		}
		for k := range e.Acts {
			if last || e.Acts[k].Kind == Undo {
				slim.Acts = append(slim.Acts, e.Acts[k].essence())
			}
		}
		for k := range e.Errands {
			if e := &e.Errands[k]; last || !e.Open() {
				slim.Errands = append(slim.Errands, e.essence())
			}
		}
		out.Exchanges[i] = slim
	}
	return out
}

// essence is the act as far as what is said next depends on it: what "it" and "and the
// second?" are about, what of the shop was asked, what was offered, what was taken back.
func (a *Act) essence() Act {
	return Act{Kind: a.Kind, Topic: a.Topic, Products: a.Products, Aspect: a.Aspect, Offers: a.Offers}
}

// essence is the question as far as an answer to it depends on it.
func (q *Posed) essence() Posed {
	p := Posed{Text: q.Text, Options: make([]Choice, len(q.Options)), Answer: q.Answer}
	for i := range q.Options {
		p.Options[i].Label = q.Options[i].Label
	}
	p.Other.Label = q.Other.Label
	return p
}
