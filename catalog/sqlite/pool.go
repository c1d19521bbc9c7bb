package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"runtime"

	_ "github.com/mattn/go-sqlite3" // registers the driver named "sqlite3"
)

// errReplaced reports that another file has come to stand at the path of the one that
// a pool reads.
var errReplaced = errors.New("the catalogue's file was replaced meanwhile")

// openPool opens the file at path, once for each of the connections that there will
// ever be. SQLite opens files by their path, at which an import puts another
// catalogue: a connection that is opened later would read that one, under the
// categories and shelves of the old. So all are opened now, and none is closed before the
// pool is. That the file is at its path afterwards shows that all have opened it: a file that
// was replaced does not come back.
func openPool(ctx context.Context, path string) (db *sql.DB, file os.FileInfo, err error) {
	if file, err = os.Stat(path); err != nil {
		return nil, nil, err
	}
	db, err = sql.Open("sqlite3", uri(path)+"?mode=ro&immutable=1&_query_only=1&_cache_size=-32768&_mmap_size=268435456")
	if err != nil {
		return nil, nil, err
	}
	n := max(4, runtime.NumCPU())
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	var open []*sql.Conn
	for len(open) < n && err == nil {
		var c *sql.Conn
		if c, err = db.Conn(ctx); err == nil {
			open = append(open, c)
		}
	}
	for _, c := range open { // back into the pool
		err = errors.Join(err, c.Close())
	}
	if now, statErr := os.Stat(path); statErr != nil || !os.SameFile(now, file) {
		err = errors.Join(errReplaced, err)
	}
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return db, file, nil
}
