package proclare

import (
	"testing"

	"shopclerk/agent/clarify"
)

// The ceiling asks first about what the fewest candidates share with the target, and stops
// where the target is alone.
func TestCeiling(t *testing.T) {
	field := func(key string, codes ...uint32) *clarify.Field {
		f := &clarify.Field{Key: key, Size: 4, Offsets: []uint32{0}, Codes: codes}
		for i := range codes {
			f.Offsets = append(f.Offsets, uint32(i+1))
		}
		return f
	}
	s := &clarify.Situation{
		Weights: []float64{.2, .2, .2, .2, .1, .1},
		Fields:  []*clarify.Field{field("half", 0, 0, 0, 1, 1, 1), field("third", 0, 0, 1, 1, 2, 2), field("same", 0, 0, 0, 0, 0, 0)},
		Batch:   3, Options: 5, Page: 1,
	}
	got := ceiling(s, 2)
	if len(got) != 2 || got[0].Field.Key != "third" || got[1].Field.Key != "half" {
		t.Errorf("asked %d questions, want about third, then half", len(got))
	}
}
