package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/agent/shop/orders/counter"
	"shopclerk/agent/tools"
	declared "shopclerk/agent/tools/schema"
	"shopclerk/catalog"
	"shopclerk/words"
)

// addErrands adds the tools of the counter, for the person that a call's context tells.
// They are declared for nobody in particular: what is possible for a person, such as
// their orders, is no part of a schema that everybody gets.
func (s *Server) addErrands(to *sdk.Server) error {
	extra, err := schema[ErrandInput](settlingBounds)
	if err != nil {
		return err
	}
	for _, t := range counter.Declared(words.English) {
		in, err := loose(&t, extra)
		if err != nil {
			return fmt.Errorf("tool %s: %w", t.Name, err)
		}
		name := t.Name
		grave := t.Effect == tools.Irreversible
		sdk.AddTool(to, &sdk.Tool{
			Name: name, Title: catalog.Capital(t.Title), InputSchema: in,
			Description: t.Purpose + " What is left out or not clear is asked about; what can not be undone is confirmed first.",
			Annotations: &sdk.ToolAnnotations{ReadOnlyHint: t.Effect == tools.Reads, DestructiveHint: &grave, IdempotentHint: true, OpenWorldHint: jsonschema.Ptr(false)},
		}, guarded(s, name, func(s *Server, ctx context.Context, r *sdk.CallToolRequest, given map[string]any) (*sdk.CallToolResult, ErrandOutput, error) {
			return s.doErrand(ctx, r, name, given)
		}))
	}
	return addReader(s, to, &sdk.Tool{
		Name: "get_order", Title: "Show an order", Description: "Gives one order of the shopper's as it stands.",
	}, orderBounds, (*Server).getOrder)
}

func orderBounds(s *jsonschema.Schema) {
	boundText(property(s, "id"), longestID)
	contextBounds(property(s, "context"))
}

func settlingBounds(s *jsonschema.Schema) {
	contextBounds(property(s, "context"))
	clarification := property(s, "clarification")
	boundText(property(clarification, "request_state"), longestToken)
	answers := property(clarification, "answers")
	answers.MaxProperties = jsonschema.Ptr(mostAnswers)
	boundList(answers.AdditionalProperties, mostAnswers)
}

// loose is the schema of a tool's arguments with those that every errand takes beside
// them. It tells names and kinds, and refuses no value of the right kind: where it
// would, the shopper is asked.
func loose(t *tools.Tool, extra *jsonschema.Schema) (*jsonschema.Schema, error) {
	out := declared.Of(t)
	out.Required = nil
	for _, p := range out.Properties {
		loosen(p)
	}
	for name, p := range extra.Properties {
		if out.Properties[name] != nil {
			return nil, fmt.Errorf("its parameter %s is one that every errand has: call it something else", name)
		}
		out.Properties[name] = p.CloneSchemas()
	}
	return out, nil
}

// loosen takes out of a schema what depends on who asks, and bounds its texts.
func loosen(s *jsonschema.Schema) {
	if len(s.OneOf) > 1 { // listed for everybody alike
		var values []string
		for _, v := range s.OneOf {
			if v.Const != nil {
				values = append(values, fmt.Sprint(*v.Const))
			}
		}
		s.Description = strings.TrimSpace(s.Description + " One of: " + strings.Join(values, "; ") + ".")
	}
	s.OneOf, s.Enum, s.Not, s.Extra, s.Minimum, s.Maximum, s.Pattern = nil, nil, nil, nil, nil, nil, ""
	if s.Type == "string" {
		s.MaxLength = jsonschema.Ptr(longestID)
	}
	if s.Items != nil {
		s.MaxItems, s.MinItems = jsonschema.Ptr(mostListed), nil
		loosen(s.Items)
	}
}
