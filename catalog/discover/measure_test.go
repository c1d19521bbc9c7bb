package discover_test

import (
	"math"
	"testing"

	"shopclerk/catalog/discover"
)

func TestMeasure(t *testing.T) {
	for _, tc := range []struct {
		text, dimension string
		amount          float64
	}{
		{"1 kg", "mass", 1000}, {"1,000 g", "mass", 1000}, {"1000g", "mass", 1000}, {"2.5 cm", "length", 25}, {"1 in", "length", 25.4},
		{"32 °F", "temperature", 0}, {"$5", "USD", 5},
	} {
		dimension, amount, ok := discover.Measure(tc.text)
		if !ok || dimension != tc.dimension || math.Abs(amount-tc.amount) > 1e-9 {
			t.Errorf("%q is %v of %s, %t; want %v of %s", tc.text, amount, dimension, ok, tc.amount, tc.dimension)
		}
	}
	for _, text := range []string{"", "12", "kg", "1 - 2 kg", "16:9", "802.11b", "3 sheets", "1.2.3 kg"} {
		if dimension, amount, ok := discover.Measure(text); ok {
			t.Errorf("%q is %v of %s, want none", text, amount, dimension)
		}
	}
}
