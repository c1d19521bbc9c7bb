package desk

import (
	"slices"

	"shopclerk/agent/control"
	"shopclerk/agent/insight"
	"shopclerk/views"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
	"shopclerk/words"
)

// fieldTrial names the experiment that the page is about.
const fieldTrial = "experiment"

// experiments is the page of the experiments: one of them, by default the latest.
func (d *Desk) experiments(r *Request) (*Page, error) {
	w := r.Words
	p := &Page{Title: w.T("desk.trial.title"), Lead: w.T("desk.trial.lead"), ByPeriod: true, Alone: true, Keep: []string{fieldTrial}}
	trials := trialsOf(d.Board.Log())
	if len(trials) == 0 {
		p.Report.Sections = []view.Section{{ID: "none", Empty: view.Empty{
			Title: w.T("desk.trial.none"), Text: w.T("desk.trial.none-text"),
			Link: views.Link{Text: w.T("desk.trial.begin"), URL: settingAddress(control.Slot{Kind: control.KindExperiment})},
		}}}
		return p, nil
	}
	chosen := &trials[0]
	if i := slices.IndexFunc(trials, func(x control.Experiment) bool { return x.Name == r.query.Get(fieldTrial) }); i >= 0 {
		chosen = &trials[i]
	}
	v := insight.Judge(d.Insight.Facts(insight.Period(r.Period)), chosen)
	arms, differences, split := armTable(r, &v), differenceTable(r, &v), splitTable(r, &v)
	p.Tables = []*Table{arms, differences, split}
	p.Report.Sections = []view.Section{
		{ID: "chosen", Title: chosen.Name, Text: w.T("desk.trial.sessions"), More: view.LinksView(trialLinks(r, trials))},
		{ID: "split", Title: w.T("desk.trial.split"), Text: splitText(w, &v), Tables: []view.Table{split.View(r)}},
		{ID: "arms", Title: w.T("desk.trial.arms"), Figures: []view.Figure{{
			ID: "arm-shares", Title: w.T("desk.trial.arms"), Counts: arms.Counts, Charts: []chart.Chart{armChart(r, &v)}, Table: arms.View(r),
		}}},
		{ID: "differences", Title: w.T("desk.trial.differences"), Text: w.T("desk.trial.differences-text"), Tables: []view.Table{differences.View(r)}},
	}
	return p, nil
}

// splitText says whether the split is as intended.
func splitText(w *words.Language, v *insight.Verdict) string {
	var text string
	switch {
	case v.Sessions() == 0 && v.Strays == 0:
		return w.T("desk.trial.quiet")
	case v.AsIntended():
		text = w.T("desk.trial.split-fine", "P", w.Fixed(v.P, 3))
	default:
		text = w.T("desk.trial.split-wrong", "P", w.Fixed(v.P, 5))
	}
	if v.Strays > 0 {
		text += " " + w.N("desk.trial.strays", v.Strays)
	}
	return text
}

// trialsOf lists every experiment that ever ran, as it was last set up, the latest
// first.
func trialsOf(log control.Log) []control.Experiment {
	undone := log.Undone()
	var out []control.Experiment
	for _, e := range slices.Backward(log) {
		_, gone := undone[e.Sequence]
		if gone || e.Set == nil || e.Set.Kind != control.KindExperiment || len(e.Set.Arms) == 0 {
			continue
		}
		if !slices.ContainsFunc(out, func(x control.Experiment) bool { return x.Name == e.Set.Name }) {
			out = append(out, control.Experiment{Name: e.Set.Name, Arms: e.Set.Arms})
		}
	}
	return out
}

// trialLinks lead to the experiments, and to their setting.
func trialLinks(r *Request, trials []control.Experiment) []view.Described {
	var out []view.Described
	for _, x := range trials {
		if len(trials) > 1 {
			out = append(out, view.Described{Link: views.Link{Text: x.Name, URL: r.With(fieldTrial, x.Name)}})
		}
	}
	return append(out, view.Described{
		Link: views.Link{Text: r.Words.T("desk.trial.change"), URL: settingAddress(control.Slot{Kind: control.KindExperiment})},
	})
}

// splitTable sets the sessions beside the split that was intended.
func splitTable(r *Request, v *insight.Verdict) *Table {
	w := r.Words
	t := &Table{ID: "sessions", Caption: w.T("desk.trial.split-table"), Counts: w.T("desk.trial.split-counts"), Columns: []Column{
		{Key: "arm", Label: w.T("desk.trial.arm")},
		{Key: "policy", Label: w.T("desk.trial.policy")},
		{Key: "intended", Label: w.T("desk.trial.intended"), Kind: Share, Help: w.T("desk.trial.intended-counts")},
		{Key: "actual", Label: w.T("desk.trial.actual"), Kind: Share, Help: w.T("desk.trial.actual-counts")},
		{Key: "sessions", Label: w.T("desk.overview.sessions"), Kind: Count, Help: w.T("desk.overview.sessions-counts")},
		{Key: "conversations", Label: w.T("desk.overview.conversations"), Kind: Count, Help: w.T("desk.overview.conversations-counts")},
	}}
	total := v.Sessions()
	for i := range v.Arms {
		a := &v.Arms[i]
		t.Rows = append(t.Rows, []Cell{
			Name(a.Name), Name(a.Policy), Value(a.Share), estimated(insight.Share(a.Sessions, total)),
			Value(float64(a.Sessions)), Value(float64(a.Conversations)),
		})
	}
	return t
}

// armColumns are the heads of what an arm's sessions did.
func armColumns(r *Request, share, mean Kind) []Column {
	w := r.Words
	return []Column{
		{Key: "arm", Label: w.T("desk.trial.arm")},
		{Key: "opened", Label: w.T("desk.trial.opening"), Kind: share, Help: w.T("desk.trial.opening-counts")},
		{Key: "basket", Label: w.T("desk.trial.buying"), Kind: share, Help: w.T("desk.trial.buying-counts")},
		{Key: "good_first_page", Label: w.T("desk.overview.good"), Kind: share, Help: w.T("desk.trial.good-counts")},
		{Key: "turns", Label: w.T("desk.trial.turns"), Kind: mean, Help: w.T("desk.trial.turns-counts")},
		{Key: "questions", Label: w.T("desk.trial.questions"), Kind: mean, Help: w.T("desk.trial.questions-counts")},
	}
}

// armTable says what the sessions of each arm did.
func armTable(r *Request, v *insight.Verdict) *Table {
	t := &Table{ID: "arm-numbers", Caption: r.Words.T("desk.trial.arms"), Counts: r.Words.T("desk.trial.arms-counts"), Columns: armColumns(r, Share, Decimal)}
	for i := range v.Arms {
		a := &v.Arms[i]
		t.Rows = append(t.Rows, []Cell{Name(a.Name), estimated(a.Opening), estimated(a.Buying), estimated(a.Good), estimated(a.Turns), estimated(a.Questions)})
	}
	return t
}

// armChart draws the shares of armTable.
func armChart(r *Request, v *insight.Verdict) chart.Bars {
	w := r.Words
	names := []string{w.T("desk.trial.opening"), w.T("desk.trial.buying"), w.T("desk.overview.good")}
	var series []chart.Series
	for i := range v.Arms {
		a := &v.Arms[i]
		series = append(series, chart.Series{Name: a.Name, Points: []chart.Point{point(0, a.Opening), point(0, a.Buying), point(0, a.Good)}})
	}
	return r.Compared(w.T("desk.trial.arms"), w.T("desk.trial.of-sessions"), Share, names, series...)
}

// differenceTable sets every arm against the first.
func differenceTable(r *Request, v *insight.Verdict) *Table {
	t := &Table{ID: "arm-differences", Caption: r.Words.T("desk.trial.differences"), Counts: r.Words.T("desk.trial.differences-counts", "Arm", v.Arms[0].Name),
		Columns: armColumns(r, Points, Difference)}
	for i := 1; i < len(v.Arms); i++ {
		m := &v.Arms[i].More
		t.Rows = append(t.Rows, []Cell{
			Name(v.Arms[i].Name), estimated(m.Opening), estimated(m.Buying), estimated(m.Good), estimated(m.Turns), estimated(m.Questions),
		})
	}
	return t
}
