package agent

import "sync"

// remembering returns find with what it found kept, for up to most keys; when there are
// more, all are forgotten. What ends in an error is as if nothing was found, and is looked
// for again the next time. It is for what does not change under an engine.
func remembering[V any](most int, find func(key string) (V, error)) func(key string) V {
	var mu sync.Mutex
	known := map[string]V{}
	return func(key string) V {
		mu.Lock()
		found, ok := known[key]
		mu.Unlock()
		if ok {
			return found
		}
		found, err := find(key)
		if err != nil {
			var none V
			return none
		}
		mu.Lock()
		defer mu.Unlock()
		if len(known) >= most {
			clear(known)
		}
		known[key] = found
		return found
	}
}
