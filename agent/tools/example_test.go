package tools_test

import (
	"fmt"

	"shopclerk/agent/tools"
	"shopclerk/agent/tools/schema"
	"shopclerk/words"
)

// lights are the tools of a small house, as its state is now.
func lights(on map[string]bool) (*tools.Kit, error) {
	rooms := func(want bool) tools.Domain {
		return tools.Domain{Present: func(tools.Arguments) tools.Domain {
			d := tools.Choice()
			for _, room := range []string{"kitchen", "hall", "bedroom"} {
				if on[room] == want {
					d.Values = append(d.Values, tools.Value{Of: room})
				}
			}
			return d
		}}
	}
	return tools.New(
		tools.Tool{Name: "light_on", Title: "turn a light on", Purpose: "Turns the light of a room on.", Effect: tools.Changes,
			Parameters: []tools.Parameter{{Name: "room", Required: true, Domain: rooms(false)}}},
		tools.Tool{Name: "set_brightness", Title: "dim a light", Purpose: "Sets how bright the light of a room is.", Effect: tools.Changes,
			Parameters: []tools.Parameter{
				{Name: "room", Required: true, Domain: rooms(true)},
				{Name: "brightness", Required: true, Domain: tools.Whole(0, 100)},
			}},
	)
}

// What was not said is asked for, among what is possible now.
func Example() {
	kit, err := lights(map[string]bool{"hall": true, "bedroom": true})
	if err != nil {
		fmt.Println(err)
		return
	}
	rule, _ := tools.NewRule("joint", nil)
	task := tools.Task{ID: "evening", Candidates: []tools.Proposal{{Call: tools.Call{Tool: "set_brightness", Arguments: tools.Arguments{"brightness": 30}}}}}
	decision, _ := kit.Decide(task, rule)
	fmt.Println(decision.Do, decision.Clarity, decision.Say(words.English))
	for _, o := range decision.Questions[0].Options {
		fmt.Println(" ", o.Value.Text())
	}

	task = task.Answer(tools.Reply{Aspect: "room", Words: "the hall"})
	decision, _ = kit.Decide(task, rule)
	fmt.Println(decision.Do, decision.Call.Tool, decision.Call.Arguments)
	// Output:
	// ask missing Which room?
	//   hall
	//   bedroom
	// execute set_brightness map[brightness:30 room:hall]
}

// Calls that an agent proposes are weighed without any words.
func ExampleKit_Decide() {
	declared, _, err := schema.Read([]byte(`{"type": "function", "function": {"name": "book_flight", "description": "Books a flight.",
		"parameters": {"type": "object", "required": ["to", "class"], "properties": {
			"to": {"type": "string"}, "class": {"enum": ["economy", "business", "first"]}}}}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	kit, _ := tools.New(declared...)
	rule, _ := tools.NewRule("sage", nil)
	decision, _ := kit.Decide(tools.Task{Candidates: []tools.Proposal{
		{Call: tools.Call{Tool: "book_flight", Arguments: tools.Arguments{"to": "Oslo", "class": "economy"}}, Weight: 3},
		{Call: tools.Call{Tool: "book_flight", Arguments: tools.Arguments{"to": "Oslo", "class": "first"}}, Weight: 1},
	}}, rule)
	fmt.Println(decision.Do, "about", decision.Questions[0].Aspect)
	// Output:
	// ask about class
}
