package language

import (
	"reflect"
	"testing"
)

// Quotations are taken whole, apostrophes are none, and names are found by form.
func TestPassages(t *testing.T) {
	for said, want := range map[string][2][]string{
		`name it "summer sale"`:            {{"summer sale"}, nil},
		`copy 'a file.txt' to 'b'`:         {{"a file.txt", "b"}, nil},
		`don't, it's Paul's`:               {nil, nil},
		`write 'it's late' there`:          {{"it's late"}, nil},
		`move report.pdf to temp_dir`:      {nil, []string{"report.pdf", "temp_dir"}},
		`order #W1002, mail ann@home.org`:  {nil, []string{"#W1002", "ann@home.org"}},
		`see https://a.org/b and USR001`:   {nil, []string{"https://a.org/b", "USR001"}},
		`„Grüße“ und “greetings” senden`:   {{"Grüße", "greetings"}, nil},
		`card 4111 and 12 pieces of tn-21`: {nil, []string{"4111", "tn-21"}},
	} {
		x := Take(said, "")
		var got [2][]string
		for _, s := range x.Quoted {
			got[0] = append(got[0], s.Said)
		}
		for _, s := range x.IDs {
			got[1] = append(got[1], s.Said)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}

// A sign belongs to its number, and a dash is none.
func TestSigns(t *testing.T) {
	for said, want := range map[string]float64{
		"ship -3 copies": -3, "ship −3 copies": -3, "-3": -3, "ship 3 copies": 3, "ship it - 3 copies": 3,
	} {
		if got := Take(said, "").Quantities; len(got) != 1 || got[0].Low != want || got[0].High != want {
			t.Errorf("%s: %v, want %v", said, got, want)
		}
	}
}

func TestThings(t *testing.T) {
	for label, want := range map[string]string{"Keyboard number of keys": "keys", "Anzahl der Tasten": "Tasten", "Memory slots": "Memory slots", "Cross number": "Cross number"} {
		if got := Things(label); got != want {
			t.Errorf("of %q %q are counted, want %q", label, got, want)
		}
	}
}
