package memo

import (
	"errors"
	"fmt"
	"testing"
)

func TestMemo(t *testing.T) {
	looked := map[string]int{}
	m := New[string](10, func(v string) int { return len(v) })
	get := func(key string) {
		t.Helper()
		v, err := m.Get(key, nil, func() (string, error) { looked[key]++; return key, nil })
		if v != key || err != nil {
			t.Fatalf("%q: %q, %v", key, v, err)
		}
		if m.used > m.most || len(m.at) != m.late.Len() {
			t.Fatalf("%d of %d are kept, %d keys for %d", m.used, m.most, len(m.at), m.late.Len())
		}
	}
	for _, key := range []string{"aaa", "bbb", "aaa", "ccc", "aaa", "bbb", "longer than all of it", "aaa"} {
		get(key)
	}
	want := map[string]int{"aaa": 1, "bbb": 2, "ccc": 1, "longer than all of it": 1}
	if fmt.Sprint(looked) != fmt.Sprint(want) {
		t.Errorf("looked %v, want %v", looked, want)
	}
	fault := errors.New("a fault")
	if _, err := m.Get("d", nil, func() (string, error) { return "", fault }); !errors.Is(err, fault) {
		t.Errorf("%v", err)
	}
	get("d")
	for range 2 { // as large as all of it
		get("as large!")
	}
	if looked["as large!"] != 1 {
		t.Errorf("what fills it is looked up %d times", looked["as large!"])
	}
}
