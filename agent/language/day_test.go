package language

import (
	"reflect"
	"testing"
)

// Dates in every spelling; those that can be told both ways have both readings.
func TestDays(t *testing.T) {
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
		for _, d := range Days(said, Tokenize(said), "2026-03-01") {
			got = append(got, d.Days)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", said, got, want)
		}
	}
	said := "tomorrow, or on March 3"
	if got := Days(said, Tokenize(said), ""); len(got) > 0 {
		t.Errorf("without a today: %v", got)
	}
}
