package views

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent"
	"shopclerk/agent/dialog"
	"shopclerk/agent/tools"
	"shopclerk/search"
	"shopclerk/words"
)

var (
	// ErrBad reports a request that no page of ours sends.
	ErrBad = errors.New("bad request")
	// ErrLong reports a text longer than the shop reads.
	ErrLong = errors.New("too long")
)

// complaint is an error with a string of the room words, and its values.
type complaint struct {
	error  // ErrBad or ErrLong
	id     string
	values []any
}

// BadRequest is an [ErrBad] that tells what was wrong: a string of the room words, with its values.
func BadRequest(id string, values ...any) error { return &complaint{ErrBad, id, values} }

// TooLong is an [ErrLong] that tells so.
func TooLong(id string, values ...any) error { return &complaint{ErrLong, id, values} }

// ComplaintDetail is what an error tells, in a language; "" where it complains of nothing.
func ComplaintDetail(w *words.Language, err error) string {
	c := new(complaint)
	if !errors.As(err, &c) {
		return ""
	}
	return w.T(c.id, c.values...)
}

// Error is in English, for the log.
func (c *complaint) Error() string {
	return c.error.Error() + ": " + words.English.T(c.id, c.values...)
}

func (c *complaint) Unwrap() error { return c.error }

// Typed cleans what a shopper typed of what nobody types.
func Typed(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "")))
}

// ReadMessage reads the field of a message.
func ReadMessage(field string) (string, error) { return typed(field, "error.long-message") }

// typed reads a text, and complains of one that is too long.
func typed(field, long string) (string, error) {
	text := Typed(field)
	if utf8.RuneCountInString(text) > LongestMessage {
		return "", TooLong(long, "Most", LongestMessage)
	}
	return text, nil
}

// Ticks reads what is ticked of so many questions. What is typed beside the ticks is not
// read.
func Ticks(form url.Values, questions int) ([]dialog.Given, error) {
	out := make([]dialog.Given, questions)
	for i := range out {
		g, _, err := ReadGiven(url.Values{QuestionName(i): form[QuestionName(i)]}, QuestionName(i))
		if err != nil {
			return nil, err
		}
		out[i], out[i].Question = g, i
	}
	return out, nil
}

// ReadGiven reads the ticks of the question whose fields have a name, and what was typed
// beside them.
func ReadGiven(form url.Values, name string) (g dialog.Given, text string, err error) {
	if text, err = typed(form.Get(name+OtherText), "error.long-answers"); err != nil {
		return g, "", err
	}
	g.Other = text != ""
	for _, v := range form[name] {
		switch v {
		case OtherValue:
			g.Other = true
		case NoneValue:
			g.None = true
		default:
			o, err := strconv.Atoi(v)
			if err != nil {
				return g, "", BadRequest("error.no-option", "Option", v)
			}
			g.Picked = append(g.Picked, o)
		}
	}
	slices.Sort(g.Picked)
	g.Picked = slices.Compact(g.Picked)
	return g, text, nil
}

// Answers reads the form of so many questions. What is typed under "Other" is read like a
// message.
func Answers(form url.Values, questions int) (agent.Input, error) {
	in := agent.Input{Answered: true}
	if form.Get(FieldHush) != "" {
		in.Changes = []search.Change{{Op: search.Hush}}
	}
	skipped := form.Get(FieldSkip) != ""
	typed := make([]string, questions)
	var texts []string
	for i := range questions {
		var g dialog.Given
		unread := slices.Contains(form[FieldUnread], strconv.Itoa(i))
		if skipped {
			unread = unread && i > 0
		} else {
			var err error
			if g, typed[i], err = ReadGiven(form, QuestionName(i)); err != nil {
				return in, err
			}
			unread = unread && len(g.Picked) == 0 && !g.Other && !g.None
		}
		g.Question, g.Unread = i, unread
		if typed[i] != "" {
			texts = append(texts, typed[i])
			in.Typed, g.Other = typed, false // the words say it better
		}
		in.Answers = append(in.Answers, g)
	}
	in.Message = strings.Join(texts, ", ")
	if utf8.RuneCountInString(in.Message) > LongestMessage {
		return in, TooLong("error.long-answers", "Most", LongestMessage)
	}
	return in, nil
}

// Replies reads the answers to what an errand of a conversation asks, none where nothing
// is answered. What was left empty and may be is skipped; what is needed is asked for
// again. A form that is about something else answers nothing that is asked:
// [dialog.ErrNoSuch].
func Replies(form url.Values, c *dialog.Conversation, task string) ([]tools.Reply, error) {
	waiting := c.Waiting()
	if waiting == nil || waiting.Task.ID != task || len(waiting.Inquiries) == 0 {
		return nil, dialog.ErrNoSuch
	}
	var out []tools.Reply
	answered := false
	for i := range waiting.Inquiries {
		q := &waiting.Inquiries[i]
		g, text, err := ReadGiven(form, InquiryName(i))
		if err != nil {
			return nil, err
		}
		switch {
		case len(g.Picked) == 0 || text == "":
		case !slices.Contains(form[InquiryName(i)], OtherValue):
			text = "" // typed before another answer was chosen
		default:
			for _, o := range slices.Backward(g.Picked) {
				if o >= 0 && o < len(q.Options) {
					text = q.Options[o] + ", " + text
				}
			}
		}
		nothing := len(g.Picked) == 0 && text == ""
		if nothing && !q.Question.Skip {
			continue
		}
		answered = answered || !nothing || g.None
		r, err := q.Reply(g.Picked, text, nothing)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	if !answered {
		return nil, nil
	}
	return out, nil
}
