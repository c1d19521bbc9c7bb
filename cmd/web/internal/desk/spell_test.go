package desk

import (
	"math"
	"testing"

	"shopclerk/words"
)

func TestSpell(t *testing.T) {
	for _, test := range []struct {
		kind   Kind
		number float64
		en, de string
	}{
		{Count, 1234, "1,234", "1.234"},
		{Share, 0.1234, "12.3 %", "12,3\u00a0%"},
		{Change, -0.1, "−10.0 %", "−10,0\u00a0%"},
		{Points, 0.025, "+2.5 points", "+2,5 Punkte"},
		{Points, -0.0001, "0.0 points", "0,0 Punkte"},
		{Decimal, 1.5, "1.50", "1,50"},
		{Decimal, -1.5, "−1.50", "−1,50"},
		{Difference, 1.5, "+1.50", "+1,50"},
		{Difference, -0.001, "0.00", "0,00"},
		{Seconds, 90, "1.5 min", "1,5\u00a0min"},
		{Share, math.NaN(), "–", "–"},
	} {
		for code, want := range map[string]string{"en": test.en, "de": test.de} {
			if got := Spell(test.kind, test.number, words.Lookup(code)); got != want {
				t.Errorf("kind %d, %v in %s: %q, want %q", test.kind, test.number, code, got, want)
			}
		}
	}
}

// The ends of an interval leave out the unit that the number above them has.
func TestIntervalOfPoints(t *testing.T) {
	got := Within(0.025, -0.01, 0.06).view(Points, words.Lookup("en"))
	if got.Text != "+2.5 points" || got.Note != "−1.0\u00a0to\u00a0+6.0" {
		t.Errorf("%q with the interval %q", got.Text, got.Note)
	}
}
