// Package fleet is what the processes of one shop know together, where a PostgreSQL
// database stands in for their files: how fast somebody may ask, whichever process they ask
// ([Fleet.Take]), and what was changed in the catalogue, in one order ([Fleet.Append]).
//
// A process that is alone has none, and counts by itself.
package fleet

import (
	"context"
	"embed"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"shopclerk/agent/durable"
)

// The marks of the two schemas: "scl1" and "scp1".
const (
	limitsID = 0x73636c31
	feedID   = 0x73637031
)

//go:embed limits feed
var migrations embed.FS

// Fleet is the processes of a shop. It is safe for concurrent use.
type Fleet struct {
	// A schema has one lock for all who write to it: limits wait for no patches.
	limits, feed *durable.File

	away    atomic.Int64 // until when limits are not asked for, microseconds since 1970
	crowded atomic.Bool  // there are too many keys to tell each from all others
}

// Open joins the shop of a PostgreSQL database.
func Open(ctx context.Context, database string) (f *Fleet, err error) {
	f = &Fleet{}
	if f.limits, err = open(ctx, database, "limits", "the limits", limitsID, 1); err != nil {
		return nil, err
	}
	if f.feed, err = open(ctx, database, "feed", "the feed", feedID, 0); err != nil {
		return nil, errors.Join(err, f.limits.Close())
	}
	return f, nil
}

func open(ctx context.Context, database, schema, name string, id int32, since int64) (*durable.File, error) {
	return durable.Open(ctx, database, durable.Kind{Name: name, ID: id, Migrations: migrations, Folder: schema, Schema: schema, Since: since, Readers: 1})
}

// Close waits for calls in progress and leaves.
func (f *Fleet) Close() error { return errors.Join(f.limits.Close(), f.feed.Close()) }

const (
	// sweepEvery is how often buckets that are as if they had never been are looked for.
	sweepEvery = 10 * time.Second
	// compactEvery is how often it is looked whether patches have doubled, from compactFrom
	// on, which are some ten megabytes.
	compactEvery = time.Hour
	compactFrom  = 50_000
)

// Run keeps small what is remembered, until ctx is done. It may be run by any number of
// processes.
func (f *Fleet) Run(ctx context.Context) {
	sweeping, compacting := time.NewTicker(sweepEvery), time.NewTicker(compactEvery)
	defer sweeping.Stop()
	defer compacting.Stop()
	left := 0
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-sweeping.C:
			err = f.sweep(ctx)
		case <-compacting.C:
			left, err = f.compactGrown(ctx, left)
		}
		if err != nil && ctx.Err() == nil && !durable.Away(err) {
			slog.Error("what processes share grows", "error", err)
		}
	}
}
