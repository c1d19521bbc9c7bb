package agent

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"shopclerk/agent/clarify"
	"shopclerk/agent/memory"
)

// shuffle puts a question's options in an order drawn for the session, so that what
// is ticked more because it stands first can be told from what is ticked more because
// it is wanted more. A session has the same order of the same question each time.
//
// What stands in an order of its own keeps it: ranges ascend or descend as a whole.
func shuffle(p *memory.Posed, session string) {
	order := make([]int, len(p.Options))
	for i := range order {
		order[i] = i
	}
	dice := rand.New(rand.NewPCG(hash(session), hash(p.Answer.Key)))
	if len(p.Answer.Options) > 0 && p.Answer.Options[0].Range != nil {
		if dice.IntN(2) == 1 {
			slices.Reverse(order)
		}
	} else {
		dice.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	p.Shuffled = true
	p.Options = reorder(p.Options, order)
	p.Answer.Options = reorder(p.Answer.Options, order)
	p.Answer.Labels = reorder(p.Answer.Labels, order)
	if p.Spread != nil {
		spread := make(map[memory.Ticks]float64, len(p.Spread))
		for ticks, mass := range p.Spread {
			at := ticks & memory.Ticks(clarify.OtherBit)
			for i, from := range order {
				if clarify.Pattern(ticks).Has(from) {
					at |= 1 << i
				}
			}
			spread[at] = mass
		}
		p.Spread = spread
	}
}

// reorder lists a list's elements in another order: the i-th is the order[i]-th.
func reorder[T any](list []T, order []int) []T {
	out := make([]T, len(order))
	for i, from := range order {
		out[i] = list[from]
	}
	return out
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s)) // never fails
	return h.Sum64()
}
