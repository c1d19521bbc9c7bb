package clarifybench

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"shopclerk/agent/tools"
)

// parseCall reads a call as the leaderboard writes it, in Python: mv(source='a',
// destination='b'). An argument without a name gets that of the tool's parameter at
// its place. A value is a string, a float64, a bool, a []any, or nil for None; those of
// an object are arguments named after it and a dot.
func parseCall(text string, kit *tools.Kit) (tools.Call, error) {
	name, rest, ok := strings.Cut(strings.TrimSpace(text), "(")
	if !ok {
		return tools.Call{}, fmt.Errorf("reading the call %q: there is no parenthesis", text)
	}
	c := tools.Call{Tool: name, Arguments: tools.Arguments{}}
	t := kit.Tool(name)
	p := python{pythonTokens.FindAllString(rest, -1)}
	for n := 0; !p.ends(")"); n++ {
		parameter := ""
		if len(p.tokens) > 1 && p.tokens[1] == "=" {
			parameter, p.tokens = p.tokens[0], p.tokens[2:]
		} else if t != nil && n < len(t.Parameters) {
			parameter = t.Parameters[n].Name
		}
		of, err := p.value()
		if err != nil {
			return tools.Call{}, fmt.Errorf("reading the call %q: %w", text, err)
		}
		if fields, ok := of.(tools.Arguments); ok { // as tools flatten objects
			for name, of := range fields {
				c.Arguments[parameter+"."+name] = of
			}
		} else if of != nil {
			c.Arguments[parameter] = of
		}
		p.skip(",")
	}
	return c, nil
}

// pythonTokens are the tokens of a call: texts in quotes, names and numbers, marks.
var pythonTokens = regexp.MustCompile(`(?s)'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.+-]+|\S`)

// pythonEscapes are what a backslash in quotes stands before.
var pythonEscapes = regexp.MustCompile(`(?s)\\(.)`)

// python reads values off the front of some tokens.
type python struct{ tokens []string }

// ends reports whether nothing follows before a closing token, or nothing at all.
func (p *python) ends(token string) bool { return len(p.tokens) == 0 || p.tokens[0] == token }

// skip passes over a token if it is next.
func (p *python) skip(token string) {
	if len(p.tokens) > 0 && p.tokens[0] == token {
		p.tokens = p.tokens[1:]
	}
}

func (p *python) value() (any, error) {
	if len(p.tokens) == 0 {
		return nil, fmt.Errorf("a value is missing")
	}
	token := p.tokens[0]
	p.tokens = p.tokens[1:]
	switch token {
	case "{":
		out := tools.Arguments{}
		for !p.ends("}") {
			name, err := p.value()
			if err != nil {
				return nil, err
			}
			p.skip(":")
			if out[spell(name)], err = p.value(); err != nil {
				return nil, err
			}
			p.skip(",")
		}
		p.skip("}")
		return out, nil
	case "[", "(":
		closing := map[string]string{"[": "]", "(": ")"}[token]
		out := []any{}
		for !p.ends(closing) {
			of, err := p.value()
			if err != nil {
				return nil, err
			}
			out = append(out, of)
			p.skip(",")
		}
		if len(p.tokens) == 0 {
			return nil, fmt.Errorf("a list is not closed")
		}
		p.skip(closing)
		return out, nil
	case "True":
		return true, nil
	case "False":
		return false, nil
	case "None":
		return nil, nil
	}
	if last := len(token) - 1; last > 0 && strings.ContainsAny(token[:1], `'"`) {
		return pythonEscapes.ReplaceAllString(token[1:last], "$1"), nil
	}
	f, err := strconv.ParseFloat(token, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is no value", token)
	}
	return f, nil
}
