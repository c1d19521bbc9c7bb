package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// turns shows HIT@10 and MRR@10 by turn (figures 3 and 4 of the paper, and its
// Table 6), and how the reference compares with each other variant.
func (r *Results) turns(e *Experiment, set *Set, ran []*Condition) []report.Figure {
	last, shown := ran[0].Talk.Turns, columns(ran[0].Talk)
	table := report.Table{Columns: append(headed("condition", "HIT@10, turn %d", shown), fmt.Sprintf("MRR@10, turn %d", last), "questions")}
	var hit, mrr []report.Series
	for _, c := range ran {
		s := r.Of(c).Summary
		curve := s.Lists[c.list()]
		hit, mrr = append(hit, report.TurnSeries(c.Variant.Name, 0, curve.Hit)), append(mrr, report.TurnSeries(c.Variant.Name, 0, curve.MRR))
		table.Add(append(byTurns(c.Variant.Name, curve, shown), report.Scored(curve.MRR[last]), fmt.Sprintf("%.1f", s.Questions.Mean))...)
	}
	out := []report.Figure{{
		Title: r.titled(set, ran), Table: table,
		Charts: []report.Chart{report.ByTurn("HIT@10 by turn", "HIT@10", 0, last, hit), report.ByTurn("MRR@10 by turn", "MRR@10", 0, last, mrr)},
	}}
	if at := slices.IndexFunc(ran, func(c *Condition) bool { return c.Variant.Name == e.Reference }); at >= 0 && len(ran) > 1 {
		out = append(out, r.against(ran[at], set, ran))
	}
	return out
}

// byTurns is a row of HIT@10 at turns.
func byTurns(name string, curve proclare.Curve, turns []int) []string {
	row := []string{name}
	for _, t := range turns {
		row = append(row, report.Scored(curve.Hit[t]))
	}
	return row
}

// against compares the reference with the others, turn by turn.
func (r *Results) against(ours *Condition, set *Set, ran []*Condition) report.Figure {
	turns, name := columns(ours.Talk), ours.Variant.Name
	table := report.Table{Columns: headed(name+" less", "turn %d", turns)}
	var even, worse []string
	for _, c := range ran {
		if c == ours {
			continue
		}
		d := proclare.Difference(ours.Talk, r.Of(ours).Visits, ours.list(), r.Of(c).Visits, c.list())
		row := []string{c.Variant.Name}
		for _, t := range turns {
			row = append(row, report.Signed(d[t]))
		}
		table.Add(row...)
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
	note := fmt.Sprintf("“%s” wins beyond the interval at every turn.", name)
	if len(even)+len(worse) > 0 {
		note = fmt.Sprintf("“%s” wins beyond the interval but for these.", name)
	}
	if len(even) > 0 {
		note += " Not told apart: from " + strings.Join(even, "; from ") + "."
	}
	if len(worse) > 0 {
		note += " Behind: " + strings.Join(worse, "; ") + "."
	}
	return report.Figure{Title: fmt.Sprintf("HIT@10 of %s less that of the others: %s", name, set.Title), Table: table, Notes: []string{note}}
}

// lists shows every list of each variant (Table 5 of the paper): one chart a
// variant, one row a list.
func (r *Results) lists(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	last, shown := ran[0].Talk.Turns, columns(ran[0].Talk)
	table := report.Table{Columns: append(headed("questions by, list by", "HIT@10, turn %d", shown), fmt.Sprintf("MRR@10, turn %d", last))}
	var charts []report.Chart
	for _, c := range ran {
		var series []report.Series
		for _, list := range append([]string{proclare.Own}, c.Talk.Lists...) {
			curve := r.Of(c).Summary.Lists[list]
			series = append(series, report.TurnSeries(list, 0, curve.Hit))
			table.Add(append(byTurns(c.Variant.Name+", "+list, curve, shown), report.Scored(curve.MRR[last]))...)
		}
		charts = append(charts, report.ByTurn("Questions by "+c.Variant.Name, "HIT@10", 0, last, series))
	}
	return []report.Figure{{Title: r.titled(set, ran), Charts: charts, Table: table}}
}

// efficiency shows what HIT@10 costs in questions. A variant of a series is one
// point, where its policy stopped by itself: the series is the sweep of a setting.
// A variant without a series is a line, a point for every turn it was cut off at.
func (r *Results) efficiency(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "questions", "HIT@10", "MRR@10"}}
	lines := report.Chart{Title: "HIT@10 against questions asked", X: "questions asked, mean", Y: "HIT@10", To: 1, Most: 1}
	for _, c := range ran {
		s := r.Of(c).Summary
		curve := s.Lists[c.list()]
		name := cmp.Or(c.Variant.Series, c.Variant.Name)
		at := slices.IndexFunc(lines.Series, func(s report.Series) bool { return s.Name == name })
		if at < 0 {
			at = len(lines.Series)
			lines.Series = append(lines.Series, report.Series{Name: name})
		}
		for turn, hit := range curve.Hit {
			row := fmt.Sprintf("%s, turn %d", name, turn)
			if c.Variant.Series != "" {
				if row = c.Variant.Name; turn < c.Talk.Turns {
					continue
				}
			}
			asked := s.SoFar[turn]
			table.Add(row, fmt.Sprintf("%.2f (%.2f–%.2f)", asked.Mean, asked.Low, asked.High), report.Scored(hit), report.Scored(curve.MRR[turn]))
			lines.Series[at].Points = append(lines.Series[at].Points, report.Point{X: asked.Mean, Y: hit.Mean, Low: hit.Low, High: hit.High})
			lines.To = max(lines.To, asked.Mean)
		}
	}
	for _, s := range lines.Series {
		slices.SortStableFunc(s.Points, func(a, b report.Point) int { return cmp.Compare(a.X, b.X) })
	}
	return []report.Figure{{Title: r.titled(set, ran), Charts: []report.Chart{lines}, Table: table}}
}

// goals shows which figures are reached, and what a clerk who knows the target
// reaches: the variant that is a ceiling stands for those before it.
func (r *Results) goals(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "measure", "goal", "reached", "", "ceiling (oracle)"}}
	for i, c := range ran {
		for _, g := range c.Variant.Goals {
			at := func(c *Condition) metric.Interval {
				curve := r.Of(c).Summary.Lists[c.list()]
				if g.Measure == "mrr@10" {
					return curve.MRR[g.Turn]
				}
				return curve.Hit[g.Turn]
			}
			got, verdict, best := at(c), "reached", "–"
			switch {
			case got.High < g.Least:
				verdict = "missed"
			case got.Mean < g.Least:
				verdict = "missed, within the interval"
			}
			if k := slices.IndexFunc(ran[i:], func(o *Condition) bool { return o.Variant.Ceiling }); k > 0 {
				best = report.Scored(at(ran[i+k]))
			}
			table.Add(c.Variant.Name, fmt.Sprintf("%s, turn %d", g.Measure, g.Turn), "≥ "+report.Number(g.Least), report.Scored(got), verdict, best)
		}
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table}}
}

// people shows what people find before they leave, and what it takes them; and how much
// more that is with the reference than with the best other policy that knows no more than a
// clerk can.
func (r *Results) people(e *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "found before leaving", "questions read", "products looked at"}}
	ours, best := 0.0, 0.0
	for _, c := range ran {
		s := r.Of(c).Summary
		switch {
		case c.Variant.Name == e.Reference:
			ours = s.Found.Mean
		case !c.Variant.Ceiling && !strings.HasPrefix(c.Variant.Name, e.Reference+","):
			best = max(best, s.Found.Mean)
		}
		table.Add(c.Variant.Name, report.Scored(s.Found), fmt.Sprintf("%.1f", s.Read.Mean), fmt.Sprintf("%.1f", s.Looked.Mean))
	}
	f := report.Figure{Title: r.titled(set, ran), Table: table}
	if ours > 0 && best > 0 {
		f.Notes = []string{fmt.Sprintf("%s finds %.2f times what the best other policy does.", e.Reference, ours/best)}
	}
	return []report.Figure{f}
}
