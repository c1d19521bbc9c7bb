package desk

import (
	"math"
	"slices"
	"strconv"

	"shopclerk/agent/desk/insight"
	"shopclerk/views/chart"
	view "shopclerk/views/desk"
)

// factsOf are the conversations that began in a period, of the category chosen: those
// that searched it at some turn.
func (d *Desk) factsOf(r *Request, p Period) []*insight.Facts {
	all := d.Insight.Facts(insight.Period(p))
	if r.Category == "" {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(f *insight.Facts) bool {
		return !anyTurn(f, func(t *insight.Turn) bool { return slices.Contains(t.Scope, r.Category) })
	})
}

// nothingYet says why a page has no numbers.
func nothingYet(r *Request, d *Desk) view.Empty {
	e := view.Empty{Title: r.Words.T("desk.overview.none"), Text: r.Words.T("desk.overview.none-text")}
	if d.Insight.Empty() {
		e.Text, e.Command = r.Words.T("desk.overview.never"), "catalog demo --data DIR --with-journal"
	}
	return e
}

// cellOf is a cell of an estimate.
func cellOf(e insight.Estimate) Cell {
	if !e.Known() {
		return Unknown()
	}
	c := Within(e.Value, e.Low, e.High)
	c.Few = e.Few()
	return c
}

// point is a point of a chart that compares.
func point(e insight.Estimate) chart.Point {
	return chart.Point{Y: cellOf(e).Number, Low: e.Low, High: e.High}
}

// figureSpec declares a number that is compared with the one of the period before: what it is
// called and counts, by the ids of its words, and where it leads.
type figureSpec[T any] struct {
	label, counts string
	kind          Kind // Count, Share, Decimal or Seconds
	cell          func(*T) Cell
	to            string // may be empty
}

// tiles present figures, each against the one before.
func tiles[T any](r *Request, now, before *T, figures ...figureSpec[T]) []view.Tile {
	var out []view.Tile
	for _, f := range figures {
		tile := r.Tile(r.Words.T(f.label), r.Words.T(f.counts), f.kind, f.cell(now).Number, f.cell(before).Number)
		tile.URL = f.to
		out = append(out, tile)
	}
	return out
}

// against is a table of figures of a kind now and before. caption and counts are ids of
// words.
func against[T any](r *Request, id, caption, counts string, now, before *T, figures ...figureSpec[T]) *Table {
	kind, change, changed := figures[0].kind, Difference, "desk.overview.difference-counts"
	switch kind {
	case Count:
		change, changed = Change, "desk.overview.change-counts"
	case Share:
		change = Points
	}
	type c = columnSpec[figureSpec[T]]
	return newTable(r, id, caption, counts, "", figures,
		c{"number", "desk.overview.number", Text, "", func(f *figureSpec[T]) Cell { return Name(r.Words.T(f.label)).Counting(r.Words.T(f.counts)) }},
		c{"now", "desk.chart.now", kind, "", func(f *figureSpec[T]) Cell { return linkCount(f.cell(now), f.to) }},
		c{"before", "desk.chart.before", kind, "", func(f *figureSpec[T]) Cell { return f.cell(before) }},
		c{"change", "desk.overview.change", change, changed, func(f *figureSpec[T]) Cell { return changeOf(kind, f.cell(now), f.cell(before)) }},
	)
}

// changeOf is the change of a figure: of a count in parts of what it was, of an estimate
// the difference.
func changeOf(kind Kind, now, before Cell) Cell {
	if kind == Count {
		if before.Number == 0 {
			return Unknown()
		}
		return Value((now.Number - before.Number) / before.Number)
	}
	if math.IsNaN(now.Number) || math.IsNaN(before.Number) {
		return Unknown()
	}
	c := cellOf(insight.Difference(insight.Estimate{Value: now.Number, Low: now.Low, High: now.High, N: 1}, insight.Estimate{Value: before.Number, Low: before.Low, High: before.High, N: 1}))
	c.Few = now.Few || before.Few
	return c
}

// series are the numbers of a column in the first rows, by the rows' numbers from 1.
func (t *Table) series(key string, most int) chart.Series {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == key })
	out := chart.Series{Name: t.Columns[i].Label}
	for n, row := range t.Rows[:min(most, len(t.Rows))] {
		out.Points = append(out.Points, chart.Point{X: float64(n + 1), Y: row[i].Number, Low: row[i].Low, High: row[i].High})
	}
	return out
}

// bars is a chart that compares the first rows of a table, by what stands in columns. title
// and label are ids of words.
func (t *Table) bars(r *Request, title, label string, kind Kind, most int, keys ...string) chart.Bars {
	var names []string
	for _, row := range t.Rows[:min(most, len(t.Rows))] {
		names = append(names, row[0].spell(t.Columns[0].Kind, r.Words))
	}
	var all []chart.Series
	for _, key := range keys {
		all = append(all, t.series(key, most))
	}
	return r.Compared(r.Words.T(title), r.Words.T(label), kind, names, all...)
}

// numberedChart is a chart of shares by number, from 1. title, x and y are ids of words.
func numberedChart(r *Request, title, x, y string, series ...chart.Series) chart.Lines {
	n, most := 0, 0.0
	for _, s := range series {
		n = len(s.Points)
		for _, p := range s.Points {
			most = max(most, p.High)
		}
	}
	ticks := chart.Steps(1, float64(n), math.Ceil(float64(n)/10))
	names := make([]string, len(ticks))
	for i, t := range ticks {
		names[i] = strconv.Itoa(int(t))
	}
	of, what := r.Words.T(x), r.Words.T(y)
	l := chart.Lines{
		Title: r.Words.T(title), Description: r.Words.T("desk.overview.by-number", "What", what, "Number", of),
		X:      chart.Axis{Label: of, Min: 1, Max: float64(max(n, 2)), Ticks: ticks, Names: names},
		Y:      chart.Scale(what, most, func(f float64) string { return Spell(Share, f, r.Words) }),
		Series: series,
	}
	for _, t := range l.Y.Ticks { // whole per cents: there is no room for more beside the axis
		l.Y.Names = append(l.Y.Names, r.Words.T("desk.percent", "Share", r.Words.Fixed(t*100, 0)))
	}
	return l
}

// head keeps the first rows of a table, in its order, on the page, and says how many
// there are; the file has them all.
func (t *Table) head(r *Request, most int) *Table {
	if n := len(t.Rows); n > most && !r.asksCSV() {
		t.Rows = t.sorted(r)[:most]
		t.Note = r.Words.T("desk.overview.more", "Shown", most, "All", n)
	}
	return t
}
