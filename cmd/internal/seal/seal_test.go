package seal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"shopclerk/cmd/internal/seal"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func sealer(t testing.TB, letter string) *seal.Sealer {
	t.Helper()
	s, err := seal.New([]byte(strings.Repeat(letter, seal.SecretLength)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOpen(t *testing.T) {
	s := sealer(t, "a")
	token := s.Seal("state", "ann", noon, []byte("payload"))
	for _, tc := range []struct {
		name            string
		by              *seal.Sealer
		purpose, holder string
		at              time.Time
		token           string
		want            error
	}{
		{"good", s, "state", "ann", noon.Add(-time.Second), token, nil},
		{"by another process", sealer(t, "a"), "state", "ann", noon.Add(-time.Second), token, nil},
		{"expired", s, "state", "ann", noon, token, seal.ErrExpired},
		{"another secret", sealer(t, "b"), "state", "ann", noon.Add(-time.Second), token, seal.ErrForged},
		{"another purpose", s, "cursor", "ann", noon.Add(-time.Second), token, seal.ErrForged},
		{"another holder", s, "state", "bob", noon.Add(-time.Second), token, seal.ErrForged},
		{"names cut elsewhere", s, "statea", "nn", noon.Add(-time.Second), token, seal.ErrForged},
		{"nothing", s, "state", "ann", noon.Add(-time.Second), "", seal.ErrForged},
		{"no base64", s, "state", "ann", noon.Add(-time.Second), "?" + token[1:], seal.ErrForged},
		{"with a line break", s, "state", "ann", noon.Add(-time.Second), token[:9] + "\n" + token[9:], seal.ErrForged},
		{"cut", s, "state", "ann", noon.Add(-time.Second), token[:len(token)-4], seal.ErrForged},
		{"padded", s, "state", "ann", noon.Add(-time.Second), token + "AAAA", seal.ErrForged},
	} {
		t.Run(tc.name, func(t *testing.T) {
			payload, err := tc.by.Open(tc.purpose, tc.holder, tc.at, tc.token)
			if !errors.Is(err, tc.want) || tc.want == nil && string(payload) != "payload" {
				t.Errorf("%q, %v; want %v", payload, err, tc.want)
			}
		})
	}
}

// A token with any byte changed is none.
func TestChangedTokens(t *testing.T) {
	s := sealer(t, "a")
	rapid.Check(t, func(t *rapid.T) {
		payload := rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "payload")
		token := []byte(s.Seal("state", "ann", noon, payload))
		got, err := s.Open("state", "ann", noon.Add(-time.Hour), string(token))
		if err != nil || !bytes.Equal(got, payload) {
			t.Fatalf("%q comes back as %q: %v", payload, got, err)
		}
		at := rapid.IntRange(0, len(token)-1).Draw(t, "at")
		was := token[at]
		token[at] = rapid.Byte().Filter(func(b byte) bool { return b != was }).Draw(t, "byte")
		if _, err := s.Open("state", "ann", noon.Add(-time.Hour), string(token)); !errors.Is(err, seal.ErrForged) {
			t.Fatalf("byte %d changed from %q to %q: %v", at, was, token[at], err)
		}
	})
}

func FuzzOpen(f *testing.F) {
	s := sealer(f, "a")
	f.Add(s.Seal("state", "ann", noon, []byte("payload")))
	f.Add("")
	f.Add("AQAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, token string) {
		payload, err := s.Open("state", "ann", noon.Add(-time.Hour), token)
		if err == nil && s.Seal("state", "ann", noon, payload) != token {
			t.Fatalf("%q opens as %q and was never sealed", token, payload)
		}
		if err != nil && !errors.Is(err, seal.ErrForged) && !errors.Is(err, seal.ErrExpired) {
			t.Fatal(err)
		}
	})
}

func TestSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "api.secret")
	secrets := make([][]byte, 8)
	var wg sync.WaitGroup
	for i := range secrets {
		wg.Go(func() {
			var err error
			if secrets[i], err = seal.Secret(file); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, s := range secrets {
		if len(s) != seal.SecretLength || !bytes.Equal(s, secrets[0]) {
			t.Fatalf("secrets %x and %x of one file", s, secrets[0])
		}
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 {
		t.Errorf("the secret's file has mode %o", mode)
	}
	left, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(left) != 1 {
		t.Errorf("beside the secret: %v, %v", left, err)
	}
}

func TestSecretsThatAreNone(t *testing.T) {
	for _, text := range []string{"", "ab", strings.Repeat("z", 64), strings.Repeat("a", 63)} {
		if got, err := seal.ParseSecret(text); err == nil {
			t.Errorf("%q is taken for the secret %x", text, got)
		}
	}
	file := filepath.Join(t.TempDir(), "api.secret")
	if err := os.WriteFile(file, []byte("oops"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := seal.Secret(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a broken file: %v", err)
	}
	if _, err := seal.New([]byte("short")); err == nil {
		t.Error("a short secret is taken")
	}
}

// An alias is the same for the same secret, purpose and name, and for no others; and it
// is no part of what opens a token.
func TestAlias(t *testing.T) {
	s := sealer(t, "a")
	seen := map[string]string{}
	for _, tc := range []struct {
		by            *seal.Sealer
		purpose, name string
	}{{s, "person", "till"}, {s, "person", "desk"}, {s, "place", "till"}, {sealer(t, "b"), "person", "till"}, {s, "person ", "till"}, {s, "persont", "ill"}} {
		alias := tc.by.Alias(tc.purpose, tc.name)
		if len(alias) != 26 || strings.Contains(alias, tc.name) || seen[alias] != "" {
			t.Errorf("%s %s is called %q, as is %q", tc.purpose, tc.name, alias, seen[alias])
		}
		seen[alias] = tc.purpose + " " + tc.name
	}
	if s.Alias("person", "till") != sealer(t, "a").Alias("person", "till") {
		t.Error("it is not the same twice")
	}
}
