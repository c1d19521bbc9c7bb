package main

import (
	"errors"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/cmd/web/internal/api"
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

const (
	// pageBurst is how many seconds' pages a visitor may ask for at once who was quiet
	// before: people click fast, and then read.
	pageBurst = 20
	// turnPages is how many pages a turn counts for, with the one that shows it. It is what
	// fills the disk.
	turnPages = 5
	// networkVisitors is for how many visitors who never pause a network's pace is.
	networkVisitors = 5
)

// door is what a request passes before anything is done for it.
type door struct {
	gate *admit.Gate
	now  func() time.Time
	// The paces of visitors and of the networks they come from; nil: there are none.
	visitors, networks *admit.Paces
	refused            *prometheus.CounterVec
}

// How many turns a processor works on at once, at most: by itself, and with a language
// model, for which turns wait.
const (
	alone     = 2
	withModel = 32
)

// newDoor makes a door where a visitor may ask for so many pages a second in the long
// run, 0 for as many as they like.
func newDoor(pages float64, most uint) *door {
	d := &door{gate: admit.NewGate(most), now: time.Now, refused: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "shopclerk_refused_total", Help: "Requests that were not let in, by status: 503 where all of them were too many, 429 where the client's own.",
	}, []string{"status"})}
	if pages > 0 {
		burst := max(turnPages, int(math.Ceil(pageBurst*pages)))
		d.visitors, d.networks = admit.NewPaces(pages, burst), admit.NewPaces(networkVisitors*pages, networkVisitors*burst)
	}
	return d
}

// comesFrom tells whose a request is: a visitor's, and a network's. Who is not known yet
// is their network. This very machine is no network: it is a proxy that was not named,
// behind which all others are.
func comesFrom(c echo.Context, cookie string) (visitor, network string) {
	address := c.RealIP()
	if network = admit.Network(address); local(net.JoinHostPort(address, "0")) {
		network = ""
	}
	if k, err := c.Cookie(cookie); err == nil && journal.ValidID(k.Value) {
		return k.Value, network
	}
	return address, network
}

// admit lets a request in or refuses it, before anything is done for it.
func (s *server) admit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		program := s.program(c)
		leave, err := s.pass(c, program)
		if refusal := new(admit.Refusal); errors.As(err, &refusal) {
			s.door.refused.WithLabelValues(strconv.Itoa(refusal.Status())).Inc()
			if program {
				again(c, refusal.After)
				return api.Fault(refusal.Status(), "", "More is asked than can be answered now. Nothing was done: ask again later.")
			}
			return s.refuse(c, refusal)
		}
		if err != nil {
			return err
		}
		defer leave()
		return next(c)
	}
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
		if costs && r.Method == http.MethodPost && c.Path() != conversationPath+"/fit" {
			pages = turnPages
		}
		if err := s.door.pace(c, s.hosted(sessionCookie), pages); err != nil {
			return nil, err
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
	return s.door.gate.Enter(r.Context())
}

// partOfPage tells whether a route answers with what pages are made of, many for each page.
func partOfPage(path string) bool {
	return path == static.Prefix+"*" || path == static.ClerkPath || path == "/healthz" || path == "/readyz"
}

// pace takes so many pages of what a visitor and their network may ask for.
func (d *door) pace(c echo.Context, cookie string, pages int) error {
	if d.visitors == nil {
		return nil
	}
	visitor, network := comesFrom(c, cookie)
	wait := time.Duration(0)
	if network != "" {
		wait = d.networks.Take(network, pages, d.now())
	}
	if wait == 0 {
		wait = d.visitors.Take(visitor, pages, d.now())
	}
	if wait > 0 {
		return &admit.Refusal{Own: true, After: wait}
	}
	return nil
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
	for _, m := range []struct {
		name, help string
		of         func() int
	}{
		{"working", "Requests that the clerk works for.", d.gate.Inflight},
		{"waiting", "Requests that wait for the clerk.", d.gate.Queued},
		{"limit", "Requests that the clerk works for at once, at most.", d.gate.Limit},
	} {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "shopclerk_admitted_" + m.name, Help: m.help},
			func() float64 { return float64(m.of()) }))
	}
	registry.MustRegister(d.refused)
}
