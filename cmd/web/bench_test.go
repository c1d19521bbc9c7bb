package main

import (
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"shopclerk/cmd/internal/live"
	browsing "shopclerk/cmd/internal/visitor"
)

// benchShop names the environment variable with a data directory to measure on; without
// one, the demonstration shop of the tests is measured.
const benchShop = "SHOPCLERK_BENCH_DATA"

// benchTraces names the one with a collector's address, where turns are traced.
const benchTraces = "SHOPCLERK_BENCH_TRACES"

// stopwatch is a transport that asks a handler and tells what that takes.
type stopwatch struct {
	http.Handler
	busy    time.Duration // of processors, whatever else runs beside
	mallocs uint64
}

// busy is the processor time that this process has used.
func busy() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// RoundTrip implements [http.RoundTripper].
func (s *stopwatch) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set("Accept-Encoding", "gzip")
	r.RequestURI, r.RemoteAddr = r.URL.RequestURI(), "127.0.0.1:1"
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := busy()
	s.ServeHTTP(w, r)
	s.busy += busy() - began
	runtime.ReadMemStats(&after)
	s.mallocs += after.Mallocs - before.Mallocs
	out := w.Result()
	if out.Header.Get("Content-Encoding") == "gzip" {
		unzipped, err := gzip.NewReader(out.Body)
		if err != nil {
			return nil, err
		}
		out.Body = io.NopCloser(unzipped)
	}
	out.Request = r
	return out, nil
}

// Whole turns: what is sent is read, answered, written down and redirected, and the page
// rendered and compressed. A conversation is a beginning, two pages of answers, a filter,
// a message and an undoing; what the shopper does is not counted.
func BenchmarkTurns(b *testing.B) {
	s, err := openDemo()
	if dir := os.Getenv(benchShop); dir != "" && err == nil {
		if s, err = staff(b.Context(), config{Data: dir}); err == nil {
			b.Cleanup(func() {
				if err := s.shop.Close(); err != nil {
					b.Error(err)
				}
			})
		}
	}
	if err != nil {
		b.Fatal(err)
	}
	server, err := newServer(config{Name: "Shopclerk", Traces: os.Getenv(benchTraces)}, live.Fixed(s.clerk.Clone(), s.shop.Catalogue), openFilesAt(b, b.TempDir()))
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	tick := func(share float64) func(*browsing.Form) {
		return func(f *browsing.Form) {
			for _, name := range slices.Sorted(maps.Keys(f.Boxes)) {
				if rng.Float64() < share {
					f.Fields.Add(name, f.Boxes[name][rng.IntN(len(f.Boxes[name]))])
				}
			}
		}
	}
	tell := func(text string) func(*browsing.Form) {
		return func(f *browsing.Form) { f.Fields.Set("message", text) }
	}
	total, turns := stopwatch{Handler: server.handler()}, 0
	play := func() error {
		watch := stopwatch{Handler: total.Handler}
		browser, err := browsing.New("http://localhost", &watch)
		if err != nil {
			return err
		}
		page, err := browser.Get(b.Context(), "/")
		if err != nil {
			return err
		}
		tiles, err := page.Forms("form:has(.tile)")
		if err != nil {
			return err
		}
		begin := tiles[rng.IntN(len(tiles))]
		watch.busy, watch.mallocs = 0, 0 // coming in is no turn
		if page, err = browser.Send(b.Context(), begin); err != nil {
			return err
		}
		turns++
		for _, step := range []struct {
			form string
			fill func(*browsing.Form)
		}{
			{".questions form", tick(.7)}, {".questions form", tick(.7)}, {".facets form", tick(.2)},
			{"form:has(#message)", tell("under 200")}, {"form[action$='/undo']", func(*browsing.Form) {}},
		} {
			f, err := page.Form(step.form)
			if errors.Is(err, browsing.ErrNoForm) {
				continue
			}
			if err != nil {
				return err
			}
			step.fill(&f)
			if page, err = browser.Send(b.Context(), f); err != nil {
				return err
			}
			turns++
			if page.Status != http.StatusOK {
				return errors.New(page.Address() + " is not there")
			}
		}
		total.busy += watch.busy
		total.mallocs += watch.mallocs
		return nil
	}
	for range 30 { // shelves and vectors are read when they are first asked for
		if err := play(); err != nil {
			b.Fatal(err)
		}
	}
	total.busy, total.mallocs, turns = 0, 0, 0
	for b.Loop() {
		if err := play(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(total.busy.Seconds()*1000/float64(turns), "cpu-ms/turn")
	b.ReportMetric(float64(total.mallocs)/float64(turns), "mallocs/turn")
	b.ReportMetric(float64(turns)/float64(b.N), "turns/op")
}
