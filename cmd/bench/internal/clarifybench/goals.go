package clarifybench

import "shopclerk/cmd/bench/internal/report"

// goals shows the figures that ours is to reach.
func (r *Results) goals() report.Section {
	t := report.Table{Columns: []string{"split", "measure", "goal", "reached"}}
	row := func(split, measure, goal, reached string, met bool) {
		if met {
			reached += ", reached"
		} else {
			reached += ", missed"
		}
		t.Rows = append(t.Rows, []string{split, measure, goal, reached})
	}
	all := r.index(everything)
	ours := func(split string) Score { return Of(Select(r.Played, split, ""), r.ours()) }
	theirs := func(split string) Score { return Of(Select(r.Played, split, ""), all) }
	said, guessed, wrong := ours(Explicit), ours(Ambiguous), ours(Infeasible)
	row(Explicit, "questions", "< 0.100", scored(said.Questions), said.Questions.Mean < 0.1)
	for _, split := range []string{Explicit, Ambiguous} {
		d := difference(Select(r.Played, split, ""), r.ours(), all, Coverage)
		row(split, "coverage less that of asking for all missing", "≥ 0.000", report.Signed(d.Mean, d.Low, d.High), d.Mean >= 0)
	}
	times := theirs(Ambiguous).Questions.Mean / max(guessed.Questions.Mean, 1e-9)
	row(Ambiguous, "questions of asking for all missing, times ours", "≥ 2.000", report.Number(times), times >= 2)
	row(Infeasible, "offending parameter named", "≥ 0.900", scored(wrong.Named), wrong.Named.Mean >= 0.9)
	for _, kind := range []string{"miss_param", clausewise("miss_param")} {
		if n := r.Real[kind]; n != nil {
			row("real, "+kind, "asked where nothing can be called", "≥ 0.800", shareText(n.Asked, n.Wanting), 10*n.Asked >= 8*n.Wanting)
			row("real, "+kind, "asked where something is to be called", "≤ 0.100", shareText(n.Needless, n.Acting), 10*n.Needless <= n.Acting)
		}
	}
	for i := range r.Trials {
		if t := &r.Trials[i]; t.Whole {
			for k, st := range t.by {
				if st.Aside || st.Silent || st.Name == Ours {
					continue
				}
				d := t.lead(k)
				row(t.Name, "coverage per question less that of "+st.Name, "> 0.000", report.Signed(d.Mean, d.Low, d.High), d.Low > 0)
			}
		}
	}
	return report.Section{ID: "goals", Title: "Figures to reach", Figures: []report.Figure{{Title: "Ours", Table: t, Notes: []string{
		"Questions of asking for all missing, times ours: whoever guesses nothing and asks for one parameter at a time can not reach the goal on these cases; the section “Against asking for everything” shows how much can be reached, by every way to count.",
	}}}}
}
