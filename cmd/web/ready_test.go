package main

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// The shop is ready while it can answer and write into each of its files.
func TestReady(t *testing.T) {
	for name, harm := range map[string]func(b *branch) error{
		"the journal":  func(b *branch) error { return b.journal.Close() },
		"the baskets":  func(b *branch) error { return b.baskets.Close() },
		"the orders":   func(b *branch) error { return b.orders.Close() },
		"the accounts": func(b *branch) error { return b.accounts.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			b := openBranch(t, config{Name: "Shopclerk"})
			v := visit(t, b.doors)
			if got := v.get("/readyz"); got.status != http.StatusOK {
				t.Fatalf("status %d: %s", got.status, got.body)
			}
			if err := harm(b); err != nil {
				t.Fatal(err)
			}
			if got := v.get("/readyz"); got.status != http.StatusOK {
				t.Errorf("within a second it was found out anew: status %d", got.status)
			}
			b.ready.mu.Lock()
			b.ready.at = time.Time{}
			b.ready.mu.Unlock()
			if got := v.get("/readyz"); got.status != http.StatusServiceUnavailable {
				t.Errorf("without %s it has status %d", name, got.status)
			}
		})
	}
}

// While the database is away, shoppers look around without waiting for it, and read what
// they have to wait with; who has been there stays who they were.
func TestReadOnly(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	conversation := v.begin(opening)
	product := conversation.Find(".card h4 a").First().AttrOr("href", "")
	b.pulse.away.Store(true)
	if err := errors.Join(b.journal.Close(), b.baskets.Close(), b.orders.Close(), b.accounts.Close()); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"/", product, "/compare?p=bp-000001&p=bp-000002"} {
		if got := v.get(at); got.status != http.StatusOK || len(got.texts("main > [role=status]")) != 1 {
			t.Errorf("%s: status %d, and it says %q", at, got.status, got.texts("main > .note"))
		} else if len(got.header.Values("Set-Cookie")) > 0 {
			t.Errorf("%s: the shopper becomes another", at)
		}
	}
	if got := v.submit(v.get("/"), "form:has(#message)", url.Values{"message": {opening}}); got.status != http.StatusOK || len(got.titles()) == 0 || !strings.Contains(string(got.body), "not kept") {
		t.Errorf("a message: status %d, %d products", got.status, len(got.titles()))
	}
	for _, at := range []string{conversation.at.RequestURI(), "/basket", "/orders", "/account"} {
		if got := v.get(at); got.status != http.StatusServiceUnavailable || !strings.Contains(string(got.body), "once at most") {
			t.Errorf("%s: status %d: %q", at, got.status, got.texts("main"))
		}
	}
}

// A database that does not take a write in time is away, until it does.
func TestPulse(t *testing.T) {
	var p pulse
	hangs := func(within context.Context) error { <-within.Done(); return within.Err() }
	for _, write := range []func(context.Context) error{hangs, func(context.Context) error { return errors.New("away") }} {
		if err := p.feel(t.Context(), write); err == nil || !p.away.Load() {
			t.Errorf("%v, away %v", err, p.away.Load())
		}
		if err := p.feel(t.Context(), func(context.Context) error { return nil }); err != nil || p.away.Load() {
			t.Errorf("%v, away %v", err, p.away.Load())
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.feel(over, hangs); err == nil || p.away.Load() {
		t.Errorf("the end of the program: %v, away %v", err, p.away.Load())
	}
}

// A shop behind proxies says that it closes while it still serves.
func TestLeave(t *testing.T) {
	b := openBranch(t, config{Name: "Shopclerk"})
	v := visit(t, b.doors)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		done <- serve(ctx, config{Listen: "127.0.0.1:0", Proxies: []string{"127.0.0.1/32"}}, b.server)
	}()
	if got := v.get("/readyz"); got.status != http.StatusOK {
		t.Fatalf("status %d", got.status)
	}
	cancel()
	for began := time.Now(); v.get("/readyz").status == http.StatusOK && time.Since(began) < leaveTime; {
		time.Sleep(10 * time.Millisecond)
	}
	select {
	case <-done:
		t.Error("it does not wait until proxies know")
	default:
	}
	if got := v.get("/"); got.status != http.StatusOK {
		t.Errorf("status %d", got.status)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
