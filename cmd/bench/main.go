// Command bench runs the offline evaluation: conversations with simulated shoppers
// (talk), judged queries (search), tool calls (tools), reading (read), and every condition of
// data/bench together (results). It trains the reader and the reranker
// (learn), and compares a plain search with full-text indexes of databases (peers).
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"

	"shopclerk/cmd/bench/internal/proclare"
)

var cli struct {
	Talk   talk   `cmd:"" help:"Let simulated shoppers talk to the clerk; score the list after every turn."`
	Search judged `cmd:"" help:"Answer judged queries, or queries made of products, by every retriever."`
	Learn  struct {
		Ranking learned `cmd:"" default:"withargs" help:"Learn the reranker's weights from judged queries; report scores on held-out queries and shops."`
		Reader  reader  `cmd:"" help:"Learn to read messages from marked ones."`
		Links   links   `cmd:"" help:"Compile what words mean, and learn to link them with what a catalogue has."`
		Kinds   kinds   `cmd:"" help:"Learn which kind of product a message is about."`
		Calls   grounds `cmd:"" help:"Learn to tell stated arguments of calls from those that a model made up, and messages that want a call from those that do not."`
	} `cmd:"" help:"Learn weights."`
	Read    read     `cmd:"" help:"Score the reader on messages and phrases that are held out of learning."`
	Tools   called   `cmd:"" help:"Let simulated people ask for tool calls; count what was carried out and what was asked."`
	Peers   compared `cmd:"" help:"Compare a plain search with SQLite's and PostgreSQL's full-text indexes."`
	Results results  `cmd:"" help:"Run every condition of data/bench whose products are at hand, and write the report."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	k := kong.Parse(&cli, kong.Name("bench"), kong.Vars(proclare.Vars()),
		kong.Description("Offline evaluation of asking and ranking."),
		kong.BindTo(ctx, (*context.Context)(nil)))
	k.FatalIfErrorf(k.Run())
}
