// Command bench runs the offline evaluation: conversations with simulated
// shoppers (talk) and judged queries (search).
package main

import (
	"context"
	"os"
	"os/signal"
	"strings"

	"github.com/alecthomas/kong"

	"shopclerk/agent/clarify"
)

var cli struct {
	Talk   talk   `cmd:"" help:"Let simulated shoppers talk to the clerk; score the list after every turn."`
	Search judged `cmd:"" help:"Answer judged queries, or queries made of products, by every retriever."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	k := kong.Parse(&cli, kong.Name("bench"), kong.Vars{"policies": strings.Join(clarify.Policies(), ", ")},
		kong.Description("Offline evaluation of asking and ranking."),
		kong.BindTo(ctx, (*context.Context)(nil)))
	k.FatalIfErrorf(k.Run())
}
