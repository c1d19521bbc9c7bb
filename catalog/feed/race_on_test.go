//go:build race

package feed

// raceDetector tells tests that they run some ten times slower.
const raceDetector = true
