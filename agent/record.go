package agent

import (
	"math"
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/search"
)

// likelihood is how likely shoppers answer so, whatever is asked about.
var likelihood = clarify.DefaultLikelihood()

// record notes in an exchange how its list and questions came about; before is the
// exchange that its changes reply to, nil at the opening.
func (a *Agent) record(e *memory.Exchange, t *Turn, before *memory.Exchange) {
	e.Path, e.Scope = t.Scope.Path, t.Need.Scope
	e.Total, e.Open = t.Scope.Shelf.Rows(), t.Ranking.Open
	e.Relaxed = relaxed(t)
	if before != nil {
		e.Realised = a.realised(before.Questions, e.Changes)
	}
	e.Policy = memory.Policy{Name: a.config.PolicyName, Version: clarify.Version}
	if s := t.active.settings; s != nil {
		e.Settings = s.Version
	}
}

// relaxed lists the changes whose demands a turn left out because no product has
// all that was asked for, ascending.
func relaxed(t *Turn) []int {
	wanted := t.Need.Wanted()
	var out []int
	// gathering candidates leaves out the least important
	for _, w := range wanted[max(0, len(wanted)-len(t.Scope.Relaxed)):] {
		out = append(out, w.Change)
	}
	if len(t.Ranking.Relaxed) > 0 {
		for _, w := range wanted {
			if !slices.ContainsFunc(t.Ranking.Kept, func(k search.Wanted) bool { return k.Change == w.Change }) {
				out = append(out, w.Change)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// realised measures what the answers told that a sent form gave to questions.
func (a *Agent) realised(questions []memory.Posed, changes []search.Change) []memory.Realised {
	var out []memory.Realised
	for i, ch := range memory.Sent(questions, changes) {
		given, q := ch.Answer, &questions[i]
		if given == nil || given.Skipped() || q.Tells == 0 {
			continue // nothing was answered, or from before it was recorded what that would tell
		}
		out = append(out, memory.Realised{Question: i, Bits: told(posedSpread(q), len(q.Options), tickedPattern(given))})
	}
	return out
}

// foretell notes in a question what its answers would tell.
func foretell(p *memory.Posed, s *clarify.Spread) {
	n := len(p.Options)
	p.Tells = short(likelihood.Tells(s, n))
	for o := range p.Options {
		p.Options[o].Bits = told(s, n, 1<<o)
	}
	p.Other.Bits, p.None.Bits = told(s, n, clarify.OtherBit), told(s, n, 0)
	for t, mass := range s {
		if mass > 0 && clarify.Pattern(t).Count() > 1 {
			p.Spread = spreadTicks(s)
			return
		}
	}
	// each product has one answer, and the answers' masses say it all
}

// spreadTicks is a spread as it is recorded.
func spreadTicks(s *clarify.Spread) map[memory.Ticks]float64 {
	out := map[memory.Ticks]float64{}
	for t, mass := range s {
		if mass > 0 {
			out[memory.Ticks(t)] = short(mass)
		}
	}
	return out
}

// posedSpread is the belief that a question was put on.
func posedSpread(p *memory.Posed) *clarify.Spread {
	var s clarify.Spread
	for t, mass := range p.Spread {
		s[t] = mass
	}
	if p.Spread == nil {
		for o := range p.Options {
			s[1<<o] = p.Options[o].Mass
		}
		s[clarify.OtherBit], s[0] = p.Other.Mass, p.None.Mass
	}
	return &s
}

func told(s *clarify.Spread, options int, ticked clarify.Pattern) float64 {
	return short(likelihood.Told(s, options, ticked))
}

// short rounds what is recorded of every answer to a ten-thousandth: finer would be
// bytes for nothing.
func short(x float64) float64 { return math.Round(1e4*x) / 1e4 }
