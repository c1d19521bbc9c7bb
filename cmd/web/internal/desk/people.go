package desk

import (
	"bufio"
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"shopclerk/views"
	"slices"
	"strings"
	"time"

	"github.com/pquerna/otp/totp"

	"shopclerk/agent/shop/password"
)

// Role is what somebody may do at the desk. Each may do what those before it may.
type Role int

// The roles.
const (
	Reads Role = iota // looks at pages
	Sets              // changes what the clerk asks and lists, and moves orders on
	Admin             // changes what concerns the whole shop: what it tells of itself, its catalogue
)

// roles are their names, as files and the command have them.
var roles = []string{Reads: "read", Sets: "set", Admin: "admin"}

// Person is somebody who works at the desk.
type Person struct {
	Name   string // letters, digits, ".", "_" and "-", at most 40
	Role   Role
	Hash   string // of the password: see [password.Hasher]
	Secret string // of the second factor, RFC 6238, in base32; "": none is asked for
}

var personName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

// NewPerson makes a person with a second factor; address is what an authenticator reads
// that from.
func NewPerson(shop, name, role, hash string) (p Person, address string, err error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: shop, AccountName: name})
	if err != nil {
		return p, "", fmt.Errorf("drawing a second factor: %w", err)
	}
	p, err = ParsePerson(strings.Join([]string{name, role, hash, key.Secret()}, ":"))
	return p, key.URL(), err
}

// String writes a person as a line of the file of people: NAME:ROLE:HASH:SECRET, without
// the last part where there is no second factor.
func (p Person) String() string {
	parts := []string{p.Name, roles[p.Role], p.Hash}
	if p.Secret != "" {
		parts = append(parts, p.Secret)
	}
	return strings.Join(parts, ":")
}

// ParsePerson reads what [Person.String] writes.
func ParsePerson(line string) (Person, error) {
	parts := strings.Split(strings.TrimSpace(line), ":")
	if len(parts) < 3 || len(parts) > 4 {
		return Person{}, errors.New("a line is NAME:ROLE:HASH:SECRET, as desk-person makes it")
	}
	p := Person{Name: parts[0], Role: Role(slices.Index(roles, parts[1])), Hash: parts[2]}
	if !personName.MatchString(p.Name) {
		return Person{}, fmt.Errorf(`%q is no name: use up to 40 letters, digits, ".", "_" and "-"`, p.Name)
	}
	if p.Role < 0 {
		return Person{}, fmt.Errorf("%q is no role: %s are", parts[1], strings.Join(roles, ", "))
	}
	if err := password.CheckHash(p.Hash); err != nil {
		return Person{}, fmt.Errorf("the hash of %s: %w", p.Name, err)
	}
	if len(parts) == 4 {
		p.Secret = parts[3]
		if _, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(p.Secret); err != nil || p.Secret == "" {
			return Person{}, fmt.Errorf("the second factor of %s is not base32", p.Name)
		}
	}
	return p, nil
}

// ReadPeople reads a file of people, a line each; what begins with "#" is a remark.
func ReadPeople(r io.Reader) ([]Person, error) {
	var people []Person
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		p, err := ParsePerson(line)
		if err == nil && slices.ContainsFunc(people, func(q Person) bool { return q.Name == p.Name }) {
			err = fmt.Errorf("%s is there twice", p.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		people = append(people, p)
	}
	return people, lines.Err()
}

// SetPeople puts others in the place of those who may enter. Who is not among them any
// more is out with the next request; [Desk.Expel] has them out at other processes too. With
// none, the one password lets in again.
func (d *Desk) SetPeople(people []Person) { d.people.Store(&people) }

// person finds who may enter by name. Where nobody is named, whoever knows the one
// password is [merchandiser].
func (d *Desk) person(name string) (Person, bool) {
	people := d.People()
	if len(people) == 0 {
		return Person{Name: merchandiser, Role: Admin, Hash: d.Hash}, d.Hash != ""
	}
	for _, p := range people {
		if p.Name == name {
			return p, true
		}
	}
	return Person{}, false
}

// People returns who may enter; none: the one password does.
func (d *Desk) People() []Person {
	if people := d.people.Load(); people != nil {
		return *people
	}
	return nil
}

// admits reports whether a password and a code are those of somebody.
func (d *Desk) admits(ctx context.Context, name, secret, code string) (Person, bool, error) {
	p, _ := d.person(name)
	right, err := d.hasher.Matches(ctx, secret, p.Hash) // a stranger takes as long
	if err != nil || !right {
		return p, false, err
	}
	if p.Secret == "" {
		return p, true, nil
	}
	right, err = d.second(ctx, p, strings.ReplaceAll(code, " ", ""))
	return p, right, err
}

// codeTime is how long a code of the second factor holds, by RFC 6238.
const codeTime = 30 * time.Second

// second reports whether a code is the one of now, or of a step before or after, and has
// not been used, before a restart either: whoever looks over a shoulder has no use for it.
func (d *Desk) second(ctx context.Context, p Person, code string) (bool, error) {
	now := d.Now()
	for _, at := range []time.Time{now, now.Add(-codeTime), now.Add(codeTime)} {
		if want, err := totp.GenerateCode(p.Secret, at); err == nil && want == code {
			return d.Journal.UseCode(ctx, p.Name, at.Unix()/int64(codeTime/time.Second))
		}
	}
	return false, nil
}

// personKey is the key of who asks, in a request's context.
type personKey struct{}

// personOf tells of whom a request is: somebody who is logged in.
func personOf(r *http.Request) Person {
	p, _ := r.Context().Value(personKey{}).(Person)
	return p
}

// may lets only those through whose role is enough.
func (d *Desk) may(role Role, next handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if p := personOf(r); p.Role < role {
			slog.WarnContext(r.Context(), "somebody may not do this at the desk", "who", p.Name, "path", r.URL.Path)
			return fmt.Errorf("%w: %w", ErrForbidden, views.BadRequest("desk.forbidden", "Name", p.Name, "Role", roles[p.Role]))
		}
		return next(w, r)
	}
}
