package proclare

import (
	"cmp"
	"context"
	"math"
	"slices"

	"shopclerk/agent"
	"shopclerk/agent/clarify"
	"shopclerk/agent/dialog"
	"shopclerk/catalog"
)

// productAgent asks as ProductAgent does where its model only copies the
// statistics it is shown (section 4.2 and the prompt of Table 11 of the paper):
// about the aspects that most products of the statistics have, with the commonest
// values as options, "directly selected from the statistical data".
//
// The prompt forbids questions that are "duplicates of previous ones", not a
// second question about an aspect: an aspect's weight is its coverage divided by
// one plus the number of questions about it, and a second question shows the
// commonest values not shown yet, while there are two. A first question may always
// be asked: where the statistics hold one value, the category's commonest others
// stand beside it, because the model does not tire of asking when the statistics
// are of a few products. Numbers are values like any other, as in the paper, whose
// columns are all text; prices, which it has none of, are asked in ranges. The
// belief plays no part but where the statistics are made from it.
func productAgent(s *clarify.Situation) []clarify.Question {
	type scored struct {
		q     clarify.Question
		score float64
	}
	var all []scored
	for _, f := range s.Fields {
		asked, shown := askedBefore(s, f.Key)
		options := commonest(f, s.Weights, s.Options, shown)
		if len(options) < 2 {
			continue
		}
		unspecified := 0.0 // weight of the candidates without a value
		for i, w := range s.Weights {
			if f.Offsets[i] == f.Offsets[i+1] {
				unspecified += w
			}
		}
		all = append(all, scored{clarify.Question{Field: f, Options: options}, (1 - unspecified) / float64(1+asked)})
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	var out []clarify.Question
	for _, c := range all[:min(s.Batch, len(all))] {
		out = append(out, c.q)
	}
	return out
}

// askedBefore returns how often an aspect was asked about, and the options shown.
func askedBefore(s *clarify.Situation, key string) (asked int, shown []clarify.Option) {
	for _, a := range s.Asked {
		if a.Key == key {
			asked++
			shown = append(shown, a.Options...)
		}
	}
	return asked, shown
}

// commonest offers the m heaviest values of a field that were not shown before.
func commonest(f *clarify.Field, weights []float64, m int, shown []clarify.Option) []clarify.Option {
	if f.Continuous {
		if forms := clarify.Options(f, weights, m); len(forms) > 0 && len(shown) == 0 {
			return forms[0]
		}
		return nil
	}
	mass, count := make([]float64, f.Size), make([]int, f.Size) // in the statistics, in the category
	for i, w := range weights {
		for _, c := range f.Codes[f.Offsets[i]:f.Offsets[i+1]] {
			mass[c] += w
			count[c]++
		}
	}
	var codes []uint32
	valued := 0 // codes that the statistics have
	for c := range mass {
		if !slices.ContainsFunc(shown, func(o clarify.Option) bool { return covers(f, o, uint32(c)) }) {
			codes = append(codes, uint32(c))
			if mass[c] > 0 {
				valued++
			}
		}
	}
	slices.SortFunc(codes, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(mass[b], mass[a]), cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	most := min(m, valued)
	if valued == 1 && len(shown) == 0 {
		most = min(m, len(codes))
	}
	var out []clarify.Option
	for _, c := range codes[:most] {
		out = append(out, single(f, c))
	}
	return out
}

// covers reports whether an option holds a code.
func covers(f *clarify.Field, o clarify.Option, code uint32) bool {
	if f.Numbers != nil {
		return o.Low <= f.Numbers[code] && f.Numbers[code] < o.High
	}
	return slices.Contains(o.Codes, code)
}

// single is the option of one value.
func single(f *clarify.Field, code uint32) clarify.Option {
	if f.Numbers == nil {
		return clarify.Option{Codes: []uint32{code}}
	}
	n := f.Numbers[code]
	return clarify.Option{Low: n, High: math.Nextafter(n, math.Inf(1))}
}

// blind asks without statistics: it knows which aspects and values there are, and
// nothing of how many products have them, and draws both evenly. It stands for the
// paper's "w/o Statistics", where a model guesses aspects and values of a category
// from its name. Numbers are cut into ranges at values drawn.
func blind(s *clarify.Situation) []clarify.Question {
	var out []clarify.Question
	for _, i := range s.Rand.Perm(len(s.Fields)) {
		if len(out) == s.Batch {
			break
		}
		f := s.Fields[i]
		codes := s.Rand.Perm(f.Size)[:min(s.Options, f.Size)]
		slices.Sort(codes)
		var options []clarify.Option
		low := math.Inf(-1)
		for _, c := range codes {
			if f.Numbers == nil {
				options = append(options, clarify.Option{Codes: []uint32{uint32(c)}})
			} else if high := f.Numbers[c]; c > 0 {
				options = append(options, clarify.Option{Low: low, High: high})
				low = high
			}
		}
		if f.Numbers != nil {
			options = append(options[:min(len(options), s.Options-1)], clarify.Option{Low: low, High: math.Inf(1)})
			if n := len(options); n > 1 {
				options[n-1].Low = options[n-2].High
			}
		}
		if len(options) >= 2 {
			out = append(out, clarify.Question{Field: f, Options: options})
		}
	}
	return out
}

// oracle returns a clerk who cheats for one target, whose row it learns of the turn ahead: see
// [ceiling].
func oracle(c agent.Config, target *catalog.Product) replier {
	row, known := 0, false
	c.Policy = clarify.PolicyFunc(func(s *clarify.Situation) []clarify.Question {
		if !known {
			return nil
		}
		return ceiling(s, row)
	})
	return foresee(c, func(t *agent.Turn) error {
		row, known = t.Scope.Shelf.Row(target.Ref)
		return nil
	})
}

// ceiling asks, one after the other, the questions whose true answers leave the least weight
// beside the target. No policy that chooses greedily among the same questions can do better on
// truthful shoppers turn by turn, so that it is the ceiling of an evaluation.
func ceiling(s *clarify.Situation, target int) []clarify.Question {
	weights := slices.Clone(s.Weights) // of those that answer as the target does
	left := 1.0
	var out []clarify.Question
	for len(out) < s.Batch {
		var best clarify.Question
		var pattern []clarify.Pattern
		least := left - 1e-12
		for _, f := range s.Fields {
			if slices.ContainsFunc(out, func(q clarify.Question) bool { return q.Field == f }) {
				continue
			}
			for _, options := range s.Forms(f) {
				patterns, sum := f.Patterns(options), 0.0
				for i, w := range weights {
					if patterns[i] == patterns[target] {
						sum += w
					}
				}
				if sum < least {
					best, pattern, least = clarify.Question{Field: f, Options: options}, patterns, sum
				}
			}
		}
		if best.Field == nil {
			break
		}
		for i := range weights {
			if pattern[i] != pattern[target] {
				weights[i] = 0
			}
		}
		left, out = least, append(out, best)
	}
	return out
}

// foresee returns a clerk whose questions are chosen with knowledge that a clerk has not:
// before every turn a second one, who asks nothing, plays it on a copy of the conversation,
// and told hears what came of it. Candidates are not sampled, so that each is a row of
// that turn's shelf.
func foresee(c agent.Config, told func(*agent.Turn) error) replier {
	c.Sample = math.MaxInt
	informed := agent.New(c)
	c.Policy = clarify.PolicyFunc(func(*clarify.Situation) []clarify.Question { return nil })
	mute := agent.New(c)
	return func(ctx context.Context, c *dialog.Conversation, in agent.Input) (*agent.Turn, error) {
		ahead := dialog.Conversation{ID: c.ID, Exchanges: slices.Clone(c.Exchanges)}
		turn, err := mute.Reply(ctx, &ahead, in)
		if err == nil {
			err = told(turn)
		}
		if err != nil {
			return nil, err
		}
		return informed.Reply(ctx, c, in)
	}
}
