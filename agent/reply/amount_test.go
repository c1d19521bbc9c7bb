package reply_test

import (
	"testing"

	"shopclerk/agent/reply"
	"shopclerk/catalog"
	"shopclerk/words"
)

func TestAmount(t *testing.T) {
	for _, tc := range []struct {
		key, unit string
		number    float64
		want      string
	}{
		{catalog.KeyPrice, "EUR", 40, "€40"},
		{catalog.KeyPrice, "USD", 12.5, "$12.50"},
		{catalog.KeyPrice, "GBP", 3, "£3"},
		{catalog.KeyPrice, "SEK", 99, "99 SEK"},
		{"screen", "in", 27, "27 in"},
		{"year", "", 2024, "2024"},
		{"weight", "g", 800, "800 g"},
		{"weight", "g", 2500, "2.5 kg"},
		{"length", "mm", 1200, "1200 mm"},
		{"weight", "g", 25000, "25 kg"},
		{"yield", "pages", 30000, "30,000 pages"},
	} {
		if got := reply.Amount(words.English, &catalog.Aspect{Key: tc.key, Unit: tc.unit}, tc.number); got != tc.want {
			t.Errorf("%v %s is spelled %q, want %q", tc.number, tc.unit, got, tc.want)
		}
	}
}
