package views

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/words"
)

// Start is the page on which a shopper begins.
type Start struct {
	Page       Page
	Categories []catalog.Category         // all, the largest first
	Faces      map[string]catalog.Product // those that stand for categories, by the categories' paths
	Offers     []string                   // paths of those shown in place of the largest
	Sentences  []string                   // that begin a conversation
	Recent     []Recent                   // this shopper's conversations, latest first; may be empty
	Now        time.Time
	Stored     Stored
}

// Recent is an earlier conversation.
type Recent struct {
	ID, Title string
	Updated   time.Time
}

// The fields of what a shopper begins or goes on with.
const (
	// FieldMessage carries what a shopper typed.
	FieldMessage = "message"
	// FieldTyped is what is being typed, where an address completes it.
	FieldTyped = "q"
	// FieldCategory begins a conversation with a category, and where it is about a value, with
	// that value of an aspect.
	FieldCategory = "category"
	FieldAspect   = "aspect"
	FieldValue    = "value"
	// FieldLanguage is the code of the language that is chosen.
	FieldLanguage = "language"
)

// BySize sorts categories for the start page, the largest first.
func BySize(categories []catalog.Category) []catalog.Category {
	return slices.SortedStableFunc(slices.Values(categories), func(a, b catalog.Category) int { return cmp.Compare(b.Size, a.Size) })
}

// mostTiles is how many categories the start page shows as tiles: full rows of two, four and five.
const mostTiles = 20

// tiles are the categories shown as tiles, those that the shop offers or else the largest, and where
// there are more, all by name.
func (s *Start) tiles() (tiles, listed []catalog.Category) {
	for _, path := range s.Offers {
		if i := slices.IndexFunc(s.Categories, func(c catalog.Category) bool { return c.Path == path }); i >= 0 {
			tiles = append(tiles, s.Categories[i])
		}
	}
	if len(tiles) == 0 {
		tiles = s.Categories
	}
	if tiles = tiles[:min(len(tiles), mostTiles)]; len(tiles) == len(s.Categories) {
		return tiles, nil
	}
	return tiles, slices.SortedStableFunc(slices.Values(s.Categories), func(a, b catalog.Category) int {
		return strings.Compare(catalog.FoldCase(a.Name), catalog.FoldCase(b.Name))
	})
}

// ago says how long past something is, roughly.
func ago(w *words.Language, d time.Duration) string {
	switch {
	case d < time.Minute:
		return w.T("start.now")
	case d < time.Hour:
		return w.N("start.minutes-ago", int(d.Minutes()))
	case d < 24*time.Hour:
		return w.N("start.hours-ago", int(d.Hours()))
	}
	return w.N("start.days-ago", int(d.Hours()/24))
}

// example is a sentence that a shopper could say, in the page's language: the largest category
// whose name has a word in it, and a round price above that of the category's face; "" where no
// name has one.
func (s *Start) example(w *words.Language) string {
	to, in := language.Of(w.Code()), language.Of(s.Page.Catalogue)
	for _, c := range s.Categories {
		kind, price := to.Called(c.Name, in), s.Faces[c.Path].Price
		cost := price.Major()
		switch {
		case kind == "":
		case cost <= 0:
			return w.T("start.example", "Category", kind)
		default:
			step := max(1, math.Pow(10, math.Floor(math.Log10(cost)))/2)
			return w.T("start.example-under", "Category", kind, "Price", w.Money(w.Fixed(math.Ceil(cost/step)*step, 0), price.Currency))
		}
	}
	return ""
}

// suggestionSends are the fields that choosing a category or a value of one sends in place of
// what was typed, as in a query.
func suggestionSends(f nlu.Completion) templ.Attributes {
	send := url.Values{FieldCategory: {f.Category}}
	if f.Key != "" {
		send.Set(FieldAspect, f.Key)
		send.Set(FieldValue, f.Text)
	}
	return templ.Attributes{"data-send": send.Encode()}
}

// Wish is the change that wants a value of one of a category's aspects, by its column;
// nil, or without the value, it is a complaint.
func Wish(w *words.Language, category *catalog.Category, column *catalog.Column, value string) (search.Change, error) {
	if column == nil || !slices.ContainsFunc(column.Values, func(v catalog.Value) bool { return v.Text == value }) {
		return search.Change{}, BadRequest("error.no-value", "Aspect", category.Name, "Value", value)
	}
	condition := &catalog.Condition{Key: column.Aspect.Key, Values: []string{value}}
	return search.Change{Op: search.AddWish, Text: reply.Condition(w, &column.Aspect, condition), Said: value, Condition: condition}, nil
}
