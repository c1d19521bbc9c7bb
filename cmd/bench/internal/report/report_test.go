package report

import (
	"strings"
	"testing"

	"shopclerk/search/metric"
)

// What names hold is text, not mark-up, in both forms of the report.
func TestNamesAreEscaped(t *testing.T) {
	const name = `<b>"joint" | co</b>`
	d := Document{Sections: []Section{{Figures: []Figure{{
		Charts: []Chart{{"HIT@10", name, 0, 2, []Series{{name, []metric.Interval{{Mean: 0.1, Low: 0, High: 0.2}, {Mean: 1, Low: 1, High: 1}}}}}},
		Table:  Table{Columns: []string{"policy"}, Rows: [][]string{{name}}},
	}}}}}
	page, err := d.HTML()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(page, "<b>") || !strings.Contains(page, `<polyline points="40.0,163.0 196.0,10.0 "/>`) {
		t.Errorf("the page is\n%s", page)
	}
	if text := d.Markdown(); strings.Contains(text, "<b>") || strings.Contains(text, `" | co`) {
		t.Errorf("the Markdown is\n%s", text)
	}
}

func TestNumbers(t *testing.T) {
	for _, tc := range []struct{ got, want string }{
		{Number(0.98765), "0.988"},
		{Scored(metric.Interval{Mean: 0.5, Low: 0.25, High: 0.75}), "0.500 (0.250–0.750)"},
		{Signed(metric.Interval{Mean: 0.05, Low: -0.01, High: 0.11}), "+0.050 (−0.010 to +0.110)"},
		{Signed(metric.Interval{Mean: -0.0001, Low: 0, High: 0.0004}), "0.000 (0.000 to 0.000)"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}
