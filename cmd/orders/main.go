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
	"syscall"

	"github.com/alecthomas/kong"

	"shopclerk/agent/shop/orders/retail"
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
	if err == nil {
		return exitOK
	}
	_, _ = fmt.Fprintf(s.notes, "orders: %v\n", err) // if this fails too, there is the code
	if errors.Is(err, errUsage) {
		return exitUsage
	}
	return exitFailure
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
