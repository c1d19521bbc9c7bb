package desk

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"

	"shopclerk/agent/journal"
)

// The sessions in force are the journal's, so that all processes over one journal know them.
// The journal has the hash of an id alone, so that no copy of it lets anybody in.

// sessionTime ends every session.
const sessionTime = journal.SignInTime

// sessionKey is what the journal knows an id by.
func sessionKey(id string) string { return hexDigest(id) }

func hexDigest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// mark names a person as they are: with another role, password or second factor it is
// another.
func (p Person) mark() string { return p.Name + " " + hexDigest(p.String()) }

// begin opens a person's session and returns its id: 256 random bits.
func (d *Desk) begin(ctx context.Context, p Person) (id string, err error) {
	var b [32]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // the system has no randomness: nothing is safe
	}
	id = base64.RawURLEncoding.EncodeToString(b[:])
	return id, d.Journal.SignIn(ctx, sessionKey(id), p.mark(), d.Now())
}

// known tells of whom a request is, where somebody is logged in who may enter still, with
// the password, second factor and role of then.
func (d *Desk) known(r *http.Request) (p Person, ok bool, err error) {
	name, _ := d.cookieName()
	k, err := r.Cookie(name)
	if err != nil {
		return Person{}, false, nil
	}
	mark, err := d.Journal.SignedIn(r.Context(), sessionKey(k.Value), d.Now())
	if err != nil {
		return Person{}, false, err
	}
	as, _, _ := strings.Cut(mark, " ")
	p, ok = d.person(as)
	return p, ok && p.mark() == mark, nil
}

// forget ends the session that a request is of.
func (d *Desk) forget(r *http.Request) error {
	name, _ := d.cookieName()
	k, err := r.Cookie(name)
	if err != nil {
		return nil
	}
	return d.Journal.SignOut(r.Context(), sessionKey(k.Value))
}

// Expel ends the sessions of all who may not enter, or not as they did then, at every
// process over the journal.
func (d *Desk) Expel(ctx context.Context) error {
	people := d.People()
	if len(people) == 0 {
		p, _ := d.person("")
		people = []Person{p}
	}
	marks := make([]string, len(people))
	for i, p := range people {
		marks[i] = p.mark()
	}
	return d.Journal.SignOutOthers(ctx, marks)
}
