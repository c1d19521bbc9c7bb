package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/internal/model"
	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/cmd/web/internal/desk"
	"shopclerk/cmd/web/internal/mcp"
	"shopclerk/search/index"
	"shopclerk/words"
)

// mcpPath is where other people's agents find the shop.
const mcpPath = "/mcp"

// mountMCP puts the MCP server on the router, where the configuration wants one. Where
// there are API keys it asks for them, and they have one rate for both; else each address
// has the rate of a key.
func (s *server) mountMCP(e *echo.Echo) {
	if s.mcp == nil {
		return
	}
	admit := api.NewAddresses(s.config.APIRate, s.fleet, s.extractor(), time.Now).Admit
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
	if s.config.APIRate <= 0 {
		return nil, fmt.Errorf("--api-rate: %v requests a second are none: give a rate above 0", s.config.APIRate)
	}
	sealer, err := s.config.sealer()
	if err != nil {
		return nil, err
	}
	c := mcp.Config{Live: s.live, Sealer: sealer, Shop: s.config.Name, Language: words.Lookup(s.config.Language)}
	if s.fleet != nil {
		c.Letterbox = s.fleet
	}
	if s.orders != nil {
		c.Counter = s.served
	}
	return mcp.New(c)
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
	Database string `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database that has what shoppers left, in place of files in the data directory."`
	Name     string `default:"Shopclerk" env:"SHOPCLERK_NAME" help:"The shop's name."`
	Synonyms string `type:"existingfile" env:"SHOPCLERK_SYNONYMS" help:"File of synonyms, in the form of data/synonyms/en.json, instead of the built-in."`
	model.Flags
	Language string `default:"en" env:"SHOPCLERK_LANGUAGE" placeholder:"CODE" help:"Language where a request asks for none that the shop speaks."`
}

// Run is called by kong. What merchandisers have set is in force as it stands when the
// program starts.
func (o *stdio) Run(ctx context.Context) error {
	c := config{Data: o.Data, Database: o.Database, Name: o.Name, Synonyms: o.Synonyms, Language: o.Language, MCP: true, APIRate: 1, Flags: o.Flags} // at which nothing is paced here
	if err := c.Validate(); err != nil {
		return err
	}
	first := func(ctx context.Context) (*index.Shop, error) { return index.Open(ctx, c.Data, nil) }
	return c.open(ctx, first, func(shop *live.Shop, kept keptFiles, _ *agent.Tally) error {
		s := &server{keptFiles: kept, config: c, live: shop}
		shop.Each(s.outfit)
		if err := (&desk.Board{Journal: kept.journal, Apply: shop.Apply}).Refresh(ctx); err != nil {
			slog.Warn("the clerk works without what merchandisers have set", "error", err)
		}
		following, stop := context.WithCancel(ctx)
		var follower sync.WaitGroup
		defer func() { stop(); follower.Wait() }()
		follower.Go(func() { shop.Follow(following, time.Tick(live.FollowEvery)) })
		s.settle(ctx)
		tools, err := s.openMCP()
		if err != nil {
			return err
		}
		return tools.Stdio(ctx)
	})
}
