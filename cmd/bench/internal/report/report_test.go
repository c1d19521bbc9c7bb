package report

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/views/chart"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// small is a report with everything that a report can have, and names that are
// mark-up when they are not escaped.
func small() *Document {
	hostile := `<b>"joint" & co</b>`
	at := func(x, y, low, high float64) chart.Point { return chart.Point{X: x, Y: y, Low: low, High: high} }
	lines := []chart.Series{
		{Name: hostile, Points: []chart.Point{at(0, 0, 0, 0), at(1, 0.5, 0.4, 0.6), at(2, 1, 1, 1)}},
		{Name: "random", Points: []chart.Point{at(0, 0, 0, 0), at(1, 0.25, 0.2, 0.3), at(2, 0.75, 0.7, 0.8)}},
	}
	return &Document{
		Title: "A report", Lead: []string{"Written by `make results`, of 1 < 2."},
		Sections: []Section{{
			ID: "policies", Title: "Policies", Text: []string{"By turn."},
			Figures: []Figure{
				{Title: "HIT@10", Charts: []chart.Chart{ByTurn("HIT@10 by turn", "HIT@10", 0, 2, lines)},
					Table: Table{Columns: []string{"policy", "turn 1"}, Rows: [][]string{{hostile, Scored(0.5, 0.4, 0.6)}, {"a|b", Signed(-0.25, -0.3, 0)}}},
					Notes: []string{"Two shoppers."}},
				{Title: "Aspects", Charts: []chart.Chart{chart.Bars{Title: "Share", Label: "share", Max: 0.5, Names: []string{"colour", hostile},
					Bars: []chart.Series{{Name: "joint", Points: []chart.Point{{Y: 0.5, Low: 0.4, High: 0.5}, {Y: 0.25}}}}}},
					Table: Table{Columns: []string{"aspect", "joint"}, Rows: [][]string{{"colour", "0.500"}}}},
			},
		}},
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got); rewrite it with -update:\n%s", file, diff)
	}
}

func TestMarkdownGolden(t *testing.T) { golden(t, "small.md", small().Markdown()) }

func TestHTMLGolden(t *testing.T) {
	page, err := small().HTML()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "small.html", page)
}

// The page needs nothing else and runs nothing.
func TestPageIsSelfContained(t *testing.T) {
	page, err := small().HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, forbidden := range []string{"<script", "<b>", "src=", "url(", "@import", "http:", "https:", "<link"} {
		if strings.Contains(page, forbidden) {
			t.Errorf("the page has %q", forbidden)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, tc := range []struct{ got, want string }{
		{Number(0.98765), "0.988"},
		{Scored(0.5, 0.25, 0.75), "0.500 (0.250–0.750)"},
		{Signed(0.05, -0.01, 0.11), "+0.050 (−0.010 to +0.110)"},
		{Signed(-0.0001, 0, 0.0004), "0.000 (0.000 to 0.000)"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}
