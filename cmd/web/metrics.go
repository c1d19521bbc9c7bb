package main

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"shopclerk/agent/memory"
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

// ended counts the errands that came to an end in a turn.
func (m *metrics) ended(errands []memory.Errand) {
	for i := range errands {
		e := &errands[i]
		if e.Open() {
			continue
		}
		tool := ""
		if e.Decision.Call != nil {
			tool = e.Decision.Call.Tool
		}
		m.errands.WithLabelValues(measured(tool), string(e.Ending)).Inc()
	}
}

// consulted counts what came of asking the language model, if it was asked.
func (m *metrics) consulted(c memory.Consulted) {
	if c.Model != "" {
		m.asking.WithLabelValues(strconv.FormatBool(c.Failed)).Inc()
	}
}

// snapshotCollector tells metrics which snapshot is sold from.
type snapshotCollector struct{ shop *live.Shop }

var (
	publishedMetric = prometheus.NewDesc("shopclerk_catalogue_published_seconds", "When the import of the catalogue that is sold from ended, Unix time.", []string{"snapshot"}, nil)
	sinceMetric     = prometheus.NewDesc("shopclerk_catalogue_live_since_seconds", "When the catalogue that is sold from went live, Unix time.", []string{"snapshot"}, nil)
	openMetric      = prometheus.NewDesc("shopclerk_catalogues_open", "Catalogues that are open: that which is sold from, and older ones that answers are still made of.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (snapshotCollector) Describe(out chan<- *prometheus.Desc) {
	out <- publishedMetric
	out <- sinceMetric
	out <- openMetric
}

// Collect implements [prometheus.Collector].
func (m snapshotCollector) Collect(out chan<- prometheus.Metric) {
	g, release := m.shop.Acquire()
	defer release()
	if g == nil {
		return
	}
	seconds := func(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
	out <- prometheus.MustNewConstMetric(publishedMetric, prometheus.GaugeValue, seconds(g.Published), g.ID)
	out <- prometheus.MustNewConstMetric(sinceMetric, prometheus.GaugeValue, seconds(g.Since), g.ID)
	out <- prometheus.MustNewConstMetric(openMetric, prometheus.GaugeValue, float64(m.shop.Live()))
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
