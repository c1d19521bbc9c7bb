package desk

import (
	"math"
	"net/url"
	"testing"

	"shopclerk/agent/desk/control"
)

// Shares are read as people type them; what is no number is NaN, which is judged.
func TestSharesAsTyped(t *testing.T) {
	for typed, want := range map[string]float64{
		"50": 0.5, " 33,5 ": 0.335, "12.5 %": 0.125, "100%": 1, "half": math.NaN(), "": math.NaN(),
	} {
		s := readSetting(control.KindExperiment, url.Values{armField(1, armName): {"a"}, armField(1, armShare): {typed}})
		if len(s.Arms) != 1 {
			t.Fatalf("%q: arms %+v", typed, s.Arms)
		}
		if got := s.Arms[0].Share; math.Abs(got-want) > 1e-12 || math.IsNaN(got) != math.IsNaN(want) {
			t.Errorf("%q is the share %v, want %v", typed, got, want)
		}
	}
}
