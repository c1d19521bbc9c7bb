package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/alecthomas/kong"

	"shopclerk/agent"
	"shopclerk/agent/shopper"
	"shopclerk/agent/store"
	"shopclerk/cmd/internal/progress"
	"shopclerk/search/index"
)

// visits is a flag of how many people visit the shop: usualVisits where it is given alone.
type visits int

const usualVisits, mostVisits = 2000, 1_000_000

// IsBool lets the flag stand alone.
func (v *visits) IsBool() bool { return true }

// Decode reads the flag.
func (v *visits) Decode(ctx *kong.DecodeContext) (err error) {
	n := usualVisits
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		if n, err = strconv.Atoi(ctx.Scan.Pop().String()); err != nil || n < 1 || n > mostVisits {
			return fmt.Errorf("that is of 1 to %s visits", progress.Count(mostVisits))
		}
	}
	*v = visits(n)
	return nil
}

// unvisited reports an error where somebody has been in the shop, real or simulated: they are not
// to be counted together.
func (c *demoCommand) unvisited(ctx context.Context) error {
	orders, conversations, err := store.Used(ctx, c.Database, c.Data)
	if err == nil && orders+conversations > 0 {
		err = fmt.Errorf("%w: --with-journal: somebody has been in the shop, which has %s conversations and %s orders: give another --data or --database, "+
			"or delete %s and store.txt in the data directory to begin anew", errUsage, progress.Count(conversations), progress.Count(orders), store.File)
	}
	return err
}

// busy is how many people come in an hour of the day, of ten, most of them in the evening.
const busy = "210000135677777777889986"

// moments draws when visits begin in the 30 days before a time, in order. Sundays are half as busy
// again as other days.
func (c *demoCommand) moments(until time.Time) []time.Time {
	random, out := rand.New(rand.NewPCG(c.Seed, 1)), make([]time.Time, 0, c.WithJournal)
	for len(out) < cap(out) {
		at := until.Add(-time.Duration(random.Int64N(int64(30 * 24 * time.Hour))))
		if random.IntN(10) < int(busy[at.Hour()]-'0') && (at.Weekday() == time.Sunday || random.IntN(3) > 0) {
			out = append(out, at)
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// visit has people visit the shop until a time. What was stored stays where it is stopped.
func (c *demoCommand) visit(ctx context.Context, s streams, until time.Time) (err error) {
	shop, err := index.Open(ctx, c.Data, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	clerk, err := agent.Hire(ctx, shop.Engine)
	if err != nil {
		return err
	}
	db, err := store.Open(ctx, cmp.Or(c.Database, c.Data))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	street, err := shopper.NewStreet(db, clerk, c.Seed)
	if err != nil {
		return err
	}
	defer s.bar.Done()
	for i, at := range c.moments(until) {
		if err := street.Visit(ctx, at); err != nil {
			if ctx.Err() != nil {
				err = fmt.Errorf("%w; %s of %s visits are stored", errStopped, progress.Count(i), progress.Count(int(c.WithJournal)))
			}
			return err
		}
		s.bar.Report("Visiting", i+1, int(c.WithJournal))
	}
	_, err = fmt.Fprintf(s.out, "%s visits of the last 30 days.\n", progress.Count(int(c.WithJournal)))
	return err
}
