//go:build race

package main

// With the race detector a page takes so long that what is measured and waited for in the
// browser tells of the detector.
func init() { raced = true }
