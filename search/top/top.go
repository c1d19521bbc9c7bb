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
