package language

import (
	"strings"
	"testing"
)

// TestNumerals reads the number words that a text begins with, up to the sign |.
func TestNumerals(t *testing.T) {
	for code, cases := range map[string]map[string]float64{
		"en": {
			"fifty|": 50, "one| two": 1, "fifty| black": 50, "|black": 0, "|50": 0, "": 0,
			"twenty-five|": 25, "twenty five|": 25, "twenty|-": 20, "twenty| half": 20, "twenty| ten": 20, "nineteen| five": 19,
			"ninety-nine|": 99, "twenty-one|": 21,
			"half|": 0.5, "half| litre": 0.5, "half a| litre": 0.5, "half an| hour": 0.5, "a half|": 0.5,
			"|a fifty": 0, "|a one": 0, "|a": 0, "|a lamp": 0,
			"two fifty|": 250, "two ten|": 210, "nine ninety|": 990, "two| fifteen": 2, "ten| fifty": 10, "two| lamps": 2,
			"hundred|": 100, "a hundred|": 100, "a thousand| lamps": 1000, "two hundred|": 200, "twenty-five hundred|": 2500, "two grand|": 2000,
			"a hundred and five|": 105, "a hundred and one|": 101, "a hundred and fifty|": 150, "hundred fifty|": 150, "hundred ten|": 110,
			"a hundred and twenty-five|": 125, "two thousand five hundred|": 2500, "a thousand two fifty|": 1250,
			"one hundred| and two hundred": 100, "a hundred| and": 100, "a hundred| and black": 100, "a hundred| and half": 100,
			"two hundred| five piece sets": 200, "a hundred| lamps": 100, "a hundred| a hundred": 100,
		},
		"de": {
			"fünfzig|": 50, "fünfundzwanzig|": 25, "zweihundert|": 200, "zweihundertfünfzig|": 250, "zweihundertfünfundzwanzig|": 225,
			"tausend|": 1000, "tausendzweihundert|": 1200, "hunderttausend|": 100000, "hundertundeins|": 101, "anderthalb| Meter": 1.5,
			"einundneunzig|": 91, "zwei| fünfzig": 2, "|zwanzigundfünf": 0, "|zehnundfünfzig": 0, "|zweiundzehn": 0, "|hundertlampen": 0, "|lampenhundert": 0,
			"|hundertundlampen": 0, "|lampenundzwanzig": 0, "|zweiundlampen": 0, "|lampe": 0, "|und": 0,
		},
	} {
		for said, want := range cases {
			before, after, _ := strings.Cut(said, "|")
			toks := Tokenize(before + after)
			got, next := Of(code).Numeral(toks, 0)
			end := 0
			if next > 0 {
				end = toks[next-1].End
			}
			if got != want || end != len(before) {
				t.Errorf("%s: %q is %v, want %v of %q", code, (before + after)[:end]+"|"+(before + after)[end:], got, want, said)
			}
		}
	}
}
