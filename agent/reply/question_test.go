package reply

import (
	"slices"
	"testing"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/words"
)

func TestQuestionText(t *testing.T) {
	for _, tc := range []struct {
		aspect catalog.Aspect
		want   string
	}{
		{catalog.Aspect{Key: catalog.KeyPrice, Label: "Price", Kind: catalog.Numeric}, "What would you like to spend?"},
		{catalog.Aspect{Key: catalog.KeyBrand, Label: "Brand", Kind: catalog.Single}, "Which brand?"},
		{catalog.Aspect{Key: catalog.KeyCategory, Label: "Category", Kind: catalog.Single}, "What kind of product?"},
		{catalog.Aspect{Key: "a", Label: "Cable length", Kind: catalog.Numeric}, "What cable length?"},
		{catalog.Aspect{Key: "a", Label: "Colour", Kind: catalog.Multi}, "Which colour?"},
		{catalog.Aspect{Key: "a", Label: "Wireless", Kind: catalog.Flag}, "Do you want this: wireless?"},
		{catalog.Aspect{Key: "a", Label: "USB ports", Kind: catalog.Numeric}, "How many USB ports?"},
		{catalog.Aspect{Key: "a", Label: "Öffnung", Kind: catalog.Single}, "Which öffnung?"},
		{catalog.Aspect{Key: "a", Label: "ÖPNV ticket", Kind: catalog.Single}, "Which ÖPNV ticket?"},
		{catalog.Aspect{Key: "a", Label: "X", Kind: catalog.Single}, "Which x?"},
		{catalog.Aspect{Key: "a", Label: "Farbe", Kind: catalog.Single}, "Which colour?"},
		{catalog.Aspect{Key: "a", Label: "Specification", Kind: catalog.Numeric, Unit: "kg"}, "How heavy may it be?"},
		{catalog.Aspect{Key: "a", Label: "Specification", Kind: catalog.Single}, "Which version?"},
		{catalog.Aspect{Key: "a", Label: "Weight", Kind: catalog.Single}, "Which weight?"},
		{catalog.Aspect{Key: "a", Label: "Series", Kind: catalog.Single}, "Do you have a series in mind?"},
	} {
		if got := QuestionText(words.English, &tc.aspect); got != tc.want {
			t.Errorf("%q of kind %v is asked about as %q, want %q", tc.aspect.Label, tc.aspect.Kind, got, tc.want)
		}
	}
}

// Every topic of the tables has its sentence, and no other.
func TestTopicsHaveSentences(t *testing.T) {
	topics := language.Topics()
	for _, topic := range topics {
		if sentences[topic] == "" {
			t.Errorf("nothing is asked about %s", topic)
		}
	}
	for topic := range sentences {
		if !slices.Contains(topics, topic) {
			t.Errorf("no aspect is about %s", topic)
		}
	}
}
