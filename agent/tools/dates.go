package tools

import (
	"strconv"
	"strings"
	"time"

	"shopclerk/agent/language"
)

var months = map[string]time.Month{
	"january": 1, "jan": 1, "januar": 1, "february": 2, "feb": 2, "februar": 2, "march": 3, "mar": 3, "marz": 3,
	"april": 4, "apr": 4, "may": 5, "mai": 5, "june": 6, "jun": 6, "juni": 6, "july": 7, "jul": 7, "juli": 7,
	"august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10, "oct": 10, "oktober": 10,
	"november": 11, "nov": 11, "december": 12, "dec": 12, "dezember": 12,
}

var weekdays = map[string]time.Weekday{
	"sunday": 0, "monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6,
	"sonntag": 0, "montag": 1, "dienstag": 2, "mittwoch": 3, "donnerstag": 4, "freitag": 5, "samstag": 6,
}

// relative are words for days near today.
var relative = map[string]int{"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1, "heute": 0, "morgen": 1, "gestern": -1}

// readDates finds the dates of a text. A day without a year is the next such day
// from today on, and is not read when today is not known.
func readDates(t *text, today string) []dated {
	now, err := time.Parse(dateLayout, today)
	known := err == nil
	var out []dated
	for i := 0; i < len(t.toks); {
		days, next := dateAt(t, i, now, known)
		if next > i {
			out = append(out, dated{span{i, next, t.between(i, next)}, days})
			i = next
			continue
		}
		i++
	}
	return out
}

// dateAt reads the date that begins at token i; next is i when none does.
func dateAt(t *text, i int, now time.Time, known bool) (days []string, next int) {
	if days, next := numericDate(t, i); next > i {
		return days, next
	}
	form := func(k int) string {
		if k < len(t.toks) {
			return t.toks[k].Form
		}
		return ""
	}
	day := func(d time.Time) []string { return []string{d.Format(dateLayout)} }
	if known {
		if n, ok := relative[form(i)]; ok {
			return day(now.AddDate(0, 0, n)), i + 1
		}
		if form(i) == "day" && form(i+1) == "after" && form(i+2) == "tomorrow" {
			return day(now.AddDate(0, 0, 2)), i + 3
		}
		if n, ok := small(form(i + 1)); ok && form(i) == "in" {
			switch strings.TrimSuffix(form(i+2), "s") {
			case "day":
				return day(now.AddDate(0, 0, n)), i + 3
			case "week":
				return day(now.AddDate(0, 0, 7*n)), i + 3
			case "month":
				return day(now.AddDate(0, n, 0)), i + 3
			}
		}
		if w, ok := weekdays[form(i)]; ok { // the next such day, never today
			ahead := (int(w)-int(now.Weekday())+6)%7 + 1
			return day(now.AddDate(0, 0, ahead)), i + 1
		}
	}
	return namedDate(t, i, now, known)
}

// namedDate reads "15 March 2026", "March 15th, 2026", and both without the year.
func namedDate(t *text, i int, now time.Time, known bool) (days []string, next int) {
	k := i
	get := func() string {
		if k < len(t.toks) {
			return t.toks[k].Form
		}
		return ""
	}
	dayOf := func() int {
		d, ok := small(get())
		if !ok || d < 1 || d > 31 {
			return 0
		}
		k++
		switch get() {
		case "st", "nd", "rd", "th":
			if t.toks[k].Glued {
				k++
			}
		}
		return d
	}
	d := dayOf()
	if d > 0 && (get() == "of" || get() == ".") {
		k++
	}
	m, ok := months[get()]
	if !ok {
		return nil, i
	}
	k++
	if d == 0 {
		if get() == "the" {
			k++
		}
		if d = dayOf(); d == 0 {
			return nil, i
		}
	}
	end := k
	if get() == "," {
		k++
	}
	if y, ok := small(get()); ok && y >= 1900 && y < 2200 {
		return valid(y, int(m), d, i, k+1)
	}
	if !known {
		return nil, i
	}
	y := now.Year()
	if days, next := valid(y, int(m), d, i, end); next > i && days[0] >= now.Format(dateLayout) {
		return days, next
	}
	return valid(y+1, int(m), d, i, end)
}

// numericDate reads 2026-03-15, 2026/03/15, 15.3.2026 and 3/15/2026. Where day and
// month can be told both ways, it returns both, the American reading of slashes and
// the European one of points first.
func numericDate(t *text, i int) (days []string, next int) {
	// tokens join "15.3" into a number: the bytes are read instead
	from := t.toks[i].Start
	if i > 0 && t.toks[i].Glued && t.toks[i-1].Kind != language.Mark {
		return nil, i
	}
	var parts []int
	var marks string
	at := from
	for at < len(t.raw) && len(parts) < 3 {
		begin := at
		for at < len(t.raw) && t.raw[at] >= '0' && t.raw[at] <= '9' {
			at++
		}
		n, err := strconv.Atoi(t.raw[begin:at])
		if err != nil || at-begin > 4 {
			return nil, i
		}
		parts = append(parts, n)
		if len(parts) < 3 {
			if at >= len(t.raw) || !strings.Contains("-/.", t.raw[at:at+1]) {
				return nil, i
			}
			marks += t.raw[at : at+1]
			at++
		}
	}
	if len(parts) < 3 || marks[0] != marks[1] {
		return nil, i
	}
	next = i
	for next < len(t.toks) && t.toks[next].End <= at {
		next++
	}
	if next == i || t.toks[next-1].End != at {
		return nil, i
	}
	if parts[0] > 31 {
		return valid(parts[0], parts[1], parts[2], i, next)
	}
	y, a, b := parts[2], parts[0], parts[1] // a day first, or a month
	if y < 1900 {
		return nil, i
	}
	first, second := [2]int{a, b}, [2]int{b, a} // month, day
	if marks[0] != '/' {
		first, second = second, first
	}
	for _, md := range [][2]int{first, second} {
		if d, end := valid(y, md[0], md[1], i, next); end > i && (len(days) == 0 || days[0] != d[0]) {
			days = append(days, d[0])
		}
	}
	if len(days) == 0 {
		return nil, i
	}
	return days, next
}

// valid returns a day if there is one.
func valid(y, m, d, i, next int) (days []string, end int) {
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if t.Year() != y || int(t.Month()) != m || t.Day() != d {
		return nil, i
	}
	return []string{t.Format(dateLayout)}, next
}

func small(form string) (int, bool) {
	n, err := strconv.Atoi(form)
	return n, err == nil && n < 10_000
}
