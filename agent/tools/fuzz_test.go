package tools

import (
	"encoding/json"
	"reflect"
	"testing"
)

// What is read as tools can be written, and is read back the same.
func FuzzRead(f *testing.F) {
	for _, tool := range newCounter().tools() {
		f.Add([]byte(tool.OpenAI()))
		f.Add([]byte(tool.MCP()))
	}
	f.Add([]byte(`{"name":"t","parameters":{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"$ref":"#/$defs/b"}}}}`))
	f.Add([]byte(`{"name":"t","parameters":{"properties":{"a":{"type":"number","exclusiveMinimum":1,"multipleOf":0.1},"b":{"anyOf":[{"type":"null"},{"type":"array"}]}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		all, err := Read(data)
		if err != nil {
			return
		}
		for i := range all {
			back, err := Read(all[i].OpenAI())
			if err != nil {
				t.Fatalf("read %s, wrote %s: %v", data, all[i].OpenAI(), err)
			}
			if again := back[0].OpenAI(); string(again) != string(all[i].OpenAI()) {
				t.Fatalf("wrote %s, then %s", all[i].OpenAI(), again)
			}
		}
		if _, err := New(all...); err != nil {
			t.Fatalf("read %s, and no kit can be made of it: %v", data, err)
		}
	})
}

// What is read as arguments lies in the domains, and reading it again changes
// nothing.
func FuzzParseArguments(f *testing.F) {
	tool := Tool{Name: "t", Parameters: []Parameter{
		{Name: "a", Domain: Whole(0, 9)}, {Name: "b", Domain: OneOf("x", "y")}, {Name: "c", Domain: Day()}, {Name: "d", Domain: Flag()},
		{Name: "e.f", Domain: Words()}, {Name: "g", Domain: Several(Between(0, 1))}, {Name: "h", Domain: Domain{Kind: Opaque}},
	}}
	f.Add([]byte(`{"a":3,"b":"X","c":"2026-03-01","d":"true","e":{"f":"g"},"g":[0.5],"h":{"i":[1]}}`))
	f.Add([]byte(`"{\"a\":3}"`))
	f.Add([]byte(`{"e":{"f":null},"e.f":"x"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		args, err := tool.ParseArguments(data)
		if err != nil {
			return
		}
		for name, of := range args {
			if got, err := tool.Parameter(name).Domain.Accept(of); err != nil || !reflect.DeepEqual(got, of) {
				t.Fatalf("%s: %v became %v (%v)", name, of, got, err)
			}
		}
		text, err := json.Marshal(Call{Tool: "t", Arguments: args}.Nested())
		if err != nil {
			t.Fatal(err)
		}
		if again, err := tool.ParseArguments(text); err != nil || !reflect.DeepEqual(again, args) {
			t.Fatalf("%s became %v, then %v (%v)", data, args, again, err)
		}
	})
}

// No instruction, however odd, makes reading fail, and what is found lies within it.
func FuzzDecide(f *testing.F) {
	for _, s := range []string{"cancel the lamp", "make it three kettles", "call back on 03/04/2026 'now'", "where is #1001, W1002 or the 2nd?", "“quo„te” it's 12.50 €"} {
		f.Add(s, "the second one")
	}
	k := newCounter().kit(f)
	r := rule(f, "joint")
	f.Fuzz(func(t *testing.T, said, answer string) {
		task := Task{Words: said}
		d, err := k.Decide(task, today, r)
		if err != nil {
			t.Fatal(err)
		}
		if d.Do == Ask {
			if _, err := k.Decide(task.Answer(Reply{Aspect: d.Questions[0].Aspect, Words: answer}), today, r); err != nil {
				t.Fatal(err)
			}
		}
	})
}
