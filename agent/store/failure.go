package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/mattn/go-sqlite3"
)

// Full reports whether an error says that there is no room left, on the disk or in a quota.
// What was to be written is not; what is there can be read.
func Full(err error) bool {
	var file sqlite3.Error
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return server.Code == "53100" // disk_full
	}
	return errors.As(err, &file) && (file.Code == sqlite3.ErrFull || file.SystemErrno == syscall.ENOSPC || file.SystemErrno == syscall.EDQUOT)
}

// Away reports whether an error says that the PostgreSQL database cannot be reached, or takes
// nothing at the moment: it is stopped, is being switched over, or has too many clients. The
// same may succeed in a few seconds. A transaction whose end was not heard may have been
// committed.
func Away(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return strings.HasPrefix(e.Code, "08") || strings.HasPrefix(e.Code, "57P") || e.Code == "25006" || e.Code == "53300" || e.Code == "55P03"
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connecting) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.As(err, &network) && !network.Timeout()
}

// Failing reports whether an error says that the store is damaged, or that another program keeps
// it from us. What was to be written is not.
func Failing(err error) bool {
	var file sqlite3.Error
	if errors.Is(err, ErrUnusable) || damage(err) {
		return true
	}
	return errors.As(err, &file) && !Full(err) && slices.Contains([]sqlite3.ErrNo{
		sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol, sqlite3.ErrIoErr, sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrPerm}, file.Code)
}

// damage reports whether an error is a database's word for damage.
func damage(err error) bool {
	var file sqlite3.Error
	var server *pgconn.PgError
	return errors.As(err, &file) && (file.Code == sqlite3.ErrCorrupt || file.Code == sqlite3.ErrNotADB) ||
		errors.As(err, &server) && (server.Code == "XX001" || server.Code == "XX002") // data or index corrupted
}

// diagnose turns the databases' words for damage into [ErrUnusable] with the remedy; any
// other error is returned as it is.
func (d *DB) diagnose(err error) error {
	if errors.Is(err, ErrUnusable) {
		return err
	}
	if !damage(err) {
		return err
	}
	d.damaged.Store(true)
	var file sqlite3.Error
	if errors.As(err, &file) && file.Code == sqlite3.ErrNotADB {
		return d.foreign(err.Error())
	}
	return d.Damaged(err.Error())
}

// Damaged returns [ErrUnusable] for what was found in the store, with the remedy.
func (d *DB) Damaged(finding string) error {
	remedy := fmt.Sprintf("stop the program, keep a copy of the file with its -wal and -shm, and recover what can be read with "+
		"(sqlite3 3.53 or newer): sqlite3 %q .recover | sqlite3 recovered.db", d.place)
	if d.postgres {
		remedy = "restore it from the database's backup"
	}
	return fmt.Errorf("%w: %s is damaged (%s): %s", ErrUnusable, d.place, finding, remedy)
}

func (d *DB) foreign(finding string) error {
	return fmt.Errorf("%w: %s is not a store (%s): check the path, or move it away to begin anew", ErrUnusable, d.place, finding)
}
