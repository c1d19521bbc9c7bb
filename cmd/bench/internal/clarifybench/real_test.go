package clarifybench

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Turns are counted by what is right in them. The tools that a turn lacks are not
// there, and are from the turn that brings them.
func TestConverse(t *testing.T) {
	files := fstest.MapFS{}
	for class, name := range classes {
		text := `{"name": "` + class + `_noop", "description": "Nothing.", "parameters": {"type": "dict", "properties": {}, "required": []}}`
		if class == "TicketAPI" {
			text = `{"name": "close_ticket", "description": "Close a ticket.", "parameters": {"type": "dict", "properties": {"ticket_id": {"type": "integer", "description": "ID of the ticket to close."}}, "required": ["ticket_id"]}}
{"name": "logout", "description": "Log out the current user.", "parameters": {"type": "dict", "properties": {}, "required": []}}`
		}
		files["bfcl/func_doc/"+name+".jsonl"] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, d := range []struct{ kind, questions, answers string }{
		{"base", `{"id": "b", "question": [[{"content": "Log out the current user."}]], "involved_classes": ["TicketAPI"]}`, `{"id": "b", "ground_truth": [["logout()"]]}`},
		{"miss_param", `{"id": "p", "question": [[{"content": "Close a ticket for me."}], [{"content": "The ticket is number 7."}]], "involved_classes": ["TicketAPI"]}`,
			`{"id": "p", "ground_truth": [[], ["close_ticket(ticket_id=7)"]]}`},
		{"miss_func", `{"id": "f", "question": [[{"content": "Log out the user."}], []], "involved_classes": ["TicketAPI"], "missed_function": {"1": ["logout"]}}`,
			`{"id": "f", "ground_truth": [[], ["logout()"]]}`},
	} {
		files["bfcl/multi_turn_"+d.kind+".jsonl"] = &fstest.MapFile{Data: []byte(d.questions)}
		files["bfcl/possible_answer/multi_turn_"+d.kind+".jsonl"] = &fstest.MapFile{Data: []byte(d.answers)}
	}
	want := Conversations{
		"base":       {Turns: 1, Acting: 1, Ready: 1, Calls: 1, Found: 1, Made: 1, Match: 1, Exact: 1},
		"miss_param": {Turns: 2, Wanting: 1, Asked: 1, Rightly: 1, Acting: 1, Ready: 1, Calls: 1, Found: 1, Made: 1, Match: 1, Exact: 1},
		"miss_func":  {Turns: 2, Wanting: 1, Refused: 1, Acting: 1, Ready: 1, Calls: 1, Found: 1, Made: 1, Match: 1, Exact: 1},
	}
	for _, kind := range bfclKinds { // what is one clause is decided about alike either way
		want[clausewise(kind)] = want[kind]
		for _, sure := range actThresholds { // nor does boldness matter where nothing is in doubt
			want[actingFromName(kind, sure)] = want[kind]
		}
	}
	got, err := Converse(files)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Turns{}), cmpopts.IgnoreFields(Turns{}, "Judged")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	files["bfcl/possible_answer/multi_turn_base.jsonl"].Data = []byte(`{"id": "b", "ground_truth": []}`)
	if _, err := Converse(files); err == nil {
		t.Error("a conversation with fewer answers than turns is read")
	}
}
