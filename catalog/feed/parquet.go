package feed

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"time"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
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
	f, err := parquet.OpenFile(at, size)
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
			writeNode(&text, schema, v)
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

// writeNode writes a value as JSON, with the fields of a group in the order of the
// schema.
func writeNode(b *bytes.Buffer, n parquet.Node, v any) {
	switch v := v.(type) {
	case map[string]any:
		writeGroup(b, n, v)
	case []any:
		b.WriteByte('[')
		for i, w := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			writeNode(b, elementSchema(n), w)
		}
		b.WriteByte(']')
	default:
		writeScalar(b, n, v)
	}
}

func writeGroup(b *bytes.Buffer, n parquet.Node, v map[string]any) {
	var keys []string
	nodes := map[string]parquet.Node{}
	if n != nil && !n.Leaf() {
		for _, f := range n.Fields() {
			if _, ok := v[f.Name()]; ok {
				keys = append(keys, f.Name())
				nodes[f.Name()] = f
			}
		}
	}
	if len(keys) < len(v) { // a map, whose keys the schema does not have
		keys = node(v).keys()
	}
	b.WriteByte('{')
	for i, k := range keys {
		if i > 0 {
			b.WriteByte(',')
		}
		writeJSON(b, k)
		b.WriteByte(':')
		writeNode(b, nodes[k], v[k])
	}
	b.WriteByte('}')
}

// elementSchema is the schema of a list's elements, nil where it can not be told.
func elementSchema(n parquet.Node) parquet.Node {
	if n == nil || n.Leaf() {
		return n
	}
	if fields := n.Fields(); len(fields) == 1 && fields[0].Repeated() && !fields[0].Leaf() { // a LIST
		if inner := fields[0].Fields(); len(inner) == 1 {
			return inner[0]
		}
		return fields[0]
	}
	return n
}

func writeScalar(b *bytes.Buffer, n parquet.Node, v any) {
	if d := decimalScale(n); d >= 0 {
		if s, ok := scaled(v, d); ok {
			b.WriteString(s)
			return
		}
	}
	switch text := v.(type) {
	case []byte:
		if v = string(text); !utf8.Valid(text) { // a picture, or another thing that is no text
			v = nil
		}
	case time.Time:
		v = text.Format(time.RFC3339)
	}
	writeJSON(b, v)
}

// decimalScale is how many digits of a value stand behind the point, −1 where that is not
// said.
func decimalScale(n parquet.Node) int {
	if n == nil || !n.Leaf() || n.Type().LogicalType() == nil {
		return -1
	}
	if d, ok := n.Type().LogicalType().Value.(*format.DecimalType); ok {
		return int(d.Scale)
	}
	return -1
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

// writeJSON writes a text, a number or a boolean.
func writeJSON(b *bytes.Buffer, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		text = []byte("null") // of no kind that JSON has, or no number
	}
	b.Write(text)
}
