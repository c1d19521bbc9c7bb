package tools

import (
	"cmp"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"shopclerk/agent/language"
)

// Kind is the kind of a domain, and says the type of its values in [Arguments].
type Kind string

// The kinds of domains.
const (
	Finite  Kind = "finite"  // one of listed values
	Boolean Kind = "boolean" // bool
	Number  Kind = "number"  // float64 in a range
	Date    Kind = "date"    // string, "2006-01-02"
	Text    Kind = "text"    // string
	List    Kind = "list"    // []any, of one domain's values
	Opaque  Kind = "opaque"  // any JSON value: can be given, and is passed on unread
)

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

// called are the texts that name the value.
func (v Value) called() []string {
	return slices.Compact(append(slices.Clone(v.Names), v.Text(), spell(v.Of)))
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

// Domain is the set of values that a parameter may take.
type Domain struct {
	Kind Kind

	Values []Value // Finite; empty: nothing is possible now. Of a Text some that it may be

	Low, High float64 // Number: the range, infinite where open
	Step      float64 // Number: distance from Low, or from 0 if Low is infinite; 0 is continuous

	Pattern string         // Text: a regular expression (RE2) that the whole value matches
	form    *regexp.Regexp // the pattern, compiled by [New]
	Longest int            // Text: characters at most; 0 for [LongestText]

	// Fits of an Opaque domain is its Accept; nil holds everything.
	Fits func(any) (any, *Objection)

	Items        *Domain // List: without Present
	Fewest, Most int     // List: length; Most 0 for [MostItems]

	// Present computes the domain from the present state and the arguments before
	// this parameter in the declaration (those that are known), and returns one
	// without Present. The other fields are then not read.
	Present func(Arguments) Domain
}

const (
	// LongestText is the longest text a parameter takes unless it says otherwise:
	// a long letter.
	LongestText = 10_000
	// MostItems is the longest list a parameter takes unless it says otherwise.
	MostItems = 1000
	// countable is the largest number of values that are told apart one by one in
	// ranges of numbers. Above it a person is asked for the number itself.
	countable = 32
)

// Choice is the domain of the given values.
func Choice(values ...Value) Domain { return Domain{Kind: Finite, Values: values} }

// Between is the domain of the numbers from low to high, both included.
func Between(low, high float64) Domain { return Domain{Kind: Number, Low: low, High: high} }

// Whole is the domain of the whole numbers from low to high, both included.
func Whole(low, high float64) Domain { return Domain{Kind: Number, Low: low, High: high, Step: 1} }

// Words is the domain of texts.
func Words() Domain { return Domain{Kind: Text} }

// Several is the domain of lists of a domain's values, at least one.
func Several(of Domain) Domain { return Domain{Kind: List, Items: &of, Fewest: 1} }

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

// isEmpty reports whether no value is possible now.
func (d *Domain) isEmpty() bool {
	return d.Kind == Finite && len(d.Values) == 0 || d.Kind == List && d.Fewest > 0 && d.Items.isEmpty()
}

// list returns the values one by one, nil when they are too many or have no end.
func (d Domain) list() []Value {
	switch steps := math.Floor((d.High-d.Low)/d.Step + 1e-9); {
	case d.Kind == Finite:
		return d.Values
	case d.Kind == Boolean:
		return []Value{{Of: true}, {Of: false}}
	case d.Kind == Number && d.Step > 0 && steps < countable:
		out := make([]Value, int(steps)+1)
		for i := range out {
			out[i].Of = d.Low + float64(i)*d.Step
		}
		return out
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

// text writes a value, or the items of a list, as a person reads them.
func (d Domain) text(of any) string {
	items, isList := of.([]any)
	if !isList {
		items = []any{of}
	}
	var out []string
	for _, of := range items {
		v, ok := find(d.item().list(), of)
		if !ok {
			v.Of = of
		}
		out = append(out, v.Text())
	}
	return strings.Join(out, ", ")
}

// names reports whether folded words are one of the listed values.
func (d Domain) names(said []string) bool {
	return slices.ContainsFunc(d.item().list(), func(v Value) bool {
		return slices.Equal(language.Forms(v.Text()), said) || slices.Equal(language.Forms(spell(v.Of)), said)
	})
}

// Accept returns a value as the domain writes it. It takes what JSON and callers write
// otherwise: whole numbers of any Go type, numbers and booleans as texts, the listed
// spelling in other case, a single item for a list. It guesses nothing: a value is the
// same or it is not. The objection is nil when the domain holds it.
func (d Domain) Accept(of any) (any, *Objection) {
	switch d.Kind {
	case Finite, Boolean:
		return d.acceptListed(of)
	case Number:
		f, ok := toNumber(of)
		switch {
		case !ok:
			return d.refuse(of, WrongKind)
		case f < d.Low:
			return d.refuse(of, TooLow)
		case f > d.High:
			return d.refuse(of, TooHigh)
		case d.Step > 0 && !onStep(f, d.Low, d.Step):
			return d.refuse(of, OffStep)
		}
		return f, nil
	case Date:
		s, _ := of.(string)
		day, ok := dateOf(strings.TrimSpace(s))
		if !ok {
			return d.refuse(of, WrongKind)
		}
		return day.Format(time.DateOnly), nil
	case Text:
		s, ok := of.(string)
		if f, isNumber := of.(float64); isNumber { // an article number that was written without quotes
			s, ok = spell(f), true
		}
		switch {
		case !ok:
			return d.refuse(of, WrongKind)
		case utf8.RuneCountInString(s) > cmp.Or(d.Longest, LongestText):
			return d.refuse(of, TooLong)
		case d.Pattern != "":
			if d.compile(); d.form == nil || !d.form.MatchString(s) {
				return d.refuse(of, WrongForm)
			}
		}
		return s, nil
	case List:
		return d.acceptList(of)
	}
	if d.Fits == nil {
		return of, nil
	}
	return d.Fits(Decoded(of))
}

// compile compiles the pattern; form stays nil where it cannot be compiled, and nothing matches.
func (d *Domain) compile() {
	if d.form == nil && d.Pattern != "" {
		d.form, _ = regexp.Compile(`\A(?:` + d.Pattern + `)\z`)
	}
}

func (d Domain) refuse(of any, because Because) (any, *Objection) {
	return nil, &Objection{Value: of, Because: because, Possible: slices.Clone(d.list())}
}

// Decoded is the list or object that a text holds, as models write them; else the text.
func Decoded(of any) any {
	text, _ := of.(string)
	var inner any
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{") {
		if json.Unmarshal([]byte(text), &inner) == nil {
			return inner
		}
	}
	return of
}

func (d Domain) acceptListed(of any) (any, *Objection) {
	values := d.list()
	if v, ok := find(values, of); ok {
		return v.Of, nil
	}
	s := strings.TrimSpace(spell(of))
	for _, v := range values {
		if strings.EqualFold(spell(v.Of), s) {
			return v.Of, nil
		}
	}
	plain := func(of any) string { return strings.Join(language.NameWords(spell(of)), " ") }
	if alike := slices.DeleteFunc(slices.Clone(values), func(v Value) bool { return plain(v.Of) != plain(of) || plain(of) == "" }); len(alike) == 1 {
		return alike[0].Of, nil
	}
	switch {
	case d.Kind == Boolean:
		return d.refuse(of, WrongKind)
	case len(values) == 0:
		return d.refuse(of, Nothing)
	}
	return d.refuse(of, Unlisted)
}

func (d Domain) acceptList(of any) (any, *Objection) {
	items, ok := Decoded(of).([]any)
	if !ok {
		items = []any{of}
	}
	switch {
	case len(items) > cmp.Or(d.Most, MostItems):
		return d.refuse(of, TooLong)
	case len(items) < d.Fewest:
		return d.refuse(of, TooShort)
	}
	out := make([]any, len(items))
	for i, item := range items {
		var o *Objection
		if out[i], o = d.Items.Accept(item); o != nil {
			return nil, o
		}
	}
	return out, nil
}

// toNumber returns a number of any Go type, or written as text.
func toNumber(of any) (f float64, ok bool) {
	switch of := of.(type) {
	case float64:
		f, ok = of, true
	case int:
		f, ok = float64(of), true
	case string:
		var err error
		f, err = strconv.ParseFloat(strings.TrimSpace(of), 64)
		ok = err == nil
	}
	return f, ok && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// onStep reports whether a number is a whole number of steps from the beginning of
// the range, within the dust of binary fractions.
func onStep(f, low, step float64) bool {
	if !math.IsInf(low, 0) {
		f -= low
	}
	n := f / step
	return math.Abs(n-math.Round(n)) < 1e-9*max(1, math.Abs(n))
}
