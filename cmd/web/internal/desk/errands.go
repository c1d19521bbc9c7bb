package desk

import (
	"strconv"
	"strings"

	"shopclerk/agent/insight"
	"shopclerk/agent/memory"
	"shopclerk/views"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
)

// How much of the lists of errands is shown; the files have all.
const (
	mostObstacles = 20
	mostBeyond    = 20
	mostParameter = 12
)

// errands is the page of what shoppers wanted done.
func (d *Desk) errands(r *Request) (*Page, error) {
	w := r.Words
	facts := d.Insight.Facts(insight.Period(r.Period))
	now, before := insight.Errands(facts), insight.Errands(d.Insight.Facts(insight.Period(r.Period.Before())))
	p := &Page{Title: w.T("desk.errands.title"), Lead: w.T("desk.errands.lead"), ByPeriod: true}
	if now.Errands == 0 {
		p.Report.Sections = []view.Section{{ID: "none", Empty: noErrands(r, d, &now)}}
		return p, nil
	}
	p.Report.Tiles = errandTiles(r, &now, &before)
	names := namesOf(w, &now)
	doneShares, byTool := doneShareTable(r, names, now.ByTool), toolTable(r, names, now.ByTool)
	asked, turns := parameterTable(r, names, now.Asked), doneTable(r, now.Done)
	declined, obstacles, beyond := declinedTable(r, &now), obstacleTable(r, names, now.Obstacles), beyondTable(r, &now)
	shares, means := errandShares(r, &now, &before), errandMeans(r, &now, &before)
	p.Tables = []*Table{doneShares, byTool, asked, turns, declined, obstacles, beyond, shares, means}
	add := func(s view.Section) { p.Report.Sections = append(p.Report.Sections, s) }
	add(view.Section{ID: "by-tool", Title: w.T("desk.errands.by-tool"), Text: w.T("desk.errands.by-tool-text"), Figures: []view.Figure{{
		ID: "tool-shares", Title: w.T("desk.errands.done-share"), Counts: doneShares.Counts, Charts: []chart.Chart{doneShareChart(r, names, now.ByTool)}, Table: doneShares.View(r),
	}}, Tables: []view.Table{byTool.View(r)}})
	if len(now.Asked) > 0 {
		add(view.Section{ID: "asked", Title: w.T("desk.errands.asked"), Text: w.T("desk.errands.asked-text"), Figures: []view.Figure{{
			ID: "parameters", Title: w.T("desk.errands.asked"), Counts: asked.Counts, Charts: []chart.Chart{parameterChart(r, names, now.Asked)}, Table: asked.View(r),
		}}})
	}
	if len(now.Done) > 0 {
		add(view.Section{ID: "turns", Title: w.T("desk.errands.turns"), Text: w.T("desk.errands.turns-text"), Figures: []view.Figure{{
			ID: "turns-taken", Title: w.T("desk.errands.turns"), Counts: turns.Counts, Charts: []chart.Chart{doneChart(r, now.Done)}, Table: turns.View(r),
		}}})
	}
	add(view.Section{ID: "declined", Title: w.T("desk.errands.not-done"), Text: w.T("desk.errands.not-done-text"),
		Tables: []view.Table{declined.View(r), obstacles.View(r), beyond.View(r)}})
	add(view.Section{ID: "all-numbers", Title: w.T("desk.overview.numbers"), Text: w.T("desk.overview.numbers-text"),
		Tables: []view.Table{shares.View(r), means.View(r)}})
	return p, nil
}

// noErrands says why the page has no numbers.
func noErrands(r *Request, d *Desk, now *insight.ErrandSummary) view.Empty {
	if now.Conversations == 0 {
		return nothingYet(r, d)
	}
	return view.Empty{Title: r.Words.T("desk.errands.none"), Text: r.Words.T("desk.errands.none-text"),
		Link: views.Link{Text: r.Words.T("desk.talks.title"), URL: r.To(talksPath)}}
}

func errandTiles(r *Request, now, before *insight.ErrandSummary) []view.Tile {
	w := r.Words
	tile := func(label, counts string, kind Kind, now, before insight.Estimate) view.Tile {
		return r.Tile(label, counts, kind, known(now), known(before))
	}
	begun := r.Tile(w.T("desk.errands.begun"), w.T("desk.errands.begun-counts"), Count, float64(now.Errands), float64(before.Errands))
	begun.URL = r.To(talksPath, fieldErrand, anyErrand)
	return []view.Tile{
		begun,
		tile(w.T("desk.errands.with"), w.T("desk.errands.with-counts"), Share, now.WithShare, before.WithShare),
		tile(w.T("desk.errands.done-share"), w.T("desk.errands.done-counts"), Share, now.DoneShare, before.DoneShare),
		tile(w.T("desk.errands.questions"), w.T("desk.errands.questions-counts"), Decimal, now.QuestionsEach, before.QuestionsEach),
		tile(w.T("desk.errands.turns-each"), w.T("desk.errands.turns-counts"), Decimal, now.TurnsEach, before.TurnsEach),
	}
}

// doneShareChart draws how many of the errands of each tool were done.
func doneShareChart(r *Request, n names, sums []insight.ErrandSum) chart.Bars {
	s := chart.Series{Name: r.Words.T("desk.errands.done-share")}
	var labels []string
	for i := range sums {
		labels = append(labels, n.tool(sums[i].Tool))
		s.Points = append(s.Points, point(0, sums[i].DoneShare))
	}
	return r.Compared(r.Words.T("desk.errands.by-tool"), r.Words.T("desk.errands.done-share"), Share, labels, s)
}

// doneShareTable is the numbers of doneShareChart.
func doneShareTable(r *Request, n names, sums []insight.ErrandSum) *Table {
	w := r.Words
	t := &Table{ID: "done-shares", Caption: w.T("desk.errands.done-share"), Counts: w.T("desk.errands.done-counts"), Columns: []Column{
		{Key: "errand", Label: w.T("desk.errands.errand")},
		{Key: "begun", Label: w.T("desk.errands.begun"), Kind: Count},
		{Key: "done_share", Label: w.T("desk.errands.done-share"), Kind: Share},
	}}
	for i := range sums {
		t.Rows = append(t.Rows, []Cell{Name(n.tool(sums[i].Tool)), Value(float64(sums[i].Errands)), estimated(sums[i].DoneShare)})
	}
	return t
}

// toolTable is what became of the errands of each tool.
func toolTable(r *Request, n names, sums []insight.ErrandSum) *Table {
	w := r.Words
	t := &Table{ID: "tools", Caption: w.T("desk.errands.by-tool"), Counts: w.T("desk.errands.by-tool-counts"), Order: "-begun", Columns: []Column{
		{Key: "errand", Label: w.T("desk.errands.errand")},
		{Key: "begun", Label: w.T("desk.errands.begun"), Kind: Count, Help: w.T("desk.errands.begun-counts")},
		{Key: "done", Label: w.T("desk.errands.done"), Kind: Count},
		{Key: "declined", Label: w.T("desk.errands.declined"), Kind: Count, Help: w.T("desk.errands.declined-counts")},
		{Key: "refused", Label: w.T("desk.errands.refused"), Kind: Count, Help: w.T("desk.errands.refused-counts")},
		{Key: "dropped", Label: w.T("desk.errands.dropped"), Kind: Count, Help: w.T("desk.errands.dropped-counts")},
		{Key: "open", Label: w.T("desk.errands.open"), Kind: Count, Help: w.T("desk.errands.open-counts")},
		{Key: "questions", Label: w.T("desk.errands.questions"), Kind: Decimal, Help: w.T("desk.errands.questions-counts")},
		{Key: "confirmations", Label: w.T("desk.errands.confirmed"), Kind: Count, Help: w.T("desk.errands.confirmed-counts")},
		{Key: "turns", Label: w.T("desk.errands.turns-each"), Kind: Decimal, Help: w.T("desk.errands.turns-counts")},
	}}
	for i := range sums {
		s := &sums[i]
		ended := func(count int, as ending) Cell {
			c := Value(float64(count))
			if count > 0 {
				c = c.To(r.To(talksPath, fieldErrand, toolField(s.Tool), fieldEnded, string(as)))
			}
			return c
		}
		t.Rows = append(t.Rows, []Cell{
			Name(n.tool(s.Tool)).To(r.To(talksPath, fieldErrand, toolField(s.Tool))), Value(float64(s.Errands)),
			ended(s.Ended.Done, ending(memory.Done)), ended(s.Ended.Declined, ending(memory.Declined)), ended(s.Ended.Refused, ending(memory.Refused)),
			ended(s.Ended.Dropped, ending(memory.Dropped)), ended(s.Ended.Open, leftOpen),
			estimated(s.QuestionsEach), Value(float64(s.Confirmed)), estimated(s.TurnsEach),
		})
	}
	return t
}

// parameterChart draws what is asked about most.
func parameterChart(r *Request, n names, asked []insight.ErrandQuestion) chart.Bars {
	w := r.Words
	s := chart.Series{Name: w.T("desk.errands.times")}
	var labels []string
	for i := range asked[:min(len(asked), mostParameter)] {
		labels = append(labels, w.T("desk.errands.parameter-of", "Parameter", n.parameter(asked[i].Tool, asked[i].Parameter), "Errand", n.tool(asked[i].Tool)))
		s.Points = append(s.Points, chart.Point{Y: float64(asked[i].Shown)})
	}
	return r.Compared(w.T("desk.errands.asked"), w.T("desk.errands.times"), Count, labels, s)
}

// parameterTable is what became of the questions of errands.
func parameterTable(r *Request, n names, asked []insight.ErrandQuestion) *Table {
	w := r.Words
	t := &Table{ID: "parameters-asked", Caption: w.T("desk.errands.asked"), Counts: w.T("desk.errands.asked-counts"), Order: "-times", Columns: []Column{
		{Key: "parameter", Label: w.T("desk.errands.parameter")},
		{Key: "errand", Label: w.T("desk.errands.errand")},
		{Key: "times", Label: w.T("desk.errands.times"), Kind: Count, Help: w.T("desk.errands.times-counts")},
		{Key: "errands", Label: w.T("desk.errands.title"), Kind: Count, Help: w.T("desk.errands.asked-in")},
		{Key: "answered", Label: w.T("desk.asked.answered"), Kind: Share, Help: w.T("desk.errands.answered-counts")},
		{Key: "ticked", Label: w.T("desk.asked.ticked"), Kind: Count, Help: w.T("desk.errands.ticked-counts")},
		{Key: "in_words", Label: w.T("desk.errands.in-words"), Kind: Count, Help: w.T("desk.errands.in-words-counts")},
		{Key: "does_not_matter", Label: w.T("desk.errands.no-matter"), Kind: Count},
		{Key: "open", Label: w.T("desk.errands.unanswered"), Kind: Count, Help: w.T("desk.errands.unanswered-counts")},
	}}
	for i := range asked {
		q := &asked[i]
		t.Rows = append(t.Rows, []Cell{
			Name(n.parameter(q.Tool, q.Parameter)), Name(n.tool(q.Tool)), Value(float64(q.Shown)), Value(float64(q.Errands)), estimated(q.AnsweredShare),
			Value(float64(q.Ticked)), Value(float64(q.Otherwise)), Value(float64(q.NoPreference)), Value(float64(q.Open)),
		})
	}
	return t.head(r, mostTopics)
}

// doneChart draws how many turns errands took.
func doneChart(r *Request, done []int) chart.Bars {
	s := chart.Series{Name: r.Words.T("desk.errands.done")}
	var labels []string
	for i, count := range done[:min(len(done), mostTurns)] {
		labels = append(labels, strconv.Itoa(i+1))
		s.Points = append(s.Points, chart.Point{Y: float64(count)})
	}
	return r.Compared(r.Words.T("desk.errands.turns"), r.Words.T("desk.errands.done"), Count, labels, s)
}

// doneTable is the numbers of doneChart.
func doneTable(r *Request, done []int) *Table {
	w := r.Words
	t := &Table{ID: "turns-until-done", Caption: w.T("desk.errands.turns"), Counts: w.T("desk.errands.turns-table-counts"), Columns: []Column{
		{Key: "turns", Label: w.T("desk.overview.turns"), Kind: Count},
		{Key: "done", Label: w.T("desk.errands.done"), Kind: Count},
		{Key: "share", Label: w.T("desk.errands.of-done"), Kind: Share},
	}}
	all := 0
	for _, count := range done {
		all += count
	}
	for i, count := range done {
		t.Rows = append(t.Rows, []Cell{Value(float64(i + 1)), Value(float64(count)), estimated(insight.Share(count, all))})
	}
	return t.head(r, mostTurns)
}

// declinedTable says why the clerk declined.
func declinedTable(r *Request, s *insight.ErrandSummary) *Table {
	w := r.Words
	t := &Table{ID: "declined-why", Caption: w.T("desk.errands.declined-why"), Counts: w.T("desk.errands.declined-why-counts"), Columns: []Column{
		{Key: "reason", Label: w.T("desk.errands.reason")},
		{Key: "declined", Label: w.T("desk.errands.title"), Kind: Count},
		{Key: "share", Label: w.T("desk.errands.of-begun"), Kind: Share},
	}}
	add := func(label, counts string, count int) {
		t.Rows = append(t.Rows, []Cell{Name(label).Counting(counts), Value(float64(count)), estimated(insight.Share(count, s.Errands))})
	}
	add(w.T("desk.errands.not-here"), w.T("desk.errands.not-here-counts"), s.NotHere)
	add(w.T("desk.errands.refusing"), w.T("desk.errands.refusing-counts"), s.Refusing)
	add(w.T("desk.errands.lacking"), w.T("desk.errands.lacking-counts"), s.Lacking)
	add(w.T("desk.errands.failing"), w.T("desk.errands.failing-counts"), s.Failing)
	return t
}

// obstacleTable lists what was impossible, and why.
func obstacleTable(r *Request, n names, found []insight.Impossible) *Table {
	w := r.Words
	t := &Table{ID: "impossible", Caption: w.T("desk.errands.impossible"), Counts: w.T("desk.errands.impossible-counts"), Empty: w.T("desk.errands.impossible-none"),
		Order: "-errands", Columns: []Column{
			{Key: "why", Label: w.T("desk.errands.reason"), Long: true},
			{Key: "errand", Label: w.T("desk.errands.errand")},
			{Key: "parameter", Label: w.T("desk.errands.parameter")},
			{Key: "errands", Label: w.T("desk.errands.title"), Kind: Count, Help: w.T("desk.errands.met-counts")},
			{Key: "done", Label: w.T("desk.errands.done-anyway"), Kind: Count, Help: w.T("desk.errands.done-anyway-counts")},
			{Key: "conversations", Label: w.T("desk.overview.conversations"), Kind: Count},
			{Key: "example", Label: w.T("desk.overview.example")},
		}}
	for i := range found {
		x := &found[i]
		parameter := ""
		if x.Parameter != "" {
			parameter = n.parameter(x.Tool, x.Parameter)
		}
		t.Rows = append(t.Rows, []Cell{
			Name(because(w, x.Obstacle)), Name(n.tool(x.Tool)), Name(parameter), Value(float64(x.Errands)), Value(float64(x.Done)), Value(float64(len(x.Conversations))),
			Name(w.T("desk.overview.replay")).To(r.To(talksPath + "/" + x.Conversations[len(x.Conversations)-1])),
		})
	}
	return t.head(r, mostObstacles)
}

// beyondTable lists what shoppers wanted that no tool does, in their words.
func beyondTable(r *Request, s *insight.ErrandSummary) *Table {
	w := r.Words
	t := &Table{ID: "beyond", Caption: w.T("desk.errands.beyond"), Counts: w.T("desk.errands.beyond-counts"), Empty: w.T("desk.errands.beyond-none"), Columns: []Column{
		{Key: "words", Label: w.T("desk.errands.words")},
		{Key: "times", Label: w.T("desk.aspect.times"), Kind: Count},
		{Key: "spellings", Label: w.T("desk.aspect.spellings")},
		{Key: "conversations", Label: w.T("desk.overview.conversations"), Kind: Count},
	}}
	for i := range s.Beyond {
		c := &s.Beyond[i]
		var spellings []string
		for _, x := range c.Spellings[1:min(len(c.Spellings), mostSpellings+1)] {
			spellings = append(spellings, x.Text)
		}
		t.Rows = append(t.Rows, []Cell{
			Name(c.Text()), Value(float64(c.Count)), Name(strings.Join(spellings, w.T("language.comma"))),
			Value(float64(len(c.Conversations))).To(r.To(talksPath, fieldErrand, noTool, fieldSaid, c.Text())),
		})
	}
	t.head(r, mostBeyond)
	if s.Unreadable > 0 {
		t.Note = strings.TrimSpace(t.Note + " " + w.N("desk.aspect.unreadable", s.Unreadable))
	}
	return t
}

// errandShares are the numbers that are shares, with those of the period before.
func errandShares(r *Request, now, before *insight.ErrandSummary) *Table {
	w := r.Words
	t := against(r, "shares", w.T("desk.overview.shares"), w.T("desk.overview.shares-counts"), Share, Points, w.T("desk.overview.difference-counts"))
	add := estimates(t)
	add(w.T("desk.errands.with"), w.T("desk.errands.with-counts"), now.WithShare, before.WithShare)
	of := func(label, counts string, count func(insight.Endings) int) {
		add(label, counts, insight.Share(count(now.Ended), now.Errands), insight.Share(count(before.Ended), before.Errands))
	}
	of(w.T("desk.errands.done"), w.T("desk.errands.done-counts"), func(e insight.Endings) int { return e.Done })
	of(w.T("desk.errands.declined"), w.T("desk.errands.declined-counts"), func(e insight.Endings) int { return e.Declined })
	of(w.T("desk.errands.refused"), w.T("desk.errands.refused-counts"), func(e insight.Endings) int { return e.Refused })
	of(w.T("desk.errands.dropped"), w.T("desk.errands.dropped-counts"), func(e insight.Endings) int { return e.Dropped })
	of(w.T("desk.errands.open"), w.T("desk.errands.open-counts"), func(e insight.Endings) int { return e.Open })
	return t
}

// errandMeans are the numbers that are means.
func errandMeans(r *Request, now, before *insight.ErrandSummary) *Table {
	w := r.Words
	t := against(r, "means", w.T("desk.overview.means"), w.T("desk.overview.means-counts"), Decimal, Difference, w.T("desk.overview.difference-counts"))
	add := estimates(t)
	add(w.T("desk.errands.questions"), w.T("desk.errands.questions-counts"), now.QuestionsEach, before.QuestionsEach)
	add(w.T("desk.errands.turns-each"), w.T("desk.errands.turns-counts"), now.TurnsEach, before.TurnsEach)
	return t
}
