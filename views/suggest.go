package views

// Suggestions is what may be meant by what is being typed. It is shown below the
// box, as the options of a list box; choosing one is left to the script, and the
// box works without.
type Suggestions struct{ Groups []SuggestionGroup }

// SuggestionGroup is the suggestions of a kind, best first.
type SuggestionGroup struct {
	Kind SuggestionKind
	List []Suggestion
}

// SuggestionKind says what suggestions are.
type SuggestionKind string

// The kinds of suggestions.
const (
	SuggestCategories SuggestionKind = "categories"
	SuggestValues     SuggestionKind = "values"
	SuggestProducts   SuggestionKind = "products"
)

// Suggestion is one of them.
type Suggestion struct {
	Text    string
	Detail  string // such as "Colour in Backpacks"
	Count   int    // products; 0 shows no count
	Picture Picture
	URL     string // where choosing it leads; empty: it sends the box's form with
	Send    string // these fields in place of what was typed, as in a query
}

// count is how many suggestions there are.
func (s Suggestions) count() int {
	n := 0
	for _, g := range s.Groups {
		n += len(g.List)
	}
	return n
}

// before is how many suggestions stand above a group.
func (s Suggestions) before(group int) int {
	return Suggestions{Groups: s.Groups[:group]}.count()
}

// Of the form in which a suggestion begins a conversation: a category, and where it
// is about a value, that value of an aspect.
const (
	FieldCategory = "category"
	FieldAspect   = "aspect"
	FieldValue    = "value"
)

// FieldTyped is what is being typed, where an address completes it.
const FieldTyped = "q"
