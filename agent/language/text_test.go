package language

import (
	"reflect"
	"slices"
	"strings"
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
		`send "report.pdf" to 'a b.txt c'`: {{"report.pdf", "a b.txt c"}, nil},
	} {
		x := Take(said)
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
		"x=-3": -3, "a lamp (−3)": -3, "lamp–3": 3, "under -5 euros": -5,
	} {
		if got := Take(said).Quantities; len(got) != 1 || got[0].Low != want || got[0].High != want {
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

// TestTake finds numbers with their currency, without what they are called and apart from
// quotations.
func TestTake(t *testing.T) {
	for said, want := range map[string]string{
		"at a price of $5":         "$5",
		"cost: 5 euros":            "5 euros",
		"set the budget to eur 5":  "eur 5",
		`write "12 lamps" 3 times`: "3",
		"I saw the Grand Canyon":   "",
		"I have two cats":          "two",
		"I have Two cats":          "",
		"ok. Two cats":             "Two",
		"Two cats":                 "Two",
	} {
		got := ""
		x := Take(said)
		for _, q := range x.Quantities {
			got += x.Between(q.Span.From, q.Span.To)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// TestPlaces asks for single tokens of a text: what is quoted, what names one thing.
func TestPlaces(t *testing.T) {
	x := Take(`mail "Big lamp.pdf" and 'a.txt' in March 2, 2026 to Ann (tn-21) with lamps`)
	for question, tc := range map[string]struct {
		is   func(k int) bool
		want string
	}{
		"in the name of one thing": {x.InName, "a . txt 2026 tn - 21"},
	} {
		var got []string
		for k := range x.Toks {
			if tc.is(k) {
				got = append(got, x.Between(k, k+1))
			}
		}
		if line := strings.Join(got, " "); line != tc.want {
			t.Errorf("%s: %s, want %s", question, line, tc.want)
		}
	}
	if a, b := (Span{From: 0, To: 2}), (Span{From: 2, To: 3}); a.Overlaps(b) || b.Overlaps(a) || !a.Overlaps(Span{From: 1, To: 3}) {
		t.Error("passages side by side share no token")
	}
}

// TestNameWords splits identifiers.
func TestNameWords(t *testing.T) {
	for name, want := range map[string]string{
		"rear_left": "rear left", "rearLeft": "rear left", "RearLeft": "rear left", "rear-left": "rear left", "HTTPServer": "http server", "userID": "user id", "ID": "id",
		"page2": "page2", "__x__y": "x y", "": "", "--": "",
	} {
		if got := NameWords(name); strings.Join(got, " ") != want || len(got) != len(strings.Fields(want)) {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	if got := NameStems("Page3Titles, new"); !slices.Equal(got, []string{"page", "3", "title", "new"}) {
		t.Errorf("the stems are %q", got)
	}
}
