package agent

import "shopclerk/search/memo"

// remembering returns find with what it found lately kept, for up to most keys. What ends in
// an error is as if nothing was found, and is looked for again the next time. It is for what
// does not change under an engine.
func remembering[V any](most int, find func(key string) (V, error)) func(key string) V {
	kept := memo.New[string](most, func(V) int { return 0 })
	return func(key string) V {
		found, err := kept.Get(key, nil, func() (V, error) { return find(key) })
		if err != nil {
			var none V
			return none
		}
		return found
	}
}
