// Command web serves the shop: the conversation in the browser, over a catalogue
// in a data directory. Where there is no catalogue yet it creates the
// demonstration shop first.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/search/index"
)

// commands are what the program can do; without a name it serves.
type commands struct {
	Serve        config       `cmd:"" default:"withargs" help:"Serve the shop in the browser."`
	MCP          stdio        `cmd:"" name:"mcp" help:"Serve one client by the Model Context Protocol, over standard input and output."`
	Export       desk.Export  `cmd:"" help:"Write the conversations to a file of JSON Lines, for a notebook: while the server runs, too."`
	APIKey       apiKey       `cmd:"" name:"api-key" help:"Make the key of a program, for the program and for --api-keys."`
	HashPassword hashPassword `cmd:"" help:"Read a password from the standard input and print its hash, for --desk-password-hash."`
}

func main() {
	slog.SetDefault(newLog(os.Stderr, ""))
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
func (c *config) Run(ctx context.Context) error {
	if err := c.load(); err != nil {
		return err
	}
	slog.SetDefault(newLog(os.Stderr, c.Log))
	err := run(ctx, *c)
	if err != nil && c.Log == logJSON {
		slog.Error("the shop is closed", "error", err)
		os.Exit(1)
	}
	return err
}

// run opens everything, serves until ctx is done, and closes in reverse.
func run(ctx context.Context, c config) error {
	first := func(ctx context.Context) (*index.Shop, error) { return openCatalogue(ctx, c) }
	return c.serving(ctx, first, func(s *server) error {
		if !c.Secure && !local(c.Listen) {
			slog.Warn("passwords, cookies and programs' keys travel unencrypted: serve the shop behind TLS and switch on --secure")
		}
		return serve(ctx, c, s)
	})
}

// serving opens everything and has next serve it, while what goes on behind the pages runs.
func (c *config) serving(ctx context.Context, first func(context.Context) (*index.Shop, error), next func(*server) error) error {
	return c.open(ctx, first, func(shop *live.Shop, kept keptFiles) error {
		s, err := newServer(*c, shop, kept)
		if err != nil {
			return err
		}
		if err := s.versions.Refresh(ctx); err != nil {
			slog.Warn("the clerk works without the settings", "error", err)
		}
		defer s.work(ctx)() // ends before the files close
		return next(s)
	})
}
