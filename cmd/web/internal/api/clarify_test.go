package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/agent/tools"
)

// toolbox is what the tests' agent can do, in the formats of both worlds.
const toolbox = `[
	{"type": "function", "function": {"name": "book_flight", "description": "Books a flight to a city.", "parameters": {"type": "object", "properties": {
		"city": {"enum": ["Paris", "Rome", "Oslo"]},
		"class": {"enum": ["economy", "first"]},
		"seats": {"type": "integer", "minimum": 1, "maximum": 9},
		"pay": {"type": "object", "properties": {"with": {"enum": ["card", "invoice"]}}, "required": ["with"]}
	}, "required": ["city", "seats", "pay"]}}},
	{"name": "cancel_booking", "description": "Cancels a booking.", "annotations": {"destructiveHint": true}, "inputSchema": {"type": "object", "properties": {
		"booking": {"enum": ["B1", "B2"]}
	}, "required": ["booking"]}}
]`

// task is the body of a request about the toolbox with further fields.
func task(t fataler, fields map[string]any) string {
	t.Helper()
	fields["tools"] = json.RawMessage(toolbox)
	return encode(t, fields)
}

func (p *program) decide(fields map[string]any) *Decision {
	p.t.Helper()
	out := &Decision{}
	p.read(p.send(post("/clarify", task(p.t, fields))), out)
	return out
}

func call(tool string, arguments map[string]any) map[string]any {
	return map[string]any{"tool": tool, "arguments": arguments}
}

var (
	paris    = map[string]any{"city": "Paris", "seats": 2., "class": "first", "pay": map[string]any{"with": "card"}}
	seatless = map[string]any{"city": "Paris", "pay": map[string]any{"with": "card"}}
)

func TestClarify(t *testing.T) {
	for _, tc := range []struct {
		name    string
		task    map[string]any
		do      string
		clarity string
		asks    string // parameter of the first question
	}{
		{"complete", map[string]any{"candidates": []any{call("book_flight", paris)}}, "execute", "clear", ""},
		{"something missing", map[string]any{"candidates": []any{call("book_flight", seatless)}, "policy": "all"}, "ask", "missing", ""},
		{"two readings", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{"booking": "B1"}), call("cancel_booking", map[string]any{"booking": "B2"})}}, "ask", "ambiguous", "booking"},
		{"an impossible value", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{"booking": "B9"})}}, "ask", "wrong", "booking"},
		{"irreversible", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{"booking": "B1"})}}, "confirm", "clear", ""},
		{"confirmed", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{"booking": "B1"})}, "confirmed": call("cancel_booking", map[string]any{"booking": "B1"})}, "execute", "clear", ""},
		{"another call confirmed", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{"booking": "B1"})}, "confirmed": call("cancel_booking", map[string]any{"booking": "B2"})}, "confirm", "clear", ""},
		{"refused", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{"booking": "B1"})}, "refused": call("cancel_booking", map[string]any{"booking": "B1"})}, "decline", "clear", ""},
		{"answered", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{})}, "history": []any{map[string]any{"answer": map[string]any{"aspect": "booking", "value": "B2"}}}}, "confirm", "clear", ""},
		{"failed for a reason", map[string]any{"candidates": []any{call("cancel_booking", map[string]any{"booking": "B1"})}, "confirmed": call("cancel_booking", map[string]any{"booking": "B1"}),
			"history": []any{map[string]any{"failure": map[string]any{"tool": "cancel_booking", "arguments": map[string]any{"booking": "B1"}, "reason": "it has departed"}}}}, "decline", "wrong", ""},
		{"words", map[string]any{"words": "cancel booking B2"}, "confirm", "clear", ""},
		{"words that no tool fits", map[string]any{"words": "sing a song"}, "decline", "beyond", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := ask(t)
			d := p.decide(tc.task)
			if string(d.Do) != tc.do || string(d.Clarity) != tc.clarity {
				t.Fatalf("%s, %s: %+v; want %s, %s", d.Do, d.Clarity, d, tc.do, tc.clarity)
			}
			if d.Do != "execute" && d.Say == "" {
				t.Error("says nothing")
			}
			if (d.Do == "ask") != (len(d.Questions) > 0) || (d.Do == "confirm") != (d.Preview != "") {
				t.Errorf("%+v", d)
			}
			if tc.asks != "" && (d.Questions[0].Parameter != tc.asks || len(d.Questions[0].Options) != 2 || d.Questions[0].Text == "") {
				t.Errorf("asks %+v, want %s", d.Questions[0], tc.asks)
			}
			if tc.clarity == "wrong" && len(d.Objections) == 0 && (len(d.Questions) == 0 || d.Questions[0].Impossible == nil) {
				t.Errorf("does not say what is wrong: %+v", d)
			}
			if again := p.decide(tc.task); cmp.Diff(d, again) != "" {
				t.Errorf("asked again: %s", cmp.Diff(d, again))
			}
		})
	}
}

// Arguments are nested as the tool nests them, on the way in and out; keys are of the
// task and the call.
func TestClarifiedCalls(t *testing.T) {
	p := ask(t)
	d := p.decide(map[string]any{"task": "t1", "candidates": []any{call("book_flight", paris)}})
	if diff := cmp.Diff(&tools.Call{Tool: "book_flight", Arguments: paris}, d.Call); diff != "" {
		t.Errorf("(-proposed +decided):\n%s", diff)
	}
	other := p.decide(map[string]any{"task": "t2", "candidates": []any{call("book_flight", paris)}})
	nameless := p.decide(map[string]any{"candidates": []any{call("book_flight", paris)}})
	if d.Key == "" || other.Key == d.Key || nameless.Key != "" {
		t.Errorf("keys %q, %q and %q", d.Key, other.Key, nameless.Key)
	}
	// what is missing is asked for until nothing is
	said := map[string]any{"candidates": []any{call("book_flight", map[string]any{})}, "questions": 5, "policy": "all"}
	values := map[string]any{"city": "Paris", "seats": 2, "class": "first", "pay.with": "card"}
	var history []any
	for range 5 {
		if d = p.decide(said); d.Do != "ask" {
			break
		}
		for _, q := range d.Questions {
			history = append(history, map[string]any{"answer": map[string]any{"aspect": q.Aspect, "value": values[q.Parameter]}})
		}
		said["history"] = history
	}
	if diff := cmp.Diff(&tools.Call{Tool: "book_flight", Arguments: paris}, d.Call); d.Do != "execute" || diff != "" {
		t.Errorf("%s (-answered +decided):\n%s", d.Do, diff)
	}
}

func TestClarifyInGerman(t *testing.T) {
	p := ask(t)
	said := map[string]any{"candidates": []any{call("cancel_booking", map[string]any{})}}
	english := p.decide(said)
	p.language = "de"
	if german := p.decide(said); german.Say == english.Say || german.Questions[0].Text == english.Questions[0].Text {
		t.Errorf("in German: %q", german.Say)
	}
}

// What is odd in one declaration or candidate takes nothing away from the others, and is
// told. Calls are read as every vendor writes them.
func TestClarifyIsLenient(t *testing.T) {
	odd := json.RawMessage(`[{"description": "nameless"}, 7, {"name": "a"}, {"name": "a"}, {"name": "größe ändern", "parameters": {"type": "object", "properties": {
		"n": {"type": "integer", "minimum": 5, "maximum": 1}, "c": {"type": "colour"}, "r": {"$ref": "#/properties/r"}, "p": {"type": "string", "pattern": "(?<=x)"},
		"d": {"enum": ["x"], "default": "y"}, "l": {"type": "array", "enum": ["x", "y"]}, "a.b": {"type": "string"},
		"opt": {"type": "object", "properties": {"x": {"type": "string"}}}, "who": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
		"day": {"type": "string", "format": "date"}}, "required": ["a.b", "opt", "who", "day"]}}]`)
	right := map[string]any{"a.b": "Ulm", "opt": map[string]any{"x": "y"}, "who": []any{map[string]any{"name": "Ann"}}, "day": "2026-11-27"}
	with := func(changes ...any) map[string]any {
		out := map[string]any{}
		for k, v := range right {
			out[k] = v
		}
		for i := 0; i < len(changes); i += 2 {
			out[changes[i].(string)] = changes[i+1]
		}
		return out
	}
	named := func(args map[string]any) map[string]any {
		return map[string]any{"name": "größe ändern", "arguments": args}
	}
	text := encode(t, right)
	for _, tc := range []struct {
		name       string
		candidates []any
		do, asks   string
	}{
		{"as MCP writes it", []any{named(right)}, "execute", ""},
		{"as OpenAI writes it", []any{map[string]any{"id": "1", "type": "function", "function": map[string]any{"name": "größe ändern", "arguments": text}}}, "execute", ""},
		{"as Anthropic writes it", []any{map[string]any{"type": "tool_use", "name": "größe ändern", "input": right}}, "execute", ""},
		{"one of a tool that there is not", []any{call("fly", nil), named(right)}, "execute", ""},
		{"one with an argument that there is not", []any{named(with("colour", "red")), named(right)}, "execute", ""},
		{"one that is broken", []any{map[string]any{"name": "größe ändern", "arguments": "{"}, named(right)}, "execute", ""},
		{"none but broken ones", []any{named(with("colour", "red"))}, "decline", ""},
		{"nothing fits", []any{}, "decline", ""},
		{"most say that nothing fits", []any{map[string]any{"tool": nil, "weight": 3}, named(right)}, "decline", ""},
		{"an empty object", []any{named(with("opt", map[string]any{}))}, "ask", "opt"},
		{"an item that lacks something", []any{named(with("who", []any{map[string]any{}}))}, "ask", "who"},
		{"<UNK>", []any{named(with("a.b", "<UNK>"))}, "ask", "a.b"},
		{"N/A", []any{named(with("a.b", "N/A"))}, "ask", "a.b"},
		{"empty", []any{named(with("a.b", ""))}, "ask", "a.b"},
		{"a blank", []any{named(with("a.b", "{{city}}"))}, "ask", "a.b"},
		{"the same value, written otherwise", []any{named(with("a.b", "ulm")), named(right), named(with("a.b", " Ulm."))}, "execute", ""},
		{"other values", []any{named(with("a.b", "Bonn")), named(right)}, "ask", "a.b"},
		{"a day from today on", []any{named(with("day", "next Friday"))}, "execute", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := &Decision{}
			p := ask(t)
			p.read(p.send(post("/clarify", encode(t, map[string]any{"tools": odd, "candidates": tc.candidates, "today": "2026-11-22"}))), d)
			asks := ""
			for _, q := range d.Questions {
				asks += q.Parameter
			}
			if string(d.Do) != tc.do || asks != tc.asks || len(d.Notes) < 8 {
				t.Fatalf("%s, asks %q, notes %q", d.Do, asks, d.Notes)
			}
			if tc.do == "execute" {
				if diff := cmp.Diff(right, map[string]any(d.Call.Arguments)); diff != "" {
					t.Errorf("(-right +executed):\n%s", diff)
				}
			}
		})
	}
}

// Several things are decided about in their order, with what came before; a person who
// minds wrong calls less is asked less.
func TestClarifySeveral(t *testing.T) {
	p := ask(t)
	book := func(seats any) map[string]any {
		return map[string]any{"candidates": []any{call("book_flight", map[string]any{"city": "Paris", "seats": seats, "pay": map[string]any{"with": "card"}})}}
	}
	d := p.decide(map[string]any{"task": "t", "calls": []any{book(2), book(3)}})
	if d.Do != "execute" || len(d.Calls) != 2 || d.Calls[1].Call.Arguments["seats"] != 3. || d.Calls[0].Key == d.Calls[1].Key {
		t.Errorf("%+v", d)
	}
	if d = p.decide(map[string]any{"calls": []any{book(2), book(nil)}}); d.Do != "ask" || d.Calls[0].Do != "execute" || d.Calls[1].Questions[0].Parameter != "seats" {
		t.Errorf("%+v", d)
	}
	contested := []any{map[string]any{"tool": "book_flight", "arguments": paris, "weight": 3}, map[string]any{"tool": "book_flight", "arguments": map[string]any{"city": "Rome", "seats": 2, "class": "first", "pay": map[string]any{"with": "card"}}}}
	if d = p.decide(map[string]any{"candidates": contested}); d.Do != "ask" {
		t.Errorf("%+v", d)
	}
	if d = p.decide(map[string]any{"candidates": contested, "cost": map[string]any{"book_flight": 2}}); d.Do != "execute" || d.Call.Arguments["city"] != "Paris" {
		t.Errorf("%+v", d)
	}
}

// Words about several things are told apart where that is asked for, and go on as calls.
func TestClarifySeveralInWords(t *testing.T) {
	p := ask(t)
	words := "book a flight to Paris with 2 seats, pay with card, and cancel a booking"
	if d := p.decide(map[string]any{"words": words}); d.Calls != nil {
		t.Errorf("nobody asked for %+v", d.Calls)
	}
	d := p.decide(map[string]any{"words": words, "several": true})
	if d.Do != "ask" || len(d.Calls) != 2 || d.Calls[0].Call.Tool != "book_flight" || d.Calls[0].Call.Arguments["city"] != "Paris" || d.Calls[1].Questions[0].Parameter != "booking" || d.Calls[1].Words != "cancel a booking" {
		t.Fatalf("%+v", d)
	}
	said := []any{map[string]any{"words": d.Calls[0].Words}, map[string]any{"words": d.Calls[1].Words, "history": []any{map[string]any{"answer": map[string]any{"aspect": "booking", "value": "B2"}}}}}
	if after := p.decide(map[string]any{"calls": said}); after.Do != "confirm" || after.Calls[1].Call.Arguments["booking"] != "B2" {
		t.Errorf("%+v", after)
	}
	if d = p.decide(map[string]any{"words": "cancel the bookings B1 and B2", "several": true}); len(d.Calls) != 2 || d.Calls[0].Call.Arguments["booking"] != "B1" || d.Calls[1].Call.Arguments["booking"] != "B2" {
		t.Errorf("%+v", d)
	}
}

// What came before says what words point at, whoever writes it how.
func TestClarifyInContext(t *testing.T) {
	open := json.RawMessage(`[
		{"name": "book_table", "description": "Book a table at a restaurant.", "inputSchema": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}},
		{"name": "cancel_booking", "description": "Cancel a booking.", "inputSchema": {"type": "object", "properties": {"booking_id": {"type": "string", "description": "ID of the booking."}}, "required": ["booking_id"]}}]`)
	for name, past := range map[string][]any{
		"here":         {map[string]any{"tool": "book_table", "arguments": map[string]any{"place": "Rosa"}, "result": map[string]any{"booking_id": "B17"}}},
		"by OpenAI":    {map[string]any{"role": "assistant", "tool_calls": []any{map[string]any{"id": "1", "function": map[string]any{"name": "book_table", "arguments": `{"place":"Rosa"}`}}}}, map[string]any{"role": "tool", "tool_call_id": "1", "content": `{"booking_id":"B17"}`}},
		"in words":     {map[string]any{"role": "user", "content": "I have booked a table."}, map[string]any{"role": "system", "content": "The booking B17 was mailed as 'b17.pdf'."}, map[string]any{"result": map[string]any{"booking_id": "B17"}}},
		"by Anthropic": {map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "tool_use", "name": "book_table", "input": map[string]any{"place": "Rosa"}}}}, map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "content": `{"booking_id":"B17"}`}}}},
	} {
		p := ask(t)
		d := &Decision{}
		p.read(p.send(post("/clarify", encode(t, map[string]any{"tools": open, "words": "cancel that booking", "context": past}))), d)
		if d.Call == nil || d.Call.Tool != "cancel_booking" || d.Call.Arguments["booking_id"] != "B17" || d.Do == "ask" {
			t.Errorf("%s: %s %+v", name, d.Do, d.Call)
		}
	}
	p := ask(t)
	d := &Decision{}
	p.read(p.send(post("/clarify", encode(t, map[string]any{"tools": open, "words": "what is the capital of France"}))), d)
	if d.Do != "decline" || d.Clarity != "beyond" {
		t.Errorf("%s %s %+v", d.Do, d.Clarity, d.Call)
	}
}

func TestClarifyRefuses(t *testing.T) {
	for _, tc := range []struct {
		name string
		body string
		want Kind
		at   string
	}{
		{"no tools", `{"words": "x"}`, Invalid, "/tools"},
		{"nothing wanted", task(t, map[string]any{}), NothingSaid, ""},
		{"an unknown tool confirmed", task(t, map[string]any{"words": "cancel", "confirmed": call("x", paris)}), Invalid, "/confirmed/tool"},
		{"an answer about nothing", task(t, map[string]any{"words": "cancel", "history": []any{map[string]any{"answer": map[string]any{"aspect": "bookin", "value": "B1"}}}}), UnknownQuestion, "/history/0/answer/aspect"},
		{"an event of two kinds", task(t, map[string]any{"words": "cancel", "history": []any{map[string]any{}}}), Invalid, "/history/0"},
		{"several of what was said before", task(t, map[string]any{"words": "cancel", "several": true, "history": []any{}}), Invalid, "/several"},
		{"far too many things", task(t, map[string]any{"words": strings.Repeat("cancel booking B1. ", 21), "several": true}), Invalid, "/words"},
		{"an unknown policy", task(t, map[string]any{"words": "cancel", "policy": "sagee"}), Invalid, "/policy"},
		{"a day that is none", task(t, map[string]any{"words": "cancel", "today": "tomorrow"}), Invalid, "/today"},
		{"much", `{"words": "` + strings.Repeat("a", longestTask) + `"}`, TooLarge, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := ask(t)
			problem := p.refused(post("/clarify", tc.body), tc.want)
			if tc.at == "" {
				return
			}
			if len(problem.Errors) == 0 || problem.Errors[0].At != tc.at || problem.Errors[0].Detail == "" {
				t.Errorf("faults %+v, want one at %s", problem.Errors, tc.at)
			}
		})
	}
}

func FuzzClarify(f *testing.F) {
	p := ask(f)
	f.Add(task(f, map[string]any{"words": "cancel booking B2", "today": "2026-11-21", "questions": 3}))
	f.Add(task(f, map[string]any{"candidates": []any{call("book_flight", paris)}, "confirmed": call("book_flight", seatless)}))
	f.Add(task(f, map[string]any{"words": "cancel", "history": []any{map[string]any{"answer": map[string]any{"aspect": "tool?", "words": "the second", "not": []any{"x"}}}}}))
	f.Fuzz(func(t *testing.T, body string) {
		q := *p
		q.t = t
		if w := q.send(post("/clarify", body)); w.Code >= http.StatusInternalServerError {
			t.Fatalf("%q is answered %d: %s", body, w.Code, w.Body)
		}
	})
}
