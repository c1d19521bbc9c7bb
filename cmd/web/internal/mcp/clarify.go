package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/web/internal/api"
	"shopclerk/words"
)

// clarify answers the tool of the same name: it decides for an agent whether a call of
// its own tools is clear enough. It is the HTTP API's /clarify, word for word.
func (s *Server) clarify(ctx context.Context, r *sdk.CallToolRequest, in api.ClarifyRequest) (*sdk.CallToolResult, *api.Decision, error) {
	d, err := api.Clarify(words.From(s.speak(ctx, r, nil)), &in)
	var p *api.Problem
	if errors.As(err, &p) {
		return nil, nil, misread(p)
	}
	if err != nil {
		return nil, nil, err
	}
	return say(strings.TrimSpace(string(d.Do) + ". " + d.Say)), d, nil
}

// misread tells a problem of the HTTP API as a fault of the arguments.
func misread(p *api.Problem) error {
	if len(p.Errors) == 0 {
		return wrong("arguments", "%s", p.Detail)
	}
	return wrong(strings.ReplaceAll(strings.TrimPrefix(p.Errors[0].At, "/"), "/", "."), "%s", advice(p))
}

// advice is what a problem's first fault says, with what was perhaps meant.
func advice(p *api.Problem) string {
	e := p.Errors[0]
	if len(e.Suggestions) == 0 {
		return e.Detail
	}
	return e.Detail + fmt.Sprintf(" Perhaps one of %q is meant.", e.Suggestions)
}

// addClarify adds the tool, with the schemas of the HTTP API's contract.
func (s *Server) addClarify(to *sdk.Server) error {
	in, err := contract("ClarifyRequest")
	if err != nil {
		return err
	}
	out, err := contract("Decision")
	if err != nil {
		return err
	}
	sdk.AddTool(to, &sdk.Tool{
		Name: "clarify", Title: "Ask or act", Annotations: reads(), InputSchema: in, OutputSchema: out,
		Description: "Decides whether a tool call of yours is clear enough. Given your tools, the instruction or your candidate calls, " +
			"and what was answered since: execute, ask (with options), confirm (what can not be undone) or decline, with the reasons. It calls nothing.",
	}, guarded(s, "clarify", (*Server).clarify))
	return nil
}

// contract returns a schema of the HTTP API's contract.
func contract(name string) (*jsonschema.Schema, error) {
	text, err := api.Schema(name)
	if err != nil {
		return nil, err
	}
	s := &jsonschema.Schema{}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("reading the contract's schema %q: %w", name, err)
	}
	return s, nil
}
