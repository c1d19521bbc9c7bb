// Command catalog fills a data directory with a catalogue, from product feeds
// (import) or generated (demo), tells what is in one (show), and how
// its clerk reads a message (read).
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"shopclerk/catalog/feed"
	"shopclerk/cmd/internal/progress"
)

// The exit codes. A command that a signal stops exits as shells have it: with 128
// and the number of the signal.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

type commands struct {
	Import importCommand `cmd:"" help:"Import product feeds: JSON Lines, JSON, CSV, TSV or XML, also in .zip or .gz."`
	Demo   demoCommand   `cmd:"" help:"Create the demonstration catalogue: 20 categories of generated products."`
	Show   showCommand   `cmd:"" help:"Tell what is in a catalogue: categories, aspects, problems of the import."`
	Read   readCommand   `cmd:"" help:"Tell how the clerk reads a message: what it does, and what it asks for."`
}

// streams are where a command writes: what was asked for to out, everything else
// to notes, and there through bar whatever is written while bar is in use.
type streams struct {
	out   io.Writer
	notes io.Writer
	bar   *progress.Progress
}

// errUsage marks errors about how a command was called.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := untilSignal(context.Background())
	code := run(ctx, os.Args[1:], streams{out: os.Stdout, notes: os.Stderr, bar: progress.New(os.Stderr)})
	stop()
	os.Exit(code)
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
	return reportError(s.notes, err)
}

// reportError tells of a command's error and returns the exit code.
func reportError(notes io.Writer, err error) int {
	if err == nil || errors.Is(err, syscall.EPIPE) { // the reader has seen enough
		return exitOK
	}
	_, _ = fmt.Fprintf(notes, "catalog: %v\n", err) // if this fails too, there is the code
	var stopped interrupted
	switch {
	case errors.As(err, &stopped):
		return stopped.exitCode()
	case errors.Is(err, errUsage):
		return exitUsage
	}
	return exitFailure
}
