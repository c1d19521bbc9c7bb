package main

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
	"time"
)

// slowAnswer is longer than the half second after a step in which a page may move
// without that being counted, and slowPicture comes well after the page.
const (
	slowAnswer  = 600 * time.Millisecond
	slowPicture = 300 * time.Millisecond
)

// Where answers and pictures are slow, nothing that is in sight jumps when they
// come: neither on a page that is loaded nor in one that is changed in place.
func TestNothingJumps(t *testing.T) {
	t.Parallel()
	for name, screen := range map[string]screen{"phone": phone, "laptop": laptop} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := openTab(t, slowly(t, demoShop(t)), screen, true)
			b.open("/")
			b.steady()
			b.write("#message", opening)
			b.turn(func() { b.click(".search button") })
			b.steady()
			b.click("label[for=q1-1]")
			b.turn(func() { b.click(answerButton) })
			b.steady()
			b.turn(func() { b.click(formUndo + " button") })
			b.steady()
			b.turn(func() { b.click(".more a") })
			for _, s := range b.shifts() {
				// the page's foot, in sight below the list, makes room for more of it
				if s.Value > mostShift && s.Moved != "languages" {
					t.Errorf("after “show more”, %s moves by %.4f", s.Moved, s.Value)
				}
			}
			b.turn(func() { b.click(".card h4 a") })
			b.steady()
			b.turn(func() { b.click(".product-offer .put button") })
			b.steady()
		})
	}
}

// slowly stands before a shop and keeps its shoppers waiting.
func slowly(t *testing.T, doors *httptest.Server) *httptest.Server {
	t.Helper()
	to, err := url.Parse(doors.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = r.In.Host
	}}
	return serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wait := time.Duration(0)
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/picture/"), strings.HasPrefix(path, "/tile/"):
			wait = slowPicture
		case strings.HasPrefix(path, "/c/") && r.Method == http.MethodGet:
			wait = slowAnswer
		}
		select {
		case <-time.After(wait):
			proxy.ServeHTTP(w, r)
		case <-r.Context().Done():
		}
	}))
}

// What the tests above rely on to find nothing is not blind.
func TestJumpsAreNoticed(t *testing.T) {
	b := openTab(t, serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late.svg" {
			time.Sleep(slowPicture)
			w.Header().Set("Content-Type", "image/svg+xml")
			_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>`))
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><img src="/late.svg"><p>below the picture</p>`))
	})), phone, true)
	b.open("/")
	if len(b.shifts()) == 0 {
		t.Error("a picture without a size moves nothing")
	}
}

// A picture that does not arrive has a quiet stand-in; while an answer takes its time,
// the page shows that something happens.
func TestLostAndSlow(t *testing.T) {
	shop := slowly(t, demoShop(t))
	b := openTab(t, serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "Backpacks.svg") {
			http.NotFound(w, r)
			return
		}
		to, err := url.Parse(shop.URL)
		if err != nil {
			t.Error(err)
		}
		proxy := httputil.NewSingleHostReverseProxy(to)
		proxy.ServeHTTP(w, r)
	})), laptop, true)
	b.open("/")
	b.until("the stand-in", `[...document.querySelectorAll(".tile .picture.lost")].some(tile => getComputedStyle(tile, "::after").content !== "none" && !tile.querySelector("img").checkVisibility())`)
	b.steady()
	b.expect("404")
	b.write("#message", opening)
	b.turn(func() { b.click(".search button") })
	b.click("label[for=q1-1]")
	b.turn(func() {
		b.click(answerButton)
		b.until("a sign of what happens", `getComputedStyle(document.body, "::before").animationName === "waits"`)
	})
}
