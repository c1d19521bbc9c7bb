package discover_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
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

// raced reports whether the race detector runs; see race_test.go.
var raced bool

// wholeCatalogue skips a test that reads a whole real catalogue where that takes
// long and proves nothing more: in short mode and under the race detector, which
// has nothing to find in code that runs in one goroutine.
func wholeCatalogue(t *testing.T) {
	t.Helper()
	if raced || testing.Short() {
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

// A shop of which nothing is known but its titles gets types for most of them, and
// none of the words that have been types and are none.
func TestTypesOfSharedTitles(t *testing.T) {
	wholeCatalogue(t)
	f, err := os.Open(sharedFile(t, "crowdflower/products.csv.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	records := make([]catalog.Record, 0, len(rows))
	for _, row := range rows[1:] {
		records = append(records, catalog.Record{ID: row[0], Title: row[1], Stock: -1})
	}
	brands := induceBrands(func(yield func(string) bool) {
		for i := range records {
			if !yield(records[i].Title) {
				return
			}
		}
	})
	for i := range records {
		records[i].Brand = brands.Of(records[i].Title)
	}
	r := discover.InduceTypes(slices.Values(records)).Report()
	t.Logf("%d types, %d of %d products typed", len(r.Types), r.Typed, r.Products)
	if typed := float64(r.Typed) / float64(r.Products); typed < 0.88 {
		t.Errorf("only %.3f of the products have a type", typed)
	}
	for _, ty := range r.Types {
		switch ty {
		case "Colors", "Designers", "Editions", "Sets", "Set", "Kits", "Kit", "Units", "Unit", "Blank", "Pins", "Packs", "Pack", "Black", "White":
			t.Errorf("%q is a type", ty)
		}
	}
}

// Every attribute of pc-parts is clean, so all of them can be asked about.
func TestSchemasOfSharedParts(t *testing.T) {
	wholeCatalogue(t)
	for _, category := range pcCategories(t) {
		records := pcParts(t, category)
		s := learn(nil, records)
		for _, a := range s.Aspects {
			if !a.Askable {
				t.Errorf("%s: %s cannot be asked about: %s", category, a.Key, a.Why)
			}
		}
		for i := range records {
			p := s.Product(&records[i])
			n := len(records[i].Attributes)
			if records[i].Price.Known() {
				n++
			}
			if len(p.Attributes) != n {
				t.Fatalf("%s: %q has %d attributes of %d: %s", category, p.Title, len(p.Attributes), n, spell(p))
			}
		}
	}
}

// The kinds that the shapes of pc-parts call for.
func TestKindsOfSharedParts(t *testing.T) {
	tests := []struct{ category, want string }{
		{"mouse", "color:multi connection_type:multi hand_orientation:single max_dpi:number price:number tracking_method:single"},
		{"case-fan", "airflow:number color:multi noise_level:number price:number pwm:flag rpm:number size:number"},
		{"monitor", "aspect_ratio:single panel_type:single price:number refresh_rate:number resolution:single response_time:number screen_size:number"},
		{"optical-drive", "bd:number bd_write:single cd:number cd_write:single dvd:number dvd_write:single price:number"},
		{"webcam", "connection:single focus_type:single fov:number os:multi price:number resolutions:multi"},
	}
	for _, tt := range tests {
		var got []string
		for _, a := range learn(nil, pcParts(t, tt.category)).Aspects {
			got = append(got, a.Key+":"+a.Kind.String())
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.category, s, tt.want)
		}
	}
}

// Thousands of sparse keys become a few questions per type.
func TestQuestionsOfSharedIcecat(t *testing.T) {
	wholeCatalogue(t)
	records := icecat(t)
	p := discover.NewProfile(nil)
	keys := make(map[string]bool)
	for i := range records {
		for _, a := range records[i].Attributes {
			keys[a.Key] = true
		}
		p.Add(&records[i])
	}
	s := p.Schema()
	askable := 0
	for _, a := range s.Aspects {
		if a.Askable {
			askable++
		}
	}
	if len(keys) < 5000 || askable == 0 || askable > 30 {
		t.Errorf("%d keys became %d questions", len(keys), askable)
	}
}

// A catalogue with categories and a single attribute, which lists tags.
func TestTagsOfSharedFashion(t *testing.T) {
	path := sharedFile(t, "fashion/products.jsonl")
	records := readLines(t, path, "fashion", func(r *catalog.Record, key string, v any) bool {
		if key == "title" {
			r.Title, _ = v.(string)
		}
		return key != "tags"
	})
	s := learn(nil, records)
	if len(s.Aspects) != 1 || s.Aspects[0].Kind != catalog.Multi || !s.Aspects[0].Askable {
		t.Errorf("aspects: %+v", s.Aspects)
	}
}
