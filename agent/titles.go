package agent

import (
	"context"

	"shopclerk/agent/clarify"
	"shopclerk/search"
)

// titlesRead is how many products that words find are looked at for what their titles name.
const titlesRead = 60

// leadsKept is how many texts are remembered with what they lead to: to forget one costs
// a few milliseconds when it is said again.
const leadsKept = 2000

// fewLeads is how many products words find that tell half of what many would.
const fewLeads = 2

// leading tells what kinds of things words are about: by category path, the share of the
// belief over the first products that they find, sum below 1: the fewer they find, the less they tell.
// What ends in an error is as if nothing was found, and is looked for again the next time.
func leading(engine *search.Engine) func(words string) map[string]float64 {
	kept := search.NewCache[string](leadsKept, func(map[string]float64) int { return 0 })
	return func(words string) map[string]float64 {
		found, _ := kept.Get(words, func() (map[string]float64, error) {
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
				found[leads[i].Category] += share * float64(len(leads)) / (float64(len(leads)) + fewLeads)
			}
			return found, nil
		})
		return found
	}
}
