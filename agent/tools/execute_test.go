package tools

import (
	"testing"

	"shopclerk/words"
)

// stage carries calls out, and fails as it is told to, once each.
type stage struct {
	failures []*Failure
	carried  []string
}

// step decides and, where it may, carries out.
func (s *stage) step(t *testing.T, k *Kit, task Task) (Decision, Task) {
	t.Helper()
	d, err := k.Decide(task, rule(t, "joint"))
	switch {
	case err != nil:
		t.Fatal(err)
	case d.Do != Execute:
	case len(s.failures) > 0:
		f := *s.failures[0]
		f.Call = *d.Call
		s.failures, task = s.failures[1:], task.Fail(f)
	default:
		s.carried = append(s.carried, spellCall(d.Call))
	}
	return d, task
}

// A failure about a value that a person chose leads to a question about exactly
// that parameter, with what is possible instead.
func TestFailureAsks(t *testing.T) {
	k := newCounter().kit(t)
	s := &stage{failures: []*Failure{{Parameter: "quantity", Reason: "there are only two left", Possible: []Value{{Of: 1.0}, {Of: 2.0}}}}}
	_, task := s.step(t, k, calls("change_quantity product=kettle, quantity=3"))
	d, task := s.step(t, k, task)
	if d.Do != Ask || d.Clarity != Wrong || spellQuestions(d.Questions) != "quantity: 1 | 2" {
		t.Fatalf("%s %s %s", d.Do, d.Clarity, spellQuestions(d.Questions))
	}
	if got, want := d.Say(words.English), "“3” is not possible as quantity: there are only two left. Which quantity?"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	d, _ = s.step(t, k, task.Answer(Reply{Aspect: "quantity", Value: 2.0}))
	if d.Do != Execute || len(s.carried) != 1 || s.carried[0] != "change_quantity(product=kettle, quantity=2)" {
		t.Errorf("%s, carried out %v", d.Do, s.carried)
	}
}

// The value that failed is not taken again, whoever says it.
func TestFailedValueIsRefused(t *testing.T) {
	k := newCounter().kit(t)
	s := &stage{failures: []*Failure{{Parameter: "quantity", Reason: "there are only two left"}}}
	_, task := s.step(t, k, calls("change_quantity product=kettle, quantity=3"))
	for range 5 {
		var d Decision
		d, task = s.step(t, k, task.Answer(Reply{Aspect: "quantity", Value: 3.0}))
		if d.Do == Execute {
			t.Fatalf("tried %s again", spellCall(d.Call))
		}
		if d.Do == Decline {
			return
		}
	}
	t.Error("asks on and on")
}

// A failure that no value can mend ends the task.
func TestFailureEnds(t *testing.T) {
	k := newCounter().kit(t)
	s := &stage{failures: []*Failure{{Reason: "the depot is closed"}}}
	_, task := s.step(t, k, calls("order_status order_id=W1001"))
	d, _ := s.step(t, k, task)
	if d.Do != Decline || d.Say(words.English) != "That is not possible now: the depot is closed." {
		t.Errorf("%s: %s", d.Do, d.Say(words.English))
	}
	if len(s.carried) != 0 {
		t.Errorf("carried out %v", s.carried)
	}
}

// A key is the same for a repeated submission, and for no other task.
func TestKeys(t *testing.T) {
	call := Call{Tool: "t", Arguments: Arguments{"a": 1.0}}
	if call.Key("task") == call.Key("another task") {
		t.Error("two tasks, one key")
	}
	same := Call{Tool: "t", Arguments: Arguments{"a": 1.0, "b": nil}}
	if same.Key("task") != call.Key("task") {
		t.Error("an unknown argument makes another call")
	}
}
