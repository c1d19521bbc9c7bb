// Command orders keeps a shop's orders: it imports a world of them (import), lists them
// (list), tells what a person ordered and what was done (show), sends them on their way
// (ship, deliver), and serves a person at the counter in a terminal (talk).
//
// It is the shop's own tool: whoever may read the file may act for everyone in it. A
// name or a mail address finds a person and proves nothing.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/alecthomas/kong"

	"shopclerk/agent/durable"
	"shopclerk/agent/shop/orders/retail"
	"shopclerk/agent/shop/orders/sqlite"
	"shopclerk/search/index/hold"
)

// The exit codes.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

type commands struct {
	Import  importCommand  `cmd:"" help:"Import the retail world of τ-bench: orders.json, users.json, products.json."`
	List    listCommand    `cmd:"" help:"Tell of everybody's orders, the newest first."`
	Show    showCommand    `cmd:"" help:"Tell what a person ordered, and what was done with it."`
	Ship    shipCommand    `cmd:"" help:"Give a placed order to the carrier."`
	Deliver deliverCommand `cmd:"" help:"Say that a shipped order has arrived."`
	Talk    talkCommand    `cmd:"" help:"Serve a person: reads what is to be done from the terminal, a line each."`
}

// streams are where a command reads and writes.
type streams struct {
	in    io.Reader
	out   io.Writer
	notes io.Writer
}

// errUsage marks errors about how a command was called.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, s streams) int {
	var c commands
	parser, err := kong.New(&c, kong.Name("orders"), kong.Writers(s.out, s.notes),
		kong.Description("Keep a shop's orders, in orders.db of a data directory."), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
	if err != nil {
		panic(err) // the declarations are wrong, whatever the arguments
	}
	command, err := parser.Parse(args)
	if err == nil {
		command.BindTo(ctx, (*context.Context)(nil))
		err = command.Run(s)
	} else {
		err = fmt.Errorf("%w: %w (orders --help tells more)", errUsage, err)
	}
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errUsage):
		_, _ = fmt.Fprintf(s.notes, "orders: %v\n", err) // if this fails too, there is the code
		return exitUsage
	}
	_, _ = fmt.Fprintf(s.notes, "orders: %v\n", err)
	return exitFailure
}

// data is where the orders are.
type data struct {
	Data     string `required:"" env:"SHOPCLERK_DATA" placeholder:"DIR" help:"Data directory with orders.db, which is made if there is none."`
	Database string `env:"SHOPCLERK_DATABASE" placeholder:"URI" help:"PostgreSQL database that has the orders, in place of the file."`
}

// openStore is the open store, whose folder nobody restores meanwhile.
type openStore struct {
	*sqlite.Store
	release func() error // nil: it is in a database
}

// Close closes it.
func (s openStore) Close() error {
	err := s.Store.Close()
	if s.release != nil {
		err = errors.Join(err, s.release())
	}
	return err
}

func (d data) open(ctx context.Context) (s openStore, err error) {
	if d.Database != "" {
		if !durable.Postgres(d.Database) {
			return s, fmt.Errorf("%w: --database is the URI of a PostgreSQL database, postgres://…", errUsage)
		}
		s.Store, err = sqlite.Open(ctx, d.Database)
		return s, err
	}
	if s.release, err = hold.UseRestored(d.Data); err != nil {
		return s, err
	}
	if s.Store, err = sqlite.Open(ctx, filepath.Join(d.Data, "orders.db")); err != nil {
		err = errors.Join(err, s.release())
	}
	return s, err
}

// importCommand imports a world.
type importCommand struct {
	data
	Folder string `arg:"" type:"existingdir" help:"Folder of the three files."`
}

// Run implements kong's command.
func (c *importCommand) Run(ctx context.Context, s streams) (err error) {
	world, err := retail.Read(os.DirFS(c.Folder))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Data, 0o755); err != nil {
		return err
	}
	store, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if err := store.Import(ctx, world); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%d orders of %d people, %d variants of products\n", len(world.Orders), len(world.People), len(world.Variants))
	return err
}

// person is who is served.
type person struct {
	Person string `xor:"who" help:"Id of the person."`
	Email  string `xor:"who" help:"Mail address, to find the person by."`
	Name   string `xor:"who" help:"Name, to find the person by; needs --zip."`
	Zip    string `help:"Zip code, with --name."`
}

// find returns the person's id.
func (p person) find(ctx context.Context, s openStore) (string, error) {
	switch {
	case p.Email != "":
		return s.ByEmail(ctx, p.Email)
	case p.Name != "":
		return s.ByName(ctx, p.Name, p.Zip)
	case p.Person != "":
		_, err := s.Person(ctx, p.Person) // a slip of the pen is nobody, and no new guest
		return p.Person, err
	}
	return "", fmt.Errorf("%w: nobody is named: give --person, --email, or --name and --zip", errUsage)
}
