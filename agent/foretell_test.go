package agent

import (
	"testing"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
)

// BenchmarkForetell notes what the answers to one question of five options would
// tell: where each product ticks one of them, and where it ticks any set. A turn puts
// three questions and takes milliseconds.
func BenchmarkForetell(b *testing.B) {
	for name, step := range map[string]int{"one": 0, "any": 1} {
		b.Run(name, func(b *testing.B) {
			var s clarify.Spread
			s[0], s[clarify.OtherBit] = 0.1, 0.1
			if step == 0 {
				for o := range 5 {
					s[1<<o] = 0.16
				}
			} else {
				for p := 1; p < 32; p++ {
					s[p] = 0.8 / 31
				}
			}
			for b.Loop() {
				p := memory.Posed{Options: make([]memory.Choice, 5)}
				foretell(&p, &s)
			}
		})
	}
}
