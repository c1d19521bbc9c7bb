package tools

import "testing"

// The tool that an instruction is for is the best, and none that has none of its words.
func TestBest(t *testing.T) {
	k := newCounter().kit(t)
	if got := k.Best("where is my parcel"); got != "order_status" {
		t.Errorf("%q", got)
	}
	if got := k.Best("what will the weather be"); got != "" {
		t.Errorf("%q", got)
	}
}
