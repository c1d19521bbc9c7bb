// Package journal stores conversations. A conversation is stored as the events that made it,
// appended and never changed, and is rebuilt by folding them. Deleting is the one way in
// which events go, and [Journal.Redact] the one way in which they change: it takes out what a
// shopper typed. Beside the events stands what shoppers did with single products, an
// [Interaction] each.
//
// An event that [Journal.Append] has acknowledged survives a killed process and a power cut;
// see package store, whose tables conversation, event and interaction these are.
package journal

import (
	"crypto/rand"
	"errors"
	"io"
	"time"

	"shopclerk/agent/store"
)

var (
	// ErrNotFound reports that the journal has no such conversation or no such version of
	// it: never begun, deleted, pruned, or not an id at all.
	ErrNotFound = errors.New("no such conversation")

	// ErrConflict reports that the conversation has gone on since the caller read it, in
	// another tab perhaps. Nothing was stored: load it and decide again.
	ErrConflict = errors.New("it has gone on elsewhere")
)

// Journal is the conversations of a store. It is safe for concurrent use, also by several
// processes. Its fields are set before the first call.
type Journal struct {
	Now  func() time.Time // time.Now unless set
	Rand io.Reader        // source of ids, safe for concurrent use: crypto/rand unless set

	db *store.DB
}

// New returns the journal of a store.
func New(db *store.DB) *Journal { return &Journal{Now: time.Now, Rand: rand.Reader, db: db} }
