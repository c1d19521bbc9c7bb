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
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"
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

	// ErrFull reports a conversation that takes no more events. Nothing was stored: begin
	// another.
	ErrFull = errors.New("the conversation is full")
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

// idBytes is the length of an id before encoding: 128 random bits can not be
// guessed, and whoever has the id of a conversation may read it.
const idBytes = 16

// alphabet is that of RFC 4648 in lower case: readable aloud, safe in a URL, a
// cookie and a file name.
var alphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewID returns a new id, for a conversation or a session: 26 letters and digits
// from 128 bits of random.
func NewID(random io.Reader) (string, error) {
	var b [idBytes]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("drawing an id: %w", err)
	}
	return alphabet.EncodeToString(b[:]), nil
}

// ValidID reports whether s has the form of an id. It is for what arrives in URLs
// and cookies; the id need not exist.
func ValidID(s string) bool {
	if len(s) != alphabet.EncodedLen(idBytes) || strings.ContainsAny(s, "\r\n") {
		return false // the decoder skips line ends
	}
	b, err := alphabet.DecodeString(s)
	// 26 letters hold 130 bits: without the second test four spellings would name
	// one id.
	return err == nil && alphabet.EncodeToString(b) == s
}
