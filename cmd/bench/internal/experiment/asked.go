package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// trivial shows the share of attribute queries that find nothing (Table 7 of the
// paper) by turn, as they are and relaxed.
func (r *Results) trivial(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	last := ran[0].Talk.Turns
	var turns []int
	for t := 1; t <= last; t++ {
		turns = append(turns, t)
	}
	table := report.Table{Columns: headed("condition", "turn %d", turns)}
	var drawn []report.Series
	for _, c := range ran {
		rows := [][]string{{c.Variant.Name + ", find nothing"}, {c.Variant.Name + ", relaxed find nothing"}, {c.Variant.Name + ", tests"}, {c.Variant.Name + ", tests left when relaxed"}}
		var before []metric.Interval
		for _, v := range r.Of(c).Summary.Trivial[1:] {
			cells := []string{report.Scored(v.Before), report.Scored(v.After), fmt.Sprintf("%.1f", v.Demands.Mean), fmt.Sprintf("%.1f", v.Left.Mean)}
			if v.Open == 0 {
				cells = slices.Repeat([]string{"nobody is left"}, len(rows))
			} else {
				before = append(before, v.Before)
			}
			for i := range rows {
				rows[i] = append(rows[i], cells[i])
			}
		}
		table.Rows = append(table.Rows, rows...)
		drawn = append(drawn, report.TurnSeries(c.Variant.Name, 1, before))
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table,
		Charts: []report.Chart{report.ByTurn("Queries that find nothing", "share of queries", 1, last, drawn)},
		Notes:  []string{"Of the conversations still going on at that turn."}}}
}

// again shows how alike questions are to earlier ones (figure 5 of the paper).
func (r *Results) again(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	last := ran[0].Talk.Turns
	var turns []int
	for t := 2; t <= last; t++ {
		turns = append(turns, t)
	}
	table := report.Table{Columns: headed("condition", "turn %d", turns)}
	var series []report.Series
	for _, c := range ran {
		s := r.Of(c).Summary
		row := []string{c.Variant.Name}
		var drawn []metric.Interval
		for i, v := range s.Again {
			if s.Asking[i+1] == 0 {
				row = append(row, "nobody is asked")
				continue
			}
			row, drawn = append(row, report.Scored(v)), append(drawn, v)
		}
		table.Add(row...)
		series = append(series, report.TurnSeries(c.Variant.Name, 2, drawn))
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table,
		Charts: []report.Chart{report.ByTurn("Likeness to the most alike earlier question", "F1 of words", 2, last, series)}}}
}

// shownAspects is how many aspects a table names.
const shownAspects = 10

// aspects shows the share of each aspect among questions (figure 6 of the paper).
func (r *Results) aspects(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	total, of := map[string]float64{}, make([]map[string]float64, len(ran))
	table := report.Table{Columns: []string{"aspect"}}
	for i, c := range ran {
		of[i] = map[string]float64{}
		for _, a := range r.Of(c).Summary.Aspects {
			of[i][a.Key] = a.Share
			total[a.Key] += a.Share
		}
		table.Columns = append(table.Columns, c.Variant.Name)
	}
	keys := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	row := func(name string, keys ...string) {
		cells := []string{name}
		for i := range ran {
			sum := 0.0
			for _, k := range keys {
				sum += of[i][k]
			}
			cells = append(cells, report.Number(sum))
		}
		table.Add(cells...)
	}
	first := min(len(keys), shownAspects)
	for _, k := range keys[:first] {
		row(strings.ReplaceAll(k, "_", " "), k)
	}
	if rest := keys[first:]; len(rest) > 0 {
		row(fmt.Sprintf("%d others together", len(rest)), rest...)
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table}}
}

// search shows the traditional setting (Table 4 of the paper): every retriever for each
// degree of paraphrase.
func (r *Results) search(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	var out []report.Figure
	for _, c := range ran {
		table := report.Table{Columns: []string{"queries, retriever", "HIT@10", "MRR@10"}}
		answers := r.Of(c).Answers
		for _, a := range answers {
			for _, name := range proclare.Retrievers() {
				table.Add(a.Title+", "+name, report.Scored(a.Scores[name].Hit), report.Scored(a.Scores[name].MRR))
			}
		}
		out = append(out, report.Figure{Title: fmt.Sprintf("%s, %d queries a degree", set.Title, answers[0].Queries), Table: table})
	}
	return out
}

// judged shows judged queries.
func (r *Results) judged(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	var out []report.Figure
	for _, c := range ran {
		a := r.Of(c).Answers[0]
		table := report.Table{Columns: []string{"retriever", "nDCG@10", "less lexical's", "HIT@10", "MRR@10", "recall@100", "judged@10", "nDCG@10, judged only"}}
		for _, name := range proclare.Retrievers() {
			s, gain := a.Scores[name], "–"
			if name != proclare.Lexical {
				gain = report.Signed(s.Gain)
			}
			table.Add(name, report.Scored(s.NDCG), gain, report.Scored(s.Hit), report.Scored(s.MRR), report.Scored(s.Recall), report.Number(s.Judged), report.Scored(s.Condensed))
		}
		f := report.Figure{Title: fmt.Sprintf("%s, %s, %d judged queries", set.Title, c.Variant.Name, a.Queries), Table: table}
		if a.Void > 0 {
			f.Notes = append(f.Notes, fmt.Sprintf("Queries left out because nothing is relevant to them: %d.", a.Void))
		}
		out = append(out, f)
	}
	return out
}
