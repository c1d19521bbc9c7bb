package main

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/cmd/web/internal/mcp"
	"shopclerk/search/index"
	"shopclerk/words"
)

// mcpPath is where other people's agents find the shop.
const mcpPath = "/mcp"

// mountMCP puts the MCP server on the router, where the configuration wants one. Where
// there are API keys it asks for them, and they have one rate for both.
func (s *server) mountMCP(e *echo.Echo) {
	if s.mcp == nil {
		return
	}
	var admit mcp.Admit
	if s.api != nil {
		admit = s.api.Admit
	}
	e.Any(mcpPath, echo.WrapHandler(s.mcp.Handler(admit, len(s.proxies) > 0)))
}

// openMCP makes the server of other people's agents, nil where there shall be none.
func (s *server) openMCP() (*mcp.Server, error) {
	if !s.config.MCP {
		return nil, nil
	}
	sealer, err := s.config.sealer()
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Config{
		Clerk: s.clerk, Store: s.store, Sealer: sealer, Shop: s.config.Name, Language: words.Lookup(s.config.Language),
	})
}

// sealer seals what the shop's programs would have to remember.
func (c *config) sealer() (*seal.Sealer, error) {
	secret, err := c.secret()
	if err != nil {
		return nil, err
	}
	return seal.New(secret)
}

// stdio is the command that serves one agent over standard input and output. It writes
// nothing to standard output but the protocol.
type stdio struct {
	Data     string `default:"shop" env:"SHOPCLERK_DATA" help:"Data directory: the catalogue and its indexes."`
	Name     string `default:"Shopclerk" env:"SHOPCLERK_NAME" help:"The shop's name."`
	Synonyms string `type:"existingfile" env:"SHOPCLERK_SYNONYMS" help:"File of synonyms, in the form of data/synonyms/en.json, instead of the built-in."`
	Language string `default:"en" env:"SHOPCLERK_LANGUAGE" placeholder:"CODE" help:"Language where a request asks for none that the shop speaks."`
}

// Run is called by kong. What merchandisers have set is in force as it stands when the
// program starts.
func (o *stdio) Run(ctx context.Context) (err error) {
	c := config{Data: o.Data, Name: o.Name, Synonyms: o.Synonyms, Language: o.Language, MCP: true}
	if err := c.Validate(); err != nil {
		return err
	}
	shop, err := index.Open(ctx, c.Data, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	clerk, err := hire(ctx, c, shop)
	if err != nil {
		return err
	}
	book, err := journal.Open(ctx, filepath.Join(c.Data, journalFile))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	if err := (&desk.Board{Journal: book, Apply: clerk.Apply}).Refresh(ctx); err != nil {
		slog.Warn("the clerk works without what merchandisers have set", "error", err)
	}
	if clerk.Tally, err = recall(ctx, book); err != nil {
		slog.Warn("the clerk does not remember all that shoppers answered", "error", err)
	}
	tools, err := (&server{config: c, clerk: clerk, store: shop.Catalogue}).openMCP()
	if err != nil {
		return err
	}
	return tools.Stdio(ctx)
}
