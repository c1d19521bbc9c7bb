// Command bench runs the offline evaluation: conversations with simulated
// shoppers (talk), judged queries (search), and all of it together (results); tool
// calls (tools); it counts question cards that nobody would write (cards); and it measures how long shoppers of a running shop wait (load), also
// of a feed that is hard on it (table), and how long a plain search takes beside what
// people would pick instead (peers).
package main

import (
	"context"
	"os"
	"os/signal"
	"strconv"

	"github.com/alecthomas/kong"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/wide"
)

var cli struct {
	Talk    talk     `cmd:"" help:"Let simulated shoppers talk to the clerk; score the list after every turn."`
	Search  judged   `cmd:"" help:"Answer judged queries, or queries made of products, by every retriever."`
	Learn   learned  `cmd:"" help:"Learn the reranker's weights of judged queries; tell how they do on queries and shops they were not learned of."`
	Tools   called   `cmd:"" help:"Let simulated people ask for tool calls; count what was carried out and what was asked."`
	Acts    acts     `cmd:"" help:"Learn from examples what a message does; tell how well, by cross-validation."`
	Aims    aimed    `cmd:"" help:"Learn what kind of product a message is about, of messages whose category is known; tell how well, by cross-validation."`
	Patch   patched  `cmd:"" help:"Change prices and stock of a running shop at a rate; tell how soon it shows."`
	Types   typed    `cmd:"" help:"Find the product types of a feed as if it had no categories; tell how many products get one and how pure they are."`
	Cards   carded   `cmd:"" help:"Let shoppers with a product in mind talk to a served shop; count the question cards that break a rule."`
	Load    loaded   `cmd:"" help:"Put load on a running shop and tell how long its shoppers wait."`
	Endure  endured  `cmd:"" help:"Begin conversations and place orders while a shop's parts fail; write down what was met and what was acknowledged, until interrupted."`
	Peers   compared `cmd:"" help:"Measure a plain search beside SQLite's and PostgreSQL's full-text indexes."`
	Table   made     `cmd:"" help:"Write a feed with large and odd columns, to measure an import and its shop by."`
	Results results  `cmd:"" help:"Run every condition of data/bench whose products are at hand, and write the report."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	k := kong.Parse(&cli, kong.Name("bench"), kong.Vars(proclare.Vars()), kong.Vars{"table_rows": strconv.Itoa(wide.Rows)},
		kong.Description("Offline evaluation of asking and ranking."),
		kong.BindTo(ctx, (*context.Context)(nil)))
	k.FatalIfErrorf(k.Run())
}
