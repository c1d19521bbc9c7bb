package clarifybench

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/cmd/bench/internal/reading"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/data"
	"shopclerk/search/metric"
)

// stated is a call that a model proposes, with which of its arguments the texts state.
type stated struct {
	domain string
	kit    *tools.Kit
	task   tools.Task
	labels map[string]bool // by argument; others are not judged
}

// propose returns a call with the labels of its arguments, of which is reports whether a text states them.
func propose(domain string, kit *tools.Kit, words string, c tools.Call, is func(name string, of any) bool) stated {
	s := stated{domain, kit, tools.Task{Words: words, Candidates: []tools.Proposal{{Call: c}}}, map[string]bool{}}
	for name, of := range c.Arguments {
		s.labels[name] = is(name, of)
	}
	return s
}

// proposals reads what certainty is learned from: the simulated domains and, in a folder of real data,
// the multi-turn conversations of BFCL and the unclear instructions of NoisyToolBench. Of every call
// whose arguments are all stated there are others in which one was replaced by a value of another call.
func proposals(files fs.FS) ([]stated, error) {
	domains, err := Load(data.Bench())
	if err != nil {
		return nil, err
	}
	var out []stated
	for _, d := range domains {
		for _, c := range d.Cases {
			for _, q := range c.Requests {
				kit, err := d.kit(&q.State)
				if err != nil {
					return nil, err
				}
				if c.Split != Infeasible {
					out = append(out, propose("simulated "+d.Name, kit, q.Text, q.Intent, func(name string, _ any) bool { return !slices.Contains(q.Hidden, name) }))
				}
			}
		}
	}
	real, err := conversations(files)
	if err != nil {
		return nil, err
	}
	unclear, err := unclears(files)
	if err != nil {
		return nil, err
	}
	out = append(out, real...)
	for _, u := range unclear {
		for _, c := range u.calls {
			out = append(out, propose("noisytoolbench", u.kit, u.Query, c, func(_ string, of any) bool { return holds(u.Query, of) }))
		}
	}
	return append(out, invented(out)...), nil
}

// written reads the calls of the written cases that have one candidate: what must be asked about is stated nowhere.
func written(repository fs.FS) (out []stated, err error) {
	type request struct {
		Request struct {
			Tools      json.RawMessage
			Words      string
			Context    []any
			Results    []any
			Candidates []object
			History    json.RawMessage
		}
		Want struct {
			Do   string
			Asks []string
		}
	}
	texts := func(all []any) (out []string) {
		for _, of := range all {
			out = append(out, schema.Said(of))
		}
		return out
	}
	cases, err := reading.ReadLines[request](repository, "data/calls/cases.jsonl")
	for _, c := range cases {
		q := &c.Request
		if len(q.Candidates) != 1 || q.History != nil || c.Want.Do == "decline" {
			continue
		}
		declared, _, err := schema.Read(q.Tools)
		if err != nil {
			return nil, err
		}
		kit, err := tools.New(declared...)
		if err != nil {
			return nil, err
		}
		p := proposal(kit, q.Candidates[0], 1)
		if p.Fault != "" || kit.Tool(p.Tool) == nil || kit.Tool(p.Tool).Strange(p.Arguments) != "" {
			continue
		}
		p.Tool = kit.Tool(p.Tool).Name
		s := stated{"written cases", kit, tools.Task{Words: q.Words, Context: texts(q.Context), Results: texts(q.Results), Candidates: []tools.Proposal{p}}, map[string]bool{}}
		for name := range p.Arguments {
			s.labels[name] = !slices.ContainsFunc(c.Want.Asks, func(asked string) bool { return asked == name || strings.HasPrefix(asked, name+".") })
		}
		out = append(out, s)
	}
	return out, err
}

// valuesOf returns what calls of the same tool have for an argument, each once.
func valuesOf(all []stated) func(s *stated, name string) []any {
	values := map[[3]string][]any{}
	key := func(s *stated, name string) [3]string { return [3]string{s.domain, s.task.Candidates[0].Tool, name} }
	for i := range all {
		for name, of := range all[i].task.Candidates[0].Arguments {
			if k := key(&all[i], name); !slices.ContainsFunc(values[k], func(o any) bool { return sameValue(o, of) }) {
				values[k] = append(values[k], of)
			}
		}
	}
	return func(s *stated, name string) []any { return values[key(s, name)] }
}

// invented are calls in which one argument was replaced by what another call has, which no text states.
func invented(all []stated) (out []stated) {
	values := valuesOf(all)
	for i := range all {
		s := &all[i]
		call := s.task.Candidates[0].Call
		with := func(name string, of any, labels map[string]bool) {
			other, changed := *s, tools.Call{Tool: call.Tool, Arguments: maps.Clone(call.Arguments)}
			changed.Arguments[name] = of
			other.task.Candidates, other.labels = []tools.Proposal{{Call: changed}}, labels
			out = append(out, other)
		}
		for _, p := range s.kit.Tool(call.Tool).Parameters {
			if p.Default != nil && call.Arguments[p.Name] == nil {
				with(p.Name, p.Default, map[string]bool{p.Name: true})
			}
		}
		texts := strings.Join(slices.Concat([]string{s.task.Words}, s.task.Context, s.task.Results), "\n")
		for _, name := range slices.Sorted(maps.Keys(s.labels)) {
			if _, flag := call.Arguments[name].(bool); flag || !s.labels[name] {
				continue
			}
			others := values(s, name)
			others = slices.Concat(others[i%len(others):], others[:i%len(others)])
			if n := slices.IndexFunc(others, func(of any) bool { return !holds(texts, of) }); n >= 0 {
				with(name, others[n], map[string]bool{name: false})
			}
			if _, text := call.Arguments[name].(string); !text || i%16 > 0 {
				continue
			}
			for _, also := range slices.Sorted(maps.Keys(call.Arguments)) {
				of, text := call.Arguments[also].(string) // what is said once is meant once
				if text && s.labels[also] && !sameValue(of, call.Arguments[name]) {
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
func conversations(files fs.FS) (out []stated, err error) {
	type conversation struct {
		Question [][]struct{ Content string }
		State    json.RawMessage `json:"initial_config"`
		Truth    [][]string      `json:"ground_truth"`
	}
	var declared []tools.Tool
	domain := map[string]string{}                      // by tool
	docs, _ := fs.Glob(files, "bfcl/func_doc/*.jsonl") // the pattern is ours
	for _, name := range docs {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		all, _, err := schema.Read(text)
		if err != nil {
			return nil, err
		}
		for _, t := range all {
			domain[t.Name] = "bfcl " + strings.TrimSuffix(path.Base(name), ".jsonl")
		}
		declared = append(declared, all...)
	}
	kit, err := tools.New(declared...)
	if err != nil {
		return nil, err
	}
	for _, set := range []string{"multi_turn_base.jsonl", "multi_turn_miss_param.jsonl"} {
		asked, err := reading.ReadLines[conversation](files, "bfcl/"+set)
		if err != nil {
			return nil, err
		}
		expected, err := reading.ReadLines[conversation](files, "bfcl/possible_answer/"+set)
		if err != nil {
			return nil, err
		}
		for i, c := range asked {
			truth, state := expected[i].Truth, string(c.State)
			var said []string
			for n, turn := range c.Question {
				words := ""
				for _, m := range turn {
					words += m.Content + " "
				}
				said = append(said, words)
				calls, missing := truth[n], len(truth[n]) == 0 && n+1 < len(truth)
				if missing {
					calls = truth[n+1] // what the next turn tells is missing
				} else if set != "multi_turn_base.jsonl" {
					continue
				}
				for _, text := range calls {
					call, ok := python(kit, text)
					if !ok {
						continue
					}
					s := stated{domain[call.Tool], kit, tools.Task{Words: words, Context: said[:n:n], Results: []string{state}, Candidates: []tools.Proposal{{Call: call}}}, map[string]bool{}}
					for name, of := range call.Arguments {
						_, flag := of.(bool)
						here, known := holds(strings.Join(said, "\n"), of), holds(state, of)
						if here || !missing && (known || flag || kit.Tool(call.Tool).Parameter(name).Domain.Kind == tools.Finite) {
							s.labels[name] = true
						} else if missing && !flag && !known {
							s.labels[name] = false
						}
					}
					out = append(out, s)
				}
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

// judged is something that was told apart: how likely it was taken to be right, and whether it is.
type judged struct {
	group string
	p     float64
	right bool
}

// certainties shows how well what is stated or instructs (right) was told from what does not (wrong): the shares of those
// that are taken and asked about, of the questions that are needless, and the expected calibration error, of ten bins.
func certainties(title string, all []judged) report.Figure {
	type scores struct {
		right, wrong, taken, asked float64
		off                        [10]float64
	}
	by := map[string]*scores{}
	for _, x := range all {
		right, taken := metric.Indicator(x.right), metric.Indicator(x.p >= 0.5)
		for _, domain := range []string{x.group, "all, each by the others"} {
			if by[domain] == nil {
				by[domain] = &scores{}
			}
			s := by[domain]
			s.right, s.wrong, s.off[min(int(x.p*10), 9)] = s.right+right, s.wrong+1-right, s.off[min(int(x.p*10), 9)]+x.p-right
			s.taken, s.asked = s.taken+right*taken, s.asked+(1-right)*(1-taken)
		}
	}
	f := report.Figure{Title: title, Table: report.Table{Columns: []string{"domain", "right", "taken", "wrong", "asked", "needless", "ECE"}}}
	for _, domain := range slices.Sorted(maps.Keys(by)) {
		s := by[domain]
		needless := s.right - s.taken
		f.Table.Add(domain, fmt.Sprint(s.right), report.Share(s.taken, s.right), fmt.Sprint(s.wrong), report.Share(s.asked, s.wrong),
			report.Share(needless, needless+s.asked), report.Share(floats.Norm(s.off[:], 1), s.right+s.wrong))
	}
	return f
}

// LearnGrounds learns from a folder of real data, and the written cases of the repository, the weights of [tools.Features],
// and shows how well arguments are told.
func LearnGrounds(files, repository fs.FS) (weights []float64, shown report.Figure, err error) {
	all, err := proposals(files)
	if err != nil {
		return nil, shown, err
	}
	cases, err := written(repository)
	if err != nil {
		return nil, shown, err
	}
	all = append(all, cases...)
	var arguments []reading.Choice
	preset, announced := slices.Index(tools.Features(), "preset"), slices.Index(tools.Features(), "announced")
	for _, s := range all {
		found := s.kit.Evidence(s.task)
		for _, name := range slices.Sorted(maps.Keys(s.labels)) {
			if f := found[name]; f != nil {
				right := s.labels[name] || f[preset]+f[announced] > 0
				arguments = append(arguments, reading.Choice{Group: s.domain, Weight: 1, Features: [][]float64{f, make([]float64, len(f))}, Right: []bool{right, !right}})
			}
		}
	}
	signs := make([]float64, len(tools.Features()))
	held := reading.HeldOut(arguments, signs, func(x *reading.Choice) string { return x.Group })
	var told []judged
	for i := range arguments {
		x := &arguments[i]
		_, shares := x.Shares(held(x))
		told = append(told, judged{x.Group, shares[0], x.Right[0]})
	}
	return reading.LearnChoices(arguments, signs), certainties("Arguments", told), nil
}
