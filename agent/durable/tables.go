package durable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
)

// table is what two schemas of a kind, SQLite's and PostgreSQL's, have under one name.
type table struct {
	name    string
	columns []string // in order of their names
	types   []string // of the columns
	number  string   // the column whose values the database gives and does not give again; empty: none
	refers  []reference
	key     string // the column that others refer to; empty: none does
}

// reference is a column whose values are those of another table's column.
type reference struct {
	column string
	to     *table
}

// The types that columns of PostgreSQL may have where SQLite's have one: their values are
// the same in both, but that there is no boolean in SQLite, where it is 0 or 1. Times are
// integers, and JSON is text.
var counterparts = map[string][]string{
	"integer": {"bigint", "integer", "smallint", "boolean"},
	"text":    {"text"},
	"real":    {"double precision"},
	"blob":    {"bytea"},
}

// side is one of two places that hold a kind, while a transaction sees or writes it.
type side struct {
	file *File
	tx   *sql.Tx
	conn *sql.Conn // of a transaction that writes

	numbers map[string]bool // tables, once they are read, with a column that is numbered here
}

// name is a table's in statements.
func (s *side) name(bare string) string {
	if s.file.server != nil {
		return fmt.Sprintf("%q.%q", s.file.kind.Schema, bare)
	}
	return fmt.Sprintf("%q", bare)
}

// columnsOf are the statements that tell tables and their columns: name, column, type and
// whether the database numbers it.
const (
	columnsOfFile = `SELECT t.name, c.name, lower(c.type), c.pk > 0 AND s.sql LIKE '%AUTOINCREMENT%'
		FROM pragma_table_list AS t JOIN sqlite_schema AS s ON s.name = t.name, pragma_table_xinfo(t.name) AS c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND t.name <> ? AND '' = ?`
	columnsOfSchema = `SELECT c.relname, a.attname, format_type(a.atttypid, NULL), (a.attidentity <> '')::int
		FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
		WHERE c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND c.relname <> ? AND c.relnamespace = to_regnamespace(?)::oid`
	referencesOfFile = `SELECT t.name, f."from", f."table", f."to" FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS f
		WHERE t.schema = 'main' AND t.type = 'table'`
)

// tables are those of a schema, without goose's.
func (s *side) tables(ctx context.Context) (map[string]*table, error) {
	query, schema := columnsOfFile, ""
	if s.file.server != nil {
		query, schema = columnsOfSchema, s.file.kind.Schema
	}
	type column struct{ name, kind string }
	columns, out := map[string][]column{}, map[string]*table{}
	s.numbers = map[string]bool{}
	err := Each(ctx, s.tx, func(row *sql.Rows) error {
		var name string
		var c column
		var numbered bool
		if err := row.Scan(&name, &c.name, &c.kind, &numbered); err != nil {
			return err
		}
		if out[name] == nil {
			out[name] = &table{name: name}
		}
		if numbered {
			out[name].number, s.numbers[name] = c.name, true
		}
		columns[name] = append(columns[name], c)
		return nil
	}, query, goose.DefaultTablename, schema)
	for name, all := range columns {
		slices.SortFunc(all, func(a, b column) int { return strings.Compare(a.name, b.name) })
		for _, c := range all {
			out[name].columns, out[name].types = append(out[name].columns, c.name), append(out[name].types, c.kind)
		}
	}
	return out, err
}

// paired returns the tables that a file and a schema have, each before those that refer
// to it, and the column that either of them numbers. Schemas that do not have the same
// tables and columns, of types that have the same values, are an error.
func paired(ctx context.Context, a, b *side) ([]*table, error) {
	if a.file.server != nil {
		a, b = b, a
	}
	ours, err := a.tables(ctx)
	if err != nil {
		return nil, err
	}
	theirs, err := b.tables(ctx)
	if err != nil {
		return nil, err
	}
	for name, t := range ours {
		other := theirs[name]
		if other == nil || !slices.Equal(t.columns, other.columns) {
			return nil, fmt.Errorf("the table %s of %s has not the columns of that in %s", name, a.file.path, b.file.path)
		}
		for i, kind := range t.types {
			if b.file.server != nil && !slices.Contains(counterparts[kind], other.types[i]) {
				return nil, fmt.Errorf("the column %s of the table %s is %s in %s and %s in %s", t.columns[i], name, kind, a.file.path, other.types[i], b.file.path)
			}
		}
		if t.number == "" {
			t.number = other.number
		}
	}
	if len(theirs) > len(ours) {
		return nil, fmt.Errorf("%s has tables that %s has not", b.file.path, a.file.path)
	}
	if err := a.refer(ctx, ours); err != nil {
		return nil, err
	}
	return ordered(ours), nil
}

// refer tells tables of a file what they refer to.
func (s *side) refer(ctx context.Context, tables map[string]*table) error {
	return Each(ctx, s.tx, func(row *sql.Rows) error {
		var from, column, to, key string
		if err := row.Scan(&from, &column, &to, &key); err != nil {
			return err
		}
		tables[from].refers = append(tables[from].refers, reference{column, tables[to]})
		tables[to].key = key
		return nil
	}, referencesOfFile)
}

// ordered puts tables after those that they refer to, and else in the order of names.
func ordered(tables map[string]*table) []*table {
	var out []*table
	var add func(t *table)
	add = func(t *table) {
		if slices.Contains(out, t) {
			return
		}
		for _, r := range t.refers {
			if r.to != t {
				add(r.to)
			}
		}
		out = append(out, t)
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		add(tables[name])
	}
	return out
}

// selection is the statement that reads columns of so many rows of a table, and only such
// as refer to rows that are read as well; 0: of all.
func (s *side) selection(t *table, columns string, most int64) string {
	query := `SELECT ` + columns + ` FROM ` + s.name(t.name)
	if most == 0 {
		return query
	}
	var where []string
	for _, r := range t.refers {
		where = append(where, fmt.Sprintf(`(%[1]q IS NULL OR %[1]q IN (SELECT * FROM (%[2]s) AS "of"))`, r.column, s.selection(r.to, fmt.Sprintf("%q", r.to.key), most)))
	}
	if len(where) > 0 {
		query += ` WHERE ` + strings.Join(where, ` AND `)
	}
	if t.key != "" { // the same rows whenever it is asked
		query += fmt.Sprintf(` ORDER BY %q`, t.key)
	}
	return query + fmt.Sprintf(` LIMIT %d`, most)
}

// all names all columns.
func (t *table) all() string {
	quoted := make([]string, len(t.columns))
	for i, c := range t.columns {
		quoted[i] = fmt.Sprintf("%q", c)
	}
	return strings.Join(quoted, ", ")
}

// given is the greatest number that was given to a row of a table, also to one that is
// there no longer.
func (s *side) given(ctx context.Context, t *table) (int64, error) {
	var greatest, before int64
	err := s.tx.QueryRowContext(ctx, fmt.Sprintf(`SELECT coalesce(max(%q), 0) FROM %s`, t.number, s.name(t.name))).Scan(&greatest)
	if err != nil {
		return 0, err
	}
	if !s.numbers[t.name] {
		return greatest, nil
	}
	if s.file.server == nil {
		err = s.tx.QueryRowContext(ctx, `SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?`, t.name).Scan(&before)
		return max(greatest, before), err
	}
	var sequence string
	if err = s.tx.QueryRowContext(ctx, `SELECT pg_get_serial_sequence(?, ?)`, s.name(t.name), t.number).Scan(&sequence); err == nil {
		err = s.tx.QueryRowContext(ctx, `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM `+sequence).Scan(&before)
	}
	return max(greatest, before), err
}

// goOn has a table's rows numbered after those that were given, where the database does.
func (s *side) goOn(ctx context.Context, t *table, given int64) error {
	if !s.numbers[t.name] || given == 0 {
		return nil
	}
	if s.file.server != nil { // this, unlike setval, is undone with the transaction
		_, err := s.tx.ExecContext(ctx, fmt.Sprintf(`ALTER TABLE %s ALTER COLUMN %q RESTART WITH %d`, s.name(t.name), t.number, given+1))
		return err
	}
	_, err := s.tx.ExecContext(ctx, `DELETE FROM sqlite_sequence WHERE name = ?`, t.name)
	_, insertErr := s.tx.ExecContext(ctx, `INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)`, t.name, given)
	return errors.Join(err, insertErr)
}

// silenced keeps triggers of tables from what is done until awake is called, which the
// transaction's end undoes as well.
func (s *side) silenced(ctx context.Context, tables []*table) (awake func() error, err error) {
	var asleep, again []string // statements
	if s.file.server != nil {
		again = append(again, `SET CONSTRAINTS ALL IMMEDIATE`)
		for _, t := range tables {
			asleep = append(asleep, fmt.Sprintf(`ALTER TABLE %s DISABLE TRIGGER USER`, s.name(t.name)))
			again = append(again, fmt.Sprintf(`ALTER TABLE %s ENABLE TRIGGER USER`, s.name(t.name)))
		}
	} else {
		err = Each(ctx, s.tx, func(row *sql.Rows) error {
			var name, text string
			err := row.Scan(&name, &text)
			asleep, again = append(asleep, fmt.Sprintf(`DROP TRIGGER %q`, name)), append(again, text)
			return err
		}, `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`)
	}
	each := func(statements []string) error {
		for _, statement := range statements {
			if _, err := s.tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}
	if err == nil {
		err = each(asleep)
	}
	return func() error { return each(again) }, err
}
