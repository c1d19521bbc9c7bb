// Package top finds the first few of a long list without sorting all of it.
package top

import "slices"

// First returns the first k of a list in the order of compare, sorted; all of it where
// it has no more. It reorders the list, of which the result is a part. It takes time in
// proportion to the list on the average, and to k log k.
func First[T any](list []T, k int, compare func(a, b T) int) []T {
	list = Among(list, k, compare)
	slices.SortFunc(list, compare)
	return list
}

// Among is First without sorting what it returns.
//
// It is Hoare's selection: parts of the list are divided at a pivot until the k-th
// stands where it belongs. compare must tell all elements apart, so that the result
// does not depend on where they stood.
func Among[T any](list []T, k int, compare func(a, b T) int) []T {
	k = min(max(k, 0), len(list))
	low, high := 0, len(list) // what stands before low is among the first, from high on nothing is
	for low < k && k < high && high-low > few {
		if at := low + divide(list[low:high], compare); at < k {
			low = at + 1
		} else {
			high = at
		}
	}
	if low < k && k < high {
		slices.SortFunc(list[low:high], compare)
	}
	return list[:k]
}

// few is how many elements are sorted rather than divided.
const few = 12

// divide moves what comes before a pivot before it and the rest behind, and returns its
// place. The pivot is the median of three, which makes sorted lists the best case.
func divide[T any](list []T, compare func(a, b T) int) int {
	last := len(list) - 1
	for _, i := range []int{len(list) / 2, last} { // the median of three goes last
		if compare(list[i], list[0]) < 0 {
			list[i], list[0] = list[0], list[i]
		}
	}
	if compare(list[len(list)/2], list[last]) < 0 {
		list[len(list)/2], list[last] = list[last], list[len(list)/2]
	}
	at := 0
	for i := range last {
		if compare(list[i], list[last]) < 0 {
			list[i], list[at] = list[at], list[i]
			at++
		}
	}
	list[at], list[last] = list[last], list[at]
	return at
}

// Best tells which number is the k-th largest of those that were added, and keeps no more
// than k: a heap, whose least is at hand.
type Best struct {
	k    int
	heap []float64 // a parent is not greater than its children, once there are k
}

// NewBest returns a Best of no numbers.
func NewBest(k int) *Best { return &Best{k: max(k, 0)} }

// Add adds a number. It takes time in proportion to log k where that is one of the k largest
// so far, which ever fewer are.
func (b *Best) Add(v float64) {
	switch {
	case len(b.heap) < b.k:
		if b.heap = append(b.heap, v); len(b.heap) == b.k {
			for at := b.k/2 - 1; at >= 0; at-- {
				b.sink(at, b.heap[at])
			}
		}
	case b.k > 0 && v > b.heap[0]:
		b.sink(0, v)
	}
}

// sink puts a number at a place of the heap, or below it where less is there.
func (b *Best) sink(at int, v float64) {
	for {
		child := 2*at + 1
		if child+1 < b.k && b.heap[child+1] < b.heap[child] {
			child++
		}
		if child >= b.k || v <= b.heap[child] {
			b.heap[at] = v
			return
		}
		b.heap[at] = b.heap[child]
		at = child
	}
}

// Least returns the k-th largest number; 0 where fewer were added.
func (b *Best) Least() float64 {
	if b.k == 0 || len(b.heap) < b.k {
		return 0
	}
	return b.heap[0]
}
