package tools

import "testing"

// Placeholders are told from values that look a little like them.
func TestPlaceholders(t *testing.T) {
	for text, is := range map[string]bool{
		"your_email@example.com": true, "user@example.com": true, "[recipient]": true, "<city>": true, "{{city}}": true, "YOUR_API_KEY": true, "xxx": true,
		"2024-XX-XX": true, "/path/to/file": true, "Hello <UNK>": true, "your name here": true, "insert_text_here": true, "[YOUR NAME]": true, "N/A": true,
		"ann@example.com": false, "Your Name": true, "Yours truly": false, "Enter Sandman": false, "Replace the battery": false, "XXL": false, "Max": false,
		"a[0]": false, "x": false, "<b>bold</b>": false, "/tmp/path": false, "(555) 123-4567": false, "Exxon": false, "[a-z]+": false,
	} {
		if unsaid(text) != is {
			t.Errorf("%q: %v", text, !is)
		}
	}
}

// A value that is stated nowhere and that the tool cannot take is asked about, once.
func TestInventedAndImpossible(t *testing.T) {
	k := newKit(t, Tool{Name: "estimate_loan", Parameters: []Parameter{
		{Name: "age", Domain: Whole(18, 120), Required: true}, {Name: "state", Domain: oneOf("CA", "NY"), Required: true}}})
	r := rule(t, "joint")
	r.Ground = true
	for name, of := range map[string]any{"age": "young", "state": "TX"} {
		task := Task{Words: "how much can I borrow?", Candidates: []Proposal{{Call: Call{Tool: "estimate_loan", Arguments: Arguments{name: of}}}}}
		d, err := k.Decide(task, r)
		if err != nil || d.Do != Ask || d.Questions[0].Aspect != name || len(d.Questions[0].Options) > 2 {
			t.Errorf("%s %v: %s %s (%v)", name, of, d.Do, spellQuestions(d.Questions), err)
		}
	}
}
