package clarifybench

import (
	_ "embed" // the placeholders
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/cmd/bench/internal/report"
	"shopclerk/search/metric"
)

// candidateMeasures are what [Candidates] shows.
var candidateMeasures = []string{"execute", "exact question, one left out", "inner field by its name", "exact question, two values", "placeholder asked", "near-equal merged", "exact values compared"}

// placeholders say that a value is not known, as models write it: a line each, the last empty.
//
//go:embed placeholders.txt
var placeholders string

// exactValue and vagueValue match names and texts ("file name", a tab, "a.txt"): of secrets, paths, code and ids, and of what
// nothing but the tool's documentation tells from them.
var (
	exactValue = regexp.MustCompile(`(?s)\b(ids?|file|folder|dir|path|password|token|secret|key|code|url|usernames?|pattern|expression|variable)\b.*\t|\t(\S*[/\\_@#=<>{}$]\S*|\S*(\pL\S*\d|\d\S*\pL)\S*)$`)
	vagueValue = regexp.MustCompile(`(?s)^(source|destination|part)\t|\t(\S+\.[A-Za-z]\w{1,3}|\S*\s.*[=<>{}\[\]|^\\].*)?$`)
)

// accepted reads the calls that real data expects, each once, of which the tools' schemas accept all arguments, and as they have them.
func accepted(files fs.FS) ([]stated, error) {
	all, err := conversations(files)
	books, failed := bookkeeping(files)
	unclear, also := unclears(files)
	for _, u := range unclear {
		words := u.Query + "\n" + u.Clarification
		for _, c := range u.calls {
			all = append(all, propose("noisytoolbench", u.kit, words, c, func(_ string, of any) bool { return holds(words, of) }))
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(append(all, books...), func(s stated) bool {
		p := &s.task.Candidates[0]
		t, key := s.kit.Tool(p.Tool), s.task.Words+p.Fingerprint()
		refused := t.Strange(p.Arguments) != "" || seen[key]
		seen[key] = true
		for _, q := range t.Parameters {
			if of := p.Arguments[q.Name]; of == nil {
				refused = refused || q.Required && q.Within == ""
			} else {
				good, o := q.Domain.Accept(of)
				if p.Arguments[q.Name], refused = good, refused || o != nil; of == "" {
					p.Literal = append(p.Literal, q.Name)
				}
			}
		}
		return refused
	}), errors.Join(err, failed, also)
}

// trial is a request that is made by rule of an expected call, and what is to become of it.
type trial struct {
	measure    string
	candidates []tools.Proposal
	asks       string // the aspect that is to be asked about, and nothing else; "" for none
	answer     any    // to that question, then the call is carried out; nil ends the trial
}

// trials makes requests of the call, number n of all, with what others have for its arguments.
func (s *stated) trials(n int, others func(s *stated, name string) []any) (out []trial) {
	whole, unknown := s.task.Candidates[0], strings.Split(placeholders, "\n")
	t := s.kit.Tool(whole.Tool)
	add := func(measure int, asks string, answer any, candidates ...tools.Proposal) {
		out = append(out, trial{candidateMeasures[measure], candidates, asks, answer})
	}
	with := func(name string, of any, weight float64) tools.Proposal {
		p := whole
		p.Weight, p.Arguments = weight, maps.Clone(p.Arguments)
		p.Literal = slices.DeleteFunc(slices.Clone(p.Literal), func(n string) bool { return n == name })
		p.Arguments[name] = of
		return p
	}
	text, _ := json.Marshal(whole.Nested(t)) // of JSON
	_, args, _ := schema.Call(object{"function": object{"name": t.Name, "arguments": string(text)}})
	read := whole
	read.Arguments = t.Flat(args)
	add(0, "", nil, whole)
	add(0, "", nil, whole, read)
	add(0, "", nil, with("of_no_parameter", "x", 0.5), read)
	for i := range t.Parameters {
		p := &t.Parameters[i]
		name, of := p.Name, whole.Arguments[p.Name]
		if of != nil && p.Required && p.Within == "" {
			add(min(2, len(p.Levels())), name, of, with(name, nil, 1))
			for k := range 2 {
				add(4, name, nil, with(name, unknown[(n*7+i*2+k)%len(unknown)], 1))
			}
		}
		if at := slices.IndexFunc(others(s, name), func(o any) bool { return !strings.EqualFold(spell(o, ""), spell(of, "")) }); of != nil && at >= 0 {
			other := others(s, name)[at]
			add(3, name, of, whole, with(name, other, 1))
			add(0, "", nil, whole, with(name, other, 0.02))
		}
		switch of := of.(type) {
		case float64, bool:
			add(5, "", nil, whole, with(name, fmt.Sprint(of), 1))
		case []any:
			first, _ := append(of, nil)[0].(object)
			for _, field := range slices.Sorted(maps.Keys(first)) {
				rest := maps.Clone(first)
				delete(rest, field)
				less := append([]any{rest}, of[1:]...)
				if _, o := p.Domain.Accept(less); o != nil {
					add(2, name+".0."+field, first[field], with(name, less, 1))
				}
			}
		case string:
			other, line := strings.ToLower(of), strings.Join(language.NameWords(name), " ")+"\t"+of
			if other == of {
				other = strings.ToUpper(of)
			}
			switch {
			case vagueValue.MatchString(line):
			case exactValue.MatchString(line) && other != of:
				add(6, name, of, whole, with(name, other, 1))
			case !exactValue.MatchString(line):
				for _, near := range []string{other, "  " + of + " ", `"` + of + `"`, of + "."} {
					add(5, "", nil, whole, with(name, near, 1))
				}
			}
		}
	}
	return out
}

// fails plays a request to its end, and returns what went wrong; "" if nothing did.
func (s *stated) fails(t *trial, task tools.Task, rule tools.Rule) string {
	want, asked := s.task.Candidates[0].Call, ""
	for task.Candidates = t.candidates; ; {
		d, err := s.kit.Decide(task, rule)
		right := err == nil && d.Call != nil && d.Call.Fingerprint() == want.Fingerprint()
		switch {
		case d.Do == tools.Ask && len(d.Questions) == 1 && d.Questions[0].Aspect == t.asks && asked == "":
			asked = t.asks
			reply := truthful(&d.Questions[0], &tools.Call{Arguments: tools.Arguments{asked: t.answer}})
			if text := spell(t.answer, ""); text == "" || strings.Contains(text, "{") { // which nobody says
				reply = tools.Reply{Aspect: asked, Value: t.answer}
			}
			if task = task.Answer(reply); t.answer == nil {
				return ""
			}
		case d.Do == tools.Confirm && right && task.Confirmed == "":
			task = task.Confirm(*d.Call)
		case d.Do == tools.Execute && right && (asked == t.asks || rule.Ground && len(t.candidates) == 2): // of two the words may tell which
			return ""
		default:
			text, _ := json.Marshal(object{"expected": want, "asks": t.asks, "candidates": t.candidates, "do": d.Do, "call": d.Call, "questions": d.Questions, "arguments": d.Arguments})
			return t.measure + ": " + string(text)
		}
	}
}

// candidatesText says what the figure is about.
const candidatesText = "Requests that are made by rule of the calls that BFCL, NoisyToolBench (odd numbers) and tau-bench's shop expect: the call itself, one argument left out or a placeholder in its place, two values for one, and what differs in case, spaces, marks or type alone. Right is what a person would do: exactly this call is carried out (confirmed first, as all these tools may destroy something), or exactly the argument that is missing or in doubt is asked about, and then the call is carried out; what is no secret, path, code or id is not asked about for its case. With words are requests with what the person said, of calls whose every argument stands there: there the words decide, too."

// Candidates shows how the rule of the shop decides about candidate calls that are made by rule of those
// expected in a folder of real data: without words, and with them where they state every argument. The notes are
// requests that failed, some of each measure.
func Candidates(files fs.FS) (f report.Figure, err error) {
	const shown = 2
	all, err := accepted(files)
	if err != nil {
		return f, err
	}
	others, counts, failed := valuesOf(all), map[string][4]float64{}, map[string]int{}
	for i := range all {
		s := &all[i]
		known := s.task.Words != ""
		for name := range s.task.Candidates[0].Arguments {
			known = known && s.labels[name]
		}
		for _, t := range s.trials(i, others) {
			c := counts[t.measure]
			for k, task := range []tools.Task{{}, s.task}[:1+int(metric.Indicator(known))] {
				rule := ruled(Ours, nil)
				rule.Ground = k == 1
				c[2*k]++
				if did := s.fails(&t, task, rule); did == "" {
					c[2*k+1]++
				} else if failed[t.measure]++; failed[t.measure] <= shown {
					f.Notes = append(f.Notes, did)
				}
			}
			counts[t.measure] = c
		}
	}
	f.Title, f.Table.Columns = "Requests made by rule", []string{"measure", "requests", "share", "with words", "share"}
	for _, m := range candidateMeasures {
		c := counts[m]
		f.Table.Add(m, fmt.Sprint(c[0]), report.Share(c[1], c[0]), fmt.Sprint(c[2]), report.Share(c[3], c[2]))
	}
	return f, nil
}
