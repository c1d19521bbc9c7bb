package clarifybench

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"shopclerk/agent/tools"
	"shopclerk/cmd/bench/internal/reading"
	"shopclerk/data"
	"shopclerk/search/metric"
)

// Stated is a call that a model proposes, with which of its arguments the texts state.
type Stated struct {
	Domain string
	kit    *tools.Kit
	task   tools.Task
	labels map[string]bool // by argument; others are not judged
}

// Grounds reads what certainty is learned from: the simulated domains and, in a folder of real data,
// the multi-turn conversations of BFCL and the unclear instructions of NoisyToolBench. Of every call
// whose arguments are all stated there are others in which one was replaced by a value of another call.
func Grounds(files fs.FS) ([]Stated, error) {
	domains, err := Load(data.Bench())
	if err != nil {
		return nil, err
	}
	var out []Stated
	for _, d := range domains {
		for _, c := range d.Cases {
			for i := range c.Requests {
				q := &c.Requests[i]
				kit, err := d.kit(&q.State)
				if err != nil || c.Split == Infeasible {
					continue
				}
				s := Stated{"simulated " + d.Name, kit, tools.Task{Words: q.Text, Candidates: []tools.Proposal{{Call: q.Intent}}}, map[string]bool{}}
				for name := range q.Intent.Arguments {
					s.labels[name] = !slices.Contains(q.Hidden, name)
				}
				out = append(out, s)
			}
		}
	}
	if files != nil {
		real, err := conversations(files)
		if err != nil {
			return nil, err
		}
		folder, err := fs.Sub(files, "noisytoolbench")
		if err != nil {
			return nil, err
		}
		unclear, err := unclears(folder)
		if err != nil {
			return nil, err
		}
		out = append(out, real...)
		for _, u := range unclear {
			for _, c := range u.calls {
				s := Stated{"noisytoolbench", u.kit, tools.Task{Words: u.query, Candidates: []tools.Proposal{{Call: c}}}, map[string]bool{}}
				for name, of := range c.Arguments {
					s.labels[name] = holds(u.query, of)
				}
				out = append(out, s)
			}
		}
	}
	return append(out, invented(out)...), nil
}

// invented are calls in which one argument was replaced by what another call has, which no text states.
func invented(all []Stated) []Stated {
	values := map[string][]any{}
	key := func(s *Stated, name string) string {
		return s.Domain + "\x00" + s.task.Candidates[0].Tool + "\x00" + name
	}
	for i := range all {
		for name, of := range all[i].task.Candidates[0].Arguments {
			if k := key(&all[i], name); !slices.ContainsFunc(values[k], func(o any) bool { return sameValue(o, of) }) {
				values[k] = append(values[k], of)
			}
		}
	}
	var out []Stated
	for i := range all {
		s := &all[i]
		call := s.task.Candidates[0]
		with := func(name string, of any, labels map[string]bool) {
			other, changed := *s, call
			changed.Arguments = maps.Clone(call.Arguments)
			changed.Arguments[name] = of
			other.task.Candidates, other.labels = []tools.Proposal{changed}, labels
			out = append(out, other)
		}
		for _, p := range s.kit.Tool(call.Tool).Parameters {
			if p.Default != nil && call.Arguments[p.Name] == nil {
				with(p.Name, p.Default, map[string]bool{p.Name: true})
			}
		}
		for _, name := range slices.Sorted(maps.Keys(s.labels)) {
			if _, flag := call.Arguments[name].(bool); flag || !s.labels[name] {
				continue
			}
			others := values[key(s, name)]
			for n := range others {
				of := others[(i+n)%len(others)]
				if t := &s.task; holds(strings.Join(slices.Concat([]string{t.Words}, t.Context, t.Results), "\n"), of) {
					continue
				}
				with(name, of, map[string]bool{name: false})
				break
			}
			for _, also := range slices.Sorted(maps.Keys(call.Arguments)) {
				of := call.Arguments[also] // what is said once is meant once
				_, text := of.(string)
				if _, both := call.Arguments[name].(string); text && both && also != name && s.labels[also] && i%16 == 0 && !sameValue(of, call.Arguments[name]) {
					with(name, of, map[string]bool{name: false, also: true})
				}
			}
		}
	}
	return out
}

// holds reports whether a text has a value, its letters and digits in a row.
func holds(text string, of any) bool {
	switch of := of.(type) {
	case []any:
		return !slices.ContainsFunc(of, func(one any) bool { return !holds(text, one) })
	case map[string]any:
		return !slices.ContainsFunc(slices.Collect(maps.Values(of)), func(one any) bool { return !holds(text, one) })
	}
	plain := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '.') }), " ") + " "
	}
	said := strings.ReplaceAll(plain(text), ". ", " ")
	return strings.Contains(said, strings.ReplaceAll(plain(spell(of, "")), ". ", " "))
}

// conversations reads the calls that BFCL expects in each turn, with the turns before as context and
// the state at the beginning as a result.
func conversations(files fs.FS) ([]Stated, error) {
	var declared []object
	domain := map[string]string{}
	docs, err := fs.Glob(files, "bfcl/func_doc/*.jsonl")
	if err != nil {
		return nil, err
	}
	for _, name := range docs {
		all, err := readLines[object](files, name)
		if err != nil {
			return nil, err
		}
		for _, d := range all {
			domain[fmt.Sprint(d["name"])] = strings.TrimSuffix(name[strings.LastIndex(name, "/")+1:], ".jsonl")
			declared = append(declared, d)
		}
	}
	kit, err := declare(declared)
	if err != nil {
		return nil, err
	}
	type conversation struct {
		ID       string
		Question [][]struct{ Content string }
		State    json.RawMessage `json:"initial_config"`
		Truth    [][]string      `json:"ground_truth"`
	}
	var out []Stated
	for _, set := range []string{"multi_turn_base", "multi_turn_miss_param"} {
		asked, err := readLines[conversation](files, "bfcl/"+set+".jsonl")
		if err != nil {
			return nil, err
		}
		expected, err := readLines[conversation](files, "bfcl/possible_answer/"+set+".jsonl")
		if err != nil {
			return nil, err
		}
		for i, c := range asked {
			var context []string
			for n, turn := range c.Question {
				said := ""
				for _, m := range turn {
					said += m.Content + " "
				}
				calls, missing := expected[i].Truth[n], false
				if len(calls) == 0 && n+1 < len(expected[i].Truth) { // what the next turn tells is missing
					calls, missing = expected[i].Truth[n+1], true
				}
				for _, text := range calls {
					s := Stated{kit: kit, task: tools.Task{Words: said, Context: slices.Clone(context), Results: []string{string(c.State)}}, labels: map[string]bool{}}
					call, ok := python(kit, text)
					if !ok || set != "multi_turn_base" && !missing {
						continue
					}
					s.Domain, s.task.Candidates = "bfcl "+domain[call.Tool], []tools.Proposal{{Call: call}}
					for name, of := range call.Arguments {
						_, flag := of.(bool)
						texts := append(slices.Clone(context), said)
						here := holds(strings.Join(texts, "\n"), of)
						switch {
						case missing && !here && !flag && !holds(string(c.State), of):
							s.labels[name] = false
						case here || !missing && holds(string(c.State), of) || flag && !missing || kit.Tool(call.Tool).Parameter(name).Domain.Kind == tools.Finite && !missing:
							s.labels[name] = true
						}
					}
					out = append(out, s)
				}
				context = append(context, said)
			}
		}
	}
	return out, nil
}

// pythonParts are the parts of a call that Python writes otherwise than JSON: texts, names of arguments, words.
var pythonParts = regexp.MustCompile(`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\w+\s*=|\b(?:True|False|None)\b`)

// python reads a call with named arguments as Python writes it.
func python(kit *tools.Kit, text string) (tools.Call, bool) {
	name, rest, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	c := tools.Call{Tool: name, Arguments: tools.Arguments{}}
	written := pythonParts.ReplaceAllStringFunc(rest, func(part string) string {
		switch {
		case part[0] == '\'':
			part = strings.ReplaceAll(strings.ReplaceAll(part[1:len(part)-1], `"`, `\"`), `\'`, `'`)
			return `"` + part + `"`
		case part[0] == '"':
			return part
		case part[len(part)-1] == '=':
			return fmt.Sprintf("%q:", strings.TrimSpace(part[:len(part)-1]))
		}
		return map[string]string{"True": "true", "False": "false", "None": "null"}[part]
	})
	return c, kit.Tool(name) != nil && json.Unmarshal([]byte("{"+written+"}"), &c.Arguments) == nil && kit.Tool(name).Strange(c.Arguments) == ""
}

// GroundScores are how well certainty tells what is stated or instructs (right) from what does not (wrong).
type GroundScores struct {
	Domain       string
	Right, Wrong float64
	Taken, Asked float64 // shares of those
	Needless     float64 // share of the questions that are about what is right
	ECE          float64 // expected calibration error, of ten bins
}

// certified is something that a certainty is computed of.
type certified struct {
	domain   string
	features []float64
	right    bool
	weight   float64
}

// learnCertainty returns the weights of the features, and the scores of every domain, and of all together, by
// weights that were learned of the others.
func learnCertainty(all []certified) (weights []float64, scores []GroundScores) {
	learn := func(but string) []float64 {
		var seen []reading.Choice
		for _, x := range all {
			if x.domain != but {
				seen = append(seen, reading.Choice{Weight: x.weight, Features: [][]float64{x.features, make([]float64, len(x.features))}, Right: []bool{x.right, !x.right}})
			}
		}
		return reading.LearnChoices(seen, make([]float64, len(all[0].features)))
	}
	by, off := map[string]*GroundScores{}, map[*GroundScores]*[10]float64{}
	others := map[string][]float64{}
	for _, x := range all {
		if others[x.domain] == nil {
			others[x.domain] = learn(x.domain)
		}
		p := 1 / (1 + math.Exp(-floats.Dot(others[x.domain], x.features)))
		right, asked := metric.Indicator(x.right), metric.Indicator(p < 0.5)
		for _, domain := range []string{x.domain, "all, each by the others"} {
			s := by[domain]
			if s == nil {
				s = &GroundScores{Domain: domain}
				by[domain], off[s] = s, &[10]float64{}
			}
			s.Right, s.Wrong, off[s][min(int(p*10), 9)] = s.Right+right, s.Wrong+1-right, off[s][min(int(p*10), 9)]+p-right
			s.Taken, s.Asked, s.Needless = s.Taken+right*(1-asked), s.Asked+(1-right)*asked, s.Needless+right*asked
		}
	}
	for _, domain := range slices.Sorted(maps.Keys(by)) {
		s := by[domain]
		for _, of := range off[s] {
			s.ECE += math.Abs(of) / (s.Right + s.Wrong)
		}
		s.Needless /= max(1, s.Needless+s.Asked)
		s.Taken, s.Asked = s.Taken/max(1, s.Right), s.Asked/max(1, s.Wrong)
		scores = append(scores, *s)
	}
	return learn(""), scores
}

// calledWeight is how much the words of a call count beside a labelled sentence, of which there are fewer.
const calledWeight = 0.1

// LearnGrounds returns the weights of [tools.Features], and how well arguments and instructions are told.
func LearnGrounds(all []Stated) (weights []float64, arguments, instructions []GroundScores, err error) {
	var stated, instructing []certified
	given := []int{slices.Index(tools.Features(), "preset"), slices.Index(tools.Features(), "announced")}
	seen := map[string]bool{}
	for i := range all {
		found, call := all[i].kit.Evidence(all[i].task), &all[i].task.Candidates[0]
		for _, name := range slices.Sorted(maps.Keys(all[i].labels)) {
			if f := found[name]; f != nil {
				stated = append(stated, certified{all[i].Domain, f, all[i].labels[name] || f[given[0]]+f[given[1]] > 0, 1})
			}
		}
		if key := call.Tool + "\x00" + all[i].task.Words; !seen[key] && found[""] != nil {
			seen[key] = true
			instructing = append(instructing, certified{"words of calls", found[""], true, calledWeight})
		}
	}
	for line := range strings.Lines(data.CallInstructions) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		t := tools.Tool{Name: cells[1], Effect: tools.Irreversible}
		if verb, _, _ := strings.Cut(t.Name, "_"); slices.Contains([]string{"get", "list", "estimate"}, verb) {
			t.Effect = tools.Reads
		}
		kit, err := tools.New(t)
		if err != nil {
			return nil, nil, nil, err
		}
		found := kit.Evidence(tools.Task{Words: cells[2], Candidates: []tools.Proposal{{Call: tools.Call{Tool: t.Name}}}})
		instructing = append(instructing, certified{t.Name, found[""], cells[0] == "1", 1})
	}
	weights, arguments = learnCertainty(stated)
	more, instructions := learnCertainty(instructing)
	floats.Add(weights, more)
	return weights, arguments, instructions, nil
}
