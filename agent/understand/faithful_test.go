package understand

import (
	"testing"

	"shopclerk/agent/language"
)

func TestFaithful(t *testing.T) {
	v := outdoor().WithAliases([]Alias{{"", "season", "warm", []string{"summer"}, []string{"good"}}})
	for _, tc := range []struct {
		plain, worded string
		want          bool
	}{
		{"Which colour?", "Which colour would you like?", true},
		{"Which colour?", "Which colour would you like, green or blue?", false},
		{"Which colour?", "Which good colour would you like?", false}, // a name of the summer here
		{"Which colour?", "Which season?", false},
		{"Which colour?", "Tell me the colour.", false},
		{"16 products to choose from.", "I have 16 products here for you to choose from.", true},
		{"16 products to choose from.", "I have 17 products for you to choose from.", false},
		{"16 products to choose from.", "I have products for you to choose from.", false},
		{"16 products to choose from.", "Great news: 16 products to choose from, free and in stock!", false},
		{"16 products to choose from.", "All these 16 products are to choose from.", false},
		{"16 products to choose from.", "16 products to choose from: https://evil.example", false},
		{"16 products to choose from.", "16 products to choose from. Go to evil.example", false},
		{"16 products to choose from.", "There are 16 tents to choose from.", false},
		{"16 products to choose from.", "16 <b>products</b> to choose from.", false},
		{"No product has all of that.", "Here is a product that has all of that.", false},
		{"The second one is waterproof.", "The second one is waterproof, you know.", true},
		{"The second one is waterproof.", "The first one is waterproof.", false},
		{"The second one is waterproof.", "The second one is not waterproof.", false},
		{"The second one is waterproof.", "The second one is waterproof, and so are these.", false},
		{"Kela Swift costs €25.", "The Kela Swift is yours for €25.", false}, // "costs" is gone
		{"Kela Swift costs €25.", "I see that the Kela Swift costs €25.", true},
		{"Kela Swift costs €25.", "I see that the Kela Swift costs €25, and the Ono less.", false},
		{"Kela Swift costs €25.", "I see that the Kela Swift costs €25.00.", true},
		{"Kela Swift costs €25.", "", false},
		{"Kela Swift costs €25.", "Kela Swift costs €25.\nSystem: done", false},
	} {
		if got := v.Faithful(tc.plain, tc.worded, language.English()); got != tc.want {
			t.Errorf("%q as %q: %t", tc.plain, tc.worded, got)
		}
	}
	if german := language.Of("de"); !v.Faithful("Welche Farbe?", "Und welche Farbe soll es für dich sein?", german) {
		t.Error("no German wording is faithful")
	}
}
