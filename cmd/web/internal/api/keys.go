package api

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// Key is what the shop knows of a program's key: not the key itself.
type Key struct {
	Name   string            // letters, digits, ".", "_" and "-"
	Hash   [sha256.Size]byte // SHA-256 of the key
	Prices bool              // it changes prices and stock, and does nothing else
}

// prefix begins every key, so that a key in the wrong place is recognised as one.
const prefix = "shopclerk_"

// forPrices ends a key of the configuration that is for prices.
const forPrices = ":prices"

var (
	encoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
	keyName  = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)
)

// NewKey draws a key of 256 random bits. The first result is for the program alone, the
// second for the server. Nobody guesses such a key, so a fast hash will do.
func NewKey(name string) (string, Key, error) {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // it never fails
	key := prefix + encoding.EncodeToString(secret)
	return key, Key{Name: name, Hash: sha256.Sum256([]byte(key))}, checkName(name)
}

func checkName(name string) error {
	if !keyName.MatchString(name) {
		return fmt.Errorf(`%q is no name of a program: use up to 40 letters, digits, ".", "_" and "-"`, name)
	}
	return nil
}

// String writes a key as the configuration has it: NAME:HASH, with ":prices" behind it where
// it is for those.
func (k Key) String() string {
	out := k.Name + ":" + hex.EncodeToString(k.Hash[:])
	if k.Prices {
		out += forPrices
	}
	return out
}

// ParseKey reads what [Key.String] writes.
func ParseKey(text string) (Key, error) {
	text, prices := strings.CutSuffix(strings.TrimSpace(text), forPrices)
	name, digits, ok := strings.Cut(text, ":")
	if !ok {
		return Key{}, fmt.Errorf("%q is no key's name and hash: it needs a \":\" between them", text)
	}
	k := Key{Name: name, Prices: prices}
	hash, err := hex.DecodeString(digits)
	if err != nil || len(hash) != len(k.Hash) {
		return Key{}, fmt.Errorf("the hash of the key %q is not %d hexadecimal digits", name, 2*len(k.Hash))
	}
	copy(k.Hash[:], hash)
	return k, checkName(name)
}

// Session is the journal session, and the owner of basket and orders, of a key: the key's own
// and not its name's, which can be another key's later.
func (k Key) Session() string {
	sum := sha256.Sum256(append([]byte("session of the key "), k.Hash[:]...))
	return encoding.EncodeToString(sum[:16])
}

// Caller is who asks: the session of a key, and what else the key may do.
type Caller struct {
	Session string
	Prices  bool
	pace    *rate.Limiter // of the key
}

type callerKey struct{}

// As returns a context of requests by a caller.
func As(ctx context.Context, c Caller) context.Context { return context.WithValue(ctx, callerKey{}, c) }

// caller is who asks in a context.
func caller(ctx context.Context) Caller { c, _ := ctx.Value(callerKey{}).(Caller); return c }

// Pace returns the pace of the key that a context's caller has, in requests.
func Pace(ctx context.Context) *rate.Limiter { return caller(ctx).pace }

// burstSeconds is how many seconds' requests a key may make at once that was quiet before: a
// program that fills one page asks a few things together.
const burstSeconds = 5

// Keys admits requests by their keys, each at its own rate. It is safe for concurrent use.
type Keys struct {
	rate float64
	all  []*entry
}

type entry struct {
	Key
	pace *rate.Limiter
}

// NewKeys admits each key so many times a second in the long run, above 0.
func NewKeys(perSecond float64, keys ...Key) (*Keys, error) {
	if perSecond <= 0 {
		return nil, fmt.Errorf("%v requests a second are none: give a rate above 0", perSecond)
	}
	k := &Keys{rate: perSecond}
	names := map[string]bool{}
	for _, key := range keys {
		if names[key.Name] {
			return nil, fmt.Errorf("two keys are called %q: which is which?", key.Name)
		}
		names[key.Name] = true
		k.all = append(k.all, &entry{key, rate.NewLimiter(rate.Limit(perSecond), max(1, int(math.Ceil(burstSeconds*perSecond))))})
	}
	return k, nil
}

// Admit finds out who asks by the header Authorization. A wait above 0 says when a key that
// asks too often may come again. Every key is compared, in constant time: how long it takes
// tells nothing.
func (k *Keys) Admit(authorization string) (Caller, time.Duration, error) {
	scheme, given, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") || given == "" {
		return Caller{}, 0, Fault(http.StatusUnauthorized, "header.Authorization", "Send a key in the header Authorization: Bearer KEY. The shop's operator gives keys.")
	}
	hash := sha256.Sum256([]byte(strings.TrimSpace(given)))
	var found *entry
	for _, e := range k.all {
		if subtle.ConstantTimeCompare(hash[:], e.Hash[:]) == 1 {
			found = e
		}
	}
	if found == nil {
		return Caller{}, 0, Fault(http.StatusUnauthorized, "header.Authorization", "The key is not one of the shop's, or not any more. The shop's operator gives keys.")
	}
	if r := found.pace.Reserve(); r.Delay() > 0 {
		wait := r.Delay()
		r.Cancel()
		return Caller{}, wait, Fault(http.StatusTooManyRequests, "", "The key %q may ask %v times a second. Ask again in %.0f s.", found.Name, k.rate, math.Ceil(wait.Seconds()))
	}
	return Caller{found.Session(), found.Prices, found.pace}, 0, nil
}
