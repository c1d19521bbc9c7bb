// Package peers holds a search beside what people would pick instead of it: full-text
// indexes of databases, over the same products and queries, in one run.
package peers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/mattn/go-sqlite3"

	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/report"
)

// Peer answers a query with the first PageSize of what it finds.
type Peer struct {
	Name   string
	Answer func(ctx context.Context, query string) error
}

// PageSize is how many products a peer lists.
const PageSize = 10

// index is how a database keeps and finds products.
type index struct {
	create, insert string   // insert takes number, title, other words and category
	finish, find   []string // find is of a query's words
	words          func(query string) string
}

// fts5 is SQLite's full-text index. With counts by category it answers as a page with
// facets needs it.
var fts5 = index{
	create: `CREATE VIRTUAL TABLE product USING fts5(title, text, category UNINDEXED)`,
	insert: `INSERT INTO product (rowid, title, text, category) VALUES (?, ?, ?, ?)`,
	finish: []string{`INSERT INTO product (product) VALUES ('optimize')`},
	find: []string{
		fmt.Sprintf(`SELECT title, rowid FROM product WHERE product MATCH ? ORDER BY bm25(product, 3, 1) LIMIT %d`, PageSize),
		`SELECT category, count(*) FROM product WHERE product MATCH ? GROUP BY category`,
	},
	words: func(query string) string {
		return `"` + strings.Join(strings.Fields(strings.ReplaceAll(query, `"`, " ")), `" "`) + `"`
	},
}

// gin is PostgreSQL's.
var gin = index{
	create: `CREATE TABLE product (id int PRIMARY KEY, title text, words tsvector, category text)`,
	insert: `INSERT INTO product VALUES ($1, $2::text, setweight(to_tsvector('english', $2::text), 'A') || to_tsvector('english', $3), $4)`,
	finish: []string{`CREATE INDEX ON product USING gin (words)`, `VACUUM ANALYZE product`},
	find:   []string{fmt.Sprintf(`SELECT title, id FROM product, plainto_tsquery('english', $1) q WHERE words @@ q ORDER BY ts_rank(words, q) DESC, id LIMIT %d`, PageSize)},
	words:  func(query string) string { return query },
}

// FTS5 indexes products by SQLite's full-text index in this process, and returns it as a
// peer that lists the best and as one that counts by category besides. It fails where the
// program was built without it: go build -tags sqlite_fts5 has it.
func FTS5(ctx context.Context, products []catalog.Product) (list []Peer, stop func() error, err error) {
	db, err := fts5.fill(ctx, "sqlite3", "", products) // a file of its own, as long as the connection stands
	if err != nil {
		return nil, nil, err
	}
	return []Peer{{"SQLite FTS5", fts5.answer(db, 1)}, {"SQLite FTS5 with counts by category", fts5.answer(db, 2)}}, db.Close, nil
}

// Postgres indexes products by a GIN index in an empty database of a PostgreSQL.
func Postgres(ctx context.Context, url string, products []catalog.Product) (list []Peer, stop func() error, err error) {
	db, err := gin.fill(ctx, "pgx", url, products)
	if err != nil {
		return nil, nil, err
	}
	return []Peer{{"PostgreSQL GIN", gin.answer(db, 1)}}, db.Close, nil
}

// fill makes the index of products, on one connection.
func (x *index) fill(ctx context.Context, driver, place string, products []catalog.Product) (*sql.DB, error) {
	db, err := sql.Open(driver, place)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	if err := x.insertAll(ctx, db, products); err != nil {
		return nil, errors.Join(fmt.Errorf("filling %s: %w", driver, err), db.Close())
	}
	return db, nil
}

func (x *index) insertAll(ctx context.Context, db *sql.DB, products []catalog.Product) error {
	if _, err := db.ExecContext(ctx, x.create); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	for i := range products {
		p := &products[i]
		text := []string{p.Brand, p.Category, p.Description}
		for _, a := range p.Attributes {
			for _, v := range a.Values {
				text = append(text, v.Text)
			}
		}
		if _, err := tx.ExecContext(ctx, x.insert, i, p.Title, strings.Join(text, " "), p.Category); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	err = tx.Commit()
	for _, finish := range x.finish {
		if err == nil {
			_, err = db.ExecContext(ctx, finish)
		}
	}
	return err
}

// answer runs the first n of the statements that find.
func (x *index) answer(db *sql.DB, n int) func(context.Context, string) error {
	return func(ctx context.Context, query string) error {
		for _, find := range x.find[:n] {
			rows, err := db.QueryContext(ctx, find, x.words(query))
			if err != nil {
				return err
			}
			for rows.Next() {
				var name string
				var number int
				if err := rows.Scan(&name, &number); err != nil {
					return errors.Join(err, rows.Close())
				}
			}
			if err := rows.Err(); err != nil {
				return err
			}
		}
		return nil
	}
}

// Queries are runs of one to three words of products' titles, each length as likely.
func Queries(products []catalog.Product, n int, seed uint64) []string {
	rng := rand.New(rand.NewPCG(seed, 0))
	out := make([]string, n)
	for i := range out {
		words := strings.Fields(products[rng.IntN(len(products))].Title)
		long := min(len(words), 1+rng.IntN(3))
		from := rng.IntN(len(words) - long + 1)
		out[i] = strings.Join(words[from:from+long], " ")
	}
	return out
}

// Run has the peers answer queries, each query by all of them before the next, so that
// whatever else the machine does falls on all, and returns how long each took, ascending.
// warm are asked before and not counted.
func Run(ctx context.Context, list []Peer, warm, queries []string) ([][]time.Duration, error) {
	took := make([][]time.Duration, len(list))
	for i, query := range slices.Concat(warm, queries) {
		for k, p := range list {
			began := time.Now()
			if err := p.Answer(ctx, query); err != nil {
				return nil, fmt.Errorf("%s, asked for %q: %w", p.Name, query, err)
			}
			if i >= len(warm) {
				took[k] = append(took[k], time.Since(began))
			}
		}
	}
	for _, t := range took {
		slices.Sort(t)
	}
	return took, nil
}

// Table shows what Run returned. The ratios are of the first peer's times to each one's.
func Table(list []Peer, took [][]time.Duration) report.Table {
	t := report.Table{Columns: []string{"", "p50 ms", "p99 ms", "ratio of p50", "ratio of p99"}}
	at := func(k int, share float64) float64 {
		return took[k][int(share*float64(len(took[k])-1))].Seconds() * 1000
	}
	for k, p := range list {
		row := []string{p.Name}
		for _, f := range []float64{at(k, .5), at(k, .99), at(0, .5) / at(k, .5), at(0, .99) / at(k, .99)} {
			row = append(row, fmt.Sprintf("%.2f", f))
		}
		t.Add(row...)
	}
	return t
}
