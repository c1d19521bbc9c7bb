package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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
	"shopclerk/data"
	"shopclerk/search/index"
)

// visits is a flag of a number that need not be given.
type visits int

const (
	usualVisits = 2000
	mostVisits  = 1_000_000
	visitedDays = 30 // over which visits are spread
)

// IsBool lets the flag stand alone.
func (v *visits) IsBool() bool { return true }

// Decode implements [kong.MapperValue].
func (v *visits) Decode(ctx *kong.DecodeContext) (err error) {
	*v = usualVisits
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		var n int
		if n, err = strconv.Atoi(ctx.Scan.Pop().String()); err != nil || n < 1 || n > mostVisits {
			return fmt.Errorf("the number of visits is from 1 to %s", progress.Count(mostVisits))
		}
		*v = visits(n)
	}
	return err
}

// open opens the store that visitors leave something in.
func (c *demoCommand) open(ctx context.Context) (*store.DB, error) {
	return store.Open(ctx, cmp.Or(c.Database, c.Data))
}

// unvisited reports an error where somebody has been in the shop: simulated people are not to
// stand among others.
func (c *demoCommand) unvisited(ctx context.Context) error {
	if c.Database == "" && !store.Left(c.Data) {
		return nil
	}
	db, err := c.open(ctx)
	if err != nil {
		return err
	}
	var left int
	err = db.Reader.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM conversation) + (SELECT count(*) FROM purchase)`).Scan(&left)
	if err = errors.Join(err, db.Close()); err == nil && left > 0 {
		err = fmt.Errorf("%w: --with-journal: somebody has been in the shop: there are %s conversations and orders. "+
			"Give another --data, or delete store.db and store.txt in it, or the tables of --database, to begin anew", errUsage, progress.Count(left))
	}
	return err
}

// hours and weekdays are how busy a shop is, of its busiest: in the evening and on Sundays.
var (
	hours    = [24]float64{.25, .12, .06, .04, .04, .07, .15, .3, .45, .6, .7, .72, .72, .7, .68, .68, .7, .75, .82, .92, 1, .98, .8, .5}
	weekdays = [7]float64{1, .98, .9, .88, .85, .78, .75}
)

// moments draws when visits begin, in order.
func moments(n int, until time.Time, seed uint64) []time.Time {
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	out := make([]time.Time, 0, n)
	for len(out) < n {
		at := until.Add(-time.Duration(random.Int64N(int64(visitedDays * 24 * time.Hour))))
		if random.Float64() < hours[at.Hour()]*weekdays[at.Weekday()] {
			out = append(out, at)
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// visit has people visit the shop until a time.
func (c *demoCommand) visit(ctx context.Context, s streams, until time.Time) (err error) {
	var scripts []shopper.Script
	for in := json.NewDecoder(bytes.NewReader(data.Messages)); in.More(); {
		var script shopper.Script
		if err := in.Decode(&script); err != nil {
			return fmt.Errorf("reading what people say: %w", err)
		}
		scripts = append(scripts, script)
	}
	shop, err := index.Open(ctx, c.Data, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shop.Close()) }()
	clerk, err := agent.Hire(ctx, shop.Engine)
	if err != nil {
		return err
	}
	db, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	street, at := shopper.NewStreet(db, clerk, scripts, c.Seed), moments(int(c.WithJournal), until.Truncate(time.Hour), c.Seed)
	defer s.bar.Done()
	for i := range at {
		if err := street.Visit(ctx, at[i]); err != nil {
			if ctx.Err() != nil {
				err = fmt.Errorf("%w; %s of %s visits are in the store", errStopped, progress.Count(i), progress.Count(len(at)))
			}
			return err
		}
		s.bar.Report("Visiting", i+1, len(at))
	}
	return nil
}
