package tools

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"
)

// Declarations of every format are read, and mean the same.
func TestRead(t *testing.T) {
	arguments := `{"type":"object","properties":{
		"city":{"type":"string","description":"where to"},
		"nights":{"type":"integer","minimum":1,"maximum":30},
		"class":{"enum":["economy","first"],"default":"economy"},
		"pay":{"type":"object","properties":{"card":{"type":"string"},"amount":{"type":["number","null"]}},"required":["card"]},
		"day":{"type":"string","format":"date"},
		"stops":{"type":"array","items":{"$ref":"#/$defs/stop"},"minItems":1},
		"quiet":{"type":"boolean"},
		"seats":{"type":"array","items":{"type":"object","properties":{"row":{"type":"integer"}}}},
		"size":{"oneOf":[{"const":"s","title":"small"},{"const":"l","title":"large"}]},
		"tag":{"anyOf":[{"type":"string"},{"type":"null"}]}
	},"required":["city","pay","nights"],"$defs":{"stop":{"type":"string","enum":["a","b"]}}}`
	want := map[string]Domain{
		"city": Words(), "nights": Whole(1, 30), "class": OneOf("economy", "first"), "pay.card": Words(),
		"pay.amount": Between(math.Inf(-1), math.Inf(1)), "day": Day(), "stops": Several(OneOf("a", "b")), "quiet": Flag(),
		"seats": {Kind: Opaque}, "size": Choice(Value{Of: "s", Label: "small"}, Value{Of: "l", Label: "large"}), "tag": Words(),
	}
	for format, text := range map[string]string{
		"OpenAI":    `[{"type":"function","function":{"name":"book","description":"Books a room.","parameters":` + arguments + `}}]`,
		"MCP":       `{"tools":[{"name":"book","description":"Books a room.","inputSchema":` + arguments + `,"annotations":{"readOnlyHint":true}}]}`,
		"plain":     `{"name":"book","description":"Books a room.","parameters":` + strings.Replace(arguments, `"type":"object"`, `"type":"dict"`, 1) + `}`,
		"Anthropic": `{"name":"book","description":"Books a room.","input_schema":` + arguments + `}`,
	} {
		all, err := Read([]byte(text))
		if err != nil || len(all) != 1 {
			t.Fatalf("%s: %v, %v", format, all, err)
		}
		tool := &all[0]
		if tool.Name != "book" || tool.Purpose != "Books a room." || (tool.Effect == Reads) != (format == "MCP") {
			t.Errorf("%s: %+v", format, tool)
		}
		if len(tool.Parameters) != len(want) {
			t.Errorf("%s: %d parameters, want %d", format, len(tool.Parameters), len(want))
		}
		for _, p := range tool.Parameters {
			if !reflect.DeepEqual(p.Domain, want[p.Name]) {
				t.Errorf("%s: %s is %+v, want %+v", format, p.Name, p.Domain, want[p.Name])
			}
			if needed := p.Name == "city" || p.Name == "nights" || p.Name == "pay.card"; p.Required != needed {
				t.Errorf("%s: %s required: %v", format, p.Name, p.Required)
			}
		}
		// what is written is read back the same
		for _, written := range []json.RawMessage{tool.OpenAI(), tool.MCP()} {
			back, err := Read(written)
			if err != nil || !reflect.DeepEqual(back[0].Parameters, tool.Parameters) {
				t.Errorf("%s: written %s, read %+v (%v)", format, written, back, err)
			}
		}
	}
}

// The tools of the shop of the tests survive the journey, too.
func TestSchemaOfDeclaredTools(t *testing.T) {
	for _, tool := range newCounter().tools() {
		back, err := Read(tool.MCP())
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		if back[0].Effect != tool.Effect || !reflect.DeepEqual(back[0].Examples, tool.Examples) || string(back[0].Schema()) == "" {
			t.Errorf("%s became %+v", tool.Name, back[0])
		}
	}
}

// Errors say where, what, and what to do.
func TestReadErrors(t *testing.T) {
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 40) + `{"type":"string"}` + strings.Repeat(`}}`, 40)
	with := func(property string) string {
		return `{"name":"t","parameters":{"type":"object","properties":{"a":` + property + `}}}`
	}
	for text, want := range map[string]string{
		`{`:                           "byte 0: unexpected EOF; send JSON",
		`3`:                           "/: a tool is an object",
		`[{"name":"a"},{}]`:           "/1/name: a tool needs a name: add one",
		`{"name":"a b"}`:              `name "a b": use 1 to 128`,
		`[{"name":"a"},{"name":"a"}]`: "tool a: declared twice; give one of them another name",
		with(`{"type":"complex"}`):    `/parameters/properties/a/type: unknown type "complex": use string`,
		with(`{"type":"integer","minimum":9,"maximum":1}`): "/parameters/properties/a: no number is from 9 to 1: swap the bounds or widen them",
		with(`{"enum":[]}`):                                        "/parameters/properties/a/enum: an enumeration is a list of at least one value",
		with(`{"enum":["x","x"]}`):                                 `/parameters/properties/a: value "x" is listed twice`,
		with(`{"enum":[{"x":1}]}`):                                 "/parameters/properties/a/enum/0: a listed value is a text",
		with(`{"enum":["x"],"default":"y"}`):                       `/parameters/properties/a/default: "y" is not possible: choose one of x`,
		with(`{"type":"string","pattern":"("}`):                    "/parameters/properties/a: its pattern",
		with(`{"$ref":"#/properties/a"}`):                          `/properties/a/$ref: "#/properties/a" refers to itself`,
		with(`{"$ref":"#/properties/b"}`):                          `/parameters/properties/a/$ref: there is no "#/properties/b"`,
		with(`{"$ref":"https://example.com/s.json"}`):              "lies outside: copy the schema into this one",
		with(`{"type":"array","items":{"$ref":"#/properties/a"}}`): "refers to itself",
		with(`"text"`):                                             "/parameters/properties/a: a schema is an object",
		with(deep):                                                 "schemas lie more than 16 deep in each other: flatten them",
		`{"name":"t","parameters":{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}}`: `/parameters/required/0: "b" is required and is no property`,
		`{"name":"t","parameters":{"type":"array"}}`:                                                        `/parameters/type: arguments are of type "array"`,
		strings.Repeat(" ", longestDeclaration+1):                                                           "declare fewer tools at a time",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v, want %q", text, err, want)
		}
	}
}

func TestParseArguments(t *testing.T) {
	all, err := Read([]byte(`{"name":"send","parameters":{"type":"object","properties":{
		"to":{"type":"object","properties":{"city":{"type":"string"},"zip":{"type":"string","pattern":"^[0-9]{5}$"}}},
		"copies":{"type":"integer","minimum":1,"maximum":9},"colour":{"enum":["red","blue"]},"tags":{"type":"array","items":{"type":"string"}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	tool := &all[0]
	want := Arguments{"to.city": "Ulm", "to.zip": "89073", "copies": 2.0, "colour": "red", "tags": []any{"a"}}
	text := `{"to":{"city":"Ulm","zip":"89073"},"copies":2,"colour":"Red","tags":"a"}`
	quoted, _ := json.Marshal(text)
	for _, in := range []string{text, string(quoted)} {
		got, err := tool.ParseArguments([]byte(in))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", in, got, err)
		}
	}
	nested := Call{Tool: "send", Arguments: want}.Nested()
	if to, _ := nested["to"].(map[string]any); to["city"] != "Ulm" || nested["copies"] != 2.0 {
		t.Errorf("nested %v", nested)
	}
	for in, want := range map[string]string{
		`{"copies":0}`:          "/copies: \"0\" is not possible: give a whole number from 1 up to 9",
		`{"copies":1.5}`:        "/copies: \"1.5\" is not possible",
		`{"colour":"green"}`:    "/colour: \"green\" is not possible: choose one of red, blue",
		`{"to":{"zip":"8907"}}`: "/to.zip: \"8907\" does not match [0-9]{5}: write it so",
		`{"to":{"land":"x"}}`:   "/to.land: the tool has no such parameter: leave it out",
		`{"size":1}`:            "/size: the tool has no such parameter: leave it out",
		`[1]`:                   "they are no object; name each argument",
		`{"copies":`:            "send a JSON object",
		`"{\"copies\":"`:        "inside the text",
		`{"copies":{"a":[]}}`:   "/copies: ",
		`{"tags":[["a"]]}`:      "/tags: ",
		`{"to":"` + strings.Repeat("x", 1<<20) + `"}`: "at most 262144 are read; shorten them",
	} {
		if _, err := tool.ParseArguments([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", in, err, want)
		}
	}
}

// Contradictory declarations are refused, each with its name.
func TestNewErrors(t *testing.T) {
	for name, c := range map[string]struct {
		p    Parameter
		want string
	}{
		"name":       {Parameter{Name: "a b", Domain: Words()}, "use 1 to 128 letters"},
		"importance": {Parameter{Name: "a", Domain: Words(), Importance: 2}, "importance 2: give a number from 0 to 1"},
		"default":    {Parameter{Name: "a", Domain: OneOf("x"), Default: "y"}, "its default"},
		"range":      {Parameter{Name: "a", Domain: Between(2, 1)}, "no number is from 2 to 1"},
		"NaN":        {Parameter{Name: "a", Domain: Between(math.NaN(), 1)}, "swap the bounds"},
		"step":       {Parameter{Name: "a", Domain: Domain{Kind: Number, Step: -1}}, "step -1"},
		"dates":      {Parameter{Name: "a", Domain: Domain{Kind: Date, Earliest: "2026-02-02", Latest: "2026-01-01"}}, "no day is from"},
		"date":       {Parameter{Name: "a", Domain: Domain{Kind: Date, Earliest: "tomorrow"}}, "write it as 2006-01-02"},
		"list":       {Parameter{Name: "a", Domain: Domain{Kind: List}}, "without a domain of its items"},
		"lists":      {Parameter{Name: "a", Domain: Several(Several(Words()))}, "a list of lists"},
		"boolean":    {Parameter{Name: "a", Domain: Domain{Kind: Boolean, Values: []Value{{Of: true}}}}, "list both or none"},
		"value":      {Parameter{Name: "a", Domain: Choice(Value{Of: 1})}, "a listed value is a string, a float64 or a bool"},
		"kind":       {Parameter{Name: "a", Domain: Domain{Kind: 99}}, "unknown kind 99"},
	} {
		_, err := New(Tool{Name: "t", Parameters: []Parameter{c.p}})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "tool t: ") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
