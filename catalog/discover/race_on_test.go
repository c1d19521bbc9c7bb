//go:build race

package discover_test

const raceEnabled = true
