package tools

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// Kind is the kind of a domain, and the type of its values in [Arguments].
type Kind uint8

// The kinds of domains.
const (
	Finite  Kind = iota // one of listed values
	Boolean             // bool; its values may be listed to name them
	Number              // float64 in a range
	Date                // string, "2006-01-02"
	Text                // string
	List                // []any, of one domain's values
	Opaque              // any JSON value: can be given, and is passed on unread
)

var kindNames = []string{"finite", "boolean", "number", "date", "text", "list", "opaque"}

// String returns the kind's name in lower case.
func (k Kind) String() string { return kindNames[k] }

// MarshalText writes the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindNames, string(text))
	if i < 0 {
		return fmt.Errorf("%q is no kind of domain: it is one of %q", text, kindNames)
	}
	*k = Kind(i)
	return nil
}

// Value is one value of a finite domain.
type Value struct {
	Of    any      `json:"value"`           // string, float64 or bool
	Label string   `json:"label,omitempty"` // as a person reads it; Of as text if empty
	Names []string `json:"-"`               // other names it goes by
	// Traits are the numbers it can be compared by: "price", "date", "size", or what a
	// catalogue calls a measure. The files dimensions.tsv of package language say which
	// words ask for them.
	Traits map[string]float64 `json:"-"`
	// Implied says that a call without the value means it: nobody said it.
	Implied bool `json:"-"`
}

// Text returns the value as a person reads it.
func (v Value) Text() string {
	if v.Label != "" {
		return v.Label
	}
	return spell(v.Of)
}

// spell writes a value of any kind as text.
func spell(of any) string {
	switch of := of.(type) {
	case string:
		return of
	case float64:
		return strconv.FormatFloat(of, 'f', -1, 64)
	}
	return canonical(of)
}

// Domain is the set of values that a parameter may take. Make one with [OneOf],
// [Choice], [Flag], [Between], [Whole], [Day], [Words], [Several] or [Depends].
type Domain struct {
	Kind Kind

	Values []Value // Finite, and the names of a Boolean's two; empty: nothing is possible now. Of a Text some that it may be

	Low, High float64 // Number: the range, infinite where open
	Step      float64 // Number: distance from Low, or from 0 if Low is infinite; 0 is continuous
	Unit      string  // Number: what it counts, as package language spells units
	Currency  string  // Number: ISO 4217, of amounts of money

	Earliest, Latest string // Date: "2006-01-02", empty where open

	Pattern string // Text: a regular expression (RE2) that the whole value matches
	Longest int    // Text: characters at most; 0 for [LongestText]

	// Fits of an Opaque domain says whether it holds a value, and what that lacks inside;
	// nil holds everything.
	Fits func(any) (lacking []string, fits bool)

	Items        *Domain // List
	Fewest, Most int     // List: length; Most 0 for [MostItems]

	// Present computes the domain from the present state and the arguments before
	// this parameter in the declaration (those that are known), and returns one
	// without Present. The other fields are then not read.
	Present func(Arguments) Domain
}

// Anywhere begins the patterns of which a text only has to contain a match.
const Anywhere = "(?s:.*)"

const (
	// LongestText is the longest text a parameter takes unless it says otherwise:
	// a long letter.
	LongestText = 10_000
	// MostItems is the longest list a parameter takes unless it says otherwise.
	MostItems = 1000
	// countable is the largest number of values that are told apart one by one in
	// ranges of numbers. Above it a person is asked for the number itself.
	countable = 32
	// dateLayout is how dates are written in arguments.
	dateLayout = time.DateOnly
)

// OneOf is the domain of the given texts.
func OneOf(values ...string) Domain {
	d := Domain{}
	for _, v := range values {
		d.Values = append(d.Values, Value{Of: v})
	}
	return d
}

// Choice is the domain of the given values.
func Choice(values ...Value) Domain { return Domain{Values: values} }

// Flag is the domain of true and false.
func Flag() Domain { return Domain{Kind: Boolean} }

// Between is the domain of the numbers from low to high, both included.
func Between(low, high float64) Domain { return Domain{Kind: Number, Low: low, High: high} }

// Whole is the domain of the whole numbers from low to high, both included.
func Whole(low, high float64) Domain { return Domain{Kind: Number, Low: low, High: high, Step: 1} }

// Day is the domain of dates.
func Day() Domain { return Domain{Kind: Date} }

// Words is the domain of texts.
func Words() Domain { return Domain{Kind: Text} }

// Several is the domain of lists of a domain's values, at least one.
func Several(of Domain) Domain { return Domain{Kind: List, Items: &of, Fewest: 1} }

// Depends is a domain that is computed from the present state.
func Depends(present func(Arguments) Domain) Domain { return Domain{Present: present} }

// At returns the domain as it is now, given the arguments known so far.
func (d Domain) At(args Arguments) Domain {
	if d.Present == nil {
		return d
	}
	now := d.Present(args)
	now.Present = nil
	return now
}

// item is the domain of one value: of a list's items, or the domain itself.
func (d *Domain) item() *Domain {
	if d.Kind == List {
		return d.Items
	}
	return d
}

// Size returns the number of values, |D| of SAGE-Agent and Argus; 0 when there is
// no end to them, and also when there is none ([Domain.Empty] tells). Lists and
// texts have no end.
func (d Domain) Size() int {
	switch d.Kind {
	case Finite:
		return len(d.Values)
	case Boolean:
		return 2
	case Number:
		if d.Step > 0 && !math.IsInf(d.Low, 0) && !math.IsInf(d.High, 0) {
			return int(min(math.Floor((d.High-d.Low)/d.Step+1e-9)+1, math.MaxInt32))
		}
	case Date:
		if d.Earliest != "" && d.Latest != "" {
			from, _ := time.Parse(dateLayout, d.Earliest)
			to, _ := time.Parse(dateLayout, d.Latest)
			return int(to.Sub(from).Hours()/24) + 1
		}
	}
	return 0
}

// Empty reports whether no value is possible now.
func (d Domain) Empty() bool {
	return d.Kind == Finite && len(d.Values) == 0 || d.Kind == List && d.Fewest > 0 && d.Items.Present == nil && d.Items.Empty()
}

// list returns the values one by one, nil when they are too many or have no end.
func (d Domain) list() []Value {
	switch d.Kind {
	case Finite:
		return d.Values
	case Boolean:
		if len(d.Values) == 2 {
			return d.Values
		}
		return []Value{{Of: true}, {Of: false}}
	case Number:
		n := d.Size()
		if n == 0 || n > countable {
			return nil
		}
		out := make([]Value, n)
		for i := range out {
			out[i].Of = d.Low + float64(i)*d.Step
		}
		return out
	}
	return nil
}

// fault says what contradicts itself in the domain.
func (d Domain) fault() error {
	if d.Present != nil {
		return nil
	}
	if d.Kind > Opaque {
		return fmt.Errorf("unknown kind %d: use one of %v", d.Kind, kindNames)
	}
	switch d.Kind {
	case Finite, Boolean:
		return d.valuesFault()
	case Number:
		if !(d.Low <= d.High) {
			return fmt.Errorf("no number is from %v to %v: swap the bounds or widen them", d.Low, d.High)
		}
		if !(d.Step >= 0) || math.IsInf(d.Step, 0) {
			return fmt.Errorf("step %v: give a number from 0 up", d.Step)
		}
	case Date:
		for _, s := range []string{d.Earliest, d.Latest} {
			if _, err := time.Parse(dateLayout, s); s != "" && err != nil {
				return fmt.Errorf("date %q: write it as 2006-01-02", s)
			}
		}
		if d.Earliest != "" && d.Latest != "" && d.Earliest > d.Latest {
			return fmt.Errorf("no day is from %s to %s: swap the bounds or widen them", d.Earliest, d.Latest)
		}
	case Text:
		if _, err := regexp.Compile(d.Pattern); err != nil {
			return fmt.Errorf("its pattern: %w; write it in RE2", err)
		}
		if d.Longest < 0 {
			return fmt.Errorf("longest %d: give a number from 0 up", d.Longest)
		}
	case List:
		if d.Items == nil {
			return fmt.Errorf("a list without a domain of its items: name one")
		}
		if d.Items.Present == nil && d.Items.Kind == List {
			return fmt.Errorf("a list of lists can not be asked about: flatten it, or declare it opaque")
		}
		if d.Fewest < 0 || d.Most < 0 || d.Most > 0 && d.Fewest > d.Most {
			return fmt.Errorf("no list has %d to %d items: swap the bounds or widen them", d.Fewest, d.Most)
		}
		return d.Items.fault()
	}
	return nil
}

func (d Domain) valuesFault() error {
	seen := map[string]bool{}
	for _, v := range d.Values {
		switch of := v.Of.(type) {
		case string, bool:
		case float64:
			if math.IsNaN(of) || math.IsInf(of, 0) {
				return fmt.Errorf("value %v: give a finite number", of)
			}
		default:
			return fmt.Errorf("value %v (%T): a listed value is a string, a float64 or a bool", v.Of, v.Of)
		}
		if key := canonical(v.Of); seen[key] {
			return fmt.Errorf("value %s is listed twice: leave one out", key)
		} else {
			seen[key] = true
		}
	}
	if d.Kind == Boolean && len(d.Values) > 0 && (len(d.Values) != 2 || !seen["true"] || !seen["false"]) {
		return fmt.Errorf("a boolean's values are true and false: list both or none")
	}
	return nil
}

// without returns the listed values but the one that was ruled out.
func without(values []Value, of any) []Value {
	return slices.DeleteFunc(slices.Clone(values), func(v Value) bool { return same(v.Of, of) })
}

// find returns the listed value that is the given one.
func find(values []Value, of any) (Value, bool) {
	for i := range values {
		if same(values[i].Of, of) {
			return values[i], true
		}
	}
	return Value{}, false
}
