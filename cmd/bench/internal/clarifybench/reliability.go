package clarifybench

import (
	"fmt"
	"math"
	"strings"

	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// tenths is how many bins there are of certainties.
const tenths = 10

// Judged are calls of about the same certainty.
type Judged struct {
	Calls int     `json:"calls"`
	Said  float64 `json:"said"`  // sum of the certainties
	Right int     `json:"right"` // one of the calls to be made, with its arguments
	Brier float64 `json:"brier"` // sum of the squared errors
}

// judge counts a call that was decided on.
func (n *Turns) judge(certainty float64, right bool) {
	j := &n.Judged[min(int(certainty*tenths), tenths-1)]
	j.Calls++
	j.Said += certainty
	j.Right += int(metric.Indicator(right))
	j.Brier += (certainty - metric.Indicator(right)) * (certainty - metric.Indicator(right))
}

// reliability is the reliability diagram of kinds of conversations together: how often
// calls are right, by how certain they were said to be; with Brier's score and the
// expected calibration error (Naeini et al. 2015) in tenths.
func (c Conversations) reliability(kinds ...string) report.Figure {
	var bins [tenths]Judged
	calls, ece, brier := 0, 0.0, 0.0
	for i := range bins {
		for _, kind := range kinds {
			j := c[kind].Judged[i]
			bins[i].Calls, bins[i].Right = bins[i].Calls+j.Calls, bins[i].Right+j.Right
			bins[i].Said += j.Said
			brier += j.Brier
		}
		calls += bins[i].Calls
		ece += math.Abs(bins[i].Said - float64(bins[i].Right))
	}
	t := report.Table{Columns: []string{"said", "calls", "said, mean", "right", "diagram: █ right, ┃ said"}}
	for i, b := range bins {
		if b.Calls == 0 {
			continue
		}
		n := float64(b.Calls)
		bar := []rune(strings.Repeat("█", int(math.Round(20*float64(b.Right)/n))) + strings.Repeat("░", 20-int(math.Round(20*float64(b.Right)/n))))
		bar[min(int(20*b.Said/n), 19)] = '┃'
		t.Rows = append(t.Rows, []string{fmt.Sprintf("%.1f–%.1f", float64(i)/tenths, float64(i+1)/tenths), fmt.Sprint(b.Calls), report.Number(b.Said / n), shareText(b.Right, b.Calls), string(bar)})
	}
	whole := float64(max(calls, 1))
	return report.Figure{Title: "Certainty, " + strings.Join(kinds, " and "), Table: t, Notes: []string{
		fmt.Sprintf("Expected calibration error %s, Brier's score %s, of %d calls that were carried out or were to be confirmed. Where nothing is to be called no call is right.", report.Number(ece/whole), report.Number(brier/whole), calls),
	}}
}
