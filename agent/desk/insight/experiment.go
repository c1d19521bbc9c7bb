package insight

import (
	"slices"

	"shopclerk/agent/desk/control"
	"shopclerk/agent/journal"
)

// Verdict is what an experiment has shown.
type Verdict struct {
	Arms []Arm // in the order of the experiment's; the first is what the others are compared with
	// Strays are sessions that met more than one arm, because the experiment changed
	// while they lasted. No arm counts them.
	Strays int
	// P is the probability that chance alone splits the sessions as unevenly as they
	// are split, by Pearson's chi-squared test against the arms' shares.
	P float64
}

// mismatch is the probability below which a split is not as intended: the threshold
// for sample ratio mismatch of Fabijan et al., "Diagnosing sample ratio mismatch in
// online controlled experiments", KDD 2019. It is that low because the split is looked
// at again and again.
const mismatch = 0.0005

// AsIntended reports that chance makes such a split. Otherwise the assignment or the
// recording has a fault, and the differences between the arms tell nothing until it
// is found.
func (v *Verdict) AsIntended() bool { return v.P >= mismatch }

// Sessions is how many sessions the arms have together.
func (v *Verdict) Sessions() int {
	n := 0
	for i := range v.Arms {
		n += v.Arms[i].Sessions
	}
	return n
}

// Arm is what the sessions of one arm did. The shares and means are of sessions,
// because sessions are what was assigned: the conversations of one shopper are not
// independent of each other.
type Arm struct {
	control.Arm
	Sessions      int
	Conversations int

	Conduct
	More Conduct // than in the first arm; nothing is known of the first itself
}

// Conduct is what sessions did, or how much more than those of another arm.
type Conduct struct {
	Opening   Estimate // share of sessions in which a product was opened
	Buying    Estimate // share of sessions in which a product was put in the basket
	Good      Estimate // share of sessions with a good first page: see [Turn.Good]
	Turns     Estimate // mean turns of a session
	Questions Estimate // mean questions shown in a session
}

// visit is what one session did in an experiment.
type visit struct {
	arm                             int // stray: more than one, or one that the experiment does not have
	conversations, turns, questions int
	opened, bought, good            bool
}

const stray = -1

// Judge compares the arms of an experiment by the conversations held while it ran. A
// conversation takes part with the turns that carry one of its arms.
func Judge(facts []*Facts, x *control.Experiment) Verdict {
	visits := sessionVisits(facts, x)
	v := Verdict{P: 1}
	var counts []int
	var shares []float64
	for i, arm := range x.Arms {
		a := judgeArm(visits, i)
		a.Arm = arm
		if i > 0 {
			first := &v.Arms[0]
			a.More = Conduct{
				Opening: Difference(a.Opening, first.Opening), Buying: Difference(a.Buying, first.Buying),
				Good: Difference(a.Good, first.Good), Turns: Difference(a.Turns, first.Turns),
				Questions: Difference(a.Questions, first.Questions),
			}
		}
		v.Arms = append(v.Arms, a)
		counts, shares = append(counts, a.Sessions), append(shares, arm.Share)
	}
	for _, s := range visits {
		v.Strays += Indicator(s.arm == stray)
	}
	v.P = goodnessOfFit(counts, shares)
	return v
}

// sessionVisits gathers what each session did in an experiment.
func sessionVisits(facts []*Facts, x *control.Experiment) map[string]*visit {
	out := map[string]*visit{}
	for _, f := range facts {
		took := false
		for i := range f.Turns {
			t := &f.Turns[i]
			if t.Arm.Experiment != x.Name {
				continue
			}
			arm := slices.IndexFunc(x.Arms, func(a control.Arm) bool { return a.Name == t.Arm.Arm })
			s := out[f.Session]
			if s == nil {
				s = &visit{arm: arm}
				out[f.Session] = s
			}
			if s.arm != arm {
				s.arm = stray
			}
			if !took {
				took = true
				s.conversations++
			}
			s.turns++
			s.questions += len(t.Questions)
			s.opened = s.opened || t.touched(journal.Opened) > 0
			s.bought = s.bought || t.touched(journal.Basket) > 0
			s.good = s.good || t.Good()
		}
	}
	return out
}

// judgeArm adds up the sessions of one arm.
func judgeArm(visits map[string]*visit, arm int) Arm {
	var a Arm
	var opened, bought, good int
	var turns, questions sample
	for _, s := range visits {
		if s.arm != arm {
			continue
		}
		a.Sessions++
		a.Conversations += s.conversations
		opened += Indicator(s.opened)
		bought += Indicator(s.bought)
		good += Indicator(s.good)
		turns.add(float64(s.turns)) // whole numbers: their sums do not depend on the order
		questions.add(float64(s.questions))
	}
	a.Opening, a.Buying, a.Good = Share(opened, a.Sessions), Share(bought, a.Sessions), Share(good, a.Sessions)
	a.Turns, a.Questions = turns.mean(), questions.mean()
	return a
}
