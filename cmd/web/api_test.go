package main

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/api"
)

// Programs are answered by their own rules, and the shop keeps its own: other sites'
// requests are refused by pages, not by the API, and the API knows no cookies.
func TestAPIBesideThePages(t *testing.T) {
	key, known, err := api.NewKey("till")
	if err != nil {
		t.Fatal(err)
	}
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	c := config{Name: "Shopclerk", APIKeys: []string{known.String()}, APIRate: 100}
	doors := openConfigured(t, c, s, filepath.Join(t.TempDir(), "journal.db"))
	for _, tc := range []struct {
		name, method, path, key, body string
		status                        int
		media                         string
	}{
		{"a turn from another site", http.MethodPost, "/api/v1/converse", key, `{"message": "backpack"}`, http.StatusOK, "application/json"},
		{"no key", http.MethodGet, "/api/v1/categories", "", "", http.StatusUnauthorized, "application/problem+json"},
		{"a path with an escaped slash", http.MethodGet, "/api/v1/products/a%2Fb", key, "", http.StatusNotFound, "application/problem+json"},
		{"nothing there", http.MethodGet, "/api/v1/nowhere", key, "", http.StatusNotFound, "application/problem+json"},
		{"the root", http.MethodGet, "/api/v1", key, "", http.StatusNotFound, "application/problem+json"},
		{"a large body", http.MethodPost, "/api/v1/converse", key, `{"message": "` + strings.Repeat("a", 100<<10) + `"}`, http.StatusRequestEntityTooLarge, "application/problem+json"},
		{"a page from another site", http.MethodPost, "/c", key, "", http.StatusForbidden, "text/html"},
		{"an address whose slash is escaped", http.MethodGet, "/api%2Fv1/categories", key, "", http.StatusNotFound, "text/html"},
		{"an address that only begins alike", http.MethodGet, "/api/v10", key, "", http.StatusNotFound, "text/html"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), tc.method, doors.URL+tc.path, strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Origin", "https://elsewhere.example")
			r.Header.Set("Content-Type", "application/json")
			if tc.key != "" {
				r.Header.Set("Authorization", "Bearer "+tc.key)
			}
			answer, err := doors.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != tc.status || !strings.HasPrefix(answer.Header.Get("Content-Type"), tc.media) {
				t.Errorf("%s, %s: %.200s", answer.Status, answer.Header.Get("Content-Type"), body)
			}
			if answer.Header.Get("Content-Security-Policy") == "" || answer.Header.Get("X-Content-Type-Options") == "" {
				t.Errorf("unguarded: %v", answer.Header)
			}
			if strings.HasPrefix(tc.path, "/api/v1/") && (answer.Header.Get("Set-Cookie") != "" || answer.Header.Get("X-Request-Id") == "") {
				t.Errorf("headers %v", answer.Header)
			}
		})
	}
}

// Without keys there is no API.
func TestNoAPIWithoutKeys(t *testing.T) {
	doors := demoShop(t)
	answer, err := doors.Client().Get(doors.URL + "/api/v1/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNotFound {
		t.Errorf("answered %s", answer.Status)
	}
}

func TestBadAPIConfiguration(t *testing.T) {
	s, err := openDemo()
	if err != nil {
		t.Fatal(err)
	}
	_, known, err := api.NewKey("till")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]config{
		"a key":  {APIKeys: []string{"till:abc"}, APIRate: 1},
		"a rate": {APIKeys: []string{known.String()}},
	} {
		if _, err := newServer(c, fixed(s.clerk.Clone(), s.shop.Catalogue), keptFiles{journal: &journal.Journal{}}); err == nil {
			t.Errorf("%s that is none is taken", name)
		}
	}
}
