// Package durable opens the SQLite files that can not be made again: what shoppers
// said, what they mean to buy. It opens them with care ([Open]) and knows nothing of
// what is in them: rows are their owners' business.
//
// What a transaction of [File.Writer] has committed survives a killed process and a
// power cut.
//
// For a shop of several processes a schema of a PostgreSQL database can stand in for each
// file ([Postgres]), and means the same: what is said of files here holds of it, except
// where it says otherwise. SQL is written once, with SQLite's marks for arguments.
package durable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"github.com/mattn/go-sqlite3" // also registers the driver named "sqlite3"
)

// ErrUnusable reports a file that can not serve: damaged, written by a newer
// program, or something else altogether. The message says what to do; the program
// itself neither mends nor removes such a file.
var ErrUnusable = errors.New("the file can not be used")

// Kind is what a file is for.
type Kind struct {
	Name string // what messages call it: "the journal"
	// ID marks the file in its header, so that a path given by mistake never gets
	// our tables. SQLite calls it the application id. Not 0.
	ID int32
	// Unmarked names a table by which a file from before files of this kind were
	// marked is known; empty: all are marked.
	Unmarked string
	// Migrations holds, in Folder, the steps of the schema as goose wants them,
	// NNNNN_name.sql each, and in the folder postgres there those for PostgreSQL. Each step
	// is one transaction.
	Migrations fs.FS
	Folder     string // "": the root
	Schema     string // of a PostgreSQL database; empty: it is kept in a file alone
	// Since is the oldest schema whose programs go on, and start, beside this one's in
	// PostgreSQL: the steps after it only added what those do not miss and do not break. 0:
	// that of the last step.
	Since   int64
	Readers int // connections that read at the same time, at least 1
}

// File is an open file. It is safe for concurrent use, also by several processes.
type File struct {
	Writer  *sql.DB // one connection: writers queue here and not on the file's lock
	Readers *sql.DB // can not write

	path   string // of the file, or what a schema is called in messages
	kind   Kind
	server *server // nil: it is a file

	life    context.Context // ends with Close
	end     context.CancelFunc
	erasing sync.WaitGroup
}

// Close waits for calls in progress and releases the file.
func (f *File) Close() error {
	f.end()
	f.erasing.Wait()
	// The writer goes last: as the file's last connection it may fold the
	// write-ahead log into it, which a reader may not.
	if err := errors.Join(f.Readers.Close(), f.Writer.Close()); err != nil {
		return fmt.Errorf("closing %s: %w", f.kind.Name, err)
	}
	return nil
}

// Wrap names the activity that ended in err, and adds the remedy when the reason
// is damage to the file, which then is [ErrUnusable]. nil stays nil.
func (f *File) Wrap(activity string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", activity, f.diagnose(err))
}

// diagnose turns SQLite's words for a damaged file into [ErrUnusable] with the
// remedy; any other error is returned as it is.
func (f *File) diagnose(err error) error {
	if f.server != nil {
		return f.diagnoseServer(err)
	}
	var e sqlite3.Error
	if !errors.As(err, &e) || errors.Is(err, ErrUnusable) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrNotADB:
		return f.foreign(err.Error())
	case sqlite3.ErrCorrupt:
		return f.Damaged(err.Error())
	}
	return err
}

// Damaged is [ErrUnusable] for what was found in the file, with the remedy.
func (f *File) Damaged(finding string) error {
	if f.server != nil {
		return fmt.Errorf("%w: %s is damaged (%s): restore it from the database's backup", ErrUnusable, f.path, finding)
	}
	return fmt.Errorf("%w: %s is damaged (%s): stop the program, keep a copy of the file with its -wal and -shm, "+
		`and recover what can be read with (sqlite3 3.53 or newer): sqlite3 %[2]q .recover | sqlite3 recovered.db`, ErrUnusable, f.path, finding)
}

func (f *File) foreign(finding string) error {
	return fmt.Errorf("%w: %s is not %s (%s): check the path, or move the file away to begin anew", ErrUnusable, f.path, f.kind.Name, finding)
}

func (f *File) newer(have, know int64) error {
	return fmt.Errorf("%w: %s has schema %d and this program knows schemas up to %d: run the newer program that wrote it, "+
		"or move the file away to begin anew", ErrUnusable, f.path, have, know)
}
