package load

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// toyShop is the least that shoppers can do something in. It notes what they did.
type toyShop struct {
	mu   sync.Mutex
	seen map[string]int
	fail string // an address that fails
}

func (s *toyShop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.seen[r.Method+" "+r.URL.Path]++
	s.mu.Unlock()
	switch {
	case r.URL.Path == s.fail:
		http.Error(w, "broken", http.StatusInternalServerError)
	case r.URL.Path == "/":
		fmt.Fprint(w, `<form method="post" action="/c"><input id="message" name="message"></form>
			<form method="post" action="/c"><input type="hidden" name="category" value="l"><button class="tile"><span class="tile-name">Lamps</span></button></form>`)
	case r.Method == http.MethodPost:
		http.Redirect(w, r, "/c/1?v=1", http.StatusSeeOther)
	case r.URL.Path == "/c/1":
		fmt.Fprint(w, `<div class="questions"><form method="post" action="/c/1/answer"><input type="checkbox" name="q0" value="0">
			<div class="option"><label><span dir="auto">red</span></label></div></form></div>
			<form method="post" action="/c/1/say"><input id="message" name="message"></form>
			<form method="post" action="/c/1/undo"></form><form class="chip" method="post" action="/c/1/drop"></form>
			<div class="facets"><form method="post" action="/c/1/facet"><input type="checkbox" name="colour" value="red"></form></div>
			<div class="card"><h4><a href="/p/1">one</a></h4></div>`)
	case r.URL.Path == "/p/1":
		fmt.Fprint(w, `<h1>one</h1>`)
	default:
		http.NotFound(w, r)
	}
}

func TestCrowd(t *testing.T) {
	toy := &toyShop{seen: map[string]int{}}
	doors := httptest.NewServer(toy)
	defer doors.Close()
	wanted := []string{"GET /", "POST /c", "GET /c/1", "POST /c/1/answer", "POST /c/1/say", "POST /c/1/undo", "POST /c/1/drop", "POST /c/1/facet", "GET /p/1"}
	var left []string
	for seed := range uint64(10) { // a busy machine gets through little of a crowd
		r, err := Run(t.Context(), doors.URL, Config{Rate: 200, Duration: 2 * time.Second, Seed: 3 + seed})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Errors) > 0 {
			t.Errorf("errors: %q", r.Errors)
		}
		left = slices.DeleteFunc(slices.Clone(wanted), func(address string) bool { return toy.seen[address] > 0 })
		if len(left) == 0 && r.Turns.Answered > 0 && r.Looks.Answered > 0 {
			return
		}
	}
	t.Errorf("nobody asked for %q: %v", left, toy.seen)
}

func TestErrorsAreTold(t *testing.T) {
	doors := httptest.NewServer(&toyShop{seen: map[string]int{}, fail: "/p/1"})
	defer doors.Close()
	r, err := Run(t.Context(), doors.URL, Config{Rate: 100, Duration: time.Second, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Errors, func(e string) bool { return strings.Contains(e, "status 500 at /p/1") }) {
		t.Errorf("errors: %q", r.Errors)
	}
	if r.Turns.Failed > 0 || r.Looks.Failed == 0 {
		t.Errorf("%d turns and %d looks failed", r.Turns.Failed, r.Looks.Failed)
	}
}

func TestClosedShop(t *testing.T) {
	doors := httptest.NewServer(http.NotFoundHandler())
	if _, err := Run(t.Context(), doors.URL, Config{Rate: 1, Duration: time.Second}); err == nil {
		t.Error("load on a shop that has no start page")
	}
	doors.Close()
	if _, err := Run(t.Context(), doors.URL, Config{Rate: 1, Duration: time.Second}); err == nil {
		t.Error("load on a shop that is not there")
	}
}

func TestRead(t *testing.T) {
	doors := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/metrics" {
			fmt.Fprint(w, "# HELP x\nprocess_cpu_seconds_total 12.5\nother 3\nprocess_resident_memory_bytes 1.048576e+06\n")
		}
	}))
	defer doors.Close()
	u, err := Read(t.Context(), doors.URL+"/metrics")
	if err != nil || u.Resident != 1<<20 || u.Processor != 12.5 {
		t.Errorf("%+v, %v", u, err)
	}
	if _, err := Read(t.Context(), doors.URL+"/"); err == nil {
		t.Error("a page without metrics is read")
	}
}
