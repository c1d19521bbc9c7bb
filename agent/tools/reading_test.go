package tools

import (
	"reflect"
	"testing"
)

// files are tools over files, of which there are few.
func files(names ...string) []Tool {
	file := func(name string) Parameter { return Parameter{Name: name, Required: true, Domain: oneOf(names...)} }
	return []Tool{
		{Name: "rm", Title: "remove a file", Purpose: "Removes a file.", Effect: Irreversible, Parameters: []Parameter{file("file_name")}},
		{Name: "diff", Title: "compare two files", Purpose: "Tells how two files differ.", Parameters: []Parameter{
			{Name: "file_name1", Required: true, Domain: oneOf(names...)},
			{Name: "file_name2", Required: true, Domain: oneOf(names...)},
		}},
		{Name: "liter_to_gallon", Title: "convert liters to gallons", Purpose: "Converts liters to gallons.",
			Parameters: []Parameter{{Name: "liter", Required: true, Domain: Between(0, 1000)}}},
		{Name: "gallon_to_liter", Title: "convert gallons to liters", Purpose: "Converts gallons to liters.",
			Parameters: []Parameter{{Name: "gallon", Required: true, Domain: Between(0, 1000)}}},
		{Name: "place_order", Title: "buy or sell shares", Purpose: "Buys or sells shares.", Examples: []string{"sell my shares"}, Parameters: []Parameter{
			{Name: "symbol", Required: true, Domain: oneOf("ALPH", "ZETA", "OMEG")},
			{Name: "price", Required: true, Domain: Between(0.01, 10000)},
			{Name: "amount", Required: true, Domain: Whole(1, 10000)},
		}},
		{Name: "list_pages", Title: "print pages", Purpose: "Prints pages.", Parameters: []Parameter{
			{Name: "start", Label: "start page", Required: true, Domain: Whole(1, 20)},
			{Name: "end", Label: "end page", Required: true, Domain: Whole(1, 20)},
			{Name: "in_colour", Required: true, Domain: Flag()},
		}},
	}
}

// An answer is about what was asked and nothing else.
func TestAnswersDoNotSpill(t *testing.T) {
	k, err := New(files("data.csv", "notes.md")...)
	if err != nil {
		t.Fatal(err)
	}
	task := Task{Words: "print pages in colour"}.Answer(Reply{Aspect: "start", Words: "4"})
	if d, err := k.Decide(task, nothingShown, rule(t, "joint")); err != nil || d.Do != Ask || d.Questions[0].Aspect != "end" {
		t.Errorf("%s %v %s (%v)", d.Do, d.Call, spellQuestions(d.Questions), err)
	}
}

// A list is read whole, also where its domain depends on what else was said.
func TestDependentLists(t *testing.T) {
	k, err := New(Tool{Name: "open_doors", Title: "open or close doors", Purpose: "Opens or closes doors.", Parameters: []Parameter{
		{Name: "close", Required: true, Domain: Domain{Kind: Boolean, Values: []Value{{Of: true, Label: "close"}, {Of: false, Label: "open"}}}},
		{Name: "doors", Required: true, Domain: Depends(func(a Arguments) Domain {
			if a["close"] == true {
				return Several(oneOf("front", "rear_left"))
			}
			return Several(oneOf("trunk", "roof"))
		})},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]Arguments{
		"close the doors front and rear left": {"close": true, "doors": []any{"front", "rear_left"}},
		"open the doors trunk and roof":       {"close": false, "doors": []any{"trunk", "roof"}},
	} {
		d, err := k.Decide(Task{Words: words}, nothingShown, rule(t, "joint"))
		if err != nil || d.Do != Execute || !reflect.DeepEqual(d.Call.Arguments, want) {
			t.Errorf("%s: %s %v %+v (%v)", words, d.Do, d.Call, d.Objections, err)
		}
	}
}

// "One" stands for a thing that other words tell, even where another is called so.
func TestFirstOne(t *testing.T) {
	values := []Value{
		{Of: "p1", Label: "Pulsvik Loop headphones", Names: []string{"Pulsvik Loop headphones"}},
		{Of: "p2", Label: "Novari One headphones", Names: []string{"Novari One headphones", "One"}},
	}
	kit, err := New(Tool{Name: "add_to_basket", Purpose: "put something in the basket", Examples: []string{"add it to my basket"},
		Effect: Changes, Parameters: []Parameter{{Name: "product", Label: "product", Required: true, Domain: Choice(values...)}}})
	if err != nil {
		t.Fatal(err)
	}
	rule, err := NewRule("joint", nil)
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]string{
		"add the first one to my basket": "p1", "add the second one to my basket": "p2",
		"add the novari one to my basket": "p2", "add the loop one to my basket": "p1",
	} {
		d, _ := kit.Decide(Task{ID: said, Words: said}, Scene{Shown: values}, rule)
		if d.Do != Execute || d.Call.Arguments.Text("product") != want {
			t.Errorf("%q: %s %v, want %s", said, d.Do, d.Call, want)
		}
	}
}
