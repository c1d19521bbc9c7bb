// Command bench runs the offline evaluation: conversations with simulated
// shoppers (talk) and judged queries (search).
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

var cli struct {
	Talk talk `cmd:"" help:"Let simulated shoppers talk to the clerk; score the list after every turn."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	k := kong.Parse(&cli, kong.Name("bench"),
		kong.Description("Offline evaluation of asking and ranking."),
		kong.BindTo(ctx, (*context.Context)(nil)))
	k.FatalIfErrorf(k.Run())
}
