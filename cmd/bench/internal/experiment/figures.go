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
var kinds = map[string]func(e *Experiment, set *Set, ran []*Condition) []report.Figure{
	"turns":   showTurns,
	"lists":   showTurns,
	"trivial": showTrivial,
	"again":   showAgain,
	"aspects": showAspects,
	"goals":   showGoals,
	"people":  showPeople,
	"search":  showSearch,
	"judged":  showJudged,
}

// talked is a figure of conversations: on which set they were, and with how many shoppers.
func talked(set *Set, ran []*Condition, columns ...string) report.Figure {
	return report.Figure{Title: fmt.Sprintf("%s, %d shoppers", set.Title, ran[0].Summary.Shoppers), Table: report.Table{Columns: columns}}
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

// spelled is a row of the values of some turns.
func spelled(name string, values []metric.Interval, turns []int, spell func(metric.Interval) string) []string {
	row := []string{name}
	for _, t := range turns {
		row = append(row, spell(values[t]))
	}
	return row
}

// showTurns shows HIT@10 and MRR@10 by turn (figures 3 and 4 of the paper, and its
// Table 6), and how the reference compares with each other variant; of the kind "lists",
// of every list (Table 5).
func showTurns(e *Experiment, set *Set, ran []*Condition) []report.Figure {
	last, shown := ran[0].Talk.Turns, shownTurns(ran[0].Talk)
	f := talked(set, ran, append(headed("condition", "HIT@10, turn %d", shown), fmt.Sprintf("MRR@10, turn %d", last), "questions")...)
	hit, mrr := report.Chart{Title: "HIT@10 by turn", Measure: "HIT@10", Last: last}, report.Chart{Title: "MRR@10 by turn", Measure: "MRR@10", Last: last}
	var reference *Condition
	for _, c := range ran {
		if c.Variant.Name == e.Reference && len(ran) > 1 {
			reference = c
		}
		lists := []string{c.list()}
		if e.Kind == "lists" {
			lists = append([]string{proclare.Own}, c.Talk.Lists...)
		}
		for _, list := range lists {
			name, hits, mrrs := c.Variant.Name, c.Summary.Turns[proclare.Named(list, proclare.Hit)], c.Summary.Turns[proclare.Named(list, proclare.MRR)]
			if e.Kind == "lists" {
				name += ", " + list
			}
			f.Table.Add(append(spelled(name, hits, shown, report.Scored), report.Scored(mrrs[last]), c.mean(proclare.Questions))...)
			hit.Series, mrr.Series = append(hit.Series, report.Series{Name: name, Values: hits}), append(mrr.Series, report.Series{Name: name, Values: mrrs})
		}
	}
	f.Charts = []report.Chart{hit, mrr}
	if reference == nil {
		return []report.Figure{f}
	}
	less := report.Figure{Title: fmt.Sprintf("HIT@10 of %s less that of the others: %s", e.Reference, set.Title), Table: report.Table{Columns: headed(e.Reference+" less", "turn %d", shown)}}
	for _, c := range ran {
		if c != reference {
			less.Table.Add(spelled(c.Variant.Name, proclare.Difference(c.Talk, reference.Visits, reference.list(), c.Visits, c.list()), shown, report.Signed)...)
		}
	}
	return []report.Figure{f, less}
}

// mean spells the mean of a figure of whole conversations.
func (c *Condition) mean(figure string) string {
	return fmt.Sprintf("%.1f", c.Summary.Whole[figure].Mean)
}

// showGoals shows which figures are reached, and what a clerk who knows the target
// reaches: the variant that is a ceiling stands for those before it.
func showGoals(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	f := talked(set, ran, "condition", "measure", "goal", "reached", "", "ceiling (oracle)")
	for i, c := range ran {
		for _, g := range c.Variant.Goals {
			at := func(c *Condition) metric.Interval {
				return c.Summary.Turns[proclare.Named(c.list(), g.Measure)][g.Turn]
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
			f.Table.Add(c.Variant.Name, fmt.Sprintf("%s, turn %d", g.Measure, g.Turn), "≥ "+report.Number(g.Least), report.Scored(got), verdict, best)
		}
	}
	return []report.Figure{f}
}

// showPeople shows what people find before they leave, and what it takes them.
func showPeople(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	f := talked(set, ran, "condition", "found before leaving", "questions read", "products looked at")
	for _, c := range ran {
		f.Table.Add(c.Variant.Name, report.Scored(c.Summary.Whole[proclare.Found]), c.mean(proclare.Read), c.mean(proclare.Looked))
	}
	return []report.Figure{f}
}

// measured is a table of figures of turns from the first one on, of which some are left out, with a
// chart of the first figure of each condition. A row is called by its figure where there are several.
func measured(set *Set, ran []*Condition, title, axis string, first, skip int, figures ...string) report.Figure {
	chart := report.Chart{Title: title, Measure: axis, First: first, Last: ran[0].Talk.Turns}
	var turns []int
	for t := first; t <= chart.Last; t++ {
		turns = append(turns, t)
	}
	f := talked(set, ran, headed("condition", "turn %d", turns)...)
	for _, c := range ran {
		for i, figure := range figures {
			name, values := c.Variant.Name, c.Summary.Turns[figure]
			values = values[min(skip, len(values)):]
			if i == 0 {
				chart.Series = append(chart.Series, report.Series{Name: name, Values: values})
			}
			if len(figures) > 1 {
				name += ", " + figure
			}
			row := []string{name}
			for _, v := range values {
				row = append(row, report.Scored(v))
			}
			f.Table.Add(append(row, slices.Repeat([]string{"nobody is left"}, len(turns)-len(values))...)...)
		}
	}
	f.Charts = []report.Chart{chart}
	return f
}

// showTrivial shows the share of attribute queries that find nothing (Table 7 of the
// paper) by turn, as they are and relaxed.
func showTrivial(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	f := measured(set, ran, "Queries that find nothing", "share of queries", 1, 1, proclare.Probes...)
	f.Notes = []string{"Of the conversations still going on at that turn."}
	return []report.Figure{f}
}

// showAgain shows how alike questions are to earlier ones (figure 5 of the paper).
func showAgain(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	return []report.Figure{measured(set, ran, "Likeness to the most alike earlier question", "F1 of words", 2, 0, proclare.Again)}
}

// shownAspects is how many aspects a table names.
const shownAspects = 10

// showAspects shows the share of each aspect among questions (figure 6 of the paper).
func showAspects(_ *Experiment, set *Set, ran []*Condition) []report.Figure {
	total := map[string]float64{}
	f := talked(set, ran, "aspect")
	for _, c := range ran {
		for key, share := range c.Summary.Aspects {
			total[key] += share
		}
		f.Table.Columns = append(f.Table.Columns, c.Variant.Name)
	}
	keys := slices.SortedFunc(maps.Keys(total), func(a, b string) int { return cmp.Or(cmp.Compare(total[b], total[a]), cmp.Compare(a, b)) })
	for _, key := range keys[:min(len(keys), shownAspects)] {
		row := []string{strings.ReplaceAll(key, "_", " ")}
		for _, c := range ran {
			row = append(row, report.Number(c.Summary.Aspects[key]))
		}
		f.Table.Add(row...)
	}
	return []report.Figure{f}
}

// showSearch shows the traditional setting (Table 4 of the paper): every retriever for each
// degree of paraphrase.
func showSearch(_ *Experiment, set *Set, ran []*Condition) (out []report.Figure) {
	for _, c := range ran {
		f := report.Figure{Title: fmt.Sprintf("%s, %d queries a degree", set.Title, c.Answers[0].Queries), Table: report.Table{Columns: []string{"queries, retriever", "HIT@10", "MRR@10"}}}
		for _, a := range c.Answers {
			for _, name := range proclare.Retrievers() {
				f.Table.Add(a.Title+", "+name, report.Scored(a.Scores[name][proclare.Hit]), report.Scored(a.Scores[name][proclare.MRR]))
			}
		}
		out = append(out, f)
	}
	return out
}

// showJudged shows judged queries.
func showJudged(_ *Experiment, set *Set, ran []*Condition) (out []report.Figure) {
	for _, c := range ran {
		out = append(out, c.Answers[0].Figure(set.Title+", "+c.Variant.Name))
	}
	return out
}
