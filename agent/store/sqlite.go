package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"
)

// applicationID marks a SQLite file as a store, so that a path given by mistake never gets
// our tables: "scs1".
const applicationID = 0x73637331

// checkedSize is the size in bytes up to which Open verifies the whole file: 0.15 s when the
// file is in memory, two seconds from a slow disk. Damage to a larger file shows when the
// damaged page is read.
const checkedSize = 256 << 20

// Settings of connections, in the connection string: a pragma run later reaches one pooled
// connection only. FULL flushes the write-ahead log on every commit; secure_delete overwrites
// what was deleted; five seconds is far longer than any transaction here.
const (
	commonSettings = "_busy_timeout=5000&_stmt_cache_size=64"
	writerSettings = commonSettings + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_foreign_keys=1&_secure_delete=1"
	readerSettings = commonSettings + "&mode=ro&_query_only=1"
)

// openFile opens the SQLite file, creating it, readable by its owner only, where there is none.
// With no room on the disk it opens what can be read: every write is [Full] until there is some.
func (d *DB) openFile(ctx context.Context) error {
	used := exists(d.mark()) // before the file is looked at, which comes first where it is made
	size, err := touch(d.place, used)
	if err != nil {
		return err
	}
	if d.Reader, err = d.readers(); err != nil {
		return err
	}
	if d.writer, err = pool(d.place, writerSettings, 1); err != nil {
		return err
	}
	// The writer connects only after the inspection: connecting changes the file.
	err = d.inspectFile(ctx, size, used)
	if log, statErr := os.Stat(d.place + "-wal"); Full(err) && (statErr != nil || log.Size() == 0) {
		d.crowded.Store(true)
		err = d.inspectFile(ctx, size, used)
	}
	if err != nil {
		return err
	}
	if err = d.prepareFile(ctx); !Full(err) {
		return err
	}
	if current, failure := d.current(ctx); failure != nil || !current {
		return err
	}
	slog.Error("the disk is full: what shoppers do is shown and not stored", "store", d.place)
	return nil
}

// prepareFile brings the file up to date.
func (d *DB) prepareFile(ctx context.Context) error {
	// Entering WAL mode needs the file for itself and is refused at once, whatever the busy
	// timeout, while another process opens it too.
	if err := patiently(ctx, func() error { return d.writer.PingContext(ctx) }); err != nil {
		return err
	}
	if _, err := d.writer.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID)); err != nil {
		return err
	}
	if err := d.migrate(ctx, d.writer); err != nil {
		return err
	}
	if err := d.takeOver(ctx, filepath.Dir(d.place)); err != nil {
		return err
	}
	if _, err := d.truncate(ctx); err != nil { // of what was erased before the process was killed
		return err
	}
	if exists(d.mark()) {
		return nil
	}
	text := fmt.Sprintf("%s beside this file holds what shoppers have left. Where it is missing, put the copy of your backup in its place, "+
		"or delete this file too to begin anew with no order and no conversation.\n", File)
	return os.WriteFile(d.mark(), []byte(text), 0o600)
}

// markFile is the name of the file by which a data directory is known to be one in use.
const markFile = "store.txt"

func (d *DB) mark() string { return filepath.Join(filepath.Dir(d.place), markFile) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Left reports whether a data directory has, or had, what shoppers left.
func Left(directory string) bool {
	names := []string{File, markFile}
	for _, o := range old {
		names = append(names, o.name+".db")
	}
	return slices.ContainsFunc(names, func(name string) bool { return exists(filepath.Join(directory, name)) })
}

// lost returns [ErrUnusable] for a store that was there and is not, with the remedy.
func lost(path, finding string) error {
	return fmt.Errorf("%w: %s %s, and the shop has been in use: put the copy of your backup in its place, "+
		"or delete %s beside it, and %s-wal, to begin anew with no order and no conversation", ErrUnusable, path, finding, markFile, File)
}

// touch creates the file when there is none and returns its size. SQLite gives the files
// beside it the same permissions. A file of a directory in use is there already.
func touch(path string, used bool) (int64, error) {
	if (used || exists(path+"-wal")) && !exists(path) {
		return 0, lost(path, "is missing")
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// readers opens the connections that read. Where the disk has no room even for the memory that
// readers of a write-ahead log share, they take the file for one that nobody changes, which is so
// until [DB.Transact] has found room and lets them go.
func (d *DB) readers() (*sql.DB, error) {
	usual, err := uri(d.place, readerSettings)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector(func() string {
		if d.crowded.Load() {
			return usual + "&immutable=1"
		}
		return usual
	}))
	db.SetMaxOpenConns(mostReaders())
	db.SetMaxIdleConns(mostReaders())
	return db, nil
}

func mostReaders() int { return max(4, runtime.NumCPU()) }

// connector opens connections to the file that it names at that moment.
type connector func() string

// Connect implements [driver.Connector].
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.Driver().Open(c()) }

// Driver implements [driver.Connector]. Its lower knows more letters than SQLite's, which are A to Z.
func (c connector) Driver() driver.Driver {
	return &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error { return c.RegisterFunc("lower", strings.ToLower, true) }}
}

// makeRoom has readers see what is written from now on, where there is room for that again.
func (d *DB) makeRoom(ctx context.Context) error {
	probe, err := pool(d.place, readerSettings, 1)
	if err != nil {
		return err
	}
	defer probe.Close()
	var tables int
	if err := probe.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return err
	}
	d.crowded.Store(false)
	d.Reader.SetMaxIdleConns(0)
	d.Reader.SetMaxIdleConns(mostReaders())
	return nil
}

// pool opens connections that all carry the settings.
func pool(path, settings string, size int) (*sql.DB, error) {
	name, err := uri(path, settings)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(connector(func() string { return name }))
	db.SetMaxOpenConns(size)
	db.SetMaxIdleConns(size)
	return db, nil
}

// uri names a file with settings. SQLite gives some relative names a meaning, hence the
// absolute path; escaping keeps a '?' or '%' in it from being read as a setting.
func uri(path, settings string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	name := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: settings}
	return name.String(), nil
}

// inspectFile decides, without writing, whether the file is a store or empty.
func (d *DB) inspectFile(ctx context.Context, size int64, used bool) error {
	// Tables first: another process that is creating the file marks it before it makes tables.
	var tables, id int
	err := d.Reader.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables)
	if err == nil {
		err = d.Reader.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	}
	switch {
	case err != nil:
		return err
	case id != applicationID && (id != 0 || tables > 0):
		return d.foreign(fmt.Sprintf("application id %#x", uint32(id)))
	case used && tables == 0:
		return lost(d.place, "is empty")
	case size > checkedSize:
		return nil
	}
	var finding string
	if err := d.Reader.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&finding); err != nil {
		return err
	}
	if finding != "ok" {
		return d.Damaged(finding)
	}
	return nil
}

// eraseTry is how long one try of [DB.Erase] waits for readers, which are done in
// milliseconds; writers wait meanwhile and get in between two tries.
const eraseTry = 50 * time.Millisecond

// Erase removes the traces of what was deleted or replaced. In the pages of the file it is
// overwritten already (secure_delete); Erase moves those to the file and empties the
// write-ahead log, which still has the pages from before. When it returns nil no file beside
// the store holds what was erased, unless a reader keeps the log in use: then once the reader
// has ended, and with [Open] and [DB.Close] in any case.
//
// On PostgreSQL it does nothing: no statement finds what was erased, and vacuuming, the log
// and backups are the administrator's.
func (d *DB) Erase(ctx context.Context) error {
	if d.postgres {
		return nil
	}
	held, err := d.truncate(ctx)
	if held && err == nil {
		d.erasing.Go(func() {
			for held, err := true, error(nil); held && err == nil; held, err = d.truncate(d.life) {
				if pause(d.life, eraseTry) != nil {
					return
				}
			}
		})
	}
	return d.Wrap("removing the traces of what was erased", err)
}

// truncate tries to empty the write-ahead log, by a connection of its own that waits no longer
// than a try. It reports whether a reader holds the log.
func (d *DB) truncate(ctx context.Context) (held bool, err error) {
	db, err := pool(d.place, fmt.Sprintf("_busy_timeout=%d&_synchronous=FULL", eraseTry.Milliseconds()), 1)
	if err != nil {
		return false, err
	}
	defer db.Close()
	var log, moved int
	err = db.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&held, &log, &moved)
	if busy(err) {
		return true, nil
	}
	return held, err
}

func busy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrBusy
}
