package proclare

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/search/metric"
)

// The sources of the statistics that questions are made from (Table 6 of the
// paper), beside the products that the answers' words find by [Lexical] and by [Vector].
const (
	FromBelief  = "belief" // the weights of all candidates: ours
	FromSQL     = "sql"    // the products that meet all known demands: the paper's
	FromRandom  = "random" // products of the category, drawn anew every turn
	FromNothing = "none"   // no statistics: see blind
)

// statisticsDepth is the most products that statistics are made from: the LIMIT of
// the paper's query, whose value it does not give. A thousand settle shares to a
// few per cent.
const statisticsDepth = 1000

// statistics gives one conversation the weights that its questions are chosen on:
// even over the products that its source finds. When it finds nothing, the
// products found last serve again, as in the paper (section 7.4), and before there
// are any, those of the list.
type statistics struct {
	ctx     context.Context
	shop    *Shop
	source  string
	opening string // what the shopper said first
	rng     *rand.Rand
	last    []catalog.Ref

	// Of [ModelPolicy], which makes the statistics then: the turn that is being asked about, and
	// what became of the queries so far.
	turn   *agent.Turn
	counts map[string]float64
}

// instruct returns a clerk who chooses questions by c's policy, on the statistics in place
// of the belief.
func (s *statistics) instruct(c agent.Config) replier {
	var weights []float64
	policy := c.Policy
	c.Policy = clarify.PolicyFunc(func(situation *clarify.Situation) []clarify.Question {
		weighed := *situation
		weighed.Weights = weights
		return policy.Next(&weighed)
	})
	return foresee(c, func(t *agent.Turn) (err error) {
		weights, err = s.weigh(t)
		return err
	})
}

// weigh gives even weights over what the source finds for the turn's need.
func (s *statistics) weigh(t *agent.Turn) ([]float64, error) {
	found, err := s.find(t)
	if err != nil {
		return nil, err
	}
	for _, refs := range [][]catalog.Ref{found, s.last, listed(t.Ranking.Items)} {
		if weights := spread(t.Scope.Shelf, refs); weights != nil {
			s.last = refs
			return weights, nil
		}
	}
	return make([]float64, t.Scope.Shelf.Rows()), nil
}

// spread gives even weights to the shelf's rows of some products; nil when it has
// none of them.
func spread(shelf *catalog.Shelf, found []catalog.Ref) []float64 {
	var rows []int
	for _, ref := range found {
		if row, ok := shelf.Row(ref); ok {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	weights := make([]float64, shelf.Rows())
	for _, row := range rows {
		weights[row] = 1 / float64(len(rows))
	}
	return weights
}

// find returns what the source finds for the turn's need.
func (s *statistics) find(t *agent.Turn) ([]catalog.Ref, error) {
	refs := t.Scope.Shelf.Refs
	query := keywords(s.opening, &t.Need)
	switch {
	case s.counts != nil:
		return s.written(t), nil
	case s.source == FromSQL:
		return matching(t.Scope.Shelf, demands(&t.Need), statisticsDepth), nil
	case s.source == FromRandom:
		var out []catalog.Ref
		for _, row := range s.rng.Perm(len(refs))[:min(statisticsDepth, len(refs))] {
			out = append(out, refs[row])
		}
		return out, nil
	case strings.TrimSpace(query) == "": // nothing to look for yet: as SQL does
		return refs[:min(statisticsDepth, len(refs))], nil
	}
	return s.shop.retrieve(s.ctx, s.source, query, t.Need.Scope, statisticsDepth)
}

// demands are the tests that the paper's Text2SQL writes of the answers: the
// values ticked, any of those of one question. "Something else" and "no
// preference" name no value, so they are no test.
func demands(need *search.Need) []search.Wanted {
	return slices.DeleteFunc(need.Wanted(), func(w search.Wanted) bool { return w.Demand.Not && !w.Hard })
}

// matching returns the products of a shelf that meet every demand, at most limit,
// in the order of refs: what the attribute query finds. The shelf's columns answer
// it, and a test of the store holds them to the SQL.
func matching(shelf *catalog.Shelf, wanted []search.Wanted, limit int) []catalog.Ref {
	tests := make([]catalog.Test, len(wanted))
	for i := range wanted {
		tests[i] = shelf.Test(&wanted[i].Demand)
	}
	var out []catalog.Ref
	for _, row := range shelf.Find(tests, limit) {
		out = append(out, shelf.Refs[row])
	}
	return out
}

// relaxed returns what meets the demands, at most limit, or as many of the first demands as find
// something, of which left are left.
func relaxed(shelf *catalog.Shelf, wanted []search.Wanted, limit int) (found []catalog.Ref, left int) {
	// counting returns no error, so neither does Relax
	left, _ = search.Relax(wanted, 1, func(kept []search.Wanted) (int, error) {
		found = matching(shelf, kept, limit)
		return len(found), nil
	})
	return found, left
}

// Probes name what becomes of a turn's attribute query (Table 7 of the paper): whether it finds
// nothing, 0 or 1, whether it does even when it is relaxed as far as it can be, its tests, and those
// left when relaxed.
var Probes = []string{"find nothing", "relaxed find nothing", "tests", "tests left when relaxed"}

// probe runs the attribute query of a turn, and runs it relaxed.
func probe(t *agent.Turn) map[string]float64 {
	wanted := demands(&t.Need)
	found, left := relaxed(t.Scope.Shelf, wanted, 1)
	return map[string]float64{
		Probes[0]: metric.Indicator(left < len(wanted) || len(found) == 0), Probes[1]: metric.Indicator(len(found) == 0),
		Probes[2]: float64(len(wanted)), Probes[3]: float64(left),
	}
}
