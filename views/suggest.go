package views

import (
	"net/url"
	"shopclerk/agent"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
	"slices"
	"strings"
)

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
	Picture string
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

// SuggestionsOf presents what may be meant.
func SuggestionsOf(w *words.Language, found *agent.Suggestions) Suggestions {
	var out Suggestions
	group := func(kind SuggestionKind, list []Suggestion) {
		if len(list) > 0 {
			out.Groups = append(out.Groups, SuggestionGroup{Kind: kind, List: list})
		}
	}
	var categories, values, products []Suggestion
	for _, f := range found.Categories {
		categories = append(categories, completion(f, parentPath(f.Category)))
	}
	for _, f := range found.Values {
		values = append(values, completion(f, w.T("suggest.value-in", "Aspect", f.Label, "Category", catalog.LastLevel(f.Category))))
	}
	for i := range found.Products {
		p := &found.Products[i]
		products = append(products, Suggestion{
			Text: p.Title, Detail: catalog.LastLevel(p.Category), Picture: pictureURL(p), URL: "/p/" + url.PathEscape(p.ID),
		})
	}
	group(SuggestCategories, categories)
	group(SuggestValues, values)
	group(SuggestProducts, products)
	return out
}

// completion presents a category or a value of one.
func completion(f understand.Completion, detail string) Suggestion {
	send := url.Values{FieldCategory: {f.Category}}
	if f.Key != "" {
		send.Set(FieldAspect, f.Key)
		send.Set(FieldValue, f.Text)
	}
	return Suggestion{Text: f.Text, Detail: detail, Count: f.Count, Send: send.Encode()}
}

// parentPath is the path of the levels above a category, "" at the top.
func parentPath(path string) string {
	if i := strings.LastIndex(path, " > "); i >= 0 {
		return path[:i]
	}
	return ""
}

// Wish is the change that wants a value of one of a category's aspects, by its column;
// nil, or without the value, it is a complaint.
func Wish(category *catalog.Category, column *catalog.Column, value string) (search.Change, error) {
	if column == nil || !slices.ContainsFunc(column.Values, func(v catalog.Value) bool { return v.Text == value }) {
		return search.Change{}, BadRequest("error.no-value", "Aspect", category.Name, "Value", value)
	}
	return search.Change{
		Op: search.AddWish, Text: column.Aspect.Label + ": " + value, Said: value,
		Condition: &catalog.Condition{Key: column.Aspect.Key, Values: []string{value}},
	}, nil
}
