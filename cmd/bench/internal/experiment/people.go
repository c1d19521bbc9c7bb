package experiment

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/cmd/bench/internal/report"
)

// people shows what people find before they leave, and what it takes them; and how much
// more that is with the reference than with the best other policy that knows no more than a
// clerk can.
func (r *Results) people(e *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "found before leaving", "questions read", "products looked at"}}
	best := 0.0
	for _, c := range ran {
		s := r.Of(c).Summary
		if !c.Variant.Ceiling && c.Variant.Name != e.Reference && !strings.HasPrefix(c.Variant.Name, e.Reference+",") {
			best = max(best, s.Found.Mean)
		}
		table.Rows = append(table.Rows, []string{c.Variant.Name, scored(s.Found), fmt.Sprintf("%.1f", s.Read.Mean), fmt.Sprintf("%.1f", s.Looked.Mean)})
	}
	f := report.Figure{Title: r.titled(set, ran), Table: table}
	if at := slices.IndexFunc(ran, func(c *Condition) bool { return c.Variant.Name == e.Reference }); at >= 0 && best > 0 {
		f.Notes = []string{fmt.Sprintf("%s finds %.2f times what the best other policy does.", e.Reference, r.Of(ran[at]).Summary.Found.Mean/best)}
	}
	return []report.Figure{f}
}
