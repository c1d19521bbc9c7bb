package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"os"
	"runtime"

	"github.com/mattn/go-sqlite3"
)

// errReplaced reports that another file has come to stand at the path of the one that
// a pool reads.
var errReplaced = errors.New("the catalogue's file was replaced meanwhile")

// mostReplaced is how often opening begins anew because of an import that ended in
// between: imports take seconds, opening takes milliseconds.
const mostReplaced = 5

// openPool opens the file at path, once for each of the connections that there will
// ever be. SQLite opens files by their path, at which an import puts another
// catalogue: a connection that is opened later would read that one, under the
// categories and shelves of the old. So all are opened now, none is closed before the
// pool is, and one that SQLite should ask for nevertheless is refused.
func openPool(ctx context.Context, path string) (*sql.DB, os.FileInfo, error) {
	file, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	n := max(4, runtime.NumCPU())
	db := sql.OpenDB(&connector{path: path, file: file})
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	open := make([]*sql.Conn, 0, n)
	for range n {
		c, err := db.Conn(ctx)
		if err != nil {
			for _, c := range open {
				err = errors.Join(err, c.Close())
			}
			return nil, nil, errors.Join(err, db.Close())
		}
		open = append(open, c)
	}
	for _, c := range open { // back into the pool
		err = errors.Join(err, c.Close())
	}
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return db, file, nil
}

// connector opens connections to one file.
type connector struct {
	path string
	file os.FileInfo
}

// Connect implements [driver.Connector]. That the file is at its path after it was
// opened shows that it was opened: a file that was replaced does not come back.
func (c *connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := c.Driver().Open(uri(c.path) + "?mode=ro&immutable=1&_query_only=1&_cache_size=-32768&_mmap_size=268435456")
	now, statErr := os.Stat(c.path)
	if statErr != nil || !os.SameFile(now, c.file) {
		err = errors.Join(errReplaced, err)
	}
	if err != nil && conn != nil {
		err = errors.Join(err, conn.Close())
	}
	if err != nil {
		return nil, err
	}
	return conn, nil
}

// Driver implements [driver.Connector].
func (*connector) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }
