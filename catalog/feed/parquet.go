package feed

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// parquetMagic begins, and ends, a Parquet file.
var parquetMagic = []byte("PAR1")

// readParquet reads the rows of a Parquet file, each as the JSON object that it
// stands for, so that nested columns are read as nested objects are. A row's place is
// its number.
//
// The file is read where it lies; out of an archive it is copied beside other
// temporary files first, for its contents are listed at its end.
func readParquet(s *sink, r io.Reader) (err error) {
	at, size := s.at, s.size
	if at == nil {
		f, err := os.CreateTemp("", "feed-*.parquet")
		if err != nil {
			return fmt.Errorf("unpacking the parquet file: %w", err)
		}
		defer func() { _ = errors.Join(f.Close(), os.Remove(f.Name())) }()
		if size, err = io.Copy(f, r); err != nil {
			return err
		}
		at = f
	}
	// The library panics on some files that are damaged within.
	row := 0
	damaged := func(why any) error {
		return s.problem(s.place(row+1, 0), Malformed, "the parquet file is damaged at this row (%v); the rows from here on are missing. Write the file anew", why)
	}
	defer func() {
		if p := recover(); p != nil {
			err = damaged(p)
		}
	}()
	if err := plausibleFooter(at, size); err != nil {
		return err
	}
	f, err := parquet.OpenFile(at, size)
	if err == nil {
		err = plausiblePages(at, f.Metadata())
	}
	if err != nil {
		return fmt.Errorf("the parquet file can not be opened (%w): its list of contents is missing or damaged. Was the download cut off? Fetch it again", err)
	}
	schema := f.Schema()
	if s.columns != nil {
		var names []string
		for _, c := range schema.Fields() {
			names = append(names, c.Name())
		}
		s.columns(names)
	}
	rows := parquet.NewGenericReader[any](f)
	defer rows.Close()
	var text bytes.Buffer
	page := make([]any, 64)
	for {
		n, err := rows.Read(page)
		for _, v := range page[:n] {
			row++
			text.Reset()
			writeRow(&text, schema, v)
			if text.Len() > s.limit {
				if err := s.tooLong(s.place(row, 0), "the row", int64(text.Len())); err != nil {
					return err
				}
				continue
			}
			if err := s.parse(s.place(row, 0), text.Bytes()); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return damaged(err)
		}
		if n == 0 {
			return nil
		}
	}
}

// What a Parquet file says of its own sizes is what the library takes memory for: its list of contents is at
// most mostFooter bytes, the header of a page mostHeader, and an unpacked page mostPage, which is many times
// what writers make.
const mostFooter, mostHeader, mostPage = 16 << 20, 64 << 10, 64 << 20

// plausibleFooter refuses a file whose list of contents is said to be larger than the file, or than any is.
func plausibleFooter(at io.ReaderAt, size int64) error {
	var end [8]byte // a length, and the magic number
	if _, err := at.ReadAt(end[:], max(0, size-int64(len(end)))); err != nil {
		return fmt.Errorf("reading the end of the parquet file: %w", err)
	}
	if n := int64(binary.LittleEndian.Uint32(end[:])); n > min(size, mostFooter) && bytes.Equal(end[4:], parquetMagic) {
		return fmt.Errorf("the parquet file says that its list of contents has %d bytes, which is more than there are: it is damaged. Write it anew", n)
	}
	return nil
}

// plausiblePages refuses a file with a page that is said to be larger than any is.
func plausiblePages(at io.ReaderAt, contents *format.FileMetaData) error {
	header := make([]byte, mostHeader)
	for g := range contents.RowGroups {
		for c := range contents.RowGroups[g].Columns {
			m := &contents.RowGroups[g].Columns[c].MetaData
			from := m.DataPageOffset
			if d := m.DictionaryPageOffset; d > 0 {
				from = min(from, d)
			}
			for end := from + m.TotalCompressedSize; from < end; {
				n, err := at.ReadAt(header[:min(mostHeader, end-from)], from)
				if err != nil && (!errors.Is(err, io.EOF) || n == 0) {
					return fmt.Errorf("reading a page: %w", err)
				}
				var page format.PageHeader
				r := new(thrift.CompactProtocol).NewReaderFromBytes(header[:n])
				if err := thrift.NewDecoder(r).Decode(&page); err != nil {
					return fmt.Errorf("reading the header of a page: %w", err)
				}
				if page.UncompressedPageSize < 0 || page.UncompressedPageSize > mostPage || page.CompressedPageSize < 0 || page.CompressedPageSize > mostPage {
					return fmt.Errorf("a page of %d bytes, which is more than any has", max(page.UncompressedPageSize, page.CompressedPageSize))
				}
				from += int64(r.BytesRead()) + int64(page.CompressedPageSize)
			}
		}
	}
	return nil
}

// writeRow writes a row as JSON, with its columns in the order of the schema.
func writeRow(b *bytes.Buffer, schema *parquet.Schema, row any) {
	values, _ := row.(map[string]any) // rows are groups
	b.WriteByte('{')
	for _, f := range schema.Fields() {
		text, err := json.Marshal(plainValue(decimalValue(f, values[f.Name()])))
		if err != nil { // of no kind that JSON has, or no number
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(f.Name()) // cannot fail: a text
		b.Write(append(append(name, ':'), text...))
	}
	b.WriteByte('}')
}

// plainValue returns a value as encoding/json can write it.
func plainValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			v[k] = plainValue(v[k])
		}
	case []any:
		for i := range v {
			v[i] = plainValue(v[i])
		}
	case []byte:
		if !utf8.Valid(v) { // a picture, or another thing that is no text
			return nil
		}
		return string(v)
	case time.Time:
		return v.Format(time.RFC3339)
	}
	return v
}

// decimalValue returns a value of a column of decimals as a number, others as they are.
func decimalValue(column parquet.Field, v any) any {
	if column.Leaf() && column.Type().LogicalType() != nil {
		if d, ok := column.Type().LogicalType().Value.(*format.DecimalType); ok {
			if s, ok := scaled(v, int(d.Scale)); ok {
				return json.Number(s)
			}
		}
	}
	return v
}

// scaled spells a decimal number that is stored as a whole one.
func scaled(v any, scale int) (string, bool) {
	i := new(big.Int)
	switch v := v.(type) {
	case int32:
		i.SetInt64(int64(v))
	case int64:
		i.SetInt64(v)
	case []byte: // two's complement, the highest byte first
		i.SetBytes(v)
		if len(v) > 0 && v[0] >= 0x80 {
			i.Sub(i, new(big.Int).Lsh(big.NewInt(1), uint(8*len(v))))
		}
	default:
		return "", false
	}
	f := new(big.Rat).SetFrac(i, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil))
	return f.FloatString(scale), true
}
