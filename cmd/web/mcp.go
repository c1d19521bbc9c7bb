package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/cmd/web/internal/mcp"
	"shopclerk/search/index"
	"shopclerk/words"
)

// mcpPath is where programs find the operations as tools.
const mcpPath = "/mcp"

// mountMCP puts the tools on the router.
func (s *server) mountMCP(e *echo.Echo) {
	if s.programs == nil {
		return
	}
	e.Any(mcpPath, echo.WrapHandler(mcp.New(s.programs.Operations, s.live, s.config.Name).Handler(len(s.proxies) > 0)))
}

// stdio is the command that serves one client over standard input and output, of the shop that
// the same flags serve. It writes nothing to standard output but the protocol.
type stdio config

// Run is called by kong.
func (o *stdio) Run(ctx context.Context) error {
	c := config(*o)
	if err := c.load(); err != nil {
		return err
	}
	first := func(ctx context.Context) (*index.Shop, error) { return index.Open(ctx, c.Data, nil) }
	return c.serving(ctx, first, func(s *server) error {
		session, err := localSession(filepath.Join(c.Data, "mcp-session"))
		if err != nil {
			return fmt.Errorf("naming whoever is at this machine: %w", err)
		}
		ctx = words.With(api.As(ctx, api.Caller{Session: session}), words.Lookup(c.Language))
		return mcp.New(s.operations(), s.live, c.Name).Stdio(ctx)
	})
}

// localSession reads the journal session of clients over standard input and output, drawing
// one the first time: it must be as hard to guess as any other.
func localSession(file string) (string, error) {
	if text, err := os.ReadFile(file); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return string(text), err
	}
	session, err := journal.NewID(rand.Reader)
	if err != nil {
		return "", err
	}
	return session, os.WriteFile(file, []byte(session), 0o600)
}
