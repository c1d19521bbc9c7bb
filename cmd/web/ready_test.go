package main

import (
	"context"
	"net/http"
	"testing"
	"time"
)

// The shop is ready while it can answer and write.
func TestReady(t *testing.T) {
	for name, harm := range map[string]func(b *branch) error{"the store": func(b *branch) error { return b.db.Close() }} {
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
	began := time.Now()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took < leaveTime {
		t.Errorf("it closes after %v, before proxies know", took)
	}
	if got := v.get("/readyz"); got.status != http.StatusServiceUnavailable {
		t.Errorf("it says that it is ready: status %d", got.status)
	}
	if got := v.get("/"); got.status != http.StatusOK {
		t.Errorf("status %d", got.status)
	}
}
