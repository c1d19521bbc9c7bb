package clarifybench

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The reward is worked out by hand.
func TestCertainReward(t *testing.T) {
	for _, tt := range []struct {
		name                           string
		act                            act
		called, meant, tool, arguments bool
		top, want                      float64
	}{
		{"a sure call that is right", calls, true, true, true, true, 1, 1.5 + 1 + 2},
		{"an unsure call that is right", calls, true, true, true, true, .25, 1.5 + 1 + .5},
		{"other arguments", calls, true, true, true, false, .5, 1.5 + .75 + 1},
		{"another tool", calls, true, true, false, false, .5, 1.5 + .5 + 1},
		{"a question where nothing is sure", asks, false, false, false, false, 0, 1.5 + .5 + 2},
		{"a question where all is sure", asks, false, false, false, false, 1, 1.5 + .5},
		{"a question where a call was meant", asks, false, true, false, false, 0, 1.5 + 2},
		{"declined", neither, false, false, false, false, .9, 1.5 + .5 + 2},
	} {
		r := rewards{1.5, toolReward(tt.called, tt.meant, tt.tool, tt.arguments), 2}
		if got := r.certain(tt.act, tt.top); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// A call is worth more the surer it is, a question less, and no act more than all parts.
func TestRewardRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(0, 1).Draw(t, "low")
		high := rapid.Float64Range(low, 1).Draw(t, "high")
		r := rewards{rapid.Float64Range(0, 1.5).Draw(t, "form"), rapid.Float64Range(0, 1).Draw(t, "tool"), rapid.Float64Range(0, 2).Draw(t, "kind")}
		if r.certain(calls, low) > r.certain(calls, high) || r.certain(asks, low) < r.certain(asks, high) {
			t.Error("the wrong way")
		}
		for _, a := range []act{calls, asks, neither} {
			if got := r.certain(a, low); got < r.Form+r.Tool || got > r.Form+r.Tool+r.Kind+1e-12 {
				t.Errorf("%v", got)
			}
		}
	})
}
