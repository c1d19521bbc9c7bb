package desk

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"shopclerk/agent/journal"
	view "shopclerk/views/desk"
)

// staff are a desk's people, all of one password; the second factor is that of RFC 6238's
// examples.
func staff(t *testing.T, lines ...string) []Person {
	t.Helper()
	people, err := ReadPeople(strings.NewReader("# who may enter\n\n" + strings.ReplaceAll(strings.Join(lines, "\n"), "HASH", testHash)))
	if err != nil {
		t.Fatal(err)
	}
	return people
}

const factor = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

// enter logs in by name, password and code, and returns the status.
func (d *door) enter(name, secret, code string) int {
	d.Helper()
	form := url.Values{view.FieldName: {name}, view.FieldPassword: {secret}, view.FieldCode: {code}}
	resp, err := d.ask(d.desk.login, http.MethodPost, loginPath, form, "192.0.2.1")
	if err != nil {
		d.Fatal(err)
	}
	return resp.StatusCode
}

// code is what an authenticator shows.
func (d *door) code() string {
	d.Helper()
	code, err := totp.GenerateCode(factor, d.clock.now)
	if err != nil {
		d.Fatal(err)
	}
	return code
}

func TestPeopleEnterByTwoFactors(t *testing.T) {
	d := knock(t)
	var err error
	if d.desk.Journal, err = journal.Open(t.Context(), filepath.Join(t.TempDir(), "journal.db")); err != nil {
		t.Fatal(err)
	}
	defer d.desk.Journal.Close()
	d.desk.SetPeople(staff(t, "ann:set:HASH:"+factor))
	code := d.code()
	for _, wrong := range [][3]string{
		{"", rightPassword, ""}, {"desk", rightPassword, code}, {"bob", rightPassword, code}, {"ann", "wrong", code},
		{"ann", rightPassword, ""}, {"ann", rightPassword, "000000"},
	} {
		d.clock.pass(time.Minute)
		if status := d.enter(wrong[0], wrong[1], wrong[2]); status != http.StatusForbidden || d.cookie != nil {
			t.Errorf("%q: status %d", wrong, status)
		}
	}
	d.clock.pass(time.Hour)
	code = d.code()
	if status := d.enter("ann", rightPassword, code[:3]+" "+code[3:]); status != http.StatusSeeOther || !d.enters() {
		t.Fatalf("name, password and code: status %d", status)
	}
	mine := d.cookie
	if status := d.enter("ann", rightPassword, code); status != http.StatusForbidden {
		t.Errorf("the code again: status %d", status)
	}
	again := knock(t)
	again.desk.Journal, again.clock.now = d.desk.Journal, d.clock.now
	again.desk.SetPeople(d.desk.People())
	if status := again.enter("ann", rightPassword, code); status != http.StatusForbidden {
		t.Errorf("the code after a restart: status %d", status)
	}
	if again.cookie = mine; !again.enters() {
		t.Error("after a restart, or at another process, the session is over")
	}
	if again.desk.SetPeople(staff(t, "bob:set:HASH")); again.desk.Expel(t.Context()) != nil {
		t.Error("nobody is expelled")
	}
	if d.cookie = mine; d.enters() {
		t.Error("who may not enter any more at one process goes on at another")
	}
	d.clock.pass(time.Minute)
	if status := d.enter("ann", rightPassword, d.code()); status != http.StatusSeeOther {
		t.Fatalf("the next code: status %d", status)
	}
	for _, now := range []string{"bob:read:HASH", "ann:set:HASH", "ann:read:HASH:" + factor} {
		if d.desk.SetPeople(staff(t, now)); d.enters() {
			t.Errorf("with the people %s the session goes on", now)
		}
	}
	d.desk.SetPeople(nil)
	if d.cookie = nil; d.say(rightPassword, "192.0.2.7") != http.StatusSeeOther || !d.enters() {
		t.Error("where nobody is named the one password does not let in")
	}
}

// What is remembered of tries is bounded, whatever is typed for a name.
func TestNamesOfNobody(t *testing.T) {
	d := knock(t)
	d.desk.SetPeople(staff(t, "ann:set:HASH"))
	try := func(n, network int) int {
		form := url.Values{view.FieldName: {strings.Repeat("x", 100+n)}}
		resp, err := d.ask(d.desk.login, http.MethodPost, loginPath, form, fmt.Sprintf("192.0.2.%d", network))
		if err != nil {
			t.Error(err)
		}
		return resp.StatusCode
	}
	for i := range 5 * loginLimits.Site.Burst { // three of each site are its own
		if status := try(i, i%5); status != http.StatusForbidden {
			t.Errorf("try %d: status %d", i+1, status)
		}
	}
	for i, want := range []int{http.StatusForbidden, http.StatusForbidden, http.StatusForbidden, http.StatusTooManyRequests} {
		if status := try(1000+i, 9); status != want {
			t.Errorf("try %d from elsewhere: status %d, want %d", i+1, status, want)
		}
	}
}

// Every action takes its role, and what is done is told to be of who did it.
func TestRoles(t *testing.T) {
	d := knock(t)
	d.desk.SetPeople(staff(t, "ann:read:HASH", "bob:set:HASH", "cleo:admin:HASH"))
	for name, role := range map[string]Role{"ann": Reads, "bob": Sets, "cleo": Admin} {
		d.clock.pass(time.Hour)
		if d.cookie = nil; d.enter(name, rightPassword, "") != http.StatusSeeOther {
			t.Fatalf("%s does not get in", name)
		}
		for _, a := range actions {
			done := ""
			_, err := d.ask(d.desk.inside(d.desk.may(a.role, func(_ http.ResponseWriter, r *http.Request) error { done = personOf(r).Name; return nil })), http.MethodPost, a.path, nil, "")
			if allowed := role >= a.role; allowed != (done == name) || allowed != (err == nil) || !allowed && !errors.Is(err, ErrForbidden) {
				t.Errorf("%s, %s: done by %q, %v", name, a.path, done, err)
			}
		}
		if role > Reads {
			continue
		}
		for _, route := range d.desk.Routes() {
			if route.Method != http.MethodPost || route.Path == loginPath || route.Path == logoutPath {
				continue
			}
			if _, err := d.ask(route.Handle, route.Method, route.Path, nil, ""); !errors.Is(err, ErrForbidden) {
				t.Errorf("who may only look may do %s: %v", route.Path, err)
			}
		}
	}
}

func TestPeopleAreRead(t *testing.T) {
	for line, why := range map[string]string{
		"ann": "NAME:ROLE", "ann:set": "NAME:ROLE", "ann:boss:HASH": "role", "a b:set:HASH": "name", "ann:set:secret": "hash",
		"ann:set:HASH:1!": "base32", "ann:set:HASH:": "base32", "ann:set:HASH\nann:read:HASH": "twice",
	} {
		if _, err := ReadPeople(strings.NewReader(strings.ReplaceAll(line, "HASH", testHash))); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", line, err)
		}
	}
	p, address, err := NewPerson("Larkfield", "ann", "admin", testHash)
	if again, err := ParsePerson(p.String()); err != nil || again != p {
		t.Errorf("%+v is read as %+v, %v", p, again, err)
	}
	if err != nil || p.Role != Admin || !strings.HasPrefix(address, "otpauth://totp/Larkfield:ann?") || !strings.Contains(address, p.Secret) {
		t.Errorf("%+v, %s, %v", p, address, err)
	}
}
