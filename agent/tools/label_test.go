package tools

import (
	"testing"

	"shopclerk/words"
)

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
		k, err := New(Tool{Name: "send_it", Parameters: []Parameter{c.p}})
		if err != nil {
			t.Fatal(err)
		}
		d, err := k.Decide(Task{Candidates: []Proposal{{Call: Call{Tool: "send_it"}}}}, Scene{}, rule(t, "joint"))
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
		{"message", "I am late, please wait", "I am late, please wait"},
		{"city", "ich möchte nach Berlin bitte", "Berlin"},
	} {
		k, err := New(Tool{Name: "send_it", Parameters: []Parameter{{Name: c.name, Required: true, Domain: Words()}}})
		if err != nil {
			t.Fatal(err)
		}
		task := Task{Candidates: []Proposal{{Call: Call{Tool: "send_it"}}}}.Answer(Reply{Aspect: c.name, Words: c.said})
		if d, err := k.Decide(task, Scene{}, rule(t, "joint")); err != nil || d.Call == nil || d.Call.Arguments.Text(c.name) != c.want {
			t.Errorf("%s: %q is %v, want %q (%v)", c.name, c.said, d.Call, c.want, err)
		}
	}
}
