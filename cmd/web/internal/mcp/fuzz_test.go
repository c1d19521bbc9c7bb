package mcp_test

import (
	"encoding/json"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/web/internal/mcp"
)

// sent calls a tool with whatever was made up. It may be refused, not more.
func sent(t *testing.T, session *sdk.ClientSession, p *sdk.CallToolParams) *sdk.CallToolResult {
	t.Helper()
	res, err := session.CallTool(t.Context(), p)
	if err != nil {
		t.Fatalf("%s %v: %v", p.Name, p.Arguments, err)
	}
	if res.IsError && len(res.Content) == 1 {
		if text, ok := res.Content[0].(*sdk.TextContent); ok && text.Text == mcp.Ours {
			t.Fatalf("%s %v: %s", p.Name, p.Arguments, text.Text)
		}
	}
	return res
}

// Only the state that was given opens the errand that it holds, wherever it is sent.
func FuzzState(f *testing.F) {
	server, till, person := served(f)
	session := (&client{version: stateless}).inMemory(f, server)
	lamp, _ := lampIDs(f, session)
	errand(f, session, "add_to_basket", map[string]any{"product": lamp})
	given := errand(f, session, "place_order", nil).Clarification.RequestState
	questions := questions(f, session).RequestState
	for _, state := range []string{given, questions, "", "AQAAAAAAAAAA", given[:len(given)/2], given + "\n"} {
		f.Add(state)
	}
	f.Fuzz(func(t *testing.T, state string) {
		for tool, arguments := range map[string]map[string]any{
			"place_order":    {"clarification": map[string]any{"request_state": state, "confirm": true}},
			"search_catalog": {"catalog": map[string]any{"query": "backpack"}, "clarification": map[string]any{"request_state": state, "answers": map[string]any{"x": []string{"y"}}}},
		} {
			if res := sent(t, session, &sdk.CallToolParams{Name: tool, Arguments: arguments}); !res.IsError && state != given && state != "" {
				t.Fatalf("%s goes on from %q", tool, state)
			}
		}
		accepted := sdk.InputResponseMap{"clarification": &sdk.ElicitResult{Action: "accept", Content: map[string]any{"confirm": true}}}
		if res := sent(t, session, &sdk.CallToolParams{Name: "place_order", Arguments: map[string]any{}, RequestState: state, InputResponses: accepted}); !res.IsError {
			t.Fatalf("an order goes on from %q", state)
		}
		if placed := till.placed(t, person); len(placed) > 0 {
			t.Fatalf("%q places %+v", state, placed)
		}
	})
}

// Whatever arguments are made up, they are refused, asked about, or taken; nothing that
// needs a confirmation is done without one.
func FuzzArguments(f *testing.F) {
	server, till, person := served(f)
	delivered(f, till, person, "A1", "B2")
	session := (&client{version: stateless}).inMemory(f, server)
	tools := []string{"place_order", "cancel_order", "return_items", "exchange_item", "change_address", "reorder", "order_status", "get_order", "add_to_basket", "search_catalog"}
	for i, text := range []string{
		`{}`, `{"order": "WA1B2"}`, `{"items": ["WA1B2/1", "x"], "order": "the lamp", "payment": 3}`, `{"item": "", "variant": "\u0000"}`,
		`{"order": "own", "street": "a", "zip": "1", "city": "b"}`, `{"meta": {"idempotency-key": "k"}, "context": {"language": "de"}}`,
		`{"order": "last one"}`, `{"id": "WA1B2"}`, `{"product": "A1", "quantity": -1e308}`,
		`{"catalog": {"query": "lamp", "filters": {"colour": ["black"], "price": {"max": 1}, "rating": {"min": 4}, "x": true}}}`,
	} {
		f.Add(uint(i), text)
	}
	f.Fuzz(func(t *testing.T, tool uint, text string) {
		var arguments map[string]any
		if json.Unmarshal([]byte(text), &arguments) != nil {
			t.Skip("no object")
		}
		sent(t, session, &sdk.CallToolParams{Name: tools[tool%uint(len(tools))], Arguments: arguments})
		for _, o := range till.placed(t, person) {
			if len(till.placed(t, person)) != 1 || o.Status != "delivered" {
				t.Fatalf("%s leads to %+v", text, o)
			}
		}
	})
}
