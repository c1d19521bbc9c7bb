package tools

import (
	"reflect"
	"strings"
	"testing"

	"shopclerk/words"
)

// workshop are the tools of a bicycle workshop.
func workshop(bikes ...string) []Tool {
	bike := Domain{Present: func(Arguments) Domain {
		d := Domain{Kind: Finite}
		for _, b := range bikes {
			id, name, _ := strings.Cut(b, " ")
			d.Values = append(d.Values, Value{Of: id, Label: "the " + name, Names: []string{name}})
		}
		return d
	}}
	parts := Domain{Present: func(a Arguments) Domain {
		if a.Text("bike") == "B2" {
			return Several(oneOf("chain", "saddle"))
		}
		if a["bike"] == nil {
			return Several(oneOf("wheel", "chain", "saddle", "bell"))
		}
		return Several(oneOf("wheel", "bell"))
	}}
	return []Tool{
		{Name: "repair", Title: "repair parts of a bike", Purpose: "Repairs parts of a bike.", Effect: Changes, Parameters: []Parameter{
			{Name: "bike", Required: true, Domain: bike}, {Name: "parts", Required: true, Domain: parts}}},
		{Name: "sell_bike", Title: "sell a bike", Purpose: "Sells a bike to somebody.", Effect: Irreversible, Parameters: []Parameter{
			{Name: "bike", Required: true, Domain: bike}}},
		{Name: "trim_spokes", Title: "trim spokes", Purpose: "Trims spokes.", Parameters: []Parameter{{Name: "spokes", Domain: Whole(1, 40), Default: 10.0}}},
		{Name: "write_note", Title: "write a note", Purpose: "Writes a note into a file.", Parameters: []Parameter{
			{Name: "file", Required: true, Domain: Words()}, {Name: "note", Required: true, Domain: Words()}}},
	}
}

func workshopKit(t *testing.T, bikes ...string) *Kit {
	t.Helper()
	return newKit(t, workshop(bikes...)...)
}

// What is impossible now is asked about, or declined; what is left out is the default.
func TestInstructions(t *testing.T) {
	two := []string{"B1 roadster", "B2 tandem"}
	for _, c := range []struct {
		about, call string
		bikes       []string
		do          Do
		args        Arguments
		aspect      string // of the first question
		objection   string // what the first one is to
	}{
		{"a list that depends on another value", "repair bike=B2, parts=chain", two, Execute, Arguments{"bike": "B2", "parts": []any{"chain"}}, "", ""},
		{"a thing that there is not", "sell_bike bike=unicycle", two, Ask, Arguments{}, "bike", "unicycle"},
		{"nor where only one could be meant", "sell_bike bike=unicycle", two[:1], Ask, Arguments{}, "bike", "unicycle"},
		{"the only one", "sell_bike", two[:1], Confirm, Arguments{"bike": "B1"}, "", ""},
		{"nothing is possible", "sell_bike", nil, Decline, Arguments{}, "", ""},
		{"a default", "trim_spokes", two, Execute, Arguments{"spokes": 10.0}, "", ""},
	} {
		t.Run(c.about, func(t *testing.T) {
			d, err := workshopKit(t, c.bikes...).Decide(calls(c.call), rule(t, "joint"))
			if err != nil {
				t.Fatal(err)
			}
			aspect, objection := "", ""
			if len(d.Questions) > 0 {
				aspect = d.Questions[0].Aspect
			}
			if len(d.Objections) > 0 && d.Objections[0].Value != nil {
				objection = spell(d.Objections[0].Value)
			}
			if d.Do != c.do || d.Call == nil || !reflect.DeepEqual(d.Call.Arguments, c.args) || aspect != c.aspect || objection != c.objection {
				t.Errorf("%s: %s %v, asks %q, objects to %q\nwant %s %v, %q, %q", c.call, d.Do, d.Call, aspect, objection, c.do, c.args, c.aspect, c.objection)
			}
		})
	}
}

// An objection says what a person calls the value and the parameter.
func TestObjectionsSayLabels(t *testing.T) {
	tools := workshop("B1 roadster", "B2 tandem")
	tools[1].Parameters[0].Label = "bicycle"
	tools[1].Check = func(a Arguments) []Objection {
		if a.Text("bike") == "B1" {
			return []Objection{{Parameter: "bike", Reason: "it is somebody else's"}}
		}
		return nil
	}
	k := newKit(t, tools...)
	d, err := k.Decide(calls("sell_bike bike=B1"), rule(t, "joint"))
	if err != nil || len(d.Objections) != 1 || d.Objections[0].Label != "the roadster" || d.Objections[0].About != "bicycle" {
		t.Fatalf("%+v (%v)", d.Objections, err)
	}
	if said := d.Say(words.English); !strings.HasPrefix(said, "“the roadster” is not possible as bicycle: it is somebody else's.") {
		t.Error(said)
	}
}

// A preview is in the language that it is asked for.
func TestPreviewLanguage(t *testing.T) {
	k := workshopKit(t, "B1 roadster", "B2 tandem")
	d, err := k.Decide(calls("sell_bike bike=B2"), rule(t, "joint"))
	if err != nil || d.Do != Confirm {
		t.Fatalf("%s (%v)", d.Do, err)
	}
	if en, de := k.Preview(*d.Call, words.English), k.Preview(*d.Call, words.Lookup("de")); en == "" || de == "" || en == de {
		t.Errorf("%q and %q", en, de)
	}
}

// Texts that are needed are asked for together, others by the batch.
func TestForm(t *testing.T) {
	text := func(name string) Parameter { return Parameter{Name: name, Required: true, Domain: Words()} }
	k := newKit(t, Tool{Name: "send_card", Title: "send a card", Purpose: "Sends a card.",
		Parameters: []Parameter{text("street"), {Name: "size", Required: true, Domain: oneOf("small", "large")}, text("town"), text("land"), text("greeting")}})
	r := rule(t, "joint")
	task := calls("send_card")
	asked := ""
	for range 3 {
		d, err := k.Decide(task, r)
		if err != nil {
			t.Fatal(err)
		}
		if d.Do != Ask {
			break
		}
		asked += "|"
		for _, q := range d.Questions {
			asked += " " + q.Aspect
			if q.Aspect == "size" {
				task = task.Answer(Reply{Aspect: q.Aspect, Value: "small"})
			} else {
				task = task.Answer(Reply{Aspect: q.Aspect, Words: "Ash"})
			}
		}
	}
	if asked != "| street size town land greeting" {
		t.Errorf("asked %q", asked)
	}
	r.Form = false
	if d, _ := k.Decide(calls("send_card"), r); len(d.Questions) != 1 {
		t.Errorf("%d questions without a form", len(d.Questions))
	}
}

// A question waits for what its domain depends on, where that domain does not list all.
func TestQuestionsWait(t *testing.T) {
	k := newKit(t, Tool{Name: "set_gear", Title: "set a gear", Purpose: "Sets a gear.", Parameters: []Parameter{
		{Name: "front", Required: true, Domain: Domain{Kind: Boolean}},
		{Name: "gear", Required: true, Domain: Domain{Present: func(a Arguments) Domain {
			if a["front"] == true {
				return oneOf("low", "high")
			}
			return oneOf("one", "two", "three", "four")
		}}},
	}})
	task := calls("set_gear")
	d, err := k.Decide(task, rule(t, "joint"))
	if err != nil || d.Do != Ask || d.Questions[0].Aspect != "front" {
		t.Fatalf("%s %s (%v)", d.Do, spellQuestions(d.Questions), err)
	}
	d, err = k.Decide(task.Answer(Reply{Aspect: "front", Value: true}).Answer(Reply{Aspect: "gear", Words: "high"}), rule(t, "joint"))
	if err != nil || d.Do != Execute || d.Call.Arguments["gear"] != "high" {
		t.Errorf("%s %v (%v)", d.Do, d.Call, err)
	}
}

// No answer, however odd, makes deciding fail.
func FuzzDecide(f *testing.F) {
	for _, s := range []string{"the second one", "call back on 03/04/2026 'now'", "#1001, W1002 or the 2nd", "“quo„te” it's 12.50 €"} {
		f.Add(s)
	}
	k := newCounter().kit(f)
	r := rule(f, "joint")
	f.Fuzz(func(t *testing.T, answer string) {
		for aspect, task := range map[string]Task{"order_id": calls("order_status"), "quantity": calls("change_quantity product=pan"), "message": calls("leave_message"), WhichTool: calls("order_status", "leave_message")} {
			if _, err := k.Decide(task.Answer(Reply{Aspect: aspect, Words: answer}), r); err != nil {
				t.Fatal(err)
			}
		}
	})
}
