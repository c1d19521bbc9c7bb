package agent

import (
	"slices"
	"sync/atomic"

	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
)

// Statistics are the answer statistics that questions are chosen by. Whoever has a journal
// counts them and sets them anew from time to time: see journal.Seen. The zero value is empty,
// and nil stays empty. Statistics are safe for concurrent use.
type Statistics struct {
	counts atomic.Pointer[map[dialog.Topic]clarify.Seen]
}

// Set replaces the statistics. The caller does not change the counts afterwards.
func (s *Statistics) Set(counts map[dialog.Topic]clarify.Seen) {
	all := map[dialog.Topic]clarify.Seen{}
	for at, n := range counts {
		all[at] = n
		anywhere := dialog.Topic{Category: anyCategory, Aspect: at.Aspect}
		sum := all[anywhere]
		all[anywhere] = clarify.Seen{Shown: sum.Shown + n.Shown, Answered: sum.Answered + n.Answered}
	}
	s.counts.Store(&all)
}

// anyCategory is the category of all questions about an aspect; no category's path is this.
const anyCategory = "\x00"

// Answerable returns the share of shoppers expected to be able to answer a question
// about the aspect in the scope, given the share estimated without any: the
// [clarify.Posterior] of what was seen of the aspect elsewhere, and then in the category;
// its mean over the scope's categories when there are several. Where nothing was counted
// it is the prior itself, 0 for unknown included.
func (s *Statistics) Answerable(scope []string, aspect string, prior float64) float64 {
	if s == nil || s.counts.Load() == nil {
		return prior
	}
	counts := *s.counts.Load()
	all, sum := counts[dialog.Topic{Category: anyCategory, Aspect: aspect}], 0.0
	if all.Shown == 0 {
		return prior
	}
	categories := slices.Compact(slices.Clone(scope)) // a need's scope is sorted
	if len(categories) == 0 {
		categories = []string{""}
	}
	for _, category := range categories {
		here := counts[dialog.Topic{Category: category, Aspect: aspect}]
		elsewhere := clarify.Seen{Shown: all.Shown - here.Shown, Answered: all.Answered - here.Answered}
		sum += clarify.Posterior(prior, elsewhere, here)
	}
	return sum / float64(len(categories))
}
