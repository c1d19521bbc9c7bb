// Package memo keeps what was found lately: the turns of a conversation look for the same
// words again and again, and what they find does not change under an engine.
package memo

import (
	"container/list"
	"sync"
)

// Memo keeps what was found last, up to a size. It is safe for concurrent use; what it
// keeps is shared and not to be written.
type Memo[K comparable, V any] struct {
	most int         // sum of the sizes of what is kept
	size func(V) int // at least 1 is counted

	mu   sync.Mutex
	used int
	at   map[K]*list.Element // of *noted[K, V]
	late list.List           // the latest first
}

type noted[K comparable, V any] struct {
	key   K
	value V
	size  int
}

// New returns an empty memo that keeps values up to a sum of sizes, of which each counts as
// at least 1.
func New[K comparable, V any](most int, size func(V) int) *Memo[K, V] {
	return &Memo[K, V]{most: most, size: size, at: map[K]*list.Element{}}
}

// Get returns what is kept under a key and serves, nil for any, or finds and keeps it.
// What ends in an error is not kept. Two who ask at once may both look.
func (m *Memo[K, V]) Get(key K, serves func(V) bool, find func() (V, error)) (V, error) {
	m.mu.Lock()
	if e, ok := m.at[key]; ok {
		if v := e.Value.(*noted[K, V]).value; serves == nil || serves(v) {
			m.late.MoveToFront(e)
			m.mu.Unlock()
			return v, nil
		}
	}
	m.mu.Unlock()
	v, err := find()
	if err != nil {
		return v, err
	}
	n := &noted[K, V]{key, v, 1 + m.size(v)}
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.at[key]; ok {
		if serves == nil || serves(e.Value.(*noted[K, V]).value) {
			return v, nil // somebody else has found it
		}
		m.forget(e)
	}
	if n.size > m.most {
		return v, nil
	}
	m.at[key] = m.late.PushFront(n)
	for m.used += n.size; m.used > m.most; {
		m.forget(m.late.Back())
	}
	return v, nil
}

func (m *Memo[K, V]) forget(e *list.Element) {
	n := m.late.Remove(e).(*noted[K, V])
	delete(m.at, n.key)
	m.used -= n.size
}
