package api

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

// black is what an offer would add to the need.
var black = search.Change{Op: search.AddLimit, Text: "black", Condition: &catalog.Condition{Key: "colour", Values: []string{"black"}}}

// someActs are one of each kind, and a kind without anything beside it.
func someActs() []memory.Act {
	return []memory.Act{
		{Kind: memory.Need},
		{Kind: memory.Revise, Text: "Up to €500 now."},
		{Kind: memory.Undo},
		{Kind: memory.Restart},
		{Kind: memory.Compare, Text: "The first weighs less.", Products: []string{"bp-1", "bp-2"}},
		{Kind: memory.AskProduct, Text: "The catalogue does not say.", Products: []string{"bp-2"}, Aspect: "waterproof",
			Offers: []memory.Offer{{Text: "Keep only black ones", Changes: []search.Change{black}}, {Text: "Look at lamps", Changes: nil}}},
		{Kind: memory.AskProduct},
		{Kind: memory.AskShop, Text: "Delivery is free.", Topic: "delivery", Known: true},
		{Kind: memory.Sort, By: "-price"},
		{Kind: memory.NotSold, Words: "a tent", Nearest: []string{backpacks}},
		{Kind: memory.NotSold, Words: "a tent"},
		{Kind: memory.Social, Text: "Hello.", Topic: memory.TopicHelp},
		{Kind: memory.DoErrand, Errand: "dd1a"},
		{Kind: memory.Unclear, Words: "qwxz"},
	}
}

// Acts are told as the contract has them, each with the fields of its kind.
func TestActs(t *testing.T) {
	schema, err := answerSchema(jsonPointer("components", "schemas", "ConverseReply", "properties", "acts"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(acts(someActs()))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	told := []string{
		`{"kind":"need","text":"","offers":[]}`,
		`{"kind":"revise","text":"Up to €500 now.","offers":[]}`,
		`{"kind":"undo","text":"","offers":[]}`,
		`{"kind":"restart","text":"","offers":[]}`,
		`{"kind":"compare","text":"The first weighs less.","offers":[],"products":["bp-1","bp-2"]}`,
		`{"kind":"ask_product","text":"The catalogue does not say.","offers":[{"index":0,"text":"Keep only black ones"},{"index":1,"text":"Look at lamps"}],"products":["bp-2"],"aspect":"waterproof","known":false}`,
		`{"kind":"ask_product","text":"","offers":[],"products":[],"known":false}`,
		`{"kind":"ask_shop","text":"Delivery is free.","offers":[],"known":true,"topic":"delivery"}`,
		`{"kind":"sort","text":"","offers":[],"by":"-price"}`,
		`{"kind":"not_sold","text":"","offers":[],"words":"a tent","nearest":["` + backpacks + `"]}`,
		`{"kind":"not_sold","text":"","offers":[],"words":"a tent","nearest":[]}`,
		`{"kind":"social","text":"Hello.","offers":[],"topic":"help"}`,
		`{"kind":"errand","text":"","offers":[],"id":"dd1a"}`,
		`{"kind":"unclear","text":"","offers":[],"words":"qwxz"}`,
	}
	var want, got []any
	for _, line := range told {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		want = append(want, v)
	}
	if err := json.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// An act that lacks what its kind has is against the contract.
func TestTheContractKnowsKinds(t *testing.T) {
	schema, err := answerSchema(jsonPointer("components", "schemas", "Act"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`{"kind":"ask_product","text":"","offers":[],"products":[]}`, `{"kind":"ask_shop","text":"","offers":[]}`, `{"kind":"compare","text":"","offers":[]}`,
		`{"kind":"not_sold","text":"","offers":[]}`, `{"kind":"dance","text":"","offers":[]}`, `{"kind":"need","offers":[]}`,
	} {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(value) == nil {
			t.Errorf("%s keeps the contract", text)
		}
	}
}

// offered seals a conversation whose last turn did some acts.
func (p *program) offered() string {
	p.t.Helper()
	c := &memory.Conversation{}
	_, err := p.clerk().Reply(p.t.(interface{ Context() context.Context }).Context(), c, agent.Input{Changes: []search.Change{{Op: search.SetScope, Text: "Backpacks", Categories: []string{backpacks}}}})
	if err != nil {
		p.t.Fatal(err)
	}
	c.Last().Acts = someActs()
	state, err := p.api.pack(c, known.Holder(), p.now.Add(stateLife))
	if err != nil {
		p.t.Fatal(err)
	}
	return state
}

// An offer that is taken is what it says, together with whatever else is said; taken
// again from the same state it is the same turn.
func TestOfferTaken(t *testing.T) {
	p := ask(t)
	state := p.offered()
	said := map[string]any{"state": state, "offer": map[string]any{"act": 5, "offer": 0}}
	once := p.turn(said)
	no := false
	want := Understood{Change: 2, Kind: "limit", Text: "black", Aspect: "colour", Demand: Demand{Aspect: "colour", Label: "Colour", Values: []string{"black"}, Not: &no}}
	if diff := cmp.Diff(want, once.Understood[len(once.Understood)-1]); diff != "" {
		t.Errorf("taken (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(once, p.turn(said)); diff != "" {
		t.Errorf("again (-once +again):\n%s", diff)
	}
	said["message"] = "under 90"
	both := p.turn(said)
	if !slices.ContainsFunc(both.Understood, func(u Understood) bool { return u.Text == "black" }) || len(both.Understood) != 3 {
		t.Errorf("with a message it is understood as %+v", both.Understood)
	}
	if len(once.Products) == 0 || once.State == state {
		t.Error("nothing came of it")
	}
}

func TestNoSuchOffer(t *testing.T) {
	p := ask(t)
	state := p.offered()
	for name, said := range map[string]map[string]any{
		"no such act":                {"state": state, "offer": map[string]any{"act": 14, "offer": 0}},
		"an act that offers nothing": {"state": state, "offer": map[string]any{"act": 0, "offer": 0}},
		"no such offer":              {"state": state, "offer": map[string]any{"act": 5, "offer": 2}},
		"nothing was said before":    {"offer": map[string]any{"act": 0, "offer": 0}},
		"not of the turn before":     {"state": p.turn(map[string]any{"state": state, "message": "under 90"}).State, "offer": map[string]any{"act": 5, "offer": 0}},
	} {
		t.Run(name, func(t *testing.T) {
			body, err := json.Marshal(said)
			if err != nil {
				t.Fatal(err)
			}
			told := p.refused(post("/converse", string(body)), UnknownOffer)
			if len(told.Errors) != 1 || told.Errors[0].At != "/offer" {
				t.Errorf("told at %+v", told.Errors)
			}
		})
	}
	for _, body := range []string{`{"offer": {"act": -1, "offer": 0}}`, `{"offer": {"act": 0}}`, `{"offer": {"act": 0, "offer": 0, "more": 1}}`, `{"offer": 1}`} {
		p.refused(post("/converse", body), Invalid)
	}
}
