package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// A shop whose lexical index is damaged rebuilds it as it opens, and answers every request.
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
	base, kill := serveProgram(t, data)
	defer kill()
	v := visitAt(t, base, nil)
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
