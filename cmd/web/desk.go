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

	"shopclerk/agent/insight"
	"shopclerk/agent/orders/counter"
	"shopclerk/agent/password"
	"shopclerk/cmd/web/internal/desk"
)

// openDesk makes the merchandiser's desk, nil where no password is configured for it.
func (s *server) openDesk() (*desk.Desk, error) {
	if s.config.DeskPasswordHash == "" {
		return nil, nil
	}
	words, err := readSynonyms(s.config)
	if err != nil {
		return nil, err
	}
	return desk.New(desk.Config{
		Hash: s.config.DeskPasswordHash, Shop: s.config.Name, Secure: s.config.Secure,
		Journal: s.journal, Insight: insight.NewBook(s.journal, counter.Personal), Live: s.live, Synonyms: words.Groups,
		Board: s.board, Orders: s.orders, ShopFile: s.shop,
	})
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
func (hashPassword) Run(ctx context.Context) error {
	secret, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	hash, err := password.NewHasher(1, password.Full).Hash(ctx, secret)
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
