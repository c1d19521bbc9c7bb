package shop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"shopclerk/agent/shop"
	"shopclerk/agent/tools"
)

// conformant is an executor and what can be done with it.
type conformant struct {
	Executor *shop.Tools
	Good     tools.Call // possible at first, and changes the state
	Bad      tools.Call // always fails with a [*tools.Failure]
	// State spells all that calls can change, so that equal texts are equal states.
	State func() string
}

// conform tests that an executor keeps what [shop.Tools.Execute] asks of it: a key is
// carried out once, however often and from however many sides it is submitted, and
// repeats its result; a failed call changes nothing, and says what to do; a call that
// nobody waits for any more is not begun. open returns a fresh subject each time.
func conform(t *testing.T, open func(t *testing.T) conformant) {
	ctx := context.Background()
	t.Run("once", func(t *testing.T) {
		s := open(t)
		key := s.Good.Key("task")
		before := s.State()
		first, err := s.Executor.Execute(ctx, s.Good, key)
		if err != nil {
			t.Fatal(err)
		}
		after := s.State()
		if after == before {
			t.Fatalf("the call changed nothing: give one that does")
		}
		again, err := s.Executor.Execute(ctx, s.Good, key)
		if err != nil || spell(again) != spell(first) {
			t.Errorf("the first time %s, the second %s, %v", spell(first), spell(again), err)
		}
		if s.State() != after {
			t.Errorf("the second time changed %s to %s", after, s.State())
		}
	})
	t.Run("from many sides", func(t *testing.T) {
		s, alone := open(t), open(t)
		key := s.Good.Key("task")
		if _, err := alone.Executor.Execute(ctx, alone.Good, key); err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		faults := make([]error, 8)
		for i := range faults {
			wait.Go(func() { _, faults[i] = s.Executor.Execute(ctx, s.Good, key) })
		}
		wait.Wait()
		if err := errors.Join(faults...); err != nil {
			t.Error(err)
		}
		if s.State() != alone.State() {
			t.Errorf("%s, where one submission makes %s", s.State(), alone.State())
		}
	})
	t.Run("failure", func(t *testing.T) {
		s := open(t)
		before := s.State()
		_, err := s.Executor.Execute(ctx, s.Bad, s.Bad.Key("task"))
		var f *tools.Failure
		if !errors.As(err, &f) || f.Reason == "" {
			t.Errorf("%v is no failure with a reason", err)
		}
		if s.State() != before {
			t.Errorf("the failure changed %s to %s", before, s.State())
		}
	})
	t.Run("nobody waits", func(t *testing.T) {
		s := open(t)
		before := s.State()
		ended, cancel := context.WithCancel(ctx)
		cancel()
		if _, err := s.Executor.Execute(ended, s.Good, s.Good.Key("task")); !errors.Is(err, context.Canceled) {
			t.Errorf("%v, want %v", err, context.Canceled)
		}
		if s.State() != before {
			t.Errorf("carried out for nobody: %s became %s", before, s.State())
		}
	})
}

// spell writes a result as it is stored and sent.
func spell(result any) string {
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Sprint(result)
	}
	return string(text)
}
