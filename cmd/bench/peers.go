package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/mattn/go-sqlite3"
	"gonum.org/v1/gonum/stat"

	"shopclerk/agent"
	"shopclerk/catalog"
	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search"
)

// compared measures a plain search beside the full-text indexes of databases: over the same
// products and queries, in one run.
type compared struct {
	Data     string `required:"" type:"existingdir" help:"Data directory."`
	Database string `placeholder:"URL" help:"An empty database of a PostgreSQL, to be measured too."`
	Queries  int    `default:"300" help:"Queries; a third as many others are asked before and not counted."`
	Seed     uint64 `default:"1" help:"Seed of the queries."`
	Out      string `default:"/dev/stdout" type:"path" placeholder:"FILE" help:"Where to write the table."`
}

// Run implements the command.
func (c *compared) Run(ctx context.Context) error {
	return proclare.With(ctx, c.Data, func(shop *proclare.Shop) error {
		var products []catalog.Product
		for p, err := range shop.Catalogue.All(ctx) {
			if err != nil {
				return err
			}
			products = append(products, p)
		}
		peers := []peer{{"shopclerk", func(ctx context.Context, query string) error {
			_, err := shop.Clerk.Search(ctx, agent.Input{Message: query}, search.Page{Limit: peerPage})
			return err
		}}}
		for _, x := range textIndexes {
			if x.driver == "pgx" && c.Database == "" {
				continue
			}
			more, db, err := x.open(ctx, c.Database, products)
			if err != nil {
				return fmt.Errorf("filling %s: %w", x.driver, err)
			}
			defer db.Close()
			peers = append(peers, more...)
		}
		table, err := comparePeers(ctx, peers, titleQueries(products, c.Queries/3+c.Queries, c.Seed), c.Queries/3)
		if err != nil {
			return err
		}
		f := report.Figure{Title: "A plain search beside full-text indexes", Table: table, Notes: []string{fmt.Sprintf(
			"%d products and %d queries of one to three words of their titles, seed %d, on %d processors: each query is answered by all before the next. Ours reads the words, corrects them, tells full from near matches and says why; the others list the %d best that have all the words.",
			len(products), c.Queries, c.Seed, runtime.NumCPU(), peerPage)}}
		return os.WriteFile(c.Out, []byte("# "+f.Markdown()), 0o644)
	})
}

// peer answers a query with the first peerPage of what it finds.
type peer struct {
	name   string
	answer func(ctx context.Context, query string) error
}

// peerPage is how many products a peer lists.
const peerPage = 10

// textIndex is how a database keeps and finds products.
type textIndex struct {
	driver         string
	names          []string // of peers, by how many of find they run
	create, insert string   // insert takes number, title, other words and category
	finish, find   []string // find takes a query's words
	words          func(query string) string
}

// textIndexes are SQLite's, in this process (go build -tags sqlite_fts5 has it), which with
// counts by category answers as a page with facets needs it, and PostgreSQL's.
var textIndexes = []textIndex{
	{
		driver: "sqlite3", names: []string{"SQLite FTS5", "SQLite FTS5 with counts by category"},
		create: `CREATE VIRTUAL TABLE product USING fts5(title, text, category UNINDEXED)`,
		insert: `INSERT INTO product (rowid, title, text, category) VALUES (?, ?, ?, ?)`,
		finish: []string{`INSERT INTO product (product) VALUES ('optimize')`},
		find: []string{
			fmt.Sprintf(`SELECT title, rowid FROM product WHERE product MATCH ? ORDER BY bm25(product, 3, 1) LIMIT %d`, peerPage),
			`SELECT category, count(*) FROM product WHERE product MATCH ? GROUP BY category`,
		},
		words: func(query string) string {
			return `"` + strings.Join(strings.Fields(strings.ReplaceAll(query, `"`, " ")), `" "`) + `"`
		},
	},
	{
		driver: "pgx", names: []string{"PostgreSQL GIN"},
		create: `CREATE TABLE product (id int PRIMARY KEY, title text, words tsvector, category text)`,
		insert: `INSERT INTO product VALUES ($1, $2::text, setweight(to_tsvector('english', $2::text), 'A') || to_tsvector('english', $3), $4)`,
		finish: []string{`CREATE INDEX ON product USING gin (words)`, `VACUUM ANALYZE product`},
		find:   []string{fmt.Sprintf(`SELECT title, id FROM product, plainto_tsquery('english', $1) q WHERE words @@ q ORDER BY ts_rank(words, q) DESC, id LIMIT %d`, peerPage)},
		words:  func(query string) string { return query },
	},
}

// open indexes products in an empty database, SQLite's in a file that lasts as long as its one
// connection, and returns its peers, which need it open.
func (x *textIndex) open(ctx context.Context, url string, products []catalog.Product) (out []peer, db *sql.DB, err error) {
	if x.driver == "sqlite3" {
		url = ""
	}
	if db, err = sql.Open(x.driver, url); err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	if err := x.fill(ctx, db, products); err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	for n, name := range x.names {
		out = append(out, peer{name, func(ctx context.Context, query string) error {
			for _, find := range x.find[:n+1] {
				if err := readAll(ctx, db, find, x.words(query)); err != nil {
					return err
				}
			}
			return nil
		}})
	}
	return out, db, nil
}

func (x *textIndex) fill(ctx context.Context, db *sql.DB, products []catalog.Product) error {
	if _, err := db.ExecContext(ctx, x.create); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	for i := range products {
		p := &products[i]
		text := []string{p.Brand, p.Category, p.Description}
		for _, a := range p.Attributes {
			for _, v := range a.Values {
				text = append(text, v.Text)
			}
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, x.insert, i, p.Title, strings.Join(text, " "), p.Category)
		}
	}
	if err == nil {
		err = tx.Commit()
	}
	for _, finish := range x.finish {
		if err == nil {
			_, err = db.ExecContext(ctx, finish)
		}
	}
	return err // an open transaction ends with the database
}

// readAll reads the rows that a query finds, of a text and a number each.
func readAll(ctx context.Context, db *sql.DB, query, words string) error {
	rows, err := db.QueryContext(ctx, query, words)
	for err == nil && rows.Next() {
		var name string
		var number int
		err = rows.Scan(&name, &number)
	}
	if rows != nil {
		err = errors.Join(err, rows.Err(), rows.Close())
	}
	return err
}

// titleQueries are runs of one to three words of products' titles, each length as likely.
func titleQueries(products []catalog.Product, n int, seed uint64) []string {
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

// comparePeers has the peers answer queries, each query by all of them before the next, so that
// whatever else the machine does falls on all, and shows how long they took. The first queries warm
// them and are not counted. The ratios are of the first peer's times to each one's.
func comparePeers(ctx context.Context, peers []peer, queries []string, warm int) (report.Table, error) {
	t := report.Table{Columns: []string{"", "p50 ms", "p99 ms", "ratio of p50", "ratio of p99"}}
	took := make([][]float64, len(peers))
	for _, query := range queries {
		for k, p := range peers {
			began := time.Now()
			if err := p.answer(ctx, query); err != nil {
				return t, fmt.Errorf("%s, asked for %q: %w", p.name, query, err)
			}
			took[k] = append(took[k], time.Since(began).Seconds()*1000)
		}
	}
	var first [2]float64
	for k, p := range peers {
		counted := slices.Sorted(slices.Values(took[k][warm:]))
		p50, p99 := stat.Quantile(.5, stat.Empirical, counted, nil), stat.Quantile(.99, stat.Empirical, counted, nil)
		first[0], first[1] = cmp.Or(first[0], p50), cmp.Or(first[1], p99)
		row := []string{p.name}
		for _, f := range []float64{p50, p99, first[0] / p50, first[1] / p99} {
			row = append(row, fmt.Sprintf("%.2f", f))
		}
		t.Add(row...)
	}
	return t, nil
}
