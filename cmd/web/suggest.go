package main

import (
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"shopclerk/agent"
	"shopclerk/search"
	"shopclerk/views"
)

// suggested is how many categories, values and products each are suggested: all of them
// fit on a phone above its keyboard.
const suggested = 3

// suggest completes what is being typed: a fragment of the page, for the list below
// the search box.
func (s *server) suggest(c echo.Context) error {
	text := strings.ToValidUTF8(c.QueryParam(views.FieldTyped), "")
	if utf8.RuneCountInString(text) > views.LongestMessage {
		return views.TooLong("error.long-message", "Most", views.LongestMessage)
	}
	found, err := s.clerk(c).Suggest(c.Request().Context(), strings.TrimLeft(text, " "), suggested)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "private, max-age=60")
	return s.html(c, views.SuggestionList(&found))
}

// opening reads what a conversation is begun with: a category, with a value of one of
// its aspects or without, or a message. The zero Input is neither.
func (s *server) opening(c echo.Context) (agent.Input, error) {
	path := c.FormValue(views.FieldCategory)
	if path == "" {
		text, err := views.ReadMessage(c.FormValue(views.FieldMessage))
		return agent.Input{Message: text}, err
	}
	category, err := s.store(c).Category(path)
	if err != nil {
		return agent.Input{}, err
	}
	in := click(search.Change{Op: search.SetScope, Text: category.Name, Categories: []string{path}})
	if key := c.FormValue(views.FieldAspect); key != "" {
		shelf, err := s.clerk(c).Config().Engine.Shelf(c.Request().Context(), category.Path)
		if err != nil {
			return agent.Input{}, err
		}
		wish, err := views.Wish(category, shelf.Column(key), c.FormValue(views.FieldValue))
		if err != nil {
			return agent.Input{}, err
		}
		in.Changes = append(in.Changes, wish)
	}
	return in, nil
}
