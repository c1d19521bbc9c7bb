package desk

import (
	"math"
	"slices"
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

// dayTable is a count for each day of the period, beside that of the period before, and draws
// the one laid over the other. Caption and counts are ids of words.
func dayTable(r *Request, id, caption, counts, figure string, now, before []int) *Table {
	type day struct {
		name        string
		now, before int
	}
	type c = columnSpec[day]
	days := make([]day, len(now))
	for i := range days {
		days[i] = day{r.Period.From.AddDate(0, 0, i).Format(time.DateOnly), now[i], before[i]}
	}
	t := newTable(r, id, caption, counts, "", days,
		c{"day", "desk.chart.day", Text, "", textCell(func(d *day) string { return d.name })},
		c{"now", "desk.chart.now", Count, "", countCell(func(d *day) int { return d.now })},
		c{"before", "desk.chart.before", Count, "", countCell(func(d *day) int { return d.before })},
	)
	most := max(slices.Max(now), slices.Max(before))
	return t.drawn(figure, chart.Lines{
		Title:       t.Caption,
		Description: r.Words.T("desk.chart.by-day", "What", t.Caption, "From", r.Period.From.Format(time.DateOnly), "To", r.Period.Last().Format(time.DateOnly)),
		X:           r.dayAxis(),
		Y:           chart.Scale(t.Caption, float64(most), func(f float64) string { return Spell(Count, f, r.Words) }),
		Series:      []chart.Series{t.series("now", len(days)), t.series("before", len(days))},
	})
}

// dayAxis has the period's days by their numbers from 1, some of them named.
func (r *Request) dayAxis() chart.Axis {
	days := r.Period.Days()
	name := func(n float64) string { return r.Period.From.AddDate(0, 0, int(n)-1).Format("01-02") }
	a := chart.Axis{Min: 1, Max: float64(max(days, 2)), Spell: name}
	a.Ticks = chart.Steps(1, float64(days), float64(max(1, (days+4)/5))) // five names of ten letters fit beside each other
	for _, n := range a.Ticks {
		a.Names = append(a.Names, name(n))
	}
	return a
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
