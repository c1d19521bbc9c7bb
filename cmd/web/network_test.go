package main

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// The server hangs up on clients that never finish their headers or their body, and answers
// others meanwhile. Its time limits are those of [httpServer], shortened here.
func TestSlowRequests(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := httpServer("", openBranch(t, config{Name: "Shopclerk"}).handler())
	if srv.ReadHeaderTimeout <= 0 || srv.ReadTimeout <= 0 || srv.WriteTimeout <= 0 || srv.IdleTimeout <= 0 {
		t.Fatalf("a client may be slow for ever: %v, %v, %v, %v", srv.ReadHeaderTimeout, srv.ReadTimeout, srv.WriteTimeout, srv.IdleTimeout)
	}
	srv.ReadHeaderTimeout, srv.ReadTimeout = srv.ReadHeaderTimeout/20, srv.ReadTimeout/20
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	t.Cleanup(func() {
		if err := errors.Join(srv.Close(), <-ended); !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	var slow []net.Conn
	for i := range 300 {
		begun := "GET / HTTP/1.1\r\nHost: shop.example\r\nX-Slow: "
		if i%3 == 0 {
			begun = "POST /c HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nmessage="
		}
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, begun); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, c)
	}
	answer, err := http.Get("http://" + l.Addr().String() + "/")
	if err != nil {
		t.Fatal(err)
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("others get status %d, %v", answer.StatusCode, err)
	}
	for _, c := range slow {
		_, _ = io.Copy(io.Discard, c) // returns once the server hangs up, in whichever way
	}
}

// A request's number is the shop's own.
func TestNumber(t *testing.T) {
	v := visit(t, demoShop(t))
	r := v.request(http.MethodGet, "/nowhere", nil)
	r.Header.Set("X-Request-Id", "forged")
	if got := v.do(r).header.Get("X-Request-Id"); len(got) != 8 || got == "forged" {
		t.Errorf("the request is called %q", got)
	}
}

// X-Forwarded-For is believed of the named proxies alone, and only what they add.
func TestForwardedFor(t *testing.T) {
	_, proxies, err := net.ParseCIDR("10.0.0.0/8")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		proxies         []*net.IPNet
		from, told, ask string
	}{
		{nil, "10.1.2.3", "203.0.113.9", "10.1.2.3"},
		{[]*net.IPNet{proxies}, "10.1.2.3", "203.0.113.9", "203.0.113.9"},
		{[]*net.IPNet{proxies}, "10.1.2.3", "192.0.2.1, 203.0.113.9, 10.4.5.6", "203.0.113.9"},
		{[]*net.IPNet{proxies}, "203.0.113.9", "192.0.2.1", "203.0.113.9"},
		{[]*net.IPNet{proxies}, "127.0.0.1", "192.0.2.1", "127.0.0.1"},
		{[]*net.IPNet{proxies}, "10.1.2.3", "", "10.1.2.3"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = tc.from + ":1234"
		r.Header.Set("X-Forwarded-For", tc.told)
		r.Header.Set("X-Real-Ip", "192.0.2.77")
		s := &server{metrics: newMetrics(), proxies: tc.proxies}
		if got := s.router().NewContext(r, httptest.NewRecorder()).RealIP(); got != tc.ask {
			t.Errorf("from %s, X-Forwarded-For %q: %s, want %s", tc.from, tc.told, got, tc.ask)
		}
	}
}
