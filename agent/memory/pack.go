package memory

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
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
	blob, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostUnpacked+1))
	if err == nil && len(blob) > mostUnpacked {
		err = fmt.Errorf("it holds more than %d bytes", mostUnpacked)
	}
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
		if i == len(c.Exchanges)-1 {
			slim.Shown, slim.Acts = e.Shown, offering(e.Acts)
		}
		for k := range e.Errands {
			if e := &e.Errands[k]; i == len(c.Exchanges)-1 || !e.Open() {
				slim.Errands = append(slim.Errands, e.essence())
			}
		}
		out.Exchanges[i] = slim
	}
	return out
}

// offering is what acts offer: their kinds, so that indices stay what they were, and
// what can be taken. nil where nothing is offered.
func offering(acts []Act) []Act {
	if !slices.ContainsFunc(acts, func(a Act) bool { return len(a.Offers) > 0 }) {
		return nil
	}
	out := make([]Act, len(acts))
	for i := range acts {
		out[i] = Act{Kind: acts[i].Kind, Offers: acts[i].Offers}
	}
	return out
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
