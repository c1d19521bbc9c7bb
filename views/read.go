package views

import (
	"net/url"
	"shopclerk/agent"
	"shopclerk/agent/memory"
	"shopclerk/agent/tools"
	"shopclerk/search"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

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
func ReadMessage(field string) (string, error) {
	text := Typed(field)
	if utf8.RuneCountInString(text) > LongestMessage {
		return "", TooLong("error.long-message", "Most", LongestMessage)
	}
	return text, nil
}

// Ticks reads what is ticked of so many questions. What is typed beside the ticks is not
// read.
func Ticks(form url.Values, questions int) ([]memory.Given, error) {
	out := make([]memory.Given, questions)
	for i := range out {
		var err error
		if out[i], err = ticksOf(form[QuestionName(i)]); err != nil {
			return nil, err
		}
		out[i].Question = i
	}
	return out, nil
}

// ticksOf reads the ticks of one question.
func ticksOf(values []string) (g memory.Given, err error) {
	for _, v := range values {
		switch v {
		case OtherValue:
			g.Other = true
		case NoneValue:
			g.None = true
		default:
			o, err := strconv.Atoi(v)
			if err != nil {
				return g, BadRequest("error.no-option", "Option", v)
			}
			g.Picked = append(g.Picked, o)
		}
	}
	slices.Sort(g.Picked)
	g.Picked = slices.Compact(g.Picked)
	return g, nil
}

// ReadGiven reads the ticks of the question whose fields have a name, and what was typed
// beside them.
func ReadGiven(form url.Values, name string) (g memory.Given, text string, err error) {
	if text = Typed(form.Get(name + OtherText)); utf8.RuneCountInString(text) > LongestMessage {
		return g, "", TooLong("error.long-answers", "Most", LongestMessage)
	}
	if g, err = ticksOf(form[name]); err != nil {
		return g, "", err
	}
	g.Other = g.Other || text != ""
	return g, text, nil
}

// Answers reads the form of so many questions. What is typed under "Other" is read like a
// message.
func Answers(form url.Values, questions int) (agent.Input, error) {
	in := agent.Input{Answered: true}
	if form.Get(FieldHush) != "" {
		in.Changes = []search.Change{{Op: search.Hush}}
	}
	unread := func(i int) bool { return slices.Contains(form[FieldUnread], strconv.Itoa(i)) }
	if form.Get(FieldSkip) != "" {
		for i := range questions {
			in.Answers = append(in.Answers, memory.Given{Question: i, Unread: unread(i) && i > 0})
		}
		return in, nil
	}
	var texts []string
	for i := range questions {
		g, text, err := ReadGiven(form, QuestionName(i))
		if err != nil {
			return in, err
		}
		g.Question = i
		g.Unread = unread(i) && len(g.Picked) == 0 && !g.Other && !g.None && text == ""
		if text != "" {
			if texts == nil {
				in.Typed = make([]string, questions)
			}
			in.Typed[i] = text
			texts = append(texts, text)
			g.Other = false // the words say it better
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
// [memory.ErrNoSuch].
func Replies(form url.Values, c *memory.Conversation, task string) ([]tools.Reply, error) {
	waiting := c.Waiting()
	if waiting == nil || waiting.Task.ID != task || len(waiting.Inquiries) == 0 {
		return nil, memory.ErrNoSuch
	}
	var out []tools.Reply
	answered := false
	for i := range waiting.Inquiries {
		q := &waiting.Inquiries[i]
		g, text, err := ReadGiven(form, InquiryName(i))
		if err != nil {
			return nil, err
		}
		elsewhere := slices.Contains(form[InquiryName(i)], OtherValue)
		switch {
		case len(g.Picked) > 0 && !elsewhere:
			text = "" // typed before another answer was chosen
		case len(g.Picked) > 0 && text != "":
			text = strings.Join(append(pickedLabels(q, g.Picked), text), ", ")
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

// pickedLabels are those of the options that were picked; there may be none such.
func pickedLabels(q *memory.Inquiry, picked []int) []string {
	var out []string
	for _, o := range picked {
		if o >= 0 && o < len(q.Options) {
			out = append(out, q.Options[o])
		}
	}
	return out
}
