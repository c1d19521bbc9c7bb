package desk

import (
	"math"
	"slices"
	"strconv"

	"shopclerk/agent/insight"
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
		return !some(f, func(t *insight.Turn) bool { return slices.Contains(t.Scope, r.Category) })
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

// estimated is a cell of an estimate.
func estimated(e insight.Estimate) Cell {
	if !e.Known() {
		return Unknown()
	}
	c := Within(e.Value, e.Low, e.High)
	c.Few = e.Few()
	return c
}

// known is an estimate's value, NaN where it has none.
func known(e insight.Estimate) float64 {
	if !e.Known() {
		return math.NaN()
	}
	return e.Value
}

// point is a point of a chart.
func point(x float64, e insight.Estimate) chart.Point {
	if !e.Known() {
		return chart.Point{X: x, Y: math.NaN()}
	}
	return chart.Point{X: x, Y: e.Value, Low: e.Low, High: e.High}
}

// against is the head of a table of numbers now and before.
func against(r *Request, id, caption, counts string, kind, change Kind, changed string) *Table {
	w := r.Words
	return &Table{ID: id, Caption: caption, Counts: counts, Columns: []Column{
		{Key: "number", Label: w.T("desk.overview.number")},
		{Key: "now", Label: w.T("desk.chart.now"), Kind: kind},
		{Key: "before", Label: w.T("desk.chart.before"), Kind: kind},
		{Key: "change", Label: w.T("desk.overview.change"), Kind: change, Help: changed},
	}}
}

// estimates fills a table of estimates now and before.
func estimates(t *Table) func(label, counts string, now, before insight.Estimate) {
	return func(label, counts string, now, before insight.Estimate) {
		t.Rows = append(t.Rows, []Cell{
			Name(label).Counting(counts), estimated(now), estimated(before), estimated(insight.Difference(now, before)),
		})
	}
}

// numbered is a chart of shares by number, from 1.
func numbered(r *Request, title, x, y string, most float64, n int, series ...chart.Series) chart.Lines {
	ticks := chart.Steps(1, float64(n), math.Ceil(float64(n)/10))
	names := make([]string, len(ticks))
	for i, t := range ticks {
		names[i] = strconv.Itoa(int(t))
	}
	l := chart.Lines{
		Title: title, Description: r.Words.T("desk.overview.by-number", "What", y, "Number", x),
		X:      chart.Axis{Label: x, Min: 1, Max: float64(max(n, 2)), Ticks: ticks, Names: names},
		Y:      chart.Scale(y, most, func(f float64) string { return Spell(Share, f, r.Words) }),
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
