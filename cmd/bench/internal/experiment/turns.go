package experiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
	"shopclerk/views/chart"
)

// scored spells an interval for a table.
func scored(i metric.Interval) string { return report.Scored(i.Mean, i.Low, i.High) }

// intervalSeries makes a chart's series of intervals by turn, the first of them of turn from.
func intervalSeries(name string, from int, intervals []metric.Interval) chart.Series {
	s := chart.Series{Name: name}
	for i, v := range intervals {
		s.Points = append(s.Points, chart.Point{X: float64(from + i), Y: v.Mean, Low: v.Low, High: v.High})
	}
	return s
}

// turns shows HIT@10 and MRR@10 by turn (figures 3 and 4 of the paper, and its
// Table 6), and how the reference compares with each other variant.
func (r *Results) turns(e *Experiment, set *Set, ran []*Condition) []report.Figure {
	last := ran[0].Talk.Turns
	var hit, mrr []chart.Series
	table := report.Table{Columns: []string{"condition"}}
	for _, t := range columns(ran[0].Talk) {
		table.Columns = append(table.Columns, fmt.Sprintf("HIT@10, turn %d", t))
	}
	table.Columns = append(table.Columns, fmt.Sprintf("MRR@10, turn %d", last), "questions")
	for _, c := range ran {
		s := r.Of(c).Summary
		curve := s.Lists[c.list()]
		hit, mrr = append(hit, intervalSeries(c.Variant.Name, 0, curve.Hit)), append(mrr, intervalSeries(c.Variant.Name, 0, curve.MRR))
		row := []string{c.Variant.Name}
		for _, t := range columns(c.Talk) {
			row = append(row, scored(curve.Hit[t]))
		}
		table.Rows = append(table.Rows, append(row, scored(curve.MRR[last]), fmt.Sprintf("%.1f", s.Questions.Mean)))
	}
	out := []report.Figure{{
		Title:  r.titled(set, ran),
		Charts: []chart.Chart{report.ByTurn("HIT@10 by turn", "HIT@10", 0, last, hit), report.ByTurn("MRR@10 by turn", "MRR@10", 0, last, mrr)},
		Table:  table,
	}}
	if against := r.against(e, set, ran); against != nil {
		out = append(out, *against)
	}
	return out
}

// against compares the reference with the others, turn by turn; nil without one.
func (r *Results) against(e *Experiment, set *Set, ran []*Condition) *report.Figure {
	at := slices.IndexFunc(ran, func(c *Condition) bool { return c.Variant.Name == e.Reference })
	if at < 0 || len(ran) < 2 {
		return nil
	}
	ours := ran[at]
	turns := columns(ours.Talk)
	table := report.Table{Columns: []string{e.Reference + " less"}}
	for _, t := range turns {
		table.Columns = append(table.Columns, "turn "+strconv.Itoa(t))
	}
	var even, worse []string
	for _, c := range ran {
		if c == ours {
			continue
		}
		d := proclare.Difference(ours.Talk, r.Of(ours).Visits, ours.list(), r.Of(c).Visits, c.list())
		row := []string{c.Variant.Name}
		for _, t := range turns {
			row = append(row, report.Signed(d[t].Mean, d[t].Low, d[t].High))
		}
		table.Rows = append(table.Rows, row)
		if c.Variant.Ceiling {
			continue
		}
		var e, w []string
		for t := 1; t < len(d); t++ {
			switch {
			case d[t].High < 0:
				w = append(w, strconv.Itoa(t))
			case d[t].Low <= 0:
				e = append(e, strconv.Itoa(t))
			}
		}
		if e != nil {
			even = append(even, c.Variant.Name+" after turn "+joined(e))
		}
		if w != nil {
			worse = append(worse, c.Variant.Name+" after turn "+joined(w))
		}
	}
	f := &report.Figure{Title: fmt.Sprintf("HIT@10 of %s less that of the others: %s", e.Reference, set.Title), Table: table}
	note := fmt.Sprintf("“%s” wins beyond the interval at every turn.", e.Reference)
	if len(even)+len(worse) > 0 {
		note = fmt.Sprintf("“%s” wins beyond the interval but for these.", e.Reference)
	}
	if len(even) > 0 {
		note += " Not told apart: from " + strings.Join(even, "; from ") + "."
	}
	if len(worse) > 0 {
		note += " Behind: " + strings.Join(worse, "; ") + "."
	}
	f.Notes = append(f.Notes, note)
	return f
}

// lists shows every list of each variant (Table 5 of the paper): one chart a
// variant, one row a list.
func (r *Results) lists(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"questions by, list by"}}
	var charts []chart.Chart
	for i, c := range ran {
		last := c.Talk.Turns
		if i == 0 {
			for _, t := range columns(c.Talk) {
				table.Columns = append(table.Columns, fmt.Sprintf("HIT@10, turn %d", t))
			}
			table.Columns = append(table.Columns, fmt.Sprintf("MRR@10, turn %d", last))
		}
		s := r.Of(c).Summary
		var series []chart.Series
		for _, list := range append([]string{proclare.Own}, c.Talk.Lists...) {
			curve := s.Lists[list]
			series = append(series, intervalSeries(list, 0, curve.Hit))
			row := []string{c.Variant.Name + ", " + list}
			for _, t := range columns(c.Talk) {
				row = append(row, scored(curve.Hit[t]))
			}
			table.Rows = append(table.Rows, append(row, scored(curve.MRR[last])))
		}
		charts = append(charts, report.ByTurn("Questions by "+c.Variant.Name, "HIT@10", 0, last, series))
	}
	return []report.Figure{{Title: r.titled(set, ran), Charts: charts, Table: table}}
}

// goals shows which figures are reached, and what a clerk who knows the target
// reaches: the variant that is a ceiling stands for those before it.
func (r *Results) goals(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "measure", "goal", "reached", "", "ceiling (oracle)"}}
	for i, c := range ran {
		var ceiling *Condition
		if at := slices.IndexFunc(ran[i:], func(o *Condition) bool { return o.Variant.Ceiling }); at > 0 {
			ceiling = ran[i+at]
		}
		for _, g := range c.Variant.Goals {
			at := func(c *Condition) metric.Interval {
				curve := r.Of(c).Summary.Lists[c.list()]
				if g.Measure == "mrr@10" {
					return curve.MRR[g.Turn]
				}
				return curve.Hit[g.Turn]
			}
			got := at(c)
			verdict := "reached"
			switch {
			case got.High < g.Least:
				verdict = "missed"
			case got.Mean < g.Least:
				verdict = "missed, within the interval"
			}
			best := "–"
			if ceiling != nil {
				best = scored(at(ceiling))
			}
			table.Rows = append(table.Rows, []string{c.Variant.Name, fmt.Sprintf("%s, turn %d", g.Measure, g.Turn),
				"≥ " + report.Number(g.Least), scored(got), verdict, best})
		}
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table}}
}
