package tools

import (
	"fmt"
	"reflect"
	"testing"
)

// files are tools over files, of which there are few.
func files(names ...string) []Tool {
	file := func(name string) Parameter { return Parameter{Name: name, Required: true, Domain: OneOf(names...)} }
	return []Tool{
		{Name: "rm", Title: "remove a file", Purpose: "Removes a file.", Effect: Irreversible, Parameters: []Parameter{file("file_name")}},
		{Name: "diff", Title: "compare two files", Purpose: "Tells how two files differ.", Parameters: []Parameter{
			{Name: "file_name1", Synonyms: []string{"first file"}, Required: true, Domain: OneOf(names...)},
			{Name: "file_name2", Synonyms: []string{"second file"}, Required: true, Domain: OneOf(names...)},
		}},
		{Name: "liter_to_gallon", Title: "convert liters to gallons", Purpose: "Converts liters to gallons.",
			Parameters: []Parameter{{Name: "liter", Required: true, Domain: Between(0, 1000)}}},
		{Name: "gallon_to_liter", Title: "convert gallons to liters", Purpose: "Converts gallons to liters.",
			Parameters: []Parameter{{Name: "gallon", Required: true, Domain: Between(0, 1000)}}},
		{Name: "place_order", Title: "buy or sell shares", Purpose: "Buys or sells shares.", Examples: []string{"sell my shares"}, Parameters: []Parameter{
			{Name: "symbol", Required: true, Domain: OneOf("ALPH", "ZETA", "OMEG")},
			{Name: "price", Required: true, Domain: Between(0.01, 10000)},
			{Name: "amount", Required: true, Domain: Whole(1, 10000)},
		}},
		{Name: "list_pages", Title: "print pages", Purpose: "Prints pages.", Parameters: []Parameter{
			{Name: "start", Label: "start page", Synonyms: []string{"from"}, Required: true, Domain: Whole(1, 20)},
			{Name: "end", Label: "end page", Synonyms: []string{"to"}, Required: true, Domain: Whole(1, 20)},
			{Name: "in_colour", Synonyms: []string{"colour"}, Required: true, Domain: Flag()},
		}},
	}
}

// What is named and does not exist is said to be impossible: never replaced by what
// resembles it, nor by the only thing there is.
func TestNamedIsNeverReplaced(t *testing.T) {
	for _, c := range []struct {
		there     []string
		words     string
		parameter string
	}{
		{[]string{"data.csv"}, "remove the file bk_2037.csv", "file_name"},
		{[]string{"data.csv", "notes.md"}, "remove data_x.csv", "file_name"},
		{[]string{"data.csv", "notes.md"}, "remove 'data_v2.csv', please", "file_name"},
		{[]string{"data.csv", "notes.md"}, "compare two files, the first file notes_v9.md, the second file data.csv", "file_name1"},
		{[]string{"data.csv", "notes.md"}, "compare two files, first file data.csv second file notes_v9.md", "file_name2"},
		{[]string{"data.csv"}, "sell 5 shares of BLRT for $9", "symbol"},
		{[]string{"data.csv"}, "print in colour from page 0 to page 13", "start"},
		{[]string{"data.csv"}, "print in colour from page 2 to page 30", "end"},
	} {
		k, err := New(files(c.there...)...)
		if err != nil {
			t.Fatal(err)
		}
		d, err := k.Decide(Task{Words: c.words}, today, rule(t, "joint"))
		if err != nil || d.Do != Ask || d.Clarity != Wrong || len(d.Objections) != 1 || d.Objections[0].Parameter != c.parameter {
			t.Errorf("%s: %s %s %+v %v, want an objection to %s (%v)", c.words, d.Do, d.Clarity, d.Objections, d.Call, c.parameter, err)
		}
	}
}

// What is plain is carried out without a question.
func TestPlainIsNotAsked(t *testing.T) {
	k, err := New(files("data.csv", "notes.md")...)
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]Call{
		"turn liters into gallons with 15":                 {"liter_to_gallon", Arguments{"liter": 15.0}},
		"convert gallons to liters, 9":                     {"gallon_to_liter", Arguments{"gallon": 9.0}},
		"sell my shares of ZETA for $97.20, 35 of them":    {"place_order", Arguments{"symbol": "ZETA", "price": 97.2, "amount": 35.0}},
		"print pages from page 2 to page 7 in colour":      {"list_pages", Arguments{"start": 2.0, "end": 7.0, "in_colour": true}},
		"print pages from 2 to page 7 with colour off":     {"list_pages", Arguments{"start": 2.0, "end": 7.0, "in_colour": false}},
		"compare the two files notes.md and data.csv":      {"diff", Arguments{"file_name1": "notes.md", "file_name2": "data.csv"}},
		"compare the second file notes.md with data.csv":   {"diff", Arguments{"file_name1": "data.csv", "file_name2": "notes.md"}},
		"please compare file data.csv with file notes.md.": {"diff", Arguments{"file_name1": "data.csv", "file_name2": "notes.md"}},
	} {
		d, err := k.Decide(Task{Words: words}, today, rule(t, "joint"))
		if err != nil || d.Do != Execute || !reflect.DeepEqual(*d.Call, want) {
			t.Errorf("%s: %s %s %v %s, want %v (%v)", words, d.Do, d.Clarity, d.Call, spellQuestions(d.Questions), want, err)
		}
	}
}

// An answer is about what was asked; of the rest it only tells what it names.
func TestAnswersDoNotSpill(t *testing.T) {
	k, err := New(files("data.csv", "notes.md")...)
	if err != nil {
		t.Fatal(err)
	}
	task := Task{Words: "print pages in colour"}.Answer(Reply{Aspect: "start", Words: "4"})
	if d, err := k.Decide(task, today, rule(t, "joint")); err != nil || d.Do != Ask || d.Questions[0].Aspect != "end" {
		t.Errorf("%s %v %s (%v)", d.Do, d.Call, spellQuestions(d.Questions), err)
	}
	task = Task{Words: "print pages in colour"}.Answer(Reply{Aspect: "start", Words: "4 to page 9"})
	if d, err := k.Decide(task, today, rule(t, "joint")); err != nil || d.Do != Execute || d.Call.Arguments["end"] != 9.0 {
		t.Errorf("%s %v %s (%v)", d.Do, d.Call, spellQuestions(d.Questions), err)
	}
}

// A list is read whole, also where its domain depends on what else was said.
func TestDependentLists(t *testing.T) {
	k, err := New(Tool{Name: "open_doors", Title: "open or close doors", Purpose: "Opens or closes doors.", Parameters: []Parameter{
		{Name: "close", Required: true, Domain: Domain{Kind: Boolean, Values: []Value{{Of: true, Label: "close"}, {Of: false, Label: "open"}}}},
		{Name: "doors", Required: true, Domain: Depends(func(a Arguments) Domain {
			if a["close"] == true {
				return Several(OneOf("front", "rear_left"))
			}
			return Several(OneOf("trunk", "roof"))
		})},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]Arguments{
		"close the doors front and rear left": {"close": true, "doors": []any{"front", "rear_left"}},
		"open the doors trunk and roof":       {"close": false, "doors": []any{"trunk", "roof"}},
	} {
		d, err := k.Decide(Task{Words: words}, today, rule(t, "joint"))
		if err != nil || d.Do != Execute || !reflect.DeepEqual(d.Call.Arguments, want) {
			t.Errorf("%s: %s %v %+v (%v)", words, d.Do, d.Call, d.Objections, err)
		}
	}
}

// For tools of strangers proper nouns fit where a preposition says so, dates and times are
// no part of them, and what is said aside or of something else is nothing to act on.
func TestStrangersTools(t *testing.T) {
	text := func(name, purpose string) Parameter {
		return Parameter{Name: name, Purpose: purpose, Required: true, Domain: Words()}
	}
	k, err := New(
		Tool{Name: "search_flights", Purpose: "Search flights between two airports.", Parameters: []Parameter{
			text("from", "Origin city"), text("to", "Destination city"), {Name: "date", Required: true, Domain: Day()}}},
		Tool{Name: "login", Purpose: "Log in to the account.", Parameters: []Parameter{text("username", "Username"), text("password", "Password")}},
		Tool{Name: "play_music", Purpose: "Play an artist.", Parameters: []Parameter{text("artist", "Artist name")}},
		Tool{Name: "set_alarm", Purpose: "Set an alarm.", Parameters: []Parameter{text("time", "Time of the alarm")}},
	)
	if err != nil {
		t.Fatal(err)
	}
	r := rule(t, "joint")
	r.Trust = DefaultTrust
	for words, want := range map[string]string{
		"find flights from Berlin to Oslo next Friday": "execute search_flights map[date:2026-03-06 from:Berlin to:Oslo]",
		"set an alarm for 06:15":                       "execute set_alarm map[time:06:15]",
		"play something by Queen":                      "execute play_music map[artist:Queen]",
		"play music using Spotify":                     "ask play_music map[]",
		"log me out":                                   "decline",
		"how many planets are there":                   "decline",
	} {
		d, err := k.Decide(Task{Words: words}, today, r)
		got := string(d.Do)
		if d.Call != nil {
			got = fmt.Sprint(d.Do, " ", d.Call.Tool, " ", map[string]any(d.Call.Arguments))
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, want %s (%v)", words, got, want, err)
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
