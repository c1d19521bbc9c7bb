package discover_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"shopclerk/catalog"
)

// sharedData is the folder of real data, beside the repository.
const sharedData = "../../../shared/data"

// sharedFile skips the test unless the real data is there.
func sharedFile(t testing.TB, path string) string {
	t.Helper()
	path = filepath.Join(sharedData, path)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("shared data is absent: %v", err)
	}
	return path
}

// wholeCatalogue skips a test that reads a whole real catalogue where that takes
// long and proves nothing more: in short mode and under the race detector, which
// has nothing to find in code that runs in one goroutine.
func wholeCatalogue(t *testing.T) {
	t.Helper()
	if raceEnabled || testing.Short() {
		t.Skip("reading a whole shared catalogue: not in short mode or with -race")
	}
}

// readObject decodes one JSON object in key order and hands its members on.
func readObject(dec *json.Decoder, put func(key string, v any)) error {
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var v any
		if err := dec.Decode(&v); err != nil {
			return err
		}
		put(key.(string), v)
	}
	_, err := dec.Token()
	return err
}

func rawOf(v any) (catalog.Raw, bool) {
	switch v := v.(type) {
	case string:
		return catalog.Text(v), true
	case float64:
		return catalog.Number(v), true
	case bool:
		return catalog.Bool(v), true
	case []any:
		var list []catalog.Raw
		for _, e := range v {
			if r, ok := rawOf(e); ok {
				list = append(list, r)
			}
		}
		return catalog.List(list...), true
	}
	return catalog.Raw{}, false
}

// readLines reads a JSON Lines file: title names the title's key, and every
// member that fields does not name is an attribute.
func readLines(t testing.TB, path, category string, fields func(r *catalog.Record, key string, v any) bool) []catalog.Record {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var records []catalog.Record
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		r := catalog.Record{Category: category, Stock: -1}
		err := readObject(json.NewDecoder(bytes.NewReader(lines.Bytes())), func(key string, v any) { member(&r, key, v, fields) })
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records
}

func member(r *catalog.Record, key string, v any, fields func(r *catalog.Record, key string, v any) bool) {
	if fields(r, key, v) {
		return
	}
	if raw, ok := rawOf(v); ok {
		r.Attributes = append(r.Attributes, catalog.RawAttribute{Key: key, Value: raw})
	}
}

func pcParts(t testing.TB, category string) []catalog.Record {
	t.Helper()
	path := sharedFile(t, "pc-parts/"+category+".jsonl")
	return readLines(t, path, category, func(r *catalog.Record, key string, v any) bool {
		switch key {
		case "name":
			r.Title = v.(string)
		case "price":
			if f, ok := v.(float64); ok {
				r.Price = catalog.Price{Minor: int64(f*100 + 0.5), Currency: "USD"}
			}
		default:
			return false
		}
		return true
	})
}

func pcCategories(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(sharedFile(t, "pc-parts"), "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".jsonl")
	}
	return files
}

var icecatRecords = sync.OnceValues(func() ([]catalog.Record, error) {
	var records []catalog.Record
	for _, name := range []string{"1", "2", "3", "4"} {
		z, err := zip.OpenReader(filepath.Join(sharedData, "icecat", name+".json.zip"))
		if err != nil {
			return nil, err
		}
		defer z.Close()
		f, err := z.File[0].Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		if _, err := dec.Token(); err != nil {
			return nil, err
		}
		for dec.More() {
			r := catalog.Record{Stock: -1}
			if err := readObject(dec, func(key string, v any) { member(&r, key, v, icecatField) }); err != nil {
				return nil, err
			}
			records = append(records, r)
		}
	}
	return records, nil
})

func icecatField(r *catalog.Record, key string, v any) bool {
	s, _ := v.(string)
	switch key {
	case "id":
		r.ID = s
	case "title":
		r.Title = s
	case "short_description":
		r.Description = s
	case "supplier":
		r.Brand = s
	case "price":
		r.Price = catalog.Price{Minor: int64(v.(float64)), Currency: "EUR"}
	default:
		return !strings.HasPrefix(key, "attr_")
	}
	return true
}

func icecat(t testing.TB) []catalog.Record {
	t.Helper()
	sharedFile(t, "icecat/1.json.zip")
	records, err := icecatRecords()
	if err != nil {
		t.Fatal(err)
	}
	return records
}
