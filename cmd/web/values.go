package main

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"shopclerk/agent/journal"
	"shopclerk/catalog"
	"shopclerk/cmd/web/internal/complaint"
	"shopclerk/cmd/web/internal/present"
	"shopclerk/search"
	"shopclerk/views"
)

// mostValues is how many values a page lists: some 90 KB of buttons. Of more, those
// that begin with what is typed are found.
const mostValues = 1000

// values lists what a question can be answered with besides its options.
func (s *server) values(c echo.Context) error {
	ctx := c.Request().Context()
	version, err := strconv.Atoi(c.QueryParam(present.FieldVersion))
	if err != nil || version < 0 {
		return complaint.Bad("error.no-state")
	}
	conversation, err := s.journal.At(ctx, c.Param("id"), version)
	if err != nil {
		return err
	}
	last := conversation.Last()
	at, err := strconv.Atoi(c.QueryParam(present.FieldQuestion))
	if err != nil || last == nil || at < 0 || at >= len(last.Questions) {
		return complaint.Bad("error.no-state")
	}
	turn, err := s.clerk(c).Look(ctx, s.presenter(c).Legible(conversation.Need(), journal.Redacted), search.Page{Limit: 1})
	if err != nil {
		return err
	}
	typed := strings.ToValidUTF8(c.QueryParam(views.FieldTyped), "")
	list := turn.Unlisted(&last.Questions[at], math.MaxInt)
	begin := " " + catalog.FoldCase(strings.TrimSpace(typed))
	list = slices.DeleteFunc(list, func(v string) bool { return !strings.Contains(" "+catalog.FoldCase(v), begin) })
	page := views.Values{
		Back: s.presenter(c).ToConversation(present.StateURL(presented(conversation))), Text: last.Questions[at].Text, Typed: typed,
		Find: views.Form{Action: c.Request().URL.Path, Hidden: []views.Field{{Name: present.FieldVersion, Value: strconv.Itoa(version)}, {Name: present.FieldQuestion, Value: strconv.Itoa(at)}}},
		List: list[:min(len(list), mostValues)], Count: len(list), Name: present.QuestionName(at) + views.OtherText,
		Answer: views.Form{Action: "/c/" + conversation.ID + "/answer", Hidden: []views.Field{{Name: present.FieldVersion, Value: strconv.Itoa(version)}}},
	}
	for i := range last.Questions {
		if i != at { // they were not on this page: they are not skipped
			page.Answer.Hidden = append(page.Answer.Hidden, views.Field{Name: views.FieldUnread, Value: strconv.Itoa(i)})
		}
	}
	page.Page = s.frame(c, s.presenter(c).Page(page.Text))
	return s.html(c, views.ValuesPage(page))
}
