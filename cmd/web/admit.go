package main

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/admit"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/static"
	"shopclerk/views"
	"shopclerk/words"
)

const conversationPath = "/c/:id"

// costly are the routes that the clerk works for. All else is cheap, and is served
// whatever the clerk has to do.
var costly = map[string]admit.Kind{
	"POST /c": admit.Turn, "POST /errand": admit.Turn,
	"GET " + conversationPath: admit.Look, "GET " + conversationPath + "/values": admit.Look,
	"GET /suggest": admit.Glance, "POST " + conversationPath + "/fit": admit.Glance,
	"GET " + api.Root + "/search": admit.Turn, "POST " + api.Root + "/converse": admit.Turn, "POST " + api.Root + "/clarify": admit.Turn,
	"POST " + mcpPath: admit.Turn,
}

func init() {
	for _, turn := range []string{"say", "answer", "facet", "drop", "offer", "edit", "ask", "errand", "errand/confirm", "errand/drop", "undo", "reset"} {
		costly["POST "+conversationPath+"/"+turn] = admit.Turn
	}
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
	refusals           sync.Map // by language and status: the page, []byte
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
	if network = admit.Network(address); isLocal(address) {
		network = ""
	}
	if k, err := c.Cookie(cookie); err == nil && journal.ValidID(k.Value) {
		return k.Value, network
	}
	return address, network
}

func isLocal(address string) bool {
	ip, err := netip.ParseAddr(address)
	return err == nil && ip.IsLoopback()
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

// pass waits until a request may be answered. Programs have paces of their own.
func (s *server) pass(c echo.Context, program bool) (leave func(), err error) {
	r := c.Request()
	kind, costs := costly[strings.Replace(r.Method, http.MethodHead, http.MethodGet, 1)+" "+c.Path()]
	visitor, network := comesFrom(c, s.cookieName())
	sequel := c.Path() == conversationPath && s.handover.Follows(c.Param("id"), c.QueryParam(views.FieldVersion))
	if !program && !partOfPage(c.Path()) && !sequel {
		pages := 1
		if kind == admit.Turn {
			pages = turnPages
		}
		if err := s.door.pace(visitor, network, pages); err != nil {
			return nil, err
		}
	}
	if !costs {
		return func() {}, nil
	}
	if r.Method == http.MethodPost && !program {
		// read before it waits: that its sender leaves is noticed only then
		if _, err := c.FormParams(); err != nil {
			if h := new(echo.HTTPError); errors.As(err, &h) {
				return nil, err
			}
			return nil, views.BadRequest("error.no-form")
		}
	}
	if sequel {
		kind = admit.Sequel
	}
	return s.door.gate.Enter(r.Context(), cmp.Or(network, visitor), kind)
}

// partOfPage tells whether a route answers with what pages are made of, many for each page.
func partOfPage(path string) bool {
	return path == static.Prefix+"*" || path == "/picture/:product" || path == "/tile/:category" || path == "/healthz" || path == "/readyz"
}

// pace takes so many pages of what a visitor and their network may ask for.
func (d *door) pace(visitor, network string, pages int) error {
	if d.visitors == nil {
		return nil
	}
	askers := []admit.Asker{{Of: d.visitors, Who: visitor}}
	if network != "" {
		askers = slices.Insert(askers, 0, admit.Asker{Of: d.networks, Who: network})
	}
	if wait := admit.Take(pages, d.now(), askers...); wait > 0 {
		return &admit.Refusal{Own: true, After: wait}
	}
	return nil
}

// mostJitter is over how many seconds those who are refused are spread, so that they do
// not come again together.
const mostJitter = 3

// refuse answers a request that was not let in with a page that says so. The page is
// made once: under load it is what most get.
func (s *server) refuse(c echo.Context, refusal *admit.Refusal) error {
	status := refusal.Status()
	h := c.Response().Header()
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(refusal.After.Seconds()))+1+rand.IntN(mostJitter)))
	h.Set("Cache-Control", "no-store")
	spoken(c)
	ctx := c.Request().Context()
	key := words.From(ctx).Code() + strconv.Itoa(status)
	page, ok := s.door.refusals.Load(key)
	if !ok {
		p := s.presenter(c)
		frame := p.Page("")
		frame.Basket.URL = "/basket"
		body, err := views.Render(ctx, views.ErrorPage(views.Error{Page: frame, Status: status, Back: p.ToStart()}))
		if err != nil {
			return err
		}
		page, _ = s.door.refusals.LoadOrStore(key, body)
	}
	return c.HTMLBlob(status, page.([]byte))
}

// watch has metrics tell what goes on at the door.
func (d *door) watch(registry *prometheus.Registry) {
	gauge := func(name, help string, of func(admit.Figures) int) {
		registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return float64(of(d.gate.Figures())) }))
	}
	gauge("shopclerk_admitted_working", "Requests that the clerk works for.", func(f admit.Figures) int { return f.Working })
	gauge("shopclerk_admitted_waiting", "Requests that wait for the clerk.", func(f admit.Figures) int { return f.Waiting })
	gauge("shopclerk_admitted_limit", "Requests that the clerk works for at once, at most.", func(f admit.Figures) int { return f.Limit })
	registry.MustRegister(d.refused)
}
