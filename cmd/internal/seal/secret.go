package seal

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Secret reads the secret that a file holds in hexadecimal digits, and makes the file
// where there is none, readable by its owner alone. Processes that make it at the same
// time end up with the same secret.
func Secret(file string) ([]byte, error) {
	for {
		text, err := os.ReadFile(file)
		if err == nil {
			secret, err := ParseSecret(string(text))
			if err != nil {
				return nil, fmt.Errorf("reading the secret in %s: %w", file, err)
			}
			return secret, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading the secret: %w", err)
		}
		if err := create(file); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("making a secret: %w", err)
		}
	}
}

// ParseSecret reads a secret from hexadecimal digits.
func ParseSecret(text string) ([]byte, error) {
	secret, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return nil, fmt.Errorf("a secret is %d hexadecimal digits or more: %w", 2*SecretLength, err)
	}
	if len(secret) < SecretLength {
		return nil, fmt.Errorf("a secret is %d hexadecimal digits or more, these are %d", 2*SecretLength, 2*len(secret))
	}
	return secret, nil
}

// create writes a new secret under a passing name and links it to its own, so that
// nobody reads half of it and the first of several processes wins: the others get
// [fs.ErrExist].
func create(file string) (err error) {
	secret := make([]byte, SecretLength)
	_, _ = rand.Read(secret)                                              // it never fails
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+"-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = f.WriteString(hex.EncodeToString(secret) + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), file)
}
