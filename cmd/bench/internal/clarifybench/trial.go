package clarifybench

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// Trial is some of the cases, played with a proposer's calls in place of words.
type Trial struct {
	Name     string
	Whole    bool // it is all cases of a rate
	proposer Proposer
	by       []Strategy
	cases    []Played
}

// Try plays the cases with a proposer that errs, by every rate that its table names: once
// where what was not said follows from what the model knows, and once where it does not.
func Try(ctx context.Context, set *Setting) ([]Trial, error) {
	base, err := loadProposer()
	if err != nil {
		return nil, err
	}
	var out []Trial
	for _, f := range base.Times {
		p := base.times(f)
		whole := Trial{Name: fmt.Sprintf("all requests, mistakes × %v", f), Whole: true, proposer: p}
		var parts []Trial
		play := func(follows string, splits ...string) error {
			s, p := *set, p
			p.Infer = metric.Indicator(follows == follow)
			s.Proposer, s.Splits = &p, splits
			r, err := Run(ctx, &s)
			if err != nil {
				return err
			}
			for _, split := range splits {
				name := split
				if split == Ambiguous {
					name += ", what is not said " + follows
				}
				t := Trial{Name: fmt.Sprintf("%s, mistakes × %v", name, f), proposer: p, by: r.Strategies, cases: Select(r.Played, split, "")}
				parts, whole.by, whole.cases = append(parts, t), t.by, append(whole.cases, t.cases...)
			}
			return nil
		}
		if err := errors.Join(play("does not follow", Splits()...), play(follow, Ambiguous)); err != nil {
			return nil, err
		}
		out = append(append(out, whole), parts...)
	}
	return out, nil
}

// follow says that what is not said can be inferred.
const follow = "follows"

// floor is how many questions a request anybody asks who does not guess.
func floor(cases []Played) float64 {
	sum := 0.0
	for i := range cases {
		for _, n := range cases[i].Unproposed {
			sum += float64(n) / float64(len(cases[i].Unproposed)*len(cases))
		}
	}
	return sum
}

func (t *Trial) ours() int {
	return slices.IndexFunc(t.by, func(s Strategy) bool { return s.Name == Ours })
}

// lead is by how much ours covers more a question than another strategy.
func (t *Trial) lead(than int) metric.Interval {
	of := func(i int, m Measure) []float64 { return Values(t.cases, i, m) }
	return metric.RatioDifference(of(t.ours(), Coverage), of(t.ours(), Burden), of(than, Coverage), of(than, Burden), bootstrapSeed)
}

// table shows a trial: what every strategy reached, and what ours did less each.
func (t *Trial) table() report.Figure {
	cases, ours := t.cases, t.ours()
	f := report.Figure{Title: t.Name, Table: report.Table{Columns: []string{"strategy", "coverage", "questions", "wrong calls", "coverage per question", "ours less this: coverage", "… questions", "… coverage per question"}},
		Notes: []string{fmt.Sprintf("Whoever does not guess asks %s questions a request.", report.Number(floor(cases)))}}
	mean := func(i int, m Measure) metric.Interval { return metric.Mean(Values(cases, i, m), bootstrapSeed) }
	for i, st := range t.by {
		if st.Aside && !t.Whole {
			continue
		}
		covered, asked := mean(i, Coverage), mean(i, Burden)
		row := []string{st.Name, scored(covered), scored(asked), scored(mean(i, wrongly)), "–", "", "", ""}
		if !st.Silent {
			row[4] = report.Number(covered.Mean / asked.Mean)
		}
		if i != ours {
			for n, m := range []Measure{Coverage, Burden} {
				d := difference(cases, ours, i, m)
				row[5+n] = report.Signed(d.Mean, d.Low, d.High)
			}
			if !st.Silent {
				d := t.lead(i)
				row[7] = report.Signed(d.Mean, d.Low, d.High)
			}
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	return f
}

// trials is the section of the report.
func trials(all []Trial) report.Section {
	p := all[0].proposer
	s := report.Section{ID: "proposer", Title: "With a model's mistakes", Text: []string{
		fmt.Sprintf("In place of words every strategy gets %d samples of the call that is meant, from a model that is played by chance and errs at the rates of proposer.json (times what each table says). The rates are assumed; no model was measured. Weights overstate what samples agree in. A confirmation of what could be undone counts as a question here.", p.Samples),
		"Ours pools the samples: what they agree in argument by argument makes the belief, and its weights count for nothing. Where all requests are shown together, further rows show the others on pooled samples, ours on samples as they are, and ours that acts from a smaller share of the belief.",
		"The fewest questions follow from the samples: an argument that no sample has right and the state does not settle is known to nobody, and an answer is about one argument. Where what is not said does not follow, that floor is what most of the questions are, and no policy can ask half of what a form does; where it follows, the floor is near nothing.",
	}}
	for i := range all {
		s.Figures = append(s.Figures, all[i].table())
	}
	return s
}

// Scores are the trial's figures, by strategy and name.
func (t *Trial) Scores() map[string]map[string]float64 {
	out := map[string]map[string]float64{}
	for i, st := range t.by {
		out[st.Name] = map[string]float64{}
		for name, m := range map[string]Measure{"coverage": Coverage, "questions": Burden, "wrong": wrongly} {
			out[st.Name][name] = metric.Mean(Values(t.cases, i, m), bootstrapSeed).Mean
		}
	}
	return out
}
