package desk

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	lru "github.com/hashicorp/golang-lru/v2"

	"shopclerk/cmd/web/internal/admit"
)

const (
	shortest    = 12 // characters of a password: length is worth more than odd ones (NIST SP 800-63B-4, 3.1.1.2)
	leastMemory = 19 << 10
	leastPasses = 2 // both OWASP's minimum for argon2id

	triesAtOnce = 5 // from one network, and then one now and then
	triesEvery  = 30 * time.Second

	// allAtOnce and allEvery bound the tries of all networks together, 8,640 a day in the long
	// run: whoever has many addresses guesses no faster.
	allAtOnce = 30
	allEvery  = 10 * time.Second
	mostKnown = 64 // networks from which the desk was entered

	cookieName  = "desk"
	signedInFor = 12 * time.Hour
)

// HashPassword returns the hash that lets a password in: argon2id by the second
// recommendation of RFC 9106.
func HashPassword(password string) (string, error) {
	if utf8.RuneCountInString(password) < shortest {
		return "", fmt.Errorf("a password has at least %d characters", shortest)
	}
	return argon2id.CreateHash(password, &argon2id.Params{Memory: 64 << 10, Iterations: 3, Parallelism: 1, SaltLength: 16, KeyLength: 32})
}

// CheckHash reports what is no hash of argon2id, or one that is too easily guessed.
func CheckHash(hash string) error {
	p, _, _, err := argon2id.DecodeHash(hash)
	switch {
	case err != nil:
		return errors.New("this is no hash of argon2id: make one with hash-password, and quote it, because it has dollar signs")
	case p.Memory < leastMemory || p.Iterations < leastPasses:
		return fmt.Errorf("the hash is too easily guessed: make another with hash-password (m=%d, t=%d at least)", leastMemory, leastPasses)
	}
	return nil
}

// door lets in whoever knows the password. Whoever is in has a cookie that is signed by the
// hash: another password ends all sign-ins, and every process takes every cookie.
type door struct {
	hash   string
	secure bool
	now    func() time.Time

	comparing sync.Mutex  // one password at a time: each takes the hash's memory
	tries     admit.Paces // by network
	all       admit.Paces // of all networks together

	// known holds the networks from which the desk was entered since the start. Their tries
	// count with those of all and do not wait for them, so that whoever guesses keeps nobody
	// out who works there.
	known *lru.Cache[string, bool]
}

func newDoor(hash string, secure bool) *door {
	known, err := lru.New[string, bool](mostKnown)
	if err != nil {
		panic(err) // its only error is a size below 1
	}
	return &door{
		hash: hash, secure: secure, now: time.Now, known: known,
		tries: admit.NewPaces(1/triesEvery.Seconds(), triesAtOnce, admit.Widths(1)...), all: admit.NewPaces(1/allEvery.Seconds(), allAtOnce, 1),
	}
}

// try reports whether a password from an address is right. Where too many were tried from
// there, or from everywhere, it is not compared: wait is how long none is.
func (d *door) try(address, password string) (ok bool, wait time.Duration) {
	d.comparing.Lock()
	defer d.comparing.Unlock()
	networks, everywhere, now := admit.Networks(address), []string{""}, d.now()
	if wait = d.tries.Take(networks, 1, now); wait > 0 {
		return false, wait
	}
	if d.known.Contains(networks[0]) {
		d.all.Spend(everywhere, 1, now)
	} else if wait = d.all.Take(everywhere, 1, now); wait > 0 {
		return false, wait
	}
	ok, err := argon2id.ComparePasswordAndHash(password, d.hash)
	if ok = ok && err == nil; ok {
		d.known.Add(networks[0], true)
	}
	return ok, 0
}

// sign returns the value of a cookie that is good until a time.
func (d *door) sign(until time.Time) string {
	value := binary.BigEndian.AppendUint64(nil, uint64(until.Unix()))
	mac := hmac.New(sha256.New, []byte("desk\x00"+d.hash))
	mac.Write(value)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(value))
}

// cookie returns the cookie of a sign-in, or one that ends it.
func (d *door) cookie(in bool) *http.Cookie {
	c := &http.Cookie{Name: cookieName, Path: Root, MaxAge: -1, HttpOnly: true, Secure: d.secure, SameSite: http.SameSiteStrictMode}
	if in {
		c.Value, c.MaxAge = d.sign(d.now().Add(signedInFor)), int(signedInFor.Seconds())
	}
	return c
}

// in reports whether a request is of somebody who has signed in.
func (d *door) in(r *http.Request) bool {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return false
	}
	value, err := base64.RawURLEncoding.DecodeString(c.Value)
	if err != nil || len(value) < 8 {
		return false
	}
	until := time.Unix(int64(binary.BigEndian.Uint64(value)), 0)
	return d.now().Before(until) && hmac.Equal([]byte(c.Value), []byte(d.sign(until)))
}
