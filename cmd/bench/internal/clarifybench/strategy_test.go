package clarifybench

import (
	"testing"

	"shopclerk/agent/clarify"
)

// A part that is removed counts as its theoretical maximum: the score is at least
// the whole one's, at any question.
func TestAblations(t *testing.T) {
	g := clarify.DefaultArgus()
	for _, a := range ablations()[1:] {
		without := a.policy.(clarify.Argus)
		if without.Score == nil {
			if without.Alpha != 0 {
				t.Errorf("%s: nothing is removed", a.name)
			}
			continue
		}
		for _, evpi := range []float64{0, .3, 1} {
			for _, reduction := range []float64{0, .4, 1} {
				for asked := range 4 {
					for n := range asked + 1 {
						whole, less := clarify.UCB(evpi+reduction, g.C, asked, n), without.Score(evpi, reduction, asked, n)
						if less < whole-1e-12 {
							t.Errorf("%s: the score %v of EVPI %v, regret %v, %d asked, %d about this is below %v", a.name, less, evpi, reduction, asked, n, whole)
						}
					}
				}
			}
		}
	}
}
