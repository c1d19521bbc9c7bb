package agent

import lru "github.com/hashicorp/golang-lru/v2"

// remembering returns find with what it found lately kept, for up to most keys. What ends in
// an error is as if nothing was found, and is looked for again the next time. It is for what
// does not change under an engine.
func remembering[V any](most int, find func(key string) (V, error)) func(key string) V {
	kept, err := lru.New[string, V](most)
	if err != nil {
		panic(err) // most is not positive
	}
	return func(key string) V {
		found, ok := kept.Get(key)
		if ok {
			return found
		}
		if found, err := find(key); err == nil {
			kept.Add(key, found)
			return found
		}
		return found
	}
}
