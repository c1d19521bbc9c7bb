//go:build race

package discover_test

func init() { raced = true }
