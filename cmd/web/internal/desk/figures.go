package desk

import (
	"math"
	"time"

	"shopclerk/views/chart"
	view "shopclerk/views/desk"
)

// Tile presents a number against the one of the period before; NaN is not known.
// counts says what it counts.
func (r *Request) Tile(label, counts string, kind Kind, now, before float64) view.Tile {
	t := view.Tile{Label: label, Counts: counts, Value: Spell(kind, now, r.Words)}
	if math.IsNaN(before) {
		t.Before = r.Words.T("desk.before-unknown")
		return t
	}
	t.Before = r.Words.T("desk.before", "Value", Spell(kind, before, r.Words))
	difference := now - before
	switch {
	case math.IsNaN(now):
		return t
	case kind == Share || kind == Change: // points of a share, not a share of it
		t.Change = Spell(Points, difference, r.Words)
	case before == 0:
		return t // nothing can be told in parts of nothing
	default:
		t.Change = Spell(Change, difference/math.Abs(before), r.Words)
	}
	switch {
	case difference > 0:
		t.Trend = view.Up
	case difference < 0:
		t.Trend = view.Down
	}
	return t
}

// ByDay is a chart of this period and, where there is one, the period before laid
// over it: one value a day, NaN where nothing is known. Its table is [DayTable].
func (r *Request) ByDay(title, label string, kind Kind, now, before []float64) chart.Lines {
	most := 0.0
	for _, values := range [][]float64{now, before} {
		for _, v := range values {
			if !math.IsNaN(v) {
				most = max(most, v)
			}
		}
	}
	spell := func(f float64) string { return Spell(kind, f, r.Words) }
	l := chart.Lines{
		Title:       title,
		Description: r.Words.T("desk.chart.by-day", "What", label, "From", r.Period.From.Format(time.DateOnly), "To", r.Period.Last().Format(time.DateOnly)),
		X:           r.dayAxis(),
		Y:           chart.Scale(label, most, spell),
		Series:      []chart.Series{{Name: r.Words.T("desk.chart.now"), Points: points(now)}},
	}
	if before != nil {
		l.Series = append(l.Series, chart.Series{Name: r.Words.T("desk.chart.before"), Points: points(before)})
	}
	return l
}

// dayAxis has the period's days, some of them named.
func (r *Request) dayAxis() chart.Axis {
	days := r.Period.Days()
	a := chart.Axis{Max: float64(max(days-1, 1)), Spell: func(f float64) string { return r.dayName(int(f)) }}
	step := max(1, (days+4)/5) // five names of ten letters fit beside each other
	for i := 0; i < days; i += step {
		a.Ticks = append(a.Ticks, float64(i))
		a.Names = append(a.Names, r.dayName(i))
	}
	return a
}

// dayName names a day of the period by its number: month and day.
func (r *Request) dayName(n int) string { return r.Period.From.AddDate(0, 0, n).Format("01-02") }

func points(values []float64) []chart.Point {
	out := make([]chart.Point, len(values))
	for i, v := range values {
		out[i] = chart.Point{X: float64(i), Y: v}
	}
	return out
}

// DayTable is the numbers of a chart [Request.ByDay]: a row a day.
func (r *Request) DayTable(id, caption, counts string, kind Kind, now, before []float64) *Table {
	t := &Table{ID: id, Caption: caption, Counts: counts, Columns: []Column{
		{Key: "day", Label: r.Words.T("desk.chart.day")},
		{Key: "now", Label: r.Words.T("desk.chart.now"), Kind: kind},
	}}
	if before != nil {
		t.Columns = append(t.Columns, Column{Key: "before", Label: r.Words.T("desk.chart.before"), Kind: kind})
	}
	for i := range now {
		row := []Cell{Name(r.Period.From.AddDate(0, 0, i).Format(time.DateOnly)), Value(now[i])}
		if before != nil {
			row = append(row, Value(before[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Compared is a chart of two or more distributions over the same names side by side,
// or, with one series, of values with their intervals. The axis begins at 0, or below
// it where a value does.
func (r *Request) Compared(title, label string, kind Kind, names []string, series ...chart.Series) chart.Bars {
	b := chart.Bars{
		Title: title, Label: label, Names: names, Bars: series,
		Description: r.Words.T("desk.chart.by-name", "What", label),
		Spell:       func(f float64) string { return Spell(kind, f, r.Words) },
	}
	for _, s := range series {
		for _, p := range s.Points {
			for _, v := range []float64{p.Y, p.Low, p.High} {
				if !math.IsNaN(v) {
					b.Min, b.Max = min(b.Min, v), max(b.Max, v)
				}
			}
		}
	}
	if b.Max = chart.Scale("", b.Max, nil).Max; b.Min < 0 {
		b.Max = chart.Scale("", max(b.Max, -b.Min), nil).Max
		b.Min = -b.Max // zero in the middle
	}
	return b
}
