package main

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/static"
	"shopclerk/views"
)

const conversationPath = "/c/:id"

// costly reports whether the clerk works for a route. All else is cheap, and is served
// whatever the clerk has to do.
func costly(method, path string) bool {
	switch {
	case strings.HasPrefix(path, api.Root):
		return path == api.Root+"/search" || path == api.Root+"/converse" || path == api.Root+"/clarify"
	case method == http.MethodPost:
		return path == "/c" || path == "/errand" || path == mcpPath || strings.HasPrefix(path, conversationPath+"/") && path != conversationPath+"/delete"
	}
	return path == "/suggest" || path == conversationPath
}

// stores reports whether a visitor adds to the store by a route.
func stores(method, path string) bool {
	return method == http.MethodPost && path != conversationPath+"/fit" && !strings.HasSuffix(path, "/delete") && !strings.HasPrefix(path, desk.Root)
}

const (
	// pageBurst is how many seconds' pages a visitor may ask for at once who was quiet
	// before: people click fast, and then read.
	pageBurst = 20
	// turnPages is how many pages a turn counts for, with the one that shows it. It is what
	// fills the disk.
	turnPages = 5
	// networkVisitors is for how many visitors who never pause a network's pace is.
	networkVisitors = 5
	// growthVisitors is for how many visitors who store all that they may a network's growth is.
	growthVisitors = 20
	// formGrowth and lookGrowth are what forms, beside the turn that some make, and looks at
	// products store, in bytes with the indexes.
	formGrowth, lookGrowth = 1 << 10, 256
)

// door is what a request passes before anything is done for it.
type door struct {
	gate   *admit.Gate
	now    func() time.Time
	worked func() time.Duration // by the thread
	// The paces of visitors and of the networks they come from, in pages, and in bytes that
	// the store grows by.
	pages, growth admit.Paces
	refused       *prometheus.CounterVec
}

// How many turns a processor works on at once, at most: by itself, and with a language
// model, for which turns wait.
const (
	alone     = 2
	withModel = 32
)

// newDoor makes a door where a visitor may ask for so many pages a second in the long
// run, and add so many megabytes to the store within any day, 0 for as many as they like.
func newDoor(pages, growth float64, most int) *door {
	d := &door{gate: admit.NewGate(most), now: time.Now, worked: threadTime, refused: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "shopclerk_refused_total", Help: "Requests that were not let in, by status: 503 where all of them were too many, 429 where the client's own.",
	}, []string{"status"})}
	if pages > 0 {
		burst := max(turnPages, int(math.Ceil(pageBurst*pages)))
		d.pages = admit.NewPaces(pages, burst, append([]int{1}, admit.Widths(networkVisitors)...)...)
	}
	if growth > 0 { // half of it at once: the other half may have come back before the day is over
		half := growth * (1 << 19)
		d.growth = admit.NewPaces(half/(24*time.Hour).Seconds(), int(half), append([]int{1}, admit.Widths(growthVisitors)...)...)
	}
	return d
}

// comesFrom tells whose a request is: a visitor's, and the networks' around. Who is not known
// yet is their network. This very machine is no network: it is a proxy that was not named,
// behind which all others are.
func (s *server) comesFrom(c echo.Context) []string {
	address := c.RealIP()
	within := []string{address}
	if !local(net.JoinHostPort(address, "0")) {
		within = append(within, admit.Networks(address)...)
	}
	if k, err := c.Cookie(s.hosted(sessionCookie)); err == nil && journal.ValidID(k.Value) {
		within[0] = k.Value
	}
	return within
}

// size is how many bytes events take in the store.
func size(events ...journal.Event) (n int) {
	for _, e := range events {
		payload, _ := json.Marshal(e.Exchange) // what cannot be written is not stored either
		n += len(payload)
	}
	return n
}

// grow takes so many bytes of what a visitor may add to the store, or refuses to.
func (s *server) grow(c echo.Context, bytes int) error {
	return own(s.door.growth.Take(s.comesFrom(c), bytes, s.door.now()))
}

// own is the refusal of a client that has to wait, nil where it has not to.
func own(wait time.Duration) error {
	if wait > 0 {
		return &admit.Refusal{Own: true, After: wait}
	}
	return nil
}

// admit lets a request in or refuses it, before anything is done for it.
func (s *server) admit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		program := s.program(c)
		leave, err := s.pass(c, program)
		if err == nil {
			defer leave()
			err = s.charge(c, program, next)
		}
		if refusal := new(admit.Refusal); errors.As(err, &refusal) {
			s.door.refused.WithLabelValues(strconv.Itoa(refusal.Status())).Inc()
			if program {
				again(c, refusal.After)
				return api.Fault(refusal.Status(), "", "More is asked than can be answered now. Nothing was done: ask again later.")
			}
			return s.refuse(c, refusal)
		}
		return err
	}
}

const (
	// pageTime is the processor time that counts as one page.
	pageTime = 5 * time.Millisecond
	// programTime is how long a program's request works that counts as one.
	programTime = 50 * time.Millisecond
)

// charge answers a request and has its client pay for how long the clerk has worked for it, where
// that is more than what its kind counts for: who asks for what is hard asks less often.
func (s *server) charge(c echo.Context, program bool, next echo.HandlerFunc) error {
	if !costly(c.Request().Method, c.Path()) {
		return next(c)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, worked := s.door.now(), s.door.worked()
	err := next(c)
	if program { // other goroutines may work for it
		admit.Spend(api.Pace(c.Request().Context()), max(0, int(s.door.now().Sub(began)/programTime)-1), time.Now())
	} else {
		s.door.pages.Spend(s.comesFrom(c), max(0, int((s.door.worked()-worked)/pageTime)-turnPages), s.door.now())
	}
	return err
}

// threadTime is what the thread has had of a processor: others that want it as well cost nobody.
func threadTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(1, &used) // RUSAGE_THREAD of Linux; elsewhere it stays 0
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// pass waits until a request may be answered. Programs have paces of their own. The page
// that shows what a turn has just made is always let in, or the turn would have been for
// nothing.
func (s *server) pass(c echo.Context, program bool) (leave func(), err error) {
	r, free := c.Request(), func() {}
	if c.Path() == conversationPath && s.last.follows(c.Param("id"), c.QueryParam(views.FieldVersion)) {
		return free, nil
	}
	costs := costly(r.Method, c.Path())
	if !program && !partOfPage(c.Path()) {
		pages := 1
		if costs && stores(r.Method, c.Path()) {
			pages = turnPages
		}
		if err := own(s.door.pages.Take(s.comesFrom(c), pages, s.door.now())); err != nil {
			return nil, err
		}
		if stores(r.Method, c.Path()) {
			if err := s.grow(c, formGrowth); err != nil {
				return nil, err
			}
		}
	}
	if !costs {
		return free, nil
	}
	if r.Method == http.MethodPost && !program {
		// read before it waits, and for its handler: that its sender leaves is noticed only then
		if _, err := c.FormParams(); err != nil {
			if h := new(echo.HTTPError); errors.As(err, &h) {
				return nil, err
			}
			return nil, views.BadRequest("error.no-form")
		}
	}
	used := s.door.pages.Used(s.comesFrom(c), s.door.now())
	if program {
		used = admit.Used(api.Pace(r.Context()), time.Now())
	}
	if r.ContentLength < 0 || r.ContentLength > longRequest {
		used = 1
	}
	return s.door.gate.Enter(r.Context(), used)
}

// longRequest is the length in bytes beyond which a request is taken to need much before that is known.
const longRequest = 600

// partOfPage tells whether a route answers with what pages are made of, many for each page.
func partOfPage(path string) bool {
	return path == static.Prefix+"*" || path == static.ClerkPath || path == "/healthz" || path == "/readyz"
}

// mostJitter is over how many seconds those who are refused are spread, so that they do
// not come again together.
const mostJitter = 3

// refuse answers a request that was not let in with a page that says so.
func (s *server) refuse(c echo.Context, refusal *admit.Refusal) error {
	status := refusal.Status()
	c.Response().Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(refusal.After.Seconds()))+1+rand.IntN(mostJitter)))
	page := views.Page{Shop: s.config.Name, Basket: "/basket"}
	return s.private(c, status, views.ErrorPage(views.Error{Page: page, Status: status, Back: s.presenter(c).ToStart()}))
}

// watch has metrics tell what goes on at the door.
func (d *door) watch(registry *prometheus.Registry) {
	gauge := func(name, help string, of func() float64) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "shopclerk_admitted_" + name, Help: help}, of))
	}
	gauge("working", "Requests that the clerk works for.", func() float64 { return float64(d.gate.Working.Load()) })
	gauge("waiting", "Requests that wait for the clerk.", func() float64 { return float64(d.gate.Waiting.Load()) })
	gauge("limit", "Requests that the clerk works for at once, at most.", func() float64 { return float64(d.gate.Limit) })
	registry.MustRegister(d.refused)
}
