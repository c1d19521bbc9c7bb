package wide

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog/feed"
)

// The table has the shape that it promises, and equal seeds make equal tables.
func TestRecords(t *testing.T) {
	const rows = 10_000
	records := slices.Collect(Records(1, rows))
	if len(records) != rows {
		t.Fatalf("%d rows", len(records))
	}
	if diff := cmp.Diff(records, slices.Collect(Records(1, rows))); diff != "" {
		t.Errorf("the second table is another:\n%s", diff)
	}
	distinct := map[string]map[string]bool{}
	ids := map[string]bool{}
	for _, r := range records {
		ids[r.ID] = true
		for _, a := range r.Attributes {
			if distinct[a.Key] == nil {
				distinct[a.Key] = map[string]bool{}
			}
			distinct[a.Key][a.Value.Text] = true
		}
	}
	if len(ids) != rows {
		t.Errorf("%d ids for %d rows", len(ids), rows)
	}
	if n := len(distinct["prod_name"]); n < rows*4/10 || n > rows*5/10 {
		t.Errorf("%d names", n)
	}
	for i := 0; i < len(Columns)-1; i++ {
		if name, code := Columns[i], Columns[i+1]; code == "colour_group_code" || code == "product_code" || code == "department_no" {
			if len(distinct[name]) != len(distinct[code]) {
				t.Errorf("%d values of %s and %d of %s", len(distinct[name]), name, len(distinct[code]), code)
			}
		}
	}
}

// The mapping is one that an import takes.
func TestMapping(t *testing.T) {
	if _, err := feed.ParseMapping(bytes.NewBufferString(Mapping)); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := WriteCSV(&b, Records(1, 10)); err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(b.Bytes(), []byte("\n")); lines != 11 {
		t.Errorf("%d lines:\n%s", lines, b.Bytes())
	}
}
