package search

import "slices"

// Top collects the first k of the items added to it, in the order of compare: a binary heap
// whose root is the last of them. compare must be a total order, so that the result does not
// depend on the order of arrival.
type Top[T any] struct {
	k       int
	compare func(a, b T) int
	heap    []T // a parent does not come before its children, once there are k items
}

// NewTop returns an empty collector of k items; none when k is not positive.
func NewTop[T any](k int, compare func(a, b T) int) *Top[T] {
	return &Top[T]{k: max(k, 0), compare: compare}
}

// Add adds an item in O(log k), or O(1) when it is not among the first k.
func (t *Top[T]) Add(v T) {
	switch {
	case len(t.heap) < t.k:
		if t.heap = append(t.heap, v); len(t.heap) == t.k {
			for at := t.k/2 - 1; at >= 0; at-- {
				t.sink(at, t.heap[at])
			}
		}
	case t.k > 0 && t.compare(v, t.heap[0]) < 0:
		t.sink(0, v)
	}
}

// Last returns the k-th item; false while there are fewer.
func (t *Top[T]) Last() (v T, ok bool) {
	if t.k == 0 || len(t.heap) < t.k {
		return v, false
	}
	return t.heap[0], true
}

// Sorted returns the items in order. Nothing may be added afterwards.
func (t *Top[T]) Sorted() []T {
	slices.SortFunc(t.heap, t.compare)
	return t.heap
}

// sink puts an item at a place of the heap, or below it where a child comes after the item.
func (t *Top[T]) sink(at int, v T) {
	for {
		child := 2*at + 1
		if child+1 < t.k && t.compare(t.heap[child+1], t.heap[child]) > 0 {
			child++
		}
		if child >= t.k || t.compare(v, t.heap[child]) >= 0 {
			t.heap[at] = v
			return
		}
		t.heap[at] = t.heap[child]
		at = child
	}
}

// First returns the first k items of a list in the order of compare, sorted; all of it when
// it has no more.
func First[T any](list []T, k int, compare func(a, b T) int) []T {
	t := NewTop(k, compare)
	for _, v := range list {
		t.Add(v)
	}
	return t.Sorted()
}
