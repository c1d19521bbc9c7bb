package desk

import (
	"shopclerk/agent/desk/insight"
)

// How much of the lists is shown: further turns and questions are reached by few
// conversations.
const (
	mostTurns = 10
	mostAsked = 15
)

// numbers is the page of what happened in a period against the one before.
func (d *Desk) numbers(r *Request) (*Page, error) {
	w := r.Words
	now, before := d.summary(r, r.Period), d.summary(r, r.Period.Before())
	p := &Page{Title: w.T("desk.overview.title"), Lead: w.T("desk.overview.lead"), ByPeriod: true, ByCategory: true}
	if now.Conversations == 0 {
		return p.without(nothingYet(r, d)), nil
	}
	d.overviewFigures(r, p, &now, &before)
	return p, nil
}

// summary sums a period of the chosen category up.
func (d *Desk) summary(r *Request, p Period) insight.Summary {
	return memoize(d, "summary", p, r.Category, func() insight.Summary { return insight.Summarise(d.factsOf(r, p)) })
}

// begun counts the conversations that began on each day of a period.
func (d *Desk) begun(r *Request, p Period) []int {
	out := make([]int, p.Days())
	for _, f := range d.factsOf(r, p) {
		if len(f.Turns) > 0 {
			out[p.Day(f.Began)]++
		}
	}
	return out
}

// overviewFigures adds the report on a period against the one before.
func (d *Desk) overviewFigures(r *Request, p *Page, now, before *insight.Summary) {
	type f = figureSpec[insight.Summary]
	talks, questions := r.To(talksPath), r.To(questionsSection.path())
	opened, basketed := r.To(talksPath, fieldTouched, touchOpened), r.To(talksPath, fieldTouched, touchBasket)
	counts := []f{
		{"desk.overview.conversations", "desk.overview.conversations-counts", Count, countCell(func(s *insight.Summary) int { return s.Conversations }), talks},
		{"desk.overview.sessions", "desk.overview.sessions-counts", Count, countCell(func(s *insight.Summary) int { return s.Sessions }), ""},
		{"desk.overview.turns", "desk.overview.turns-counts", Count, countCell(func(s *insight.Summary) int { return s.Turns }), talks},
		{"desk.overview.undone", "desk.overview.undone-counts", Count, countCell(func(s *insight.Summary) int { return s.Undone }), ""},
		{"desk.overview.shown", "desk.overview.shown-counts", Count, countCell(func(s *insight.Summary) int { return s.Questions.Shown }), questions},
		{"desk.asked.ticked", "desk.asked.ticked-counts", Count, countCell(func(s *insight.Summary) int { return s.Questions.Ticked }), questions},
		{"desk.asked.otherwise", "desk.asked.otherwise-counts", Count, countCell(func(s *insight.Summary) int { return s.Questions.Otherwise }), questions},
		{"desk.asked.none", "desk.asked.none-counts", Count, countCell(func(s *insight.Summary) int { return s.Questions.NoPreference }), questions},
		{"desk.asked.skipped", "desk.asked.skipped-counts", Count, countCell(func(s *insight.Summary) int { return s.Questions.Skipped }), r.To(talksPath, fieldMishap, mishapSkipped)},
		{"desk.asked.open", "desk.asked.open-counts", Count, countCell(func(s *insight.Summary) int { return s.Questions.Open }), questions},
		{"desk.asked.taken-back", "desk.asked.taken-back-counts", Count, countCell(func(s *insight.Summary) int { return s.Questions.TakenBack }), questions},
		{"desk.overview.opened", "desk.overview.opened-counts", Count, countCell(func(s *insight.Summary) int { return s.Opened }), opened},
		{"desk.overview.compared", "desk.overview.compared-counts", Count, countCell(func(s *insight.Summary) int { return s.Compared }), ""},
		{"desk.overview.baskets", "desk.overview.baskets-counts", Count, countCell(func(s *insight.Summary) int { return s.Baskets }), basketed},
	}
	shares := []f{
		{"desk.overview.good", "desk.overview.good-counts", Share, estimateCell(func(s *insight.Summary) insight.Estimate { return s.Good }), opened},
		{"desk.overview.opening", "desk.overview.opening-counts", Share, estimateCell(func(s *insight.Summary) insight.Estimate { return s.Opening }), opened},
		{"desk.overview.buying", "desk.overview.buying-counts", Share, estimateCell(func(s *insight.Summary) insight.Estimate { return s.Buying }), basketed},
		{"desk.overview.answered", "desk.overview.answered-counts", Share, estimateCell(func(s *insight.Summary) insight.Estimate { return s.Answered }), questions},
		{"desk.overview.empty", "desk.overview.empty-counts", Share, estimateCell(func(s *insight.Summary) insight.Estimate { return s.Empty }), r.To(talksPath, fieldMishap, mishapEmpty)},
	}
	p.Report.Tiles = tiles(r, now, before, counts[0], counts[2], counts[4], shares[3], shares[0], shares[1], shares[2], shares[4])
	days := dayTable(r, "conversations-by-day", "desk.overview.conversations", "desk.overview.by-day-counts", "days", d.begun(r, r.Period), d.begun(r, r.Period.Before()))
	by := p.add(r, "by-day", "desk.overview.by-day", "", days)
	by.Text, by.Figures[0].Title, by.Figures[0].Counts = days.Counts, by.Title, ""
	p.add(r, "by-turn", "desk.overview.by-turn", "desk.overview.by-turn-text", turnTable(r, now.ByTurn))
	p.add(r, "drop-off", "desk.overview.drop-off", "desk.overview.drop-off-text", dropTable(r, now.DropOff))
	p.add(r, "all-numbers", "desk.overview.numbers", "desk.overview.numbers-text",
		against(r, "counts", "desk.overview.counted", "desk.overview.counted-counts", now, before, counts...),
		against(r, "shares", "desk.overview.shares", "desk.overview.shares-counts", now, before, shares...),
		against(r, "means", "desk.overview.means", "desk.overview.means-counts", now, before,
			f{"desk.overview.turns-each", "desk.overview.turns-each-counts", Decimal, estimateCell(func(s *insight.Summary) insight.Estimate { return s.TurnsEach }), ""},
			f{"desk.overview.questions-each", "desk.overview.questions-each-counts", Decimal, estimateCell(func(s *insight.Summary) insight.Estimate { return s.QuestionsEach }), ""},
		))
}

// turnTable says what was done at n-th turns, and draws it.
func turnTable(r *Request, sums []insight.TurnSum) *Table {
	type c = columnSpec[insight.TurnSum]
	t := newTable(r, "turns", "desk.overview.by-turn", "desk.overview.by-turn-counts", "", sums,
		c{"turn", "desk.overview.turn", Count, "", rowNumber[insight.TurnSum]()},
		c{"turns", "desk.overview.reached", Count, "desk.overview.reached-turn", countCell(func(s *insight.TurnSum) int { return s.Turns })},
		c{"answered", "desk.asked.answered", Count, "desk.overview.answered-turn", countCell(func(s *insight.TurnSum) int { return s.Answered })},
		c{"opened", "desk.overview.opened", Count, "desk.overview.opened-counts", countCell(func(s *insight.TurnSum) int { return s.Opened })},
		c{"opening", "desk.overview.opening-turn", Share, "desk.overview.opening-turn-counts", estimateCell(func(s *insight.TurnSum) insight.Estimate { return s.Opening })},
		c{"baskets", "desk.overview.baskets", Count, "desk.overview.baskets-counts", countCell(func(s *insight.TurnSum) int { return s.Baskets })},
		c{"buying", "desk.overview.buying-turn", Share, "desk.overview.buying-turn-counts", estimateCell(func(s *insight.TurnSum) insight.Estimate { return s.Buying })},
	)
	opening, buying := t.series("opening", mostTurns), t.series("buying", mostTurns)
	opening.Name, buying.Name = r.Words.T("desk.overview.opened"), r.Words.T("desk.overview.baskets")
	return t.drawn("turn-shares", numberedChart(r, "desk.overview.by-turn", "desk.overview.turn", "desk.overview.of-turns", opening, buying)).head(r, mostTurns)
}

// dropTable says how conversations went on after their n-th question, and draws how many
// ended.
func dropTable(r *Request, drops []insight.Drop) *Table {
	type c = columnSpec[insight.Drop]
	t := newTable(r, "dropped", "desk.overview.drop-off", "desk.overview.drop-off-counts", "", drops,
		c{"question", "desk.overview.question", Count, "", rowNumber[insight.Drop]()},
		c{"reached", "desk.overview.reached", Count, "desk.overview.reached-question", countCell(func(d *insight.Drop) int { return d.Reached })},
		c{"answered", "desk.asked.answered", Count, "desk.overview.answered-question", countCell(func(d *insight.Drop) int { return d.Answered })},
		c{"on", "desk.overview.on", Count, "desk.overview.on-counts", countCell(func(d *insight.Drop) int { return d.On })},
		c{"took", "desk.overview.took", Count, "desk.overview.took-counts", countCell(func(d *insight.Drop) int { return d.Took })},
		c{"left", "desk.overview.left", Share, "desk.overview.left-counts", estimateCell(func(d *insight.Drop) insight.Estimate { return d.Left })},
	)
	return t.drawn("drop-shares", numberedChart(r, "desk.overview.drop-off", "desk.overview.question", "desk.overview.left", t.series("left", mostAsked))).head(r, mostAsked)
}
