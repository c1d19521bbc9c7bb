package report

import (
	"fmt"
	"math"

	"shopclerk/views/chart"
)

// share is the axis of most charts.
func share(label string) chart.Axis {
	return chart.Axis{Label: label, Min: 0, Max: 1, Ticks: chart.Steps(0, 1, 0.2)}
}

// ByTurn is a chart of shares by turn, from the first turn given to the last.
func ByTurn(title, label string, from, to int, series []chart.Series) chart.Lines {
	step := math.Ceil(float64(to-from+1) / 11)
	return chart.Lines{
		Title:  title,
		X:      chart.Axis{Label: "turn", Min: float64(from), Max: float64(max(to, from+1)), Ticks: chart.Steps(float64(from), float64(to), step)},
		Y:      share(label),
		Series: series,
	}
}

// described says in words what a chart shows.
func described(c chart.Chart) chart.Chart {
	const numbers = " The table beneath has the numbers."
	switch c := c.(type) {
	case chart.Lines:
		c.Description = fmt.Sprintf("%s against %s.", c.Y.Label, c.X.Label) + numbers
		return c
	case chart.Bars:
		c.Description = c.Label + " by name." + numbers
		return c
	}
	return c
}
