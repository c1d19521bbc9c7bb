package experiment

import (
	"fmt"

	"shopclerk/cmd/bench/internal/report"
)

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
			if c.Experiment == e && c.Set == set && r.Found[c] != nil {
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
		if r.Found[c] != nil {
			t.Add(c.Name(), c.Command())
		}
	}
	return report.Section{ID: "commands", Title: "Commands",
		Text:    []string{"`SETS` is the folder that `bench results` was given. Paths of judgments are below the folder of the feeds."},
		Figures: []report.Figure{{Title: "Every condition by hand", Table: t}}}
}
