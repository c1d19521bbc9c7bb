package mcp

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/words"
)

// The values of the answers that every question has beside its options. No option has
// them: see options.
const (
	valueOther = "(other)"
	valueAny   = "(any)"
)

// posedQuestions presents the questions of a turn.
func posedQuestions(w *words.Language, t *agent.Turn, posed []memory.Posed) []Question {
	out := make([]Question, len(posed))
	for i := range posed {
		q := &posed[i]
		column := t.Scope.Shelf.Column(q.Answer.Key)
		out[i] = Question{
			ID: q.Answer.Key, Text: q.Text,
			Multiple: column == nil || column.Aspect.Kind != catalog.Flag, // both yes and no is no answer
			Options:  options(w, q),
		}
	}
	return out
}

// options presents what a question can be answered with. An option's value is its
// label, so that a model can answer in words; of two that read alike, or like an answer
// that every question has, the value is told apart by a number.
func options(w *words.Language, q *memory.Posed) []Option {
	out := make([]Option, 0, len(q.Options)+2)
	taken := map[string]bool{valueOther: true, valueAny: true, "": true}
	for i, o := range q.Options {
		value := o.Label
		for n := i + 1; taken[value]; n++ {
			value = o.Label + " #" + strconv.Itoa(n)
		}
		taken[value] = true
		out = append(out, Option{Value: value, Title: o.Label, Count: o.Count})
	}
	other := w.T("talk.something-else")
	if q.Other.Label != "" {
		other = q.Other.Label
	}
	return append(out,
		Option{Value: valueOther, Title: other, Count: q.Other.Count},
		Option{Value: valueAny, Title: w.T("talk.no-preference")})
}

// multipleSince is the protocol version that first has forms with several choices.
const multipleSince = "2025-11-25"

// statelessSince is the protocol version from which on a result can ask for input, and
// no session is needed for it.
const statelessSince = "2026-07-28"

// questionForm makes the form that a client of a protocol version shows. No answer is required.
func questionForm(message string, questions []Question, version string) *sdk.ElicitParams {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, q := range questions {
		s.PropertyOrder = append(s.PropertyOrder, q.ID)
		s.Properties[q.ID] = formField(&q, version >= multipleSince)
	}
	return &sdk.ElicitParams{Mode: "form", Message: message, RequestedSchema: s}
}

// formField is a question's place in the form: titled choices, and for clients that do not
// know these yet one choice with names.
func formField(q *Question, titled bool) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string", Title: q.Text}
	if !titled {
		var names []any
		for _, o := range q.Options {
			s.Enum, names = append(s.Enum, o.Value), append(names, o.Title)
		}
		s.Extra = map[string]any{"enumNames": names}
		return s
	}
	choices := make([]*jsonschema.Schema, len(q.Options))
	for i, o := range q.Options {
		choices[i] = &jsonschema.Schema{Const: jsonschema.Ptr[any](o.Value), Title: o.Title}
	}
	if !q.Multiple {
		s.OneOf = choices
		return s
	}
	s.Type, s.Items, s.UniqueItems = "array", &jsonschema.Schema{AnyOf: choices}, true
	return s
}

// filled reads the content of a form: a text or a list of texts a question; at is where
// the request has it.
func filled(at string, content map[string]any) (map[string][]string, error) {
	out := make(map[string][]string, len(content))
	for id, v := range content {
		place := at + "." + id
		var list []any
		switch v := v.(type) {
		case nil:
			continue
		case string:
			if v == "" {
				continue // an empty field of a form
			}
			list = []any{v}
		case []any:
			list = v
		default:
			return nil, wrong(place, "%v is neither a text nor a list of texts: answer with the values of options", v)
		}
		for _, e := range list {
			text, ok := e.(string)
			if !ok {
				return nil, wrong(place, "%v is no text: answer with the values of options", e)
			}
			out[id] = append(out[id], text)
		}
	}
	return out, nil
}

// readAnswers reads answers to the open questions of a conversation; at is where the request
// has them.
func readAnswers(w *words.Language, at string, c *memory.Conversation, answers map[string][]string) ([]memory.Given, error) {
	last := c.Last()
	if last == nil {
		return nil, wrong(at, "no question is open: search again without clarification")
	}
	var out []memory.Given
	var open []string
	for i := range last.Questions {
		q := &last.Questions[i]
		id := q.Answer.Key
		open = append(open, id)
		values, ok := answers[id]
		if !ok || len(values) == 0 {
			continue
		}
		g := memory.Given{Question: i}
		choices := options(w, q)
		for _, v := range values {
			k := choice(choices, v)
			switch {
			case k < 0:
				return nil, wrong(at+"."+id, "the question has no option %q: answer with %s", v, quoted(choices))
			case choices[k].Value == valueOther:
				g.Other = true
			case choices[k].Value == valueAny:
				g.None = true
			default:
				g.Picked = append(g.Picked, k)
			}
		}
		out = append(out, g)
	}
	for id := range answers {
		if !slices.Contains(open, id) {
			return nil, wrong(at+"."+id, "no question of that id is open: answer %q", open)
		}
	}
	return out, nil
}

// choice finds the option of a value: the very value, or else letter case aside; −1 where
// there is none.
func choice(choices []Option, value string) int {
	if k := slices.IndexFunc(choices, func(o Option) bool { return o.Value == value }); k >= 0 {
		return k
	}
	return slices.IndexFunc(choices, func(o Option) bool { return catalog.Same(o.Value, value) })
}

// quoted lists the values of options.
func quoted(choices []Option) string {
	out := make([]string, len(choices))
	for i, o := range choices {
		out[i] = o.Value
	}
	return fmt.Sprintf("%q", out)
}
