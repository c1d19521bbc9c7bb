package schema

import (
	"encoding/json"
	"fmt"
)

// Call reads a call as models and their frameworks write it: a name beside arguments (an
// object or, as OpenAI has them, its text), under the keys of OpenAI, Anthropic, Gemini,
// Bedrock, the Vercel AI SDK, LangChain or the Model Context Protocol. A call of nothing has the name
// "". The error reports arguments that are no object.
func Call(o map[string]any) (name string, arguments map[string]any, err error) {
	for _, key := range []string{"tool", "name", "toolName", "tool_name", "recipient_name", "function", "action"} {
		if name == "" {
			name, _ = o[key].(string)
		}
	}
	for _, key := range []string{"function", "functionCall", "function_call", "toolUse", "tool_use", "toolCall", "tool_call", "params", "call"} {
		if inner, ok := o[key].(object); ok && name == "" {
			return Call(inner)
		}
	}
	for _, key := range []string{"arguments", "input", "args", "parameters", "tool_input", "action_input", "params", "kwargs"} {
		switch of := o[key].(type) {
		case nil:
			continue
		case object:
			return name, of, nil
		case string:
			if json.Unmarshal([]byte(of), &arguments) == nil || of == "" {
				return name, arguments, nil
			}
		}
		return name, nil, fmt.Errorf("the arguments of %s are no object, nor the text of one", short(name))
	}
	return name, nil, nil
}

// Said returns the text of a message, of what a tool returned, or of whatever else somebody said before.
func Said(of any) string {
	if o, ok := of.(object); ok && o["role"] != nil && o["content"] != nil {
		of = o["content"]
	}
	if text, ok := of.(string); ok {
		return text
	}
	text, _ := json.Marshal(of) // of what came as JSON
	return string(text)
}
