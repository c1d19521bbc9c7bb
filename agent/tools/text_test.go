package tools

import (
	"reflect"
	"testing"
)

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
		{oneOf("Red"), "red", "Red", ""},
		{oneOf("Red"), "reddish", nil, Unlisted},
		{oneOf(), "red", nil, Nothing},
		{Flag(), "True", true, ""},
		{Flag(), "perhaps", nil, WrongKind},
		{Day(), "2026-03-01", "2026-03-01", ""},
		{Day(), "2026-02-30", nil, WrongKind},
		{Words(), 12.0, "12", ""},
		{Domain{Kind: Text, Longest: 3}, "four", nil, TooLong},
		{Domain{Kind: Text, Pattern: "a+"}, "ab", nil, WrongForm},
		{Several(oneOf("a", "b")), "a", []any{"a"}, ""},
		{Several(oneOf("a", "b")), []any{}, nil, TooShort},
		{Several(oneOf("a", "b")), []any{"a", "c"}, nil, Unlisted},
	} {
		got, err := c.d.Accept(c.of)
		var because Because
		if m, ok := err.(*Objection); ok {
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

// oneOf is the domain of the given texts.
func oneOf(values ...string) Domain {
	d := Domain{Kind: Finite}
	for _, v := range values {
		d.Values = append(d.Values, Value{Of: v})
	}
	return d
}
