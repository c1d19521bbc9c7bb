package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/cmd/internal/seal"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/words"
)

// secretFile holds, in the data directory, what states and cursors are sealed with.
const secretFile = "api.secret"

// openAPI makes what answers other programs, nil where no keys are configured.
func (s *server) openAPI() (*api.API, error) {
	if len(s.config.APIKeys) == 0 && s.config.APIKeyFile == "" {
		return nil, nil
	}
	c := api.Config{Live: s.live, Rate: s.config.APIRate, Origins: s.config.APIOrigins, From: s.extractor(), Language: words.Lookup(s.config.Language)}
	if s.orders != nil {
		c.Counter = s.served
	}
	var err error
	if c.Keys, err = s.config.keys(); err != nil {
		return nil, err
	}
	if c.Sealer, err = s.config.sealer(); err != nil {
		return nil, err
	}
	return api.New(c)
}

// keys are those of the command line and of the file of keys, a line each; a line that
// begins with "#" is a remark.
func (c *config) keys() ([]api.Key, error) {
	var out []api.Key
	for _, text := range c.APIKeys {
		key, err := api.ParseKey(text)
		if err != nil {
			return nil, fmt.Errorf("--api-keys: %w", err)
		}
		out = append(out, key)
	}
	if c.APIKeyFile == "" {
		return out, nil
	}
	text, err := os.ReadFile(c.APIKeyFile)
	if err != nil {
		return nil, fmt.Errorf("--api-key-file: %w", err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, err := api.ParseKey(line)
		if err != nil {
			return nil, fmt.Errorf("--api-key-file: %s:%d: %w", c.APIKeyFile, n+1, err)
		}
		out = append(out, key)
	}
	return out, nil
}

// reread has the program read again what it was made of: it looks for another
// catalogue and reads the files of keys and of people. What can not be read changes
// nothing.
func (s *server) reread() {
	s.live.Poke()
	if s.api == nil {
		return
	}
	keys, err := s.config.keys()
	if err == nil {
		err = s.api.SetKeys(keys)
	}
	if err != nil {
		slog.Error("the keys stay as they were", "error", err)
		return
	}
	slog.Info("the keys were read again", "keys", len(keys))
}

// secret is the configured one, or the data directory's own.
func (c *config) secret() ([]byte, error) {
	if c.APISecret == "" {
		return seal.Secret(filepath.Join(c.Data, secretFile))
	}
	secret, err := seal.ParseSecret(c.APISecret)
	if err != nil {
		return nil, fmt.Errorf("--api-secret: %w", err)
	}
	return secret, nil
}

// mountAPI puts the API on the router. Its paths are named one by one for the metrics;
// whatever else is below its root is the API's to refuse.
func (s *server) mountAPI(e *echo.Echo) {
	if s.api == nil {
		return
	}
	answer := echo.WrapHandler(s.api)
	for _, path := range api.Paths() {
		e.Any(api.Root+strings.NewReplacer("{", ":", "}", "").Replace(path), answer)
	}
	e.Any(api.Root, answer)
	e.Any(api.Root+"/*", answer)
}

// pages keeps a middleware to the shop's pages. Programs get other headers, have no
// cookies that another site could use, and are told what is wrong in their own way.
func (s *server) pages(m echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		page := m(next)
		return func(c echo.Context) error {
			if s.program(c) {
				return next(c)
			}
			return page(c)
		}
	}
}

// program tells whether a request is for programs, by the path that the router goes by: one
// in which a slash is escaped leads elsewhere.
func (s *server) program(c echo.Context) bool {
	path := echo.GetPath(c.Request())
	return s.api != nil && api.Serves(path)
}

// apiKey is the command that makes the key of a program.
type apiKey struct {
	Name string `arg:"" help:"Name of the program: letters, digits, \".\", \"_\" and \"-\"."`
	Feed bool   `help:"The key changes products by PATCH /api/v1/feed, and does nothing else."`
}

// Run is called by kong.
func (k *apiKey) Run() error {
	key, known, err := api.NewKey(k.Name)
	if err != nil {
		return err
	}
	known.Feed = k.Feed
	fmt.Printf("key: %s\n--api-keys: %s\n", key, known)
	return nil
}

// sealer seals what the shop's programs would have to remember.
func (c *config) sealer() (*seal.Sealer, error) {
	secret, err := c.secret()
	if err != nil {
		return nil, err
	}
	return seal.New(secret)
}
