package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/crc64"
	"io"
	"math"
	"os"
	"slices"
	"strings"
)

// An import keeps two kinds of sums. The whole file's is in its header, at sumAt, where
// SQLite leaves four bytes to programs: one reading, at the speed of the disk, tells that
// nothing is damaged. The sums of each table's rows, and of each blob of meta, are in meta:
// where the file is damaged they tell what of it still is as it was stored.
const (
	sumAt    = 60
	metaSums = "sums"
)

var (
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
	ecma       = crc64.MakeTable(crc64.ECMA)
)

// Damage reports a file that is not what the import wrote.
type Damage struct {
	// Parts are the tables whose rows differ, and blobs of meta, as "meta KEY". Where there
	// is none, what is damaged is made of them: indexes, the places between.
	Parts []string
}

// Error implements error.
func (d *Damage) Error() string {
	if len(d.Parts) == 0 {
		return "the catalogue's file is damaged, but none of its rows"
	}
	return "the catalogue's file is damaged in " + strings.Join(d.Parts, ", ")
}

// Check reads the file from end to end and returns [*Damage] where it is damaged. A file
// whose import kept no sums, or that another has replaced, is not looked at.
func (s *Store) Check(ctx context.Context) error {
	f, err := os.Open(s.path)
	if err != nil {
		return fmt.Errorf("checking the catalogue: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !os.SameFile(info, s.file) {
		return err
	}
	sum, kept, err := fileSum(ctx, f)
	if err != nil || kept == 0 || sum == kept {
		return err
	}
	d := &Damage{}
	var sums map[string]uint64
	if err := s.decodeMeta(ctx, metaSums, &sums); err != nil {
		d.Parts = append(d.Parts, "meta "+metaSums)
		return errors.Join(d, ctx.Err())
	}
	found := map[string]uint64{}
	for _, table := range tables {
		if err := sumRows(ctx, s.db, table, found); err != nil {
			found[table] = sums[table] + 1
		}
	}
	for part, sum := range sums {
		if found[part] != sum {
			d.Parts = append(d.Parts, part)
		}
	}
	slices.Sort(d.Parts)
	return errors.Join(d, ctx.Err())
}

// fileSum sums a file but for the sum in it, which it returns too. A sum is never 0.
func fileSum(ctx context.Context, f io.ReaderAt) (sum, kept uint32, err error) {
	part := make([]byte, 1<<20)
	for at := int64(0); err == nil; at += int64(len(part)) {
		var n int
		if n, err = f.ReadAt(part, at); at == 0 && n >= sumAt+4 {
			kept = binary.BigEndian.Uint32(part[sumAt:])
			clear(part[sumAt : sumAt+4])
		}
		sum = crc32.Update(sum, castagnoli, part[:n])
		if err == nil {
			err = ctx.Err()
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return max(1, sum), kept, err
}

// seal writes a file's sum into it, for good.
func seal(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("sealing the catalogue: %w", err)
	}
	sum, _, err := fileSum(ctx, f)
	if err == nil {
		_, err = f.WriteAt(binary.BigEndian.AppendUint32(nil, sum), sumAt)
	}
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("sealing the catalogue: %w", err)
	}
	return nil
}

// tables are all of the schema's.
var tables = []string{"category", "aspect", "value", "product", "variant", "attribute", "problem", "meta", "vector"}

// rowSum sums a row as it is stored. The sums of rows are added up, whatever their order.
func rowSum(row []any) (uint64, error) {
	var b []byte
	for _, v := range row {
		v, err := driver.DefaultParameterConverter.ConvertValue(v)
		if err != nil {
			return 0, err
		}
		switch v := v.(type) {
		case int64:
			b = binary.LittleEndian.AppendUint64(append(b, 'i'), uint64(v))
		case bool:
			n := uint64(0)
			if v {
				n = 1
			}
			b = binary.LittleEndian.AppendUint64(append(b, 'i'), n)
		case float64:
			b = binary.LittleEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
		case string:
			b = append(binary.LittleEndian.AppendUint64(append(b, 't'), uint64(len(v))), v...)
		case []byte:
			b = append(binary.LittleEndian.AppendUint64(append(b, 't'), uint64(len(v))), v...)
		default:
			b = append(b, 'n')
		}
	}
	return crc64.Checksum(b, ecma), nil
}

// checksumKey is what a row's sum is added to.
func checksumKey(table string, row []any) string {
	if table == "meta" {
		return fmt.Sprintf("meta %s", row[0])
	}
	return table
}

// sumRows adds the sums of a table's rows.
func sumRows(ctx context.Context, db *sql.DB, table string, to map[string]uint64) error {
	rows, err := db.QueryContext(ctx, `SELECT * FROM `+table+` NOT INDEXED`)
	if err != nil {
		return err
	}
	columns, err := rows.Columns()
	if err != nil {
		return errors.Join(err, rows.Close())
	}
	row, at := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		at[i] = &row[i]
	}
	return each(rows, func() error {
		if err := rows.Scan(at...); err != nil {
			return err
		}
		sum, err := rowSum(row)
		to[checksumKey(table, row)] += sum
		return err
	})
}

// insert stores a row and adds its sum.
func (w *Writer) insert(ctx context.Context, table string, row ...any) error {
	stmt, err := w.statement(ctx, table)
	if err != nil {
		return err
	}
	result, err := stmt.ExecContext(ctx, row...)
	if err != nil {
		return err
	}
	sum, err := rowSum(row)
	if n, _ := result.RowsAffected(); n > 0 { // else the row was there
		w.sums[checksumKey(table, row)] += sum
	}
	return err
}

// Truth fills an empty catalogue with what a store has of a feed, with the refs that it
// has there: with all but the vectors and the blobs of meta that are named as derived. The
// store's file is the one at the writer's path, and [Store.Check] found all of that as it
// was stored.
func (w *Writer) Truth(ctx context.Context, s *Store, derived ...string) error {
	var sums map[string]uint64
	err := s.decodeMeta(ctx, metaSums, &sums)
	if err == nil || errors.Is(err, ErrNotFound) { // of an older import
		err = w.commit(ctx)
	}
	if err == nil {
		_, err = w.db.ExecContext(ctx, `ATTACH ? AS old`, uri(s.path)+"?mode=ro&immutable=1")
	}
	if err != nil {
		return fmt.Errorf("copying a catalogue: %w", err)
	}
	leave, err := json.Marshal(append(derived, metaSums, "version", "schema"))
	for _, table := range tables {
		if err != nil || table == "vector" {
			break
		}
		where := ""
		if table == "meta" {
			where = ` WHERE key NOT IN (SELECT value FROM json_each('` + string(leave) + `'))`
		}
		_, err = w.db.ExecContext(ctx, `INSERT INTO main.`+table+` SELECT * FROM old.`+table+where)
	}
	if _, detachErr := w.db.ExecContext(ctx, `DETACH old`); err != nil || detachErr != nil {
		return fmt.Errorf("copying a catalogue: %w", errors.Join(err, detachErr))
	}
	w.origins = s.Origins()
	for part, sum := range sums {
		key, blob := strings.CutPrefix(part, "meta ")
		if part != "vector" && !(blob && slices.Contains(append(derived, "version", "schema"), key)) {
			w.sums[part] = sum
		}
	}
	return nil
}
