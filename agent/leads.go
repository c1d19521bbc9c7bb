package agent

import (
	"context"

	"shopclerk/agent/clarify"
	"shopclerk/search"
)

// leadsKept is how many texts are remembered with what they lead to: to forget one costs
// a few milliseconds when it is said again.
const leadsKept = 2000

// leading tells what kinds of things words are about: by category path, the share of the
// belief over the first products that they find, sum 1; empty where they find nothing.
func leading(engine *search.Engine) func(words string) map[string]float64 {
	return remembering(leadsKept, func(words string) (map[string]float64, error) {
		leads, err := engine.Leads(context.Background(), words)
		if err != nil {
			return nil, err
		}
		scores := make([]float64, len(leads))
		for i, l := range leads {
			scores[i] = l.Score
		}
		found := map[string]float64{}
		for i, share := range clarify.Softmax(scores) {
			found[leads[i].Category] += share
		}
		return found, nil
	})
}
