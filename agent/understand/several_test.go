package understand

import (
	"slices"
	"strings"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/search"
)

// TestTraitsTakeTurns says more of what has several tags: another colour takes the first
// one's place, whether it is corrected or asked for, and what else was said stands.
func TestTraitsTakeTurns(t *testing.T) {
	v := readVocabulary(t, "fashion")
	tags := func(change int, value string) search.Evidence {
		return search.Evidence{Change: change, Said: true, Answer: search.Answer{
			Key: "tags", Options: []catalog.Condition{{Key: "tags", Values: []string{value}}}, Picked: []int{0},
		}}
	}
	need := search.Need{Scope: []string{"Apparel & Accessories > Clothing > Skirts"}, Evidence: []search.Evidence{tags(2, "black"), tags(3, "pleated")}}
	for _, c := range []struct {
		message  string
		revising bool
		dropped  []int
	}{
		{"grey", false, []int{2}},
		{"grey, and also navy", false, []int{2}},
		{"grey sorry", true, []int{2}},
		{"navy instead", true, []int{2}},
		{"high waist", false, nil},
		{"high waist", true, nil},
		{"floral and stretchy", false, nil},
		{"only: high waist", false, nil}, // beside the pleats
		{"only: high waist", true, []int{3}},
	} {
		need := need
		message, only := strings.CutPrefix(c.message, "only: ")
		if c.message = message; only {
			need.Evidence = need.Evidence[1:]
		}
		var dropped []int
		for _, ch := range v.Understand(c.message, Context{Need: need, Revising: c.revising}).Changes {
			switch {
			case ch.Op == search.Drop:
				dropped = append(dropped, ch.Target)
			case ch.Op == search.AddWish && !ch.Also:
				t.Errorf("%q (revising %v): %q is not beside the others", c.message, c.revising, ch.Text)
			}
		}
		if !slices.Equal(dropped, c.dropped) {
			t.Errorf("%q (revising %v) drops %v, want %v", c.message, c.revising, dropped, c.dropped)
		}
	}
}

func TestTrait(t *testing.T) {
	for _, c := range []struct {
		values []string
		want   string
	}{
		{[]string{"navy"}, "colour"},
		{[]string{"black", "sky blue"}, "colour"},
		{[]string{"toner black"}, "colour"},
		{[]string{"solid oak"}, "material"},
		{[]string{"black", "cotton"}, ""},
		{[]string{"sneakers"}, ""},
		{nil, ""},
	} {
		if got := Trait(c.values); got != c.want {
			t.Errorf("%q is of %q, want %q", c.values, got, c.want)
		}
	}
}

// TestTraits finds the traits that a text names, in its language and each once.
func TestTraits(t *testing.T) {
	for _, c := range []struct {
		code, said string
		want       []string
	}{
		{"en", "not the colour", []string{"colour"}}, {"en", "colour and colours", []string{"colour"}}, {"en", "navy", nil}, {"de", "die Farbe", []string{"colour"}}, {"de", "die Lampe", nil}, {"en", "", nil},
	} {
		if got := Traits(c.said, language.Of(c.code)); !slices.Equal(got, c.want) {
			t.Errorf("%q names the traits %q, want %q", c.said, got, c.want)
		}
	}
}
