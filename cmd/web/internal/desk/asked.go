package desk

import (
	"net/url"
	"slices"
	"strconv"

	"shopclerk/agent"
	"shopclerk/agent/control"
	"shopclerk/agent/insight"
	"shopclerk/catalog"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
)

// mostTopics is how many rows the tables of questions show: a screen each. What is
// asked more rarely has wide intervals, and is in the file.
const mostTopics = 20

// questionsOf are the numbers of all questions of the period and the category chosen.
func (d *Desk) questionsOf(r *Request) []insight.Question {
	all := recall(d, "questions", r.Period, "", func() []insight.Question {
		return insight.Questions(d.Insight.Facts(insight.Period(r.Period)))
	})
	return slices.DeleteFunc(slices.Clone(all), func(q insight.Question) bool { return r.Category != "" && q.Category != r.Category })
}

// asked is the page of all questions.
func (d *Desk) asked(r *Request) (*Page, error) {
	w := r.Words
	questions := d.questionsOf(r)
	p := &Page{Title: w.T("desk.asked.title"), Lead: w.T("desk.asked.lead"), ByPeriod: true, Alone: true, ByCategory: true}
	if len(questions) == 0 {
		p.Report.Sections = []view.Section{{ID: "none", Empty: nothingYet(r, d)}}
		return p, nil
	}
	leaving, outcomes, gains, effects := d.leavingTable(r, questions), d.outcomesTable(r, questions), d.gainsTable(r, questions), d.effectsTable(r, questions)
	p.Tables = []*Table{leaving, outcomes, gains, effects}
	p.Report.Sections = []view.Section{
		{ID: "leave", Title: w.T("desk.asked.leaving"), Text: w.T("desk.asked.leaving-text"), Tables: []view.Table{leaving.View(r)}},
		{ID: "became", Title: w.T("desk.asked.outcomes"), Text: w.T("desk.asked.outcomes-text"), Folded: true, Tables: []view.Table{outcomes.View(r)}},
		{ID: "told", Title: w.T("desk.asked.gains"), Text: w.T("desk.asked.gains-text"), Folded: true, Tables: []view.Table{gains.View(r)}},
		{ID: "effect", Title: w.T("desk.asked.effects"), Text: w.T("desk.asked.effects-text"), Folded: true, Tables: []view.Table{effects.View(r)}},
	}
	if order := insight.Order(d.Insight.Facts(insight.Period(r.Period))); len(order) > 0 && r.Category == "" {
		t := orderTable(r, order)
		p.Tables = append(p.Tables, t)
		p.Report.Sections = append(p.Report.Sections, view.Section{ID: "places", Title: w.T("desk.asked.order"), Text: w.T("desk.asked.order-text"), Folded: true,
			Figures: []view.Figure{{ID: "order-shares", Title: w.T("desk.asked.order"), Counts: t.Counts, Charts: []chart.Chart{orderChart(r, order)}, Table: t.View(r)}}})
	}
	return p, nil
}

// aspectName is what shoppers read of an aspect: its label in the category, or in the
// first category that has it; its key where none has.
func (d *Desk) aspectName(topic insight.Topic) string {
	name := topic.Aspect
	for _, c := range slices.Backward(d.Store.Categories()) {
		a, ok := c.Aspect(topic.Aspect)
		if ok && c.Path == topic.Category {
			return a.Label
		}
		if ok {
			name = a.Label
		}
	}
	return name
}

// topicNames name a topic's aspect and category.
func (d *Desk) topicNames(r *Request, topic insight.Topic) (aspect, category string) {
	aspect, category = d.aspectName(topic), r.Words.T("desk.talks.whole-shop")
	if topic.Category != "" {
		category = agent.CategoryName(topic.Category)
	}
	if topic.Aspect == catalog.KeyCategory {
		aspect = r.Words.T("desk.category.label")
	}
	return aspect, category
}

// aspectPath is the address of an aspect's page.
func aspectPath(key string) string { return questionsSection.path() + "/" + url.PathEscape(key) }

// asks is a column of what is known of a question.
type asksColumn = column[insight.Question]

// topicColumns name a topic, and lead to its page.
func (d *Desk) topicColumns(r *Request, more ...asksColumn) []asksColumn {
	return append([]asksColumn{
		{"aspect", "desk.asked.aspect", Text, "", func(q *insight.Question) Cell {
			aspect, _ := d.topicNames(r, q.Topic)
			return Name(aspect).To(r.To(aspectPath(q.Aspect), fieldCategory, q.Category))
		}},
		{"category", "desk.category.label", Text, "", func(q *insight.Question) Cell {
			_, category := d.topicNames(r, q.Topic)
			return Name(category)
		}},
	}, more...)
}

// talksAbout leads to the conversations in which a topic was asked about.
func (r *Request) talksAbout(t insight.Topic, more ...string) string {
	return r.To(talksPath, append([]string{fieldCategory, t.Category, fieldAsked, t.Aspect}, more...)...)
}

// settingOf leads to a control of a topic.
func settingOf(k control.Kind) func(*insight.Question) string {
	return func(q *insight.Question) string {
		return settingAddress(control.Slot{Kind: k, Category: q.Category, Aspect: q.Aspect})
	}
}

// behind leads to the conversations in which a topic was asked about, of which more is so.
func (r *Request) behind(more ...string) func(*insight.Question) string {
	return func(q *insight.Question) string { return r.talksAbout(q.Topic, more...) }
}

// leavingTable says at which questions shoppers leave, and what they do after answering.
// Figures lead to the control that changes them, counts to the conversations behind.
func (d *Desk) leavingTable(r *Request, questions []insight.Question) *Table {
	after := func(of func(*insight.Question) *insight.Effect) func(*insight.Question) Cell {
		return linked(func(q *insight.Question) Cell { return estimated(of(q).Answered.COEC) }, settingOf(control.KindPlace))
	}
	return declared(r, "leaving", "desk.asked.leaving", "desk.asked.leaving-counts", "", questions, d.topicColumns(r,
		asksColumn{"shown", "desk.asked.shown", Count, "desk.overview.shown-counts", linked(counted(func(q *insight.Question) int { return q.Shown }), r.behind())},
		asksColumn{"left", "desk.asked.left", Share, "desk.asked.left-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Left }), r.behind(fieldMishap, string(leftThere)))},
		asksColumn{"against_usual", "desk.asked.left-usual", Decimal, "desk.asked.left-usual-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Leaving }), settingOf(control.KindPlace))},
		asksColumn{"answered", "desk.asked.answered", Share, "desk.asked.answered-share", linked(guessed(func(q *insight.Question) insight.Estimate { return q.AnsweredShare }), settingOf(control.KindWording))},
		asksColumn{"clicks", "desk.asked.clicks", Decimal, "desk.asked.clicks-counts", after(func(q *insight.Question) *insight.Effect { return &q.Opening })},
		asksColumn{"baskets", "desk.asked.baskets", Decimal, "desk.asked.baskets-counts", after(func(q *insight.Question) *insight.Effect { return &q.Buying })},
		asksColumn{"revenue", "desk.asked.revenue", Decimal, "desk.asked.revenue-counts", after(func(q *insight.Question) *insight.Effect { return &q.Earning })},
	)...).by("-against_usual").head(r, mostTopics)
}

// outcomesTable says what became of the questions.
func (d *Desk) outcomesTable(r *Request, questions []insight.Question) *Table {
	return declared(r, "outcomes", "desk.asked.outcomes", "desk.asked.outcomes-counts", "", questions, d.topicColumns(r,
		asksColumn{"shown", "desk.asked.shown", Count, "desk.overview.shown-counts", linked(counted(func(q *insight.Question) int { return q.Shown }), r.behind())},
		asksColumn{"answered", "desk.asked.answered", Share, "desk.asked.answered-share", linked(guessed(func(q *insight.Question) insight.Estimate { return q.AnsweredShare }), settingOf(control.KindWording))},
		asksColumn{"ticked", "desk.asked.ticked", Count, "desk.asked.ticked-counts", counted(func(q *insight.Question) int { return q.Ticked })},
		asksColumn{"something_else", "desk.asked.otherwise", Count, "desk.asked.otherwise-counts", linked(counted(func(q *insight.Question) int { return q.Otherwise }), r.behind())},
		asksColumn{"no_preference", "desk.asked.none", Count, "desk.asked.none-counts", linked(counted(func(q *insight.Question) int { return q.NoPreference }), settingOf(control.KindPlace))},
		asksColumn{"skipped", "desk.asked.skipped", Share, "desk.asked.skipped-share", linked(guessed(func(q *insight.Question) insight.Estimate { return q.SkippedShare }), r.behind(fieldMishap, string(skippedSome)))},
		asksColumn{"open", "desk.asked.open", Count, "desk.asked.open-counts", linked(counted(func(q *insight.Question) int { return q.Open }), r.behind(fieldMishap, string(leftThere)))},
		asksColumn{"taken_back", "desk.asked.taken-back", Count, "desk.asked.taken-back-counts", counted(func(q *insight.Question) int { return q.TakenBack })},
	)...).by("-shown").head(r, mostTopics)
}

// gainsTable says what the answers told, and how long they took.
func (d *Desk) gainsTable(r *Request, questions []insight.Question) *Table {
	took := func(of func(insight.Quartiles) float64) func(*insight.Question) Cell {
		return func(q *insight.Question) Cell { return orUnknown(of(q.Took), q.Took.N > 0) }
	}
	return declared(r, "gains", "desk.asked.gains", "desk.asked.gains-counts", "", questions, d.topicColumns(r,
		asksColumn{"answers", "desk.asked.told", Count, "desk.asked.told-counts", linked(counted(func(q *insight.Question) int { return q.Realised.N }), r.behind())},
		asksColumn{"predicted", "desk.asked.predicted", Decimal, "desk.asked.predicted-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Predicted }), settingOf(control.KindPlace))},
		asksColumn{"realised", "desk.asked.realised", Decimal, "desk.asked.realised-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Realised }), settingOf(control.KindPlace))},
		asksColumn{"surplus", "desk.asked.surplus", Decimal, "desk.asked.surplus-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Surplus }), settingOf(control.KindPlace))},
		asksColumn{"median", "desk.asked.median", Seconds, "desk.asked.took-counts", took(func(t insight.Quartiles) float64 { return t.Median })},
		asksColumn{"quarter", "desk.asked.quarter", Seconds, "desk.asked.quarter-counts", took(func(t insight.Quartiles) float64 { return t.Low })},
		asksColumn{"three_quarters", "desk.asked.three-quarters", Seconds, "desk.asked.three-quarters-counts", took(func(t insight.Quartiles) float64 { return t.High })},
	)...).by("-answers").head(r, mostTopics)
}

// effectsTable says what shoppers did after answers and after skips.
func (d *Desk) effectsTable(r *Request, questions []insight.Question) *Table {
	return declared(r, "effects", "desk.asked.effects", "desk.asked.effects-counts", "", questions, d.topicColumns(r,
		asksColumn{"answered_lists", "desk.asked.answered-lists", Count, "desk.asked.answered-lists-counts", linked(counted(func(q *insight.Question) int { return q.Opening.Answered.Lists }), r.behind())},
		asksColumn{"skipped_lists", "desk.asked.skipped-lists", Count, "desk.asked.skipped-lists-counts", linked(counted(func(q *insight.Question) int { return q.Opening.Skipped.Lists }), r.behind())},
		asksColumn{"opened_ratio", "desk.asked.opened-ratio", Decimal, "desk.asked.ratio-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Opening.Ratio }), settingOf(control.KindPlace))},
		asksColumn{"basket_ratio", "desk.asked.basket-ratio", Decimal, "desk.asked.ratio-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Buying.Ratio }), settingOf(control.KindPlace))},
		asksColumn{"revenue_ratio", "desk.asked.revenue-ratio", Decimal, "desk.asked.ratio-counts", linked(guessed(func(q *insight.Question) insight.Estimate { return q.Earning.Ratio }), settingOf(control.KindPlace))},
	)...).by("-answered_lists").head(r, mostTopics)
}

// optionTable says what became of the options of one topic's questions.
func optionTable(r *Request, topic insight.Topic, options []insight.Option) *Table {
	merge := settingAddress(control.Slot{Kind: control.KindMerge, Category: topic.Category, Aspect: topic.Aspect})
	figure := func(of func(*insight.Option) insight.Estimate) func(*insight.Option) Cell {
		return linked(guessed(of), func(*insight.Option) string { return merge })
	}
	t := declared(r, "options", "desk.aspect.options", "desk.aspect.options-counts", "desk.aspect.options-none", options,
		column[insight.Option]{"option", "desk.aspect.option", Text, "", func(o *insight.Option) Cell { return Name(o.Label) }},
		column[insight.Option]{"shown", "desk.asked.shown", Count, "desk.aspect.option-shown", counted(func(o *insight.Option) int { return o.Shown })},
		column[insight.Option]{"ticked", "desk.asked.ticked", Count, "desk.aspect.ticks-counts", linked(counted(func(o *insight.Option) int { return o.Ticked }), func(o *insight.Option) string { return r.talksAbout(topic, fieldTicked, o.Label) })},
		column[insight.Option]{"share", "desk.asked.taken", Share, "desk.aspect.option-taken", figure(func(o *insight.Option) insight.Estimate { return o.Taken })},
		column[insight.Option]{"pull", "desk.aspect.pull", Decimal, "desk.aspect.pull-counts", figure(func(o *insight.Option) insight.Estimate { return o.Pull })},
		column[insight.Option]{"left", "desk.asked.left", Share, "desk.aspect.option-left", figure(func(o *insight.Option) insight.Estimate { return o.Left })},
		column[insight.Option]{"against_usual", "desk.asked.left-usual", Decimal, "desk.aspect.option-left-usual", figure(func(o *insight.Option) insight.Estimate { return o.Leaving })},
		column[insight.Option]{"clicks", "desk.asked.clicks", Decimal, "desk.asked.clicks-counts", figure(func(o *insight.Option) insight.Estimate { return o.Opening.COEC })},
		column[insight.Option]{"baskets", "desk.asked.baskets", Decimal, "desk.asked.baskets-counts", figure(func(o *insight.Option) insight.Estimate { return o.Buying.COEC })},
		column[insight.Option]{"revenue", "desk.asked.revenue", Decimal, "desk.asked.revenue-counts", figure(func(o *insight.Option) insight.Estimate { return o.Earning.COEC })},
	)
	return t.head(r, mostWares)
}

// orderChart draws how options fare by place beside what the belief expects.
func orderChart(r *Request, places []insight.Place) chart.Bars {
	w := r.Words
	taken, expected := chart.Series{Name: w.T("desk.asked.taken")}, chart.Series{Name: w.T("desk.asked.expected")}
	var names []string
	for i, p := range places {
		names = append(names, strconv.Itoa(i+1))
		taken.Points = append(taken.Points, point(0, p.Taken))
		expected.Points = append(expected.Points, chart.Point{Y: p.Expected})
	}
	return r.Compared(w.T("desk.asked.order"), w.T("desk.asked.of-options"), Share, names, taken, expected)
}

// orderTable is the numbers of orderChart.
func orderTable(r *Request, places []insight.Place) *Table {
	n := 0
	return declared(r, "order", "desk.asked.order", "desk.asked.order-counts", "", places,
		column[insight.Place]{"place", "desk.asked.place", Count, "", func(*insight.Place) Cell { n++; return Value(float64(n)) }},
		column[insight.Place]{"shown", "desk.asked.place-shown", Count, "desk.asked.place-shown-counts", counted(func(p *insight.Place) int { return p.Shown })},
		column[insight.Place]{"ticked", "desk.asked.ticked", Count, "desk.asked.place-ticked-counts", counted(func(p *insight.Place) int { return p.Picked })},
		column[insight.Place]{"share", "desk.asked.taken", Share, "desk.asked.taken-counts", guessed(func(p *insight.Place) insight.Estimate { return p.Taken })},
		column[insight.Place]{"expected", "desk.asked.expected", Share, "desk.asked.expected-counts", func(p *insight.Place) Cell { return Value(p.Expected) }},
	)
}
