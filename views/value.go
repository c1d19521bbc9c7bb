package views

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shopclerk/agent"
	"shopclerk/catalog"
)

// mostValues is how many values a page lists: some 90 KB of buttons. Of more, those
// that begin with what is typed are found.
const mostValues = 1000

// Values presents what a question of the latest exchange, by its position from 0, can be
// answered with besides its options: those values of which a word begins with what is
// typed.
func (p *Presenter) Values(c *Conversation, t *agent.Turn, at int, typed string) Values {
	posed := c.Last().Questions
	list := t.Unlisted(&posed[at], math.MaxInt)
	begin := " " + catalog.FoldCase(strings.TrimSpace(typed))
	list = slices.DeleteFunc(list, func(v string) bool { return !strings.Contains(" "+catalog.FoldCase(v), begin) })
	version := Field{Name: FieldVersion, Value: strconv.Itoa(c.Version)}
	v := Values{
		Page: p.Page(posed[at].Text), Back: p.ToConversation(StateURL(c)), Text: posed[at].Text, Typed: typed,
		Find: Form{Action: "/c/" + c.ID + "/values", Hidden: []Field{version, {Name: FieldQuestion, Value: strconv.Itoa(at)}}},
		List: list[:min(len(list), mostValues)], Count: len(list), Name: QuestionName(at) + OtherText,
		Answer: Form{Action: "/c/" + c.ID + "/answer", Hidden: []Field{version}},
	}
	for i := range posed {
		if i != at { // they were not on this page: they are not skipped
			v.Answer.Hidden = append(v.Answer.Hidden, Field{Name: FieldUnread, Value: strconv.Itoa(i)})
		}
	}
	return v
}
