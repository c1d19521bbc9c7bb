package schema

import (
	"encoding/json"
	"slices"

	"shopclerk/agent/tools"
)

// Past reads what came before an instruction: messages, calls and results as OpenAI and
// Anthropic write them in a conversation, or {"text"}, and calls with their "result".
// before are the calls and what they gave, newest first; a result is a call of no tool,
// with its values by their names. told are the texts, oldest first.
func Past(messages []map[string]any, kit *tools.Kit) (before []tools.Call, told []string) {
	p := past{kit: kit}
	for _, m := range messages {
		p.read(m)
	}
	slices.Reverse(p.before)
	return p.before, p.told
}

type past struct {
	kit    *tools.Kit
	before []tools.Call
	told   []string
}

// inside are the keys of the parts of a message.
var inside = []string{"tool_calls", "content", "output", "result", "text"}

func (p *past) read(m object) {
	name, args, err := Call(m)
	result := m["role"] == "tool" || m["type"] == "tool_result" || m["type"] == "function_call_output"
	if err == nil && name != "" && !result {
		c := tools.Call{Tool: name, Arguments: args}
		if t := p.kit.Tool(name); t != nil {
			c.Arguments = t.Flat(args)
		}
		p.before = append(p.before, c)
	}
	for _, key := range inside {
		switch of := m[key].(type) {
		case nil:
		case string:
			var value any
			if text := json.Unmarshal([]byte(of), &value) != nil; text && !result && key != "result" && key != "output" {
				p.told = append(p.told, of)
				continue
			} else if text {
				value = of
			}
			p.result(value, name)
		case []any:
			if key == "result" || key == "output" {
				p.result(of, name)
				continue
			}
			for _, part := range of {
				if inner, ok := part.(object); ok {
					if result {
						inner["role"] = "tool"
					}
					p.read(inner)
				}
			}
		default:
			p.result(of, name)
		}
	}
}

// result keeps the values of a result by their names; one without a name goes by that
// of the call.
func (p *past) result(of any, name string) {
	args := tools.Arguments{}
	var add func(any, string)
	add = func(of any, name string) {
		switch of := of.(type) {
		case object:
			for key, inner := range of {
				add(inner, key)
			}
		case []any:
			for _, inner := range of {
				add(inner, name)
			}
		case nil:
		default:
			if _, had := args[name]; !had {
				args[name] = of
			}
		}
	}
	add(of, name)
	p.before = append(p.before, tools.Call{Arguments: args})
}
