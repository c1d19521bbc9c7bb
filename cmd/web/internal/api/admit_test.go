package api

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// Every address has a rate of its own, the addresses of one customer one together; who
// comes too often is told when to come again.
func TestAddresses(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	a := NewAddresses(0.2, func(r *http.Request) string { return r.RemoteAddr }, func() time.Time { return now })
	ask := func(address string) *httptest.ResponseRecorder {
		t.Helper()
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/mcp", nil)
		r.RemoteAddr = address
		holder, ok := a.Admit(w, r)
		if ok != (w.Code == http.StatusOK) || holder != "" {
			t.Errorf("%s is let in: %v, as %q, and answered %d", address, ok, holder, w.Code)
		}
		return w
	}
	for _, tc := range []struct {
		after   time.Duration
		address string
		want    int
	}{
		{0, "192.0.2.1", http.StatusOK},
		{0, "192.0.2.1", http.StatusTooManyRequests},
		{0, "192.0.2.2", http.StatusOK},
		{0, "::ffff:192.0.2.2", http.StatusTooManyRequests},
		{0, "2001:db8::1", http.StatusOK},
		{0, "2001:db8::ffff:1", http.StatusTooManyRequests},
		{0, "2001:db8:0:1::1", http.StatusOK},
		{5 * time.Second, "192.0.2.1", http.StatusOK},
		{0, "nowhere", http.StatusOK},
		{0, "nowhere", http.StatusTooManyRequests},
	} {
		now = now.Add(tc.after)
		w := ask(tc.address)
		if w.Code != tc.want || tc.want == http.StatusTooManyRequests && w.Header().Get("Retry-After") == "" {
			t.Errorf("%s is answered %d, %v, not %d", tc.address, w.Code, w.Header(), tc.want)
		}
	}
}

// Keys come and go while the API is open; one that stays keeps its pace.
func TestSetKeys(t *testing.T) {
	key, other, err := NewKey("other")
	if err != nil {
		t.Fatal(err)
	}
	p := ask(t, func(c *Config) { c.Rate = 0.2 })
	categories := func(key string, want int) {
		t.Helper()
		p.key = key
		if w := p.send(httptest.NewRequest(http.MethodGet, Root+"/categories", nil)); w.Code != want {
			t.Errorf("answered %d, not %d", w.Code, want)
		}
	}
	categories(testKey, http.StatusOK)
	categories(key, http.StatusUnauthorized)
	if err := p.api.SetKeys([]Key{other, known}); err != nil {
		t.Fatal(err)
	}
	categories(testKey, http.StatusTooManyRequests)
	categories(key, http.StatusOK)
	if err := p.api.SetKeys([]Key{known, known}); err == nil {
		t.Error("two keys of a name are taken")
	}
	if err := p.api.SetKeys([]Key{known}); err != nil {
		t.Fatal(err)
	}
	categories(key, http.StatusUnauthorized)
}
