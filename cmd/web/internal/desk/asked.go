package desk

import (
	"net/url"
	"slices"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/desk/insight"
	"shopclerk/catalog"
)

// mostTopics is how many rows the tables of questions show: a screen each. What is
// asked more rarely has wide intervals, and is in the file.
const mostTopics = 20

// questionsOf are the numbers of all questions of the period and the category chosen.
func (d *Desk) questionsOf(r *Request) []insight.Question {
	all := memoize(d, "questions", r.Period, "", func() []insight.Question {
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
		return p.without(nothingYet(r, d)), nil
	}
	p.add(r, "leave", "desk.asked.leaving", "desk.asked.leaving-text", d.leavingTable(r, questions))
	p.add(r, "became", "desk.asked.outcomes", "desk.asked.outcomes-text", d.outcomesTable(r, questions)).Folded = true
	p.add(r, "told", "desk.asked.gains", "desk.asked.gains-text", d.gainsTable(r, questions)).Folded = true
	p.add(r, "effect", "desk.asked.effects", "desk.asked.effects-text", d.effectsTable(r, questions)).Folded = true
	if order := insight.Order(d.Insight.Facts(insight.Period(r.Period))); len(order) > 0 && r.Category == "" {
		p.add(r, "places", "desk.asked.order", "desk.asked.order-text", orderTable(r, order)).Folded = true
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
	aspect, category = d.aspectName(topic), placeOfTalk(r.Words, topic.Category)
	if topic.Aspect == catalog.KeyCategory {
		aspect = r.Words.T("desk.category.label")
	}
	return aspect, category
}

// aspectPath is the address of an aspect's page.
func aspectPath(key string) string { return questionsSection.path() + "/" + url.PathEscape(key) }

// questionColumn is a column of what is known of a question.
type questionColumn = columnSpec[insight.Question]

// topicColumns name a topic, and lead to its page.
func (d *Desk) topicColumns(r *Request, more ...questionColumn) []questionColumn {
	return append([]questionColumn{
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

// placeColumn is a column of a figure that changes with where the question is asked.
func placeColumn(key, label, help string, of func(*insight.Question) insight.Estimate) questionColumn {
	return questionColumn{key, label, Decimal, help, linkedCell(estimateCell(of), settingOf(control.KindPlace))}
}

// shownColumn says how often questions were shown, answeredColumn which share of them was
// answered.
func (r *Request) shownColumn() questionColumn {
	return questionColumn{"shown", "desk.asked.shown", Count, "desk.overview.shown-counts", linkedCell(countCell(func(q *insight.Question) int { return q.Shown }), r.behind())}
}

var answeredColumn = questionColumn{"answered", "desk.asked.answered", Share, "desk.asked.answered-share",
	linkedCell(estimateCell(func(q *insight.Question) insight.Estimate { return q.AnsweredShare }), settingOf(control.KindWording))}

// leavingTable says at which questions shoppers leave, and what they do after answering.
// Figures lead to the control that changes them, counts to the conversations behind.
func (d *Desk) leavingTable(r *Request, questions []insight.Question) *Table {
	return newTable(r, "leaving", "desk.asked.leaving", "desk.asked.leaving-counts", "", questions, d.topicColumns(r,
		r.shownColumn(),
		questionColumn{"left", "desk.asked.left", Share, "desk.asked.left-counts", linkedCell(estimateCell(func(q *insight.Question) insight.Estimate { return q.Left }), r.behind(fieldMishap, mishapLeft))},
		placeColumn("against_usual", "desk.asked.left-usual", "desk.asked.left-usual-counts", func(q *insight.Question) insight.Estimate { return q.Leaving }),
		answeredColumn,
		placeColumn("clicks", "desk.asked.clicks", "desk.asked.clicks-counts", func(q *insight.Question) insight.Estimate { return q.Opening.Answered.COEC }),
		placeColumn("baskets", "desk.asked.baskets", "desk.asked.baskets-counts", func(q *insight.Question) insight.Estimate { return q.Buying.Answered.COEC }),
		placeColumn("revenue", "desk.asked.revenue", "desk.asked.revenue-counts", func(q *insight.Question) insight.Estimate { return q.Earning.Answered.COEC }),
	)...).by("-against_usual").head(r, mostTopics)
}

// outcomesTable says what became of the questions.
func (d *Desk) outcomesTable(r *Request, questions []insight.Question) *Table {
	return newTable(r, "outcomes", "desk.asked.outcomes", "desk.asked.outcomes-counts", "", questions, d.topicColumns(r,
		r.shownColumn(),
		answeredColumn,
		questionColumn{"ticked", "desk.asked.ticked", Count, "desk.asked.ticked-counts", linkedCell(countCell(func(q *insight.Question) int { return q.Ticked }), func(q *insight.Question) string {
			return r.To(aspectPath(q.Aspect), fieldCategory, q.Category)
		})},
		questionColumn{"something_else", "desk.asked.otherwise", Count, "desk.asked.otherwise-counts", linkedCell(countCell(func(q *insight.Question) int { return q.Otherwise }), r.behind())},
		questionColumn{"no_preference", "desk.asked.none", Count, "desk.asked.none-counts", linkedCell(countCell(func(q *insight.Question) int { return q.NoPreference }), settingOf(control.KindPlace))},
		questionColumn{"skipped", "desk.asked.skipped", Share, "desk.asked.skipped-share", linkedCell(estimateCell(func(q *insight.Question) insight.Estimate { return q.SkippedShare }), r.behind(fieldMishap, mishapSkipped))},
		questionColumn{"open", "desk.asked.open", Count, "desk.asked.open-counts", linkedCell(countCell(func(q *insight.Question) int { return q.Open }), r.behind(fieldMishap, mishapLeft))},
		questionColumn{"taken_back", "desk.asked.taken-back", Count, "desk.asked.taken-back-counts", linkedCell(countCell(func(q *insight.Question) int { return q.TakenBack }), r.behind())},
	)...).by("-shown").head(r, mostTopics)
}

// gainsTable says what the answers told, and how long they took.
func (d *Desk) gainsTable(r *Request, questions []insight.Question) *Table {
	took := func(of func(insight.Quartiles) float64) func(*insight.Question) Cell {
		return linkedCell(func(q *insight.Question) Cell { return orUnknown(of(q.Took), q.Took.N > 0) }, settingOf(control.KindWording))
	}
	return newTable(r, "gains", "desk.asked.gains", "desk.asked.gains-counts", "", questions, d.topicColumns(r,
		questionColumn{"answers", "desk.asked.told", Count, "desk.asked.told-counts", linkedCell(countCell(func(q *insight.Question) int { return q.Realised.N }), r.behind())},
		placeColumn("predicted", "desk.asked.predicted", "desk.asked.predicted-counts", func(q *insight.Question) insight.Estimate { return q.Predicted }),
		placeColumn("realised", "desk.asked.realised", "desk.asked.realised-counts", func(q *insight.Question) insight.Estimate { return q.Realised }),
		placeColumn("surplus", "desk.asked.surplus", "desk.asked.surplus-counts", func(q *insight.Question) insight.Estimate { return q.Surplus }),
		questionColumn{"median", "desk.asked.median", Seconds, "desk.asked.took-counts", took(func(t insight.Quartiles) float64 { return t.Median })},
		questionColumn{"quarter", "desk.asked.quarter", Seconds, "desk.asked.quarter-counts", took(func(t insight.Quartiles) float64 { return t.Low })},
		questionColumn{"three_quarters", "desk.asked.three-quarters", Seconds, "desk.asked.three-quarters-counts", took(func(t insight.Quartiles) float64 { return t.High })},
	)...).by("-answers").head(r, mostTopics)
}

// effectsTable says what shoppers did after answers and after skips.
func (d *Desk) effectsTable(r *Request, questions []insight.Question) *Table {
	return newTable(r, "effects", "desk.asked.effects", "desk.asked.effects-counts", "", questions, d.topicColumns(r,
		questionColumn{"answered_lists", "desk.asked.answered-lists", Count, "desk.asked.answered-lists-counts", linkedCell(countCell(func(q *insight.Question) int { return q.Opening.Answered.Lists }), r.behind())},
		questionColumn{"skipped_lists", "desk.asked.skipped-lists", Count, "desk.asked.skipped-lists-counts", linkedCell(countCell(func(q *insight.Question) int { return q.Opening.Skipped.Lists }), r.behind())},
		placeColumn("opened_ratio", "desk.asked.opened-ratio", "desk.asked.ratio-counts", func(q *insight.Question) insight.Estimate { return q.Opening.Ratio }),
		placeColumn("basket_ratio", "desk.asked.basket-ratio", "desk.asked.ratio-counts", func(q *insight.Question) insight.Estimate { return q.Buying.Ratio }),
		placeColumn("revenue_ratio", "desk.asked.revenue-ratio", "desk.asked.ratio-counts", func(q *insight.Question) insight.Estimate { return q.Earning.Ratio }),
	)...).by("-answered_lists").head(r, mostTopics)
}

// optionTable says what became of the options of one topic's questions.
func optionTable(r *Request, topic insight.Topic, options []insight.Option) *Table {
	type c = columnSpec[insight.Option]
	merge := settingAddress(control.Slot{Kind: control.KindMerge, Category: topic.Category, Aspect: topic.Aspect})
	figure := func(key, label string, kind Kind, help string, of func(*insight.Option) insight.Estimate) c {
		return c{key, label, kind, help, linkedCell(estimateCell(of), func(*insight.Option) string { return merge })}
	}
	return newTable(r, "options", "desk.aspect.options", "desk.aspect.options-counts", "desk.aspect.options-none", options,
		c{"option", "desk.aspect.option", Text, "", textCell(func(o *insight.Option) string { return o.Label })},
		c{"shown", "desk.asked.shown", Count, "desk.aspect.option-shown", linkedCell(countCell(func(o *insight.Option) int { return o.Shown }), func(*insight.Option) string { return r.talksAbout(topic) })},
		c{"ticked", "desk.asked.ticked", Count, "desk.aspect.ticks-counts", linkedCell(countCell(func(o *insight.Option) int { return o.Ticked }), func(o *insight.Option) string { return r.talksAbout(topic, fieldTicked, o.Label) })},
		figure("share", "desk.asked.taken", Share, "desk.aspect.option-taken", func(o *insight.Option) insight.Estimate { return o.Taken }),
		figure("pull", "desk.aspect.pull", Decimal, "desk.aspect.pull-counts", func(o *insight.Option) insight.Estimate { return o.Pull }),
		figure("left", "desk.asked.left", Share, "desk.aspect.option-left", func(o *insight.Option) insight.Estimate { return o.Left }),
		figure("against_usual", "desk.asked.left-usual", Decimal, "desk.aspect.option-left-usual", func(o *insight.Option) insight.Estimate { return o.Leaving }),
		figure("clicks", "desk.asked.clicks", Decimal, "desk.asked.clicks-counts", func(o *insight.Option) insight.Estimate { return o.Opening.COEC }),
		figure("baskets", "desk.asked.baskets", Decimal, "desk.asked.baskets-counts", func(o *insight.Option) insight.Estimate { return o.Buying.COEC }),
		figure("revenue", "desk.asked.revenue", Decimal, "desk.asked.revenue-counts", func(o *insight.Option) insight.Estimate { return o.Earning.COEC }),
	).head(r, mostWares)
}

// orderTable says how options fare by place, and draws it beside what the belief expects.
func orderTable(r *Request, places []insight.Place) *Table {
	type c = columnSpec[insight.Place]
	t := newTable(r, "order", "desk.asked.order", "desk.asked.order-counts", "", places,
		c{"place", "desk.asked.place", Count, "", rowNumber[insight.Place]()},
		c{"shown", "desk.asked.place-shown", Count, "desk.asked.place-shown-counts", countCell(func(p *insight.Place) int { return p.Shown })},
		c{"ticked", "desk.asked.ticked", Count, "desk.asked.place-ticked-counts", countCell(func(p *insight.Place) int { return p.Picked })},
		c{"share", "desk.asked.taken", Share, "desk.asked.taken-counts", estimateCell(func(p *insight.Place) insight.Estimate { return p.Taken })},
		c{"expected", "desk.asked.expected", Share, "desk.asked.expected-counts", numberCell(func(p *insight.Place) float64 { return p.Expected })},
	)
	return t.drawn("order-shares", t.bars(r, "desk.asked.order", "desk.asked.of-options", Share, len(places), "share", "expected"))
}
