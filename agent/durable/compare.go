package durable

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"
)

// Compare reads two sides from end to end, in pairs of the same kind, and returns what
// they both hold, or [ErrDifferent].
func Compare(ctx context.Context, a, b []*File) ([]Transferred, error) {
	var all []Transferred
	for i := range a {
		tables, err := compareFiles(ctx, a[i], b[i])
		if err != nil {
			return nil, errors.Join(a[i].Wrap("comparing "+a[i].kind.Name, err), ctx.Err())
		}
		all = append(all, tables...)
	}
	return all, nil
}

func compareFiles(ctx context.Context, a, b *File) ([]Transferred, error) {
	left, err := beginReading(ctx, a)
	if err != nil {
		return nil, err
	}
	defer left.tx.Rollback() // nothing is written
	right, err := beginReading(ctx, b)
	if err != nil {
		return nil, err
	}
	defer right.tx.Rollback() // nothing is written
	tables, err := paired(ctx, left, right)
	out := make([]Transferred, len(tables))
	for i, t := range tables {
		if out[i], err = compared(ctx, left, right, t, 0); err != nil {
			return nil, err
		}
	}
	return out, err
}

// Empty returns [ErrHeld] where a file or schema holds what a new one does not.
func (f *File) Empty(ctx context.Context) error {
	return f.Wrap("reading "+f.kind.Name, f.View(ctx, func(tx *sql.Tx) error {
		return (&side{file: f, tx: tx}).empty(ctx)
	}))
}

// records are a table's rows, in the words that both databases have.
type records struct {
	*sql.Rows
	ctx    context.Context
	values []any
	into   []any
}

func (s *side) read(ctx context.Context, t *table, sample int64) (*records, error) {
	quick := ctx
	if s.file.server == nil {
		quick = context.WithoutCancel(ctx)
	}
	rows, err := s.tx.QueryContext(quick, s.selection(t, t.all(), sample))
	if err != nil {
		return nil, err
	}
	r := &records{Rows: rows, ctx: ctx, values: make([]any, len(t.columns)), into: make([]any, len(t.columns))}
	for i := range r.values {
		r.into[i] = &r.values[i]
	}
	return r, nil
}

// next is the next row's values, until it is called again: nil, int64, float64, string or
// []byte. It ends with [io.EOF].
func (r *records) next() ([]any, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if !r.Next() {
		if err := r.Err(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	if err := r.Scan(r.into...); err != nil {
		return nil, err
	}
	for i, v := range r.values {
		if b, ok := v.(bool); ok {
			r.values[i] = int64(0)
			if b {
				r.values[i] = int64(1)
			}
		}
	}
	return r.values, nil
}

// sum is what rows are known by, in whatever order they are read: their number and the
// sum of the hashes of each.
type sum struct {
	rows, bytes, replaced int64
	hash                  [4]uint64
	room                  []byte
}

// add adds a row: of each of its values the type, the length and the bytes. A text is the
// one that PostgreSQL has of it.
func (s *sum) add(values []any) error {
	row := s.room[:0]
	for _, v := range values {
		switch v := v.(type) {
		case nil:
			row = append(row, 0)
		case int64:
			row = binary.BigEndian.AppendUint64(append(row, 1), uint64(v))
		case float64:
			row = binary.BigEndian.AppendUint64(append(row, 2), math.Float64bits(v))
		case string:
			text := storable(v)
			if text != v {
				s.replaced++
			}
			row = append(binary.BigEndian.AppendUint64(append(row, 3), uint64(len(text))), text...)
		case []byte:
			row = append(binary.BigEndian.AppendUint64(append(row, 4), uint64(len(v))), v...)
		default:
			return fmt.Errorf("a value is a %T", v)
		}
	}
	s.room = row
	s.rows, s.bytes = s.rows+1, s.bytes+int64(len(row))
	hash := sha256.Sum256(row)
	for i := range s.hash {
		s.hash[i] += binary.BigEndian.Uint64(hash[8*i:])
	}
	return nil
}

// sum reads a table, or a sample of it.
func (s *side) sum(ctx context.Context, t *table, sample int64) (sum, error) {
	var out sum
	rows, err := s.read(ctx, t, sample)
	if err != nil {
		return out, err
	}
	defer rows.Close()
	for {
		values, err := rows.next()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		if err := out.add(values); err != nil {
			return out, err
		}
	}
}

// compared reads a table on two sides, of the first a sample.
func compared(ctx context.Context, a, b *side, t *table, sample int64) (Transferred, error) {
	begin := time.Now()
	out := Transferred{Name: a.file.kind.Schema + "." + t.name}
	left, err := a.sum(ctx, t, sample)
	if err != nil {
		return out, err
	}
	right, err := b.sum(ctx, t, 0)
	if err != nil {
		return out, err
	}
	if sample == 0 && (left.rows != right.rows || left.hash != right.hash) { // which rows a sample has, nobody promises
		return out, fmt.Errorf("%w: %s has %d rows in %s and %d in %s, of the hashes %016x and %016x",
			ErrDifferent, out.Name, left.rows, a.file.path, right.rows, b.file.path, left.hash, right.hash)
	}
	out.Rows, out.Total, out.Bytes, out.Replaced = left.rows, left.rows, left.bytes, left.replaced+right.replaced
	out.Hash, out.Took = fmt.Sprintf("%016x", left.hash[0]), time.Since(begin)
	return out, nil
}

// empty returns [ErrHeld] where there is what a new file does not have.
func (s *side) empty(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "shopclerk")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	f, err := Open(ctx, filepath.Join(dir, "new.db"), s.file.kind)
	if err != nil {
		return err
	}
	defer f.Close()
	fresh, err := beginReading(ctx, f)
	if err != nil {
		return err
	}
	defer fresh.tx.Rollback() // nothing is written
	tables, err := fresh.tables(ctx)
	if err != nil {
		return err
	}
	own, err := s.tables(ctx)
	for name := range own {
		t := tables[name]
		if t == nil {
			continue // what is not in both is told by whoever pairs them
		}
		want, err := fresh.sum(ctx, t, 0)
		if err != nil {
			return err
		}
		got, err := s.sum(ctx, t, want.rows+1)
		if err != nil {
			return err
		}
		if got.rows != want.rows || got.hash != want.hash {
			return fmt.Errorf("%w: the table %s of %s has rows", ErrHeld, name, s.file.path)
		}
	}
	return err
}
