package tools

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/language"
)

// Effect says what a tool does to the world.
type Effect uint8

// The effects, from the harmless to the grave.
const (
	Reads        Effect = iota // changes nothing
	Changes                    // changes something that can be changed back
	Irreversible               // cannot be undone: needs a confirmation of exactly what will happen
)

// Tool is an action with parameters, declared once. What it says of the present (a
// domain that depends on data, a precondition) are functions over a snapshot that
// they close over: whoever holds the state declares the tools anew when it changes.
// The functions are pure.
type Tool struct {
	Name    string // unique in its kit; see [New] for its letters
	Title   string // what a person calls it: "cancel an order"; the name's words if empty
	Purpose string // what it does, in a sentence or two
	Effect  Effect

	Parameters []Parameter
	// Either are sets of parameters of which a call needs one: JSON Schema's anyOf of required.
	Either [][]string
	// Check says why a call is impossible now, nothing when it is possible; nil
	// always allows. It gets arguments that are each in their domain, of which some
	// may still be missing, and objects only to what is there.
	Check func(Arguments) []Objection
	// Preview says what a complete call will do, and whether it can be undone; nil for the
	// title and the arguments.
	Preview func(Arguments) string
}

// Parameter is one argument of a tool. It is the aspect that can be asked about.
type Parameter struct {
	Name     string   // unique in its tool; see Path
	Path     []string // the names of the objects around it and its own; nil: Name, divided at its dots
	Label    string   // what a person calls it: "order"; the name's words if empty
	Purpose  string   // what it means
	Domain   Domain
	Required bool   // once anything of what is Within is given
	Within   string // the beginning of the names of what is in the same optional object; "" outside of such
	// Nullable says that where it is left out the call has a null: the schema requires it, and takes null.
	Nullable bool
	// Default is what a missing optional parameter stands for; nil leaves it out.
	Default any
	// Implied says that the tool itself takes the default where the call leaves it out,
	// so that calls need not have it.
	Implied bool
	// Importance is how much a wrong value would matter, w of Argus' regret, in
	// [0,1]; 0 counts as 1.
	Importance float64
}

// title returns what a person calls the tool.
func (t *Tool) title() string {
	if t.Title != "" {
		return t.Title
	}
	return strings.Join(language.NameWords(t.Name), " ")
}

// value is the tool as an answer to what is to be done.
func (t *Tool) value() Value { return Value{Of: t.Name, Label: t.title()} }

// Parameter returns a parameter by its name, nil when the tool has none such.
func (t *Tool) Parameter(name string) *Parameter {
	if i := t.at(name); i >= 0 {
		return &t.Parameters[i]
	}
	return nil
}

// at is the place of a parameter, −1 when the tool has none such.
func (t *Tool) at(name string) int {
	for i := range t.Parameters {
		if t.Parameters[i].Name == name {
			return i
		}
	}
	return -1
}

// purposeBegins matches a purpose that begins with a name of a few words.
var purposeBegins = regexp.MustCompile(`^(\pL+(?: \pL+){0,3})(?:[.,;:\n]| \(|$)`)

// label returns what a person calls the parameter: "order" for "order_id". Where its name
// tells a person nothing ("q", "id"), it is the name that the purpose begins with: "Title ID".
func (p *Parameter) label() string {
	if p.Label != "" && speaking(p.Label) {
		return p.Label
	}
	w := language.NameWords(p.Name)
	if n := len(w); n > 1 && (w[n-1] == "id" || w[n-1] == "ids") {
		w = w[:n-1]
	}
	name := strings.Join(w, " ")
	if begin := purposeBegins.FindStringSubmatch(p.Purpose); begin != nil && !speaking(name) {
		named := strings.Fields(begin[1])
		if speaking(begin[1]) && !slices.ContainsFunc(named[:len(named)-1], func(s string) bool { return lists().Stop[strings.ToLower(s)] }) {
			return strings.Join(named, " ")
		}
	}
	return name
}

// speaking reports whether a name tells a person what is wanted: "q" does not.
func speaking(name string) bool {
	return slices.ContainsFunc(language.NameWords(name), func(w string) bool { return !lists().Stop[w] && !lists().Shapeless[w] && len(w) > 1 })
}

func (p *Parameter) importance() float64 { return cmp.Or(p.Importance, 1) }

// Kit is a set of tools. It is immutable and
// safe for concurrent use.
type Kit struct {
	tools []Tool
}

// What is read of others' declarations.
const (
	MostTools      = 500
	MostParameters = 500 // of a tool
	longestName    = 200 // characters
)

// Named reports whether tools and parameters can be called so: by any text of one line
// that is not far too long, since frameworks differ in what they allow.
func Named(name string) bool {
	return strings.TrimSpace(name) == name && name != "" && name != WhichTool && utf8.ValidString(name) &&
		utf8.RuneCountInString(name) <= longestName && !strings.ContainsFunc(name, unicode.IsControl)
}

// Levels are the names of the objects around a parameter and its own.
func (p *Parameter) Levels() []string {
	if p.Path != nil {
		return p.Path
	}
	return strings.Split(p.Name, ".")
}

// New makes a kit. Its errors are those of names: tools and parameters that cannot be
// called so, or that two are called.
func New(tools ...Tool) (*Kit, error) {
	var faults []error
	names := map[string]bool{}
	add := func(name, what string) {
		if !Named(name) || names[what] {
			faults = append(faults, fmt.Errorf("%s: use another name, a line of 1 to %d characters", what, longestName))
		}
		names[what] = true
	}
	for i := range tools {
		add(tools[i].Name, "tool "+tools[i].Name)
		for _, p := range tools[i].Parameters {
			add(p.Name, "tool "+tools[i].Name+": parameter "+p.Name)
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	k := &Kit{tools: slices.Clone(tools)}
	for i := range k.tools {
		t := &k.tools[i]
		t.Parameters = slices.Clone(t.Parameters)
		for n := range t.Parameters {
			t.Parameters[n].Domain.compile()
		}
	}
	return k, nil
}

// Tools returns the tools, in the order they were given.
func (k *Kit) Tools() []Tool { return slices.Clone(k.tools) }

// Bare is the name of a tool without the namespaces that frameworks put before it: "functions.", "mcp__files__".
func Bare(name string) string {
	name = name[strings.LastIndexAny(name, ".:/")+1:]
	if at := strings.LastIndex(name, "__"); at > 0 {
		name = name[at+2:]
	}
	return name
}

// Tool returns a tool by its name, where none has it by the name without namespaces; nil when the kit has none such,
// or several.
func (k *Kit) Tool(name string) (found *Tool) {
	for i := range k.tools {
		if k.tools[i].Name == name {
			return &k.tools[i]
		}
	}
	bare := Bare(name)
	for i := range k.tools {
		t := &k.tools[i]
		if t.Name != bare && (name != bare || Bare(t.Name) != name) || name == "" {
			continue
		}
		if found != nil {
			return nil
		}
		found = t
	}
	return found
}
