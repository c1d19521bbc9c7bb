package peers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	_ "github.com/mattn/go-sqlite3"

	"shopclerk/catalog"
)

// FTS5 indexes products by SQLite's full-text index in this process, and returns it as a
// peer that lists the best and as one that counts by category besides. [ErrAbsent]: the
// program was built without it.
func FTS5(ctx context.Context, products []catalog.Product) (list []Peer, stop func() error, err error) {
	db, err := sql.Open("sqlite3", "") // a file of its own, as long as the connection stands
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, `CREATE VIRTUAL TABLE product USING fts5(title, text, category UNINDEXED)`); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%w, go build -tags sqlite_fts5 has it: %w", ErrAbsent, err), db.Close())
	}
	_, err = db.ExecContext(ctx, `BEGIN`)
	for i := 0; i < len(products) && err == nil; i++ {
		p := &products[i]
		_, err = db.ExecContext(ctx, `INSERT INTO product VALUES (?, ?, ?)`, p.Title, text(p), p.Category)
	}
	if err == nil {
		_, err = db.ExecContext(ctx, `INSERT INTO product (product) VALUES ('optimize'); COMMIT`)
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("filling FTS5: %w", err), db.Close())
	}
	read := func(ctx context.Context, query, of string) error {
		all := `"` + strings.Join(strings.Fields(strings.ReplaceAll(query, `"`, " ")), `" "`) + `"`
		rows, err := db.QueryContext(ctx, of, all)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			var number int
			if err := rows.Scan(&name, &number); err != nil {
				return err
			}
		}
		return rows.Err()
	}
	best := func(ctx context.Context, query string) error {
		return read(ctx, query, fmt.Sprintf(`SELECT title, rowid FROM product WHERE product MATCH ? ORDER BY bm25(product, 3, 1) LIMIT %d`, PageSize))
	}
	counted := func(ctx context.Context, query string) error {
		if err := best(ctx, query); err != nil {
			return err
		}
		return read(ctx, query, `SELECT category, count(*) FROM product WHERE product MATCH ? GROUP BY category`)
	}
	return []Peer{{"SQLite FTS5", best}, {"SQLite FTS5 with counts by category", counted}}, db.Close, nil
}
