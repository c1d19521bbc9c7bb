package tools

import (
	"context"
	"errors"
	"testing"

	"shopclerk/words"
)

// stage is an executor that fails as it is told to, once each.
type stage struct {
	failures []error
	carried  []string
}

func (s *stage) Execute(_ context.Context, call Call, key string) (string, error) {
	if len(s.failures) > 0 {
		err := s.failures[0]
		s.failures = s.failures[1:]
		if err != nil {
			return "", err
		}
	}
	s.carried = append(s.carried, spellCall(&call))
	return "done", nil
}

// step decides and, where it may, carries out.
func step(t *testing.T, k *Kit, x Executor[string], task Task) (Decision, Task) {
	t.Helper()
	d, err := k.Decide(task, nothingShown, rule(t, "joint"))
	if err != nil {
		t.Fatal(err)
	}
	if d.Do == Execute {
		_, task, err = Run(context.Background(), x, task, d)
		if err != nil {
			t.Fatal(err)
		}
	}
	return d, task
}

// A failure about a value that a person chose leads to a question about exactly
// that parameter, with what is possible instead.
func TestFailureAsks(t *testing.T) {
	k := newCounter().kit(t)
	s := &stage{failures: []error{&Failure{Parameter: "quantity", Reason: "there are only two left", Possible: []Value{{Of: 1.0}, {Of: 2.0}}}}}
	_, task := step(t, k, s, Task{ID: "1", Words: "make it three kettles"})
	d, task := step(t, k, s, task)
	if d.Do != Ask || d.Clarity != Wrong || spellQuestions(d.Questions) != "quantity: 1 | 2" {
		t.Fatalf("%s %s %s", d.Do, d.Clarity, spellQuestions(d.Questions))
	}
	if got, want := d.Say(words.English), "“3” is not possible as quantity: there are only two left. Which quantity?"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	d, _ = step(t, k, s, task.Answer(Reply{Aspect: "quantity", Value: 2.0}))
	if d.Do != Execute || len(s.carried) != 1 || s.carried[0] != "change_quantity(product=kettle, quantity=2)" {
		t.Errorf("%s, carried out %v", d.Do, s.carried)
	}
}

// The value that failed is not taken again, whoever says it.
func TestFailedValueIsRefused(t *testing.T) {
	k := newCounter().kit(t)
	s := &stage{failures: []error{&Failure{Parameter: "quantity", Reason: "there are only two left"}}}
	_, task := step(t, k, s, Task{ID: "1", Words: "make it three kettles"})
	for range 5 {
		var d Decision
		d, task = step(t, k, s, task.Answer(Reply{Aspect: "quantity", Value: 3.0}))
		if d.Do == Execute {
			t.Fatalf("tried %s again", spellCall(d.Call))
		}
		if d.Do == Decline {
			return
		}
	}
	t.Error("asks on and on")
}

// One remedy for a value that nobody chose is taken, and said.
func TestFailureIsFixed(t *testing.T) {
	k := newCounter().kit(t)
	s := &stage{failures: []error{&Failure{Parameter: "reason", Reason: "it needs the other reason", Possible: []Value{{Of: "ordered by mistake"}}}}}
	task := Task{ID: "1", Words: "cancel order W1001"}
	d, _ := k.Decide(task, nothingShown, rule(t, "joint"))
	_, task = step(t, k, s, task.Confirm(*d.Call))
	d, task = step(t, k, s, task)
	if d.Do != Confirm || d.Call.Arguments["reason"] != "ordered by mistake" || len(d.Fixed) != 1 {
		t.Fatalf("%s %s, fixed %v: what cannot be undone is confirmed anew", d.Do, spellCall(d.Call), d.Fixed)
	}
	if d, _ = step(t, k, s, task.Confirm(*d.Call)); d.Do != Execute || len(s.carried) != 1 {
		t.Errorf("%s, carried out %v", d.Do, s.carried)
	}
}

// A failure that no value can mend ends the task; a trouble of the executor's own
// changes nothing, and leaves the task to be submitted again.
func TestFailureEnds(t *testing.T) {
	k := newCounter().kit(t)
	down := errors.New("the line is dead")
	s := &stage{failures: []error{down, &Failure{Reason: "the depot is closed"}}}
	task := Task{ID: "1", Words: "where is order W1001"}
	d, _ := k.Decide(task, nothingShown, rule(t, "joint"))
	_, after, err := Run(context.Background(), s, task, d)
	if !errors.Is(err, down) || len(after.Log) != 0 {
		t.Errorf("%v, log %v", err, after.Log)
	}
	_, task = step(t, k, s, task)
	d, _ = step(t, k, s, task)
	if d.Do != Decline || d.Say(words.English) != "That is not possible now: the depot is closed." {
		t.Errorf("%s: %s", d.Do, d.Say(words.English))
	}
	if _, _, err := Run(context.Background(), s, task, d); err == nil {
		t.Error("ran what was declined")
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
