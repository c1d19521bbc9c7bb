package tools

import (
	"reflect"
	"strings"
	"testing"

	"shopclerk/words"
)

func spellCall(c *Call) string {
	if c == nil {
		return ""
	}
	out := c.Tool + "("
	for i, name := range sortedNames(c.Arguments) {
		if i > 0 {
			out += ", "
		}
		out += name + "=" + spell(c.Arguments[name])
	}
	return out + ")"
}

func sortedNames(a Arguments) []string {
	var out []string
	for _, t := range []string{"call_back", "items", "message", "order_id", "product", "quantity", "reason"} {
		if a[t] != nil {
			out = append(out, t)
		}
	}
	return out
}

func spellQuestions(all []Question) string {
	var out []string
	for _, q := range all {
		var options []string
		for _, o := range q.Options {
			options = append(options, o.Value.Text())
		}
		out = append(out, q.Aspect+": "+strings.Join(options, " | "))
	}
	return strings.Join(out, "; ")
}

// The four kinds of unclear instruction, and the clear ones.
func TestDecide(t *testing.T) {
	const desk, floor = "cancel_order order_id=W1001", "cancel_order order_id=W1002"
	k := newCounter().kit(t)
	for _, c := range []struct {
		name    string
		task    Task
		do      Do
		clarity Clarity
		call    string // tool and arguments, as spellCall writes them
		asks    string // the aspects, with the options' texts
	}{
		{"an order", calls(floor), Confirm, Clear, "cancel_order(order_id=W1002, reason=no longer needed)", ""},
		{"a reason", calls(desk + ", reason=ordered by mistake"), Confirm, Clear, "cancel_order(order_id=W1001, reason=ordered by mistake)", ""},
		{"what changes nothing", calls("order_status order_id=W1002"), Execute, Clear, "order_status(order_id=W1002)", ""},
		{"a number as text", calls("change_quantity product=kettle, quantity=3"), Execute, Clear, "change_quantity(product=kettle, quantity=3)", ""},
		{"a list of one", calls("return_items order_id=W1002, items=bulb"), Execute, Clear, `return_items(items=["bulb"], order_id=W1002)`, ""},

		{"no order", calls("order_status"), Ask, Missing, "order_status()", "order_id: Desk lamp, black | Floor lamp, brass | Office chair"},
		{"no number", calls("change_quantity product=toaster"), Ask, Missing, "change_quantity(product=toaster)", "quantity: "},
		{"no text", calls("leave_message"), Ask, Missing, "leave_message()", "message: "},
		{"two orders", calls(desk, floor), Ask, Ambiguous, "cancel_order(reason=no longer needed)", "order_id: Desk lamp, black | Floor lamp, brass"},

		{"an order that was shipped", calls("cancel_order order_id=W1003"), Ask, Wrong, "cancel_order(reason=no longer needed)", "order_id: Desk lamp, black | Floor lamp, brass"},
		{"an order that there is not", calls("cancel_order order_id=W9999"), Ask, Wrong, "cancel_order(reason=no longer needed)", "order_id: Desk lamp, black | Floor lamp, brass | Office chair"},
		{"too many", calls("change_quantity product=toaster, quantity=150"), Ask, Wrong, "change_quantity(product=toaster)", "quantity: "},

		{"a tool that there is not", calls("forecast"), Decline, Beyond, "", ""},
		{"nothing", Task{}, Decline, Beyond, "", ""},
		{"words without a call", Task{Words: "cancel order W1002"}, Decline, Beyond, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := k.Decide(c.task, rule(t, "joint"))
			if err != nil || d.Do != c.do || d.Clarity != c.clarity || spellCall(d.Call) != c.call || spellQuestions(d.Questions) != c.asks {
				t.Errorf("%s %s %s %q (%v)\nwant %+v", d.Do, d.Clarity, spellCall(d.Call), spellQuestions(d.Questions), err, c)
			}
		})
	}
}

// A conversation from the first words to the deed.
func TestConversation(t *testing.T) {
	k, joint := newCounter().kit(t), rule(t, "joint")
	decide := func(task Task) Decision {
		t.Helper()
		d, err := k.Decide(task, joint)
		if err != nil {
			t.Fatal(err)
		}
		if d.Do == Confirm {
			d.Preview = k.Preview(*d.Call, words.English)
		}
		return d
	}
	task := calls("cancel_order order_id=W1001", "cancel_order order_id=W1002")
	d := decide(task)
	if got := d.Say(words.English); got != "Which order?" {
		t.Errorf("asked %q", got)
	}
	task = task.Answer(Reply{Aspect: "order_id", Words: "the brass one"})
	d = decide(task)
	if d.Do != Confirm || d.Say(words.English) != "The order W1002 is cancelled. Is that right?" {
		t.Fatalf("%s: %s", d.Do, d.Say(words.English))
	}
	if refused := decide(task.Refuse(*d.Call)); refused.Do != Decline {
		t.Errorf("refused, and still to %s", refused.Do)
	}
	other := Call{Tool: d.Call.Tool, Arguments: Arguments{"order_id": "W1001", "reason": "no longer needed"}}
	if wrong := decide(task.Confirm(other)); wrong.Do != Confirm {
		t.Errorf("the confirmation of another call made it %s", wrong.Do)
	}
	d = decide(task.Confirm(*d.Call))
	if d.Do != Execute || d.Key == "" {
		t.Errorf("confirmed, and still to %s", d.Do)
	}
}

// Whoever answers twice in a way that cannot be read is not asked a third time.
func TestAskingEnds(t *testing.T) {
	k := newCounter().kit(t)
	for _, name := range Policies() {
		task := calls("order_status")
		for n := 0; ; n++ {
			if n > 6 {
				t.Fatalf("%s: asks on and on", name)
			}
			d, err := k.Decide(task, rule(t, name))
			if err != nil {
				t.Fatal(err)
			}
			if d.Do != Ask {
				if r := rule(t, name); d.Do == Execute && !r.Guess {
					t.Errorf("%s: carried out %s, which nobody asked for", name, spellCall(d.Call))
				}
				break
			}
			task = task.Answer(Reply{Aspect: d.Questions[0].Aspect, Words: "hm, dunno"})
		}
	}
}

// Answers in words are values by their names, and so is what it is not.
func TestAnswers(t *testing.T) {
	k := newCounter().kit(t)
	lamps := calls("cancel_order order_id=W1001", "cancel_order order_id=W1002")
	for _, c := range []struct {
		task  Task
		reply Reply
		do    Do
		call  string
	}{
		{calls("change_quantity"), Reply{Aspect: "product", Words: "the pan please"}, Ask, "change_quantity(product=pan)"},
		{calls("change_quantity product=pan"), Reply{Aspect: "quantity", Words: "one"}, Execute, "change_quantity(product=pan, quantity=1)"},
		{calls("change_quantity product=pan"), Reply{Aspect: "quantity", Value: 7.0}, Execute, "change_quantity(product=pan, quantity=7)"},
		{calls("change_quantity product=pan"), Reply{Aspect: "quantity", Words: "500"}, Ask, "change_quantity(product=pan)"},
		{lamps, Reply{Aspect: "order_id", Not: []any{"W1001"}}, Confirm, "cancel_order(order_id=W1002, reason=no longer needed)"},
		{lamps, Reply{Aspect: "order_id", Words: "not the desk lamp"}, Confirm, "cancel_order(order_id=W1002, reason=no longer needed)"},
		{lamps, Reply{Aspect: "order_id", Words: "the brass one"}, Confirm, "cancel_order(order_id=W1002, reason=no longer needed)"},
		{calls("order_status"), Reply{Aspect: "order_id", Words: "doesn't matter"}, Execute, "order_status(order_id=W1001)"},
		{calls("order_status"), Reply{Aspect: "order_id", Words: "2"}, Execute, "order_status(order_id=W1002)"},
		{calls("order_status"), Reply{Aspect: "order_id", Words: "the last"}, Execute, "order_status(order_id=W1003)"},
		{calls("order_status"), Reply{Aspect: "order_id", Words: "a lamp"}, Ask, "order_status()"},
		{calls("return_items order_id=W1002"), Reply{Aspect: "items", Words: "the lamp and the bulb"}, Execute, `return_items(items=["lamp","bulb"], order_id=W1002)`},
		{lamps, Reply{Aspect: "order_id", Words: "the chair"}, Ask, "cancel_order(reason=no longer needed)"},
		{calls("leave_message"), Reply{Aspect: "message", Words: "Please water the plants"}, Confirm, "leave_message(message=Please water the plants)"},
		{calls("order_status"), Reply{Aspect: "order_id", None: true}, Execute, "order_status(order_id=W1001)"},
	} {
		d, err := k.Decide(c.task.Answer(c.reply), rule(t, "joint"))
		if err != nil || d.Do != c.do || spellCall(d.Call) != c.call {
			t.Errorf("%+v, then %+v: %s %s, want %s %s (%v)", c.task.Candidates, c.reply, d.Do, spellCall(d.Call), c.do, c.call, err)
		}
	}
}

// Candidate calls of somebody else's agent are decided about without any words.
func TestProposals(t *testing.T) {
	k := newCounter().kit(t)
	one := func(tool string, weight float64, args Arguments) Proposal {
		return Proposal{Call: Call{tool, args}, Weight: weight}
	}
	for _, c := range []struct {
		name      string
		proposals []Proposal
		do        Do
		clarity   Clarity
		asks      string
	}{
		{"complete", []Proposal{one("change_quantity", 0, Arguments{"product": "pan", "quantity": 2})}, Execute, Clear, ""},
		{"unknown argument", []Proposal{one("change_quantity", 0, Arguments{"product": "pan"})}, Ask, Missing, "quantity: "},
		{"two values", []Proposal{one("change_quantity", 3, Arguments{"product": "pan", "quantity": 2.0}), one("change_quantity", 1, Arguments{"product": "pan", "quantity": 4.0})},
			Ask, Ambiguous, "quantity: 2 | 4"},
		{"two tools", []Proposal{one("order_status", 0, Arguments{"order_id": "W1001"}), one("cancel_order", 0, Arguments{"order_id": "W1001"})},
			Ask, Ambiguous, "tool?: tell where an order is | cancel an order"},
		{"impossible", []Proposal{one("order_status", 0, Arguments{"order_id": "W1"})}, Ask, Wrong, "order_id: Desk lamp, black | Floor lamp, brass | Office chair"},
	} {
		d, err := k.Decide(Task{Candidates: c.proposals}, rule(t, "joint"))
		if err != nil || d.Do != c.do || d.Clarity != c.clarity || spellQuestions(d.Questions) != c.asks {
			t.Errorf("%s: %s %s %q, want %s %s %q (%v)", c.name, d.Do, d.Clarity, spellQuestions(d.Questions), c.do, c.clarity, c.asks, err)
		}
	}
	d, err := k.Decide(Task{Candidates: []Proposal{
		one("change_quantity", 3, Arguments{"product": "pan", "quantity": 2.0}), one("change_quantity", 1, Arguments{"product": "pot", "quantity": 4.0}),
		one("change_quantity", 1, Arguments{"product": "kettle", "quantity": 4.0}),
	}}.Answer(Reply{Aspect: "quantity", Value: 4.0}), rule(t, "joint"))
	if err != nil || d.Do != Execute || spellCall(d.Call) != "change_quantity(product=kettle, quantity=4)" {
		t.Errorf("the answer left %s %s (%v)", d.Do, spellCall(d.Call), err)
	}
	for _, bad := range []Proposal{one("fly", 0, nil), one("order_status", 0, Arguments{"colour": "red"})} {
		good := one("change_quantity", 1, Arguments{"product": "pan", "quantity": 2.0})
		d, err := k.Decide(Task{Candidates: []Proposal{bad, good}}, rule(t, "joint"))
		if err != nil || d.Do != Execute || len(d.Notes) != 1 || !strings.Contains(d.Notes[0], "candidate 1 is left out") {
			t.Errorf("%+v: %s, %q (%v)", bad, d.Do, d.Notes, err)
		}
	}
}

// Each policy asks on the same candidates in its own way; "all" asks for what
// nobody needs, "none" for nothing.
func TestPolicies(t *testing.T) {
	k := newCounter().kit(t)
	task := calls("cancel_order order_id=W1001", "cancel_order order_id=W1002")
	for name, want := range map[string]string{
		"joint": "order_id", "sage": "order_id", "argus": "order_id", "entropy": "order_id", "none": "", All: "reason", "random": "order_id", "frequency": "order_id",
	} {
		d, err := k.Decide(task, rule(t, name))
		got := ""
		if len(d.Questions) > 0 {
			got = d.Questions[0].Aspect
		}
		if err != nil || got != want {
			t.Errorf("%s asks about %q, want %q (%v)", name, got, want, err)
		}
	}
	all := rule(t, All)
	task = calls("cancel_order order_id=W1001")
	if d, _ := k.Decide(task, all); spellQuestions(d.Questions) != "reason: no longer needed | ordered by mistake" {
		t.Errorf("all asks %q", spellQuestions(d.Questions))
	}
	guess := rule(t, "none")
	guess.Guess = true
	if d, _ := k.Decide(calls("order_status"), guess); d.Do != Execute || d.Certainty > 0.34 {
		t.Errorf("none does not guess: %s at %v", d.Do, d.Certainty)
	}
	if _, err := NewRule("fortune", nil); err == nil || !strings.Contains(err.Error(), "all, argus") {
		t.Errorf("an unknown policy: %v", err)
	}
}

// The papers' policies act as their algorithms do.
func TestPapers(t *testing.T) {
	flag := func(name string) Parameter {
		return Parameter{Name: name, Domain: Domain{Kind: Boolean}, Required: true}
	}
	tool := Tool{Name: "send", Parameters: []Parameter{{Name: "to", Domain: Words(), Required: true}, {Name: "class", Domain: oneOf("a", "b"), Required: true}}}
	wide := Tool{Name: "wide", Parameters: []Parameter{flag("a"), flag("b"), flag("c"), flag("d"), flag("e"), flag("f"), flag("g"), flag("h"), flag("i"), flag("j"), flag("k")}}
	k := newKit(t, tool, wide)
	call := func(to any, class any) Proposal {
		return Proposal{Call: Call{Tool: "send", Arguments: Arguments{"to": to, "class": class}}}
	}
	most := Proposal{Call: Call{Tool: "wide", Arguments: Arguments{}}}
	for _, p := range wide.Parameters[1:] {
		most.Arguments[p.Name] = true
	}
	asked := Reply{Aspect: "class", Words: "hm"}
	for _, c := range []struct {
		about, policy string
		task          Task
		do            Do
	}{
		{"what is worth no question is executed", "sage", Task{Candidates: []Proposal{call("Ann", nil)}}.Answer(asked).Answer(asked), Execute},
		{"ours declines it", "joint", Task{Candidates: []Proposal{call("Ann", nil)}}.Answer(asked).Answer(asked), Decline},
		{"a complete call beside one with free text unknown", "sage", Task{Candidates: []Proposal{call("Ann", "a"), call(nil, "b")}}, Execute},
		{"beside one with a class unknown", "sage", Task{Candidates: []Proposal{call("Ann", "a"), call("Bob", nil)}}, Ask},
		{"free text alone is asked for", "argus", Task{Candidates: []Proposal{call(nil, "a")}}, Ask},
		{"from δ on nothing is asked", "argus", Task{Candidates: []Proposal{most}}, Execute},
		{"below it is", "argus", Task{Candidates: []Proposal{call("Ann", nil)}}, Ask},
	} {
		if d, err := k.Decide(c.task, rule(t, c.policy)); err != nil || d.Do != c.do {
			t.Errorf("%s: %s %s, want %s (%v)", c.about, d.Do, spellQuestions(d.Questions), c.do, err)
		}
	}
}

// Asking has no effects, and the same task gives the same decision.
func TestSameTaskSameDecision(t *testing.T) {
	c := newCounter()
	k := c.kit(t)
	before := newCounter().orders
	for _, name := range Policies() {
		for _, task := range []Task{calls("cancel_order order_id=W1001", "cancel_order order_id=W1002"), calls("return_items items=lamp"), calls("order_status"), calls("change_quantity product=kettle")} {
			a, _ := k.Decide(task, rule(t, name))
			b, _ := k.Decide(task, rule(t, name))
			if !reflect.DeepEqual(a, b) {
				t.Errorf("%s, %+v: %+v, then %+v", name, task, a, b)
			}
		}
	}
	if !reflect.DeepEqual(c.orders, before) {
		t.Errorf("asking changed the orders: %+v", c.orders)
	}
}
