package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/web/internal/api"
)

// bearer sends a key with every request.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// client connects the official client to the program's shop; asked shows forms, nil: it shows
// none.
func (p *caller) client(t *testing.T, asked func(*sdk.ElicitParams) *sdk.ElicitResult) *sdk.ClientSession {
	t.Helper()
	doors := httptest.NewServer(p.h)
	t.Cleanup(doors.Close)
	o := &sdk.ClientOptions{}
	if asked != nil {
		o.ElicitationHandler = func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) { return asked(r.Params), nil }
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "tests"}, o).Connect(t.Context(),
		&sdk.StreamableClientTransport{Endpoint: doors.URL + mcpPath, HTTPClient: &http.Client{Transport: bearer(p.key)}, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// called calls a tool, whose text must be the JSON of its structured content.
func called(t *testing.T, session *sdk.ClientSession, name string, arguments map[string]any, into any) {
	t.Helper()
	res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil || res.IsError {
		t.Fatalf("%s: %v, %+v", name, err, res)
	}
	text := res.Content[0].(*sdk.TextContent).Text
	var plain any
	if err := json.Unmarshal([]byte(text), &plain); err != nil || !cmp.Equal(plain, res.StructuredContent) {
		t.Errorf("%s, %v: the text is another: %s", name, err, text)
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

// The official client lists and calls all tools, whose arguments are described; what is wrong
// with them is told with its place.
func TestTools(t *testing.T) {
	p := openProgram(t)
	session := p.client(t, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		if text := encoded(t, tool.InputSchema); tool.OutputSchema == nil || !strings.Contains(text, `"description"`) {
			t.Errorf("%s takes %s", tool.Name, text)
		}
	}
	if slices.Sort(names); !slices.Equal(names, []string{"categories", "clarify", "converse", "product", "search"}) {
		t.Errorf("tools %q", names)
	}
	var found api.SearchResult
	called(t, session, "search", map[string]any{"q": "backpack", "filter": []string{"price:..150"}, "limit": 3}, &found)
	if len(found.Products) != 3 {
		t.Errorf("found %+v", found)
	}
	var one api.Product
	called(t, session, "product", map[string]any{"id": found.Products[0].ID}, &one)
	var categories api.CategoryList
	called(t, session, "categories", map[string]any{}, &categories)
	var turn api.Turn
	called(t, session, "converse", map[string]any{"message": "backpack"}, &turn)
	called(t, session, "converse", map[string]any{"state": turn.State, "message": "not black"}, &turn)
	if one.ID != found.Products[0].ID || len(categories.Categories) == 0 || turn.Version != 2 || len(turn.Questions) == 0 {
		t.Errorf("%+v, %+v, %+v", one, categories, turn)
	}
	var d api.Decision
	called(t, session, "clarify", map[string]any{"tools": json.RawMessage(toolbox), "candidates": []any{map[string]any{"name": "cancel_booking", "arguments": map[string]any{}}}}, &d)
	if d.Do != "ask" {
		t.Errorf("decided %+v", d)
	}
	for _, wrong := range []map[string]any{{"state": turn.State, "drop": []int{99}}, {"mesage": "x"}} {
		res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "converse", Arguments: wrong})
		if err != nil || !res.IsError || !strings.Contains(encoded(t, res.Content), "drop[0]") && !strings.Contains(encoded(t, res.Content), "mesage") {
			t.Errorf("%v: %v, %+v", wrong, err, res)
		}
	}
	stranger := *p
	stranger.key = p.other
	res, err := stranger.client(t, nil).CallTool(t.Context(), &sdk.CallToolParams{Name: "converse", Arguments: map[string]any{"state": turn.State, "message": "red"}})
	if err != nil || !res.IsError {
		t.Errorf("a stranger goes on: %v, %+v", err, res)
	}
}

// A client that shows forms puts what is asked to its person before it has the result: the
// clerk's questions, an errand's, and its confirmation.
func TestForms(t *testing.T) {
	p := openProgram(t)
	var fields []string
	answer := true
	session := p.client(t, func(form *sdk.ElicitParams) *sdk.ElicitResult {
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(encoded(t, form.RequestedSchema)), &s); err != nil {
			t.Error(err)
		}
		out := map[string]any{}
		for id, f := range s.Properties {
			fields = append(fields, id)
			switch {
			case f.Type == "boolean":
				out[id] = true
			case len(f.Enum) > 0:
				out[id] = f.Enum[0]
			default:
				out[id] = ofShopper[id]
			}
		}
		if !answer {
			return &sdk.ElicitResult{Action: "decline"}
		}
		return &sdk.ElicitResult{Action: "accept", Content: out}
	})
	var turn api.Turn
	called(t, session, "converse", map[string]any{"message": "backpack"}, &turn)
	if kinds := turn.Understood; len(fields) == 0 || turn.Version != 2 || kinds[len(kinds)-1].Kind != "answer" {
		t.Errorf("asked %q: %+v", fields, turn)
	}
	say := func(message string) api.Errand {
		t.Helper()
		fields = nil
		called(t, session, "converse", map[string]any{"state": turn.State, "message": message}, &turn)
		if len(turn.Errands) != 1 {
			t.Fatalf("%s comes to %+v", message, turn)
		}
		return turn.Errands[0]
	}
	say("put the first one in my basket")
	e := say("place the order")
	if !slices.Contains(fields, "street") || e.Status == "done" || e.Status == "dropped" {
		t.Errorf("asked %q: %+v", fields, e)
	}
	for n := 0; e.Status == "asks" && n < 5; n++ {
		called(t, session, "converse", map[string]any{"state": turn.State, "errand": map[string]any{"id": e.ID, "answers": []any{map[string]any{"question": e.Questions[0].ID, "options": []int{0}}}}}, &turn)
		e = turn.Errands[0]
	}
	fields = nil
	if e.Status == "confirms" {
		called(t, session, "converse", map[string]any{"state": turn.State, "errand": map[string]any{"id": e.ID, "confirm": true}}, &turn)
		e = turn.Errands[0]
	}
	if e.Status != "done" {
		t.Fatalf("the order is %+v", e)
	}
	answer = false
	if e = say("cancel my order"); e.Status != "refused" || !slices.Contains(fields, "confirm") {
		t.Errorf("asked %q, a no comes to %+v", fields, e)
	}
	answer = true
	var d api.Decision
	called(t, session, "clarify", map[string]any{"tools": json.RawMessage(toolbox), "candidates": []any{map[string]any{"name": "cancel_booking", "arguments": map[string]any{}}}}, &d)
	if d.Do != "confirm" || d.Call.Arguments["booking"] != "B1" {
		t.Errorf("answered, it is decided %+v", d)
	}
}

// Without a key there are no tools.
func TestToolsTakeAKey(t *testing.T) {
	p := openProgram(t)
	r := httptest.NewRequest(http.MethodPost, mcpPath, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
	w := httptest.NewRecorder()
	p.h.ServeHTTP(w, r)
	p.refused(w, http.StatusUnauthorized, "header.Authorization")
}
