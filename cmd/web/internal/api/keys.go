package api

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"shopclerk/cmd/internal/seal"
)

// Key is what is known of a program that may ask: not its key.
type Key struct {
	Name string            // letters, digits, ".", "_" and "-"
	Hash [sha256.Size]byte // SHA-256 of the key
	Feed bool              // it changes the feed, and does nothing else
}

// prefix begins every key, so that a key in the wrong place is recognised as one.
const prefix = "shopclerk_"

// NewKey draws a key for a program. What is returned first is for the program alone;
// the server needs the second only. A key has 256 random bits, which nobody guesses:
// that is why a fast hash will do, and wrong keys need not be slowed down.
func NewKey(name string) (key string, known Key, err error) {
	if !keyName.MatchString(name) {
		return "", Key{}, badName(name)
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // it never fails
	key = prefix + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret))
	return key, Key{Name: name, Hash: sha256.Sum256([]byte(key))}, nil
}

var keyName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

func badName(name string) error {
	return fmt.Errorf(`%q is no name of a program: use up to 40 letters, digits, ".", "_" and "-"`, name)
}

// forFeed ends a key of the configuration that is for the feed.
const forFeed = ":feed"

// String writes a key as the configuration has it: NAME:HASH, in hexadecimal digits, and
// ":feed" behind them where it is for that.
func (k Key) String() string {
	out := k.Name + ":" + hex.EncodeToString(k.Hash[:])
	if k.Feed {
		out += forFeed
	}
	return out
}

// ParseKey reads what [Key.String] writes.
func ParseKey(text string) (Key, error) {
	name, digits, ok := strings.Cut(strings.TrimSpace(text), ":")
	if !ok {
		return Key{}, fmt.Errorf("%q is no key's name and hash: it needs a \":\" between them", text)
	}
	digits, feed := strings.CutSuffix(digits, forFeed)
	k := Key{Name: name, Feed: feed}
	if !keyName.MatchString(name) {
		return Key{}, badName(name)
	}
	hash, err := hex.DecodeString(digits)
	if err != nil || len(hash) != len(k.Hash) {
		return Key{}, fmt.Errorf("the hash of the key %q is not %d hexadecimal digits", name, 2*len(k.Hash))
	}
	copy(k.Hash[:], hash)
	return k, nil
}

// Holder names the key itself, whatever it is called: a name can be another key's later.
func (k Key) Holder() string { return hex.EncodeToString(k.Hash[:]) }

// Person is whose baskets and orders those of a key's holder are: one person for each
// key, whose id tells nothing of the key or its name. Earlier versions took a key's name
// for its holder.
func Person(s *seal.Sealer, holder string) string { return s.Alias("person", "of the key "+holder) }

// burstSeconds is how many seconds' requests a caller may make at once that was quiet
// before: a program that fills one page asks a few things together.
const burstSeconds = 5

// burst is how many that are, of so many a second in the long run.
func burst(perSecond float64) int { return max(1, int(math.Ceil(burstSeconds*perSecond))) }

// SetKeys changes who may ask from now on. A key that stays keeps its pace; states and
// cursors of a key that goes are of no more use, unless it comes back.
func (a *API) SetKeys(keys []Key) error {
	seen := map[string]bool{}
	for _, k := range keys {
		if seen[k.Name] {
			return fmt.Errorf("two keys are called %q: which is which?", k.Name)
		}
		seen[k.Name] = true
	}
	keys = slices.Clone(keys)
	a.callers.Store(&keys)
	return nil
}

// known finds out who asks. Every key is compared, in constant time: how long it takes
// tells nothing.
func (a *API) known(r *http.Request) (*Key, error) {
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") || given == "" {
		return nil, problem(Unauthorized, "Send a key in the header Authorization: Bearer KEY. The shop's operator gives keys.")
	}
	hash := sha256.Sum256([]byte(strings.TrimSpace(given)))
	var found *Key
	for _, k := range *a.callers.Load() {
		if subtle.ConstantTimeCompare(hash[:], k.Hash[:]) == 1 {
			found = &k
		}
	}
	if found == nil {
		return nil, problem(Unauthorized, "The key in the header Authorization is not one of the shop's, or not any more. The shop's operator gives keys.")
	}
	return found, nil
}
