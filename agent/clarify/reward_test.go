package clarify

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The reward is worked out by hand.
func TestCertainReward(t *testing.T) {
	for _, tt := range []struct {
		name                           string
		act                            Act
		called, meant, tool, arguments bool
		top, want                      float64
	}{
		{"a sure call that is right", Calls, true, true, true, true, 1, 1.5 + 1 + 2},
		{"an unsure call that is right", Calls, true, true, true, true, .25, 1.5 + 1 + .5},
		{"other arguments", Calls, true, true, true, false, .5, 1.5 + .75 + 1},
		{"another tool", Calls, true, true, false, false, .5, 1.5 + .5 + 1},
		{"a question where nothing is sure", Asks, false, false, false, false, 0, 1.5 + .5 + 2},
		{"a question where all is sure", Asks, false, false, false, false, 1, 1.5 + .5},
		{"a question where a call was meant", Asks, false, true, false, false, 0, 1.5 + 2},
		{"declined", Neither, false, false, false, false, .9, 1.5 + .5 + 2},
	} {
		r := Rewards{1.5, ToolReward(tt.called, tt.meant, tt.tool, tt.arguments), 2}
		if got := r.Certain(tt.act, tt.top); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// A call is worth more the surer it is, a question less, and no act more than all parts.
func TestRewardRises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(0, 1).Draw(t, "low")
		high := rapid.Float64Range(low, 1).Draw(t, "high")
		r := Rewards{rapid.Float64Range(0, 1.5).Draw(t, "form"), rapid.Float64Range(0, 1).Draw(t, "tool"), rapid.Float64Range(0, 2).Draw(t, "kind")}
		if r.Certain(Calls, low) > r.Certain(Calls, high) || r.Certain(Asks, low) < r.Certain(Asks, high) {
			t.Error("the wrong way")
		}
		for _, a := range []Act{Calls, Asks, Neither} {
			if got := r.Certain(a, low); got < r.Form+r.Tool || got > r.Form+r.Tool+r.Kind+1e-12 {
				t.Errorf("%v", got)
			}
		}
	})
}
