package api

import (
	"errors"
	"time"

	"shopclerk/agent/memory"
	"shopclerk/cmd/internal/seal"
)

const (
	// stateLife is how long a state can be gone on from: a shopper who left for the
	// night finds the conversation where it was.
	stateLife = 24 * time.Hour
	// longestState bounds a state in characters. Ten turns of three questions take some
	// 2,000, and twenty turns of the longest messages fit.
	longestState = 32 << 10
	// longestTurn bounds the body of a turn in bytes: the longest state, and as much
	// again.
	longestTurn = 2 * longestState
	// statePurpose is what states are sealed for. Its number is the version of what they
	// hold: who changes [memory.Conversation.Pack] so that states of before are read as
	// something else raises it.
	statePurpose = "converse state 1"
)

// pack makes a state of a conversation for a caller to keep.
func (a *API) pack(c *memory.Conversation, holder string, expires time.Time) (string, error) {
	packed, err := c.Pack()
	if err != nil {
		return "", err
	}
	state := a.Sealer.Seal(statePurpose, holder, expires, packed)
	if len(state) > longestState {
		return "", problem(TooLong, "A state of %d characters is more than the %d that one may have. Go on from an earlier state, or begin anew with what is wanted in one message.", len(state), longestState)
	}
	return state, nil
}

// unpack makes the conversation of a state; the empty state is a new one.
func (a *API) unpack(state, holder string) (*memory.Conversation, error) {
	if state == "" {
		return &memory.Conversation{}, nil
	}
	packed, err := a.Sealer.Open(statePurpose, holder, a.Now(), state)
	if errors.Is(err, seal.ErrExpired) {
		return nil, problem(ExpiredState, "A state can be gone on from for %s. Leave the field state out to begin anew.", stateLife).at("body", "/state")
	}
	var c *memory.Conversation
	if err == nil {
		c, err = memory.Unpack(packed) // what we sealed and can not read, another version of the program has packed
	}
	if err != nil {
		return nil, problem(InvalidState, "Send the field state exactly as /converse returned it to the same key, or leave it out to begin anew.").at("body", "/state")
	}
	return c, nil
}
