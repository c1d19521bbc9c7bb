package control

import (
	"slices"
	"time"

	"shopclerk/catalog"
)

// Kind says what a setting is about. Kinds are stored: they are added, never renamed.
type Kind string

// The kinds. Each names the fields of [Setting] that it reads beside Category.
const (
	KindWording    Kind = "wording"    // Aspect, Name (a language, "" any): Text, Help
	KindPlace      Kind = "place"      // Aspect: Place
	KindMerge      Kind = "merge"      // Aspect, Name (the label shown): Values
	KindSynonym    Kind = "synonym"    // Aspect, Name (a value, or a merge's label): Values (words for it)
	KindProduct    Kind = "product"    // Name (a product's id): Place ([First] or [Never]), From, To
	KindReading    Kind = "reading"    // no Category; Name (a word or phrase): Text (what is read in its place), or Place ([Never]: nothing is)
	KindRule       Kind = "rule"       // Aspect, Name (a value): Place ([Early] or [Late] in lists), From, To
	KindPack       Kind = "pack"       // Values (aspects' keys, in the order in which they are asked about, before all others)
	KindBanner     Kind = "banner"     // Aspect (may be empty), Name (a language, "" any): Text, Values (of the aspect, one of which is wanted), From, To
	KindWelcome    Kind = "welcome"    // no Category; Name (a language, "" any): Text (the start page's heading), Help (stands under it)
	KindFace       Kind = "face"       // Text (id of the product whose picture stands for the category)
	KindExperiment Kind = "experiment" // no Category; Name (the experiment's), Arms
)

// Kinds lists them all, in the order of their pages.
var Kinds = []Kind{
	KindWording, KindPlace, KindPack, KindMerge, KindSynonym, KindReading, KindProduct, KindRule, KindBanner, KindWelcome, KindFace, KindExperiment,
}

// Place says where an aspect stands among the questions, or a product in a list.
type Place string

// The places. The zero Place leaves it to the clerk.
const (
	First Place = "first" // ask before any other; list before any other
	Early Place = "early" // ask before what does not tell twice as much; list further up
	Late  Place = "late"  // list further down; of rules only
	Never Place = "never" // do not ask about it; do not show it anywhere
)

// Day is a day of the shop's calendar as 2006-01-02, which sorts as time does; ""
// is none.
type Day string

// DayOf returns the day of a moment, where its location is the shop's.
func DayOf(t time.Time) Day { return Day(t.Format(time.DateOnly)) }

// Setting is one thing that a merchandiser sets. With nothing to hold, as
// [Setting.Empty] has it, it takes away what was set before in its [Slot].
type Setting struct {
	Kind     Kind     `json:"kind"`
	Category string   `json:"category,omitempty"` // a path; "" stands for every category
	Aspect   string   `json:"aspect,omitempty"`   // its key
	Name     string   `json:"name,omitempty"`
	Text     string   `json:"text,omitempty"` // the question, what is read, or what is said
	Help     string   `json:"help,omitempty"` // stands under it
	Place    Place    `json:"place,omitempty"`
	Values   []string `json:"values,omitempty"`
	From     Day      `json:"from,omitempty"` // first day; "" from the start
	To       Day      `json:"to,omitempty"`   // last day; "" without end
	Arms     []Arm    `json:"arms,omitempty"`
}

// Slot is what a setting is about: a later setting of the same slot takes its place.
type Slot struct {
	Kind                   Kind
	Category, Aspect, Name string
}

// Slot returns the setting's slot. There is but one experiment at a time, whatever
// its name: two would take each other's sessions.
func (s *Setting) Slot() Slot {
	if s.Kind == KindExperiment {
		return Slot{Kind: KindExperiment}
	}
	return Slot{s.Kind, s.Category, s.Aspect, s.Name}
}

// Empty reports that the setting holds nothing.
func (s *Setting) Empty() bool {
	return s.Text == "" && s.Help == "" && s.Place == "" && len(s.Arms) == 0 &&
		(len(s.Values) == 0 || s.Kind == KindBanner) // a banner's values say where its text stands
}

// On reports whether a day lies within the setting's dates, both included.
func (s *Setting) On(d Day) bool { return s.From <= d && (s.To == "" || d <= s.To) }

// holds reports whether the value is among the setting's.
func (s *Setting) holds(value string) bool { return containsValue(s.Values, value) }

func containsValue(values []string, value string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return catalog.Same(v, value) })
}
