package proclare

import (
	"fmt"

	"shopclerk/cmd/bench/internal/report"
)

// Figure shows judged queries: what every retriever made of them.
func (a *Answers) Figure(title string) report.Figure {
	f := report.Figure{Title: fmt.Sprintf("%s, %d judged queries", title, a.Queries)}
	f.Table.Columns = []string{"retriever", "nDCG@10", "less lexical's", "HIT@10", "MRR@10", "recall@100", "judged@10", "nDCG@10, judged only"}
	for _, name := range Retrievers() {
		s, gain := a.Scores[name], "–"
		if name != Lexical {
			gain = report.Signed(s[Gain])
		}
		f.Table.Add(name, report.Scored(s[NDCG]), gain, report.Scored(s[Hit]), report.Scored(s[MRR]), report.Scored(s[Recall]), report.Number(s[Judged].Mean), report.Scored(s[Condensed]))
	}
	if a.Void > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("Queries left out because nothing is relevant to them: %d.", a.Void))
	}
	return f
}

// Figure shows a list by turn.
func (c Curve) Figure(title string) report.Figure {
	f := report.Figure{Title: title, Table: report.Table{Columns: []string{"turn", "HIT@10", "MRR@10"}}}
	for turn := range c.Hit {
		f.Table.Add(fmt.Sprint(turn), report.Scored(c.Hit[turn]), report.Scored(c.MRR[turn]))
	}
	return f
}

// Figures show the conversations of a condition.
func (s *Summary) Figures() []report.Figure {
	title := fmt.Sprintf("policy %s, %d shoppers", s.Talk.Policy, s.Shoppers)
	if s.Talk.Person != "" {
		f := report.Figure{Title: title, Table: report.Table{Columns: []string{"found before leaving", "questions read", "products looked at"}}}
		f.Table.Add(report.Scored(s.Found), report.Scored(s.Read), report.Scored(s.Looked))
		return []report.Figure{f}
	}
	out := []report.Figure{s.Lists[Own].Figure(title)}
	out[0].Notes = []string{fmt.Sprintf("Questions asked %s, turn p50 %v, p99 %v.", report.Scored(s.Questions), s.Times.P50, s.Times.P99)}
	if q := s.SQL; q.Asked > 0 {
		share := func(n int) string { return report.Share(float64(n), float64(q.Asked)) }
		out[0].Notes = append(out[0].Notes, fmt.Sprintf("SQL queries %d: no answer %s, invalid %s, trivial %s, of which relaxed %s.",
			q.Asked, share(q.Failed), share(q.Invalid), share(q.Trivial), share(q.Relaxed)))
	}
	for _, name := range s.Talk.Lists {
		out = append(out, s.Lists[name].Figure("list "+name))
	}
	return out
}
