package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"shopclerk/agent/dialog"
)

// Kind names what an event did. Kinds are stored: they are added, never renamed.
type Kind string

// The kinds.
const (
	Exchanged Kind = "exchange" // an exchange was added; the payload is a [dialog.Exchange]
	Undone    Kind = "undo"     // the latest exchange was forgotten
	Cut       Kind = "cut"      // the conversation that this one continues was deleted: who read it before has to read it again
)

// Event is one change of a conversation. Make it with [Exchange] or [Undo].
type Event struct {
	Kind     Kind
	Exchange *dialog.Exchange // of Exchanged
}

// Exchange is the event of an exchange added to a conversation.
func Exchange(e dialog.Exchange) Event { return Event{Kind: Exchanged, Exchange: &e} }

// Undo is the event of [dialog.Conversation.Undo].
func Undo() Event { return Event{Kind: Undone} }

// Back are the events that lead from the exchanges of a conversation as it is to those of
// a state that it had.
func Back(now, then []dialog.Exchange) (events []Event) {
	common := 0
	for common < min(len(now), len(then)) && reflect.DeepEqual(then[common], now[common]) {
		common++
	}
	for range len(now) - common {
		events = append(events, Undo())
	}
	for _, e := range then[common:] {
		events = append(events, Exchange(e))
	}
	return events
}

// errInexact reports an event that would not load as it was given.
var errInexact = errors.New("the event has text that is not UTF-8")

// encode returns the event's payload, having made sure that it decodes to the same
// event: JSON would replace invalid UTF-8 without a word, and nobody can mend an
// event once it is stored.
func (e Event) encode() ([]byte, error) {
	switch {
	case e.Kind == Undone && e.Exchange == nil:
		return []byte("{}"), nil
	case e.Kind == Exchanged && e.Exchange != nil:
		payload, err := json.Marshal(e.Exchange)
		if err != nil {
			return nil, err
		}
		var back dialog.Exchange
		if err := json.Unmarshal(payload, &back); err != nil {
			return nil, err
		}
		again, err := json.Marshal(&back)
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(payload, again) {
			return nil, errInexact
		}
		return payload, nil
	}
	return nil, fmt.Errorf("an event of kind %q with exchange %t is not one", e.Kind, e.Exchange != nil)
}

// growth is how many exchanges the event adds.
func (e Event) growth() int {
	switch e.Kind {
	case Exchanged:
		return 1
	case Undone:
		return -1
	}
	return 0
}

// decode reads a stored event.
func decode(kind Kind, payload []byte) (Event, error) {
	switch kind {
	case Exchanged:
		var e dialog.Exchange
		err := json.Unmarshal(payload, &e)
		return Exchange(e), err
	case Undone:
		return Undo(), nil
	case Cut:
		return Event{Kind: Cut}, nil
	}
	return Event{}, fmt.Errorf("no such kind of event: %q", kind)
}

// apply folds an event into the conversation.
func (e Event) apply(c *dialog.Conversation) error {
	switch e.Kind {
	case Exchanged:
		c.Exchanges = append(c.Exchanges, *e.Exchange)
	case Undone:
		return c.Undo()
	}
	return nil
}
