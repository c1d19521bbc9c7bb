package language

import (
	"fmt"
	"strings"
	"testing"
)

// amountLine spells an amount: its bound, its numbers with unit and currency, and what else
// is known of it.
func amountLine(a Amount) string {
	line := [...]string{Exactly: "", Most: "at most ", Fewest: "at least ", Nearly: "about "}[a.Bound] + fmt.Sprint(a.High)
	if a.Ranged {
		line = fmt.Sprint(a.Low, " to ", line)
	}
	line = strings.Join(strings.Fields(line+" "+a.Unit.Name+" "+a.Currency), " ")
	for _, of := range []struct {
		is   bool
		said string
	}{
		{a.Money, "money"}, {a.Spelled, "in words"},
		{a.Measured != (a.Unit != Unit{}), "a unit that was not said"}, {!a.Ranged && a.Low != a.High, "another low end"},
	} {
		if of.is {
			line += ", " + of.said
		}
	}
	return line
}

// TestAmounts reads the amount that a text begins with, up to the sign |.
func TestAmounts(t *testing.T) {
	for code, cases := range map[string][][2]string{
		"en": {
			// A number, with what it is of.
			{"50|", "50"},
			{"50| keyboards", "50"},
			{"€50|", "50 EUR"},
			{"50 euros|", "50 EUR"},
			{"€ 50 euros|", "50 EUR"}, // said twice is said once
			{"50 pounds|", "50 GBP"},
			{"16 GB|", "16 GB"},
			{"16gb| of memory", "16 GB"},
			{"27-inch| monitor", "27 in"},
			{"27| - inch", "27"},
			{"50 euros|", "50 EUR"},
			{"$50 CAD|", "50 CAD"},
			{"$50| $60", "50 USD"},
			{"£50 pounds|", "50 GBP"},
			{"half a litre|", "0.5 l, in words"},
			{"3/8 inch|", "0.375 in"},
			{"2|/8 inch", "2"},
			{"2005| x", "2005"},
			{"2x16 cm|", ""},
			{"2| x 16", "2"},
			{"2| x big TB drives", "2"},
			{"tn-2110", ""},
			{"27gl850", ""},
			{"16GB-32GB|", "16 to 32 GB"},
			{"16GB|-kit", "16 GB"},
			{"16GB-xy", ""},
			{"144hz-120", ""},
			{"50-bkx", ""},
			{"price 50|", "50, money"},
			{"price: 50|", "50, money"},
			{"price = $50|", "50 USD, money"},
			{"my budget is 100|", "at most 100, money"},
			{"price is about 50|", "about 50, money"},
			{"price", ""},
			{": 50", ""},
			{"is 50", ""},
			{"50|-", "50"},
			{"2| x", "2"},
			{"4|-player game", "4"},
			// Thousands.
			{"under 2k|", "at most 2000"},
			{"€2k|", "2000 EUR"},
			{"2k", ""},
			{"under 2| k", "at most 2"},
			// Bounds before and after.
			{"under 50|", "at most 50"},
			{"at most 50|", "at most 50"},
			{"at least 32 GB|", "at least 32 GB"},
			{"fewer than 8| cores", "at most 8"},
			{"50 or less|", "at most 50"},
			{"50 or more|", "at least 50"},
			{"50 max|", "at most 50"},
			{"50 max.|", "at most 50"},
			{"50 GB min.|", "at least 50 GB"},
			{"50 maximum|", "at most 50"},
			{"50 max| under 60", "at most 50"},
			{"50 GB minimum|", "at least 50 GB"},
			{"50 at least|", "at least 50"},
			{"about 50|", "about 50"},
			{"about 50 at most|", "at most 50"},
			{"at most about 50|", "at most 50"},
			{"50| under 60", "50"},
			{"50| max 60", "50"},
			{"at least 140 cm| and no more expensive than 600", "at least 140 cm"},
			{"my budget is at least 50|", "at least 50, money"},
			{"under -", ""},
			{"at least a", ""},
			{"at least a lamp", ""},
			{"at least an inch|", "at least 1 in, in words"},
			{"0.5 to a litre|", "0.5 to 1 l, in words"},
			{"0.5| to a lamp", "0.5"},
			{"20 GB| each", "20 GB"},
			// Ranges.
			{"20-40|", "20 to 40"},
			{"20 to 40|", "20 to 40"},
			{"between 20 and 40|", "20 to 40"},
			{"between 40 and 20|", "20 to 40"},
			{"20| and 40", "20"},
			{"40| to 20", "40"},
			{"20| to 20", "20"},
			{"€1-2k|", "1000 to 2000 EUR"},
			{"€500-2k|", "500 to 2000 EUR"},
			{"500 GB to 1 TB|", "0.5 to 1 TB"},
			{"20 cm| to 40 GB", "20 cm"},
			{"at least 120 Hz| up to 500", "at least 120 Hz"},
			{"at least 120 Hz to 240 Hz|", "120 to 240 Hz"},
			{"120 Hz to 240|", "120 to 240 Hz"},
			{"between two and a thousand|", "2 to 1000, in words"},
			{"two to a hundred|", "2 to 100, in words"},
			{"one to a hundred|", "1 to 100, in words"},
			{"two to go", ""},
			{"two three", ""},
			{"two to three hundred|", "200 to 300, in words"},
			{"between 20 and 40| or more", "20 to 40"},
			// Number words, where something shows that an amount is meant.
			{"five hundred|", "500, in words"},
			{"twenty|", "20, in words"},
			{"nineteen", ""},
			{"two in one", ""},
			{"two metres|", "2 m, in words"},
			{"under three|", "at most 3, in words"},
			{"three or more|", "at least 3, in words"},
			{"€ three|", "3 EUR, in words"},
			{"at least a metre|", "at least 1 m, in words"},
			{"a metre", ""},
			{"at least a| bit", ""},
			// Turned round.
			{"not under 50|", "at least 50"},
			{"do not want to have more than 8| cores", "at most 8"},
			{"do not want to pay under 50|", "at least 50"},
			{"do not want to pay more than that", ""},
			{"do not want to pay more than 200 to 300|", "200 to 300"},
			{"not 50", ""},
			{"more than 50 is not|", "at most 50"},
			{"at least 40| but not more than 80", "at least 40"},
		},
		"de": {
			{"zweihundert Euro|", "200 EUR, in words"},
			{"1.200,50 €|", "1200.5 EUR"},
			{"darf 400", ""},
			{"400 Euro| nicht überschreiten Lampe", "400 EUR"},
			{"mehr als 400 Euro möchte ich nicht|, danke", "at most 400 EUR"},
			{"mehr als 400 Euro möchte ich nicht| Lampe", "at most 400 EUR"},
			{"mehr als 400 Euro| nicht Lampe", "at least 400 EUR"},
			{"unter 400 Euro| bleiben Lampen", "at most 400 EUR"},
			{"mehr als 400 Euro möchte ich nicht ausgeben|", "at most 400 EUR"},
			{"weniger als 400 Euro möchte ich nicht ausgeben|", "at least 400 EUR"},
			{"mindestens 40| aber nicht mehr als 80", "at least 40"},
			{"4-Personen|-Zelt", "4 persons"},
			{"mindestens 120 Hz| bis 500", "at least 120 Hz"},
			{"50 GB min|", "at least 50 GB"},
			{"50 GB mindestens|", "at least 50 GB"},
		},
	} {
		for _, tc := range cases {
			t.Run(code+"/"+tc[0], func(t *testing.T) {
				before, after, _ := strings.Cut(tc[0], "|")
				l, toks := Of(code), Tokenize(before+after)
				l.Standard(toks)
				p := &Amounts{Language: l, Toks: toks, Chunks: Chunks(toks), Currency: "GBP"}
				a, next := p.At(0)
				got, end := "", 0
				if next > 0 {
					got, end = amountLine(a), toks[next-1].End
				}
				if got != tc[1] || got != "" && end != len(before) {
					t.Errorf("%q is %q, want %q", before[:min(end, len(before))]+"|"+(before + after)[end:], got, tc[1])
				}
			})
		}
	}
}

// TestPounds weighs in pounds where nothing says that they are paid.
func TestPounds(t *testing.T) {
	for said, want := range map[string]string{"50 pounds": "50 lb", "£50 pounds": "50 GBP", "$50": "50 USD"} {
		toks := Tokenize(said)
		p := &Amounts{Language: English(), Toks: toks, Chunks: Chunks(toks), Currency: "EUR"}
		if a, next := p.At(0); next != len(toks) || amountLine(a) != want {
			t.Errorf("%q is %q, want %q", said, amountLine(a), want)
		}
	}
}
