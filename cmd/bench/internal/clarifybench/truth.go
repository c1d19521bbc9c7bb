package clarifybench

import (
	"fmt"
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
	p := python{rest}
	for n := 0; !p.ends(')'); n++ {
		parameter := p.name()
		if parameter == "" && t != nil && n < len(t.Parameters) {
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
		p.skip(',')
	}
	return c, nil
}

// python reads values off the front of a text.
type python struct{ text string }

func (p *python) trim() { p.text = strings.TrimLeft(p.text, " \t\n") }

// ends reports whether nothing follows before a closing character, or nothing at all.
func (p *python) ends(c byte) bool {
	p.trim()
	return p.text == "" || p.text[0] == c
}

// skip passes over a character if it is next.
func (p *python) skip(c byte) {
	p.trim()
	p.text = strings.TrimPrefix(p.text, string(c))
}

// name reads "name=", or nothing.
func (p *python) name() string {
	p.trim()
	end := strings.IndexFunc(p.text, func(r rune) bool { return r != '_' && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z') })
	if end <= 0 {
		return ""
	}
	after := strings.TrimLeft(p.text[end:], " ")
	if !strings.HasPrefix(after, "=") {
		return ""
	}
	name := p.text[:end]
	p.text = after[1:]
	return name
}

func (p *python) value() (any, error) {
	p.trim()
	if p.text == "" {
		return nil, fmt.Errorf("a value is missing")
	}
	switch c := p.text[0]; c {
	case '\'', '"':
		return p.quoted(c)
	case '{':
		p.text = p.text[1:]
		out := tools.Arguments{}
		for !p.ends('}') {
			name, err := p.value()
			if err != nil {
				return nil, err
			}
			p.skip(':')
			if out[spell(name)], err = p.value(); err != nil {
				return nil, err
			}
			p.skip(',')
		}
		p.skip('}')
		return out, nil
	case '[', '(':
		p.text = p.text[1:]
		out := []any{}
		for !p.ends(map[byte]byte{'[': ']', '(': ')'}[c]) {
			of, err := p.value()
			if err != nil {
				return nil, err
			}
			out = append(out, of)
			p.skip(',')
		}
		if p.text == "" {
			return nil, fmt.Errorf("a list is not closed")
		}
		p.text = p.text[1:]
		return out, nil
	}
	end := strings.IndexAny(p.text, ",)]} ")
	if end < 0 {
		end = len(p.text)
	}
	word := p.text[:end]
	p.text = p.text[end:]
	switch word {
	case "True":
		return true, nil
	case "False":
		return false, nil
	case "None":
		return nil, nil
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return nil, fmt.Errorf("%q is no value", word)
	}
	return f, nil
}

// quoted reads a string in quotes of a kind.
func (p *python) quoted(quote byte) (string, error) {
	var b strings.Builder
	for i := 1; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case c == '\\' && i+1 < len(p.text):
			i++
			b.WriteByte(p.text[i])
		case c == quote:
			p.text = p.text[i+1:]
			return b.String(), nil
		default:
			b.WriteByte(c)
		}
	}
	return "", fmt.Errorf("a quote is not closed")
}
