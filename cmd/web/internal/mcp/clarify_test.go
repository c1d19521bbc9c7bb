package mcp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"shopclerk/cmd/web/internal/mcp"
)

// unclear is a search that the clerk has questions about.
var unclear = search("backpack")

// questions are those of the unclear search, as a client without forms gets them.
func questions(t testing.TB, session *sdk.ClientSession) *mcp.Questions {
	t.Helper()
	out, text := call[mcp.SearchOutput](t, session, "search_catalog", unclear)
	q := out.Clarification
	if q == nil || len(q.Questions) == 0 || len(q.Questions) > mcp.MostQuestions || q.RequestState == "" {
		t.Fatalf("the clarification is %+v", q)
	}
	if len(out.Products) == 0 || !strings.Contains(text, q.Questions[0].Text) {
		t.Fatalf("%d products and the text %q", len(out.Products), text)
	}
	return q
}

// first answers every question of a form with its first option, however the form is
// written.
func first(t *testing.T, version string, p *sdk.ElicitParams) map[string]any {
	t.Helper()
	var s jsonschema.Schema
	remake(t, p.RequestedSchema, &s)
	out := map[string]any{}
	for id, f := range s.Properties {
		if f.Title == "" {
			t.Errorf("the field %s has no title", id)
		}
		switch {
		case version == single:
			if len(f.Enum) < 3 || len(f.Extra["enumNames"].([]any)) != len(f.Enum) {
				t.Errorf("%s is no field that %s knows: %+v", id, version, f)
			}
			out[id] = f.Enum[0]
		case f.Type == "array":
			out[id] = []any{titled(t, f.Items.AnyOf)}
		default:
			out[id] = titled(t, f.OneOf)
		}
	}
	if len(out) == 0 || len(out) > mcp.MostQuestions || p.Message == "" {
		t.Errorf("the form asks %d questions under %q", len(out), p.Message)
	}
	return out
}

// titled returns the first of some titled choices.
func titled(t *testing.T, choices []*jsonschema.Schema) any {
	t.Helper()
	for _, c := range choices {
		if c.Title == "" {
			t.Errorf("the choice %v has no title", *c.Const)
		}
	}
	return *choices[0].Const
}

// A client that shows forms is asked once a call, whatever version it speaks; its answers
// do what the same answers do that a client without forms sends in the next call.
func TestElicitation(t *testing.T) {
	server := newServer(t, theShop(t).config("a"))
	plain := (&client{version: stateless}).inMemory(t, server)
	asIs, _ := call[mcp.SearchOutput](t, plain, "search_catalog", unclear)
	q := questions(t, plain)
	given := map[string][]string{}
	for _, one := range q.Questions {
		given[one.ID] = []string{one.Options[0].Value}
	}
	sharper, _ := call[mcp.SearchOutput](t, plain, "search_catalog", answers(unclear, q, given))
	if slices.Equal(ids(sharper.Products), ids(asIs.Products)) {
		t.Fatalf("the answers %v change nothing", given)
	}
	for _, version := range []string{stateless, several, single} {
		for action, want := range map[string][]string{"accept": ids(sharper.Products), "decline": ids(asIs.Products), "cancel": nil} {
			t.Run(version+" "+action, func(t *testing.T) {
				c := &client{version: version}
				c.answer = func(p *sdk.ElicitParams) *sdk.ElicitResult {
					r := &sdk.ElicitResult{Action: action}
					if content := first(t, version, p); action == "accept" {
						r.Content = content
					}
					return r
				}
				out, _ := call[mcp.SearchOutput](t, c.inMemory(t, server), "search_catalog", unclear)
				if !slices.Equal(ids(out.Products), want) {
					t.Errorf("the list is %v, not %v", ids(out.Products), want)
				}
				if len(c.asked) != 1 {
					t.Errorf("%d forms were shown", len(c.asked))
				}
				if out.Clarification != nil {
					t.Errorf("it asks again: %+v", out.Clarification)
				}
				cancelled := slices.ContainsFunc(out.Messages, func(m mcp.Message) bool { return m.Code == "cancelled" })
				if cancelled != (action == "cancel") {
					t.Errorf("the messages are %+v", out.Messages)
				}
			})
		}
	}
}

// An accepted form without a tick, and a wish not to be asked, are no error.
func TestNothingAnswered(t *testing.T) {
	server := newServer(t, theShop(t).config("a"))
	c := &client{version: stateless, answer: func(*sdk.ElicitParams) *sdk.ElicitResult { return &sdk.ElicitResult{Action: "accept"} }}
	session := c.inMemory(t, server)
	out, _ := call[mcp.SearchOutput](t, session, "search_catalog", unclear)
	if len(out.Products) == 0 || len(c.asked) != 1 {
		t.Errorf("%d products after %d forms", len(out.Products), len(c.asked))
	}
	skipping := unclear
	skipping.Clarification = &mcp.Clarification{Skip: true}
	out, _ = call[mcp.SearchOutput](t, session, "search_catalog", skipping)
	if len(out.Products) == 0 || len(c.asked) != 1 || out.Clarification != nil {
		t.Errorf("%d products after %d forms, %+v", len(out.Products), len(c.asked), out.Clarification)
	}
}

// Nobody is asked about what stands on the page anyway.
func TestNothingUnclear(t *testing.T) {
	server := newServer(t, theShop(t).config("a"))
	c := &client{version: stateless, answer: func(*sdk.ElicitParams) *sdk.ElicitResult { return &sdk.ElicitResult{Action: "cancel"} }}
	session := c.inMemory(t, server)
	in := unclear
	in.Catalog.Pagination = &mcp.Pagination{Limit: perCategory}
	out, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
	if len(c.asked) != 0 || len(out.Products) != perCategory || out.Clarification != nil {
		t.Errorf("%d products after %d forms, %+v", len(out.Products), len(c.asked), out.Clarification)
	}
}

// A client without forms goes on from state to state, and pages through the sharpened
// list.
func TestGoingOn(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	q := questions(t, session)
	in := answers(unclear, q, map[string][]string{q.Questions[0].ID: {strings.ToUpper(q.Questions[0].Options[0].Value)}})
	in.Catalog.Pagination = &mcp.Pagination{Limit: 3}
	out, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
	if out.Clarification != nil && slices.ContainsFunc(out.Clarification.Questions, func(n mcp.Question) bool { return n.ID == q.Questions[0].ID }) {
		t.Errorf("%s is asked again", q.Questions[0].ID)
	}
	next := unclear
	next.Catalog.Pagination = &mcp.Pagination{Limit: 3, Cursor: out.Pagination.Cursor}
	second, _ := call[mcp.SearchOutput](t, session, "search_catalog", next)
	in.Catalog.Pagination = &mcp.Pagination{Limit: 6}
	both, _ := call[mcp.SearchOutput](t, session, "search_catalog", in)
	if got := append(ids(out.Products), ids(second.Products)...); !slices.Equal(got, ids(both.Products)) {
		t.Errorf("in pages %v, at once %v", got, ids(both.Products))
	}
	declined := answers(unclear, q, nil)
	asIs, _ := call[mcp.SearchOutput](t, session, "search_catalog", declined)
	if len(asIs.Products) == 0 || asIs.Clarification != nil {
		t.Errorf("declining gives %d products and %+v", len(asIs.Products), asIs.Clarification)
	}
}

// Answers that fit no question are told apart from those that do.
func TestAnswersThatAreNone(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	q := questions(t, session)
	id := q.Questions[0].ID
	got := refused(t, session, "search_catalog", answers(unclear, q, map[string][]string{id: {"nonsense"}}))
	if !strings.Contains(got, "clarification.answers."+id) || !strings.Contains(got, q.Questions[0].Options[0].Value) {
		t.Errorf("an unknown option: %q", got)
	}
	got = refused(t, session, "search_catalog", answers(unclear, q, map[string][]string{"nonsense": {"(any)"}}))
	if !strings.Contains(got, "clarification.answers.nonsense") || !strings.Contains(got, id) {
		t.Errorf("an unknown question: %q", got)
	}
}

// A state and a cursor serve the caller, the request and the hour they were made for.
func TestTokens(t *testing.T) {
	at := &clock{time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	config := theShop(t).config("a")
	config.Now = at.now
	server := newServer(t, config)
	session := (&client{version: stateless}).inMemory(t, server)
	q := questions(t, session)
	if want := at.Add(time.Hour); !q.Expires.Equal(want) {
		t.Errorf("it expires at %s, not %s", q.Expires, want)
	}
	foreign := theShop(t).config("b")
	foreign.Now = at.now
	theirs := questions(t, (&client{version: stateless}).inMemory(t, newServer(t, foreign)))
	good := answers(unclear, q, map[string][]string{q.Questions[0].ID: {"(any)"}})
	changed := []byte(q.RequestState)
	changed[len(changed)/2] ^= 1
	other := good
	other.Catalog.Query = "lamp"
	filtered := good
	filtered.Catalog.Filters = &mcp.Filters{Brand: []string{"none"}}
	page := unclear
	page.Catalog.Pagination = &mcp.Pagination{Cursor: q.RequestState}
	with := func(state string) mcp.SearchInput {
		return mcp.SearchInput{Catalog: unclear.Catalog, Clarification: &mcp.Clarification{RequestState: state, Answers: good.Clarification.Answers}}
	}
	for name, in := range map[string]mcp.SearchInput{
		"tampered": with(string(changed)), "of another shop": with(theirs.RequestState), "no token": with("x"),
		"of another query": other, "of other filters": filtered, "a state for a cursor": page,
	} {
		if got := refused(t, session, "search_catalog", in); !strings.Contains(got, "not one that you were given for this request") {
			t.Errorf("%s: %q", name, got)
		}
	}
	call[mcp.SearchOutput](t, session, "search_catalog", good)
	at.Time = at.Add(time.Hour)
	if got := refused(t, session, "search_catalog", good); !strings.Contains(got, "clarification.request_state") || !strings.Contains(got, "expired") {
		t.Errorf("expired: %q", got)
	}
}

// A request that answers a form keeps the protocol, or is told what it lacks.
func TestInputResponses(t *testing.T) {
	session := (&client{version: stateless}).inMemory(t, newServer(t, theShop(t).config("a")))
	q := questions(t, session)
	form := func(action string, content map[string]any) sdk.InputResponseMap {
		return sdk.InputResponseMap{"clarification": &sdk.ElicitResult{Action: action, Content: content}}
	}
	for _, tc := range []struct {
		name      string
		state     string
		responses sdk.InputResponseMap
		want      string
	}{
		{"no response", q.RequestState, nil, "send both, or neither"},
		{"to something else", q.RequestState, sdk.InputResponseMap{"other": &sdk.ElicitResult{Action: "accept"}}, "send both, or neither"},
		{"no state", "", form("accept", nil), "requestState"},
		{"tampered state", q.RequestState + "AAAA", form("accept", nil), "requestState"},
		{"no such action", q.RequestState, form("maybe", nil), "accept, decline or cancel"},
		{"a number", q.RequestState, form("accept", map[string]any{q.Questions[0].ID: 3}), "neither a text nor a list"},
		{"a list of numbers", q.RequestState, form("accept", map[string]any{q.Questions[0].ID: []any{3}}), "no text"},
		{"an unknown option", q.RequestState, form("accept", map[string]any{q.Questions[0].ID: "nonsense"}), "inputResponses.clarification.content." + q.Questions[0].ID},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "search_catalog", Arguments: unclear, RequestState: tc.state, InputResponses: tc.responses})
			if err != nil {
				t.Fatal(err)
			}
			if got := spoken(t, res); !res.IsError || !strings.Contains(got, tc.want) {
				t.Errorf("%q does not tell %q", got, tc.want)
			}
		})
	}
}

// What can be answered reads apart, in every question that the shop asks at first.
func TestOptionsAreDistinct(t *testing.T) {
	shop := theShop(t)
	session := (&client{version: stateless}).inMemory(t, newServer(t, shop.config("a")))
	asked := 0
	for _, category := range shop.shop.Catalogue.Categories() {
		out, _ := call[mcp.SearchOutput](t, session, "search_catalog", search(category.Name))
		if out.Clarification == nil {
			continue
		}
		for _, q := range out.Clarification.Questions {
			asked++
			seen := map[string]bool{}
			for _, o := range q.Options {
				if seen[o.Value] || o.Value == "" || o.Title == "" {
					t.Errorf("%s: %q has the options %s", category.Name, q.Text, fmt.Sprint(q.Options))
				}
				seen[o.Value] = true
			}
		}
	}
	if asked == 0 {
		t.Error("nothing is asked")
	}
}
