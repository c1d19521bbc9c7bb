package proclare

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-sqlite3"

	"shopclerk/catalog"
)

// selectTimeout bounds one query of a model: a product of a table with itself never ends.
const selectTimeout = 5 * time.Second

// allowed are the only operations that SQLite's authorizer lets a model's conditions
// compile to: no recursion, no write, no PRAGMA and no ATTACH.
var allowed = []int{sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}

// selectItems finds the products of a category table that meet all SQL conditions that a
// model wrote or, where nothing does, as many of the first as find something, of which left
// is the number; at most limit, in the order of refs. It reads the catalogue's file through
// the view item: a column for each aspect, of the products of the given categories or of all;
// several values of one aspect are joined by " | ". What SQLite or the authorizer refuses is
// an error.
func selectItems(ctx context.Context, file string, table *catalog.Shelf, categories, conditions []string, limit int) (found []catalog.Ref, left int, err error) {
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: file}).EscapedPath()+"?mode=ro")
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, itemView(table, categories)+"; PRAGMA query_only = 1"); err != nil {
		return nil, 0, fmt.Errorf("making the view of a category: %w", err)
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	err = conn.Raw(func(driver any) error {
		driver.(*sqlite3.SQLiteConn).RegisterAuthorizer(func(op int, _, function, _ string) int {
			if !slices.Contains(allowed, op) || function == "load_extension" {
				return sqlite3.SQLITE_DENY
			}
			return sqlite3.SQLITE_OK
		})
		return nil
	})
	for left = len(conditions); err == nil && len(found) == 0 && left >= 0; left-- {
		found, err = selectRefs(ctx, conn, conditions[:left], limit)
	}
	return found, left + 1, err
}

func selectRefs(ctx context.Context, conn *sql.Conn, conditions []string, limit int) (found []catalog.Ref, err error) {
	ctx, cancel := context.WithTimeout(ctx, selectTimeout)
	defer cancel()
	var where strings.Builder
	for _, c := range conditions {
		where.WriteString(" AND (" + c + "\n)")
	}
	rows, err := conn.QueryContext(ctx, "SELECT ref FROM item WHERE true"+where.String()+" ORDER BY ref LIMIT ?", limit)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var ref catalog.Ref
		if err := rows.Scan(&ref); err != nil {
			return nil, err
		}
		found = append(found, ref)
	}
	return found, rows.Err()
}

// itemView is the statement that creates the view.
func itemView(table *catalog.Shelf, categories []string) string {
	var b strings.Builder
	b.WriteString("CREATE TEMP VIEW item AS SELECT p.ref, c.name AS category")
	for _, column := range table.Columns {
		switch key := column.Aspect.Key; {
		case key == catalog.KeyPrice:
			b.WriteString(", p.price / 100.0 AS price")
		case key == catalog.KeyBrand || key == catalog.KeyRating:
			fmt.Fprintf(&b, ", p.%s", key)
		default:
			of := "group_concat(v.text, ' | ')"
			if column.Aspect.Kind == catalog.Numeric {
				of = "min(v.number)"
			}
			fmt.Fprintf(&b, `, (SELECT %s FROM attribute a JOIN value v ON v.id = a.value JOIN aspect s ON s.id = v.aspect WHERE a.product = p.ref AND s.key = %s) COLLATE NOCASE AS "%s"`,
				of, literal(key), strings.ReplaceAll(key, `"`, `""`))
		}
	}
	b.WriteString(" FROM product p JOIN category c ON c.id = p.category")
	for i, path := range categories {
		fmt.Fprintf(&b, "%s%s", map[bool]string{true: " WHERE c.path IN (", false: ", "}[i == 0], literal(path))
	}
	if len(categories) > 0 {
		b.WriteString(")")
	}
	return b.String()
}

func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
