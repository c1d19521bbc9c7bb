package desk

import (
	"net/url"
	"slices"
	"strconv"

	"shopclerk/agent"
	"shopclerk/agent/insight"
	"shopclerk/catalog"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
)

// mostTopics is how many rows the tables of questions show: a screen each. What is
// asked more rarely has wide intervals, and is in the file.
const mostTopics = 20

// asked is the page of all questions.
func (d *Desk) asked(r *Request) (*Page, error) {
	w := r.Words
	facts := d.Insight.Facts(insight.Period(r.Period))
	questions := insight.Questions(facts)
	if r.Category != "" {
		questions = slices.DeleteFunc(questions, func(q insight.Question) bool { return q.Category != r.Category })
	}
	p := &Page{Title: w.T("desk.asked.title"), Lead: w.T("desk.asked.lead"), ByPeriod: true, Alone: true, ByCategory: true}
	if len(questions) == 0 {
		p.Report.Sections = []view.Section{{ID: "none", Empty: nothingYet(r, d)}}
		return p, nil
	}
	outcomes, gains, effects := d.outcomesTable(r, questions), d.gainsTable(r, questions), d.effectsTable(r, questions)
	p.Tables = []*Table{outcomes, gains, effects}
	p.Report.Sections = []view.Section{
		{ID: "became", Title: w.T("desk.asked.outcomes"), Text: w.T("desk.asked.outcomes-text"), Tables: []view.Table{outcomes.View(r)}},
		{ID: "told", Title: w.T("desk.asked.gains"), Text: w.T("desk.asked.gains-text"), Tables: []view.Table{gains.View(r)}},
		{ID: "effect", Title: w.T("desk.asked.effects"), Text: w.T("desk.asked.effects-text"), Tables: []view.Table{effects.View(r)}},
	}
	if order := insight.Order(facts); len(order) > 0 && r.Category == "" {
		t := orderTable(r, order)
		p.Tables = append(p.Tables, t)
		p.Report.Sections = append(p.Report.Sections, view.Section{ID: "places", Title: w.T("desk.asked.order"), Text: w.T("desk.asked.order-text"),
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

// topicCells name a topic and lead to its page.
func (d *Desk) topicCells(r *Request, topic insight.Topic) []Cell {
	category := r.Words.T("desk.talks.whole-shop")
	if topic.Category != "" {
		category = agent.CategoryName(topic.Category)
	}
	name := d.aspectName(topic)
	if topic.Aspect == catalog.KeyCategory {
		name = r.Words.T("desk.category.label")
	}
	return []Cell{Name(name).To(r.To(aspectPath(topic.Aspect), fieldCategory, topic.Category)), Name(category)}
}

// aspectPath is the address of an aspect's page.
func aspectPath(key string) string { return questionsSection.path() + "/" + url.PathEscape(key) }

// topicColumns are the heads of topicCells.
func topicColumns(r *Request) []Column {
	return []Column{{Key: "aspect", Label: r.Words.T("desk.asked.aspect")}, {Key: "category", Label: r.Words.T("desk.category.label")}}
}

// outcomesTable says what became of the questions.
func (d *Desk) outcomesTable(r *Request, questions []insight.Question) *Table {
	w := r.Words
	t := &Table{ID: "outcomes", Caption: w.T("desk.asked.outcomes"), Counts: w.T("desk.asked.outcomes-counts"), Order: "-shown",
		Columns: append(topicColumns(r), []Column{
			{Key: "shown", Label: w.T("desk.asked.shown"), Kind: Count, Help: w.T("desk.overview.shown-counts")},
			{Key: "answered", Label: w.T("desk.asked.answered"), Kind: Share, Help: w.T("desk.asked.answered-share")},
			{Key: "ticked", Label: w.T("desk.asked.ticked"), Kind: Count, Help: w.T("desk.asked.ticked-counts")},
			{Key: "something_else", Label: w.T("desk.asked.otherwise"), Kind: Count, Help: w.T("desk.asked.otherwise-counts")},
			{Key: "no_preference", Label: w.T("desk.asked.none"), Kind: Count, Help: w.T("desk.asked.none-counts")},
			{Key: "skipped", Label: w.T("desk.asked.skipped"), Kind: Share, Help: w.T("desk.asked.skipped-share")},
			{Key: "open", Label: w.T("desk.asked.open"), Kind: Count, Help: w.T("desk.asked.open-counts")},
			{Key: "taken_back", Label: w.T("desk.asked.taken-back"), Kind: Count, Help: w.T("desk.asked.taken-back-counts")},
		}...)}
	for i := range questions {
		q := &questions[i]
		t.Rows = append(t.Rows, append(d.topicCells(r, q.Topic), Value(float64(q.Shown)), estimated(q.AnsweredShare), Value(float64(q.Ticked)),
			Value(float64(q.Otherwise)), Value(float64(q.NoPreference)), estimated(q.SkippedShare), Value(float64(q.Open)), Value(float64(q.TakenBack))))
	}
	return t.head(r, mostTopics)
}

// gainsTable says what the answers told, and how long they took.
func (d *Desk) gainsTable(r *Request, questions []insight.Question) *Table {
	w := r.Words
	t := &Table{ID: "gains", Caption: w.T("desk.asked.gains"), Counts: w.T("desk.asked.gains-counts"), Order: "-answers",
		Columns: append(topicColumns(r), []Column{
			{Key: "answers", Label: w.T("desk.asked.told"), Kind: Count, Help: w.T("desk.asked.told-counts")},
			{Key: "predicted", Label: w.T("desk.asked.predicted"), Kind: Decimal, Help: w.T("desk.asked.predicted-counts")},
			{Key: "realised", Label: w.T("desk.asked.realised"), Kind: Decimal, Help: w.T("desk.asked.realised-counts")},
			{Key: "surplus", Label: w.T("desk.asked.surplus"), Kind: Decimal, Help: w.T("desk.asked.surplus-counts")},
			{Key: "median", Label: w.T("desk.asked.median"), Kind: Seconds, Help: w.T("desk.asked.took-counts")},
			{Key: "quarter", Label: w.T("desk.asked.quarter"), Kind: Seconds, Help: w.T("desk.asked.quarter-counts")},
			{Key: "three_quarters", Label: w.T("desk.asked.three-quarters"), Kind: Seconds, Help: w.T("desk.asked.three-quarters-counts")},
		}...)}
	for i := range questions {
		q := &questions[i]
		median, quarter, most := Unknown(), Unknown(), Unknown()
		if q.Took.N > 0 {
			median, quarter, most = Value(q.Took.Median), Value(q.Took.Low), Value(q.Took.High)
		}
		t.Rows = append(t.Rows, append(d.topicCells(r, q.Topic), Value(float64(q.Realised.N)),
			estimated(q.Predicted), estimated(q.Realised), estimated(q.Surplus), median, quarter, most))
	}
	return t.head(r, mostTopics)
}

// effectsTable says what shoppers did after answers and after skips.
func (d *Desk) effectsTable(r *Request, questions []insight.Question) *Table {
	w := r.Words
	t := &Table{ID: "effects", Caption: w.T("desk.asked.effects"), Counts: w.T("desk.asked.effects-counts"), Order: "-answered_lists",
		Columns: append(topicColumns(r), []Column{
			{Key: "answered_lists", Label: w.T("desk.asked.answered-lists"), Kind: Count, Help: w.T("desk.asked.answered-lists-counts")},
			{Key: "skipped_lists", Label: w.T("desk.asked.skipped-lists"), Kind: Count, Help: w.T("desk.asked.skipped-lists-counts")},
			{Key: "opened_ratio", Label: w.T("desk.asked.opened-ratio"), Kind: Decimal, Help: w.T("desk.asked.ratio-counts")},
			{Key: "basket_ratio", Label: w.T("desk.asked.basket-ratio"), Kind: Decimal, Help: w.T("desk.asked.ratio-counts")},
		}...)}
	for i := range questions {
		q := &questions[i]
		t.Rows = append(t.Rows, append(d.topicCells(r, q.Topic), Value(float64(q.Opening.Answered.Lists)), Value(float64(q.Opening.Skipped.Lists)),
			estimated(q.Opening.Ratio), estimated(q.Buying.Ratio)))
	}
	return t.head(r, mostTopics)
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
	w := r.Words
	t := &Table{ID: "order", Caption: w.T("desk.asked.order"), Counts: w.T("desk.asked.order-counts"), Columns: []Column{
		{Key: "place", Label: w.T("desk.asked.place"), Kind: Count},
		{Key: "shown", Label: w.T("desk.asked.place-shown"), Kind: Count, Help: w.T("desk.asked.place-shown-counts")},
		{Key: "ticked", Label: w.T("desk.asked.ticked"), Kind: Count, Help: w.T("desk.asked.place-ticked-counts")},
		{Key: "share", Label: w.T("desk.asked.taken"), Kind: Share, Help: w.T("desk.asked.taken-counts")},
		{Key: "expected", Label: w.T("desk.asked.expected"), Kind: Share, Help: w.T("desk.asked.expected-counts")},
	}}
	for i, p := range places {
		t.Rows = append(t.Rows, []Cell{Value(float64(i + 1)), Value(float64(p.Shown)), Value(float64(p.Picked)), estimated(p.Taken), Value(p.Expected)})
	}
	return t
}
