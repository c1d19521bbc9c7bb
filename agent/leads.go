package agent

import (
	"context"
	"sync"

	"shopclerk/agent/clarify"
	"shopclerk/search"
)

// leadsKept is how many texts are remembered with what they lead to; when there are more,
// all are forgotten, which costs a few milliseconds each.
const leadsKept = 2000

// leading tells what kinds of things words are about: by category path, the share of the
// belief over the first products that they find, sum 1; empty where they find nothing.
// What was found is kept, because a catalogue does not change under its engine.
func leading(engine *search.Engine) func(words string) map[string]float64 {
	var mu sync.Mutex
	known := map[string]map[string]float64{}
	return func(words string) map[string]float64 {
		mu.Lock()
		found, ok := known[words]
		mu.Unlock()
		if ok {
			return found
		}
		leads, err := engine.Leads(context.Background(), words)
		if err != nil {
			return nil // as if they led nowhere; the next message asks again
		}
		scores := make([]float64, len(leads))
		for i, l := range leads {
			scores[i] = l.Score
		}
		found = map[string]float64{}
		for i, share := range clarify.Softmax(scores) {
			found[leads[i].Category] += share
		}
		mu.Lock()
		defer mu.Unlock()
		if len(known) >= leadsKept {
			clear(known)
		}
		known[words] = found
		return found
	}
}
