package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shopclerk/agent/memory"
	"shopclerk/cmd/internal/seal"
	"shopclerk/search"
)

// stateLife is how long a state or a cursor can be gone on from: an agent that asks its
// shopper waits minutes, and what is asked fits the stock of the day.
const stateLife = time.Hour

// The purposes of tokens. The number is the version of what they hold: whoever changes
// that so that tokens of before are read as something else raises it.
const (
	purposeState  = "mcp clarification 1 "
	purposeCursor = "mcp cursor 1 "
)

// digest names a request: what is searched for, but for which page of it.
func digest(c *Search) (string, error) {
	text, err := json.Marshal(struct {
		Query   string   `json:"query"`
		Filters *Filters `json:"filters"`
	}{c.Query, c.Filters})
	if err != nil {
		return "", fmt.Errorf("naming the request: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// tokens seals and opens the tokens of one request of one caller.
type tokens struct {
	sealer  *seal.Sealer
	now     time.Time
	holder  string
	request string // its digest
}

// state makes the state of a conversation whose questions are open.
func (t *tokens) state(c *memory.Conversation) (string, time.Time, error) {
	packed, err := c.Pack()
	if err != nil {
		return "", time.Time{}, err
	}
	expires := t.now.Add(stateLife).Truncate(time.Second)
	token := t.sealer.Seal(purposeState+t.request, t.holder, expires, packed)
	if len(token) > longestToken {
		return "", time.Time{}, fmt.Errorf("a state of %d characters is longer than the %d that are read", len(token), longestToken)
	}
	return token, expires, nil
}

// conversation opens a state; at is where the request has it.
func (t *tokens) conversation(at, token string) (*memory.Conversation, error) {
	packed, err := t.open(purposeState, at, token)
	if err != nil {
		return nil, err
	}
	c, err := memory.Unpack(packed)
	if err != nil {
		return nil, wrong(at, "another version of the shop has made this state: search again without it")
	}
	return c, nil
}

// place is where a page ended: the product, and all that was asked for, answers
// included.
type place struct {
	After   string          `json:"after"`
	Changes []search.Change `json:"changes"`
}

func (t *tokens) cursor(p *place) (string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", fmt.Errorf("making a cursor: %w", err)
	}
	return t.sealer.Seal(purposeCursor+t.request, t.holder, t.now.Add(stateLife), text), nil
}

func (t *tokens) place(at, token string) (*place, error) {
	text, err := t.open(purposeCursor, at, token)
	if err != nil {
		return nil, err
	}
	p := &place{}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, wrong(at, "another version of the shop has made this cursor: search again without it")
	}
	return p, nil
}

// open opens a token, and says what to do about one that does not.
func (t *tokens) open(purpose, at, token string) ([]byte, error) {
	payload, err := t.sealer.Open(purpose+t.request, t.holder, t.now, token)
	switch {
	case errors.Is(err, seal.ErrExpired):
		return nil, wrong(at, "it has expired: it can be gone on from for %s. Search again without it", stateLife)
	case err != nil:
		return nil, wrong(at, "it is not one that you were given for this request. Send it unchanged, with the same query and filters and the same API key, or search again without it")
	}
	return payload, nil
}
