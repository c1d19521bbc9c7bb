package tools

import (
	"reflect"
	"testing"
)

// Each passage goes to the parameter it was said of.
func TestClaims(t *testing.T) {
	tool := Tool{Name: "ship", Purpose: "Ships a parcel.", Parameters: []Parameter{
		{Name: "weight", Domain: Domain{Kind: Number, High: 30, Unit: "kg"}},
		{Name: "price", Domain: Domain{Kind: Number, High: 1000, Currency: "EUR"}},
		{Name: "copies", Domain: Whole(1, 50)},
		{Name: "from_city", Domain: OneOf("Ulm", "Bonn", "New York")},
		{Name: "to_city", Domain: OneOf("Ulm", "Bonn", "New York")},
		{Name: "insured", Domain: Flag()},
		{Name: "colours", Domain: Several(OneOf("red", "green", "blue"))},
		{Name: "mail", Domain: Domain{Kind: Text, Pattern: `[a-z]+@[a-z]+\.org`}},
		{Name: "day", Domain: Day()},
	}}
	k, err := New(tool)
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]Arguments{
		"ship 500 g":                           {"weight": 0.5},
		"ship 2 kg for €12.50":                 {"weight": 2.0, "price": 12.5},
		"ship it, copies 3":                    {"copies": 3.0},
		"ship 3 copies from Bonn to Ulm":       {"copies": 3.0, "from_city": "Bonn", "to_city": "Ulm"},
		"ship to New York from ulm":            {"from_city": "Ulm", "to_city": "New York"},
		"ship it insured":                      {"insured": true},
		"ship it, not insured":                 {"insured": false},
		"ship the red and the blue one":        {"colours": []any{"red", "blue"}},
		"ship to ann@home.org on 1 June 2026":  {"mail": "ann@home.org", "day": "2026-06-01"},
		"ship 2.5 kilograms on the 3rd of May": {"weight": 2.5, "day": "2026-05-03"},
	} {
		d, err := k.Decide(Task{Words: said}, today, rule(t, "none"))
		if err != nil || d.Call == nil || !reflect.DeepEqual(d.Call.Arguments, want) {
			t.Errorf("%s: %v, want %v (%v)", said, d.Call, want, err)
		}
	}
}

// A day that can be told both ways is asked about, though it is not required.
func TestAmbiguousDay(t *testing.T) {
	k := newCounter().kit(t)
	d, err := k.Decide(Task{Words: "leave a message 'hello', call back on 03/04/2026"}, today, rule(t, "joint"))
	if err != nil || d.Do != Ask || d.Clarity != Ambiguous || spellQuestions(d.Questions) != "call_back: 2026-03-04 | 2026-04-03" {
		t.Errorf("%s %s %s (%v)", d.Do, d.Clarity, spellQuestions(d.Questions), err)
	}
}

// Values are what they are, however they are written, and nothing else is taken for
// them.
func TestAccept(t *testing.T) {
	for _, c := range []struct {
		d       Domain
		of      any
		want    any
		because Because
	}{
		{Whole(1, 9), 3, 3.0, ""},
		{Whole(1, 9), "4", 4.0, ""},
		{Whole(1, 9), 0.0, nil, TooLow},
		{Whole(1, 9), 10.0, nil, TooHigh},
		{Whole(1, 9), 2.5, nil, OffStep},
		{Whole(1, 9), "many", nil, WrongKind},
		{Domain{Kind: Number, High: 1, Step: 0.1}, 0.3, 0.3, ""},
		{OneOf("Red"), "red", "Red", ""},
		{OneOf("Red"), "reddish", nil, Unlisted},
		{OneOf(), "red", nil, Nothing},
		{Flag(), "True", true, ""},
		{Flag(), "perhaps", nil, WrongKind},
		{Day(), "2026-03-01", "2026-03-01", ""},
		{Day(), "2026-02-30", nil, WrongKind},
		{Domain{Kind: Date, Earliest: "2026-03-02"}, "2026-03-01", nil, TooLow},
		{Words(), 12.0, "12", ""},
		{Domain{Kind: Text, Longest: 3}, "four", nil, TooLong},
		{Domain{Kind: Text, Pattern: "a+"}, "ab", nil, WrongForm},
		{Several(OneOf("a", "b")), "a", []any{"a"}, ""},
		{Several(OneOf("a", "b")), []any{}, nil, TooShort},
		{Several(OneOf("a", "b")), []any{"a", "c"}, nil, Unlisted},
	} {
		got, err := c.d.Accept(c.of)
		var because Because
		if m, ok := err.(*Misfit); ok {
			because = m.Because
			if m.Error() == "" {
				t.Errorf("%v: no words", c.of)
			}
		}
		if !reflect.DeepEqual(got, c.want) || because != c.because {
			t.Errorf("%s %v: %v %s, want %v %s", c.d.Kind, c.of, got, because, c.want, c.because)
		}
	}
}
