package tools

import (
	"fmt"
	"strconv"
	"strings"
)

// Because is what this room finds wrong about a value.
type Because string

// The reasons.
const (
	Unlisted  Because = "unlisted"   // none of the values that are possible now
	TooLow    Because = "too-low"    // below the range
	TooHigh   Because = "too-high"   // above the range
	OffStep   Because = "off-step"   // between two numbers that are possible
	WrongKind Because = "wrong-kind" // a text where a number is needed, and such
	WrongForm Because = "wrong-form" // not of the form that texts must have
	TooLong   Because = "too-long"   // a text or list that is too long
	TooShort  Because = "too-short"  // a list that is too short
	Lacks     Because = "lacks"      // an object that lacks something inside
	Nothing   Because = "nothing"    // no value at all is possible now
	Failed    Because = "failed"     // it was tried and failed, without a reason
)

// Objection says what is wrong about a value or a call, and what would be possible.
type Objection struct {
	Parameter string  `json:"parameter,omitempty"` // empty for the call as a whole
	About     string  `json:"about,omitempty"`     // what a person calls the parameter
	Value     any     `json:"value,omitempty"`     // the value that is impossible
	Label     string  `json:"label,omitempty"`     // the value as a person reads it; Value as text if empty
	Reason    string  `json:"reason"`              // a clause without a full stop: "it has been shipped"
	Possible  []Value `json:"possible,omitempty"`  // what would be possible instead, when that can be listed
	// Because is set for what this room itself finds wrong; Reason is then empty and
	// the words come from the catalogue. See [Objection.Say].
	Because Because `json:"because,omitempty"`
	// Lacking is what an object lacks inside, by its place: "0.name" of a list's first object.
	Lacking []string `json:"lacking,omitempty"`
}

// fields are the names of what an object lacks, as a person reads them.
func (o *Objection) fields() []string {
	var out []string
	for _, path := range o.Lacking {
		name := fieldLabel(path)
		place, _, _ := strings.Cut(path, ".")
		if all, isList := o.Value.([]any); isList && len(all) > 1 {
			n, _ := strconv.Atoi(place)
			name = fmt.Sprintf("%d: %s", n+1, name)
		}
		out = append(out, name)
	}
	return out
}

// fieldLabel is what a person calls a field inside an argument, by its place.
func fieldLabel(path string) string {
	return (&Parameter{Name: path[strings.LastIndex(path, ".")+1:]}).label()
}

// Error says in English what is wrong; [Objection.Say] says it to shoppers.
func (o *Objection) Error() string {
	return fmt.Sprintf("%q is not possible (%s)", spell(o.Value), o.Because)
}

// mostPossible is how many of the possible values an objection tells of.
const mostPossible = 10

// told is the objection to a parameter, nil for the whole call, as it is shown: a
// shop's domain may be all its products.
func (o Objection) told(p *Parameter) Objection {
	if p != nil {
		o.Parameter, o.About = p.Name, p.label()
	}
	o.Possible = o.Possible[:min(len(o.Possible), mostPossible)]
	return o
}
