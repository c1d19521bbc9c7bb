package counter

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"shopclerk/agent/tools"
)

func TestFindAddress(t *testing.T) {
	for _, tc := range []struct{ said, want string }{ // street | extra | zip | city | region | country
		{"change the address to 5 Low Road, 54321 York", "5 Low Road||54321|York||"},
		{"Hauptstr. 5, 10115 Berlin", "Hauptstr. 5||10115|Berlin||"},
		{"ändere die Adresse auf Hauptstr. 5, 10115 Berlin bitte", "Hauptstr. 5||10115|Berlin||"},
		{"12 High St, Leeds LS1 4AB", "12 High St||LS1 4AB|Leeds||"},
		{"5 Low Road, York, NY 54321", "5 Low Road||54321|York|NY|"},
		{"5 Low Road, York NY 54321-1234, USA", "5 Low Road||54321-1234|York|NY|USA"},
		{"send it to 5 High Street, LS1 4AP Leeds.", "5 High Street||LS1 4AP|Leeds||"},
		{"Unter den Linden 77\n10117 Berlin\nGermany", "Unter den Linden 77||10117|Berlin||Germany"},
		{"Hauptstr. 5 10115 Berlin", "Hauptstr. 5||10115|Berlin||"},
		{"meine neue Adresse lautet Am Markt 3 b, 60311 Frankfurt am Main", "Am Markt 3 b||60311|Frankfurt am Main||"},
		{"12-14 Mill Lane, Flat 2, Stoke on Trent ST1 1AA, United Kingdom", "12-14 Mill Lane|Flat 2|ST1 1AA|Stoke on Trent||United Kingdom"},
		{"Hauptstr. 5, Wohnung 3, 10115 Berlin", "Hauptstr. 5|Wohnung 3|10115|Berlin||"},
		{"Stephansplatz 1, 1010 Wien, Österreich", "Stephansplatz 1||1010|Wien||Österreich"},
		{"the address of W1003 is wrong, it is 7 Low Road, 54321 York and show me lamps", "7 Low Road||54321|York||"},
		{"5 low road, 54321 york", "5 low road||54321|york||"},
		{"24 Sussex Drive, Ottawa, ON K1M 1M4", "24 Sussex Drive||K1M 1M4|Ottawa|ON|"},
		{"Damrak 1, 1012 LG Amsterdam", "Damrak 1||1012 LG|Amsterdam||"},
		{"ul. Długa 7, 00-950 Warszawa", ""}, // a street begins with a capital, or its number
		{"change the address of order W1004", ""},
		{"5 Low Road", ""},
		{"54321 York", ""},
		{"lamps under 10115 lumen in Berlin", ""},
		{"a desk of 2024, 120 cm wide", ""},
		{"", ""},
	} {
		got := ""
		if a := findAddress(tc.said); a != nil {
			got = strings.Join([]string{a.Text("street"), a.Text("extra"), a.Text("zip"), a.Text("city"), a.Text("region"), a.Text("country")}, "|")
		}
		if got != tc.want {
			t.Errorf("%q: %q, want %q", tc.said, got, tc.want)
		}
	}
}

// What is written as an address is written is read as it was meant, whatever leads to
// it; and nothing that is said makes the reader fail.
func TestFindAddressAsWritten(t *testing.T) {
	street := rapid.SampledFrom([]string{"5 Low Road", "Hauptstr. 5", "Am Alten Markt 12 a", "221B Baker Street"})
	city := rapid.SampledFrom([]string{"York", "Berlin", "Frankfurt am Main", "Stoke on Trent", "Saint-Denis"})
	zip := rapid.SampledFrom([]string{"54321", "10115", "YO1 7AA", "1010", "K1A 0B1"})
	lead := rapid.SampledFrom([]string{"", "to ", "change the address to ", "bitte an ", "liefern Sie an "})
	rapid.Check(t, func(t *rapid.T) {
		want := tools.Arguments{"street": street.Draw(t, "street"), "zip": zip.Draw(t, "zip"), "city": city.Draw(t, "city")}
		place := want.Text("zip") + " " + want.Text("city")
		if rapid.Bool().Draw(t, "british") {
			place = want.Text("city") + " " + want.Text("zip")
		}
		said := lead.Draw(t, "lead") + want.Text("street") + ", " + place
		if diff := gocmp.Diff(want, findAddress(said)); diff != "" {
			t.Fatalf("%q (-meant +read):\n%s", said, diff)
		}
	})
	rapid.Check(t, func(t *rapid.T) { findAddress(rapid.String().Draw(t, "said")) })
}
