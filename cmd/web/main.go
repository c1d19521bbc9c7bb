// Command web serves the shop: the conversation in the browser, over a catalogue
// in a data directory. Where there is no catalogue yet it creates the
// demonstration shop first.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/agent/llm/prompt"
	"shopclerk/agent/password"
	"shopclerk/agent/understand"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/model"
	"shopclerk/data/synonyms"
	"shopclerk/search/index"
	"shopclerk/words"
)

type config struct {
	Data         string   `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory: the catalogue, its indexes, and what shoppers left."`
	Listen       string   `default:"localhost:8080" env:"SHOPCLERK_LISTEN" help:"Address to serve the shop on."`
	Metrics      string   `env:"SHOPCLERK_METRICS" placeholder:"ADDR" help:"Address to serve /metrics on; empty: not served."`
	Name         string   `default:"Shopclerk" env:"SHOPCLERK_NAME" help:"The shop's name, as pages show it."`
	Demo         int      `default:"1000" env:"SHOPCLERK_DEMO" help:"Products a category of the demonstration shop that is created where there is no catalogue; 0: create none."`
	Synonyms     string   `type:"existingfile" env:"SHOPCLERK_SYNONYMS" help:"File of synonyms, in the form of data/synonyms/en.json, instead of the built-in."`
	Proxies      []string `env:"SHOPCLERK_PROXIES" placeholder:"CIDR" help:"Address ranges of proxies whose X-Forwarded-For is believed."`
	KeepDays     int      `default:"365" env:"SHOPCLERK_KEEP_DAYS" placeholder:"DAYS" help:"Days after its last turn that a conversation is kept, and the name and address of somebody without orders; 0: for ever."`
	KeepTextDays int      `default:"90" env:"SHOPCLERK_KEEP_TEXT_DAYS" placeholder:"DAYS" help:"Days that what a shopper typed is kept; what was ticked, asked and shown stays. 0: as long as the conversation."`
	JournalMaxMB int      `default:"0" env:"SHOPCLERK_JOURNAL_MAX_MB" placeholder:"MB" help:"Megabytes that the journal has at most, at all times: its oldest conversations are deleted before it has more; 0: only --keep-days deletes."`
	PageRate     float64  `default:"10" env:"SHOPCLERK_PAGE_RATE" placeholder:"N" help:"Pages a second that each visitor may ask for in the long run, a turn counting for five; a network five times as many. 0: no limit."`
	Shuffle      bool     `name:"shuffle-options" env:"SHOPCLERK_SHUFFLE_OPTIONS" help:"Show each session the options of questions in an order of its own, so that what position does to answers can be told apart."`
	Language     string   `default:"en" env:"SHOPCLERK_LANGUAGE" placeholder:"CODE" help:"Language of shoppers whose browser asks for none that the shop speaks."`
	Secure       bool     `env:"SHOPCLERK_SECURE" help:"Set cookies for HTTPS only: switch on behind a TLS proxy."`
	Storybook    bool     `env:"SHOPCLERK_STORYBOOK" help:"Serve every page with made-up content at /storybook, for whoever works on the pages."`

	Digest           string `env:"SHOPCLERK_DIGEST" placeholder:"FILE|URL" help:"Where to tell once a day of numbers that have left their usual range: a file that gets a line of JSON, or an address that it is posted to. Empty: nowhere. It takes a desk."`
	DeskPasswordHash string `env:"SHOPCLERK_DESK_PASSWORD_HASH" placeholder:"HASH" help:"Hash of the one password of the merchandiser's desk, as hash-password makes it, which lets in as long as --desk-people names nobody; without either there is no desk."`
	DeskPeople       string `type:"existingfile" env:"SHOPCLERK_DESK_PEOPLE" placeholder:"FILE" help:"File of the people at the desk, as desk-person makes them, one a line, which is read again on SIGHUP."`

	model.Flags
	ModelWords bool `name:"model-words" env:"SHOPCLERK_MODEL_WORDS" help:"Let the model word questions and answers, where its words say the same; each turn waits for it once more."`

	MCP bool `name:"mcp" env:"SHOPCLERK_MCP" help:"Serve other people's agents by the Model Context Protocol, at /mcp; where there are API keys, only who has one."`

	APIKeys    []string `name:"api-keys" env:"SHOPCLERK_API_KEYS" placeholder:"NAME:HASH" help:"Programs that may use the API, as api-key makes them; none: there is no API."`
	APIKeyFile string   `name:"api-key-file" env:"SHOPCLERK_API_KEY_FILE" placeholder:"FILE" help:"File of such keys, one a line, which is read again on SIGHUP."`
	APIRate    float64  `name:"api-rate" default:"10" env:"SHOPCLERK_API_RATE" placeholder:"N" help:"Requests a second that each key may make in the long run; without keys, at /mcp, each address."`
	APIOrigins []string `name:"api-origins" env:"SHOPCLERK_API_ORIGINS" placeholder:"ORIGIN" help:"Origins whose pages may use the API from the browser, such as https://example.com; none: no page may."`
	APISecret  string   `name:"api-secret" env:"SHOPCLERK_API_SECRET" placeholder:"HEX" help:"What the API's states are sealed with, 64 hexadecimal digits or more, the same for all servers that shall take each other's; empty: kept in the data directory."`
}

// commands are what the program can do; without a name it serves.
type commands struct {
	Serve        config       `cmd:"" default:"withargs" help:"Serve the shop in the browser."`
	MCP          stdio        `cmd:"" name:"mcp" help:"Serve one agent by the Model Context Protocol, over standard input and output."`
	Backup       backup       `cmd:"" help:"Copy the journal, the baskets, the orders, the accounts, what the shop tells of itself and the API's secret as they are at one moment, while the shop goes on; or verify such copies."`
	Restore      restore      `cmd:"" help:"Put a backup into a data directory that no shop uses: all of it or nothing."`
	APIKey       apiKey       `cmd:"" name:"api-key" help:"Make the key of a program, for the program and for --api-keys."`
	DeskPerson   deskPerson   `cmd:"" name:"desk-person" help:"Read a password from the standard input and print the line of a person, with a second factor, for --desk-people."`
	HashPassword hashPassword `cmd:"" help:"Read a password from the standard input and print its hash, for --desk-password-hash."`
}

// mostDays bounds what is kept to a span that dates can be reckoned with.
const mostDays = 36500

// mostMB bounds the size of a journal to what can be counted in bytes.
const mostMB = 1 << 30

// Validate is called by kong.
func (c *config) Validate() error {
	if c.DeskPasswordHash != "" {
		if err := password.CheckHash(c.DeskPasswordHash); err != nil {
			return fmt.Errorf("--desk-password-hash: %w", err)
		}
	}
	if c.Digest != "" && c.DeskPasswordHash == "" && c.DeskPeople == "" {
		return errors.New("--digest: it tells the desk's numbers, and takes --desk-people or --desk-password-hash")
	}
	if words.Lookup(c.Language) == nil {
		return fmt.Errorf("--language: the shop does not speak %q: the files in words/ are what it speaks", c.Language)
	}
	if c.JournalMaxMB < 0 || c.JournalMaxMB > mostMB {
		return fmt.Errorf("--journal-max-mb: %d is no size of a journal: 0 to %d are", c.JournalMaxMB, mostMB)
	}
	if err := c.Flags.Validate(); err != nil {
		return err
	}
	if c.PageRate < 0 {
		return fmt.Errorf("--page-rate: %v pages a second are none: 0 for no limit, or above it", c.PageRate)
	}
	for _, days := range []int{c.KeepDays, c.KeepTextDays} {
		if days < 0 || days > mostDays {
			return fmt.Errorf("%d is no number of days to keep anything: 0 to %d are", days, mostDays)
		}
	}
	return nil
}

func main() {
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, nil))) // with the time's zone, and values that can end no line
	var c commands
	chosen := kong.Parse(&c, kong.Name("web"), kong.Description("Serve the shop in the browser."))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	chosen.BindTo(ctx, (*context.Context)(nil))
	if err := chosen.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

// Run is called by kong.
func (c *config) Run(ctx context.Context) error { return run(ctx, *c) }

// run opens everything, serves until ctx is done, and closes in reverse.
func run(ctx context.Context, c config) (err error) {
	catalogues := &source{config: c, first: func(ctx context.Context) (*index.Shop, error) { return open(ctx, c) }}
	shop, err := live.New(ctx, catalogues.open)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, catalogues.close(), closed(ctx, shop)) }()
	kept, err := openFiles(ctx, c.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.close()) }()

	tally, err := recall(ctx, kept.journal)
	if err != nil {
		slog.Warn("the clerk does not remember all that shoppers answered", "error", err)
	}
	shop.Each(func(g *live.Generation) { g.Clerk.Tally = tally })
	hangUp, err := c.consult(ctx, shop)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, hangUp()) }()
	s, err := newServer(c, shop, kept)
	if err != nil {
		return err
	}
	s.tally = tally
	s.settle(ctx)
	if err := s.board.Refresh(ctx); err != nil {
		slog.Warn("the clerk works without what merchandisers have set", "error", err)
	}
	if !c.Secure && !local(c.Listen) {
		slog.Warn("passwords and cookies travel unencrypted: serve the shop behind TLS and switch on --secure")
	}
	if s.api != nil && !c.Secure && !local(c.Listen) {
		slog.Warn("the API's keys travel unencrypted: serve it behind TLS and switch on --secure")
	}
	defer s.work(ctx)() // ends before the files close
	defer hangup(s.reread)()
	return serve(ctx, c, s)
}

// closed closes the catalogue once the last answer that is made of it is given.
func closed(ctx context.Context, shop *live.Shop) error {
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	return shop.Close(end)
}

// open opens the catalogue, creating the demonstration shop where there is none.
func open(ctx context.Context, c config) (*index.Shop, error) {
	bar := progressBar()
	defer bar.Done()
	shop, err := index.OpenAsIs(ctx, c.Data)
	if !errors.Is(err, sqlite.ErrNoCatalogue) || c.Demo <= 0 {
		return shop, err
	}
	if _, statErr := os.Stat(filepath.Join(c.Data, index.CatalogFile)); !errors.Is(statErr, fs.ErrNotExist) {
		return nil, err // there is a catalogue, but not one to read: never overwrite it
	}
	fmt.Fprintf(os.Stderr, "No catalogue in %s: creating the demonstration shop, %d products a category.\n", c.Data, c.Demo)
	if err := buildDemo(ctx, c, bar.Report); err != nil {
		return nil, fmt.Errorf("creating the demonstration shop: %w", err)
	}
	return index.Open(ctx, c.Data, bar.Report)
}

// hire makes the clerk, and has read what the first shoppers would wait for.
func hire(ctx context.Context, c config, shop *index.Shop) (*agent.Agent, error) {
	words, err := readSynonyms(c)
	if err != nil {
		return nil, err
	}
	clerk, err := agent.Hire(ctx, shop.Engine, words)
	if err != nil {
		return nil, err
	}
	clerk.Shuffle = c.Shuffle
	if err := shop.Warm(ctx); err != nil { // words alone still serve
		slog.Error("some vectors can not be read", "error", err)
	}
	return clerk, nil
}

// consult has the shop's clerks ask the language model, where there is one, until hangUp
// is called.
func (c *config) consult(ctx context.Context, shop *live.Shop) (hangUp func() error, err error) {
	client, err := c.Flags.Open(ctx, nil)
	if client == nil {
		return func() error { return nil }, err
	}
	shop.Each(func(g *live.Generation) {
		g.Clerk.Consultant = prompt.Consultant{Client: client}
		if c.ModelWords {
			g.Clerk.Wordsmith = prompt.Wordsmith{Client: client}
		}
	})
	return client.Close, nil
}

// readSynonyms reads the configured file of synonyms, or the built-in one.
func readSynonyms(c config) (understand.Synonyms, error) {
	text := synonyms.English
	if c.Synonyms != "" {
		var err error
		if text, err = os.ReadFile(c.Synonyms); err != nil {
			return understand.Synonyms{}, fmt.Errorf("reading synonyms: %w", err)
		}
	}
	words, err := understand.ParseSynonyms(text)
	if err != nil {
		return understand.Synonyms{}, fmt.Errorf("reading synonyms: %w", err)
	}
	return words, nil
}

// remembered is how many of the latest events of the journal the clerk learns from:
// a second of reading at the start. A category's habits are known after tens of
// forms, and these are thousands.
const remembered = 20_000

// recall tallies what the journal's latest conversations say of which questions
// shoppers can answer; what was deleted is no part of it. An error leaves the tally
// with what could be read.
func recall(ctx context.Context, book *journal.Journal) (*agent.Tally, error) {
	tally := &agent.Tally{}
	var errs []error
	for c, err := range book.Latest(ctx, remembered) {
		if err != nil {
			errs = append(errs, fmt.Errorf("tallying answers: %w", err))
			continue
		}
		tally.Add(c.Exchanges, 0)
	}
	return tally, errors.Join(errs...)
}

// shutdownTime is how long open requests may go on after a stop: longer than any
// page takes, shorter than a supervisor waits before it kills.
const shutdownTime = 5 * time.Second

// serve listens until ctx is done, then lets open requests finish.
func serve(ctx context.Context, c config, s *server) error {
	servers := []*http.Server{httpServer(c.Listen, s.handler())}
	if c.Metrics != "" {
		servers = append(servers, httpServer(c.Metrics, s.metrics.handler()))
	}
	failed := make(chan error, len(servers))
	for i, srv := range servers {
		l, err := net.Listen("tcp", srv.Addr)
		if err != nil {
			return fmt.Errorf("listening: %w", err)
		}
		if i == 0 {
			fmt.Fprintf(os.Stderr, "The shop is open: http://%s\n", l.Addr())
		}
		go func() { failed <- srv.Serve(l) }()
	}
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
	defer cancel()
	for _, srv := range servers {
		err = errors.Join(err, srv.Shutdown(end))
	}
	return err
}

func httpServer(addr string, h http.Handler) *http.Server {
	return &http.Server{
		Addr: addr, Handler: h,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute,
	}
}
