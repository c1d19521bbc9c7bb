package memory_test

import (
	"slices"
	"testing"

	"shopclerk/agent/memory"
	"shopclerk/catalog"
	"shopclerk/search"
)

func TestSent(t *testing.T) {
	question := func(key string, labels ...string) memory.Posed {
		return memory.Posed{Answer: search.Answer{Key: key, Labels: labels}}
	}
	answer := func(id int, key string, labels ...string) search.Change {
		return search.Change{ID: id, Op: search.Answered, Answer: &search.Answer{Key: key, Labels: labels}}
	}
	form := []memory.Posed{question("colour", "red", "blue"), question(catalog.KeyCategory, "Lamps")}
	red, lamps := answer(1, "colour", "red", "blue"), answer(2, catalog.KeyCategory, "Lamps")
	chosen := search.Change{ID: 2, Op: search.SetScope, Categories: []string{"Lamps"}} // from before a scope kept its answer
	said := search.Change{ID: 3, Op: search.AddWords, Words: []string{"teal"}}
	dropped := search.Change{ID: 4, Op: search.Drop, Target: 1}
	for _, tc := range []struct {
		name    string
		changes []search.Change
		want    []int // ids; nil: it was not sent
	}{
		{"nothing", nil, nil},
		{"a message", []search.Change{said}, nil},
		{"the form", []search.Change{red, lamps}, []int{1, 2}},
		{"a category that was chosen", []search.Change{red, chosen}, []int{1, 2}},
		{"clicks before and words after", []search.Change{dropped, red, lamps, said}, []int{1, 2}},
		{"half of it", []search.Change{red}, nil},
		{"in another order", []search.Change{lamps, red}, nil},
		{"with other options", []search.Change{answer(1, "colour", "red", "green"), lamps}, nil},
		{"a category that was said", []search.Change{red, {ID: 2, Op: search.SetScope, Said: "lamps", Categories: []string{"Lamps"}}}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []int
			for _, ch := range memory.Sent(form, tc.changes) {
				got = append(got, ch.ID)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("changes %v, want %v", got, tc.want)
			}
		})
	}
	if got := memory.Sent(nil, []search.Change{red}); got != nil {
		t.Errorf("without questions: %v", got)
	}
}
