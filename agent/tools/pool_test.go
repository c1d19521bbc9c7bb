package tools

import (
	"math"
	"testing"
)

// flights books between towns, and lists what there is.
func flights(t *testing.T) *Kit {
	t.Helper()
	return newKit(t, Tool{Name: "book", Parameters: []Parameter{
		{Name: "from", Domain: Words(), Required: true}, {Name: "to", Domain: Words(), Required: true},
		{Name: "class", Domain: oneOf("economy", "business"), Required: true}, {Name: "seats", Domain: Whole(1, 9), Default: 1.0},
	}, Check: func(a Arguments) []Objection {
		if a["from"] != nil && a["from"] == a["to"] {
			return []Objection{{Parameter: "to", Value: a["to"], Reason: "it is where the flight begins"}}
		}
		return nil
	}}, Tool{Name: "list"})
}

func newKit(t testing.TB, all ...Tool) *Kit {
	t.Helper()
	k, err := New(all...)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func samples(all ...Arguments) Task {
	task := Task{Sampled: true}
	for _, a := range all {
		task.Candidates = append(task.Candidates, Proposal{Call: Call{Tool: "book", Arguments: a}})
	}
	return task
}

// Arguments that samples agree in are taken, though half of the samples are each wrong in
// something; what they are at odds about is asked for, once where it hangs together.
func TestSampled(t *testing.T) {
	k, r := flights(t), rule(t, "joint")
	whole := func(changed string, to any) Arguments {
		a := Arguments{"from": "Oslo", "to": "Rome", "class": "economy"}
		if changed != "" {
			a[changed] = to
		}
		return a
	}
	turned := Arguments{"from": "Rome", "to": "Oslo", "class": "economy"}
	nobody, made := Proposal{}, Proposal{Call: Call{Tool: "teleport"}}
	with := func(t Task, more ...Proposal) Task { t.Candidates = append(t.Candidates, more...); return t }
	for _, tt := range []struct {
		name string
		task Task
		do   Do
		asks string
	}{
		{"each wrong in another argument", samples(whole("from", "Bonn"), whole("to", "Lima"), whole("class", "business"), whole("seats", 4.0), whole("", nil), whole("", nil), whole("", nil), whole("", nil)), Execute, ""},
		{"the default said and not", samples(whole("seats", 1.0), whole("", nil), whole("seats", "1")), Execute, ""},
		{"one of two towns", samples(whole("to", "Lima"), whole("", nil), whole("to", "Lima"), whole("", nil)), Ask, "to"},
		{"not known to most", samples(whole("class", nil), whole("class", "<UNK>"), whole("class", nil), whole("class", "business")), Ask, "class"},
		{"two exchanged", samples(whole("", nil), turned, turned, whole("", nil)), Ask, "from"},
		{"none says one of six", with(samples(whole("", nil), whole("", nil), whole("", nil), whole("", nil), whole("", nil)), nobody), Execute, ""},
		{"none say most", with(samples(whole("", nil)), nobody, nobody, nobody), Decline, ""},
		{"one of three is of no tool", with(samples(whole("", nil), whole("", nil)), made), Execute, ""},
		{"an argument that there is not", samples(whole("vip", true), whole("", nil), whole("", nil)), Execute, ""},
	} {
		d, err := k.Decide(tt.task, r)
		if err != nil {
			t.Fatal(err)
		}
		if d.Do != tt.do || tt.do == Ask && (len(d.Questions) != 1 || d.Questions[0].Aspect != tt.asks) {
			t.Errorf("%s: %s %+v", tt.name, d.Do, d.Questions)
		}
		if d.Do == Execute && (d.Call.Arguments["from"] != "Oslo" || d.Call.Arguments["class"] != "economy" || d.Call.Arguments["seats"] != 1.0) {
			t.Errorf("%s: carried out is %v", tt.name, d.Call)
		}
	}
	exchanged := samples(whole("", nil), turned, turned, whole("", nil)).Answer(Reply{Aspect: "from", Value: "Rome"})
	if d, _ := k.Decide(exchanged, r); d.Do != Execute || d.Call.Arguments["to"] != "Oslo" {
		t.Errorf("after the answer: %s %v", d.Do, d.Call)
	}
}

// What samples are worth does not depend on what they say of their own weight, nor on
// their order.
func TestSampledWeights(t *testing.T) {
	k := flights(t)
	one := samples(Arguments{"from": "Oslo", "to": "Rome", "class": "economy"}, Arguments{"from": "Oslo", "to": "Lima", "class": "economy"}, Arguments{"from": "Oslo", "to": "Rome", "class": "business"})
	two := samples(one.Candidates[2].Arguments, one.Candidates[1].Arguments, one.Candidates[0].Arguments)
	two.Candidates[1].Weight = 40
	a, _, _ := k.readings(&one, false)
	b, _, _ := k.readings(&two, false)
	if len(a) == 0 || len(a) != len(b) {
		t.Fatalf("%d and %d calls", len(a), len(b))
	}
	for i := range a {
		if math.Abs(a[i].weight-b[i].weight) > 1e-12 {
			t.Errorf("call %d weighs %v and %v", i, a[i].weight, b[i].weight)
		}
	}
}

// What is objected to the first time that it is said is asked about itself.
func TestFaultOnce(t *testing.T) {
	k, r := flights(t), rule(t, "joint")
	task := samples(Arguments{"from": "Oslo", "class": "economy"}).Answer(Reply{Aspect: "to", Words: "Oslo"})
	if d, _ := k.Decide(task, r); d.Do != Ask || d.Questions[0].Aspect != "to" {
		t.Errorf("%s %+v", d.Do, d.Questions)
	}
}

// An answer that gives a value speaks against tools that have no place for it.
func TestAnswerTellsTool(t *testing.T) {
	k, r := flights(t), rule(t, "joint")
	task := Task{Candidates: []Proposal{{Call: Call{Tool: "book", Arguments: Arguments{"from": "Oslo", "class": "economy"}}, Weight: 3}, {Call: Call{Tool: "list"}, Weight: 2}}}
	before, _ := k.Decide(task, r)
	after, _ := k.Decide(task.Answer(Reply{Aspect: "to", Value: "Rome"}), r)
	if before.Do != Ask || after.Do != Execute || after.Call.Tool != "book" {
		t.Errorf("%s, then %s %v", before.Do, after.Do, after.Call)
	}
}
