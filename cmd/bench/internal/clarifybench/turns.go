package clarifybench

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"shopclerk/agent/tools"
	"shopclerk/search/metric"
)

// Turns counts what was decided in the turns of one kind of conversation.
//
// A turn is what a person says at once. It is decided about as one instruction, or
// clause by clause ([tools.Kit.Instructions]), with what earlier turns' calls and earlier
// clauses named at hand. A turn is asked about when any of its clauses leads to a
// question, however many others lead to a call: a person who is asked is asked. It is
// decided when none does and some clause leads to a call, and declined otherwise.
//
// Asking is right in the turns in which the leaderboard has nothing called, because a
// parameter or a tool is missing, and wrong in all others. Rightly counts more
// strictly: of the right turns, those asked about a parameter that the calls have
// which are made once the missing has been said. What is said next is added to the
// clauses that led to a question, to all of them if none did, and they are decided
// about again. After a turn the conversation goes on as the leaderboard has it,
// whatever was decided.
type Turns struct {
	Turns    int `json:"turns"`
	Wanting  int `json:"wanting"`  // nothing can be called: a parameter or a function is missing
	Asked    int `json:"asked"`    // … and something was asked
	Rightly  int `json:"rightly"`  // … about what the calls need that follow
	Refused  int `json:"refused"`  // … and it was said that this can not be done
	Acting   int `json:"acting"`   // something is to be called
	Needless int `json:"needless"` // … and something was asked
	Ready    int `json:"ready"`    // … and nothing was asked and a call decided on
	Doubted  int `json:"doubted"`  // … and a call was to be confirmed first, because it may not be meant
	// Of the Calls of the acting turns, Found have a tool that some clause led to,
	// decided or asked about. Of the calls Made, Match have a tool that is to be
	// called, and Exact its arguments too.
	Calls int `json:"calls"`
	Found int `json:"found"`
	Made  int `json:"made"`
	Match int `json:"match"`
	Exact int `json:"exact"`
	// Reasons counts the Needless turns by why their first question was asked.
	Reasons map[string]int `json:"reasons,omitempty"`
	wrong   []string       // those questions, told in lines
	// Judged are the calls decided on or to be confirmed, by what was said of their
	// certainty, in tenths.
	Judged [tenths]Judged `json:"judged"`
}

// The reasons for a question where something is to be called.
const (
	whichTool   = "which tool is meant"
	otherTool   = "about a tool that is not to be called"
	leftOut     = "about what the call is made without"
	saidNow     = "the value is in the turn's words"
	saidBefore  = "the value was named before"
	toldNowhere = "the value is named nowhere: a result, a conclusion, or known to the world"
)

// Reasons lists them, in the order of the report.
func Reasons() []string {
	return []string{whichTool, otherTool, saidNow, saidBefore, toldNowhere, leftOut}
}

// turn is one turn of a conversation, to be decided about.
type turn struct {
	id     string
	kit    *tools.Kit
	words  string       // all that the decision is about
	said   string       // of it, what was said in this turn
	cut    bool         // it is decided about clause by clause
	truth  []tools.Call // that are right now
	later  []tools.Call // that are right in the next turn that has any
	recent []tools.Value
	before []tools.Call // that were made, newest first
	past   string       // what was said before
}

// clause is a part of what was said that one task is made of.
type clause struct {
	words string
	asked bool // it led to a question
}

// continued are the clauses of a turn: those that an earlier turn left, with what is
// said now, or else its own.
func (t *turn) continued(left []clause) []clause {
	var out []clause
	if len(left) == 0 {
		all := []string{t.words}
		if t.cut {
			all = t.kit.Instructions(t.words)
		}
		for _, words := range all {
			out = append(out, clause{words: words})
		}
		return out
	}
	asked := slices.ContainsFunc(left, func(c clause) bool { return c.asked })
	for _, c := range left {
		if c.asked || !asked {
			c.words = strings.TrimSpace(c.words + " " + t.said)
		}
		out = append(out, clause{words: c.words})
	}
	return out
}

// add decides about a turn and counts what came of it. It takes the clauses that the
// turn before left undone, and returns those that this one leaves.
func (n *Turns) add(t *turn, left []clause, rule tools.Rule) ([]clause, error) {
	var asked []tools.Question
	var led, made []tools.Call
	doubted := false
	recent, before := t.recent, t.before
	clauses := t.continued(left)
	for i := range clauses {
		c := &clauses[i]
		d, err := t.kit.Decide(tools.Task{ID: fmt.Sprintf("%s/%d", t.id, i), Words: c.words}, tools.Scene{Recent: recent, Before: before}, rule)
		if err != nil {
			return nil, err
		}
		if d.Call != nil && d.Do != tools.Decline {
			led = append(led, *d.Call)
			recent, before = mentionedBefore([]tools.Call{*d.Call}, recent), slices.Concat([]tools.Call{*d.Call}, before)
		}
		switch d.Do {
		case tools.Ask:
			c.asked = true
			asked = append(asked, d.Questions...)
		case tools.Execute, tools.Confirm:
			n.judge(d.Certainty, slices.ContainsFunc(t.truth, func(c tools.Call) bool { return t.same(d.Call, &c) }))
			if d.Do == tools.Confirm {
				doubted = true
			} else {
				made = append(made, *d.Call)
			}
		}
	}
	n.Turns++
	if len(t.truth) == 0 {
		n.Wanting++
		switch {
		case len(asked) > 0:
			n.Asked++
			n.Rightly += int(metric.Indicator(slices.ContainsFunc(asked, func(q tools.Question) bool { return needs(t.later, &q) })))
		case len(made) == 0 && !doubted:
			n.Refused++
		}
		return clauses, nil
	}
	n.Acting++
	switch {
	case len(asked) > 0:
		n.Needless++
		n.blame(t, &asked[0])
	case doubted:
		n.Doubted++
	case len(made) > 0:
		n.Ready++
	}
	n.Calls += len(t.truth)
	n.Found += matched(t.truth, led, sameTool)
	n.Made += len(made)
	n.Match += matched(made, t.truth, sameTool)
	n.Exact += matched(made, t.truth, t.same)
	return nil, nil
}

// needs reports whether a question is about a parameter that one of the calls has.
func needs(calls []tools.Call, q *tools.Question) bool {
	return slices.ContainsFunc(calls, func(c tools.Call) bool { return c.Tool == q.Tool && c.Arguments[q.Aspect] != nil })
}

// same reports whether two calls do the same: what a call leaves out is the default.
func (t *turn) same(a, b *tools.Call) bool {
	return sameTool(a, b) && equalArguments(t.whole(a), t.whole(b))
}

// whole are the arguments of a call with the defaults of those it leaves out.
func (t *turn) whole(c *tools.Call) tools.Arguments {
	out := maps.Clone(c.Arguments)
	if out == nil {
		out = tools.Arguments{}
	}
	if tool := t.kit.Tool(c.Tool); tool != nil {
		for _, p := range tool.Parameters {
			if out[p.Name] == nil && p.Default != nil {
				out[p.Name] = p.Default
			}
		}
	}
	return out
}

func sameTool(a, b *tools.Call) bool { return a.Tool == b.Tool }

// equalArguments reports whether two sets of arguments say the same.
func equalArguments(a, b tools.Arguments) bool {
	for name := range a {
		if a[name] != nil && !sameValue(a[name], b[name]) {
			return false
		}
	}
	for name := range b {
		if b[name] != nil && a[name] == nil {
			return false
		}
	}
	return true
}

// matched counts how many of some calls have one like them among others, each of
// which is like one at most.
func matched(some, others []tools.Call, like func(a, b *tools.Call) bool) int {
	taken := make([]bool, len(others))
	count := 0
	for i := range some {
		for k := range others {
			if !taken[k] && like(&some[i], &others[k]) {
				taken[k] = true
				count++
				break
			}
		}
	}
	return count
}

// mentionedBefore puts the texts of calls before those named earlier, the last call's first.
func mentionedBefore(calls []tools.Call, earlier []tools.Value) []tools.Value {
	var out []tools.Value
	add := func(of any) {
		if text, ok := of.(string); ok && text != "" && !slices.ContainsFunc(out, func(v tools.Value) bool { return v.Of == text }) {
			out = append(out, tools.Value{Of: text})
		}
	}
	for i := len(calls) - 1; i >= 0; i-- {
		for _, name := range argumentNames(calls[i].Arguments) {
			if items, ok := calls[i].Arguments[name].([]any); ok {
				for _, item := range items {
					add(item)
				}
			}
			add(calls[i].Arguments[name])
		}
	}
	for _, v := range earlier {
		add(v.Of)
	}
	return out
}

// blame counts why a question was asked where something is to be called.
func (n *Turns) blame(t *turn, q *tools.Question) {
	if n.Reasons == nil {
		n.Reasons = map[string]int{}
	}
	reason := t.reason(q)
	n.Reasons[reason]++
	var right []string
	for _, c := range t.truth {
		right = append(right, fmt.Sprintf("%s%v", c.Tool, map[string]any(c.Arguments)))
	}
	n.wrong = append(n.wrong, fmt.Sprintf("%s: %s: asked for %s of %s\n  %s\n  right %s\n", t.id, reason, q.Aspect, q.Tool, t.words, strings.Join(right, ", ")))
}

func (t *turn) reason(q *tools.Question) string {
	if q.Aspect == tools.WhichTool {
		return whichTool
	}
	var of []any
	called := false
	for _, c := range t.truth {
		if c.Tool == q.Tool {
			called = true
			if v := c.Arguments[q.Aspect]; v != nil {
				of = append(of, v)
			}
		}
	}
	switch {
	case !called:
		return otherTool
	case of == nil:
		return leftOut
	case slices.ContainsFunc(of, func(v any) bool { return statesValue(t.words, v) }):
		return saidNow
	case slices.ContainsFunc(of, func(v any) bool { return statesValue(t.past, v) }):
		return saidBefore
	}
	return toldNowhere
}

// statesValue reports whether a text has a value in it; of a list, all of its items.
func statesValue(text string, of any) bool {
	if items, list := of.([]any); list {
		return !slices.ContainsFunc(items, func(item any) bool { return !statesValue(text, item) })
	}
	return hasName(text, spell(of))
}

// Mistakes writes a line for every wrong question.
func (c Conversations) Mistakes(w io.Writer) error {
	all := ""
	for _, kind := range bfclKinds {
		if c[kind] != nil {
			all += strings.Join(c[kind].wrong, "")
		}
	}
	_, err := io.WriteString(w, all)
	return err
}
