package tools

import (
	"regexp"
	"strconv"
	"time"

	"shopclerk/agent/language"
)

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
		if n, next := nearby(t, i); next > i {
			return day(now.AddDate(0, 0, n)), next
		}
		if span, n := dates.Spans[form(i+2)], counted(t, i+1); n > 0 && span > 0 && dates.Ahead[form(i)] {
			if span == aMonth {
				return day(now.AddDate(0, n, 0)), i + 3
			}
			return day(now.AddDate(0, 0, n*span)), i + 3
		}
		if w, ok := dates.Weekdays[form(i)]; ok { // the next such day, never today
			ahead := (w-int(now.Weekday())+6)%7 + 1
			return day(now.AddDate(0, 0, ahead)), i + 1
		}
	}
	return namedDate(t, i, now, known)
}

// aMonth is the span that is one of the calendar.
const aMonth = 30

// nearby reads a word for a day near today at token i, or several.
func nearby(t *text, i int) (days, next int) {
	key := ""
	next = i
	for k := i; k < len(t.toks) && k < i+3; k++ { // "day after tomorrow"
		key += t.toks[k].Form
		if n, ok := dates.Days[key]; ok {
			days, next = n, k+1
		}
		key += "_"
	}
	return days, next
}

// counted reads a number of one token, in digits or in words.
func counted(t *text, i int) int {
	if i >= len(t.toks) {
		return 0
	}
	if n, ok := small(t.toks[i].Form); ok {
		return n
	}
	for _, l := range language.Languages() {
		if v, next := l.Numeral(t.toks[:i+1], i); next > i {
			return int(v)
		}
	}
	return 0
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
		if dates.Ordinal[get()] && t.toks[k].Glued {
			k++
		}
		return d
	}
	d := dayOf()
	if d > 0 && (dates.Of[get()] || get() == ".") {
		k++
	}
	m, ok := dates.Months[get()]
	if !ok {
		return nil, i
	}
	k++
	if d == 0 {
		if dates.Of[get()] {
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
		return valid(y, m, d, i, k+1)
	}
	if !known {
		return nil, i
	}
	y := now.Year()
	if days, next := valid(y, m, d, i, end); next > i && days[0] >= now.Format(dateLayout) {
		return days, next
	}
	return valid(y+1, m, d, i, end)
}

// numeric is a day in numbers.
var numeric = regexp.MustCompile(`^(\d{1,4})([-/.])(\d{1,4})([-/.])(\d{1,4})`)

// numericDate reads 2026-03-15, 2026/03/15, 15.3.2026 and 3/15/2026. Where day and
// month can be told both ways, it returns both, the American reading of slashes and
// the European one of points first.
func numericDate(t *text, i int) (days []string, next int) {
	// tokens join "15.3" into a number: the bytes are read instead
	from := t.toks[i].Start
	if i > 0 && t.toks[i].Glued && t.toks[i-1].Kind != language.Mark {
		return nil, i
	}
	m := numeric.FindStringSubmatch(t.raw[from:])
	if m == nil || m[2] != m[4] {
		return nil, i
	}
	at := from + len(m[0])
	var parts [3]int
	for n := range parts {
		parts[n], _ = strconv.Atoi(m[1+2*n]) // four digits at most
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
	if m[2] != "/" {
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
