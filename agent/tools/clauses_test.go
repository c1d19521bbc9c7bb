package tools

import (
	"pgregory.net/rapid"
	"reflect"
	"strings"
	"testing"
)

func TestClauses(t *testing.T) {
	k := newCounter().kit(t)
	for said, want := range map[string][]string{
		"cancel the lamp and return the chair":                  {"cancel the lamp", "return the chair"},
		"cancel W1001, then please track my delivery.":          {"cancel W1001", "track my delivery."},
		"return the chair and the lamp":                         {"return the chair and the lamp"},
		"Where is my parcel? Leave a message 'come and cancel'": {"Where is my parcel", "Leave a message 'come and cancel'"},
		"set it to 2.5, please":                                 {"set it to 2.5, please"},
		"and then":                                              nil,
		"":                                                      nil,
	} {
		if got := k.Clauses(said); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}

// Clauses are passages of what was said, in its order, and no word for a thing is
// lost between them.
func TestClausesKeepTheWords(t *testing.T) {
	k := newCounter().kit(t)
	rapid.Check(t, func(t *rapid.T) {
		said := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"cancel", "the", "lamp", "and", "then", ",", ".", "'x and y'", "show", "12", "pan", "please"})).Draw(t, "words"), " ")
		rest := said
		count := 0
		for _, c := range k.Clauses(said) {
			i := strings.Index(rest, c)
			if i < 0 {
				t.Fatalf("%q is not in %q", c, rest)
			}
			rest = rest[i+len(c):]
			count += strings.Count(c, "lamp") + strings.Count(c, "cancel") + strings.Count(c, "12")
		}
		if n := strings.Count(said, "lamp") + strings.Count(said, "cancel") + strings.Count(said, "12"); n != count {
			t.Fatalf("%q: %q", said, k.Clauses(said))
		}
	})
}

// The tool that an instruction is for is the best, and none that has none of its words.
func TestBest(t *testing.T) {
	k := newCounter().kit(t)
	if got := k.Best("where is my parcel"); got != "order_status" {
		t.Errorf("%q", got)
	}
	if got := k.Best("what will the weather be"); got != "" {
		t.Errorf("%q", got)
	}
}
