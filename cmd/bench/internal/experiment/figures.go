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

// kinds are the ways to show an experiment. Each gets the conditions of one set
// that ran, in the order of the variants, at least one.
var kinds = map[string]func(r *Results, e *Experiment, set *Set, ran []*Condition) []report.Figure{
	"turns":   (*Results).turns,
	"lists":   (*Results).turns,
	"trivial": (*Results).trivial,
	"again":   (*Results).again,
	"aspects": (*Results).aspects,
	"goals":   (*Results).goals,
	"people":  (*Results).people,
	"search":  (*Results).search,
	"judged":  (*Results).judged,
}

// titled is a figure's title: on which set it is, and with how many shoppers.
func (r *Results) titled(set *Set, ran []*Condition) string {
	return fmt.Sprintf("%s, %d shoppers", set.Title, r.Found[ran[0]].Summary.Shoppers)
}

// shownTurns returns the turns that tables show: the first three, the fifth, the
// tenth and the last; the opening too when it says more than a category.
func shownTurns(t *proclare.Talk) []int {
	var out []int
	if t.Opening == proclare.OpenQuery {
		out = append(out, 0)
	}
	for _, turn := range []int{1, 2, 3, 5, 10, t.Turns} {
		if turn <= t.Turns && !slices.Contains(out, turn) {
			out = append(out, turn)
		}
	}
	return out
}

// headed returns a column for each turn after the first one.
func headed(first, format string, turns []int) []string {
	out := []string{first}
	for _, t := range turns {
		out = append(out, fmt.Sprintf(format, t))
	}
	return out
}

// turns shows HIT@10 and MRR@10 by turn (figures 3 and 4 of the paper, and its
// Table 6), and how the reference compares with each other variant; of the kind "lists",
// of every list (Table 5).
func (r *Results) turns(e *Experiment, set *Set, ran []*Condition) []report.Figure {
	last, shown := ran[0].Talk.Turns, shownTurns(ran[0].Talk)
	f := report.Figure{Title: r.titled(set, ran)}
	f.Table.Columns = append(headed("condition", "HIT@10, turn %d", shown), fmt.Sprintf("MRR@10, turn %d", last), "questions")
	var hit, mrr []report.Series
	var reference *Condition
	for _, c := range ran {
		if c.Variant.Name == e.Reference && len(ran) > 1 {
			reference = c
		}
		s, lists := r.Found[c].Summary, []string{c.list()}
		if e.Kind == "lists" {
			lists = append([]string{proclare.Own}, c.Talk.Lists...)
		}
		for _, list := range lists {
			name, hits, mrrs := c.Variant.Name, s.Turns[proclare.Named(list, proclare.Hit)], s.Turns[proclare.Named(list, proclare.MRR)]
			if e.Kind == "lists" {
				name += ", " + list
			}
			row := []string{name}
			for _, t := range shown {
				row = append(row, report.Scored(hits[t]))
			}
			f.Table.Add(append(row, report.Scored(mrrs[last]), fmt.Sprintf("%.1f", s.Whole[proclare.Questions].Mean))...)
			hit, mrr = append(hit, report.Series{Name: name, Values: hits}), append(mrr, report.Series{Name: name, Values: mrrs})
		}
	}
	f.Charts = []report.Chart{{Title: "HIT@10 by turn", Measure: "HIT@10", Last: last, Series: hit}, {Title: "MRR@10 by turn", Measure: "MRR@10", Last: last, Series: mrr}}
	if reference == nil {
		return []report.Figure{f}
	}
	less := report.Figure{Title: fmt.Sprintf("HIT@10 of %s less that of the others: %s", e.Reference, set.Title), Table: report.Table{Columns: headed(e.Reference+" less", "turn %d", shown)}}
	for _, c := range ran {
		if c == reference {
			continue
		}
		d := proclare.Difference(reference.Talk, r.Found[reference].Visits, reference.list(), r.Found[c].Visits, c.list())
		row := []string{c.Variant.Name}
		for _, t := range shown {
			row = append(row, report.Signed(d[t]))
		}
		less.Table.Add(row...)
	}
	return []report.Figure{f, less}
}

// goals shows which figures are reached, and what a clerk who knows the target
// reaches: the variant that is a ceiling stands for those before it.
func (r *Results) goals(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "measure", "goal", "reached", "", "ceiling (oracle)"}}
	for i, c := range ran {
		for _, g := range c.Variant.Goals {
			at := func(c *Condition) metric.Interval {
				return r.Found[c].Summary.Turns[proclare.Named(c.list(), g.Measure)][g.Turn]
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

// people shows what people find before they leave, and what it takes them.
func (r *Results) people(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	table := report.Table{Columns: []string{"condition", "found before leaving", "questions read", "products looked at"}}
	for _, c := range ran {
		s := r.Found[c].Summary.Whole
		table.Add(c.Variant.Name, report.Scored(s[proclare.Found]), fmt.Sprintf("%.1f", s[proclare.Read].Mean), fmt.Sprintf("%.1f", s[proclare.Looked].Mean))
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table}}
}

// measured is a table of figures of turns from the first one on, of which some are left out, with a
// chart of the first figure of each condition. A row is called by its figure where there are several.
func (r *Results) measured(set *Set, ran []*Condition, title, axis string, first, skip int, figures ...string) report.Figure {
	last := ran[0].Talk.Turns
	var turns []int
	for t := first; t <= last; t++ {
		turns = append(turns, t)
	}
	f := report.Figure{Title: r.titled(set, ran), Table: report.Table{Columns: headed("condition", "turn %d", turns)}}
	var series []report.Series
	for _, c := range ran {
		for i, figure := range figures {
			values, row := r.Found[c].Summary.Turns[figure], []string{c.Variant.Name}
			values = values[min(skip, len(values)):]
			if i == 0 {
				series = append(series, report.Series{Name: c.Variant.Name, Values: values})
			}
			if len(figures) > 1 {
				row[0] += ", " + figure
			}
			for _, v := range values {
				row = append(row, report.Scored(v))
			}
			f.Table.Add(append(row, slices.Repeat([]string{"nobody is left"}, len(turns)-len(values))...)...)
		}
	}
	f.Charts = []report.Chart{{Title: title, Measure: axis, First: first, Last: last, Series: series}}
	return f
}

// trivial shows the share of attribute queries that find nothing (Table 7 of the
// paper) by turn, as they are and relaxed.
func (r *Results) trivial(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	f := r.measured(set, ran, "Queries that find nothing", "share of queries", 1, 1, proclare.Probes...)
	f.Notes = []string{"Of the conversations still going on at that turn."}
	return []report.Figure{f}
}

// again shows how alike questions are to earlier ones (figure 5 of the paper).
func (r *Results) again(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	return []report.Figure{r.measured(set, ran, "Likeness to the most alike earlier question", "F1 of words", 2, 0, proclare.Again)}
}

// shownAspects is how many aspects a table names.
const shownAspects = 10

// aspects shows the share of each aspect among questions (figure 6 of the paper).
func (r *Results) aspects(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	total := map[string]float64{}
	table := report.Table{Columns: []string{"aspect"}}
	for _, c := range ran {
		for key, share := range r.Found[c].Summary.Aspects {
			total[key] += share
		}
		table.Columns = append(table.Columns, c.Variant.Name)
	}
	keys := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	for _, key := range keys[:min(len(keys), shownAspects)] {
		row := []string{strings.ReplaceAll(key, "_", " ")}
		for _, c := range ran {
			row = append(row, report.Number(r.Found[c].Summary.Aspects[key]))
		}
		table.Add(row...)
	}
	return []report.Figure{{Title: r.titled(set, ran), Table: table}}
}

// search shows the traditional setting (Table 4 of the paper): every retriever for each
// degree of paraphrase.
func (r *Results) search(_ *Experiment, set *Set, ran []*Condition) (out []report.Figure) {
	for _, c := range ran {
		answers := r.Found[c].Answers
		f := report.Figure{Title: fmt.Sprintf("%s, %d queries a degree", set.Title, answers[0].Queries)}
		f.Table.Columns = []string{"queries, retriever", "HIT@10", "MRR@10"}
		for _, a := range answers {
			for _, name := range proclare.Retrievers() {
				f.Table.Add(a.Title+", "+name, report.Scored(a.Scores[name][proclare.Hit]), report.Scored(a.Scores[name][proclare.MRR]))
			}
		}
		out = append(out, f)
	}
	return out
}

// judged shows judged queries.
func (r *Results) judged(_ *Experiment, set *Set, ran []*Condition) (out []report.Figure) {
	for _, c := range ran {
		out = append(out, r.Found[c].Answers[0].Figure(set.Title+", "+c.Variant.Name))
	}
	return out
}
