package mcp

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The bounds of arguments.
const (
	// longestQuery bounds a query in characters: nobody says more at once, and
	// understanding reads all of it.
	longestQuery = 1000
	// longestID bounds the id of a product, a brand, a category's path.
	longestID = 300
	// longestToken bounds a state or a cursor in characters: the longest query and
	// filters take a third of it, and each form with its answers some 600.
	longestToken = 32 << 10
	// mostIDs bounds a lookup: a page of the longest search.
	mostIDs = 50
	// mostListed bounds the lists of a filter.
	mostListed = 20
	// pageLength is the protocol's default, and pageMost its most here.
	pageLength, pageMost = 10, 50
	// mostAnswers bounds answers, and the options of each.
	mostAnswers = 20
	// greatestPrice bounds a price in minor units to what a float64 holds exactly.
	greatestPrice = 1 << 52
)

// addTools adds the tools, with their schemas.
func (s *Server) addTools(to *sdk.Server) error {
	return errors.Join(
		addReader(s, to, &sdk.Tool{
			Name: "search_catalog", Title: "Search the catalogue",
			Description: "Finds products for what a shopper is after, best first. Where the need is unclear, asks the shopper.",
		}, searchBounds, (*Server).search),
		addReader(s, to, &sdk.Tool{
			Name: "lookup_catalog", Title: "Look products up",
			Description: "Gives products by their ids. Ids that the shop does not have are told in messages.",
		}, lookupBounds, (*Server).lookup),
		addReader(s, to, &sdk.Tool{
			Name: "get_product", Title: "Show a product",
			Description: "Gives one product with all that the shop knows of it.",
		}, productBounds, (*Server).product),
		s.addClarify(to))
}

// reads annotates a tool that only reads.
func reads() *sdk.ToolAnnotations {
	return &sdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: jsonschema.Ptr(false)}
}

// addReader adds a tool that only reads, with the schema of its arguments.
func addReader[In, Out any](s *Server, to *sdk.Server, t *sdk.Tool, bound func(*jsonschema.Schema), h func(*Server, context.Context, *sdk.CallToolRequest, In) (*sdk.CallToolResult, Out, error)) error {
	in, err := schema[In](bound)
	if err != nil {
		return err
	}
	t.InputSchema, t.Annotations = in, reads()
	sdk.AddTool(to, t, guarded(s, t.Name, h))
	return nil
}

// schema derives the JSON Schema of arguments from their type and bounds it. Objects
// that the protocol leaves open to extensions take properties that the shop does not
// know: agents of other shops send them too.
func schema[T any](bound func(*jsonschema.Schema)) (*jsonschema.Schema, error) {
	out, err := jsonschema.For[T](nil)
	if err != nil {
		return nil, fmt.Errorf("deriving a schema: %w", err)
	}
	openObjects(out)
	bound(out)
	return out, nil
}

// openObjects lets every object take properties beside its own.
func openObjects(s *jsonschema.Schema) {
	if len(s.Properties) > 0 {
		s.AdditionalProperties = nil
	}
	for _, p := range s.Properties {
		openObjects(p)
	}
}

// property finds a property by the names on the way to it.
func property(s *jsonschema.Schema, names ...string) *jsonschema.Schema {
	for _, n := range names {
		s = s.Properties[n]
	}
	return s
}

func searchBounds(s *jsonschema.Schema) {
	catalog := property(s, "catalog")
	boundText(property(catalog, "query"), longestQuery)
	contextBounds(property(catalog, "context"))
	filters := property(catalog, "filters")
	for _, name := range []string{"categories", "brand", "availability"} {
		boundList(property(filters, name), mostListed)
	}
	for _, end := range []string{"min", "max"} {
		boundNumber(property(filters, "price", end), 0, greatestPrice)
	}
	filters.AdditionalProperties = attributeBounds()
	filters.MaxProperties = jsonschema.Ptr(len(protocolFilters) + mostListed)
	boundNumber(property(catalog, "pagination", "limit"), 1, pageMost)
	boundText(property(catalog, "pagination", "cursor"), longestToken)
	clarification := property(s, "clarification")
	boundText(property(clarification, "request_state"), longestToken)
	answers := property(clarification, "answers")
	answers.MaxProperties = jsonschema.Ptr(mostAnswers)
	boundList(answers.AdditionalProperties, mostAnswers)
}

func lookupBounds(s *jsonschema.Schema) {
	ids := property(s, "catalog", "ids")
	boundList(ids, mostIDs)
	ids.MinItems = jsonschema.Ptr(1)
	contextBounds(property(s, "catalog", "context"))
}

func productBounds(s *jsonschema.Schema) {
	id := property(s, "catalog", "id")
	boundText(id, longestID)
	id.MinLength = jsonschema.Ptr(1)
	contextBounds(property(s, "catalog", "context"))
}

func contextBounds(s *jsonschema.Schema) {
	boundText(property(s, "language"), longestID)
	boundText(property(s, "intent"), longestQuery)
}

func boundText(s *jsonschema.Schema, longest int) { s.MaxLength = jsonschema.Ptr(longest) }

func boundList(s *jsonschema.Schema, most int) {
	s.MaxItems = jsonschema.Ptr(most)
	s.Items.MaxLength = jsonschema.Ptr(longestID)
	s.Type, s.Types = "array", nil // no null in its place
}

func boundNumber(s *jsonschema.Schema, least, most float64) { s.Minimum, s.Maximum = &least, &most }
