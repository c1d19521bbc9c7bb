package search_test

import (
	"errors"
	"maps"
	"testing"

	"shopclerk/search"
)

// TestCache loads what is not kept any more, and keeps no more than the limit.
func TestCache(t *testing.T) {
	loaded := map[string]int{}
	c := search.NewCache[string](10, func(v string) int { return len(v) })
	get := func(key string) {
		t.Helper()
		v, err := c.Get(key, func() (string, error) { loaded[key]++; return key, nil })
		if v != key || err != nil {
			t.Fatalf("%q: %q, %v", key, v, err)
		}
	}
	for _, key := range []string{"aaa", "bbb", "aaa", "ccc", "aaa", "bbb", "longer than all of it", "aaa"} {
		get(key)
	}
	if want := map[string]int{"aaa": 1, "bbb": 2, "ccc": 1, "longer than all of it": 1}; !maps.Equal(loaded, want) {
		t.Errorf("loaded %v, want %v", loaded, want)
	}
	fault := errors.New("a fault")
	if _, err := c.Get("d", func() (string, error) { return "", fault }); !errors.Is(err, fault) {
		t.Errorf("%v, want the fault", err)
	}
	get("d")
	for range 2 {
		get("as large!")
	}
	if loaded["d"] != 1 || loaded["as large!"] != 1 {
		t.Errorf("loaded %v: errors are not kept, and a value of the limit's size is", loaded)
	}
}
