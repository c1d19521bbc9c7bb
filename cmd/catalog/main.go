// Command catalog fills a data directory with a catalogue, from product feeds (import) or
// generated (demo), lists what is in one (show), and explains how its clerk reads a
// message (read).
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"shopclerk/catalog/feed"
	"shopclerk/cmd/internal/progress"
)

// The exit codes; exitStopped is 128 and the number of an interrupt, as shells have it.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitStopped = 130
)

type commands struct {
	Import importCommand `cmd:"" help:"Import product feeds: JSON Lines, JSON, CSV, TSV, XML or Parquet, also in .zip or .gz."`
	Demo   demoCommand   `cmd:"" help:"Create the demonstration catalogue: 20 categories of generated products."`
	Show   showCommand   `cmd:"" help:"List what is in a catalogue: categories, aspects, problems of the import."`
	Read   readCommand   `cmd:"" help:"Explain how the clerk reads a message: what it does, and what it asks for."`
}

// streams are where a command writes: what was asked for to out, everything else to
// notes, and through bar while that is in use.
type streams struct {
	out, notes io.Writer
	bar        *progress.Progress
}

// errUsage marks errors about how a command was called, errStopped those of a signal.
var (
	errUsage   = errors.New("usage")
	errStopped = errors.New("stopped")
)

func main() {
	os.Exit(execute(os.Args[1:], streams{os.Stdout, os.Stderr, progress.New(os.Stderr)}))
}

// execute runs a command line until it ends or the first signal; a second one kills the
// process. Writing to a pipe that nobody reads becomes an error instead of a signal.
func execute(args []string, s streams) int {
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return run(ctx, args, s)
}

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, s streams) int {
	var c commands
	parser, err := kong.New(&c, kong.Name("catalog"), kong.Writers(s.out, s.notes),
		kong.Description("Make and inspect the catalogue that the clerk sells from."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"mappings": strings.Join(feed.ShippedNames(), ", "), "max_errors": fmt.Sprintf("%g%%", 100*feed.DefaultMaxShare)})
	if err != nil {
		panic(err) // the declarations are wrong, whatever the arguments
	}
	command, err := parser.Parse(args)
	if err == nil {
		command.BindTo(ctx, (*context.Context)(nil))
		err = command.Run(s)
	} else {
		err = fmt.Errorf("%w: %w (catalog --help tells more)", errUsage, err)
	}
	if err == nil || errors.Is(err, syscall.EPIPE) { // the reader has seen enough
		return exitOK
	}
	_, _ = fmt.Fprintf(s.notes, "catalog: %v\n", err) // if this fails too, there is the code
	switch {
	case errors.Is(err, errStopped):
		return exitStopped
	case errors.Is(err, errUsage):
		return exitUsage
	}
	return exitFailure
}
