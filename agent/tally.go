package agent

import (
	"slices"
	"sync"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Tally counts, for every aspect of every category, how often a question about it
// was on a form that a shopper sent, and how often anything was answered to it. It
// is derived from conversations and made anew of them. What a shopper deletes is
// taken back at once; a conversation that is deleted by age stays counted until the
// tally is made anew.
//
// A question belongs to each category of the scope that it was asked in, what is asked of
// the whole shop to none of them, and every question, once, to its aspect anywhere. The zero value is empty. A nil tally
// stays empty. A tally is safe for concurrent use.
type Tally struct {
	mu     sync.RWMutex
	counts map[questionTopic]clarify.Seen // where 0 < Shown
}

// questionTopic is what a question is about. The category is a path, "" for the whole shop, or
// [anywhere].
type questionTopic struct{ category, aspect string }

// anywhere is the place of all questions about an aspect; no category's path is this.
const anywhere = "\x00"

// Add counts what a conversation's exchanges from the given index on answer to those
// before them.
func (t *Tally) Add(exchanges []memory.Exchange, from int) { t.add(exchanges, from, 1) }

// Remove takes back what [Tally.Add] counted: when those exchanges are undone or
// deleted. Of a conversation that was never counted it takes from what others left,
// down to 0.
func (t *Tally) Remove(exchanges []memory.Exchange, from int) { t.add(exchanges, from, -1) }

func (t *Tally) add(exchanges []memory.Exchange, from, sign int) {
	if t == nil {
		return
	}
	for i := max(1, from); i < len(exchanges); i++ {
		outcomes := questionOutcomes(exchanges[i-1].Questions, &exchanges[i])
		if len(outcomes) == 0 {
			continue
		}
		before := memory.Conversation{Exchanges: exchanges[:i]}
		t.count(append(tallyPlaces(before.Need().Scope), anywhere), outcomes, sign)
	}
}

func (t *Tally) count(categories []string, outcomes []outcome, sign int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[questionTopic]clarify.Seen{}
	}
	for _, o := range outcomes {
		for _, category := range categories {
			at := questionTopic{category, o.aspect}
			n := t.counts[at]
			n.Shown = max(0, n.Shown+sign)
			if o.answered {
				n.Answered = max(0, n.Answered+sign)
			}
			n.Answered = min(n.Answered, n.Shown)
			if t.counts[at] = n; n.Shown == 0 {
				delete(t.counts, at)
			}
		}
	}
}

// Answerable returns the share of shoppers expected to be able to answer a question
// about the aspect in the scope, given the share estimated without any: the
// [clarify.Posterior] of what was seen of the aspect elsewhere, and then in the category;
// its mean over the scope's categories when there are several. Where nothing was counted
// it is the prior itself, 0 for unknown included.
func (t *Tally) Answerable(scope []string, aspect string, prior float64) float64 {
	if t == nil {
		return prior
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	all, sum := t.counts[questionTopic{anywhere, aspect}], 0.0
	if all.Shown == 0 {
		return prior
	}
	categories := tallyPlaces(scope)
	for _, category := range categories {
		here := t.counts[questionTopic{category, aspect}]
		elsewhere := clarify.Seen{Shown: max(0, all.Shown-here.Shown)}
		elsewhere.Answered = min(max(0, all.Answered-here.Answered), elsewhere.Shown)
		sum += clarify.Posterior(prior, elsewhere, here)
	}
	return sum / float64(len(categories))
}

// tallyPlaces lists the categories that what happens in a scope is counted for.
func tallyPlaces(scope []string) []string {
	if len(scope) == 0 {
		return []string{""}
	}
	return slices.Compact(slices.Clone(scope)) // a need's scope is sorted
}

// outcome is what a sent form says of one question.
type outcome struct {
	aspect   string
	answered bool
}

// questionOutcomes tells what became of the questions in the exchange that followed them:
// nothing when their form was not sent.
//
// What is typed under "Other" is read like a message, and the question it stood
// under counts as skipped in the conversation. So a question without a tick on a
// form that came with words is answered when the words speak of its aspect, and
// else left out, because nothing tells what the words were meant for.
func questionOutcomes(questions []memory.Posed, next *memory.Exchange) []outcome {
	var out []outcome
	for i, ch := range memory.Sent(questions, next.Changes) {
		o := outcome{aspect: questions[i].Answer.Key, answered: ch.Op == search.SetScope || !ch.Answer.Skipped()}
		if !o.answered && next.Said != "" {
			if o.answered = speaks(next.Changes, o.aspect); !o.answered {
				continue
			}
		}
		out = append(out, o)
	}
	return out
}

// speaks reports whether words made a demand of the aspect.
func speaks(changes []search.Change, aspect string) bool {
	return slices.ContainsFunc(changes, func(ch search.Change) bool {
		switch ch.Op {
		case search.AddLimit, search.AddWish:
			return ch.Condition != nil && ch.Condition.Key == aspect
		case search.SetScope:
			return aspect == catalog.KeyCategory && len(ch.Categories) > 0
		}
		return false
	})
}
