package main

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/agent/understand"
	"shopclerk/catalog"
	"shopclerk/search"
	"shopclerk/views"
	"shopclerk/words"
)

// suggested is how many categories, values and products each are suggested: all of them
// fit on a phone above its keyboard.
const suggested = 3

// suggest completes what is being typed: a fragment of the page, for the list below
// the search box.
func (s *server) suggest(c echo.Context) error {
	text := strings.ToValidUTF8(c.QueryParam(views.FieldTyped), "")
	if utf8.RuneCountInString(text) > longestMessage {
		return tooLong("error.long-message", "Most", longestMessage)
	}
	found, err := s.clerk(c).Suggest(c.Request().Context(), strings.TrimLeft(text, " "), suggested)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "private, max-age=60")
	return s.html(c, views.SuggestionList(suggestions(words.From(c.Request().Context()), &found)))
}

// suggestions presents what may be meant.
func suggestions(w *words.Language, found *agent.Suggestions) views.Suggestions {
	var out views.Suggestions
	group := func(kind views.SuggestionKind, list []views.Suggestion) {
		if len(list) > 0 {
			out.Groups = append(out.Groups, views.SuggestionGroup{Kind: kind, List: list})
		}
	}
	var categories, values, products []views.Suggestion
	for _, f := range found.Categories {
		categories = append(categories, completion(f, above(f.Category)))
	}
	for _, f := range found.Values {
		values = append(values, completion(f, w.T("suggest.value-in", "Aspect", f.Label, "Category", agent.CategoryName(f.Category))))
	}
	for i := range found.Products {
		p := &found.Products[i]
		products = append(products, views.Suggestion{
			Text: p.Title, Detail: agent.CategoryName(p.Category), Picture: views.Picture{URL: pictureURL(p)}, URL: "/p/" + url.PathEscape(p.ID),
		})
	}
	group(views.SuggestCategories, categories)
	group(views.SuggestValues, values)
	group(views.SuggestProducts, products)
	return out
}

// completion presents a category or a value of one.
func completion(f understand.Completion, detail string) views.Suggestion {
	send := url.Values{views.FieldCategory: {f.Category}}
	if f.Key != "" {
		send.Set(views.FieldAspect, f.Key)
		send.Set(views.FieldValue, f.Text)
	}
	return views.Suggestion{Text: f.Text, Detail: detail, Count: f.Count, Send: send.Encode()}
}

// above is the path of the levels above a category, "" at the top.
func above(path string) string {
	if i := strings.LastIndex(path, " > "); i >= 0 {
		return path[:i]
	}
	return ""
}

// opening reads what a conversation is begun with: a category, with a value of one of
// its aspects or without, or a message. The zero Input is neither.
func (s *server) opening(c echo.Context) (agent.Input, error) {
	path := c.FormValue(views.FieldCategory)
	if path == "" {
		text, err := message(c)
		return agent.Input{Message: text}, err
	}
	category, err := s.store(c).Category(path)
	if err != nil {
		return agent.Input{}, err
	}
	in := click(search.Change{Op: search.SetScope, Text: category.Name, Categories: []string{path}})
	if key := c.FormValue(views.FieldAspect); key != "" {
		wish, err := s.wish(c, category, key, c.FormValue(views.FieldValue))
		if err != nil {
			return agent.Input{}, err
		}
		in.Changes = append(in.Changes, wish)
	}
	return in, nil
}

// wish is the change that wants a value of one of a category's aspects.
func (s *server) wish(c echo.Context, category *catalog.Category, key, value string) (search.Change, error) {
	shelf, err := s.clerk(c).Engine.Shelf(c.Request().Context(), category.Path)
	if err != nil {
		return search.Change{}, err
	}
	column := shelf.Column(key)
	if column == nil || !slices.ContainsFunc(column.Values, func(v catalog.Value) bool { return v.Text == value }) {
		return search.Change{}, bad("error.no-value", "Aspect", category.Name, "Value", value)
	}
	return search.Change{
		Op: search.AddWish, Text: column.Aspect.Label + ": " + value, Said: value,
		Condition: &catalog.Condition{Key: key, Values: []string{value}},
	}, nil
}
