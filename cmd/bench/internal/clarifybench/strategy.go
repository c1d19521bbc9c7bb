package clarifybench

import (
	"fmt"

	"shopclerk/agent/clarify"
	"shopclerk/agent/tools"
)

// Strategy decides when to ask. All strategies see the same candidate calls.
type Strategy struct {
	Name   string
	Rule   tools.Rule
	Silent bool // asks nobody: what it would have to ask, it leaves undone
}

// Ours is the strategy of the shop, and what the others are compared with.
const Ours = "joint"

// Strategies lists what is compared: never asking, asking for all that was not said,
// entropy, the papers' with SAGE-Agent's λ of figure 5 and Argus' ablations of table
// 4 that are settings here (no exploration, fixed threshold), and ours. The papers'
// agents guess when they stop asking, and so do all here except ours, which declines.
func Strategies() ([]Strategy, error) {
	out := []Strategy{{
		Name: "never", Silent: true,
		Rule: tools.Rule{Name: "never", Policy: clarify.PolicyFunc(func(*clarify.Situation) []clarify.Question { return nil }), Batch: 1, Options: 5, Guess: true},
	}}
	for _, s := range []struct {
		name, policy string
		settings     map[string]float64
	}{
		{everything, tools.All, nil},
		{"entropy", "entropy", nil},
		{"sage λ=0", "sage", map[string]float64{"lambda": 0}},
		{"sage λ=0.5", "sage", map[string]float64{"lambda": 0.5}},
		{"sage λ=1", "sage", map[string]float64{"lambda": 1}},
		{"argus", "argus", nil},
		{"argus, no exploration", "argus", map[string]float64{"c": 0}},
		{"argus, fixed threshold", "argus", map[string]float64{"alpha": 0}},
		{Ours, "joint", nil},
	} {
		rule, err := tools.NewRule(s.policy, s.settings)
		if err != nil {
			return nil, fmt.Errorf("strategy %s: %w", s.name, err)
		}
		rule.Guess = s.name != Ours
		out = append(out, Strategy{Name: s.name, Rule: rule})
	}
	return out, nil
}
