package search

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps the values that were used last, up to a sum of sizes. It is safe for concurrent
// use; its values are shared and must not be changed.
type Cache[K comparable, V any] struct {
	limit int
	size  func(V) int

	mu   sync.Mutex
	used int
	lru  *simplelru.LRU[K, V]
}

// NewCache returns an empty cache. Each value counts one more than its size, so that empty
// values are bounded too.
func NewCache[K comparable, V any](limit int, size func(V) int) *Cache[K, V] {
	c := &Cache[K, V]{limit: limit, size: func(v V) int { return 1 + size(v) }}
	c.lru, _ = simplelru.NewLRU(math.MaxInt, func(_ K, v V) { c.used -= c.size(v) }) // fails for a size below 1 only
	return c
}

// Get returns the value of a key, and loads it where it is not kept. Errors are not kept. Two
// callers who ask at once may both load.
func (c *Cache[K, V]) Get(key K, load func() (V, error)) (V, error) {
	c.mu.Lock()
	v, ok := c.lru.Get(key)
	c.mu.Unlock()
	if ok {
		return v, nil
	}
	v, err := load()
	if err != nil {
		return v, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Remove(key)
	if n := c.size(v); n <= c.limit {
		c.lru.Add(key, v)
		for c.used += n; c.used > c.limit; {
			c.lru.RemoveOldest()
		}
	}
	return v, nil
}

// Has reports whether a value is kept under a key.
func (c *Cache[K, V]) Has(key K) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lru.Contains(key)
}
