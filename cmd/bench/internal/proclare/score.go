package proclare

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Curve is how one list did: one interval for the opening and each turn.
type Curve struct {
	Hit, MRR []metric.Interval
}

// fields are hit@10 and mrr@10 by turn, and the ends of their 95 % intervals as ci95.
func (c Curve) fields() map[string]any {
	out, ends := map[string]any{}, map[string][][2]float64{}
	for name, all := range map[string][]metric.Interval{Hit: c.Hit, MRR: c.MRR} {
		var means []float64
		for _, i := range all {
			means, ends[name] = append(means, i.Mean), append(ends[name], [2]float64{i.Low, i.High})
		}
		out[name] = means
	}
	out["ci95"] = ends
	return out
}

// Summary is what the visits of a condition come to. Everything but Times depends
// on the condition and the data directory alone.
type Summary struct {
	Talk      *Talk
	Shoppers  int
	Lists     map[string]Curve
	Questions metric.Interval      // asked over all turns, mean
	Again     []metric.Interval    // likeness of each turn's questions to earlier ones, from turn 2 as long as anybody is asked
	Aspects   map[string]float64   // share of all questions that were about an aspect
	Trivial   [4][]metric.Interval // of each figure of [Probe], from the opening, over the conversations still going on
	Times     Times
	SQL       Queries // that a model wrote

	// Of people, means: who found something before leaving, questions read, products
	// looked at.
	Found, Read, Looked metric.Interval
}

// MarshalJSON writes the scores of the clerk's own list, those of the others as lists, and
// no time: the same figures are the same bytes.
func (s *Summary) MarshalJSON() ([]byte, error) {
	out := s.Lists[Own].fields()
	out["policy"], out["shoppers"], out["questions"] = s.Talk.Policy, s.Shoppers, s.Questions.Mean
	if lists := s.Talk.Lists; len(lists) > 0 {
		others := map[string]any{}
		for _, name := range lists {
			others[name] = s.Lists[name].fields()
		}
		out["lists"] = others
	}
	if s.Talk.Person != "" {
		out["people"] = map[string]any{"found": s.Found.Mean, "ci95": [2]float64{s.Found.Low, s.Found.High}, "questions_read": s.Read.Mean, "products_looked_at": s.Looked.Mean}
	}
	if s.SQL.Asked > 0 {
		out["sql"] = s.SQL
	}
	return json.Marshal(out)
}

// Times are quantiles of the time a turn took.
type Times struct{ P50, P99 time.Duration }

// hitAndMRR returns each shopper's HIT@10 and reciprocal rank on a list after a turn.
func hitAndMRR(visits []Visit, list string, turn int) (hit, mrr []float64) {
	hit, mrr = make([]float64, len(visits)), make([]float64, len(visits))
	for i, v := range visits {
		if rank := v.Ranks[list][turn]; rank > 0 {
			hit[i], mrr[i] = 1, 1/float64(rank)
		}
	}
	return hit, mrr
}

// Summarise scores the visits of a condition.
func Summarise(t *Talk, visits []Visit) *Summary {
	s := &Summary{Talk: t, Shoppers: len(visits), Lists: map[string]Curve{}, Aspects: map[string]float64{}}
	mean := func(of func(*Visit) float64) metric.Interval {
		var values []float64
		for i := range visits {
			values = append(values, of(&visits[i]))
		}
		return metric.Mean(values, t.Seed)
	}
	if t.Person != "" {
		s.Found = mean(func(v *Visit) float64 { return metric.Indicator(v.Met.Found) })
		s.Read = mean(func(v *Visit) float64 { return float64(v.Met.Read) })
		s.Looked = mean(func(v *Visit) float64 { return float64(v.Met.Looked) })
		return s
	}
	for _, list := range append([]string{Own}, t.Lists...) {
		var c Curve
		for turn := range t.Turns + 1 {
			hit, mrr := hitAndMRR(visits, list, turn)
			c.Hit, c.MRR = append(c.Hit, metric.Mean(hit, t.Seed)), append(c.MRR, metric.Mean(mrr, t.Seed))
		}
		s.Lists[list] = c
	}
	asked, times := 0.0, []time.Duration{}
	s.Questions = mean(func(v *Visit) float64 {
		n := 0.0
		for _, questions := range v.Asked {
			n += float64(len(questions))
			for _, q := range questions {
				s.Aspects[q.Key]++
			}
		}
		asked, times = asked+n, append(times, v.Times...)
		s.SQL.add(v.SQL)
		return n
	})
	for key := range s.Aspects {
		s.Aspects[key] /= asked
	}
	slices.Sort(times)
	s.Times = Times{P50: times[len(times)/2], P99: times[len(times)*99/100]}
	for turn := range t.Turns + 1 {
		s.turn(turn, visits)
	}
	return s
}

// turn adds what is counted over the conversations that were still going on.
func (s *Summary) turn(turn int, visits []Visit) {
	var again []float64
	var probed [4][]float64
	for i := range visits {
		v := &visits[i]
		if turn > 0 && turn < len(v.Asked) {
			for _, q := range v.Asked[turn] {
				again = append(again, q.Again)
			}
		}
		if turn < len(v.Probe) {
			for k, value := range v.Probe[turn] {
				probed[k] = append(probed[k], value)
			}
		}
	}
	mean := func(values []float64) metric.Interval { return metric.Mean(values, s.Talk.Seed) }
	if len(again) > 0 {
		s.Again = append(s.Again, mean(again))
	}
	for k, values := range probed {
		if len(values) > 0 {
			s.Trivial[k] = append(s.Trivial[k], mean(values))
		}
	}
}

// Difference compares two lists of two conditions over the same shoppers: the mean
// of a's HIT@10 less b's after each turn, with paired intervals. The conditions
// must have the same shoppers, turns and seed.
func Difference(t *Talk, a []Visit, listA string, b []Visit, listB string) []metric.Interval {
	var out []metric.Interval
	for turn := range t.Turns + 1 {
		hitA, _ := hitAndMRR(a, listA, turn)
		hitB, _ := hitAndMRR(b, listB, turn)
		out = append(out, metric.Difference(hitA, hitB, t.Seed))
	}
	return out
}

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
