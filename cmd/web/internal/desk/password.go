package desk

import (
	"errors"
	"fmt"

	"github.com/alexedwards/argon2id"
)

// shortest and longest bound a password, in bytes. A single factor that is typed by
// people wants length more than odd characters (NIST SP 800-63B-4, 3.1.1.2); the
// upper end only keeps the work of a guess small.
const shortest, longest = 12, 1024

// work is how hard a password is to guess from its hash: argon2id's second
// recommendation of RFC 9106, 64 MiB, with one lane, so that a login costs the same
// on every machine. About 0.1 s and as long for whoever guesses.
var work = argon2id.Params{Memory: 64 << 10, Iterations: 3, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// leastMemory and leastIterations are the weakest hash that is taken (OWASP's
// minimum for argon2id), mostMemory the dearest, in KiB: a login must not take the
// memory that the shop needs.
const leastMemory, leastIterations, mostMemory, mostIterations = 19 << 10, 2, 1 << 20, 64

// HashPassword returns the hash by which a configuration knows a password: argon2id
// in the PHC string format, with a random salt.
func HashPassword(password string) (string, error) {
	if n := len(password); n < shortest || n > longest {
		return "", fmt.Errorf("a password of %d characters: take %d to %d", n, shortest, longest)
	}
	hash, err := argon2id.CreateHash(password, &work)
	if err != nil {
		return "", fmt.Errorf("hashing the password: %w", err)
	}
	return hash, nil
}

// ErrHash reports a configured hash that can not be used.
var ErrHash = errors.New("not a hash of a password; make one with: web hash-password")

// CheckHash reports whether a hash is one that [HashPassword] could have made, or one
// of the same form that is neither too weak nor too dear.
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

// matches reports whether a password has the hash. It takes the same work for every
// password: all of it is in the hashing, and the hashes are compared in constant
// time.
func matches(password, hash string) bool {
	ok, err := argon2id.ComparePasswordAndHash(password[:min(len(password), longest+1)], hash)
	return ok && err == nil
}
