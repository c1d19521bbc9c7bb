package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"shopclerk/agent"
	"shopclerk/agent/llm"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/supply"
	"shopclerk/search"
	"shopclerk/search/index"
	"shopclerk/search/index/depot"
)

// source opens the catalogue of a data directory, as imports and patches make it. It is
// for one goroutine at a time, as [live.Shop.Open] is called.
type source struct {
	config config
	model  *llm.Client // nil: there is none
	// first opens the catalogue that the shop opens with.
	first func(context.Context) (*index.Shop, error)

	patches *index.Patches // over the latest import; nil: it can not be patched
	hired   *agent.Agent   // who has learned the latest import's words
}

// open returns what is imported and patched by now; nil where that is what is sold.
func (s *source) open(ctx context.Context, now *live.Generation) (*live.Generation, error) {
	if now != nil && !now.Store.Replaced(index.CatalogPath(s.config.Data)) {
		return s.patched(ctx, now)
	}
	open := s.first
	if now != nil {
		open = func(ctx context.Context) (*index.Shop, error) { return index.Open(ctx, s.config.Data, nil) }
	}
	shop, err := s.opened(ctx, open)
	if err != nil {
		return nil, err
	}
	if s.model != nil && s.model.EmbeddingModel() != "" {
		if err := shop.UseRemote(ctx, s.config.Data, s.model); err != nil {
			return nil, errors.Join(err, shop.Close())
		}
	}
	for _, note := range shop.Notes {
		slog.Warn(note)
	}
	// what it looks up later is not bound to the time that opening may take
	clerk, err := hire(context.WithoutCancel(ctx), s.config, shop)
	if err == nil && now != nil {
		err = warm(ctx, clerk)
	}
	if err != nil {
		return nil, errors.Join(err, shop.Close())
	}
	patches, err := shop.Patches(ctx)
	if err != nil && ctx.Err() == nil {
		if !errors.Is(err, index.ErrUnpatchable) {
			slog.Error("no patches hold", "error", err)
		}
		s.replace(nil, clerk)
		g := s.generation(clerk, shop)
		g.Begun, err = index.Begun(ctx, shop.Catalogue)
		return g, err
	}
	if err == nil {
		// what can not be read is told with every look, and what can be holds
		if _, err := patches.Follow(ctx, s.config.Data); err != nil {
			slog.Error("not all patches hold", "error", err)
		}
		s.replace(patches, clerk)
		return s.standing(), nil
	}
	return nil, errors.Join(err, shop.Close())
}

// opened opens a catalogue, over the cluster that has its products where there is one.
func (s *source) opened(ctx context.Context, open func(context.Context) (*index.Shop, error)) (*index.Shop, error) {
	cluster, err := s.config.cluster()
	if err != nil {
		return nil, err
	}
	shop, err := open(ctx)
	if err != nil {
		return nil, err
	}
	over, err := shop.Over(ctx, cluster, s.config.Pool)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("opening %s: %w", s.config.Data, err), shop.Close())
	}
	return over, nil
}

// patched applies what was patched since.
func (s *source) patched(ctx context.Context, now *live.Generation) (*live.Generation, error) {
	if s.patches == nil {
		return nil, nil
	}
	changed, err := s.patches.Follow(ctx, s.config.Data)
	if err != nil {
		err = fmt.Errorf("following patches: %w", err)
	}
	if !changed && s.patches.Position().Sequence == now.Sequence {
		return nil, err
	}
	if err != nil {
		slog.Error("not all patches hold", "error", err)
	}
	return s.standing(), nil
}

// standing is the generation of the import with its patches.
func (s *source) standing() *live.Generation {
	shop := s.patches.Now()
	shop.Keep()
	clerk := s.hired.With(func(c *agent.Config) { c.Engine = shop.Engine })
	g := s.generation(clerk, shop)
	g.Patchable, g.Sequence, g.Begun = true, s.patches.Position().Sequence, s.patches.Begun()
	return g
}

func (s *source) generation(clerk *agent.Agent, shop *index.Shop) *live.Generation {
	return &live.Generation{Clerk: clerk, Store: shop.Catalogue, ID: shop.Generation(), Published: shop.Catalogue.Published(), Close: shop.Close, Lost: shop.Lost, Pulled: s.config.Catalogue != "",
		Mend: func(ctx context.Context) (bool, error) { return shop.Mend(ctx, s.config.Data) }}
}

// mendEvery is how often it is asked whether damage was met: a look at two flags.
const mendEvery = 3 * time.Second

// mend looks for damage in every import that is sold from, once, and again when some is
// met, until ctx is done; what is made anew goes live as an import does.
func (s *server) mend(ctx context.Context, ticks <-chan time.Time) {
	var checked, again time.Time // imports
	for {
		g, release := s.live.Pin()
		if g != nil && g.Mend != nil && (!g.Published.Equal(checked) || g.Lost() && !g.Published.Equal(again)) {
			mended, err := g.Mend(ctx)
			switch {
			case errors.Is(err, index.ErrBusy): // an import may make it good
			case g.Published.Equal(checked):
				again = g.Published
			default:
				checked = g.Published
			}
			if err != nil && ctx.Err() == nil {
				slog.Error("the catalogue is damaged, or can not be checked", "error", err)
			}
			if mended {
				slog.Warn("damage to what is derived from the catalogue was mended")
				s.live.Poke()
			}
		}
		release()
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
	}
}

// replace gives up the import before: generations that are in use stay open.
func (s *source) replace(patches *index.Patches, clerk *agent.Agent) {
	if err := s.close(); err != nil {
		slog.Error("closing the catalogue before", "error", err)
	}
	s.patches, s.hired = patches, clerk
}

// close gives up the latest import.
func (s *source) close() error {
	if s.patches == nil {
		return nil
	}
	return s.patches.Close()
}

// warmed is how many categories a new catalogue is looked at in before it goes live.
const warmed = 8

// warm looks for the names of some categories, so that the first shoppers after a
// change of catalogues do not wait for what is read where it is first asked for.
func warm(ctx context.Context, clerk *agent.Agent) error {
	categories := clerk.Config().Engine.Store().Categories()
	for i := range min(warmed, len(categories)) {
		c := categories[i*len(categories)/min(warmed, len(categories))]
		need := search.Need{Scope: []string{c.Path}, Words: []search.Words{{Text: c.Name}}}
		if _, err := clerk.Look(ctx, need, search.Page{Limit: clerk.Config().Page}); err != nil {
			return fmt.Errorf("looking at the new catalogue: %w", err)
		}
	}
	return nil
}

// pin gives every request one generation of the catalogue, from its beginning to its
// end, and says which: who compares two answers can tell whether they are of one.
func (s *server) pin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, release, err := s.live.Enter(c.Request().Context())
		if err != nil {
			return c.String(http.StatusServiceUnavailable, "the shop is closed\n")
		}
		// what is answered may be of another generation in the end: see [server.of]
		r := &released{release}
		defer func() { r.release() }()
		c.Set(releasedKey, r)
		c.SetRequest(c.Request().WithContext(ctx))
		c.Response().Header().Set(generationHeader, live.From(ctx).ID)
		return next(c)
	}
}

const (
	// generationHeader tells which generation of the catalogue an answer is made of.
	generationHeader = live.Header
	releasedKey      = "generation"
)

// released is what a request releases at its end.
type released struct{ release func() }

// of goes on with the request in another generation, whose pin it takes over.
func (s *server) of(c echo.Context, g *live.Generation, release func()) {
	r, ok := c.Get(releasedKey).(*released)
	if !ok {
		release()
		return
	}
	r.release()
	r.release = release
	c.SetRequest(c.Request().WithContext(live.With(c.Request().Context(), g)))
	c.Response().Header().Set(generationHeader, g.ID)
}

// clerk is the clerk of the request's generation.
func (s *server) clerk(c echo.Context) *agent.Agent { return live.From(c.Request().Context()).Clerk }

// store is the catalogue of the request's generation.
func (s *server) store(c echo.Context) *sqlite.Store { return live.From(c.Request().Context()).Store }

// hangup calls f whenever the program is told to read again what it was made of
// (SIGHUP), until stop is called.
func hangup(f func()) (stop func()) {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGHUP)
	var done sync.WaitGroup
	done.Go(func() {
		for range told {
			f()
		}
	})
	return func() {
		signal.Stop(told)
		close(told)
		done.Wait()
	}
}

// followEvery is how often an import that ended, and patches, are looked for: a look at
// a file and one at a folder. What is patched is to be seen within a second; looking
// twice as often, the shop of a million products that takes a thousand patches a second
// would lay twice as many shelves anew and remember half of what it found.
const followEvery = 300 * time.Millisecond

// generationCollector tells metrics which generation is sold from.
type generationCollector struct{ shop *live.Shop }

var (
	publishedMetric = prometheus.NewDesc("shopclerk_catalogue_published_seconds", "When the import of the catalogue that is sold from ended, Unix time.", []string{"generation"}, nil)
	sinceMetric     = prometheus.NewDesc("shopclerk_catalogue_live_since_seconds", "When the catalogue that is sold from went live, Unix time.", []string{"generation"}, nil)
	openMetric      = prometheus.NewDesc("shopclerk_catalogues_open", "Catalogues that are open: that which is sold from, and older ones that answers are still made of.", nil, nil)
)

// Describe implements [prometheus.Collector].
func (generationCollector) Describe(out chan<- *prometheus.Desc) {
	out <- publishedMetric
	out <- sinceMetric
	out <- openMetric
}

// Collect implements [prometheus.Collector].
func (m generationCollector) Collect(out chan<- prometheus.Metric) {
	g, release := m.shop.Pin()
	defer release()
	if g == nil {
		return
	}
	seconds := func(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
	out <- prometheus.MustNewConstMetric(publishedMetric, prometheus.GaugeValue, seconds(g.Published), g.ID)
	out <- prometheus.MustNewConstMetric(sinceMetric, prometheus.GaugeValue, seconds(g.Since), g.ID)
	out <- prometheus.MustNewConstMetric(openMetric, prometheus.GaugeValue, float64(m.shop.Live()))
}

// catchUpFeed has the shop open with what other processes patched.
func (s *server) catchUpFeed(ctx context.Context) error {
	g, release := s.live.Pin()
	defer release()
	if s.fleet == nil || !g.Patchable {
		return nil
	}
	if err := s.intake.Join(ctx, g.Begun); err != nil {
		return err
	}
	_, err := s.live.Refresh(ctx)
	return err
}

// openSupply returns where generations come from, nil where they are imported here.
func (c *config) openSupply() (*supply.Supply, error) {
	if c.Catalogue == "" {
		return nil, nil
	}
	store, err := c.S3.Open(c.Catalogue)
	if err != nil {
		return nil, fmt.Errorf("--catalogue: %w", err)
	}
	key, err := depot.Verifier(c.CatalogueKey)
	if err != nil {
		return nil, fmt.Errorf("--catalogue-key: %w", err)
	}
	return supply.New(depot.Puller{Store: store, Key: key, Dir: c.Data}, c.Catalogue), nil
}

// supplied has the shop sell what comes. It is called before the shop opens.
func (s *server) supplied(by *supply.Supply) {
	if s.supply = by; by != nil {
		by.GoLive, s.live.Reaches = s.live.Poke, s.reaches
	}
}
