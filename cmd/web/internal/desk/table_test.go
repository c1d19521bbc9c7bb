package desk

import (
	"encoding/csv"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/views/chart"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// asked is a request for a page with a query.
func asked(query string) *Request {
	r := httptest.NewRequest(http.MethodGet, "/desk/questions?"+query, nil)
	now := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	return &Request{Request: r, Words: words.English, Now: now, Period: daysBack(7, now), query: r.URL.Query()}
}

// aspects is a table with every kind of cell.
func aspects() *Table {
	return &Table{ID: "aspects", Caption: "Aspects", Order: "-shown", Columns: []Column{
		{Key: "aspect", Label: "Aspect"}, {Key: "shown", Label: "Shown", Kind: Count}, {Key: "answered", Label: "Answered", Kind: Share},
		{Key: "effect", Label: "Effect", Kind: Change}, {Key: "bits", Label: "Bits", Kind: Decimal}, {Key: "took", Label: "Took", Kind: Seconds}, {Key: "last", Label: "Last", Kind: Moment},
	}, Rows: [][]Cell{
		{Name("colour").To("/desk/questions/colour"), Value(1234), Value(0.5), Within(0.1, -0.05, 0.25), Value(1.234), Value(75), When(time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC))},
		{Name("=cmd|' /C calc'!A0"), Value(20), Unknown(), Within(-0.1, -0.2, -0.02).With("few"), Value(-1), Value(0.25), When(time.Time{})},
		{Name("Brand, \"big\""), Value(30), Value(1), Unknown(), Unknown(), Value(7200), When(time.Date(2026, 5, 3, 8, 0, 0, 0, time.UTC))},
	}}
}

func firsts(t view.Table) []string {
	var out []string
	for _, r := range t.Rows {
		out = append(out, r.Cells[0].Text)
	}
	return out
}

func TestTableView(t *testing.T) {
	v := aspects().View(asked("category=x"))
	var cells [][]string
	for _, r := range v.Rows {
		var row []string
		for _, c := range r.Cells {
			row = append(row, strings.TrimSuffix(c.Text+" | "+c.Note, " | "))
		}
		cells = append(cells, row)
	}
	want := [][]string{
		{"colour", "1,234", "50.0 %", "+10.0 % | −5.0\u00a0%\u00a0to\u00a0+25.0\u00a0%", "1.23", "1.2 min", "2026-05-01 08:00"},
		{"Brand, \"big\"", "30", "100.0 %", "–", "–", "2.0 h", "2026-05-03 08:00"},
		{"=cmd|' /C calc'!A0", "20", "–", "−10.0 % | −20.0\u00a0%\u00a0to\u00a0−2.0\u00a0% · few", "−1.00", "0.2 s", "–"},
	}
	if diff := cmp.Diff(want, cells); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if h := v.Columns[1]; h.Sorted != "descending" || h.Sort != "/desk/questions?category=x&sort-aspects=shown#aspects-caption" {
		t.Errorf("the column that sorts: %+v", h)
	}
	if h := v.Columns[2]; h.Sorted != "" || h.Sort != "/desk/questions?category=x&sort-aspects=-answered#aspects-caption" {
		t.Errorf("another column: %+v", h)
	}
	if v.CSV != "/desk/questions?category=x&format=csv&table=aspects" {
		t.Errorf("CSV at %s", v.CSV)
	}
}

func TestTableSorts(t *testing.T) {
	const colour, brand, formula = "colour", "Brand, \"big\"", "=cmd|' /C calc'!A0"
	for by, want := range map[string][]string{
		"": {colour, brand, formula}, "shown": {formula, brand, colour}, "aspect": {formula, brand, colour}, "-aspect": {colour, brand, formula},
		"effect": {formula, colour, brand}, "-effect": {colour, formula, brand}, "-last": {brand, colour, formula}, "nothing": {colour, brand, formula},
	} {
		if got := firsts(aspects().View(asked("sort-aspects=" + by))); !cmp.Equal(got, want) {
			t.Errorf("by %q: %q, want %q", by, got, want)
		}
	}
	paged := aspects()
	paged.Paged = true
	v := paged.View(asked("sort-aspects=shown"))
	if v.Columns[1].Sort != "" || firsts(v)[0] != colour {
		t.Errorf("a page of many sorts itself: %+v", v.Columns[1])
	}
}

func TestCSV(t *testing.T) {
	got, err := aspects().CSV(asked("sort-aspects=shown"))
	if err != nil {
		t.Fatal(err)
	}
	want := "aspect,shown,answered,effect,effect_low,effect_high,bits,took,last\r\n" +
		"'=cmd|' /C calc'!A0,20,,-0.1,-0.2,-0.02,-1,0.25,\r\n" +
		"\"Brand, \"\"big\"\"\",30,1,,,,,7200,2026-05-03T08:00:00Z\r\n" +
		"colour,1234,0.5,0.1,-0.05,0.25,1.234,75,2026-05-01T08:00:00Z\r\n"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSendCSV(t *testing.T) {
	one := &Page{Tables: []*Table{aspects()}}
	two := &Page{Tables: []*Table{aspects(), {ID: "other", Columns: []Column{{Key: "a"}}}}}
	for _, tc := range []struct {
		page  *Page
		query string
		line  string // the first
	}{
		{one, "", "aspect,"}, {two, "table=aspects", "aspect,"}, {two, "table=other", "a\r\n"}, {two, "", ""}, {one, "table=nothing", ""},
	} {
		w := httptest.NewRecorder()
		err := tc.page.sendCSV(w, asked(tc.query))
		if (err == nil) != (tc.line != "") || !strings.HasPrefix(w.Body.String(), tc.line) {
			t.Errorf("%q: %q, %v", tc.query, w.Body.String(), err)
		}
		if err == nil && (w.Header().Get("Content-Type") != "text/csv; charset=utf-8" || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment; ")) {
			t.Errorf("headers %v", w.Header())
		}
	}
}

// The name of a file that has not all rows says so.
func TestFileName(t *testing.T) {
	table := aspects()
	for of, want := range map[int]string{0: "aspects.csv", len(table.Rows): "aspects.csv", 12345: "aspects-first-3-of-12345.csv"} {
		if table.Of = of; table.fileName() != want {
			t.Errorf("of %d: %s, want %s", of, table.fileName(), want)
		}
	}
}

// Whatever the texts, a program reads back as many fields, and no spreadsheet sees a
// formula.
func TestCSVIsInert(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.StringMatching(`[ =+\-@\t\r\n"',;]{0,4}[a-z]*`)), 1, 5).Draw(t, "texts")
		table := &Table{ID: "t"}
		var row []Cell
		for _, s := range texts {
			table.Columns = append(table.Columns, Column{Key: "k"})
			row = append(row, Name(s))
		}
		table.Rows = [][]Cell{row}
		out, err := table.CSV(asked(""))
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(strings.NewReader(string(out))).ReadAll()
		if err != nil || len(lines) != 2 && strings.Join(texts, "") != "" {
			t.Fatalf("%d lines, %v: %q", len(lines), err, out)
		}
		for _, line := range lines[1:] {
			for i, field := range line {
				if f := strings.TrimLeft(field, " \u00a0\ufeff"); f != "" && strings.ContainsAny(f[:1], "=+-@\t\r\n") {
					t.Fatalf("%q is written as %q", texts[i], field)
				}
			}
		}
	})
}

func TestTile(t *testing.T) {
	r := asked("")
	for _, tc := range []struct {
		kind        Kind
		now, before float64
		want        view.Tile
	}{
		{Count, 1200, 1000, view.Tile{Value: "1,200", Change: "+20.0 %", Trend: view.Up, Before: "1,000 in the period before"}},
		{Count, 0, 10, view.Tile{Value: "0", Change: "−100.0 %", Trend: view.Down, Before: "10 in the period before"}},
		{Count, 5, 0, view.Tile{Value: "5", Before: "0 in the period before"}},
		{Count, 5, 5, view.Tile{Value: "5", Change: "0.0 %", Before: "5 in the period before"}},
		{Count, 5, math.NaN(), view.Tile{Value: "5", Before: "Not known of the period before"}},
		{Share, math.NaN(), 0.5, view.Tile{Value: "–", Before: "50.0 % in the period before"}},
		{Share, 0.25, 0.5, view.Tile{Value: "25.0 %", Change: "−25.0 points", Trend: view.Down, Before: "50.0 % in the period before"}},
	} {
		if diff := cmp.Diff(tc.want, r.Tile("", "", tc.kind, tc.now, tc.before)); diff != "" {
			t.Errorf("%v after %v (-want +got):\n%s", tc.now, tc.before, diff)
		}
	}
}

func TestDayTable(t *testing.T) {
	r := asked("")
	for _, days := range []int{1, 2, 7, 28, 90, 366} {
		r.Period = daysBack(days, r.Now)
		table := dayTable(r, "t", "desk.overview.conversations", "", "f", make([]int, days), make([]int, days))
		l := table.Chart.(chart.Lines)
		if n := len(l.X.Ticks); n < 1 || n > 6 || len(l.X.Names) != n {
			t.Errorf("%d days: %d ticks", days, n)
		}
		if svg := l.Draw("x"); strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
			t.Errorf("%d days: %s", days, svg)
		}
		if n := len(table.Rows); n != days {
			t.Errorf("%d days: %d rows", days, n)
		}
	}
}

func TestComparedHasItsAxis(t *testing.T) {
	r := asked("")
	up := r.Compared("t", "share", Share, []string{"a"}, chart.Series{Name: "s", Points: []chart.Point{{Y: 0.3, Low: 0.2, High: 0.45}}})
	down := r.Compared("t", "effect", Change, []string{"a"}, chart.Series{Name: "s", Points: []chart.Point{{Y: -0.3, Low: -0.4, High: 0.1}}})
	none := r.Compared("t", "share", Share, []string{"a"}, chart.Series{Name: "s", Points: []chart.Point{{Y: math.NaN()}}})
	for name, tc := range map[string]struct{ got, want [2]float64 }{
		"up": {[2]float64{up.Min, up.Max}, [2]float64{0, 0.5}}, "down": {[2]float64{down.Min, down.Max}, [2]float64{-0.4, 0.4}}, "none": {[2]float64{none.Min, none.Max}, [2]float64{0, 1}},
	} {
		if math.Abs(tc.got[0]-tc.want[0]) > 1e-9 || math.Abs(tc.got[1]-tc.want[1]) > 1e-9 {
			t.Errorf("%s: from %v to %v, want %v", name, tc.got[0], tc.got[1], tc.want)
		}
	}
}

func TestSignedKeepsItsQuery(t *testing.T) {
	q := url.Values{"sort-aspects": {"shown"}, "aspect": {"colour"}}
	if got := aspects().View(asked(q.Encode())).CSV; got != "/desk/questions?aspect=colour&format=csv&sort-aspects=shown&table=aspects" {
		t.Errorf("the file is in another order or of another page: %s", got)
	}
}
