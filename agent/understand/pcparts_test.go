package understand

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/data"
)

// pcParts reads ../shared/data/pc-parts into shelves, all texts whole: what
// discovery would make of it is not tested here.
func pcParts(tb testing.TB) ([]catalog.Category, map[string]*catalog.Shelf) {
	tb.Helper()
	files, err := filepath.Glob("../../../shared/data/pc-parts/*.jsonl")
	if err != nil || len(files) == 0 {
		tb.Skip("no ../shared/data/pc-parts beside the repository")
	}
	slices.Sort(files)
	shelves := map[string]*catalog.Shelf{}
	var categories []catalog.Category
	for _, file := range files {
		c, shelf := pcCategory(tb, file)
		categories = append(categories, c)
		shelves[c.Path] = shelf
	}
	return categories, shelves
}

func pcCategory(tb testing.TB, file string) (catalog.Category, *catalog.Shelf) {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	path := strings.ReplaceAll(strings.TrimSuffix(filepath.Base(file), ".jsonl"), "-", " ")
	shelf := &catalog.Shelf{Name: path}
	cells, kinds := map[string][][]catalog.Value{}, map[string]catalog.Kind{}
	rows := bufio.NewScanner(f)
	for rows.Scan() {
		var p map[string]any
		if err := json.Unmarshal(rows.Bytes(), &p); err != nil {
			tb.Fatal(err)
		}
		n := len(shelf.Refs)
		shelf.Refs = append(shelf.Refs, catalog.Ref(n+1))
		brand, _, _ := strings.Cut(p["name"].(string), " ")
		p["brand"] = brand
		delete(p, "name")
		for key, x := range p {
			var v catalog.Value
			kind := catalog.Single
			switch x := x.(type) {
			case string:
				v.Text = x
			case float64:
				v.Number, v.Text, kind = x, catalog.FormatNumber(x), catalog.Numeric
			case bool:
				v.Text, kind = map[bool]string{true: "yes", false: "no"}[x], catalog.Flag
			default:
				continue
			}
			if known, ok := kinds[key]; ok && known != kind {
				continue
			}
			kinds[key] = kind
			for len(cells[key]) < n {
				cells[key] = append(cells[key], nil)
			}
			cells[key] = append(cells[key], []catalog.Value{v})
		}
	}
	c := catalog.Category{Path: path, Name: path, Size: len(shelf.Refs)}
	keys := make([]string, 0, len(cells))
	for key := range cells {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		for len(cells[key]) < len(shelf.Refs) {
			cells[key] = append(cells[key], nil)
		}
		a := catalog.Aspect{Key: key, Label: strings.ReplaceAll(key, "_", " "), Kind: kinds[key]}
		c.Aspects = append(c.Aspects, a)
		shelf.Columns = append(shelf.Columns, catalog.NewColumn(a, cells[key]))
	}
	return c, shelf
}

func BenchmarkBuildPCParts(b *testing.B) {
	categories, shelves := pcParts(b)
	syn, err := ParseSynonyms(data.Synonyms)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Build(categories, func(path string) *catalog.Shelf { return shelves[path] }, syn)
	}
}

// TestPCParts reads messages against real products.
func TestPCParts(t *testing.T) {
	categories, shelves := pcParts(t)
	syn, err := ParseSynonyms(data.Synonyms)
	if err != nil {
		t.Fatal(err)
	}
	v := Build(categories, func(path string) *catalog.Shelf { return shelves[path] }, syn)
	for _, tt := range []struct {
		message string
		want    []string
	}{
		{"black wireless headphnes with mic under $80", []string{
			"scope headphones  {headphones}", "wish color = Black  {color: Black}", "wish wireless = yes  {wireless}",
			"wish microphone = yes  {microphone}", "limit price .. 80  {up to $80}",
		}},
		{"keyboard with cherry mx brown, no rgb", []string{
			"scope keyboard  {keyboard}", "wish switches = Cherry MX Brown  {switches: Cherry MX Brown}", "limit not backlit = RGB  {not RGB}",
		}},
		{"gold power supply 750w", []string{
			"scope power supply  {power supply}", "wish efficiency = gold  {efficiency: gold}", "wish wattage 732 .. 768  {wattage: 750 W}",
		}},
		{"am5 motherboard", []string{"scope motherboard  {motherboard}", "wish socket = AM5  {socket: AM5}"}},
		{"cooler", []string{"scope cpu cooler  {cpu cooler}"}},
		{"rtx 4070", []string{"words [rtx 4070]"}},
		{"women's sneakers", []string{"words [women's sneakers]"}},
		{"brother tn-2110 toner", []string{"words [brother tn-2110 toner]"}},
	} {
		t.Run(tt.message, func(t *testing.T) {
			r := v.Understand(tt.message, Context{Currency: "USD"})
			checkSpans(t, v, tt.message, r)
			if diff := cmp.Diff(tt.want, readingLines(r)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
