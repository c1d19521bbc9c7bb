package tools

import (
	"reflect"
	"testing"

	"shopclerk/words"
)

// An answer is about what was asked and nothing else.
func TestAnswersDoNotSpill(t *testing.T) {
	k := newKit(t, Tool{Name: "list_pages", Title: "print pages", Purpose: "Prints pages.", Parameters: []Parameter{
		{Name: "start", Label: "start page", Required: true, Domain: Whole(1, 20)},
		{Name: "end", Label: "end page", Required: true, Domain: Whole(1, 20)},
		{Name: "in_colour", Required: true, Domain: Domain{Kind: Boolean}},
	}})
	task := calls("list_pages in_colour=true").Answer(Reply{Aspect: "start", Words: "4"})
	if d, err := k.Decide(task, rule(t, "joint")); err != nil || d.Do != Ask || d.Questions[0].Aspect != "end" {
		t.Errorf("%s %v %s (%v)", d.Do, d.Call, spellQuestions(d.Questions), err)
	}
}

// Values are what they are, however they are written, and nothing else is taken for
// them.
func TestAccept(t *testing.T) {
	for _, c := range []struct {
		d       Domain
		of      any
		want    any
		because Because
	}{
		{Whole(1, 9), 3, 3.0, ""},
		{Whole(1, 9), "4", 4.0, ""},
		{Whole(1, 9), 0.0, nil, TooLow},
		{Whole(1, 9), 10.0, nil, TooHigh},
		{Whole(1, 9), 2.5, nil, OffStep},
		{Whole(1, 9), "many", nil, WrongKind},
		{Domain{Kind: Number, High: 1, Step: 0.1}, 0.3, 0.3, ""},
		{oneOf("Red"), "red", "Red", ""},
		{oneOf("Red"), "reddish", nil, Unlisted},
		{oneOf(), "red", nil, Nothing},
		{Domain{Kind: Boolean}, "True", true, ""},
		{Domain{Kind: Boolean}, "perhaps", nil, WrongKind},
		{Domain{Kind: Date}, "2026-03-01", "2026-03-01", ""},
		{Domain{Kind: Date}, "2026-02-30", nil, WrongKind},
		{Words(), 12.0, "12", ""},
		{Domain{Kind: Text, Longest: 3}, "four", nil, TooLong},
		{Domain{Kind: Text, Pattern: "a+"}, "ab", nil, WrongForm},
		{Several(oneOf("a", "b")), "a", []any{"a"}, ""},
		{Several(oneOf("a", "b")), []any{}, nil, TooShort},
		{Several(oneOf("a", "b")), []any{"a", "c"}, nil, Unlisted},
	} {
		got, o := c.d.Accept(c.of)
		var because Because
		if o != nil {
			because = o.Because
			if o.Error() == "" {
				t.Errorf("%v: no words", c.of)
			}
		}
		if !reflect.DeepEqual(got, c.want) || because != c.because {
			t.Errorf("%s %v: %v %s, want %v %s", c.d.Kind, c.of, got, because, c.want, c.because)
		}
	}
}

// oneOf is the domain of the given texts.
func oneOf(values ...string) Domain {
	d := Domain{Kind: Finite}
	for _, v := range values {
		d.Values = append(d.Values, Value{Of: v})
	}
	return d
}

// Questions are sentences, whatever a parameter is called.
func TestQuestionsAreSentences(t *testing.T) {
	for _, c := range []struct {
		p    Parameter
		want string
	}{
		{Parameter{Name: "order_id", Domain: Words()}, "What is the order?"},
		{Parameter{Name: "to", Purpose: "Destination airport, as a code.", Domain: oneOf("a", "b")}, "Which destination airport?"},
		{Parameter{Name: "id", Purpose: "Title ID", Domain: Words()}, "What is the title ID?"},
		{Parameter{Name: "to", Domain: oneOf("a", "b")}, "Which value is meant for “to” (send it)?"},
		{Parameter{Name: "q", Label: "Q", Purpose: "Search for it.", Domain: Words()}, "Which value is meant for “q” (send it)?"},
		{Parameter{Name: "item_ids", Domain: Several(Words())}, "Which item?"},
		{Parameter{Name: "userId", Purpose: "ID of the user to send the message to.", Domain: Words()}, "What is the user?"},
	} {
		c.p.Required = true
		k := newKit(t, Tool{Name: "send_it", Parameters: []Parameter{c.p}})
		d, err := k.Decide(Task{Candidates: []Proposal{{Call: Call{Tool: "send_it"}}}}, rule(t, "joint"))
		if err != nil || len(d.Questions) != 1 || d.Questions[0].Say(words.English) != c.want {
			t.Errorf("%+v: %q, want %q (%v)", c.p, d.Say(words.English), c.want, err)
		}
	}
}

// What only carries an answer in words is no part of the value, unless the value is
// something to be said.
func TestAnswersInWords(t *testing.T) {
	for _, c := range []struct{ name, said, want string }{
		{"city", "I'd like to go to Boston please", "Boston"},
		{"city", "Boston.", "Boston"},
		{"city", "to New York, thanks", "New York"},
		{"city", "let's say San José", "San José"},
		{"title", "The Matrix", "The Matrix"},
		{"title", "it's called Ulysses", "Ulysses"},
		{"title", "To be or not to be", "To be or not to be"},
		{"name", "my name is John Smith", "John Smith"},
		{"name", "Go Lee", "Go Lee"},
		{"message", "I am late, please wait", "I am late, please wait"},
		{"city", "ich möchte nach Berlin bitte", "Berlin"},
	} {
		k := newKit(t, Tool{Name: "send_it", Parameters: []Parameter{{Name: c.name, Required: true, Domain: Words()}}})
		task := Task{Candidates: []Proposal{{Call: Call{Tool: "send_it"}}}}.Answer(Reply{Aspect: c.name, Words: c.said})
		if d, err := k.Decide(task, rule(t, "joint")); err != nil || d.Call == nil || d.Call.Arguments.Text(c.name) != c.want {
			t.Errorf("%s: %q is %v, want %q (%v)", c.name, c.said, d.Call, c.want, err)
		}
	}
}
