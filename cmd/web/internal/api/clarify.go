package api

import (
	"encoding/json"
	"maps"
	"slices"

	"shopclerk/agent/tools"
	"shopclerk/words"
)

// ClarifyRequest is a task for tools of anybody's: what is wanted, in words or as the
// calls that an agent proposes, and what happened since.
type ClarifyRequest struct {
	Tools      json.RawMessage `json:"tools"`
	Task       string          `json:"task"`       // names the task for idempotency keys; none: there are no keys
	Words      string          `json:"words"`      // the instruction
	Candidates []Candidate     `json:"candidates"` // calls that somebody proposes; the words are not read then
	History    []Event         `json:"history"`
	Confirmed  *ToolCall       `json:"confirmed"` // the call that was said yes to
	Refused    *ToolCall       `json:"refused"`   // the call that was said no to
	Today      string          `json:"today"`     // that "tomorrow" follows
	Policy     string          `json:"policy"`
	Questions  int             `json:"questions"` // at once, at most
	Options    int             `json:"options"`   // a question, at most
}

// ToolCall is a call, its arguments nested as the tool's schema nests them.
type ToolCall struct {
	Tool      string         `json:"tool"`
	Arguments map[string]any `json:"arguments"`
}

// Candidate is a call that somebody proposes, some of its arguments unknown.
type Candidate struct {
	ToolCall
	Weight float64 `json:"weight,omitempty"`
}

// Event is something that happened in a task: one of the two.
type Event struct {
	Answer  *tools.Reply `json:"answer"`
	Failure *Failed      `json:"failure"`
}

// Failed is a call that was tried and failed.
type Failed struct {
	ToolCall
	Parameter string `json:"parameter"`
	Reason    string `json:"reason"`
	Possible  []any  `json:"possible"`
}

// Decision is what to do next.
type Decision struct {
	Do         tools.Do        `json:"do"`
	Clarity    tools.Clarity   `json:"clarity"`
	Say        string          `json:"say"`
	Call       *ToolCall       `json:"call,omitempty"`
	Certainty  float64         `json:"certainty"`
	Key        string          `json:"key,omitempty"`
	Preview    string          `json:"preview,omitempty"`
	Questions  []ToolQuestion  `json:"questions"`
	Objections []ToolObjection `json:"objections"`
	Lacking    []string        `json:"lacking"`
	Unplaced   []string        `json:"unplaced"`
	Fixed      []tools.Fix     `json:"fixed"`
	Offers     []tools.Offer   `json:"offers"`
	Belief     []Candidate     `json:"belief"`
	Candidates int             `json:"candidates"`
}

// ToolQuestion asks about a parameter, or which tool is meant. What was said and is
// impossible stands in Impossible, with its text, and not in the question's Not.
type ToolQuestion struct {
	tools.Question
	Kind       string         `json:"kind"` // of the answer, by its name
	Text       string         `json:"text"`
	Parameter  string         `json:"parameter,omitempty"` // none: the question asks for the tool
	Impossible *ToolObjection `json:"impossible,omitempty"`
}

// ToolObjection says what is wrong with what was said.
type ToolObjection struct {
	tools.Objection
	Text string `json:"text"`
}

// longestTask bounds the body of a task in bytes: the tools of the largest servers
// known take some hundred thousand.
const longestTask = 1 << 20

// clarify decides about a task: carry a call out, ask, have it confirmed, or decline. It
// holds nothing between requests; the history is the task.
func (a *API) clarify(r *request) (any, error) {
	var said ClarifyRequest
	if err := json.Unmarshal(r.body, &said); err != nil {
		return nil, problem(Malformed, "The body is not what the contract says: %v.", err)
	}
	return Clarify(r.words, &said)
}

// Clarify decides about a task that keeps the contract's schema ClarifyRequest. It says
// why in the given language; an error is a [*Problem].
func Clarify(w *words.Language, said *ClarifyRequest) (*Decision, error) {
	declared, err := tools.Read(slices.Concat([]byte(`{"tools":`), said.Tools, []byte(`}`)))
	if err != nil {
		return nil, problem(Invalid, "The tools can not be read: %v.", err).at("body", "/tools")
	}
	kit, err := tools.New(declared...)
	if err != nil {
		return nil, problem(Invalid, "The tools contradict each other: %v.", err).at("body", "/tools")
	}
	t := &tasks{kit: kit}
	task, err := t.read(said)
	if err != nil {
		return nil, err
	}
	rule, err := said.rule()
	if err != nil {
		return nil, problem(Invalid, "The policy can not be taken: %v.", err).at("body", "/policy")
	}
	d, err := kit.Decide(task, tools.Scene{Today: said.Today}, rule)
	if err != nil { // what is left is the caller's: tasks beyond all bounds
		return nil, problem(Invalid, "The task can not be taken: %v.", err).at("body", "")
	}
	return t.present(w, said, &d), nil
}

// rule is the rule that the request asks for; the contract bounds its numbers.
func (said *ClarifyRequest) rule() (tools.Rule, error) {
	name := said.Policy
	if name == "" {
		name = "joint"
	}
	rule, err := tools.NewRule(name, nil)
	if said.Questions > 0 {
		rule.Batch, rule.Form = said.Questions, false // so many it is
	}
	if said.Options > 0 {
		rule.Options = said.Options
	}
	return rule, err
}

// tasks translates between requests and the tools' own terms, in which the levels of
// nested arguments are divided by dots.
type tasks struct{ kit *tools.Kit }

// read makes the task of a request.
func (t *tasks) read(said *ClarifyRequest) (tools.Task, error) {
	task := tools.Task{ID: said.Task, Words: clean(said.Words)}
	if task.Words == "" && len(said.Candidates) == 0 {
		return task, problem(NothingSaid, "Send words, or candidates.").at("body", "")
	}
	for i := range said.Candidates {
		call, err := t.call(&said.Candidates[i].ToolCall, pointer("candidates", i))
		if err != nil {
			return task, err
		}
		task.Candidates = append(task.Candidates, tools.Proposal{Call: call, Weight: said.Candidates[i].Weight})
	}
	for i, event := range said.History {
		place := pointer("history", i)
		if event.Answer != nil {
			if event.Answer.Aspect != tools.WhichTool && !t.known(event.Answer.Aspect) {
				return task, problem(UnknownQuestion, "No tool has a parameter %q to answer about.", event.Answer.Aspect).
					at("body", place+pointer("answer", "aspect"), near(event.Answer.Aspect, t.parameters())...)
			}
			task = task.Answer(*event.Answer)
			continue
		}
		f := event.Failure
		call, err := t.call(&f.ToolCall, place+pointer("failure"))
		if err != nil {
			return task, err
		}
		failure := tools.Failure{Call: call, Parameter: f.Parameter, Reason: f.Reason}
		for _, v := range f.Possible {
			failure.Possible = append(failure.Possible, tools.Value{Of: v})
		}
		task = task.Fail(failure)
	}
	for _, settled := range []struct {
		call  *ToolCall
		place string
		to    *string
	}{{said.Confirmed, "/confirmed", &task.Confirmed}, {said.Refused, "/refused", &task.Refused}} {
		if settled.call == nil {
			continue
		}
		call, err := t.call(settled.call, settled.place)
		if err != nil {
			return task, err
		}
		*settled.to = call.Fingerprint()
	}
	return task, nil
}

// call reads a call at its place in the body. Whether its values are possible is the
// decision's to say.
func (t *tasks) call(c *ToolCall, place string) (tools.Call, error) {
	tool := t.kit.Tool(c.Tool)
	if tool == nil {
		var offered []string
		for _, known := range t.kit.Tools() {
			offered = append(offered, known.Name)
		}
		return tools.Call{}, problem(Invalid, "The tool %q is not among tools.", c.Tool).at("body", place+"/tool", near(c.Tool, offered)...)
	}
	out := tools.Call{Tool: c.Tool, Arguments: tools.Arguments{}}
	return out, flatten(tool, c.Arguments, "", place+"/arguments", out.Arguments)
}

// flatten puts the values of nested objects under the parameters' names.
func flatten(tool *tools.Tool, from map[string]any, prefix, place string, to tools.Arguments) error {
	for _, name := range slices.Sorted(maps.Keys(from)) {
		value, full := from[name], prefix+name
		if tool.Parameter(full) != nil {
			to[full] = value
			continue
		}
		inner, ok := value.(map[string]any)
		if !ok {
			var offered []string
			for _, p := range tool.Parameters {
				offered = append(offered, p.Name)
			}
			return problem(Invalid, "The tool %q has no parameter %q.", tool.Name, full).at("body", place+pointer(name), near(full, offered)...)
		}
		if err := flatten(tool, inner, full+".", place+pointer(name), to); err != nil {
			return err
		}
	}
	return nil
}

// parameters lists the names of all tools' parameters.
func (t *tasks) parameters() []string {
	var out []string
	for _, tool := range t.kit.Tools() {
		for _, p := range tool.Parameters {
			out = append(out, p.Name)
		}
	}
	return out
}

func (t *tasks) known(parameter string) bool { return slices.Contains(t.parameters(), parameter) }

// present makes a decision what programs get.
func (t *tasks) present(w *words.Language, said *ClarifyRequest, d *tools.Decision) *Decision {
	out := &Decision{
		Do: d.Do, Clarity: d.Clarity, Say: d.Say(w), Certainty: d.Certainty, Candidates: d.Candidates,
		Questions: []ToolQuestion{}, Objections: []ToolObjection{}, Belief: []Candidate{},
		Lacking: append([]string{}, d.Lacking...), Unplaced: append([]string{}, d.Unplaced...),
		Fixed: append([]tools.Fix{}, d.Fixed...), Offers: append([]tools.Offer{}, d.Offers...),
	}
	if d.Call != nil {
		out.Call = nested(d.Call)
		if d.Do == tools.Confirm {
			out.Preview = t.kit.Preview(*d.Call, w)
		}
	}
	if said.Task != "" { // without a name, the same call in two tasks would have one key
		out.Key = d.Key
	}
	label := func(parameter string) string {
		for i := range d.Questions {
			if d.Questions[i].Aspect == parameter {
				return d.Questions[i].Label
			}
		}
		return parameter
	}
	objection := func(o *tools.Objection) ToolObjection { return ToolObjection{*o, o.Say(w, label(o.Parameter))} }
	for i := range d.Objections {
		out.Objections = append(out.Objections, objection(&d.Objections[i]))
	}
	for _, q := range d.Questions {
		told := ToolQuestion{Question: q, Kind: q.Kind.String(), Text: q.Say(w)}
		if q.Aspect != tools.WhichTool {
			told.Parameter = q.Aspect
		}
		if told.Options == nil {
			told.Options = []tools.Option{}
		}
		if q.Not != nil {
			impossible := objection(q.Not)
			told.Impossible, told.Not = &impossible, nil
		}
		out.Questions = append(out.Questions, told)
	}
	for _, p := range d.Belief {
		out.Belief = append(out.Belief, Candidate{*nested(&p.Call), p.Weight})
	}
	return out
}

func nested(c *tools.Call) *ToolCall { return &ToolCall{c.Tool, c.Nested()} }
