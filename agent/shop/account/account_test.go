package account_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/durable"
	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/journal"
	"shopclerk/agent/shop/account"
	"shopclerk/agent/shop/password"
)

const (
	secret = "correct horse battery staple"
	other  = "another horse, another staple"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// clock is a clock that stands still until it is moved.
type clock struct{ now time.Time }

func open(t testing.TB, path string) (*account.Store, *clock) {
	t.Helper()
	s, err := account.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &clock{noon}
	s.Now, s.Hasher = func() time.Time { return c.now }, password.NewHasher(4, password.Trifling)
	return s, c
}

func file(t testing.TB) string { return durabletest.Place(t, "account.db") }

// What the store means it means on PostgreSQL as well.
func TestOnPostgres(t *testing.T) {
	durabletest.OnPostgres(t, map[string]func(*testing.T){
		"Account": TestAccount, "ChangedTogether": TestChangedTogether, "Killed": TestKilled, "PasswordInTwoForms": TestPasswordInTwoForms,
		"Register": TestRegister, "RegisteredTogether": TestRegisteredTogether, "VerifyTellsNothing": TestVerifyTellsNothing,
	})
}

func register(t testing.TB, s *account.Store, email string) *account.Account {
	t.Helper()
	a, err := s.Register(t.Context(), email, secret)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// person is under which id a session's things are kept: that of its account, or its own.
func person(t testing.TB, s *account.Store, session string) string {
	t.Helper()
	a, err := s.Of(t.Context(), session)
	if errors.Is(err, account.ErrNone) {
		return session
	}
	if err != nil {
		t.Fatal(err)
	}
	return a.ID
}

// A life of an account: each step as its owner sees it.
func TestAccount(t *testing.T) {
	ctx := t.Context()
	s, c := open(t, file(t))
	ann := register(t, s, " Ann@Example.com ")
	if !journal.ValidID(ann.ID) || ann.Email != "Ann@Example.com" || !ann.Since.Equal(noon) {
		t.Errorf("registered: %+v", ann)
	}
	if person(t, s, "tab") != "tab" {
		t.Error("registering signs nobody in")
	}
	got, err := s.Verify(ctx, "ann@example.com", secret)
	if diff := cmp.Diff(ann, got); diff != "" || err != nil {
		t.Fatalf("%v (-registered +verified):\n%s", err, diff)
	}
	if err := errors.Join(s.SignIn(ctx, "tab", ann.ID), s.SignIn(ctx, "phone", ann.ID), s.SignIn(ctx, "tab", ann.ID)); err != nil {
		t.Fatal(err)
	}
	if person(t, s, "tab") != ann.ID || person(t, s, "phone") != ann.ID || person(t, s, "stranger") != "stranger" {
		t.Error("signed in are others than who did")
	}
	if when, err := s.SignIns(ctx, ann.ID); err != nil || len(when) != 2 || when[0].Since != noon || when[1].Since != noon {
		t.Errorf("the sign-ins are %v, %v", when, err)
	}

	if err := s.SignOut(ctx, "tab"); err != nil || person(t, s, "tab") != "tab" || person(t, s, "phone") != ann.ID {
		t.Errorf("signed out of one: %v", err)
	}
	for _, tc := range []struct {
		old, next string
		want      error
	}{{other, secret, account.ErrWrong}, {secret, "short", password.ErrLength}, {secret, "aaaaaaaaaaaaaaaa", account.ErrEasy}} {
		if err := s.ChangePassword(ctx, ann.ID, tc.old, tc.next, "new"); !errors.Is(err, tc.want) || person(t, s, "phone") != ann.ID || person(t, s, "new") != "new" {
			t.Errorf("changing %q to %q: %v, want %v and all as it was", tc.old, tc.next, err, tc.want)
		}
	}
	if err := s.ChangePassword(ctx, ann.ID, secret, other, "new"); err != nil || person(t, s, "phone") != "phone" || person(t, s, "new") != ann.ID {
		t.Errorf("changed: %v; the phone is of %s, the new session of %s", err, person(t, s, "phone"), person(t, s, "new"))
	}
	if _, err := s.Verify(ctx, ann.Email, secret); !errors.Is(err, account.ErrWrong) {
		t.Errorf("the old password: %v", err)
	}

	c.now = noon.AddDate(0, 0, account.SignInDays)
	if person(t, s, "new") != "new" {
		t.Error("a session is signed in for ever")
	}
	for _, tc := range []struct {
		before time.Time
		want   int
	}{{noon, 0}, {noon.Add(time.Second), 1}, {noon.Add(time.Second), 0}} {
		if n, err := s.Forget(ctx, tc.before); n != tc.want || err != nil {
			t.Errorf("forgot %d from before %v, %v; want %d", n, tc.before, err, tc.want)
		}
	}

	if err := errors.Join(s.SignIn(ctx, "tab", ann.ID), s.Delete(ctx, ann.ID), s.Delete(ctx, ann.ID)); err != nil || person(t, s, "tab") != "tab" {
		t.Errorf("deleted: %v; the session is of %s", err, person(t, s, "tab"))
	}
	if err := s.SignIn(ctx, "tab", ann.ID); !errors.Is(err, account.ErrNone) {
		t.Errorf("signing in to what is deleted: %v", err)
	}
	if _, err := s.Verify(ctx, ann.Email, other); !errors.Is(err, account.ErrWrong) {
		t.Errorf("a deleted account: %v", err)
	}
	if again := register(t, s, ann.Email); again.ID == ann.ID {
		t.Error("a new account has the id of a deleted one")
	}
}

// What may and may not be an account, and what of the two is wrong.
func TestRegister(t *testing.T) {
	s, _ := open(t, file(t))
	register(t, s, "taken@example.com")
	long := strings.Repeat("a", 64)
	for _, tc := range []struct {
		name, email, secret string
		want                error
	}{
		{"plain", "bob@example.com", secret, nil},
		{"a local host", "bob@localhost", secret, nil},
		{"signs that SQL knows", `o'brien";--@example.com`, `'; DROP TABLE account; --`, nil},
		{"a pattern of SQL's", "%@example.com", secret, nil},
		{"another script", "δοκιμή@παράδειγμα.δοκιμή", "пароль из четырёх слов", nil},
		{"a letter that is composed when it is small", "H\u0331@example.com", secret, nil},
		{"signs beyond the first plane", "smile@example.com", "😀 😃 😄 😁 😆 😅 😂", nil},
		{"the longest before the @", long + "@example.com", secret, nil},
		{"the longest password", "long@example.com", strings.Repeat("0a1b2c3d", 128), nil},

		{"taken", "taken@example.com", secret, account.ErrTaken},
		{"taken, in other letters", " TAKEN@Example.COM\t", secret, account.ErrTaken},
		{"taken, in wide letters", "ｔａｋｅｎ＠example.com", secret, account.ErrTaken},
		{"nothing", "", secret, account.ErrEmail},
		{"no @", "bob", secret, account.ErrEmail},
		{"nothing before", "@example.com", secret, account.ErrEmail},
		{"nothing behind", "bob@", secret, account.ErrEmail},
		{"two", "bob@example.com@example.org", secret, account.ErrEmail},
		{"a space", "bob smith@example.com", secret, account.ErrEmail},
		{"a line end", "bob@example.com\r\nBcc: all@example.com", secret, account.ErrEmail},
		{"a zero byte", "bob\x00@example.com", secret, account.ErrEmail},
		{"a mark that nobody sees", "ta\u200bken@example.com", secret, account.ErrEmail},
		{"a mark of direction", "\u202ebob@example.com", secret, account.ErrEmail},
		{"no UTF-8", "b\xffb@example.com", secret, account.ErrEmail},
		{"no domain", "bob@.", secret, account.ErrEmail},
		{"an empty part", "bob@example..com", secret, account.ErrEmail},
		{"too long before the @", long + "a@example.com", secret, account.ErrEmail},
		{"too long", long + "@" + strings.Repeat("a.", 100) + "example", secret, account.ErrEmail},
		{"a megabyte", strings.Repeat("a", 1<<20) + "@example.com", secret, account.ErrEmail},

		{"no password", "new@example.com", "", password.ErrLength},
		{"short", "new@example.com", "elevensigns", password.ErrLength},
		{"short, of long letters", "new@example.com", "😀 😃 😄 😁 😆", password.ErrLength},
		{"too long a password", "new@example.com", strings.Repeat("0a1b2c3d", 128) + "x", password.ErrLength},
		{"a password of a megabyte", "new@example.com", strings.Repeat("0a1b2c3d", 1<<17), password.ErrLength},
		{"one sign", "new@example.com", strings.Repeat("x", 20), account.ErrEasy},
		{"signs in order", "new@example.com", "123456789012", account.ErrEasy},
		{"letters in order", "new@example.com", "ABCDEFGHIJKLM", account.ErrEasy},
		{"the address", "new@example.com", "New@Example.com", account.ErrEasy},
		{"the name", "new.name.here@example.com", "New.Name.Here1!", account.ErrEasy},
	} {
		t.Run(tc.name, func(t *testing.T) {
			a, err := s.Register(t.Context(), tc.email, tc.secret)
			if !errors.Is(err, tc.want) || (err == nil) != (a != nil) {
				t.Fatalf("%v, %v; want %v", a, err, tc.want)
			}
			if tc.want != nil {
				return
			}
			for _, email := range []string{tc.email, strings.ToUpper(tc.email), strings.ToLower(tc.email)} {
				if b, err := s.Verify(t.Context(), email, tc.secret); err != nil || b.ID != a.ID {
					t.Errorf("signing in as %q: %v, %v", email, b, err)
				}
			}
		})
	}
}

// Whatever is wrong when somebody signs in, the answer is the same.
func TestVerifyTellsNothing(t *testing.T) {
	s, _ := open(t, file(t))
	register(t, s, "ann@example.com")
	_, want := s.Verify(t.Context(), "ann@example.com", other)
	if !errors.Is(want, account.ErrWrong) {
		t.Fatal(want)
	}
	for _, tc := range []struct{ email, secret string }{
		{"bob@example.com", secret}, {"bob@example.com", ""}, {"ann@example.com", ""}, {"ann@example.com", secret + " "}, {"", ""}, {"no address", secret},
		{"ann@example.com", strings.Repeat("x", 1<<20)}, {"' OR 1=1 --", secret}, {"%", secret}, {"ann@example.com\x00", secret}, {"a\xff", "\xff"},
	} {
		if a, err := s.Verify(t.Context(), tc.email, tc.secret); a != nil || err == nil || err.Error() != want.Error() {
			t.Errorf("%.30q, %.30q: %v, %v; want %v", tc.email, tc.secret, a, err, want)
		}
	}
}

// One password is one, on whatever keyboard it is typed.
func TestPasswordInTwoForms(t *testing.T) {
	s, _ := open(t, file(t))
	a, err := s.Register(t.Context(), "ann@example.com", "cafe\u0301 cre\u0300me bru\u0302le\u0301e")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := s.Verify(t.Context(), "ann@example.com", "café crème brûlée"); err != nil || b.ID != a.ID {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := s.Verify(t.Context(), "ann@example.com", "cafe creme brulee"); !errors.Is(err, account.ErrWrong) {
		t.Errorf("without accents: %v", err)
	}
}

// Of many who register one address at the same time one gets it.
func TestRegisteredTogether(t *testing.T) {
	s, _ := open(t, file(t))
	const many = 8
	ids := make(chan string, many)
	var wait sync.WaitGroup
	for i := range many {
		wait.Go(func() {
			email := []string{"ann@example.com", "ANN@example.com"}[i%2]
			a, err := s.Register(t.Context(), email, secret)
			switch {
			case err == nil:
				ids <- a.ID
			case !errors.Is(err, account.ErrTaken):
				t.Error(err)
			}
		})
	}
	wait.Wait()
	close(ids)
	if len(ids) != 1 {
		t.Fatalf("%d got the address", len(ids))
	}
	if a, err := s.Verify(t.Context(), "ann@example.com", secret); err != nil || a.ID != <-ids {
		t.Errorf("%v, %v", a, err)
	}
}

// Of two who change a password at the same time one does.
func TestChangedTogether(t *testing.T) {
	s, _ := open(t, file(t))
	a := register(t, s, "ann@example.com")
	errs := make([]error, 4)
	var wait sync.WaitGroup
	for i := range errs {
		wait.Go(func() {
			errs[i] = s.ChangePassword(t.Context(), a.ID, secret, fmt.Sprint(other, i), fmt.Sprint("tab", i))
		})
	}
	wait.Wait()
	for i, err := range errs {
		signedIn := person(t, s, fmt.Sprint("tab", i)) == a.ID
		_, verified := s.Verify(t.Context(), a.Email, fmt.Sprint(other, i))
		if (err == nil) != signedIn || (err == nil) != (verified == nil) || err != nil && !errors.Is(err, account.ErrWrong) {
			t.Errorf("change %d: %v; signed in %t; the password %v", i, err, signedIn, verified)
		}
	}
}

// An address is known by one form, which is its own.
func TestKnownIsSettled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		email := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-ZéÉ.+_-]{1,70}@[a-zA-ZüÜ.-]{1,40}`)).Draw(t, "email")
		known, err := account.Known(email)
		if err != nil {
			if known != "" || !errors.Is(err, account.ErrEmail) {
				t.Fatalf("%q, %v", known, err)
			}
			return
		}
		if again, err := account.Known(" " + known + "\n"); again != known || err != nil {
			t.Fatalf("%q is known as %q, and that as %q, %v", email, known, again, err)
		}
	})
}

// Time tells not who is known: the two take the same.
func BenchmarkVerify(b *testing.B) {
	s, _ := open(b, file(b))
	s.Hasher = password.NewHasher(1, password.Full)
	register(b, s, "ann@example.com")
	for name, email := range map[string]string{"known": "ann@example.com", "unknown": "bob@example.com"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Verify(b.Context(), email, other); !errors.Is(err, account.ErrWrong) {
					b.Fatal(err)
				}
			}
		})
	}
}

// What every request of a shopper asks.
func BenchmarkPerson(b *testing.B) {
	s, _ := open(b, file(b))
	a := register(b, s, "ann@example.com")
	if err := s.SignIn(b.Context(), "tab", a.ID); err != nil {
		b.Fatal(err)
	}
	for name, session := range map[string]string{"account": "tab", "guest": "other"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				person(b, s, session)
			}
		})
	}
}

// The file holds no password, is its owner's alone, and one of a newer program is left
// alone.
func TestFile(t *testing.T) {
	path := file(t)
	s, _ := open(t, path)
	a := register(t, s, "ann@example.com")
	if err := s.SignIn(t.Context(), "tab", a.ID); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal"} {
		text, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(text), secret) {
			t.Errorf("%s: %v, or it holds the password", name, err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := account.Open(t.Context(), path); !errors.Is(err, durable.ErrUnusable) {
		t.Errorf("opening a newer schema: %v", err)
	}
}
