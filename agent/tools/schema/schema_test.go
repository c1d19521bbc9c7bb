package schema

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/tools"
	"shopclerk/words"
)

// Declarations of every format are read, and mean the same.
func TestRead(t *testing.T) {
	arguments := `{"type":"object","properties":{
		"city":{"type":"string","description":"where to"},
		"nights":{"type":"integer","minimum":1,"maximum":30},
		"class":{"enum":["economy","first"],"default":"economy"},
		"pay":{"type":"object","properties":{"card":{"type":"string"},"amount":{"type":["number","null"]}},"required":["card"]},
		"extras":{"type":"object","properties":{"note":{"type":"string"}}},
		"day":{"type":"string","format":"date"},
		"stops":{"type":"array","items":{"$ref":"#/$defs/stop"},"minItems":1},
		"quiet":{"type":"boolean"},
		"seats":{"type":"array","items":{"type":"object","properties":{"row":{"type":"integer"}}}},
		"size":{"oneOf":[{"const":"s","title":"small"},{"const":"l","title":"large"}]},
		"tag":{"anyOf":[{"type":"string"},{"type":"null"}]}
	},"required":["city","pay","nights","extras"],"$defs":{"stop":{"type":"string","enum":["a","b"]}}}`
	want := map[string]tools.Domain{
		"city": tools.Words(), "nights": tools.Whole(1, 30), "class": tools.Choice(tools.Value{Of: "economy"}, tools.Value{Of: "first"}), "pay.card": tools.Words(),
		"pay.amount": tools.Between(math.Inf(-1), math.Inf(1)), "day": tools.Domain{Kind: tools.Date}, "stops": tools.Several(tools.Choice(tools.Value{Of: "a"}, tools.Value{Of: "b"})),
		"quiet": tools.Domain{Kind: tools.Boolean}, "seats": {Kind: tools.Opaque}, "extras": {Kind: tools.Opaque},
		"size": tools.Choice(tools.Value{Of: "s", Label: "small"}, tools.Value{Of: "l", Label: "large"}), "tag": tools.Words(),
	}
	for format, text := range map[string]string{
		"OpenAI":    `[{"type":"function","function":{"name":"book","description":"Books a room.","parameters":` + arguments + `}}]`,
		"MCP":       `{"tools":[{"name":"book","description":"Books a room.","inputSchema":` + arguments + `,"annotations":{"readOnlyHint":true}}]}`,
		"plain":     `{"name":"book","description":"Books a room.","parameters":` + strings.Replace(arguments, `"type":"object"`, `"type":"dict"`, 1) + `}`,
		"Gemini":    `[{"functionDeclarations":[{"name":"book","description":"Books a room.","parameters":` + arguments + `}]}]`,
		"Bedrock":   `{"tools":[{"toolSpec":{"name":"book","description":"Books a room.","inputSchema":{"json":` + arguments + `}}}]}`,
		"Vercel":    `{"book":{"description":"Books a room.","inputSchema":` + arguments + `}}`,
		"Anthropic": `{"name":"book","description":"Books a room.","input_schema":` + arguments + `}`,
	} {
		all, notes, err := Read([]byte(text))
		if err != nil || len(all) != 1 || notes != nil {
			t.Fatalf("%s: %v, %v, %v", format, all, notes, err)
		}
		tool := &all[0]
		if tool.Name != "book" || tool.Purpose != "Books a room." || (tool.Effect == tools.Reads) != (format == "MCP") {
			t.Errorf("%s: %+v", format, tool)
		}
		if len(tool.Parameters) != len(want) {
			t.Errorf("%s: %d parameters, want %d", format, len(tool.Parameters), len(want))
		}
		for _, p := range tool.Parameters {
			d := p.Domain
			d.Fits = nil
			if !reflect.DeepEqual(d, want[p.Name]) {
				t.Errorf("%s: %s is %+v, want %+v", format, p.Name, d, want[p.Name])
			}
			if needed := slices.Contains([]string{"city", "nights", "pay.card", "extras"}, p.Name); p.Required != needed {
				t.Errorf("%s: %s required: %v", format, p.Name, p.Required)
			}
		}
	}
}

// What is odd about a declaration is left out with a note; its other parameters, and the
// other tools, are as if nothing were.
func TestOddDeclarations(t *testing.T) {
	for property, note := range map[string]string{
		`{"type":"complex"}`:                            `/odd/type: "complex" cannot be read`,
		`{"type":"integer","minimum":9,"maximum":1}`:    "",
		`{"enum":[]}`:                                   "/odd/enum: [] cannot be read",
		`{"enum":["x","x"]}`:                            "",
		`{"enum":[{"x":1}]}`:                            "",
		`{"enum":["x"],"default":"y"}`:                  `/odd/default: "y" is not possible (unlisted)`,
		`{"type":"string","pattern":"("}`:               "/odd/pattern",
		`{"type":"string","pattern":"^(?=a)b$"}`:        "/odd/pattern",
		`{"type":"array","enum":["a","b"]}`:             "",
		`{"$ref":"#/properties/odd"}`:                   "refers to itself",
		`{"$ref":"#/properties/b"}`:                     `/odd/$ref: "#/properties/b"`,
		`{"$ref":"https://example.com/s.json"}`:         "not checked",
		`"integer"`:                                     "",
		`7`:                                             "a schema is an object",
		`{"type":"integer","exclusiveMinimum":true}`:    "/odd/exclusiveMinimum",
		`{"type":"string","required":true}`:             "",
		`{"type":"number","minimum":"1"}`:               "/odd/minimum",
		`{"description":["x"],"type":["string","x"]}`:   "/odd/type",
		`{"type":"array","items":[{"type":"string"}]}`:  "anything is taken",
		`{"type":"List[str]"}`:                          "/odd/type",
		`{"allOf":[{"type":"string"},{"minLength":1}]}`: "",
	} {
		text := `[{"name":"größe","parameters":{"type":"object","required":["a.b","gone"],"properties":{"odd":` + property + `,"a.b":{"type":"string"}}}},
			{"description":"nameless"},{"name":"größe"},7,{"name":"other","input_schema":{"properties":{"n":{"type":"integer"}},"required":["n"]}}]`
		all, notes, err := Read([]byte(text))
		if err != nil || len(all) != 2 || all[1].Parameter("n") == nil {
			t.Fatalf("%.60s: %+v (%v)", property, all, err)
		}
		if p := all[0].Parameter("a.b"); p == nil || !p.Required || len(p.Levels()) != 1 {
			t.Errorf("%.60s: %+v", property, p)
		}
		if said := strings.Join(notes, "\n"); !strings.Contains(said, note) || !strings.Contains(said, `"gone" is no property`) || len(notes) > 8 {
			t.Errorf("%.60s: notes\n%s\nwant %q", property, said, note)
		}
		if _, err := tools.New(all...); err != nil {
			t.Errorf("%.60s: %v", property, err)
		}
	}
	if _, _, err := Read([]byte(`{`)); err == nil || !strings.Contains(err.Error(), "send JSON") {
		t.Error(err)
	}
	if _, _, err := Read([]byte(strings.Repeat(" ", longest+1))); err == nil {
		t.Error("far too long a text is read")
	}
}

// Calls are read however they are written, and mean the same.
func TestCall(t *testing.T) {
	for _, text := range []string{
		`{"tool":"send","arguments":{"to":"Ulm"}}`,
		`{"name":"send","arguments":{"to":"Ulm"}}`,
		`{"id":"1","type":"function","function":{"name":"send","arguments":"{\"to\":\"Ulm\"}"}}`,
		`{"type":"function_call","call_id":"1","name":"send","arguments":"{\"to\":\"Ulm\"}"}`,
		`{"type":"tool_use","id":"1","name":"send","input":{"to":"Ulm"}}`,
		`{"functionCall":{"name":"send","args":{"to":"Ulm"}}}`,
		`{"toolUse":{"toolUseId":"1","name":"send","input":{"to":"Ulm"}}}`,
		`{"toolCallId":"1","toolName":"send","input":{"to":"Ulm"}}`,
		`{"tool_name":"send","arguments":{"to":"Ulm"}}`,
		`{"tool_name":"send","tool_input":{"to":"Ulm"}}`,
		`{"recipient_name":"send","parameters":{"to":"Ulm"}}`,
		`{"function":"send","arguments":{"to":"Ulm"}}`,
		`{"action":"send","action_input":{"to":"Ulm"}}`,
		`{"name":"send","params":{"to":"Ulm"}}`,
		`{"method":"tools/call","params":{"name":"send","arguments":{"to":"Ulm"}}}`,
	} {
		var o map[string]any
		if err := json.Unmarshal([]byte(text), &o); err != nil {
			t.Fatal(err)
		}
		if name, args, err := Call(o); name != "send" || args["to"] != "Ulm" || err != nil {
			t.Errorf("%s: %s %v (%v)", text, name, args, err)
		}
	}
	if _, _, err := Call(map[string]any{"name": "send", "arguments": `{"to":`}); err == nil {
		t.Error("broken JSON is a call")
	}
}

// Lists of objects are held against what their items must have.
func TestOpaque(t *testing.T) {
	all, _, err := Read([]byte(`{"name":"book","parameters":{"properties":{"who":{"type":"array","items":{"type":"object",
		"properties":{"name":{"type":"string"},"age":{"type":"integer"}},"required":["name"]}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	d := all[0].Parameter("who").Domain
	for text, want := range map[string]string{
		`[{"name":"Ann"}]`:              "",
		`[{"age":3}]`:                   "name is missing",
		`[{"name":"Ann"},{"age":3},{}]`: "2: name, 3: name is missing",
		`[{"name":7}]`:                  "has not the form",
		`"[{\"name\":\"Ann\"}]"`:        "",
	} {
		var of any
		if err := json.Unmarshal([]byte(text), &of); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Accept(of); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Say(words.English, "who"), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// Objects further in than anybody nests them are read as values.
func TestDeepest(t *testing.T) {
	inner := `{"type":"string"}`
	for range 3 * deepest {
		inner = `{"type":"object","properties":{"a":` + inner + `}}`
	}
	all, _, err := Read([]byte(`{"name":"book","parameters":` + inner + `}`))
	if err != nil || len(all) != 1 || len(all[0].Parameters) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	if p := all[0].Parameters[0]; len(p.Path) != deepest || p.Domain.Kind != tools.Opaque {
		t.Errorf("at level %d there is a %v", len(p.Path), p.Domain.Kind)
	}
}

// Whatever is read as tools makes a kit.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"name":"t","parameters":{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"$ref":"#/$defs/b"}}}}`))
	f.Add([]byte(`{"name":"t","parameters":{"properties":{"a":{"type":"number","exclusiveMinimum":1,"multipleOf":0.1},"b":{"anyOf":[{"type":"null"},{"type":"array"}]}}}}`))
	f.Add([]byte(`[{"function":{"name":"t","parameters":{"properties":{"a.b":{"type":"object","properties":{"c":{}}}},"required":["a.b"]}}},{"name":"é"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, _, err := Read(data)
		if err != nil {
			return
		}
		if _, err := tools.New(all...); err != nil {
			t.Fatalf("read %s, and no kit can be made of it: %v", data, err)
		}
	})
}
