// Package seal lets a server give what it would have to remember to its client: a
// sealed token tells when it was changed, when it is too old, and when it is somebody
// else's. It hides nothing: whoever has a token can read it.
package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"
)

var (
	// ErrForged reports a token that this secret did not seal for this purpose and
	// holder: a changed one, somebody else's, or none at all.
	ErrForged = errors.New("the token is not one of ours")
	// ErrExpired reports a token that was ours.
	ErrExpired = errors.New("the token has expired")
)

// SecretLength is the least length of a secret in bytes: HMAC-SHA256 is as strong as
// its output then (RFC 2104, section 3).
const SecretLength = sha256.Size

// version is the first byte of a token. A program that writes payloads that older
// ones misread raises it, and takes the tokens of before for forged.
const version = 1

// header is the version and the expiry, in seconds since 1970, big-endian.
const header = 1 + 8

// Sealer seals and opens tokens. It is safe for concurrent use.
type Sealer struct{ secret []byte }

// New returns a sealer. Processes with the same secret open each other's tokens.
func New(secret []byte) (*Sealer, error) {
	if len(secret) < SecretLength {
		return nil, fmt.Errorf("a secret of %d bytes is too short: give at least %d", len(secret), SecretLength)
	}
	return &Sealer{secret}, nil
}

// Seal returns a token for a payload, of the URL-safe base64 alphabet. Only a holder of
// the same name opens it, for the same purpose, before it expires.
func (s *Sealer) Seal(purpose, holder string, expires time.Time, payload []byte) string {
	blob := make([]byte, header, header+len(payload)+sha256.Size)
	blob[0] = version
	binary.BigEndian.PutUint64(blob[1:], uint64(max(0, expires.Unix())))
	blob = append(blob, payload...)
	return base64.RawURLEncoding.EncodeToString(append(blob, s.sum(purpose, holder, blob)...))
}

// Open returns the payload of a token. Nothing of a token is looked at before its
// seal is found to be good.
func (s *Sealer) Open(purpose, holder string, now time.Time, token string) ([]byte, error) {
	if strings.ContainsAny(token, "\r\n") { // the decoder would pass over them, and one token have many spellings
		return nil, fmt.Errorf("%w: it has line breaks", ErrForged)
	}
	blob, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForged, err)
	}
	if len(blob) < header+sha256.Size {
		return nil, fmt.Errorf("%w: it is too short", ErrForged)
	}
	blob, sum := blob[:len(blob)-sha256.Size], blob[len(blob)-sha256.Size:]
	if !hmac.Equal(sum, s.sum(purpose, holder, blob)) || blob[0] != version {
		return nil, ErrForged
	}
	if expires := time.Unix(int64(binary.BigEndian.Uint64(blob[1:])), 0); !now.Before(expires) {
		return nil, fmt.Errorf("%w: at %s", ErrExpired, expires.UTC().Format(time.RFC3339))
	}
	return blob[header:], nil
}

// Alias returns a name for a holder that tells nothing of the holder's own to who does
// not have the secret: 26 letters and digits, the same for the same secret, purpose and
// name, and as good as random.
func (s *Sealer) Alias(purpose, name string) string {
	sum := s.sum("alias "+purpose, name, nil)
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:16]))
}

// sum authenticates a blob together with what it is for. The names are preceded by
// their lengths, so that no two pairs of names read alike.
func (s *Sealer) sum(purpose, holder string, blob []byte) []byte {
	mac := hmac.New(sha256.New, s.secret)
	for _, name := range []string{purpose, holder} {
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(name))))
		mac.Write([]byte(name))
	}
	mac.Write(blob)
	return mac.Sum(nil)
}
