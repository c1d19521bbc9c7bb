package agent

import (
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/settings"
)

// earlyShare is what an aspect to be asked early must tell, in bits, as a share of
// what the best question tells: less, and the answer would be had at the price of
// two questions where one would do.
const earlyShare = 0.75

// early places an aspect before those that do not tell much more: see [earlyShare].
const early = "early"

// decisive places an aspect that decides before those that tell more: what a thing has to fit.
const decisive = "decisive"

// choose lets a policy choose the questions of a situation, by the places of aspects: about those
// that the shop places first and those that decide, as long as they tell something; then about
// early ones that tell at least [earlyShare] of what the best question would; then about the others.
func choose(p clarify.Policy, s *clarify.Situation, places map[string]string) (chosen []clarify.Question) {
	by := map[string][]*clarify.Field{}
	for _, f := range s.Fields {
		by[places[f.Key]] = append(by[places[f.Key]], f)
	}
	s.Prepare()
	next := func(fields []*clarify.Field, n int) []clarify.Question { // on top of those chosen
		part := *s
		part.Batch, part.Chosen = n, chosen
		part.Fields = slices.DeleteFunc(slices.Clone(fields), func(f *clarify.Field) bool {
			return slices.ContainsFunc(chosen, func(q clarify.Question) bool { return q.Field == f }) // an aspect is asked about once
		})
		if n == 0 || len(part.Fields) == 0 {
			return nil
		}
		return p.Next(&part)
	}
	take := func(fields []*clarify.Field) { chosen = append(chosen, next(fields, s.Batch-len(chosen))...) }
	take(by[settings.First])
	take(by[decisive])
	for len(chosen) < s.Batch {
		favourite, best := next(by[early], 1), next(s.Fields, 1)
		if len(favourite) == 0 || len(best) > 0 && favourite[0].Worth.Bits < earlyShare*best[0].Worth.Bits {
			break
		}
		chosen = append(chosen, favourite[0])
	}
	take(s.Fields)
	return chosen
}
