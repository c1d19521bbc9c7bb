package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/term"

	"shopclerk/agent/llm"
	"shopclerk/catalog/feed"
	"shopclerk/cmd/internal/model"
	"shopclerk/search/index"
)

// importCommand imports product feeds.
type importCommand struct {
	target
	Map       string    `placeholder:"NAME|FILE" help:"What the fields mean: ${mappings}, or a mapping file. Inferred without it."`
	Currency  string    `placeholder:"CODE" help:"Currency of prices that the feed names none for, such as EUR. Assumed from the feed's language and addresses without it, which is told."`
	PrintMap  bool      `help:"Print the mapping as JSON, to be edited and given to --map, and import nothing."`
	Yes       bool      `short:"y" help:"Import without asking, also on a terminal, and also a feed that leaves the shop with less than 70 % of its products."`
	MaxErrors tolerance `default:"${max_errors}" placeholder:"N|P%" help:"Products that may be lost before giving up: a number, or a share, but at least 100 (default ${default}; -1: any number)."`
	model.Flags
	Prices string   `placeholder:"FILE" help:"Set the prices, list prices and stocks of products that are there, all of a file or none, and import nothing: CSV with the columns id, price, list_price and stock, or JSON Lines of the same. Variants go by their own ids; what is left out stays."`
	Paths  []string `arg:"" optional:"" name:"path" help:"Feed files, or folders of them."`
}

// Validate implements kong's check of the flags.
func (c *importCommand) Validate() error {
	if c.Data == "" && !c.PrintMap {
		return errors.New("missing flags: --data=DIR")
	}
	switch {
	case c.Prices == "" && len(c.Paths) == 0:
		return errors.New("give the files of the feed, or --prices")
	case c.Prices != "" && len(c.Paths) > 0:
		return errors.New("--prices: import the feed by itself: it has prices of its own")
	}
	if err := c.Flags.Validate(); err != nil {
		return err
	}
	if c.Search != "" && c.Embed != "" {
		return errors.New("--search: its vectors are those of the catalogue's own embedder: leave out --model-embed")
	}
	if c.Currency != "" && (len(c.Currency) != 3 || strings.ToUpper(c.Currency) != c.Currency) {
		return fmt.Errorf("--currency is a code of three capital letters such as EUR, not %q", c.Currency)
	}
	return nil
}

// Run implements the command.
func (c *importCommand) Run(ctx context.Context, s streams) error {
	if c.Prices != "" {
		return setPrices(ctx, s, c.Data, c.Prices)
	}
	inferences := s.out
	if c.PrintMap {
		inferences = s.notes
	}
	if _, err := os.Stat(index.CatalogPath(c.Data)); err == nil {
		lowerPriority() // it may be sold from
	}
	m, name, err := c.mapping(ctx, inferences)
	if err != nil {
		return err
	}
	if c.Currency != "" && m.Price != nil {
		m.Price.Currency, m.Price.Assumed = c.Currency, ""
	}
	if c.PrintMap {
		return writeJSON(s.out, m)
	}
	if goOn, err := c.confirm(s); err != nil || !goOn {
		return err
	}
	about := &provenance{Command: "import", Sources: c.Paths, Mapping: name, Seed: c.Seed}
	r := &reading{paths: c.Paths, mapping: m, tolerated: c.MaxErrors, about: about, notes: s.bar}
	o := index.Options{Hints: m.Hints, Progress: r.reported(s.bar.Report)}
	if !c.Yes {
		o.MinShare = minShare
	}
	if c.Embed != "" {
		client, err := c.Open(func(m *llm.Config) { m.Timeout, m.Retries = patience, retries })
		if err != nil {
			return err
		}
		o.Embedder = client
	}
	return remedied(c.build(ctx, s, r.read, o, about), &m)
}

// minShare is the share of a shop's products that an import must leave without --yes: ranges
// are thinned out by less between two imports, and half a download has less.
const minShare = 0.7

// How long an import waits for a batch of products to be embedded, and how often it asks
// for it again: an endpoint that is asked for much says now and then that it is busy.
const patience, retries = 2 * time.Minute, 4

// mapping finds the mapping that was asked for, or infers one and says what was
// inferred. The second result names it.
func (c *importCommand) mapping(ctx context.Context, inferences io.Writer) (feed.Mapping, string, error) {
	if c.Map == "" {
		m, inference, known, err := feed.Recognise(ctx, c.Paths)
		if err == nil && !known {
			m, inference, err = feed.Infer(ctx, c.Paths)
		}
		if err != nil {
			return m, "", err
		}
		text := "Inferred (--print-map writes it as a mapping file):\n  " + strings.Join(inference.Lines(), "\n  ") + "\n"
		_, err = io.WriteString(inferences, text)
		return m, "inferred", err
	}
	if slices.Contains(feed.ShippedNames(), c.Map) {
		m, err := feed.Shipped(c.Map)
		return m, c.Map, err
	}
	f, err := os.Open(c.Map)
	if errors.Is(err, fs.ErrNotExist) {
		return feed.Mapping{}, "", fmt.Errorf("%w: --map: %q is neither a file nor one of %s", errUsage, c.Map, strings.Join(feed.ShippedNames(), ", "))
	}
	if err != nil {
		return feed.Mapping{}, "", fmt.Errorf("reading mapping: %w", err)
	}
	defer f.Close()
	m, err := feed.ParseMapping(f)
	if err != nil {
		return m, "", fmt.Errorf("%s: %w", c.Map, err)
	}
	return m, c.Map, nil
}

// confirm asks whether to import by an inferred mapping, where somebody can answer.
func (c *importCommand) confirm(s streams) (goOn bool, err error) {
	out, ok := s.out.(*os.File)
	if c.Yes || c.Map != "" || !ok || !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(out.Fd())) {
		return true, nil
	}
	fmt.Fprint(s.out, "Import like this? [Y/n] ")
	answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return false, fmt.Errorf("reading the answer: %w", err)
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	if answer == "" || strings.HasPrefix(answer, "y") {
		return true, nil
	}
	fmt.Fprintln(s.out, "Nothing was imported. --print-map writes what was inferred as a mapping file; --map reads it when it is edited.")
	return false, nil
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // for people, not for pages
	e.SetIndent("", "  ")
	return e.Encode(v)
}
