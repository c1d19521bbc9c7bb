package control

import (
	"encoding/json"
	"fmt"
)

// The kinds of stored acts. They are added, never renamed.
const (
	storedSet  = "set"
	storedUndo = "undo"
)

// Encode returns what the journal stores of an act.
func (a Act) Encode() (kind string, payload []byte, err error) {
	if a.Set != nil {
		payload, err = json.Marshal(a.Set)
		return storedSet, payload, err
	}
	payload, err = json.Marshal(map[string]int64{"undo": a.Undo})
	return storedUndo, payload, err
}

// Decode reads what [Act.Encode] made.
func Decode(kind string, payload []byte) (Act, error) {
	switch kind {
	case storedSet:
		var s Setting
		if err := json.Unmarshal(payload, &s); err != nil {
			return Act{}, fmt.Errorf("reading a setting: %w", err)
		}
		return Act{Set: &s}, nil
	case storedUndo:
		var u struct{ Undo int64 }
		if err := json.Unmarshal(payload, &u); err != nil {
			return Act{}, fmt.Errorf("reading an undo: %w", err)
		}
		return Act{Undo: u.Undo}, nil
	}
	return Act{}, fmt.Errorf("no such act: %q, written by a newer program", kind)
}
