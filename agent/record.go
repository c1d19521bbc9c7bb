package agent

import (
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/search"
)

// likelihood is how likely shoppers answer so, whatever is asked about.
var likelihood = clarify.DefaultLikelihood()

// record notes in an exchange how its list and questions came about.
func (a *Agent) record(e *dialog.Exchange, t *Turn) {
	e.Path, e.Scope = t.Scope.Path, t.Need.Scope
	e.Total, e.Open = t.Scope.Shelf.Rows(), t.Ranking.Open
	e.Relaxed = relaxed(t)
	e.Policy = dialog.Policy{Name: a.config.PolicyName, Version: clarify.Version}
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
