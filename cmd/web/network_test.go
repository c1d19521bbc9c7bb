package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"testing"
	"time"
)

// Whoever sends a byte a second has a connection for seconds, and nobody waits for them.
func TestSlowRequests(t *testing.T) {
	if os.Getenv("SHOPCLERK_ATTACK") == "" {
		t.Skip("it takes ten seconds of waiting: SHOPCLERK_ATTACK=1 has it run")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := httpServer("", openBranch(t, config{Name: "Shopclerk"}).handler())
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	t.Cleanup(func() {
		if err := errors.Join(srv.Close(), <-ended); !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	const most = 20 * time.Second // ReadTimeout, and as much for a busy machine
	var slow sync.WaitGroup
	for i := range 300 {
		begun := "GET / HTTP/1.1\r\nHost: shop.example\r\nX-Slow: "
		if i%3 == 0 {
			begun = "POST /c HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nmessage="
		}
		slow.Go(func() {
			if err := trickle(l.Addr().String(), begun, most); err != nil {
				t.Error(err)
			}
		})
	}
	for range 5 {
		time.Sleep(time.Second)
		began := time.Now()
		answer, err := http.Get("http://" + l.Addr().String() + "/")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.Body.Close() != nil || answer.StatusCode != http.StatusOK || time.Since(began) > 2*time.Second {
			t.Errorf("others wait %v for status %d, %v", time.Since(began), answer.StatusCode, err)
		}
	}
	slow.Wait()
}

// trickle begins a request, goes on with a byte a second, and fails where the server still
// listens after the given time.
func trickle(address, begun string, most time.Duration) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.SetReadDeadline(time.Now().Add(most)); err != nil {
		return err
	}
	if _, err := io.WriteString(c, begun); err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		for err := error(nil); err == nil; {
			select {
			case <-stop:
				return
			case <-time.After(time.Second):
				_, err = io.WriteString(c, "a")
			}
		}
	}()
	if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("after %v the server still listens to %.4s", most, begun)
	}
	return nil // it has hung up, in whichever way
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
