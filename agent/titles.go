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
			found[leads[i].Category] += share * float64(len(leads)) / (float64(len(leads)) + fewLeads)
		}
		return found, nil
	})
}

// remembering returns find with what it found lately kept, for up to most keys. What ends in
// an error is as if nothing was found, and is looked for again the next time. It is for what
// does not change under an engine.
func remembering[V any](most int, find func(key string) (V, error)) func(key string) V {
	kept := search.NewCache[string](most, func(V) int { return 0 })
	return func(key string) V {
		found, _ := kept.Get(key, func() (V, error) { return find(key) })
		return found
	}
}
