package clarifybench

import (
	"hash/fnv"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/data"
)

// instruction is a sentence with its cues, and whether it instructs its tool.
type instruction struct {
	fold   int // of those that are held out together
	group  string
	cues   []string
	right  bool
	weight float64
}

const (
	cueFolds  = 5
	cuePasses = 25
	cueRate   = 0.15 // of AdaGrad
	cueDecay  = 1.0  // of L2, over all instructions
	leastCues = 2    // instructions that have a cue
	// calledWeight is how much the words of a call count beside a labelled sentence.
	calledWeight = 0.5
)

// instructions are those of data/calls, and the words of the calls of real data.
func instructions(files fs.FS) (out []instruction, err error) {
	calls, err := proposals(files)
	seen := map[string]bool{}
	for _, s := range calls {
		t := s.kit.Tool(s.task.Candidates[0].Tool)
		if key := t.Name + "\x00" + s.task.Words; !seen[key] && s.domain != "noisytoolbench" {
			seen[key] = true
			out = append(out, instruction{foldOf(t.Name), "words of calls", tools.Cues(t, s.task.Words), true, calledWeight})
		}
	}
	for line := range strings.Lines(data.CallInstructions) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		t := tools.Tool{Name: cells[1], Effect: tools.Irreversible}
		if verb, _, _ := strings.Cut(t.Name, "_"); slices.Contains(lookups, verb) {
			t.Effect = tools.Reads
		}
		out = append(out, instruction{foldOf(t.Name), "sentences", tools.Cues(&t, cells[2]), cells[0] == "1", 1})
	}
	return out, err
}

// foldOf is the part that a tool's sentences are held out with.
func foldOf(tool string) int {
	h := fnv.New32a()
	h.Write([]byte(tool))
	return int(h.Sum32() % cueFolds)
}

// lookups are the verbs of tools that change nothing.
var lookups = []string{"get", "list", "search", "check", "estimate", "find", "track", "show", "read", "view", "count", "compare", "convert", "translate"}

// learnCues learns weights of cues by logistic regression (AdaGrad, Duchi et al. 2011).
func learnCues(all []instruction) map[string]float64 {
	has := map[string]int{}
	for _, x := range all {
		for _, c := range x.cues {
			has[c]++
		}
	}
	weights, squares := map[string]float64{}, map[string]float64{}
	for c, n := range has {
		if n >= leastCues {
			weights[c] = 0
		}
	}
	order := rand.New(rand.NewPCG(1, 0))
	for range cuePasses {
		for _, i := range order.Perm(len(all)) {
			x := &all[i]
			off := tools.CueProbability(x.cues, weights) * x.weight
			if x.right {
				off -= x.weight
			}
			weights[""] -= cueRate * off / 10
			for _, c := range x.cues {
				w, known := weights[c]
				if !known {
					continue
				}
				g := off*tools.CueShare(c, len(x.cues)) + cueDecay*w/float64(len(all))
				squares[c] += g * g
				weights[c] = w - cueRate*g/math.Sqrt(squares[c]+1e-6)
			}
		}
	}
	return weights
}

// LearnCues learns the weights of [tools.Cues] from the instructions of data/calls, and shows how well those of tools
// that were held out are told.
func LearnCues(files fs.FS) (map[string]float64, report.Figure, error) {
	all, err := instructions(files)
	if err != nil {
		return nil, report.Figure{}, err
	}
	var told []judged
	for fold := range cueFolds {
		weights := learnCues(slices.DeleteFunc(slices.Clone(all), func(x instruction) bool { return x.fold == fold }))
		for _, x := range all {
			if x.fold == fold {
				told = append(told, judged{x.group, tools.CueProbability(x.cues, weights), x.right})
			}
		}
	}
	return learnCues(all), certainties("Instructions, by weights learned with other tools", told), nil
}
