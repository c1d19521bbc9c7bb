// Package prompt holds what is asked of a language model for the clerk, and checks what
// it answers. Tasks are files beside the code; what shoppers and feeds wrote is fenced
// and never part of a task.
package prompt

import (
	"context"
	_ "embed" // the tasks
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"shopclerk/agent"
	"shopclerk/agent/llm"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
)

// Consultant reads messages by a model. It is an [agent.Consultant].
type Consultant struct{ Client *llm.Client }

var _ agent.Consultant = Consultant{}

//go:embed read.txt
var readTask string

// The limits of what is shown to a model: beyond them a prompt is paid for and not read.
const (
	mostCategories = 200
	mostAspects    = 25 // of a category
	mostValues     = 25 // of an aspect, the commonest
	mostShown      = 10
	mostLetters    = 120 // of a title, and of a value
)

// Name implements [agent.Consultant].
func (c Consultant) Name() string { return c.Client.Model() }

// Propose implements [agent.Consultant].
func (c Consultant) Propose(ctx context.Context, s agent.Said) (understand.Proposal, string) {
	var text strings.Builder
	text.WriteString(llm.Fence("catalogue", catalogue(s.Categories, s.Shelves)))
	if len(s.Standing) > 0 {
		text.WriteString(llm.Fence("asked_for_before", strings.Join(s.Standing, "\n")))
	}
	if len(s.Shown) > 0 {
		var page strings.Builder
		for i, p := range first(s.Shown, mostShown) {
			fmt.Fprintf(&page, "%d. %s\n", i+1, oneLine(p.Title))
		}
		text.WriteString(llm.Fence("page", page.String()))
	}
	text.WriteString(llm.Fence("message", s.Message))
	answer, err := llm.Ask[reading](ctx, c.Client, llm.Request{
		Talk: s.Talk, Task: readTask + "\n" + llm.Fenced + "\nActs: " + strings.Join(s.Labels, ", "), Text: text.String(),
	}, "reading", readingSchema)
	if err != nil {
		return understand.Proposal{}, reason(err)
	}
	return answer.proposal(), ""
}

// reason is why there is no answer, in one word.
func reason(err error) string {
	if f := llm.FailureOf(err); f != "" {
		return string(f)
	}
	return "error"
}

// catalogue tells the categories, and the aspects of some of them with their values.
func catalogue(categories []catalog.Category, shelves []*catalog.Shelf) string {
	var b strings.Builder
	b.WriteString("Categories:\n")
	for _, c := range first(categories, mostCategories) {
		b.WriteString(oneLine(c.Path) + "\n")
	}
	for _, s := range shelves {
		fmt.Fprintf(&b, "\nAspects of %s, as key (label): values\n", oneLine(s.Name))
		for _, c := range first(s.Columns, mostAspects) {
			fmt.Fprintf(&b, "%s (%s): %s\n", c.Aspect.Key, oneLine(c.Aspect.Label), values(c))
		}
	}
	return b.String()
}

// values tells what values a column has.
func values(c *catalog.Column) string {
	switch {
	case len(c.Values) == 0:
		return ""
	case c.Aspect.Kind == catalog.Flag:
		return "yes"
	case c.Aspect.Kind == catalog.Numeric: // ascending
		return strings.TrimSpace(fmt.Sprintf("numbers from %s to %s %s", c.Values[0].Text, c.Values[len(c.Values)-1].Text, c.Aspect.Unit))
	}
	counts := c.Counts()
	codes := make([]int, len(counts))
	for i := range codes {
		codes[i] = i
	}
	slices.SortStableFunc(codes, func(a, b int) int { return counts[b] - counts[a] })
	var out []string
	for _, code := range first(codes, mostValues) {
		out = append(out, oneLine(c.Values[code].Text))
	}
	return strings.Join(out, " | ")
}

// oneLine is a text on one line, cut to what is read of it.
func oneLine(text string) string {
	letters := []rune(strings.Join(strings.Fields(text), " "))
	return string(first(letters, mostLetters))
}

// first returns the first n items, or as many as there are.
func first[T any](items []T, n int) []T { return items[:min(n, len(items))] }

// reading is the answer to the task.
type reading struct {
	Parts []struct {
		Text    string `json:"text"`
		Act     string `json:"act"`
		Places  []int  `json:"places"`
		Demands []struct {
			Quote    string        `json:"quote"`
			Category string        `json:"category"`
			Aspect   string        `json:"aspect"`
			Value    string        `json:"value"`
			Low      lenientNumber `json:"low"`
			High     lenientNumber `json:"high"`
			Unit     string        `json:"unit"`
			Not      bool          `json:"not"`
		} `json:"demands"`
	} `json:"parts"`
}

// lenientNumber is a number that may be written as text, as models do, or missing.
type lenientNumber struct{ value *float64 }

// UnmarshalJSON implements json.Unmarshaler. What is no number is none.
func (n *lenientNumber) UnmarshalJSON(text []byte) error {
	if f, err := strconv.ParseFloat(strings.Trim(string(text), `"`), 64); err == nil {
		n.value = &f
	}
	return nil
}

var _ json.Unmarshaler = (*lenientNumber)(nil)

var readingSchema = func() *jsonschema.Schema {
	demand := objectSchema(map[string]*jsonschema.Schema{
		"quote": typeSchema("string"), "category": typeSchema("string", "null"), "aspect": typeSchema("string", "null"), "value": typeSchema("string", "null"),
		"low": typeSchema("number", "string", "null"), "high": typeSchema("number", "string", "null"), "unit": typeSchema("string", "null"), "not": typeSchema("boolean", "null"),
	}, "quote")
	part := objectSchema(map[string]*jsonschema.Schema{
		"text": typeSchema("string"), "act": typeSchema("string"), "places": arraySchema(typeSchema("integer")), "demands": arraySchema(demand),
	}, "text", "act")
	return objectSchema(map[string]*jsonschema.Schema{"parts": arraySchema(part)}, "parts")
}()

// typeSchema is the schema of a value of one of some types. Schemas are trees: each is made anew.
func typeSchema(types ...string) *jsonschema.Schema { return &jsonschema.Schema{Types: types} }

func arraySchema(items *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: items}
}

// objectSchema is the schema of an object, of whose fields some must be there.
func objectSchema(fields map[string]*jsonschema.Schema, required ...string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: fields, Required: required}
}

// The sizes of a proposal: a message has no more.
const (
	mostParts   = 12
	mostDemands = 12 // of a part
)

func (r *reading) proposal() understand.Proposal {
	var out understand.Proposal
	for _, p := range first(r.Parts, mostParts) {
		part := understand.Part{Text: p.Text, Label: p.Act, Places: first(p.Places, mostShown)}
		for _, d := range first(p.Demands, mostDemands) {
			part.Demands = append(part.Demands, understand.Demand{
				Quote: d.Quote, Category: d.Category, Aspect: d.Aspect, Value: d.Value,
				Low: d.Low.value, High: d.High.value, Unit: d.Unit, Not: d.Not,
			})
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}
