package language

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// DateWords are the words of dates of every language together, folded, from the files
// dates.tsv.
type DateWords struct {
	Months   map[string]int // from 1
	Weekdays map[string]int // from 0, Sunday
	Days     map[string]int // by their distance from today; those of several words joined by "_"
	Spans    map[string]int // days of a day, a week, a month
	Ahead    Words          // "in" of "in two weeks"
	Ordinal  Words          // behind the number of a day: "th"
	Of       Words          // between day and month
}

// Dates are the words of dates.
var Dates = sync.OnceValue(func() *DateWords {
	d := &DateWords{map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}, Words{}, Words{}, Words{}}
	numbers := map[string]map[string]int{"month": d.Months, "weekday": d.Weekdays, "day": d.Days, "span": d.Spans}
	marks := map[string]Words{"ahead": d.Ahead, "ordinal": d.Ordinal, "of": d.Of}
	for _, code := range codes() {
		name := code + "/dates.tsv"
		for _, row := range rows(name, table(code, "dates.tsv"), 3) {
			n, err := strconv.Atoi(row[1])
			if err != nil || numbers[row[0]] == nil && marks[row[0]] == nil {
				panic(fmt.Sprintf("%s: %q: no kind of word of dates, or no number", name, row[0])) // embedded: every test meets it
			}
			for _, w := range strings.Fields(row[2]) {
				if m := numbers[row[0]]; m != nil {
					m[w] = n
				} else {
					marks[row[0]][w] = true
				}
			}
		}
	}
	return d
})
