package desk

import (
	"slices"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
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
		return p.without(view.Empty{
			Title: w.T("desk.trial.none"), Text: w.T("desk.trial.none-text"),
			Link: views.Link{Text: w.T("desk.trial.begin"), URL: settingAddress(control.Slot{Kind: control.KindExperiment})},
		}), nil
	}
	chosen := &trials[0]
	if i := slices.IndexFunc(trials, func(x control.Experiment) bool { return x.Name == r.query.Get(fieldTrial) }); i >= 0 {
		chosen = &trials[i]
	}
	v := insight.Judge(d.Insight.Facts(insight.Period(r.Period)), chosen)
	began := p.add(r, "chosen", "desk.trial.title", "desk.trial.sessions")
	began.Title, began.More = chosen.Name, view.LinksView(trialLinks(r, trials))
	p.add(r, "split", "desk.trial.split", "", splitTable(r, &v)).Text = splitText(w, &v)
	p.add(r, "arms", "desk.trial.arms", "", armTable(r, &v))
	p.add(r, "differences", "desk.trial.differences", "desk.trial.differences-text", differenceTable(r, &v))
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
	type c = columnSpec[insight.Arm]
	total := v.Sessions()
	return newTable(r, "sessions", "desk.trial.split-table", "desk.trial.split-counts", "", v.Arms,
		c{"arm", "desk.trial.arm", Text, "", textCell(func(a *insight.Arm) string { return a.Name })},
		c{"policy", "desk.trial.policy", Text, "", textCell(func(a *insight.Arm) string { return a.Policy })},
		c{"intended", "desk.trial.intended", Share, "desk.trial.intended-counts", numberCell(func(a *insight.Arm) float64 { return a.Share })},
		c{"actual", "desk.trial.actual", Share, "desk.trial.actual-counts", estimateCell(func(a *insight.Arm) insight.Estimate { return insight.Share(a.Sessions, total) })},
		c{"sessions", "desk.overview.sessions", Count, "desk.overview.sessions-counts", countCell(func(a *insight.Arm) int { return a.Sessions })},
		c{"conversations", "desk.overview.conversations", Count, "desk.overview.conversations-counts", countCell(func(a *insight.Arm) int { return a.Conversations })},
	)
}

// armColumns say what an arm's sessions did, or how that differs.
func armColumns(share, mean Kind, of func(*insight.Arm) insight.Conduct) []columnSpec[insight.Arm] {
	type c = columnSpec[insight.Arm]
	figure := func(key, label string, kind Kind, help string, part func(insight.Conduct) insight.Estimate) c {
		return c{key, label, kind, help, estimateCell(func(a *insight.Arm) insight.Estimate { return part(of(a)) })}
	}
	return []c{
		{"arm", "desk.trial.arm", Text, "", textCell(func(a *insight.Arm) string { return a.Name })},
		figure("opened", "desk.trial.opening", share, "desk.trial.opening-counts", func(x insight.Conduct) insight.Estimate { return x.Opening }),
		figure("basket", "desk.trial.buying", share, "desk.trial.buying-counts", func(x insight.Conduct) insight.Estimate { return x.Buying }),
		figure("good_first_page", "desk.overview.good", share, "desk.trial.good-counts", func(x insight.Conduct) insight.Estimate { return x.Good }),
		figure("turns", "desk.trial.turns", mean, "desk.trial.turns-counts", func(x insight.Conduct) insight.Estimate { return x.Turns }),
		figure("questions", "desk.trial.questions", mean, "desk.trial.questions-counts", func(x insight.Conduct) insight.Estimate { return x.Questions }),
	}
}

// armTable says what the sessions of each arm did, and draws the shares of it.
func armTable(r *Request, v *insight.Verdict) *Table {
	w := r.Words
	names := []string{w.T("desk.trial.opening"), w.T("desk.trial.buying"), w.T("desk.overview.good")}
	var series []chart.Series
	for i := range v.Arms {
		a := &v.Arms[i]
		series = append(series, chart.Series{Name: a.Name, Points: []chart.Point{point(a.Opening), point(a.Buying), point(a.Good)}})
	}
	return newTable(r, "arm-numbers", "desk.trial.arms", "desk.trial.arms-counts", "", v.Arms,
		armColumns(Share, Decimal, func(a *insight.Arm) insight.Conduct { return a.Conduct })...).
		drawn("arm-shares", r.Compared(w.T("desk.trial.arms"), w.T("desk.trial.of-sessions"), Share, names, series...))
}

// differenceTable sets every arm against the first.
func differenceTable(r *Request, v *insight.Verdict) *Table {
	t := newTable(r, "arm-differences", "desk.trial.differences", "", "", v.Arms[1:], armColumns(Points, Difference, func(a *insight.Arm) insight.Conduct { return a.More })...)
	t.Counts = r.Words.T("desk.trial.differences-counts", "Arm", v.Arms[0].Name)
	return t
}
