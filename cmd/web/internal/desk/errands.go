package desk

import (
	"shopclerk/agent/desk/insight"
	"shopclerk/agent/memory"
	"shopclerk/views"
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
		return p.without(noErrands(r, d, &now)), nil
	}
	names := toolNamesOf(w, &now)
	with, done, questions, turns, ended := errandFigures(r)
	p.Report.Tiles = tiles(r, &now, &before, errandFigure{"desk.errands.begun", "desk.errands.begun-counts", Count,
		countCell(func(s *insight.ErrandSummary) int { return s.Errands }), r.To(talksPath, fieldErrand, anyErrand)}, with, done, questions, turns)
	p.add(r, "by-tool", "desk.errands.by-tool", "desk.errands.by-tool-text", doneShareTable(r, names, now.ByTool), toolTable(r, names, now.ByTool))
	p.addIf(r, "asked", "desk.errands.asked", "desk.errands.asked-text", parameterTable(r, names, now.Asked))
	p.addIf(r, "turns", "desk.errands.turns", "desk.errands.turns-text", doneTable(r, now.Done))
	p.add(r, "declined", "desk.errands.not-done", "desk.errands.not-done-text",
		declinedTable(r, &now), obstacleTable(r, names, now.Obstacles), beyondTable(r, &now))
	p.add(r, "all-numbers", "desk.overview.numbers", "desk.overview.numbers-text",
		against(r, "shares", "desk.overview.shares", "desk.overview.shares-counts", &now, &before, append([]errandFigure{with}, ended...)...),
		against(r, "means", "desk.overview.means", "desk.overview.means-counts", &now, &before, questions, turns))
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

type errandFigure = figureSpec[insight.ErrandSummary]

// errandFigures are the shares and means of the report; ended are the shares of each ending.
func errandFigures(r *Request) (with, done, questions, turns errandFigure, ended []errandFigure) {
	type sum = insight.ErrandSummary
	of := func(label, counts string, ending memory.Ending) errandFigure {
		share := func(s *sum) insight.Estimate { return insight.Share(s.Ended[ending], s.Errands) }
		return errandFigure{label, counts, Share, estimateCell(share), r.To(talksPath, fieldErrand, anyErrand, fieldEnded, endedField(ending))}
	}
	with = errandFigure{"desk.errands.with", "desk.errands.with-counts", Share, estimateCell(func(s *sum) insight.Estimate { return s.WithShare }), ""}
	done = errandFigure{"desk.errands.done-share", "desk.errands.done-counts", Share, estimateCell(func(s *sum) insight.Estimate { return s.DoneShare }), ""}
	questions = errandFigure{"desk.errands.questions", "desk.errands.questions-counts", Decimal, estimateCell(func(s *sum) insight.Estimate { return s.QuestionsEach }), ""}
	turns = errandFigure{"desk.errands.turns-each", "desk.errands.turns-counts", Decimal, estimateCell(func(s *sum) insight.Estimate { return s.TurnsEach }), ""}
	return with, done, questions, turns, []errandFigure{
		of("desk.errands.done", "desk.errands.done-counts", memory.Done),
		of("desk.errands.declined", "desk.errands.declined-counts", memory.Declined),
		of("desk.errands.refused", "desk.errands.refused-counts", memory.Refused),
		of("desk.errands.dropped", "desk.errands.dropped-counts", memory.Dropped),
		of("desk.errands.open", "desk.errands.open-counts", ""),
	}
}

// doneShareTable says how many of the errands of each tool were done, and draws it.
func doneShareTable(r *Request, n toolNames, sums []insight.ErrandSum) *Table {
	type c = columnSpec[insight.ErrandSum]
	t := newTable(r, "done-shares", "desk.errands.done-share", "desk.errands.done-counts", "", sums,
		c{"errand", "desk.errands.errand", Text, "", textCell(func(s *insight.ErrandSum) string { return n.tool(s.Tool) })},
		c{"begun", "desk.errands.begun", Count, "", countCell(func(s *insight.ErrandSum) int { return s.Errands })},
		c{"done_share", "desk.errands.done-share", Share, "", estimateCell(func(s *insight.ErrandSum) insight.Estimate { return s.DoneShare })},
	)
	return t.drawn("tool-shares", t.bars(r, "desk.errands.by-tool", "desk.errands.done-share", Share, len(sums), "done_share"))
}

// toolTable is what became of the errands of each tool.
func toolTable(r *Request, n toolNames, sums []insight.ErrandSum) *Table {
	type c = columnSpec[insight.ErrandSum]
	ended := func(ending memory.Ending) func(*insight.ErrandSum) Cell {
		return linkedCell(countCell(func(s *insight.ErrandSum) int { return s.Ended[ending] }), func(s *insight.ErrandSum) string {
			return r.To(talksPath, fieldErrand, toolField(s.Tool), fieldEnded, endedField(ending))
		})
	}
	return newTable(r, "tools", "desk.errands.by-tool", "desk.errands.by-tool-counts", "", sums,
		c{"errand", "desk.errands.errand", Text, "", func(s *insight.ErrandSum) Cell {
			return Name(n.tool(s.Tool)).To(r.To(talksPath, fieldErrand, toolField(s.Tool)))
		}},
		c{"begun", "desk.errands.begun", Count, "desk.errands.begun-counts", countCell(func(s *insight.ErrandSum) int { return s.Errands })},
		c{"done", "desk.errands.done", Count, "", ended(memory.Done)},
		c{"declined", "desk.errands.declined", Count, "desk.errands.declined-counts", ended(memory.Declined)},
		c{"refused", "desk.errands.refused", Count, "desk.errands.refused-counts", ended(memory.Refused)},
		c{"dropped", "desk.errands.dropped", Count, "desk.errands.dropped-counts", ended(memory.Dropped)},
		c{"open", "desk.errands.open", Count, "desk.errands.open-counts", ended("")},
		c{"questions", "desk.errands.questions", Decimal, "desk.errands.questions-counts", estimateCell(func(s *insight.ErrandSum) insight.Estimate { return s.QuestionsEach })},
		c{"confirmations", "desk.errands.confirmed", Count, "desk.errands.confirmed-counts", countCell(func(s *insight.ErrandSum) int { return s.Confirmed })},
		c{"turns", "desk.errands.turns-each", Decimal, "desk.errands.turns-counts", estimateCell(func(s *insight.ErrandSum) insight.Estimate { return s.TurnsEach })},
	).by("-begun")
}

// parameterTable is what became of the questions of errands, and draws what is asked about
// most.
func parameterTable(r *Request, n toolNames, asked []insight.ErrandQuestion) *Table {
	type q = insight.ErrandQuestion
	type c = columnSpec[q]
	t := newTable(r, "parameters-asked", "desk.errands.asked", "desk.errands.asked-counts", "", asked,
		c{"parameter", "desk.errands.parameter", Text, "", textCell(func(q *q) string { return n.parameter(q.Tool, q.Parameter) })},
		c{"errand", "desk.errands.errand", Text, "", textCell(func(q *q) string { return n.tool(q.Tool) })},
		c{"times", "desk.errands.times", Count, "desk.errands.times-counts", countCell(func(q *q) int { return q.Shown })},
		c{"errands", "desk.errands.title", Count, "desk.errands.asked-in", linkedCell(countCell(func(q *q) int { return q.Errands }), func(q *q) string {
			return r.To(talksPath, fieldErrand, toolField(q.Tool))
		})},
		c{"answered", "desk.asked.answered", Share, "desk.errands.answered-counts", estimateCell(func(q *q) insight.Estimate { return q.AnsweredShare })},
		c{"ticked", "desk.asked.ticked", Count, "desk.errands.ticked-counts", countCell(func(q *q) int { return q.Ticked })},
		c{"in_words", "desk.errands.in-words", Count, "desk.errands.in-words-counts", countCell(func(q *q) int { return q.Otherwise })},
		c{"does_not_matter", "desk.errands.no-matter", Count, "", countCell(func(q *q) int { return q.NoPreference })},
		c{"open", "desk.errands.unanswered", Count, "desk.errands.unanswered-counts", countCell(func(q *q) int { return q.Open })},
	).by("-times")
	b := t.bars(r, "desk.errands.asked", "desk.errands.times", Count, mostParameter, "times")
	for i := range b.Names {
		b.Names[i] = r.Words.T("desk.errands.parameter-of", "Parameter", b.Names[i], "Errand", n.tool(asked[i].Tool))
	}
	return t.drawn("parameters", b).head(r, mostTopics)
}

// doneTable says how many turns errands took, and draws it.
func doneTable(r *Request, done []int) *Table {
	type c = columnSpec[int]
	all := 0
	for _, count := range done {
		all += count
	}
	t := newTable(r, "turns-until-done", "desk.errands.turns", "desk.errands.turns-table-counts", "", done,
		c{"turns", "desk.overview.turns", Count, "", rowNumber[int]()},
		c{"done", "desk.errands.done", Count, "", countCell(func(n *int) int { return *n })},
		c{"share", "desk.errands.of-done", Share, "", estimateCell(func(n *int) insight.Estimate { return insight.Share(*n, all) })},
	)
	return t.drawn("turns-taken", t.bars(r, "desk.errands.turns", "desk.errands.done", Count, mostTurns, "done")).head(r, mostTurns)
}

// declinedTable says why the clerk declined.
func declinedTable(r *Request, s *insight.ErrandSummary) *Table {
	type why struct {
		label, counts string
		n             int
	}
	type c = columnSpec[why]
	return newTable(r, "declined-why", "desk.errands.declined-why", "desk.errands.declined-why-counts", "", []why{
		{"desk.errands.not-here", "desk.errands.not-here-counts", s.NotHere},
		{"desk.errands.refusing", "desk.errands.refusing-counts", s.Refusing},
		{"desk.errands.lacking", "desk.errands.lacking-counts", s.Lacking},
		{"desk.errands.failing", "desk.errands.failing-counts", s.Failing},
	},
		c{"reason", "desk.errands.reason", Text, "", func(x *why) Cell { return Name(r.Words.T(x.label)).Counting(r.Words.T(x.counts)) }},
		c{"declined", "desk.errands.title", Count, "", countCell(func(x *why) int { return x.n })},
		c{"share", "desk.errands.of-begun", Share, "", estimateCell(func(x *why) insight.Estimate { return insight.Share(x.n, s.Errands) })},
	)
}

// obstacleTable lists what was impossible, and why.
func obstacleTable(r *Request, n toolNames, found []insight.Impossible) *Table {
	type x = insight.Impossible
	type c = columnSpec[x]
	return newTable(r, "impossible", "desk.errands.impossible", "desk.errands.impossible-counts", "desk.errands.impossible-none", found,
		c{"why", "desk.errands.reason", Text, "", textCell(func(x *x) string { return obstacleText(r.Words, x.Obstacle) })},
		c{"errand", "desk.errands.errand", Text, "", textCell(func(x *x) string { return n.tool(x.Tool) })},
		c{"parameter", "desk.errands.parameter", Text, "", textCell(func(x *x) string {
			if x.Parameter == "" {
				return ""
			}
			return n.parameter(x.Tool, x.Parameter)
		})},
		c{"errands", "desk.errands.title", Count, "desk.errands.met-counts", countCell(func(x *x) int { return x.Errands })},
		c{"done", "desk.errands.done-anyway", Count, "desk.errands.done-anyway-counts", countCell(func(x *x) int { return x.Done })},
		c{"conversations", "desk.overview.conversations", Count, "", countCell(func(x *x) int { return len(x.Conversations) })},
		replayed(r, func(x *x) []string { return x.Conversations }),
	).by("-errands").long("why").head(r, mostObstacles)
}

// beyondTable lists what shoppers wanted that no tool does, in their words.
func beyondTable(r *Request, s *insight.ErrandSummary) *Table {
	type c = columnSpec[insight.Cluster]
	t := newTable(r, "beyond", "desk.errands.beyond", "desk.errands.beyond-counts", "desk.errands.beyond-none", s.Beyond,
		c{"words", "desk.errands.words", Text, "", textCell((*insight.Cluster).Text)},
		c{"times", "desk.aspect.times", Count, "", countCell(func(x *insight.Cluster) int { return x.Count })},
		c{"spellings", "desk.aspect.spellings", Text, "", textCell(func(x *insight.Cluster) string { return otherSpellings(r, x) })},
		c{"conversations", "desk.overview.conversations", Count, "", func(x *insight.Cluster) Cell {
			return Value(float64(len(x.Conversations))).To(r.To(talksPath, fieldErrand, noTool, fieldSaid, x.Text()))
		}},
	).head(r, mostBeyond)
	if s.Unreadable > 0 {
		t.noted(r.Words.N("desk.aspect.unreadable", s.Unreadable))
	}
	return t
}
