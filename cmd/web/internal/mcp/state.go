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
)

// stateLife is how long a state or a cursor can be gone on from: an agent that asks its
// shopper waits minutes, and what is asked fits the stock of the day.
const stateLife = time.Hour

// The purposes of tokens. The number is the version of what they hold: whoever changes
// that so that tokens of before are read as something else raises it.
const (
	purposeState  = "mcp clarification 1 "
	purposeCursor = "mcp cursor 1 "
	purposeErrand = "mcp errand 1 "
)

// digest names a request by what it asks for.
func digest(request any) (string, error) {
	text, err := json.Marshal(request) // sorts the keys of objects
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
	return t.seal(purposeState, packed)
}

// cursor makes the cursor of a page of what a conversation is about that ends with a
// product.
func (t *tokens) cursor(c *memory.Conversation, product string) (string, error) {
	place := &memory.Conversation{Seen: c.Seen, Exchanges: []memory.Exchange{{Changes: c.Changes(), Shown: []string{product}}}}
	packed, err := place.Pack()
	if err != nil {
		return "", err
	}
	token, _, err := t.seal(purposeCursor, packed)
	return token, err
}

func (t *tokens) seal(purpose string, payload []byte) (token string, expires time.Time, err error) {
	expires = t.now.Add(stateLife).Truncate(time.Second)
	token = t.sealer.Seal(purpose+t.request, t.holder, expires, payload)
	if len(token) > longestToken {
		return "", time.Time{}, wrong("clarification", "so much was answered that it can not be gone on with: call again with what is wanted in the arguments")
	}
	return token, expires, nil
}

// conversation opens a token that holds one.
func (t *tokens) conversation(purpose, at, token string) (*memory.Conversation, error) {
	packed, err := t.open(purpose, at, token)
	if err != nil {
		return nil, err
	}
	c, err := memory.Unpack(packed)
	if err != nil { // the seal is ours
		return nil, wrong(at, "another version of the shop has made it: search again without it")
	}
	return c, nil
}

// open opens a token of a purpose, and says what to do about one that does not open; at
// is where the request has it.
func (t *tokens) open(purpose, at, token string) ([]byte, error) {
	packed, err := t.sealer.Open(purpose+t.request, t.holder, t.now, token)
	switch {
	case errors.Is(err, seal.ErrExpired):
		return nil, wrong(at, "it has expired: it can be gone on from for %s. Call again without it", stateLife)
	case err != nil:
		return nil, wrong(at, "it is not one that you were given for this request. Send it unchanged, with otherwise the same arguments and the same API key, or call again without it")
	}
	return packed, nil
}
