package journal

import (
	"encoding/base32"
	"fmt"
	"io"
	"strings"
)

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
