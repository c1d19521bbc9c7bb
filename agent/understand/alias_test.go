package understand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shopclerk/catalog"
	"shopclerk/search"
)

func aliasVocabulary() *Vocabulary {
	colour := catalog.Aspect{Key: "colour", Label: "Colour", Kind: catalog.Single}
	categories := []catalog.Category{
		{Path: "Lamps", Size: 20, Aspects: []catalog.Aspect{colour, {Key: "watts", Label: "Watts", Kind: catalog.Numeric}}},
		{Path: "Sofas", Size: 20, Aspects: []catalog.Aspect{colour}},
	}
	return FromTerms(categories, []Term{
		{"Lamps", "colour", "grey", 7}, {"Lamps", "colour", "gray", 3}, {"Lamps", "colour", "red", 5},
		{"Sofas", "colour", "red", 9}, {"Sofas", "colour", "blue", 4},
		{"Lamps", "watts", "5", 20},
	}, Synonyms{})
}

// said returns the condition that a message is read as, and what its chip says.
func said(v *Vocabulary, scope, message string) (values []string, text string) {
	r := v.Understand(message, Context{Need: search.Need{Scope: []string{scope}}})
	for _, c := range r.Changes {
		if c.Condition != nil {
			return c.Condition.Values, c.Text
		}
	}
	return nil, ""
}

func TestAliases(t *testing.T) {
	learned := aliasVocabulary()
	v := learned.WithAliases([]Alias{
		{"Lamps", "colour", "Grey tones", []string{"grey", "gray"}, []string{"grey tones", "anthracite"}},
		{"", "colour", "red", []string{"red"}, []string{"crimson", "brick coloured"}},
		{"Lamps", "colour", "mauve", []string{"mauve"}, []string{"malve"}},
		{"", "pile", "deep", []string{"deep"}, []string{"fluffy"}},
		{"", "watts", "5", []string{"5"}, []string{"weak"}},
		{"", "colour", "none", nil, []string{"colourless"}},
		{"", "colour", "blue", []string{"blue"}, []string{"-", strings.Repeat("azure ", maxWords), strings.Repeat("cyan ", maxWords+1)}},
	})
	for _, tc := range []struct {
		scope, message string
		values         []string
		text           string
	}{
		{"Lamps", "anthracite", []string{"grey", "gray"}, "Colour: Grey tones"},
		{"Lamps", "something in grey tones", []string{"grey", "gray"}, "Colour: Grey tones"},
		{"Lamps", "grey", []string{"grey"}, "Colour: grey"},
		{"Lamps", "anthracite or crimson", []string{"grey", "gray", "red"}, "Colour: Grey tones or red"},
		{"Lamps", "crimson or anthracite", []string{"red", "grey", "gray"}, "Colour: red or Grey tones"},
		{"Lamps", "not anthracite", []string{"grey", "gray"}, "not Grey tones"},
		{"Sofas", "anthracite", nil, ""}, // said of lamps alone
		{"Sofas", "brick-coloured", []string{"red"}, "Colour: red"},
		{"Lamps", "malve", []string{"mauve"}, "Colour: mauve"}, // too rare to be learned
		{"Lamps", "fluffy", nil, ""},
		{"Sofas", "colourless", nil, ""},
		{"Lamps", strings.Repeat("azure ", maxWords), nil, ""}, // no lamp is blue
		{"Sofas", strings.Repeat("azure ", maxWords), []string{"blue"}, "Colour: blue"},
		{"Sofas", strings.Repeat("cyan ", maxWords+1), nil, ""},
		{"Lamps", "weak", nil, ""},
	} {
		t.Run(tc.scope+": "+tc.message, func(t *testing.T) {
			values, text := said(v, tc.scope, tc.message)
			if diff := cmp.Diff(tc.values, values); diff != "" || text != tc.text {
				t.Errorf("%q (-want +got):\n%s", text, diff)
			}
		})
	}
	if values, _ := said(learned, "Lamps", "anthracite"); values != nil {
		t.Error("the vocabulary beneath has changed")
	}
	again := v.WithAliases([]Alias{{"", "colour", "blue", []string{"blue"}, []string{"navy"}}})
	if values, _ := said(again, "Lamps", "anthracite"); values != nil || len(again.entries) != len(learned.entries)+1 {
		t.Error("an earlier alias is still known")
	}
	if values, _ := said(again, "Sofas", "navy"); len(values) != 1 {
		t.Error("the new alias is not known")
	}
	if values, _ := said(v, "Lamps", "anthracite"); len(values) != 2 {
		t.Error("a later vocabulary has changed this one")
	}
}

// TestNoAliases: without any the vocabulary reads as before.
func TestNoAliases(t *testing.T) {
	v := readVocabulary(t, "pc")
	same := v.WithAliases(nil)
	for _, m := range messages {
		if diff := cmp.Diff(v.Understand(m, Context{Currency: "EUR"}), same.Understand(m, Context{Currency: "EUR"})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", m, diff)
		}
	}
}
