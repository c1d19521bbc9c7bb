package reply

import (
	"slices"
	"testing"
	"unicode/utf8"

	"shopclerk/agent/memory"
	"shopclerk/data/glossary"
	"shopclerk/words"
)

func TestTerms(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		options    []string
		want       []string
	}{
		{"in an option", "Which efficiency?", []string{"80 Plus Gold", "80 Plus Bronze"}, []string{"80 Plus"}},
		{"in the question", "What CAS latency?", []string{"CAS latency 9"}, []string{"CAS latency"}},
		{"a short one alone", "Which panel type?", []string{"IPS", "VA"}, []string{"IPS", "VA"}},
		{"and not beside a number", "How much power do you need?", []string{"650 VA"}, nil},
		{"nothing that needs it", "Which colour?", []string{"Blue", "Red"}, nil},
	} {
		p := memory.Posed{Text: tc.text}
		for _, o := range tc.options {
			p.Options = append(p.Options, memory.Choice{Label: o})
		}
		var got []string
		for _, term := range Terms(words.English, &p) {
			got = append(got, term.Word)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// Every term has one line in each language, and none is there twice.
func TestGlossary(t *testing.T) {
	seen := map[string]bool{}
	terms := glossary.Terms()
	if len(terms) < 150 {
		t.Errorf("%d terms: lines were lost", len(terms))
	}
	for _, term := range terms {
		for _, s := range term.Spellings {
			if seen[s] {
				t.Errorf("%q is explained twice", s)
			}
			seen[s] = true
		}
		for _, code := range []string{"en", "de"} {
			if n := utf8.RuneCountInString(term.Meaning[code]); n < 10 || n > 140 {
				t.Errorf("%s: %d letters in %s", term.Spellings[0], n, code)
			}
		}
	}
}
