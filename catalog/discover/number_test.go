package discover

import (
	"math"
	"testing"
)

func TestParseQuantity(t *testing.T) {
	tests := []struct {
		name, in  string
		style     commaStyle
		low, high float64
		unit      string
		reject    bool
	}{
		{name: "plain", in: "42", low: 42, high: 42},
		{name: "unit apart", in: "25.4 cm", low: 25.4, high: 25.4, unit: "cm"},
		{name: "unit attached", in: "500GB", low: 500, high: 500, unit: "GB"},
		{name: "unit by another name", in: "7 inches", low: 7, high: 7, unit: "in"},
		{name: "unknown unit", in: "100 Sheets", low: 100, high: 100, unit: "sheets"},
		{name: "pieces", in: "6 pc(s)", low: 6, high: 6, unit: "pc(s)"},
		{name: "decimal comma", in: "1,5 kg", low: 1.5, high: 1.5, unit: "kg"},
		{name: "thousands", in: "1,000", low: 1000, high: 1000},
		{name: "thousands and decimals", in: "1,234,567.5 g", low: 1234567.5, high: 1234567.5, unit: "g"},
		{name: "continental", in: "1.234.567,5 g", low: 1234567.5, high: 1234567.5, unit: "g"},
		{name: "decimal by style", in: "1,000 kg", style: commaDecimal, low: 1, high: 1, unit: "kg"},
		{name: "comma lists by style", in: "10,100", style: commaList, reject: true},
		{name: "currency behind", in: "12.50 USD", low: 12.5, high: 12.5, unit: "USD"},
		{name: "currency sign", in: "$5", low: 5, high: 5, unit: "$"},
		{name: "negative", in: "-20 °C", low: -20, high: -20, unit: "°C"},
		{name: "range", in: "0 - 40", low: 0, high: 40},
		{name: "range with unit", in: "0 - 40 °C", low: 0, high: 40, unit: "°C"},
		{name: "range of negatives", in: "-20 - -5 °C", low: -20, high: -5, unit: "°C"},
		{name: "range in words", in: "10 mm to 20 mm", low: 10, high: 20, unit: "mm"},
		{name: "tight range", in: "5-10", low: 5, high: 10},
		{name: "ratio", in: "16:9", reject: true},
		{name: "tuple", in: "24/8/12/24", reject: true},
		{name: "version", in: "1.2.3", reject: true},
		{name: "falling range", in: "40 - 0", reject: true},
		{name: "three ends", in: "5-10-15", reject: true},
		{name: "leading zeros", in: "0042", reject: true},
		{name: "letters attached", in: "802.11b", reject: true},
		{name: "model", in: "1080p", reject: true},
		{name: "product of numbers", in: "1440 x 900", reject: true},
		{name: "too long to be exact", in: "1234567890123456", reject: true},
		{name: "list", in: "10,100,1000", reject: true},
		{name: "text", in: "Black", reject: true},
		{name: "empty", in: "", reject: true},
		{name: "phrase", in: "3 button mouse with long cord", reject: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q, ok := parseQuantity(tt.in, tt.style)
			if ok == tt.reject {
				t.Fatalf("parseQuantity(%q) = %+v, %v", tt.in, q, ok)
			}
			if ok && (q.low != tt.low || q.high != tt.high || q.unit != tt.unit) {
				t.Errorf("parseQuantity(%q) = %+v, want %v..%v %q", tt.in, q, tt.low, tt.high, tt.unit)
			}
		})
	}
}

func TestConvert(t *testing.T) {
	tests := []struct {
		f        float64
		from, to string
		want     float64
	}{
		{1, "TB", "GB", 1000},
		{7, "in", "cm", 17.78},
		{32, "°F", "°C", 0},
		{212, "°F", "°C", 100},
		{100, "°C", "°F", 212},
		{2, "lbs", "kg", 0.90718474},
		{1500, "mW", "W", 1.5},
	}
	for _, tt := range tests {
		if got := roundNumber(convert(tt.f, unitOf(tt.from), unitOf(tt.to))); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%v %s = %v %s, want %v", tt.f, tt.from, got, tt.to, tt.want)
		}
	}
}

func FuzzParseQuantity(f *testing.F) {
	for _, s := range []string{"25.4 cm", "1,5 kg", "0 - 40 °C", "$5", "1.234,5", "-20 - -5", "802.11b", "5-10-15", "€", "- 1", "1…2", "10000000001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		q, ok := parseQuantity(s, commaAny)
		if !ok {
			return
		}
		if math.IsNaN(q.low) || math.IsInf(q.low, 0) || math.IsInf(q.high, 0) || q.low > q.high {
			t.Fatalf("%q: %+v", s, q)
		}
		// The spelling of what was read reads the same.
		again, ok := parseQuantity(spellNumber(q.low), commaAny)
		if !ok || again.low != roundNumber(q.low) {
			t.Fatalf("%q: %v is spelled %q, which reads %+v, %v", s, q.low, spellNumber(q.low), again, ok)
		}
	})
}
