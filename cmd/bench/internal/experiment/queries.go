package experiment

import (
	"fmt"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
	"shopclerk/views/chart"
)

// search shows the traditional setting (Table 4 of the paper): every retriever
// with and without rerank, for each degree of paraphrase.
func (r *Results) search(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	var out []report.Figure
	for _, c := range ran {
		table := report.Table{Columns: []string{"queries, retriever", "HIT@10", "MRR@10", "HIT@10, reranked", "MRR@10, reranked"}}
		answers := r.Of(c).Answers
		var charts []chart.Chart
		for _, a := range answers {
			for _, name := range []string{proclare.Lexical, proclare.Vector, proclare.Fused} {
				plain, again := a.Scores[name], a.Scores[proclare.Reranked(name)]
				table.Rows = append(table.Rows, []string{a.Title + ", " + name, scored(plain.Hit), scored(plain.MRR), scored(again.Hit), scored(again.MRR)})
			}
			for _, name := range proclare.OwnWays() {
				s := a.Scores[name]
				table.Rows = append(table.Rows, []string{a.Title + ", " + name, scored(s.Hit), scored(s.MRR), "–", "–"})
			}
		}
		for _, measure := range []struct {
			name string
			of   func(proclare.Score) metric.Interval
		}{
			{"HIT@10", func(s proclare.Score) metric.Interval { return s.Hit }},
			{"MRR@10", func(s proclare.Score) metric.Interval { return s.MRR }},
		} {
			bars := chart.Bars{Title: measure.name, Label: measure.name, Max: 1, Names: proclare.Retrievers()}
			for _, a := range answers {
				s := chart.Series{Name: a.Title}
				for _, name := range bars.Names {
					s.Points = append(s.Points, bar(measure.of(a.Scores[name])))
				}
				bars.Bars = append(bars.Bars, s)
			}
			charts = append(charts, bars)
		}
		out = append(out, report.Figure{Title: fmt.Sprintf("%s, %d queries a degree", set.Title, answers[0].Queries), Charts: charts, Table: table})
	}
	return out
}

// judged shows judged queries.
func (r *Results) judged(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	var out []report.Figure
	for _, c := range ran {
		a := r.Of(c).Answers[0]
		table := report.Table{Columns: []string{"retriever", "nDCG@10", "less lexical's", "HIT@10", "MRR@10", "recall@100", "judged@10", "nDCG@10, judged only"}}
		bars := chart.Bars{Title: "nDCG@10", Label: "nDCG@10", Max: 1, Names: proclare.Retrievers(), Bars: []chart.Series{{Name: "nDCG@10"}}}
		for _, name := range bars.Names {
			s := a.Scores[name]
			bars.Bars[0].Points = append(bars.Bars[0].Points, bar(s.NDCG))
			gain := "–"
			if name != proclare.Lexical {
				gain = report.Signed(s.Gain.Mean, s.Gain.Low, s.Gain.High)
			}
			table.Rows = append(table.Rows, []string{name, scored(s.NDCG), gain, scored(s.Hit), scored(s.MRR), scored(s.Recall),
				report.Number(s.Judged), scored(s.Condensed)})
		}
		f := report.Figure{Title: fmt.Sprintf("%s, %d judged queries", set.Title, a.Queries), Charts: []chart.Chart{bars}, Table: table}
		if a.Void > 0 {
			f.Notes = append(f.Notes, fmt.Sprintf("Queries left out because nothing is relevant to them: %d.", a.Void))
		}
		out = append(out, f)
	}
	return out
}

// bar is the point of a bar.
func bar(i metric.Interval) chart.Point { return chart.Point{Y: i.Mean, Low: i.Low, High: i.High} }
