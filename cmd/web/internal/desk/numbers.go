package desk

import (
	"shopclerk/agent/insight"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
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
	facts, earlier := d.factsOf(r, r.Period), d.factsOf(r, r.Period.Before())
	now, before := d.summary(r, r.Period), d.summary(r, r.Period.Before())
	p := &Page{Title: w.T("desk.overview.title"), Lead: w.T("desk.overview.lead"), ByPeriod: true, ByCategory: true}
	if now.Conversations == 0 {
		p.Report.Sections = []view.Section{{ID: "none", Empty: nothingYet(r, d)}}
		return p, nil
	}
	p.Report.Tiles = overviewTiles(r, &now, &before)
	days := overviewDays(r, facts, earlier)
	counts, shares, means := overviewCounts(r, &now, &before), overviewShares(r, &now, &before), overviewMeans(r, &now, &before)
	turns, drops := turnTable(r, now.ByTurn), dropTable(r, now.DropOff)
	p.Tables = []*Table{days.table, counts, shares, means, turns, drops}
	p.Report.Sections = []view.Section{
		{ID: "by-day", Title: w.T("desk.overview.by-day"), Text: days.table.Counts, Figures: []view.Figure{{
			ID: "days", Title: w.T("desk.overview.by-day"), Charts: []chart.Chart{days.chart}, Table: days.table.View(r),
		}}},
		{ID: "by-turn", Title: w.T("desk.overview.by-turn"), Text: w.T("desk.overview.by-turn-text"), Figures: []view.Figure{{
			ID: "turn-shares", Title: w.T("desk.overview.by-turn"), Counts: turns.Counts, Charts: []chart.Chart{turnChart(r, now.ByTurn)}, Table: turns.View(r),
		}}},
		{ID: "drop-off", Title: w.T("desk.overview.drop-off"), Text: w.T("desk.overview.drop-off-text"), Figures: []view.Figure{{
			ID: "drop-shares", Title: w.T("desk.overview.drop-off"), Counts: drops.Counts, Charts: []chart.Chart{dropChart(r, now.DropOff)}, Table: drops.View(r),
		}}},
		{ID: "all-numbers", Title: w.T("desk.overview.numbers"), Text: w.T("desk.overview.numbers-text"),
			Tables: []view.Table{counts.View(r), shares.View(r), means.View(r)}},
	}
	return p, nil
}

// summary sums a period of the chosen category up.
func (d *Desk) summary(r *Request, p Period) insight.Summary {
	return recall(d, "summary", p, r.Category, func() insight.Summary { return insight.Summarise(d.factsOf(r, p)) })
}

func overviewTiles(r *Request, now, before *insight.Summary) []view.Tile {
	w := r.Words
	count := func(label, counts string, now, before int) view.Tile {
		return r.Tile(label, counts, Count, float64(now), float64(before))
	}
	share := func(label, counts string, now, before insight.Estimate) view.Tile {
		return r.Tile(label, counts, Share, known(now), known(before))
	}
	out := []view.Tile{
		count(w.T("desk.overview.conversations"), w.T("desk.overview.conversations-counts"), now.Conversations, before.Conversations),
		count(w.T("desk.overview.turns"), w.T("desk.overview.turns-counts"), now.Turns, before.Turns),
		count(w.T("desk.overview.shown"), w.T("desk.overview.shown-counts"), now.Questions.Shown, before.Questions.Shown),
		share(w.T("desk.overview.answered"), w.T("desk.overview.answered-counts"), now.Answered, before.Answered),
		share(w.T("desk.overview.good"), w.T("desk.overview.good-counts"), now.Good, before.Good),
		share(w.T("desk.overview.opening"), w.T("desk.overview.opening-counts"), now.Opening, before.Opening),
		share(w.T("desk.overview.buying"), w.T("desk.overview.buying-counts"), now.Buying, before.Buying),
		share(w.T("desk.overview.empty"), w.T("desk.overview.empty-counts"), now.Empty, before.Empty),
	}
	for i, to := range []string{
		r.To(talksPath), r.To(talksPath), r.To(questionsSection.path()), r.To(questionsSection.path()),
		r.To(talksPath, fieldTouched, string(opened)), r.To(talksPath, fieldTouched, string(opened)),
		r.To(talksPath, fieldTouched, string(basketed)), r.To(talksPath, fieldMishap, string(nothingFound)),
	} {
		out[i].URL = to
	}
	return out
}

// daily is a chart by day with its table.
type daily struct {
	chart chart.Lines
	table *Table
}

// overviewDays counts the conversations that began on each day.
func overviewDays(r *Request, now, before []*insight.Facts) daily {
	by := func(facts []*insight.Facts, p Period) []float64 {
		out := make([]float64, p.Days())
		for _, f := range facts {
			if day, ok := p.Day(f.Began); ok && len(f.Turns) > 0 {
				out[day]++
			}
		}
		return out
	}
	w := r.Words
	n, b := by(now, r.Period), by(before, r.Period.Before())
	label, counts := w.T("desk.overview.conversations"), w.T("desk.overview.by-day-counts")
	return daily{r.ByDay(label, label, Count, n, b), r.DayTable("conversations-by-day", label, counts, Count, n, b)}
}

// overviewCounts are the numbers that are counted.
func overviewCounts(r *Request, now, before *insight.Summary) *Table {
	w := r.Words
	t := against(r, "counts", w.T("desk.overview.counted"), w.T("desk.overview.counted-counts"), Count, Change, w.T("desk.overview.change-counts"))
	add := func(label, counts string, now, before int) {
		change := Unknown()
		if before > 0 {
			change = Value(float64(now-before) / float64(before))
		}
		t.Rows = append(t.Rows, []Cell{Name(label).Counting(counts), Value(float64(now)), Value(float64(before)), change})
	}
	q, b := &now.Questions, &before.Questions
	add(w.T("desk.overview.conversations"), w.T("desk.overview.conversations-counts"), now.Conversations, before.Conversations)
	add(w.T("desk.overview.sessions"), w.T("desk.overview.sessions-counts"), now.Sessions, before.Sessions)
	add(w.T("desk.overview.turns"), w.T("desk.overview.turns-counts"), now.Turns, before.Turns)
	add(w.T("desk.overview.undone"), w.T("desk.overview.undone-counts"), now.Undone, before.Undone)
	add(w.T("desk.overview.shown"), w.T("desk.overview.shown-counts"), q.Shown, b.Shown)
	add(w.T("desk.asked.ticked"), w.T("desk.asked.ticked-counts"), q.Ticked, b.Ticked)
	add(w.T("desk.asked.otherwise"), w.T("desk.asked.otherwise-counts"), q.Otherwise, b.Otherwise)
	add(w.T("desk.asked.none"), w.T("desk.asked.none-counts"), q.NoPreference, b.NoPreference)
	add(w.T("desk.asked.skipped"), w.T("desk.asked.skipped-counts"), q.Skipped, b.Skipped)
	add(w.T("desk.asked.open"), w.T("desk.asked.open-counts"), q.Open, b.Open)
	add(w.T("desk.asked.taken-back"), w.T("desk.asked.taken-back-counts"), q.TakenBack, b.TakenBack)
	add(w.T("desk.overview.opened"), w.T("desk.overview.opened-counts"), now.Opened, before.Opened)
	add(w.T("desk.overview.compared"), w.T("desk.overview.compared-counts"), now.Compared, before.Compared)
	add(w.T("desk.overview.baskets"), w.T("desk.overview.baskets-counts"), now.Baskets, before.Baskets)
	return t
}

// overviewShares are the numbers that are shares.
func overviewShares(r *Request, now, before *insight.Summary) *Table {
	w := r.Words
	t := against(r, "shares", w.T("desk.overview.shares"), w.T("desk.overview.shares-counts"), Share, Points, w.T("desk.overview.difference-counts"))
	add := estimates(t)
	add(w.T("desk.overview.good"), w.T("desk.overview.good-counts"), now.Good, before.Good)
	add(w.T("desk.overview.opening"), w.T("desk.overview.opening-counts"), now.Opening, before.Opening)
	add(w.T("desk.overview.buying"), w.T("desk.overview.buying-counts"), now.Buying, before.Buying)
	add(w.T("desk.overview.answered"), w.T("desk.overview.answered-counts"), now.Answered, before.Answered)
	add(w.T("desk.overview.empty"), w.T("desk.overview.empty-counts"), now.Empty, before.Empty)
	return t
}

// overviewMeans are the numbers that are means.
func overviewMeans(r *Request, now, before *insight.Summary) *Table {
	w := r.Words
	t := against(r, "means", w.T("desk.overview.means"), w.T("desk.overview.means-counts"), Decimal, Difference, w.T("desk.overview.difference-counts"))
	add := estimates(t)
	add(w.T("desk.overview.turns-each"), w.T("desk.overview.turns-each-counts"), now.TurnsEach, before.TurnsEach)
	add(w.T("desk.overview.questions-each"), w.T("desk.overview.questions-each-counts"), now.QuestionsEach, before.QuestionsEach)
	return t
}

// turnChart draws the shares of n-th turns at which something was done.
func turnChart(r *Request, sums []insight.TurnSum) chart.Lines {
	w := r.Words
	sums = sums[:min(len(sums), mostTurns)]
	opening, buying := chart.Series{Name: w.T("desk.overview.opened")}, chart.Series{Name: w.T("desk.overview.baskets")}
	most := 0.0
	for i, t := range sums {
		opening.Points = append(opening.Points, point(float64(i+1), t.Opening))
		buying.Points = append(buying.Points, point(float64(i+1), t.Buying))
		most = max(most, t.Opening.High, t.Buying.High)
	}
	return numbered(r, w.T("desk.overview.by-turn"), w.T("desk.overview.turn"), w.T("desk.overview.of-turns"), most, len(sums), opening, buying)
}

// turnTable is the numbers of turnChart.
func turnTable(r *Request, sums []insight.TurnSum) *Table {
	type c = column[insight.TurnSum]
	n := 0
	return declared(r, "turns", "desk.overview.by-turn", "desk.overview.by-turn-counts", "", sums,
		c{"turn", "desk.overview.turn", Count, "", func(*insight.TurnSum) Cell { n++; return Value(float64(n)) }},
		c{"turns", "desk.overview.reached", Count, "desk.overview.reached-turn", counted(func(s *insight.TurnSum) int { return s.Turns })},
		c{"answered", "desk.asked.answered", Count, "desk.overview.answered-turn", counted(func(s *insight.TurnSum) int { return s.Answered })},
		c{"opened", "desk.overview.opened", Count, "desk.overview.opened-counts", counted(func(s *insight.TurnSum) int { return s.Opened })},
		c{"opening", "desk.overview.opening-turn", Share, "desk.overview.opening-turn-counts", guessed(func(s *insight.TurnSum) insight.Estimate { return s.Opening })},
		c{"baskets", "desk.overview.baskets", Count, "desk.overview.baskets-counts", counted(func(s *insight.TurnSum) int { return s.Baskets })},
		c{"buying", "desk.overview.buying-turn", Share, "desk.overview.buying-turn-counts", guessed(func(s *insight.TurnSum) insight.Estimate { return s.Buying })},
	).head(r, mostTurns)
}

// dropChart draws the shares of conversations that ended after their n-th question.
func dropChart(r *Request, drops []insight.Drop) chart.Lines {
	w := r.Words
	drops = drops[:min(len(drops), mostAsked)]
	left := chart.Series{Name: w.T("desk.overview.left")}
	most := 0.0
	for i, d := range drops {
		left.Points = append(left.Points, point(float64(i+1), d.Left))
		most = max(most, d.Left.High)
	}
	return numbered(r, w.T("desk.overview.drop-off"), w.T("desk.overview.question"), w.T("desk.overview.left"), most, len(drops), left)
}

// dropTable is the numbers of dropChart.
func dropTable(r *Request, drops []insight.Drop) *Table {
	type c = column[insight.Drop]
	n := 0
	return declared(r, "dropped", "desk.overview.drop-off", "desk.overview.drop-off-counts", "", drops,
		c{"question", "desk.overview.question", Count, "", func(*insight.Drop) Cell { n++; return Value(float64(n)) }},
		c{"reached", "desk.overview.reached", Count, "desk.overview.reached-question", counted(func(d *insight.Drop) int { return d.Reached })},
		c{"answered", "desk.asked.answered", Count, "desk.overview.answered-question", counted(func(d *insight.Drop) int { return d.Answered })},
		c{"on", "desk.overview.on", Count, "desk.overview.on-counts", counted(func(d *insight.Drop) int { return d.On })},
		c{"took", "desk.overview.took", Count, "desk.overview.took-counts", counted(func(d *insight.Drop) int { return d.Took })},
		c{"left", "desk.overview.left", Share, "desk.overview.left-counts", guessed(func(d *insight.Drop) insight.Estimate { return d.Left })},
	).head(r, mostAsked)
}
