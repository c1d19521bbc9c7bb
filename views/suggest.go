package views

import (
	"net/url"
	"slices"
	"strings"

	"shopclerk/agent"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
)

// Of the form in which a suggestion begins a conversation: a category, and where it
// is about a value, that value of an aspect.
const (
	FieldCategory = "category"
	FieldAspect   = "aspect"
	FieldValue    = "value"
)

// FieldTyped is what is being typed, where an address completes it.
const FieldTyped = "q"

// suggestionCount is how many suggestions there are.
func suggestionCount(s *agent.Suggestions) int {
	return len(s.Categories) + len(s.Values) + len(s.Products)
}

// suggestionSends are the fields that choosing a category or a value of one sends in place of
// what was typed, as in a query.
func suggestionSends(f understand.Completion) string {
	send := url.Values{FieldCategory: {f.Category}}
	if f.Key != "" {
		send.Set(FieldAspect, f.Key)
		send.Set(FieldValue, f.Text)
	}
	return send.Encode()
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
