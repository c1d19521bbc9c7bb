package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"shopclerk/search/index"
	"shopclerk/search/weaviate"
)

// target is where a catalogue is made.
type target struct {
	Data   string `env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory to write."`
	Seed   uint64 `default:"1" placeholder:"S" help:"Seed of the embedder, and of generated products (default ${default})."`
	Search string `env:"SHOPCLERK_SEARCH" placeholder:"URL" help:"Keep the products in a Weaviate cluster, weaviate://HOST:PORT,HOST:PORT, and a sample of them in the data directory."`
	Sample int    `default:"2000" placeholder:"N" help:"Products of each category that the data directory holds where the others are in a cluster, 100 or more (default ${default})."`
}

const leastSample = 100

var errNoData = fmt.Errorf("%w: missing flags: --data=DIR", errUsage)

// build makes the catalogue and writes a summary.
func (t *target) build(ctx context.Context, s streams, source index.Source, o index.Options, about *provenance) (err error) {
	if t.Search != "" {
		if t.Sample < leastSample {
			return fmt.Errorf("%w: --sample: nothing can be told of a category by %d products: %d is the least", errUsage, t.Sample, leastSample)
		}
		if o.Cluster, err = weaviate.New(t.Search); err != nil {
			return err
		}
		o.Sample = t.Sample
	}
	began := time.Now()
	o.Seed, o.About = t.Seed, about.complete
	r, err := index.Build(ctx, t.Data, source, o)
	s.bar.Done()
	if err != nil {
		if ctx.Err() != nil {
			err = errStopped
		}
		if _, statErr := os.Stat(index.CatalogPath(t.Data)); statErr == nil && !errors.Is(err, errUsage) {
			err = fmt.Errorf("%w; the catalogue in %s is as it was", err, t.Data)
		}
		return err
	}
	lines := append([]string{fmt.Sprintf("%s in %s, %s that can be asked about.", counted(r.Products, "product", "products"),
		counted(r.Categories, "category", "categories"), counted(r.Aspects, "aspect", "aspects"))}, about.findings()...)
	if r.Unembedded != nil {
		lines = append(lines, fmt.Sprintf("Not all products could be embedded by %s, and the shop finds by its own vectors; the next import goes on: %v.", o.Embedder.EmbeddingModel(), r.Unembedded))
	}
	lines = append(lines, fmt.Sprintf("%.1f s, in %s, version %s.", time.Since(began).Seconds(), t.Data, r.Version))
	_, err = io.WriteString(s.out, strings.Join(lines, "\n")+"\n")
	return err
}
