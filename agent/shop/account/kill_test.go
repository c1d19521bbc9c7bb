package account_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"

	"shopclerk/agent/durable/durabletest"
	"shopclerk/agent/shop/account"
	"shopclerk/agent/shop/password"
)

func TestMain(m *testing.M) { durabletest.Main(m, registerForever) }

// newcomers is how many register at the same time.
const newcomers = 3

// registerForever registers accounts and signs in to them, and tells of each the name
// and whether it is signed in yet.
func registerForever(ctx context.Context, path string, tell func(string) error) error {
	s, err := account.Open(ctx, path)
	if err != nil {
		return err
	}
	s.Hasher = password.NewHasher(newcomers, password.Trifling)
	failed := make(chan error)
	for range newcomers {
		go func() {
			var err error
			for err == nil {
				name := rand.Text()
				var a *account.Account
				if a, err = s.Register(ctx, name+"@example.com", secret); err != nil {
					break
				}
				if err = tell(name + " registered"); err != nil {
					break
				}
				if err = s.SignIn(ctx, name, a.ID); err == nil {
					err = tell(name + " in")
				}
			}
			failed <- err
		}()
	}
	return <-failed
}

// Acknowledged means stored: whenever the process is killed, who registered can sign
// in, and who was signed in still is.
func TestKilled(t *testing.T) {
	path := file(t)
	acknowledged := map[string]string{} // name → how far
	durabletest.Kill(t, path, func(line string) {
		var name, far string
		if _, err := fmt.Sscan(line, &name, &far); err != nil {
			t.Fatalf("the program told %q: %v", line, err)
		}
		acknowledged[name] = far
	}, func(kill int) {
		s, err := account.Open(t.Context(), path)
		if err != nil {
			t.Fatalf("kill %d: %v", kill, err)
		}
		s.Hasher = password.NewHasher(1, password.Trifling)
		for name, far := range acknowledged {
			a, err := s.Verify(t.Context(), name+"@example.com", secret)
			if err != nil {
				t.Fatalf("kill %d: %s, %s: %v", kill, name, far, err)
			}
			if p := person(t, s, name); far == "in" && p != a.ID {
				t.Fatalf("kill %d: %s is signed in to %s", kill, name, p)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	})
}
