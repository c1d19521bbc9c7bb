// Package journal keeps conversations in one SQLite file. A conversation is stored
// as the events that made it, appended and never changed, and is rebuilt by
// folding them. Deleting is the one way in which events go, and [Journal.Redact] the
// one way in which they change: it takes out what a shopper typed. Beside the events
// stands what shoppers did with single products, an [Interaction] each.
//
// The file is precious: unlike a catalogue it can not be made again. It is opened
// with care ([Open]), and an event that [Journal.Append] has acknowledged survives
// a killed process and a power cut.
package journal

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/mattn/go-sqlite3" // also registers the driver named "sqlite3"
)

var (
	// ErrNotFound reports that the journal has no such conversation or no such
	// version of it: never begun, deleted, pruned, or not an id at all.
	ErrNotFound = errors.New("no such conversation")

	// ErrConflict reports that the conversation has gone on since the caller read
	// it, in another tab perhaps. Nothing was stored: load it and decide again.
	ErrConflict = errors.New("the conversation has gone on elsewhere")

	// ErrUnusable reports a file that can not serve as the journal: damaged,
	// written by a newer program, or something else altogether. The message says
	// what to do; the program itself neither mends nor removes such a file.
	ErrUnusable = errors.New("the journal can not be used")
)

// Journal is an open journal. It is safe for concurrent use, also by several
// processes. Its fields are set before the first call.
type Journal struct {
	Now  func() time.Time // time.Now unless set
	Rand io.Reader        // source of ids, safe for concurrent use: crypto/rand unless set

	path    string
	writer  *sql.DB // one connection: writers queue here and not on the file's lock
	readers *sql.DB // can not write
}

// Close waits for calls in progress and releases the file.
func (j *Journal) Close() error {
	// The writer goes last: as the file's last connection it may fold the
	// write-ahead log into it, which a reader may not.
	if err := errors.Join(j.readers.Close(), j.writer.Close()); err != nil {
		return fmt.Errorf("closing the journal: %w", err)
	}
	return nil
}

// wrap names the activity that ended in err, and adds the remedy when the reason
// is damage to the file.
func (j *Journal) wrap(activity string, err error) error {
	return fmt.Errorf("%s: %w", activity, diagnose(j.path, err))
}

// diagnose turns SQLite's words for a damaged file into [ErrUnusable] with the
// remedy; any other error is returned as it is.
func diagnose(path string, err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) || errors.Is(err, ErrUnusable) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrNotADB:
		return foreign(path, err.Error())
	case sqlite3.ErrCorrupt:
		return damaged(path, err.Error())
	}
	return err
}

func damaged(path, finding string) error {
	return fmt.Errorf("%w: %s is damaged (%s): stop the program, keep a copy of the file with its -wal and -shm, "+
		`and recover what can be read with: sqlite3 %[2]q .recover | sqlite3 recovered.db`, ErrUnusable, path, finding)
}

func foreign(path, finding string) error {
	return fmt.Errorf("%w: %s is not a journal (%s): check the path, or move the file away to begin a new journal", ErrUnusable, path, finding)
}

func newer(path string, have, know int64) error {
	return fmt.Errorf("%w: %s has schema %d and this program knows schemas up to %d: run the newer program that wrote it, "+
		"or move the file away to begin a new journal", ErrUnusable, path, have, know)
}
