package tools

import (
	"reflect"
	"testing"
)

// Dates in every spelling; those that can be told both ways have both readings.
func TestDates(t *testing.T) {
	for said, want := range map[string][][]string{
		"on 2026-03-15":                 {{"2026-03-15"}},
		"2026/3/5 please":               {{"2026-03-05"}},
		"15.3.2026":                     {{"2026-03-15"}},
		"3/15/2026":                     {{"2026-03-15"}},
		"03/04/2026":                    {{"2026-03-04", "2026-04-03"}},
		"3.4.2026":                      {{"2026-04-03", "2026-03-04"}},
		"March 15th, 2027":              {{"2027-03-15"}},
		"the 15th of March":             {{"2026-03-15"}},
		"15. März 2026":                 {{"2026-03-15"}},
		"on Feb 3":                      {{"2027-02-03"}}, // this year's is over
		"tomorrow":                      {{"2026-03-02"}},
		"the day after tomorrow":        {{"2026-03-03"}},
		"in 3 days or in 2 weeks":       {{"2026-03-04"}, {"2026-03-15"}},
		"next friday":                   {{"2026-03-06"}},
		"on sunday":                     {{"2026-03-08"}}, // the first of March is one
		"from 2026-03-01 to 2026-03-09": {{"2026-03-01"}, {"2026-03-09"}},
		"31.2.2026":                     nil,
		"version 1.2.3":                 nil,
		"I may come":                    nil,
		"12 pieces of 3/4":              nil,
	} {
		var got [][]string
		for _, d := range take(said, "2026-03-01").dates {
			got = append(got, d.days)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", said, got, want)
		}
	}
	if got := take("tomorrow, or on March 3", "").dates; len(got) > 0 {
		t.Errorf("without a today: %v", got)
	}
}

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
		x := take(said, "")
		var got [2][]string
		for _, s := range x.quoted {
			got[0] = append(got[0], s.value)
		}
		for _, s := range x.ids {
			got[1] = append(got[1], s.value)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}

// Each passage goes to the parameter it was said of.
func TestClaims(t *testing.T) {
	tool := Tool{Name: "ship", Purpose: "Ships a parcel.", Parameters: []Parameter{
		{Name: "weight", Domain: Domain{Kind: Number, High: 30, Unit: "kg"}},
		{Name: "price", Domain: Domain{Kind: Number, High: 1000, Currency: "EUR"}},
		{Name: "copies", Domain: Whole(1, 50)},
		{Name: "from_city", Domain: OneOf("Ulm", "Bonn", "New York")},
		{Name: "to_city", Domain: OneOf("Ulm", "Bonn", "New York")},
		{Name: "insured", Domain: Flag()},
		{Name: "colours", Domain: Several(OneOf("red", "green", "blue"))},
		{Name: "mail", Domain: Domain{Kind: Text, Pattern: `[a-z]+@[a-z]+\.org`}},
		{Name: "day", Domain: Day()},
	}}
	k, err := New(tool)
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]Arguments{
		"ship 500 g":                           {"weight": 0.5},
		"ship 2 kg for €12.50":                 {"weight": 2.0, "price": 12.5},
		"ship it, copies 3":                    {"copies": 3.0},
		"ship 3 copies from Bonn to Ulm":       {"copies": 3.0, "from_city": "Bonn", "to_city": "Ulm"},
		"ship to New York from ulm":            {"from_city": "Ulm", "to_city": "New York"},
		"ship it insured":                      {"insured": true},
		"ship it, not insured":                 {"insured": false},
		"ship the red and the blue one":        {"colours": []any{"red", "blue"}},
		"ship to ann@home.org on 1 June 2026":  {"mail": "ann@home.org", "day": "2026-06-01"},
		"ship 2.5 kilograms on the 3rd of May": {"weight": 2.5, "day": "2026-05-03"},
	} {
		d, err := k.Decide(Task{Words: said}, today, rule(t, "none"))
		if err != nil || d.Call == nil || !reflect.DeepEqual(d.Call.Arguments, want) {
			t.Errorf("%s: %v, want %v (%v)", said, d.Call, want, err)
		}
	}
}

// A sign belongs to its number, and a dash is none.
func TestSigns(t *testing.T) {
	for said, want := range map[string]float64{
		"ship -3 copies": -3, "ship −3 copies": -3, "-3": -3, "ship 3 copies": 3, "ship it - 3 copies": 3,
	} {
		if got := take(said, "").quantities; len(got) != 1 || got[0].Low != want || got[0].High != want {
			t.Errorf("%s: %v, want %v", said, got, want)
		}
	}
}

// A day that can be told both ways is asked about, though it is not required.
func TestAmbiguousDay(t *testing.T) {
	k := newCounter().kit(t)
	d, err := k.Decide(Task{Words: "leave a message 'hello', call back on 03/04/2026"}, today, rule(t, "joint"))
	if err != nil || d.Do != Ask || d.Clarity != Ambiguous || spellQuestions(d.Questions) != "call_back: 2026-03-04 | 2026-04-03" {
		t.Errorf("%s %s %s (%v)", d.Do, d.Clarity, spellQuestions(d.Questions), err)
	}
}

// Values are what they are, however they are written, and nothing else is taken for
// them.
func TestAccept(t *testing.T) {
	for _, c := range []struct {
		d       Domain
		of      any
		want    any
		because Because
	}{
		{Whole(1, 9), 3, 3.0, ""},
		{Whole(1, 9), "4", 4.0, ""},
		{Whole(1, 9), 0.0, nil, TooLow},
		{Whole(1, 9), 10.0, nil, TooHigh},
		{Whole(1, 9), 2.5, nil, OffStep},
		{Whole(1, 9), "many", nil, WrongKind},
		{Domain{Kind: Number, High: 1, Step: 0.1}, 0.3, 0.3, ""},
		{OneOf("Red"), "red", "Red", ""},
		{OneOf("Red"), "reddish", nil, Unlisted},
		{OneOf(), "red", nil, Nothing},
		{Flag(), "True", true, ""},
		{Flag(), "perhaps", nil, WrongKind},
		{Day(), "2026-03-01", "2026-03-01", ""},
		{Day(), "2026-02-30", nil, WrongKind},
		{Domain{Kind: Date, Earliest: "2026-03-02"}, "2026-03-01", nil, TooLow},
		{Words(), 12.0, "12", ""},
		{Domain{Kind: Text, Longest: 3}, "four", nil, TooLong},
		{Domain{Kind: Text, Pattern: "a+"}, "ab", nil, WrongForm},
		{Several(OneOf("a", "b")), "a", []any{"a"}, ""},
		{Several(OneOf("a", "b")), []any{}, nil, TooShort},
		{Several(OneOf("a", "b")), []any{"a", "c"}, nil, Unlisted},
	} {
		got, err := c.d.Accept(c.of)
		var because Because
		if m, ok := err.(*Misfit); ok {
			because = m.Because
			if m.Error() == "" {
				t.Errorf("%v: no words", c.of)
			}
		}
		if !reflect.DeepEqual(got, c.want) || because != c.because {
			t.Errorf("%s %v: %v %s, want %v %s", c.d.Kind, c.of, got, because, c.want, c.because)
		}
	}
}
