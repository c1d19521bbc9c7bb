package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"github.com/labstack/echo/v4"
	"golang.org/x/term"

	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/cmd/web/internal/desk"
)

// openDesk makes the merchandiser's desk, nil where it has no password.
func (s *server) openDesk() *desk.Desk {
	if s.config.DeskPasswordHash == "" {
		return nil
	}
	catalogue := func(ctx context.Context) *sqlite.Store { return live.From(ctx).Store }
	return desk.New(desk.Desk{Shop: s.config.Name, Versions: s.versions, Store: catalogue}, s.config.DeskPasswordHash, s.config.Secure)
}

// mountDesk puts the desk's routes on the router.
func (s *server) mountDesk(e *echo.Echo) {
	if s.desk == nil {
		return
	}
	for _, route := range s.desk.Routes() {
		e.Add(route.Method, route.Path, func(c echo.Context) error {
			for _, name := range c.ParamNames() {
				c.Request().SetPathValue(name, c.Param(name))
			}
			spoken(c)
			return route.Handle(c.Response(), c.Request(), c.RealIP())
		})
	}
}

// settingsSent reports whether a request sends settings, whose length the desk limits.
func settingsSent(c echo.Context) bool { return c.Path() == desk.Root+"/settings" }

// local reports whether an address to listen on is reached from this machine alone.
func local(listen string) bool {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// hashPassword is the command that makes the hash of a password.
type hashPassword struct{}

// Run is called by kong. The password comes from the standard input, so that it
// stands neither in a list of processes nor in a shell's history.
func (hashPassword) Run() error {
	secret, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	hash, err := desk.HashPassword(secret)
	if err != nil {
		return err
	}
	fmt.Println(hash)
	return nil
}

// readPassword reads one line, unseen where somebody types it.
func readPassword(in *os.File) (string, error) {
	if term.IsTerminal(int(in.Fd())) {
		fmt.Fprint(os.Stderr, "Password: ")
		typed, err := term.ReadPassword(int(in.Fd()))
		fmt.Fprintln(os.Stderr)
		if err != nil {
			return "", fmt.Errorf("reading the password: %w", err)
		}
		return string(typed), nil
	}
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading the password: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}
