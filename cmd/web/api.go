package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humaecho"
	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"shopclerk/agent"
	"shopclerk/agent/journal"
	"shopclerk/cmd/web/internal/api"
	"shopclerk/cmd/web/internal/mcp"
	"shopclerk/search/index"
	"shopclerk/words"
)

// programs is what the shop's programs are answered with; nil where no keys are configured.
type programs struct {
	*api.Operations
	keys     *api.Keys
	refusals rate.Sometimes // are logged
}

// openPrograms makes what answers programs.
func (s *server) openPrograms() (*programs, error) {
	if len(s.config.APIKeys) == 0 {
		return nil, nil
	}
	var known []api.Key
	for _, text := range s.config.APIKeys {
		key, err := api.ParseKey(text)
		if err != nil {
			return nil, fmt.Errorf("--api-keys: %w", err)
		}
		known = append(known, key)
	}
	keys, err := api.NewKeys(s.config.APIRate, known...)
	if err != nil {
		return nil, fmt.Errorf("api_rate: %w", err)
	}
	return &programs{s.operations(), keys, rate.Sometimes{First: 10, Interval: time.Second}}, nil
}

// operations are those over the shop's journal, and the tools for whom another program asks for.
func (s *server) operations() *api.Operations {
	o := api.New(s.live, s.journal, func(ctx context.Context, person string) (agent.Counter, error) { return s.toolsOf(ctx, person, nil) })
	o.Turned = s.metrics.turn
	return o
}

// mountPrograms puts the operations on the router, and the tools.
func (s *server) mountPrograms(e *echo.Echo) {
	if s.programs == nil {
		return
	}
	s.programs.Mount(humaecho.NewWithGroup(e, e.Group(api.Root), api.Config()))
	e.Any(mcpPath, echo.WrapHandler(mcp.New(s.programs.Operations, s.live, s.config.Name).Handler(len(s.proxies) > 0)))
}

// openAPI is the path of the description of the operations, which takes no key.
const openAPI = api.Root + "/openapi.json"

// forPrograms answers requests of programs by their own rules: a key instead of cookies, which
// another site's page could use, its own pace, and no page.
func (s *server) forPrograms() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		admitted := s.keyed(next)
		return func(c echo.Context) error {
			if !s.program(c) {
				return next(c)
			}
			h := c.Response().Header()
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
			h.Set("Cache-Control", "no-store")
			l := words.Match(c.Request().Header.Get("Accept-Language"), cmp.Or(words.Lookup(s.config.Language), words.English))
			h.Set("Content-Language", l.Code())
			h.Add(echo.HeaderVary, "Accept-Language")
			ctx, cancel := context.WithTimeout(words.With(c.Request().Context(), l), requestTime)
			defer cancel()
			c.SetRequest(c.Request().WithContext(ctx))
			return admitted(c)
		}
	}
}

// keyed admits requests that have a key, each key as often as its rate allows.
func (s *server) keyed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if r.URL.Path == openAPI {
			return next(c)
		}
		caller, wait, err := s.programs.keys.Admit(r.Header.Get(echo.HeaderAuthorization))
		switch {
		case wait > 0:
			again(c, wait)
			return err
		case err != nil:
			c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Bearer realm="`+api.Root+`"`)
		case caller.Prices != (r.Method == http.MethodPatch):
			err = api.Fault(http.StatusForbidden, "", "The key is not for this: a key is for prices, or for everything else. The shop's operator gives keys.")
		}
		if err != nil {
			s.programs.refusals.Do(func() {
				slog.WarnContext(r.Context(), "a key was refused", "from", c.RealIP(), "path", r.URL.Path)
			})
			return err
		}
		if r.URL.RawPath != "" { // the router has left parameters escaped
			for i, v := range c.ParamValues() {
				if plain, err := url.PathUnescape(v); err == nil {
					c.ParamValues()[i] = plain
				}
			}
		}
		c.SetRequest(r.WithContext(api.As(r.Context(), caller)))
		return next(c)
	}
}

// again tells in the header Retry-After when to come again, in whole seconds.
func again(c echo.Context, wait time.Duration) {
	c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
}

// failProgram answers an error with problem details.
func failProgram(c echo.Context, err error) error {
	if h, ok := err.(*echo.HTTPError); ok { //nolint:errorlint // the router's own
		err = api.Fault(h.Code, "", "%s %s: there is nothing of that kind; %s lists what there is.", c.Request().Method, c.Request().URL.Path, openAPI)
	}
	problem := api.Problem(c.Request().Context(), err).(huma.StatusError) //nolint:errorlint // it makes nothing else of an error
	if problem.GetStatus() == http.StatusServiceUnavailable && c.Response().Header().Get(echo.HeaderRetryAfter) == "" {
		again(c, retryStore)
	}
	c.Response().Header().Set(echo.HeaderContentType, "application/problem+json")
	return c.JSON(problem.GetStatus(), problem)
}

// pages keeps a middleware to the shop's pages.
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

// program reports whether a request is for programs, by the path that the router goes by: one
// in which a slash is escaped leads elsewhere.
func (s *server) program(c echo.Context) bool {
	path := echo.GetPath(c.Request())
	return s.programs != nil && (path == api.Root || strings.HasPrefix(path, api.Root+"/") || path == mcpPath)
}

// apiKey is the command that makes the key of a program.
type apiKey struct {
	Name   string `arg:"" help:"Name of the program: letters, digits, \".\", \"_\" and \"-\"."`
	Prices bool   `help:"The key changes prices and stock by PATCH /api/v1/products, and does nothing else."`
}

// Run is called by kong.
func (k *apiKey) Run() error {
	key, known, err := api.NewKey(k.Name)
	if err != nil {
		return err
	}
	known.Prices = k.Prices
	fmt.Printf("key: %s\n--api-keys: %s\n", key, known)
	return nil
}

// mcpPath is where programs find the operations as tools.
const mcpPath = "/mcp"

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
