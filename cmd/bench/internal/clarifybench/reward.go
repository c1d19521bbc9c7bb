package clarifybench

// act is what an agent does in one step, as far as its reward goes.
type act uint8

// The acts.
const (
	calls   act = iota // calls a tool
	asks               // asks a question
	neither            // declines, or answers by itself
)

// rewards are the parts of a step's reward (SAGE-Agent, section A.3.5).
type rewards struct {
	Form float64 // r_fmt: the answer has the form that was asked for; up to 1.5
	Tool float64 // r_tool, eq. 8: see [toolReward]
	Kind float64 // r_cls, eq. 9: it is the right act; up to 2
}

// toolReward is r_tool of SAGE-Agent eq. 8: 1 for the call that is meant, 0.75 for its tool
// with other arguments, 0.5 for another tool or where neither calls one, and 0 where one
// does and the other does not.
func toolReward(called, meant, tool, arguments bool) float64 {
	switch {
	case called != meant:
		return 0
	case !called || !tool:
		return 0.5
	case !arguments:
		return 0.75
	}
	return 1
}

// certain returns the certainty-weighted reward, r_fmt + r_tool + Cert·r_cls (SAGE-Agent
// eq. 7 and 12), top being the belief in the likeliest call, max π, in [0,1]. Cert (eq. 11) is
// top of a call, 1 − top of a question, 1 of anything else. A sure call gets all of it, and so does a question where nothing is sure;
// a right act at the wrong certainty gets less. (Section 6.2 of the paper weighs the whole
// sum; its appendix, which this follows, the third part alone, as was trained with.)
func (r rewards) certain(a act, top float64) float64 {
	certainty := 1.0
	switch a {
	case calls:
		certainty = top
	case asks:
		certainty = 1 - top
	}
	return r.Form + r.Tool + certainty*r.Kind
}
