package desk

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/desk/control"
	"shopclerk/catalog"
	"shopclerk/catalog/sqlite"
	"shopclerk/cmd/internal/live"
	"shopclerk/search/index"
	"shopclerk/words"
)

// lampShop is a catalogue of forty lamps whose greys are spelled in two ways, and of
// forty desks without colours.
func lampShop(t testing.TB) *sqlite.Store {
	t.Helper()
	dir := t.TempDir()
	var records []catalog.Record
	for i := range 40 {
		colour := []string{"grey", "gray", "black", "white", "grey"}[i%5]
		lamp := catalog.Record{ID: fmt.Sprint("lamp", i), Brand: "Larkfield", Category: "Home > Lamps", Title: fmt.Sprint(colour, " lamp ", i)}
		lamp.Attributes = append(lamp.Attributes, catalog.RawAttribute{Key: "Colour", Value: catalog.Text(colour)})
		if i%2 == 0 {
			lamp.Attributes = append(lamp.Attributes, catalog.RawAttribute{Key: "Shade", Value: catalog.Text([]string{"glass", "paper"}[i/2%2])})
		}
		records = append(records, lamp, catalog.Record{ID: fmt.Sprint("desk", i), Brand: "Larkfield", Category: "Office > Desks", Title: fmt.Sprint("desk ", i),
			Attributes: []catalog.RawAttribute{{Key: "Legs", Value: catalog.Text([]string{"steel", "oak"}[i%2])}}})
	}
	if _, err := index.Build(t.Context(), dir, index.FromSeq(slices.Values(records)), index.Options{Seed: 1}); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Open(t.Context(), filepath.Join(dir, index.CatalogFile))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

// readinessOf asks for the page and returns its tables' rows, as CSV.
func readinessOf(t *testing.T, d *Desk, category string) map[string][]string {
	t.Helper()
	get := httptest.NewRequest("GET", "/desk/readiness", nil)
	r := &Request{Request: get, Words: words.From(get.Context()), Now: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC), Category: category, query: url.Values{}}
	p, err := d.readiness(r)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, table := range p.Tables {
		text, err := table.CSV(r)
		if err != nil {
			t.Fatal(err)
		}
		out[table.ID] = strings.Split(strings.TrimSpace(string(text)), "\r\n")[1:]
		for i, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("table %s, row %d: %d cells under %d columns", table.ID, i, len(row), len(table.Columns))
			}
		}
	}
	return out
}

func TestReadiness(t *testing.T) {
	d := &Desk{Generation: &live.Generation{Store: lampShop(t)}, room: &room{}}

	shop := readinessOf(t, d, "")
	want := map[string][]string{
		// of 40 lamps, 16 grey and 8 each gray, black and white: (16·16 + 3·8·8)/40 are left
		"categories": {"Lamps,40,2,0.75,11.2,1,8", "Desks,40,1,1,20,0,0"},
		"duplicates": {"grey (16) · gray (8),Colour,Lamps,British or American spelling,24,8,0,Merge into “grey”"},
		// one lamp in two has a shade, of glass or of paper: (20·10 + 20·40)/40 are left
		"gaps": {"Shade,Lamps,20,0.5,0.5,25,1,20"},
	}
	if diff := cmp.Diff(want, shop); diff != "" {
		t.Errorf("the shop (-want +got):\n%s", diff)
	}

	lamps := readinessOf(t, d, "Home > Lamps")
	if got := lamps["troubles"]; len(got) != 2 || !strings.HasPrefix(got[0], "Brand,No,") || !strings.HasPrefix(got[1], "Shade,Yes,50.0 % of products have no value") {
		t.Errorf("troubles of lamps: %q", got)
	}
	if got := lamps["aspects"]; len(got) != 2 || !strings.HasPrefix(got[0], "Colour,1,4,") {
		t.Errorf("aspects of lamps: %q", got)
	}
	desks := readinessOf(t, d, "Office > Desks")
	if len(desks["troubles"]) != 1 || len(desks["duplicates"]) != 0 {
		t.Errorf("desks: %v", desks)
	}
}

// What a merchandiser has merged is not offered again, and what is half merged is.
func TestReadinessOfMerged(t *testing.T) {
	d := &Desk{Generation: &live.Generation{Store: lampShop(t)}, room: &room{}}
	for _, tc := range []struct {
		name   string
		values []string
		open   int
	}{{"all", []string{"grey", "Gray"}, 0}, {"others", []string{"black", "white"}, 1}, {"not all", []string{"grey", "white"}, 1}} {
		set := control.Setting{Kind: control.KindMerge, Category: "Home > Lamps", Aspect: "colour", Name: tc.values[0], Values: tc.values}
		d.Board = &Board{log: control.Log{{Sequence: 1, Act: control.Act{Set: &set}}}}
		if got := readinessOf(t, d, "")["duplicates"]; len(got) != tc.open {
			t.Errorf("%s merged: %q, want %d", tc.name, got, tc.open)
		}
	}
}
