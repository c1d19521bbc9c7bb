// Package journal keeps conversations in one SQLite file. A conversation is stored
// as the events that made it, appended and never changed, and is rebuilt by
// folding them. Deleting is the one way in which events go, and [Journal.Redact] the
// one way in which they change: it takes out what a shopper typed. Beside the events
// stands what shoppers did with single products, an [Interaction] each, and what
// [Journal.Walk] reads it all for statistics, and
// by [Mark] only what is new.
//
// The file is precious: unlike a catalogue it can not be made again. An event that
// [Journal.Append] has acknowledged survives a killed process and a power cut; see
// [durable].
package journal

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"io"
	"runtime"
	"time"

	"shopclerk/agent/durable"
)

var (
	// ErrNotFound reports that the journal has no such conversation or no such
	// version of it: never begun, deleted, pruned, or not an id at all.
	ErrNotFound = errors.New("no such conversation")

	// ErrConflict reports that the conversation, or the list of controls, has gone on
	// since the caller read it, in another tab perhaps. Nothing was stored: load it
	// and decide again.
	ErrConflict = errors.New("it has gone on elsewhere")

	// ErrLarge reports that what is kept for ever alone is more than the journal may hold.
	ErrLarge = errors.New("what merchandisers have set takes the room")

	// ErrUnusable is [durable.ErrUnusable].
	ErrUnusable = durable.ErrUnusable
)

// applicationID marks a SQLite file as a journal: "scj1".
const applicationID = 0x73636a31

//go:embed migrations
var migrations embed.FS

// Journal is an open journal. It is safe for concurrent use, also by several
// processes. Its fields are set before the first call.
type Journal struct {
	Now  func() time.Time // time.Now unless set
	Rand io.Reader        // source of ids, safe for concurrent use: crypto/rand unless set
	// Written is called after whatever shoppers leave was written, or could not be. It
	// does not wait; nil: nobody wants to know.
	Written func()

	file *durable.File
}

// FileKind is what [Open] opens.
func FileKind() durable.Kind {
	return durable.Kind{Name: "the journal", ID: applicationID, Migrations: migrations, Folder: "migrations", Schema: "journal", Readers: max(4, runtime.NumCPU())}
}

// Open opens the journal at path as [durable.Open] does.
func Open(ctx context.Context, path string) (*Journal, error) {
	file, err := durable.Open(ctx, path, FileKind())
	if err != nil {
		return nil, err
	}
	return &Journal{Now: time.Now, Rand: rand.Reader, file: file}, nil
}

// Close waits for calls in progress and releases the file.
func (j *Journal) Close() error { return j.file.Close() }
