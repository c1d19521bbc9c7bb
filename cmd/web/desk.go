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

	"shopclerk/agent/desk/insight"
	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/shop/password"
	"shopclerk/cmd/web/internal/desk"
)

// openDesk makes the merchandiser's desk, nil where nobody is let in.
func (s *server) openDesk() (*desk.Desk, error) {
	people, err := s.config.people()
	if err != nil {
		return nil, err
	}
	if len(people) == 0 && s.config.DeskPasswordHash == "" {
		return nil, nil
	}
	words, err := readSynonyms(s.config)
	if err != nil {
		return nil, err
	}
	return desk.New(desk.Config{
		Hash: s.config.DeskPasswordHash, First: people, Shop: s.config.Name, Secure: s.config.Secure,
		Journal: s.journal, Insight: insight.NewBook(s.journal, counter.Personal), Live: s.live, Synonyms: words.Groups,
		Board: s.board, Orders: s.orders, ShopFile: s.shop,
	})
}

// people are those who may enter the desk; none: who knows the one password.
func (c *config) people() ([]desk.Person, error) {
	if c.DeskPeople == "" {
		if c.DeskSecondFactor && c.DeskPasswordHash != "" {
			return nil, errors.New("--desk-second-factor: the one password has none: name people by --desk-people")
		}
		return nil, nil
	}
	f, err := os.Open(c.DeskPeople)
	if err != nil {
		return nil, fmt.Errorf("--desk-people: %w", err)
	}
	defer f.Close()
	people, err := desk.ReadPeople(f)
	if err != nil {
		return nil, fmt.Errorf("--desk-people: %s: %w", c.DeskPeople, err)
	}
	if !c.DeskSecondFactor {
		return people, nil
	}
	if len(people) == 0 {
		return nil, fmt.Errorf("--desk-second-factor: %s names nobody", c.DeskPeople)
	}
	for _, p := range people {
		if p.Secret == "" {
			return nil, fmt.Errorf("--desk-second-factor: %s has none: have desk-person make the line anew", p.Name)
		}
	}
	return people, nil
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
	hash, err := readHash(ctx)
	if err != nil {
		return err
	}
	fmt.Println(hash)
	return nil
}

// deskPerson is the command that makes the line of a person.
type deskPerson struct {
	Name string `arg:"" help:"Name to log in with, which the history shows."`
	Role string `enum:"read,set,admin" default:"set" help:"What they may do: look (read), change what the clerk asks and lists and move orders on (set), change what the shop tells and its catalogue (admin)."`
	Shop string `default:"Shopclerk" env:"SHOPCLERK_NAME" help:"The shop's name, as their authenticator shows it."`
}

// Run is called by kong. The line is printed alone on the standard output, the address of
// the second factor, which is for the person's authenticator, on the other.
func (p *deskPerson) Run(ctx context.Context) error {
	hash, err := readHash(ctx)
	if err != nil {
		return err
	}
	person, address, err := desk.NewPerson(p.Shop, p.Name, p.Role, hash)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "For the authenticator of %s, and nobody else:\n%s\nThe line for --desk-people:\n", p.Name, address)
	fmt.Println(person)
	return nil
}

// readHash reads a password from the standard input, and makes its hash.
func readHash(ctx context.Context) (string, error) {
	secret, err := readPassword(os.Stdin)
	if err != nil {
		return "", err
	}
	return password.NewHasher(1, password.Full).Hash(ctx, secret)
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
