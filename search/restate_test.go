package search_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/catalog"
	"shopclerk/search"
)

func TestRestate(t *testing.T) {
	red := &catalog.Condition{Key: "colour", Values: []string{"red"}}
	blue := &catalog.Condition{Key: "colour", Values: []string{"blue"}}
	cheap := &catalog.Condition{Key: catalog.KeyPrice, Range: catalog.AtMost(50)}
	answer := &search.Answer{Key: "colour", Options: []catalog.Condition{*red}, Labels: []string{"red"}, Picked: []int{0}}
	drop := func(targets ...int) (out []search.Change) {
		for _, id := range targets {
			out = append(out, search.Change{Op: search.Drop, Target: id})
		}
		return out
	}
	anew := search.Change{Op: search.AddLimit, Text: "blue", Condition: blue}
	for _, tc := range []struct {
		name    string
		changes []search.Change
		to      *catalog.Condition
		want    []search.Change
	}{
		{"nothing was said", nil, blue, []search.Change{anew}},
		{"nothing was said and nothing is", nil, nil, nil},
		{"a wish that put another aside", []search.Change{
			{ID: 1, Op: search.AddWish, Condition: red}, {ID: 2, Op: search.AddWish, Condition: blue}}, blue, append(drop(1, 2), anew)},
		{"an answer", []search.Change{{ID: 1, Op: search.Answered, Answer: answer}}, nil, drop(1)},
		{"a skipped question is no statement", []search.Change{{ID: 1, Op: search.Answered, Answer: &search.Answer{Key: "colour"}}}, nil, nil},
		{"what is not wanted stays", []search.Change{{ID: 1, Op: search.AddLimit, Condition: red, Not: true}}, blue, []search.Change{anew}},
		{"other aspects stay", []search.Change{{ID: 1, Op: search.AddLimit, Condition: cheap}}, blue, []search.Change{anew}},
		{"what was taken back stays so", []search.Change{
			{ID: 1, Op: search.AddLimit, Condition: red}, {ID: 2, Op: search.Drop, Target: 1}}, nil, nil},
		{"what was before a new start is forgotten", []search.Change{
			{ID: 1, Op: search.AddLimit, Condition: red}, {ID: 2, Op: search.Reset}, {ID: 3, Op: search.AddLimit, Condition: red}}, nil, drop(3)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := gocmp.Diff(tc.want, search.Restate(tc.changes, "colour", tc.to, "blue")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What says all that an earlier change does takes its place.
func TestRenew(t *testing.T) {
	red := &catalog.Condition{Key: "colour", Values: []string{"red"}}
	blue := &catalog.Condition{Key: "colour", Values: []string{"blue"}}
	words := func(op search.Op, list ...string) search.Change { return search.Change{Op: op, Words: list} }
	wish := func(op search.Op, c *catalog.Condition, not bool) search.Change {
		return search.Change{Op: op, Condition: c, Not: not}
	}
	answer := func(a search.Answer) search.Change { return search.Change{Op: search.Answered, Answer: &a} }
	for _, tc := range []struct {
		name      string
		was, next search.Change
		again     bool
	}{
		{"the same word", words(search.AddWords, "black"), words(search.AddWords, "Black"), true},
		{"that word and another", words(search.AddWords, "black"), words(search.AddWords, "wireless", "black"), true},
		{"one of those words", words(search.AddWords, "black", "wireless"), words(search.AddWords, "black"), false},
		{"another word", words(search.AddWords, "black"), words(search.AddWords, "wireless"), false},
		{"without it, once more", words(search.Without, "black"), words(search.Without, "black"), true},
		{"what was to be without it", words(search.Without, "black"), words(search.AddWords, "black"), false},
		{"the same wish", wish(search.AddWish, red, false), wish(search.AddWish, red, false), true},
		{"another wish", wish(search.AddWish, red, false), wish(search.AddWish, blue, false), false},
		{"the same limit", wish(search.AddLimit, red, true), wish(search.AddLimit, red, true), true},
		{"the opposite limit", wish(search.AddLimit, red, true), wish(search.AddLimit, red, false), false},
		{"a wish that becomes a limit", wish(search.AddWish, red, false), wish(search.AddLimit, red, false), false},
		{"no preference, twice", answer(search.Answer{Key: "colour", None: true}), answer(search.Answer{Key: "colour", None: true}), true},
		{"no preference about something else", answer(search.Answer{Key: "colour", None: true}), answer(search.Answer{Key: "size", None: true}), false},
		{"no preference after an answer", answer(search.Answer{Key: "colour", Picked: []int{0}}), answer(search.Answer{Key: "colour", None: true}), false},
		{"an answer after no preference", answer(search.Answer{Key: "colour", None: true}), answer(search.Answer{Key: "colour", Picked: []int{0}}), false},
		{"a new start, twice", search.Change{Op: search.Reset}, search.Change{Op: search.Reset}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.was.ID = 7
			want := []search.Change{tc.next}
			if tc.again {
				want = append(want, search.Change{Op: search.Drop, Target: 7})
			}
			if diff := gocmp.Diff(want, search.Renew([]search.Change{tc.was}, []search.Change{tc.next})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is in force is all that the need is made of.
func TestInForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		changes := someChanges(t)
		now := search.InForce(changes)
		if diff := equal(search.Fold(changes), search.Fold(now)); diff != "" {
			t.Fatalf("(-all +in force):\n%s", diff)
		}
		for i := range now {
			if now[i].Op == search.Reset && i > 0 {
				t.Fatalf("a new start is in force behind what it forgets: %+v", now)
			}
		}
	})
}
