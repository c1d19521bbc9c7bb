package password

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

const secret = "correct horse battery staple"

func TestHashes(t *testing.T) {
	h := NewHasher(1, Work{leastMemory, leastIterations})
	hash, err := h.Hash(t.Context(), secret)
	if err != nil || CheckHash(hash) != nil {
		t.Fatalf("%q, %v", hash, err)
	}
	for _, work := range []Work{h.work, Full} {
		if decoy := NewHasher(1, work).decoy; CheckHash(decoy) != nil || len(decoy) != len(hash) {
			t.Errorf("the decoy %q is of another form than %q", decoy, hash)
		}
	}
	salted := "$" + strings.Join(strings.Split(hash, "$")[4:], "$")
	for _, bad := range []string{"", secret, "$2y$10$abcdefghijklmnopqrstuv", "$argon2id$v=19$m=1024,t=1,p=1" + salted,
		"$argon2id$v=19$m=19456,t=1,p=1" + salted, "$argon2id$v=19$m=4294967295,t=2,p=1" + salted, "$argon2id$v=19$m=19456,t=100000,p=1" + salted} {
		if err := CheckHash(bad); !errors.Is(err, ErrHash) {
			t.Errorf("the hash %q: %v", bad, err)
		}
	}
}

func TestMatches(t *testing.T) {
	h := NewHasher(2, Trifling)
	hash, err := h.Hash(t.Context(), secret)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := h.Hash(t.Context(), secret); again == hash {
		t.Error("no salt")
	}
	for _, tc := range []struct {
		password, hash string
		want           bool
	}{
		{secret, hash, true}, {secret + "x", hash, false}, {"", hash, false}, {strings.Repeat("x", 1<<20), hash, false},
		{secret, "", false}, {"", "", false}, {secret, "no hash", false}, {secret, h.decoy, false},
	} {
		if got, err := h.Matches(t.Context(), tc.password, tc.hash); got != tc.want || err != nil {
			t.Errorf("%.40q has %q: %t, %v; want %t", tc.password, tc.hash, got, err, tc.want)
		}
	}
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, bad := range []string{"", "short", x(Shortest - 1), strings.Repeat("語", Shortest-1), x(Longest + 1)} {
		if _, err := h.Hash(t.Context(), bad); !errors.Is(err, ErrLength) {
			t.Errorf("a password of %d bytes: %v", len(bad), err)
		}
	}
	for _, long := range []string{x(Shortest), strings.Repeat("語", Shortest), x(Longest)} {
		n := len(long)
		hash, err := h.Hash(t.Context(), long)
		if ok, _ := h.Matches(t.Context(), long, hash); !ok || err != nil {
			t.Errorf("a password of %d bytes: %t, %v", n, ok, err)
		}
		if ok, _ := h.Matches(t.Context(), long+"x", hash); ok {
			t.Errorf("a password of %d bytes and one more is the same", n)
		}
	}
}

// Who waits for others' passwords goes when their time is over.
func TestWaiting(t *testing.T) {
	h := NewHasher(1, Trifling)
	if err := h.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Hash(over, secret); !errors.Is(err, context.Canceled) {
		t.Errorf("hashing: %v", err)
	}
	if ok, err := h.Matches(over, secret, ""); ok || !errors.Is(err, context.Canceled) {
		t.Errorf("comparing: %t, %v", ok, err)
	}
	h.end()
	if _, err := h.Hash(t.Context(), secret); err != nil {
		t.Error(err)
	}
}

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func TestAttempts(t *testing.T) {
	a := NewAttempts(Allowance{3, 10 * time.Second}, Allowance{})
	for i := range 3 {
		if wait := a.Allow("a", noon); wait != 0 {
			t.Fatalf("try %d waits %v", i+1, wait)
		}
	}
	for _, tc := range []struct {
		key   string
		after time.Duration
		want  time.Duration
	}{
		{"a", 0, 10 * time.Second}, {"a", 0, 10 * time.Second}, {"b", 0, 0}, {"a", 4 * time.Second, 6 * time.Second}, {"a", 10 * time.Second, 0}, {"a", 10 * time.Second, 10 * time.Second},
	} {
		if got := a.Allow(tc.key, noon.Add(tc.after)); got != tc.want {
			t.Errorf("%s after %v waits %v, want %v", tc.key, tc.after, got, tc.want)
		}
	}
}

// Many keys share an allowance, and their memory is bounded.
func TestAttemptsOverall(t *testing.T) {
	all := Allowance{20, 5 * time.Second}
	a := NewAttempts(Allowance{5, 30 * time.Second}, all)
	passed := 0
	span := (mostKept + 50) * time.Millisecond
	for at := time.Duration(0); at < span; at += time.Millisecond {
		if a.Allow(fmt.Sprint("network ", at), noon.Add(at)) == 0 {
			passed++
		}
	}
	if want := all.Burst + int(span/all.Every); passed > want || passed < all.Burst {
		t.Errorf("%d tries in %v, want at most %d", passed, span, want)
	}
	if len(a.kept) > mostKept {
		t.Errorf("%d addresses", len(a.kept))
	}
}

// Those who have not tried for a while make room.
func TestAttemptsMakeRoom(t *testing.T) {
	a := NewAttempts(Allowance{1, time.Second}, Allowance{})
	for i := range mostKept {
		a.Allow(fmt.Sprint("network ", i), noon)
	}
	if a.Allow("x", noon) != 0 || a.Allow("y", noon) != time.Second {
		t.Error("the strangers beyond do not share one allowance")
	}
	if a.Allow("z", noon.Add(time.Second)) != 0 || len(a.kept) != 1 {
		t.Errorf("%d are remembered", len(a.kept))
	}
}

func TestNetwork(t *testing.T) {
	same := func(a, b string) bool { return Network(a) == Network(b) }
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"192.0.2.1", "192.0.2.1", true}, {"192.0.2.1", "192.0.2.2", false}, {"192.0.2.1", "::ffff:192.0.2.1", true},
		{"2001:db8::1", "2001:db8::ffff:1", true}, {"2001:db8::1", "2001:db8:0:1::1", false}, {"fe80::1%eth0", "fe80::2", true},
		{"", "nonsense", true}, {"", "192.0.2.1", false},
	} {
		if got := same(tc.a, tc.b); got != tc.want {
			t.Errorf("%q and %q: one network %v, want %v", tc.a, tc.b, got, tc.want)
		}
	}
}
