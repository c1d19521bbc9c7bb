//go:build !race

package feed

// raceDetector tells tests that they run at full speed.
const raceDetector = false
