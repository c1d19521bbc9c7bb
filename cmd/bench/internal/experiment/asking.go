package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
	"shopclerk/views/chart"
)

// trivial shows the share of attribute queries that find nothing (Table 7 of the
// paper) by turn, as they are and relaxed.
func (r *Results) trivial(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition"}}
	var before, left []chart.Series
	most := 1.0
	for i, c := range ran {
		s := r.Of(c).Summary
		if i == 0 {
			for t := 1; t <= c.Talk.Turns; t++ {
				table.Columns = append(table.Columns, "turn "+strconv.Itoa(t))
			}
		}
		rows := [][]string{{c.Variant.Name + ", find nothing"}, {c.Variant.Name + ", relaxed find nothing"}, {c.Variant.Name + ", tests"}, {c.Variant.Name + ", tests left when relaxed"}}
		var b, l []metric.Interval
		for _, v := range s.Trivial[1:] {
			if v.Open == 0 {
				for i := range rows {
					rows[i] = append(rows[i], "nobody is left")
				}
				continue
			}
			rows[0] = append(rows[0], scored(v.Before))
			rows[1] = append(rows[1], scored(v.After))
			rows[2] = append(rows[2], fmt.Sprintf("%.1f", v.Demands.Mean))
			rows[3] = append(rows[3], fmt.Sprintf("%.1f", v.Left.Mean))
			b, l = append(b, v.Before), append(l, v.Left)
			most = max(most, v.Left.High)
		}
		table.Rows = append(table.Rows, rows...)
		before, left = append(before, intervalSeries(c.Variant.Name, 1, b)), append(left, intervalSeries(c.Variant.Name, 1, l))
	}
	last := ran[0].Talk.Turns
	tests := report.ByTurn("Tests left when relaxed", "tests", 1, last, left)
	step := max(1, float64(int(most/5)+1))
	tests.Y = chart.Axis{Label: "tests", Max: step * 5, Ticks: chart.Steps(0, step*5, step)}
	return []report.Figure{{Title: r.titled(set, ran), Table: table,
		Charts: []chart.Chart{report.ByTurn("Queries that find nothing", "share of queries", 1, last, before), tests},
		Notes:  []string{"Of the conversations still going on at that turn."}}}
}

// again shows how alike questions are to earlier ones (figure 5 of the paper).
func (r *Results) again(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition"}}
	var series []chart.Series
	last := ran[0].Talk.Turns
	for t := 2; t <= last; t++ {
		table.Columns = append(table.Columns, "turn "+strconv.Itoa(t))
	}
	for _, c := range ran {
		s := r.Of(c).Summary
		row := []string{c.Variant.Name}
		var drawn []metric.Interval
		for i, v := range s.Again {
			if s.Asking[i+1] == 0 {
				row = append(row, "nobody is asked")
				continue
			}
			row = append(row, scored(v))
			drawn = append(drawn, v)
		}
		table.Rows = append(table.Rows, row)
		series = append(series, intervalSeries(c.Variant.Name, 2, drawn))
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table,
		Charts: []chart.Chart{report.ByTurn("Likeness to the most alike earlier question", "F1 of words", 2, last, series)}}}
}

// shownAspects is how many aspects a chart names: a phone's screen of them.
const shownAspects = 10

// aspects shows the share of each aspect among questions (figure 6 of the paper).
func (r *Results) aspects(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	total := map[string]float64{}
	of := make([]map[string]float64, len(ran))
	for i, c := range ran {
		of[i] = map[string]float64{}
		for _, a := range r.Of(c).Summary.Aspects {
			of[i][a.Key] = a.Share
			total[a.Key] += a.Share
		}
	}
	keys := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	rest := keys[min(len(keys), shownAspects):]
	keys = keys[:min(len(keys), shownAspects)]

	bars := chart.Bars{Title: "Share of questions", Label: "share of questions"}
	table := report.Table{Columns: []string{"aspect"}}
	for i, c := range ran {
		table.Columns = append(table.Columns, c.Variant.Name)
		bars.Bars = append(bars.Bars, chart.Series{Name: c.Variant.Name})
		for _, k := range keys {
			bars.Bars[i].Points = append(bars.Bars[i].Points, chart.Point{Y: of[i][k]})
			bars.Max = max(bars.Max, of[i][k])
		}
	}
	bars.Max = math.Ceil(bars.Max*5) / 5 // its quarters read well
	for _, k := range keys {
		bars.Names = append(bars.Names, strings.ReplaceAll(k, "_", " "))
		row := []string{strings.ReplaceAll(k, "_", " ")}
		for i := range ran {
			row = append(row, report.Number(of[i][k]))
		}
		table.Rows = append(table.Rows, row)
	}
	if len(rest) > 0 {
		row := []string{fmt.Sprintf("%d others together", len(rest))}
		for i := range ran {
			sum := 0.0
			for _, k := range rest {
				sum += of[i][k]
			}
			row = append(row, report.Number(sum))
		}
		table.Rows = append(table.Rows, row)
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table, Charts: []chart.Chart{bars}}}
}

// efficiency shows what HIT@10 costs in questions. A variant of a series is one
// point, where its policy stopped by itself: the series is the sweep of a setting.
// A variant without a series is a line, a point for every turn it was cut off at.
func (r *Results) efficiency(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "questions", "HIT@10", "MRR@10"}}
	var series []chart.Series
	most := 1.0
	for _, c := range ran {
		s := r.Of(c).Summary
		curve := s.Lists[c.list()]
		add := func(series *chart.Series, row string, turn int) {
			asked, hit := s.SoFar[turn], curve.Hit[turn]
			table.Rows = append(table.Rows, []string{row, fmt.Sprintf("%.2f (%.2f–%.2f)", asked.Mean, asked.Low, asked.High), scored(hit), scored(curve.MRR[turn])})
			series.Points = append(series.Points, chart.Point{X: asked.Mean, Y: hit.Mean, Low: hit.Low, High: hit.High})
			most = max(most, asked.Mean)
		}
		if c.Variant.Series == "" {
			line := chart.Series{Name: c.Variant.Name}
			for turn := range curve.Hit {
				add(&line, fmt.Sprintf("%s, turn %d", c.Variant.Name, turn), turn)
			}
			series = append(series, line)
			continue
		}
		at := slices.IndexFunc(series, func(s chart.Series) bool { return s.Name == c.Variant.Series })
		if at < 0 {
			at = len(series)
			series = append(series, chart.Series{Name: c.Variant.Series})
		}
		add(&series[at], c.Variant.Name, c.Talk.Turns)
	}
	for _, s := range series {
		slices.SortStableFunc(s.Points, func(a, b chart.Point) int { return cmp.Compare(a.X, b.X) })
	}
	step := math.Ceil(most / 8)
	high := step * math.Ceil(most/step)
	lines := chart.Lines{Title: "HIT@10 against questions asked", Series: series,
		X: chart.Axis{Label: "questions asked, mean", Max: high, Ticks: chart.Steps(0, high, step)},
		Y: chart.Axis{Label: "HIT@10", Max: 1, Ticks: chart.Steps(0, 1, 0.2)}}
	return []report.Figure{{Title: r.titled(set, ran), Charts: []chart.Chart{lines}, Table: table}}
}
