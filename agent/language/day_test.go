package language

import (
	"reflect"
	"strings"
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

// TestDayPassages reads the day that stands in brackets, on Wednesday the 4th of March 2026.
func TestDayPassages(t *testing.T) {
	for said, want := range map[string]string{
		// Near today.
		"do it [today] please":     "2026-03-04",
		"it came [yesterday]":      "2026-03-03",
		"the [day after tomorrow]": "2026-03-06",
		"the day after":            "",
		"[in 3 days]":              "2026-03-07",
		"[in two weeks] from here": "2026-03-18",
		"[in one month]":           "2026-04-04",
		"[in 9999 days]":           "2053-07-19",
		"in 10000 days":            "",
		"in 0 days":                "",
		"for 3 days":               "",
		"in 3 boxes":               "",
		"in":                       "",
		"next [wednesday] or so":   "2026-03-11",
		"on [thursday]":            "2026-03-05",
		"[in zwei Wochen]":         "2026-03-18",
		"am [Dienstag]":            "2026-03-10",
		// With the month's name.
		"by [March 15th, 2027] at noon":  "2027-03-15",
		"by the [15th of March] at noon": "2026-03-15",
		"[15. März], bitte":              "2026-03-15",
		"[March the 15th], or later":     "2026-03-15",
		"of [March 31]":                  "2026-03-31",
		"[March 4]":                      "2026-03-04", // today
		"[March 3]":                      "2027-03-03", // this year's is over
		"[March 1]":                      "2027-03-01",
		"[1 January]":                    "2027-01-01",
		"[March 15 1900]":                "1900-03-15",
		"[March 15] 1899":                "2026-03-15",
		"[March 15 2199]":                "2199-03-15",
		"[March 15] 2200":                "2026-03-15",
		"15 th March":                    "",
		"March":                          "",
		"March 0":                        "",
		"March 32":                       "",
		"the 15th":                       "",
		"30 February":                    "",
		"30 February 2026":               "",
		// In numbers.
		"([2026-03-15])":          "2026-03-15",
		"v2026-03-15":             "",
		"2026-03/15":              "",
		"[31.3.2026], [1/2/2026]": "2026-03-31, 2026-01-02 or 2026-02-01",
		"32.3.2026":               "",
		"[3/15/1900]":             "1900-03-15",
		"3/15/1899":               "",
		"15.3.26":                 "",
		"15.3.20265":              "",
		"[3/3/2026]":              "2026-03-03",
		"2026-02-29":              "",
		"2026-13-01":              "",
	} {
		text := strings.NewReplacer("[", "", "]", "").Replace(said)
		toks := Tokenize(text)
		var got []string
		marked, end := "", 0
		for _, d := range Days(text, toks, "2026-03-04") {
			from, to := toks[d.From].Start, toks[d.To-1].End
			marked += text[end:from] + "[" + text[from:to] + "]"
			end = to
			got = append(got, strings.Join(d.Days, " or "))
		}
		if marked += text[end:]; marked != said || strings.Join(got, ", ") != want {
			t.Errorf("%q is %q, want %q of %q", marked, strings.Join(got, ", "), want, said)
		}
	}
}
