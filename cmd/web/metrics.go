package main

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"shopclerk/agent/dialog"
	"shopclerk/cmd/internal/live"
)

// metrics are what the operator watches. They hold no text and no id of a shopper.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	turns    prometheus.Histogram
	asked    prometheus.Counter
	errands  *prometheus.CounterVec
	asking   *prometheus.CounterVec
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "shopclerk_request_seconds", Help: "Time to answer a request.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 14),
		}, []string{"route", "status"}),
		turns: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "shopclerk_turn_seconds", Help: "Time the clerk takes for a turn.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 12),
		}),
		asked: prometheus.NewCounter(prometheus.CounterOpts{Name: "shopclerk_questions_total", Help: "Questions asked."}),
	}
	m.errands = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "shopclerk_errands_total", Help: "Errands that came to an end, by tool and ending.",
	}, []string{"tool", "ending"})
	m.asking = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "shopclerk_model_total", Help: "Turns in which a language model was asked, by whether it failed to answer.",
	}, []string{"failed"})
	m.registry.MustRegister(m.requests, m.turns, m.asked, m.errands, m.asking, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// turn counts a turn of the clerk, on a page or of a program.
func (m *metrics) turn(took time.Duration, e *dialog.Exchange) {
	m.turns.Observe(took.Seconds())
	m.asked.Add(float64(len(e.Questions)))
	if e.Consulted.Model != "" {
		m.asking.WithLabelValues(strconv.FormatBool(e.Consulted.Failed)).Inc()
	}
	for i := range e.Errands {
		e := &e.Errands[i]
		if e.Open() {
			continue
		}
		tool := "none"
		if e.Decision.Call != nil {
			tool = e.Decision.Call.Tool
		}
		m.errands.WithLabelValues(tool, string(e.Ending)).Inc()
	}
}

// follow has metrics tell which catalogue is sold from.
func (m *metrics) follow(shop *live.Shop) {
	gauge := func(name, help string, of func(*live.Snapshot) float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			g, release := shop.Acquire()
			defer release()
			if g == nil {
				return 0
			}
			return of(g)
		}))
	}
	gauge("shopclerk_catalogue_published_seconds", "When the import of the catalogue that is sold from ended, Unix time.", func(g *live.Snapshot) float64 { return float64(g.Published.Unix()) })
	gauge("shopclerk_catalogue_live_since_seconds", "When the catalogue that is sold from went live, Unix time.", func(g *live.Snapshot) float64 { return float64(g.Since.Unix()) })
	gauge("shopclerk_catalogues_open", "Catalogues that are open: that which is sold from, and older ones that answers are still made of.", func(*live.Snapshot) float64 { return float64(shop.Live()) })
}

func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

// observe times every request by its route.
func (s *server) observe(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		began := time.Now()
		err := next(c)
		if err != nil {
			c.Error(err) // answers now, so that the status below is the one sent
		}
		route := c.Path()
		if route == "" {
			route = "unknown"
		}
		s.metrics.requests.WithLabelValues(route, strconv.Itoa(c.Response().Status)).Observe(time.Since(began).Seconds())
		return nil
	}
}
