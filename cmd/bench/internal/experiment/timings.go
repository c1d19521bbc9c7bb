package experiment

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"shopclerk/cmd/bench/internal/report"
)

// memory returns what the process holds in memory and the most it has held, in
// bytes; zeros where the system does not tell.
func memory() (resident, peak int64) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(line, ":")
		kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
		if err != nil {
			continue
		}
		switch name {
		case "VmRSS":
			resident = kilobytes * 1024
		case "VmHWM":
			peak = kilobytes * 1024
		}
	}
	return resident, peak
}

// Times returns what the runs cost as a document. It is no part of the report,
// whose bytes are the same from run to run.
func (r *Results) Times(processors int, load string, took time.Duration) *report.Document {
	d := &report.Document{Title: "What the evaluation cost", Lead: []string{
		fmt.Sprintf("Written with RESULTS.md by the same run, on %d processors, with a load average of %s in the end, in %s. These figures differ from run to run and from machine to machine; with a load beyond the processors, other programs were measured as well.", processors, cmp.Or(load, "nobody knows what"), took.Round(time.Second)),
	}}
	sets := report.Table{Columns: []string{"set", "products", "import", "opening", "memory when open", "peak of the process so far"}}
	for _, t := range r.Timings {
		import_ := "–"
		if t.Import != nil {
			import_ = seconds(time.Duration(t.Import.Seconds * float64(time.Second)))
		}
		sets.Rows = append(sets.Rows, []string{t.Set.Name, strconv.Itoa(t.Products), import_, seconds(t.Opening), megabytes(t.Resident), megabytes(t.Peak)})
	}
	d.Sections = append(d.Sections, report.Section{ID: "sets", Title: "Document sets",
		Text:    []string{"The import is timed when `bench results` made the set; opening lasts until the first reply can be given. Sets are run one after the other by one process, in this order."},
		Figures: []report.Figure{{Title: "Sets", Table: sets}}})
	runs := report.Table{Columns: []string{"condition", "took", "turn p50", "turn p99"}}
	for _, t := range r.Timings {
		for _, ran := range t.Ran {
			row := []string{ran.Name, seconds(ran.Took), "–", "–"}
			if ran.Turn.P50 > 0 {
				row[2], row[3] = milliseconds(ran.Turn.P50), milliseconds(ran.Turn.P99)
			}
			runs.Rows = append(runs.Rows, row)
		}
	}
	d.Sections = append(d.Sections, report.Section{ID: "runs", Title: "Conditions",
		Text:    []string{"A turn is one reply of the clerk, with as many shoppers at once as there are processors; making further lists and probing queries is not part of it. Conditions that share a run are named after the first."},
		Figures: []report.Figure{{Title: "Runs", Table: runs}}})
	return d
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

func megabytes(n int64) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}
