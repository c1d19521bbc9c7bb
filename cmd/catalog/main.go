// Command catalog fills a data directory with a catalogue, from product feeds (import) or
// generated (demo), lists what is in one (show), and explains how its clerk reads a
// message (read).
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"shopclerk/catalog/demo"
	"shopclerk/catalog/feed"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
	"shopclerk/search/weaviate"
)

// The exit codes; exitStopped is 128 and the number of an interrupt, as shells have it.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitStopped = 130
)

type commands struct {
	Import importCommand `cmd:"" help:"Import product feeds: JSON Lines, JSON, CSV, TSV, XML or Parquet, also in .zip or .gz."`
	Demo   demoCommand   `cmd:"" help:"Create the demonstration catalogue: 20 categories of generated products."`
	Show   showCommand   `cmd:"" help:"List what is in a catalogue: categories, aspects, problems of the import."`
	Read   readCommand   `cmd:"" help:"Explain how the clerk reads a message: what it does, and what it asks for."`
}

// streams are where a command writes: what was asked for to out, everything else to
// notes, and through bar while that is in use.
type streams struct {
	out, notes io.Writer
	bar        *progress.Progress
}

// errUsage marks errors about how a command was called, errStopped those of a signal.
var (
	errUsage   = errors.New("usage")
	errStopped = errors.New("stopped")
)

// main runs a command line until it ends or the first signal; a second one kills the process.
// Writing to a pipe that nobody reads becomes an error instead of a signal.
func main() {
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdout, os.Stderr, progress.New(os.Stderr)}))
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, s streams) int {
	var c commands
	parser, err := kong.New(&c, kong.Name("catalog"), kong.Writers(s.out, s.notes),
		kong.Description("Make and inspect the catalogue that the clerk sells from."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"mappings": strings.Join(feed.ShippedNames(), ", "), "max_errors": fmt.Sprintf("%g%%", 100*feed.DefaultMaxShare)})
	if err != nil {
		panic(err) // the declarations are wrong, whatever the arguments
	}
	command, err := parser.Parse(args)
	if err == nil {
		command.BindTo(ctx, (*context.Context)(nil))
		err = command.Run(s)
	} else {
		err = fmt.Errorf("%w: %w (catalog --help tells more)", errUsage, err)
	}
	if err == nil || errors.Is(err, syscall.EPIPE) { // the reader has seen enough
		return exitOK
	}
	_, _ = fmt.Fprintf(s.notes, "catalog: %v\n", err) // if this fails too, there is the code
	switch {
	case errors.Is(err, errStopped):
		return exitStopped
	case errors.Is(err, errUsage):
		return exitUsage
	}
	return exitFailure
}

// demoCommand creates the demonstration catalogue.
type demoCommand struct {
	PerCategory int    `default:"1000" placeholder:"N" help:"Products in each of the 20 categories, 100 to 500,000 (default ${default})."`
	WithJournal visits `placeholder:"[N]" help:"Have N simulated people visit the shop, 2,000 unless given, who leave conversations, baskets and orders of the last 30 days."`
	Database    string `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database in which they leave them, in place of store.db in the data directory."`
	target
}

// With fewer products a category's aspects are hardly worth asking about.
const minPerCategory, maxPerCategory = 100, 500_000

// Validate implements kong's check of the flags.
func (c *demoCommand) Validate() error {
	if c.PerCategory < minPerCategory || c.PerCategory > maxPerCategory {
		return fmt.Errorf("--per-category is from %s to %s, not %s",
			progress.Count(minPerCategory), progress.Count(maxPerCategory), progress.Count(c.PerCategory))
	}
	return nil
}

// Run implements the command.
func (c *demoCommand) Run(ctx context.Context, s streams) error {
	if c.Data == "" {
		return errNoData
	}
	if c.WithJournal > 0 {
		if err := c.unvisited(ctx); err != nil {
			return err
		}
	}
	err := c.build(ctx, s, index.FromSeq(demo.Records(c.Seed, c.PerCategory)), index.Options{Hints: demo.Hints, Progress: s.bar.Report},
		&provenance{Command: "demo", Seed: c.Seed, PerCategory: c.PerCategory})
	if err != nil || c.WithJournal == 0 {
		return err
	}
	return c.visit(ctx, s, time.Now().Truncate(time.Hour))
}

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
