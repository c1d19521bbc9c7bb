package password

import (
	"context"
	"errors"
	"fmt"
	"strconv"
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
	a := newAttempts(Allowance{3, 10 * time.Second})
	for i := range 3 {
		if wait := allow(noon, try{a, "a"}); wait != 0 {
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
		if got := allow(noon.Add(tc.after), try{a, tc.key}); got != tc.want {
			t.Errorf("%s after %v waits %v, want %v", tc.key, tc.after, got, tc.want)
		}
	}
}

var limits = Limits{Site: Allowance{40, 2 * time.Second}, Network: Allowance{10, 10 * time.Second}, Name: Allowance{10, time.Minute}, All: Allowance{20, 5 * time.Second}}

// Many networks share an allowance, and their memory is bounded.
func TestGuardOverall(t *testing.T) {
	g := NewGuard(limits)
	passed := 0
	span := (mostKept + 50) * time.Millisecond
	for at := time.Duration(0); at < span; at += time.Millisecond {
		if g.Wait("192.0.2."+strconv.Itoa(int(at/time.Millisecond)%5), "", noon.Add(at)) == 0 {
			passed++
		}
	}
	most := limits.All.Burst + int(span/limits.All.Every) + 5*own.Burst
	if passed > most || passed < limits.All.Burst {
		t.Errorf("%d tries in %v, want at most %d", passed, span, most)
	}
	for i := range mostKept + 50 {
		g.Wait(fmt.Sprintf("2001:%x::1", i), "ann", noon)
	}
	for name, a := range map[string]*attempts{"sites": g.site, "networks": g.network, "names": g.name, "pairs": g.own} {
		if len(a.kept) > mostKept {
			t.Errorf("%d %s", len(a.kept), name)
		}
	}
}

// Whoever has a whole site of networks has a site's tries, and leaves those of others: for
// the name that they try, and in all.
func TestGuardAgainstOneSite(t *testing.T) {
	g, passed := NewGuard(limits), 0
	for i := range 1 << 16 {
		if g.Wait(fmt.Sprintf("2001:db8:1:%x::1", i), "ann", noon) == 0 {
			passed++
		}
	}
	if want := limits.Name.Burst + own.Burst; passed != want {
		t.Errorf("one site has %d tries of a name, want %d", passed, want)
	}
	for i := range 1 << 16 {
		if g.Wait(fmt.Sprintf("2001:db8:1:%x::1", i), strconv.Itoa(i), noon) == 0 {
			passed++
		}
	}
	if passed != limits.Site.Burst || len(g.network.kept) > 2*limits.Site.Burst {
		t.Errorf("one site has %d tries, of %d networks", passed, len(g.network.kept))
	}
	for _, elsewhere := range []string{"192.0.2.1", "2001:db8:2::1"} {
		for i := range own.Burst {
			if wait := g.Wait(elsewhere, "ann", noon); wait != 0 {
				t.Errorf("from %s try %d waits %v", elsewhere, i+1, wait)
			}
		}
		if g.Wait(elsewhere, "ann", noon) == 0 {
			t.Errorf("from %s there is no end", elsewhere)
		}
	}
}

// Who has to wait uses up nobody's tries.
func TestWaitingIsNoTry(t *testing.T) {
	g := NewGuard(limits)
	for i := range 1000 {
		g.Wait("2001:db8::1", strconv.Itoa(i), noon)
	}
	if wait := g.Wait("2001:db8:0:1::1", "ann", noon); wait != 0 {
		t.Errorf("a neighbour waits %v", wait)
	}
}

// Those who have not tried for a while make room.
func TestAttemptsMakeRoom(t *testing.T) {
	a := newAttempts(Allowance{1, time.Second})
	for i := range mostKept {
		allow(noon, try{a, fmt.Sprint("network ", i)})
	}
	if allow(noon, try{a, "x"}) != 0 || allow(noon, try{a, "y"}) != time.Second {
		t.Error("the strangers beyond do not share one allowance")
	}
	if allow(noon.Add(time.Second), try{a, "z"}) != 0 || len(a.kept) != 1 {
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
