package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"shopclerk/catalog"
	"shopclerk/catalog/patch"
	"shopclerk/catalog/sqlite"
	"shopclerk/search/index"
)

// patched changes prices and stock of a running shop at a rate, and measures how long
// it takes until they are acknowledged and until a shopper's page shows them. Turns are
// measured by `bench load` beside it.
type patched struct {
	URL      string        `default:"http://localhost:8080" help:"Address of the running shop."`
	Key      string        `required:"" env:"SHOPCLERK_FEED_KEY" help:"A key that was made for the feed."`
	Data     string        `required:"" placeholder:"DIR" help:"The shop's data directory, for the ids of its products."`
	Rate     float64       `default:"1000" help:"Patches a second."`
	Duration time.Duration `default:"60s" help:"Length of the measurement."`
	Upserts  float64       `help:"Share of patches that change a title, 0 to 1."`
	Seed     uint64        `default:"1" help:"Seed of what is patched."`
}

// perSecond is how many requests the patches of a second are sent in.
const perSecond = 10

// Run implements the command.
func (p *patched) Run(ctx context.Context) error {
	if p.Rate < perSecond || p.Duration <= 0 {
		return fmt.Errorf("--rate is %d or more, --duration above 0", perSecond)
	}
	ids, err := p.ids(ctx)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(p.Seed, 0))
	var acknowledged, visible []time.Duration
	looks := make(chan time.Duration, 1)
	looking := false
	sent, began := 0, time.Now()
	dear := 100_000 + int(began.Unix()%800)*1000 // a price that no run of late has left behind
	for tick := 0; time.Since(began) < p.Duration; tick++ {
		if wait := time.Until(began.Add(time.Duration(tick) * time.Second / perSecond)); wait > 0 {
			time.Sleep(wait)
		}
		batch := make([]patch.Patch, int(p.Rate/perSecond))
		for i := range batch {
			batch[i] = p.one(rng, ids[rng.IntN(len(ids)/2)])
		}
		// which nobody else patches before it was looked for
		probe := patch.Patch{ID: ids[len(ids)/2+tick%(len(ids)/2)], Version: time.Now().UnixMicro(), Price: &patch.Money{Amount: float64(dear + tick), Currency: "EUR"}}
		batch[0] = probe
		from := time.Now()
		if err := p.send(ctx, batch); err != nil {
			return err
		}
		acknowledged = append(acknowledged, time.Since(from))
		sent += len(batch)
		select {
		case d := <-looks:
			visible, looking = append(visible, d), false
		default:
		}
		if !looking {
			looking = true
			go func() { looks <- p.seen(ctx, probe.ID, fmt.Sprint(dear+tick), time.Now()) }()
		}
	}
	took := time.Since(began)
	if looking {
		visible = append(visible, <-looks)
	}
	fmt.Fprintf(os.Stdout, "%.0f patches a second for %s\n", float64(sent)/took.Seconds(), p.Duration)
	for _, row := range []struct {
		name string
		of   []time.Duration
	}{{"acknowledged", acknowledged}, {"visible after that", visible}} {
		slices.Sort(row.of)
		at := func(q float64) time.Duration {
			return row.of[min(len(row.of)-1, int(q*float64(len(row.of))))].Round(time.Millisecond)
		}
		fmt.Fprintf(os.Stdout, "%-20s p50 %s, p99 %s, max %s (%d)\n", row.name, at(.5), at(.99), at(1), len(row.of))
	}
	return nil
}

// ids are those of some products.
func (p *patched) ids(ctx context.Context) ([]string, error) {
	store, err := sqlite.Open(ctx, index.CatalogPath(p.Data))
	if err != nil {
		return nil, err
	}
	defer store.Close()
	const most = 60_000 // as many as a minute's patches
	var refs []catalog.Ref
	for i := range min(most, store.Size()) {
		refs = append(refs, catalog.Ref(1+i*store.Size()/min(most, store.Size())))
	}
	var out []string
	for part := range slices.Chunk(refs, 500) {
		products, err := store.Products(ctx, part)
		if err != nil {
			return nil, err
		}
		for i := range products {
			out = append(out, products[i].ID)
		}
	}
	return out, nil
}

// one is a patch as warehouses send them: two of stock for one of a price.
func (p *patched) one(rng *rand.Rand, id string) patch.Patch {
	c := patch.Patch{ID: id, Version: time.Now().UnixMicro()}
	switch {
	case rng.Float64() < p.Upserts:
		title := fmt.Sprintf("Patched %s %d", id, rng.IntN(1000))
		c.Title = &title
	case rng.IntN(3) == 0:
		c.Price = &patch.Money{Amount: float64(rng.IntN(20000)) / 100, Currency: "EUR"}
	default:
		stock := rng.IntN(100)
		c.Stock = &stock
	}
	return c
}

func (p *patched) send(ctx context.Context, batch []patch.Patch) error {
	body, err := json.Marshal(map[string]any{"patches": batch})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPatch, p.URL+"/api/v1/feed", bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+p.Key)
	r.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("patching: %s: %s", a.Status, text)
	}
	return err
}

// seen waits until a product's page shows a price.
func (p *patched) seen(ctx context.Context, id, price string, since time.Time) time.Duration {
	for ctx.Err() == nil && time.Since(since) < time.Minute {
		text, err := p.page(ctx, id)
		if err == nil && strings.Contains(strings.NewReplacer(",", "", ".", "", " ", "").Replace(text), price) {
			break
		}
		time.Sleep(50 * time.Millisecond) // more looks would load the shop more than the patches do
	}
	return time.Since(since)
}

func (p *patched) page(ctx context.Context, id string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+"/p/"+id, nil)
	if err != nil {
		return "", err
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return "", err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	return string(text), err
}
