// Package password knows what to do with a secret that people type: it turns it into
// a hash to be stored ([Hasher.Hash]), compares one with the other
// ([Hasher.Matches]), and limits how fast somebody may guess ([Guard]).
package password

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
)

// Shortest, in characters, and Longest, in bytes, bound a password. A single factor that
// is typed by people wants length more than odd characters (NIST SP 800-63B-4, 3.1.1.2),
// whatever its letters take in UTF-8; the upper end only keeps the work of a guess small.
const Shortest, Longest = 12, 1024

// Work is how hard a password is to guess from its hash.
type Work struct {
	Memory     uint32 // KiB
	Iterations uint32
}

var (
	// Full is argon2id's second recommendation of RFC 9106, 64 MiB, with one lane, so
	// that a login costs the same on every machine. About 0.1 s and as long for
	// whoever guesses.
	Full = Work{Memory: 64 << 10, Iterations: 3}
	// Trifling is next to none, for tests that hash often. [CheckHash] refuses what
	// comes of it.
	Trifling = Work{Memory: 8, Iterations: 1}
)

func (w Work) params() *argon2id.Params {
	return &argon2id.Params{Memory: w.Memory, Iterations: w.Iterations, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// leastMemory and leastIterations are the weakest hash that is taken (OWASP's
// minimum for argon2id), mostMemory the dearest, in KiB: a login must not take the
// memory that the shop needs.
const leastMemory, leastIterations, mostMemory, mostIterations = 19 << 10, 2, 1 << 20, 64

// ErrLength reports a password that is shorter than [Shortest] or longer than
// [Longest].
var ErrLength = fmt.Errorf("a password has %d characters to %d bytes", Shortest, Longest)

// Fits returns [ErrLength] for a password that no hash is made of.
func Fits(password string) error {
	if n := utf8.RuneCountInString(password); n < Shortest || len(password) > Longest {
		return fmt.Errorf("a password of %d characters: %w", n, ErrLength)
	}
	return nil
}

// Hasher hashes a few passwords at a time; others wait. It is safe for concurrent use.
type Hasher struct {
	work  Work
	decoy string        // a hash of no password
	slots chan struct{} // holds one for every password that is being hashed
}

// NewHasher makes a hasher of at most so many passwords at a time, which bounds the
// memory it takes: that of the work for each.
func NewHasher(most int, work Work) *Hasher {
	decoy := fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", work.Memory, work.Iterations)
	return &Hasher{work: work, decoy: decoy, slots: make(chan struct{}, most)}
}

// Hash returns the hash by which a password is known: argon2id in the PHC string
// format, with a random salt. A password of another length is [ErrLength].
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := Fits(password); err != nil {
		return "", err
	}
	if err := h.begin(ctx); err != nil {
		return "", err
	}
	defer h.end()
	hash, err := argon2id.CreateHash(password, h.work.params())
	if err != nil {
		return "", fmt.Errorf("hashing the password: %w", err)
	}
	return hash, nil
}

// Matches reports whether a password has the hash. It takes the same work for every
// password: all of it is in the hashing, and the hashes are compared in constant
// time. The hash "" is of nobody: nothing matches it, with the work of one that
// [Hasher.Hash] made, so that time does not tell who is known. The error is that of
// ctx, when the wait for others was too long.
func (h *Hasher) Matches(ctx context.Context, password, hash string) (bool, error) {
	nobody := hash == ""
	if nobody {
		hash = h.decoy
	}
	if err := h.begin(ctx); err != nil {
		return false, err
	}
	defer h.end()
	ok, err := argon2id.ComparePasswordAndHash(password[:min(len(password), Longest+1)], hash)
	return ok && err == nil && !nobody, nil
}

func (h *Hasher) begin(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for others' passwords: %w", ctx.Err())
	}
}

func (h *Hasher) end() { <-h.slots }

// ErrHash reports a configured hash that can not be used.
var ErrHash = errors.New("not a hash of a password; make one with: web hash-password")

// CheckHash reports whether a hash is one that a [Hasher] of [Full] work could have
// made, or one of the same form that is neither too weak nor too dear.
func CheckHash(hash string) error {
	p, _, _, err := argon2id.DecodeHash(hash)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrHash, err)
	case p.Memory < leastMemory || p.Iterations < leastIterations:
		return fmt.Errorf("%w: m=%d,t=%d is too weak", ErrHash, p.Memory, p.Iterations)
	case p.Memory > mostMemory || p.Iterations > mostIterations:
		return fmt.Errorf("%w: m=%d,t=%d takes too much of the machine", ErrHash, p.Memory, p.Iterations)
	}
	return nil
}
