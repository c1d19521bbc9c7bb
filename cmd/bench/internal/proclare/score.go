package proclare

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Score is what was found, by the name of a figure.
type Score map[string]metric.Interval

// Turns are the figures that each turn has, by name, from the opening or as documented at the name.
type Turns map[string][]metric.Interval

// MarshalJSON writes the mean of each figure under its name, and the ends of its 95 % interval
// under its name in ci95.
func (s Score) MarshalJSON() ([]byte, error) { return json.Marshal(byName(s, nil)) }

// byName are the means of figures by name, those of turns as lists, and as ci95 the ends of their
// intervals.
func byName(whole Score, turns Turns) map[string]any {
	out, ends := map[string]any{}, map[string]any{}
	for name, i := range whole {
		out[name], ends[name] = i.Mean, [2]float64{i.Low, i.High}
	}
	for name, all := range turns {
		means, bounds := make([]float64, len(all)), make([][2]float64, len(all))
		for turn, i := range all {
			means[turn], bounds[turn] = i.Mean, [2]float64{i.Low, i.High}
		}
		out[name], ends[name] = means, bounds
	}
	out["ci95"] = ends
	return out
}

// Summary is what the visits of a condition come to. It depends on the condition and the data
// directory alone.
type Summary struct {
	Talk     *Talk
	Shoppers int
	Whole    Score              // means of Visit.Whole
	Turns    Turns              // means of Visit.Turns, as long as anybody has them
	Aspects  map[string]float64 // share of all questions that were about an aspect
}

// MarshalJSON writes the figures with the policy and the number of shoppers.
func (s *Summary) MarshalJSON() ([]byte, error) {
	out := byName(s.Whole, s.Turns)
	out["policy"], out["shoppers"] = s.Talk.Policy, s.Shoppers
	return json.Marshal(out)
}

// Summarise scores the visits of a condition.
func Summarise(t *Talk, visits []Visit) *Summary {
	s := &Summary{Talk: t, Shoppers: len(visits), Whole: Score{}, Turns: Turns{}, Aspects: map[string]float64{}}
	whole, length, asked := map[string][]float64{}, map[string]int{}, 0.0
	for i := range visits {
		v := &visits[i]
		for name, value := range v.Whole {
			whole[name] = append(whole[name], value)
		}
		for name, turns := range v.Turns {
			length[name] = max(length[name], len(turns))
		}
		for key, n := range v.Asked {
			s.Aspects[key] += n
			asked += n
		}
	}
	for name, values := range whole {
		s.Whole[name] = metric.Mean(values, t.Seed)
	}
	for name, n := range length {
		for turn := range n {
			s.Turns[name] = append(s.Turns[name], metric.Mean(atTurn(visits, name, turn), t.Seed))
		}
	}
	for key := range s.Aspects {
		s.Aspects[key] /= asked
	}
	return s
}

// atTurn lists the values of a figure at a turn, in the order of the visits that have it.
func atTurn(visits []Visit, name string, turn int) (out []float64) {
	for i := range visits {
		if turns := visits[i].Turns[name]; turn < len(turns) {
			out = append(out, turns[turn]...)
		}
	}
	return out
}

// Difference compares two lists of two conditions over the same shoppers: the mean
// of a's HIT@10 less b's after each turn, with paired intervals. The conditions
// must have the same shoppers, turns and seed.
func Difference(t *Talk, a []Visit, listA string, b []Visit, listB string) (out []metric.Interval) {
	for turn := range t.Turns + 1 {
		out = append(out, metric.Difference(atTurn(a, Named(listA, Hit), turn), atTurn(b, Named(listB, Hit), turn), t.Seed))
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

// Figure shows the conversations of a condition: a row a figure, with a column for each turn.
func (s *Summary) Figure() report.Figure {
	f := report.Figure{Title: fmt.Sprintf("policy %s, %d shoppers", s.Talk.Policy, s.Shoppers), Table: report.Table{Columns: []string{"figure", "mean, or by turn"}}}
	for range s.Talk.Turns {
		f.Table.Columns = append(f.Table.Columns, "")
	}
	rows := maps.Clone(s.Turns)
	for name, i := range s.Whole {
		rows[name] = []metric.Interval{i}
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		cells := []string{name}
		for _, i := range rows[name] {
			cells = append(cells, report.Scored(i))
		}
		f.Table.Add(cells...)
	}
	return f
}
