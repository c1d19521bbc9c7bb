package main

import (
	"net/http"
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
