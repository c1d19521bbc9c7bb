package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A shop whose derived data is damaged opens and answers every request; the record says
// what it went without, and it makes that anew while it serves.
func TestDamagedShopServes(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(data, os.DirFS(filepath.Join(binaryDir, "demo"))); err != nil {
		t.Fatal(err)
	}
	parts, err := filepath.Glob(filepath.Join(data, "lexical-*", "store", "*.zap"))
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	for _, part := range parts {
		if err := os.Truncate(part, 100); err != nil {
			t.Fatal(err)
		}
	}
	importing, err := os.Open(data) // as an import does: meanwhile nothing is made anew
	if err == nil {
		err = syscall.Flock(int(importing.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		t.Fatal(err)
	}
	base, kill := serveProgram(t, data)
	defer kill()
	v := visitAt(t, base, nil)
	visit := func() {
		t.Helper()
		for i, c := range s.shop.Catalogue.Categories() {
			if i%5 > 0 { // one visitor may not ask for more
				continue
			}
			p := v.begin("a " + c.Name + " not black")
			if len(p.titles()) == 0 {
				t.Errorf("nothing is shown of %q", c.Name)
			}
			for _, p := range []*sheet{p, v.begin("something nice for a rainy day"), v.get("/suggest?q=back"), v.get(p.Find(".card h4 a").First().AttrOr("href", ""))} {
				if p.status != http.StatusOK {
					t.Errorf("status %d at %s", p.status, p.at)
				}
			}
		}
	}
	visit()
	if ready := v.get("/readyz"); ready.status != http.StatusOK || !strings.Contains(string(ready.body), "lexical failed") {
		t.Errorf("damaged, it is %d: %s", ready.status, ready.body)
	}
	if text := string(v.get("/mine").body); !strings.Contains(text, "lexical failed") {
		t.Error("the record does not say what was gone without")
	}
	if err := importing.Close(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(300 * time.Millisecond) {
		visitors := v.get("/readyz")
		if visitors.status == http.StatusOK && !strings.Contains(string(visitors.body), "failed") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("it was not made anew: %s", visitors.body)
		}
	}
	visit()
}
