package clarifybench

import (
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"shopclerk/agent/tools"
	"shopclerk/data/bench"
	"shopclerk/search/metric"
)

// Proposer is a language model that is played by chance: it proposes samples of the call
// that is meant, with the mistakes that models make. All but Samples and Sharp are
// probabilities, and assumed: no model was measured.
type Proposer struct {
	Samples int     `json:"samples"` // calls proposed for a request
	Drop    float64 `json:"drop"`    // an argument is left out of a sample
	Swap    float64 `json:"swap"`    // two arguments are exchanged in a sample, if they are of one type
	Value   float64 `json:"value"`   // an argument is made up in a sample
	Tool    float64 `json:"tool"`    // a sample is of another tool
	Invent  float64 `json:"invent"`  // a sample is of a tool, or has an argument, that there is not
	None    float64 `json:"none"`    // a sample says that no tool is meant
	// Doubt is how often an argument is in doubt for all samples: each then takes one of
	// two values. Where the right one has a share s of them, it is right as often as that.
	Doubt float64 `json:"doubt"`
	// Guess is how often a sample makes up an argument that nothing tells, instead of
	// saying that it is not known.
	Guess float64 `json:"guess"`
	// Infer is how often an argument that was not said follows from what the model knows.
	Infer float64 `json:"infer"`
	// Sharp is by how much shares are overstated: equal calls have their number to this
	// power as their weight, all together.
	Sharp float64 `json:"sharp"`
}

// loadProposer reads the rates.
func loadProposer() (p Proposer, err error) {
	text, err := bench.FS.ReadFile("proposer.json")
	if err == nil {
		err = strict(text, &p)
	}
	return p, err
}

// propose draws the samples for a request in the present state.
func (p *Proposer) propose(s *State, r *Request, rng *rand.Rand) []tools.Proposal {
	t := s.domain.tool(r.Intent.Tool)
	known := maps.Clone(r.Intent.Arguments)
	if r.Wrong != nil {
		known[r.Hidden[0]] = r.Wrong
	}
	doubt, share := map[string]any{}, map[string]float64{}
	for _, name := range argumentNames(r.Intent.Arguments) {
		inferred, doubted := rng.Float64() < p.Infer, rng.Float64() < p.Doubt
		if slices.Contains(r.Hidden, name) && r.Wrong == nil && !inferred {
			delete(known, name)
		} else if other, ok := s.mean(t.parameter(name), r.Intent.Arguments, rng); ok && doubted {
			doubt[name], share[name] = other, math.Sqrt(rng.Float64())
		}
	}
	out := make([]tools.Proposal, p.Samples)
	counts := map[string]float64{}
	for i := range out {
		out[i].Call = p.sample(s, r, known, doubt, share, rng)
		counts[out[i].Fingerprint()]++
	}
	for i := range out {
		out[i].Weight = math.Pow(counts[out[i].Fingerprint()], p.Sharp-1)
	}
	return out
}

func (p *Proposer) sample(s *State, r *Request, known tools.Arguments, doubt map[string]any, share map[string]float64, rng *rand.Rand) tools.Call {
	happens := func(rate float64) bool { return rng.Float64() < rate }
	t := s.domain.tool(r.Intent.Tool)
	args := tools.Arguments{}
	for i := range t.parameters {
		q := &t.parameters[i]
		of := known[q.Name]
		if of != nil && doubt[q.Name] != nil && !happens(share[q.Name]) {
			of = doubt[q.Name]
		}
		made := of != nil && happens(p.Value) || of == nil && slices.Contains(r.Hidden, q.Name) && happens(p.Guess)
		if other, ok := s.mean(q, r.Intent.Arguments, rng); ok && made {
			of = other
		}
		if of != nil && !happens(p.Drop) {
			args[q.Name] = of
		}
	}
	if names := argumentNames(args); len(names) > 1 && happens(p.Swap) {
		a, b := names[rng.IntN(len(names))], names[rng.IntN(len(names))]
		if reflect.TypeOf(args[a]) == reflect.TypeOf(args[b]) {
			args[a], args[b] = args[b], args[a]
		}
	}
	out := tools.Call{Tool: t.Name, Arguments: args}
	switch {
	case happens(p.None):
		return tools.Call{}
	case happens(p.Tool):
		other := &s.domain.Tools[rng.IntN(len(s.domain.Tools))]
		maps.DeleteFunc(args, func(name string, _ any) bool { return other.parameter(name) == nil })
		out.Tool = other.Name
	case happens(p.Invent):
		if rng.IntN(2) == 0 {
			out.Tool += "_now"
		} else {
			args["verbose"] = true
		}
	}
	return out
}

// unproposed counts the arguments of the call that is meant which no sample has and the state
// does not settle: whoever does not guess asks for each of them, whatever the policy.
func (s *State) unproposed(r *Request, samples []tools.Proposal) int {
	n := 0
	for name, of := range r.Intent.Arguments {
		said := func(p tools.Proposal) bool {
			return p.Tool == r.Intent.Tool && p.Arguments[name] != nil && sameValue(p.Arguments[name], of)
		}
		settled := s.values(s.domain.tool(r.Intent.Tool).parameter(name), r.Intent.Arguments).Size() == 1
		n += int(metric.Indicator(!settled && !slices.ContainsFunc(samples, said)))
	}
	return n
}
