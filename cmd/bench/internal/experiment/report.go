package experiment

import (
	"fmt"
	"slices"
	"strings"

	"shopclerk/cmd/bench/internal/proclare"
	"shopclerk/cmd/bench/internal/report"
)

// kinds are the ways to show an experiment. Each gets the conditions of one set
// that ran, in the order of the variants, at least one.
var kinds = map[string]func(r *Results, e *Experiment, set *Set, ran []*Condition) []report.Figure{
	"turns":      (*Results).turns,
	"lists":      (*Results).lists,
	"trivial":    (*Results).trivial,
	"again":      (*Results).again,
	"aspects":    (*Results).aspects,
	"efficiency": (*Results).efficiency,
	"goals":      (*Results).goals,
	"people":     (*Results).people,
	"search":     (*Results).search,
	"judged":     (*Results).judged,
}

// Report makes a document of the findings. It depends on them alone.
func (r *Results) Report() *report.Document {
	d := &report.Document{Title: "shopclerk: does the clerk ask the right question?", Lead: []string{
		"PROCLARE's two settings without a language model, after “ProductAgent: Benchmarking Conversational Product Search Agent with Asking Clarification Questions”. A simulated shopper has one product in mind and sees only questions and options; HIT@10 is the share of shoppers whose product is among the first ten of the list, MRR@10 the mean of one over its place there, and 0 where it is not.",
		"All policies offer the same options: single values, ranges between round bounds, and groups that have a name.",
		"Numbers in brackets are 95 % bootstrap intervals; differences are paired over the same shoppers. The same seed gives the same bytes of this report on any number of processors. `make results` writes it anew; the last section has the command of every condition.",
	}}
	for _, m := range r.Missing {
		d.Lead = append(d.Lead, fmt.Sprintf("Left out: %s (%s).", m.Name, m.Title))
	}
	for _, e := range r.Plan.Experiments {
		if s := r.section(e); len(s.Figures) > 0 {
			d.Sections = append(d.Sections, s)
		}
	}
	d.Sections = append(d.Sections, r.commands())
	return d
}

// section shows an experiment, without figures when nothing of it ran.
func (r *Results) section(e *Experiment) report.Section {
	s := report.Section{ID: e.Name, Title: e.Title, Text: e.Text}
	for i := range r.Plan.Sets {
		set := &r.Plan.Sets[i]
		var ran []*Condition
		for _, c := range r.Plan.Conditions {
			if c.Experiment == e && c.Set == set && r.Of(c) != nil {
				ran = append(ran, c)
			}
		}
		if len(ran) > 0 {
			s.Figures = append(s.Figures, kinds[e.Kind](r, e, set, ran)...)
		}
	}
	return s
}

// commands lists what repeats each condition.
func (r *Results) commands() report.Section {
	t := report.Table{Columns: []string{"condition", "command"}}
	for _, c := range r.Plan.Conditions {
		if r.Of(c) != nil {
			t.Add(c.Name(), c.Command())
		}
	}
	return report.Section{ID: "commands", Title: "Commands",
		Text:    []string{"`SETS` is the folder that `bench results` was given. Paths of judgments are below the folder of the feeds."},
		Figures: []report.Figure{{Title: "Every condition by hand", Table: t}}}
}

// titled is a figure's title: on which set it is, and with how many shoppers.
func (r *Results) titled(set *Set, ran []*Condition) string {
	return fmt.Sprintf("%s, %d shoppers", set.Title, r.Of(ran[0]).Summary.Shoppers)
}

// columns returns the turns that tables show: the first three, the fifth, the
// tenth and the last; the opening too when it says more than a category.
func columns(t *proclare.Talk) []int {
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

// joined lists names as a sentence does.
func joined(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
