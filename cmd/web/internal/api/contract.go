package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// contractText is the OpenAPI document. Its schemas are of JSON Schema 2020-12, which
// is what OpenAPI 3.1 made of them.
//
//go:embed openapi.json
var contractText []byte

// contractURL names the document to the compiler of schemas, which fetches nothing.
const contractURL = "openapi:///openapi.json"

// contract holds requests against the document.
type contract struct {
	document json.RawMessage
	tree     any // the document, parsed
	params   map[string][]operationParameter
	bodies   map[string]*jsonschema.Schema
}

// operationParameter is one of an operation's query, path or headers.
type operationParameter struct {
	name, in string
	required bool
	kind     string // "string", "integer" or "array" of strings
	schema   *jsonschema.Schema
}

// readContract reads the document, as far as requests need it.
func readContract() (*contract, error) {
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(contractText))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(contractURL, tree); err != nil {
		return nil, err
	}
	c := &contract{document: contractText, tree: tree, params: map[string][]operationParameter{}, bodies: map[string]*jsonschema.Schema{}}
	for i := range operations {
		op := &operations[i]
		at := jsonPointer("paths", op.path, strings.ToLower(op.method))
		described, ok := find(tree, at).(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s %s is not described at %s", op.method, op.path, at)
		}
		list, _ := described["parameters"].([]any)
		for n, p := range list {
			fields, _ := p.(map[string]any)
			out := operationParameter{}
			out.name, _ = fields["name"].(string)
			out.in, _ = fields["in"].(string)
			out.required, _ = fields["required"].(bool)
			place := at + jsonPointer("parameters", n, "schema")
			schema, _ := find(tree, place).(map[string]any)
			out.kind, _ = schema["type"].(string)
			if out.schema, err = compiler.Compile(contractURL + "#" + fragment(place)); err != nil {
				return nil, err
			}
			c.params[op.id] = append(c.params[op.id], out)
		}
		place := at + jsonPointer("requestBody", "content", "application/json", "schema")
		if find(tree, place) != nil {
			if c.bodies[op.id], err = compiler.Compile(contractURL + "#" + fragment(place)); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// fragment writes a JSON pointer as a fragment of a URL.
func fragment(pointer string) string { return (&url.URL{Fragment: pointer}).EscapedFragment() }

// find follows a JSON pointer, nil where it leads nowhere.
func find(tree any, pointer string) any {
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for _, step := range strings.Split(pointer, "/")[1:] {
		switch node := tree.(type) {
		case map[string]any:
			tree = node[unescape.Replace(step)]
		case []any:
			var at int
			if _, err := fmt.Sscanf(step, "%d", &at); err != nil || at < 0 || at >= len(node) {
				return nil
			}
			tree = node[at]
		default:
			return nil
		}
	}
	return tree
}

// check reads a request's query and body, and tells everything in which they do not
// keep the contract.
func (c *contract) check(op *operation, w http.ResponseWriter, r *request) error {
	var err error
	if r.query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
		return problem(Invalid, "The query can not be read: %v. Escape what is not a letter or a digit.", err)
	}
	wrong := &Problem{Kind: Invalid, Detail: "See errors."}
	var known []string
	for _, p := range c.params[op.id] {
		switch p.in {
		case "query":
			known = append(known, p.name)
			c.parameter(wrong, &p, r.query[p.name])
		case "header":
			c.parameter(wrong, &p, r.Header.Values(p.name))
		default:
			c.parameter(wrong, &p, []string{r.PathValue(p.name)})
		}
	}
	for name := range r.query {
		if !slices.Contains(known, name) {
			detail := "There is no such parameter."
			if len(known) > 0 {
				detail += " There are: " + strings.Join(known, ", ") + "."
			}
			wrong.Errors = append(wrong.Errors, Fault{In: "query", At: name, Detail: detail, Suggestions: near(name, known)})
		}
	}
	if schema := c.bodies[op.id]; schema != nil {
		tree, err := readBody(op, w, r)
		if err != nil {
			return err
		}
		c.hold(wrong, schema, "body", "", tree)
	}
	if len(wrong.Errors) > 0 {
		slices.SortFunc(wrong.Errors, func(a, b Fault) int { return strings.Compare(a.In+" "+a.At, b.In+" "+b.At) })
		return wrong
	}
	return nil
}

// readBody reads a body of JSON.
func readBody(op *operation, w http.ResponseWriter, r *request) (any, error) {
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/json" {
		return nil, problem(UnsupportedMedia, "Send JSON, with the header Content-Type: application/json.")
	}
	var err error
	r.body, err = io.ReadAll(http.MaxBytesReader(w, r.Body, op.longest))
	if long := new(http.MaxBytesError); errors.As(err, &long) {
		return nil, problem(TooLarge, "A body has %d bytes at most.", long.Limit)
	}
	if err != nil {
		return nil, problem(Malformed, "The body broke off: %v.", err)
	}
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.body))
	if err != nil {
		return nil, problem(Malformed, "The body is no JSON: %v.", err)
	}
	return tree, nil
}

// parameter holds the values of a parameter against its schema.
func (c *contract) parameter(wrong *Problem, p *operationParameter, values []string) {
	add := func(detail string) {
		wrong.Errors = append(wrong.Errors, Fault{In: p.in, At: p.name, Detail: detail})
	}
	switch {
	case len(values) == 0:
		if p.required {
			add("It is missing.")
		}
		return
	case p.kind == "array":
		list := make([]any, len(values))
		for i, v := range values {
			list[i] = v
		}
		c.hold(wrong, p.schema, p.in, p.name, list)
		return
	case len(values) > 1:
		add("It is given more than once.")
		return
	}
	var value any = values[0]
	if p.kind == "integer" {
		if n, err := jsonschema.UnmarshalJSON(strings.NewReader(values[0])); err == nil {
			value = n
		}
	}
	c.hold(wrong, p.schema, p.in, p.name, value)
}

// hold adds what of a value does not keep a schema.
func (c *contract) hold(wrong *Problem, schema *jsonschema.Schema, in, name string, value any) {
	invalid := new(jsonschema.ValidationError)
	if err := schema.Validate(value); errors.As(err, &invalid) {
		c.tell(wrong, invalid, in, name)
	}
}

// mostFaults is how many faults of a request are told: who sees ten mends the rest too.
const mostFaults = 10

// english words what the library says of itself.
var english = message.NewPrinter(language.English)

// tell adds the innermost causes of an error, which say what and where.
func (c *contract) tell(wrong *Problem, e *jsonschema.ValidationError, in, name string) {
	for _, cause := range e.Causes {
		c.tell(wrong, cause, in, name)
	}
	if len(e.Causes) > 0 || len(wrong.Errors) >= mostFaults {
		return
	}
	at := name
	if in == "body" {
		for _, step := range e.InstanceLocation {
			at += jsonPointer(step)
		}
	}
	add := func(at, detail string, suggestions ...string) {
		wrong.Errors = append(wrong.Errors, Fault{In: in, At: at, Detail: detail, Suggestions: suggestions})
	}
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		for _, field := range k.Properties {
			add(at+jsonPointer(field), "There is no such field.", near(field, c.fields(e.SchemaURL))...)
		}
	case *kind.Required:
		for _, field := range k.Missing {
			add(at+jsonPointer(field), "It is missing.")
		}
	case *kind.Type:
		add(at, fmt.Sprintf("It is of type %s and must be of type %s.", k.Got, strings.Join(k.Want, " or ")))
	case *kind.Enum:
		var offered []string
		for _, v := range k.Want {
			offered = append(offered, fmt.Sprint(v))
		}
		add(at, "It must be one of: "+strings.Join(offered, ", ")+".", near(fmt.Sprint(k.Got), offered)...)
	default:
		add(at, "It can not be taken: "+e.ErrorKind.LocalizedString(english)+".")
	}
}

// fields lists the fields that a schema of the document knows.
func (c *contract) fields(schemaURL string) []string {
	_, escaped, _ := strings.Cut(schemaURL, "#")
	place, err := url.PathUnescape(escaped)
	if err != nil {
		return nil
	}
	schema, _ := find(c.tree, place).(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	var out []string
	for name := range properties {
		out = append(out, name)
	}
	return out
}
