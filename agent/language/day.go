package language

import (
	"regexp"
	"strconv"
	"time"
)

// Day is a passage that names a day.
type Day struct {
	From, To int      // tokens [From, To)
	Days     []string // as "2006-01-02"; two when day and month can be told both ways
}

// Days finds the days that a text names in any language, of which the tokens are given. A
// day without a year is the next such day from today on, "2006-01-02"; it is not read when
// today is empty, and neither is "tomorrow".
func Days(text string, toks []Token, today string) []Day {
	now, err := time.Parse(time.DateOnly, today)
	r := dayReader{Dates(), text, toks, now, err == nil}
	var out []Day
	for i := 0; i < len(toks); {
		days, next := r.at(i)
		if next == i {
			i++
			continue
		}
		out = append(out, Day{i, next, days})
		i = next
	}
	return out
}

type dayReader struct {
	*DateWords
	text  string
	toks  []Token
	now   time.Time
	known bool // which day is today
}

// form is that of token k, "" behind the last.
func (r *dayReader) form(k int) string {
	if k < len(r.toks) {
		return r.toks[k].Form
	}
	return ""
}

// at reads the day that token i begins with; next is i when none does.
func (r *dayReader) at(i int) (days []string, next int) {
	if days, next := r.numeric(i); next > i {
		return days, next
	}
	if r.known {
		day := func(years, months, days int) []string {
			return []string{r.now.AddDate(years, months, days).Format(time.DateOnly)}
		}
		if n, next := r.nearby(i); next > i {
			return day(0, 0, n), next
		}
		if span, n := r.Spans[r.form(i+2)], r.counted(i+1); n > 0 && span > 0 && r.Ahead[r.form(i)] {
			if span == aMonth {
				return day(0, n, 0), i + 3
			}
			return day(0, 0, n*span), i + 3
		}
		if w, ok := r.Weekdays[r.form(i)]; ok { // the next such day, never today
			return day(0, 0, (w-int(r.now.Weekday())+6)%7+1), i + 1
		}
	}
	return r.named(i)
}

// aMonth is the span that is one of the calendar.
const aMonth = 30

// nearby reads a word for a day near today at token i, or several.
func (r *dayReader) nearby(i int) (days, next int) {
	key := ""
	next = i
	for k := i; k < len(r.toks) && k < i+3; k++ { // "day after tomorrow"
		key += r.toks[k].Form
		if n, ok := r.Days[key]; ok {
			days, next = n, k+1
		}
		key += "_"
	}
	return days, next
}

// counted reads a number of one token, in digits or in words.
func (r *dayReader) counted(i int) int {
	if i >= len(r.toks) {
		return 0
	}
	if n, ok := dateField(r.toks[i].Form); ok {
		return n
	}
	for _, l := range Languages() {
		if v, next := l.Numeral(r.toks[:i+1], i); next > i {
			return int(v)
		}
	}
	return 0
}

// named reads "15 March 2026", "March 15th, 2026", and both without the year.
func (r *dayReader) named(i int) (days []string, next int) {
	k := i
	dayOf := func() int {
		d, ok := dateField(r.form(k))
		if !ok || d < 1 || d > 31 {
			return 0
		}
		k++
		if r.Ordinal[r.form(k)] && r.toks[k].Glued {
			k++
		}
		return d
	}
	d := dayOf()
	if d > 0 && (r.Of[r.form(k)] || r.form(k) == ".") {
		k++
	}
	m, ok := r.Months[r.form(k)]
	if !ok {
		return nil, i
	}
	k++
	if d == 0 {
		if r.Of[r.form(k)] {
			k++
		}
		if d = dayOf(); d == 0 {
			return nil, i
		}
	}
	end := k
	if r.form(k) == "," {
		k++
	}
	if y, ok := dateField(r.form(k)); ok && y >= 1900 && y < 2200 {
		return valid(y, m, d, i, k+1)
	}
	if !r.known {
		return nil, i
	}
	y := r.now.Year()
	if days, next := valid(y, m, d, i, end); next > i && days[0] >= r.now.Format(time.DateOnly) {
		return days, next
	}
	return valid(y+1, m, d, i, end)
}

// dayInNumbers is a day in numbers.
var dayInNumbers = regexp.MustCompile(`^(\d{1,4})([-/.])(\d{1,4})([-/.])(\d{1,4})`)

// numeric reads 2026-03-15, 2026/03/15, 15.3.2026 and 3/15/2026. Where day and
// month can be told both ways, it returns both, the American reading of slashes and
// the European one of points first.
func (r *dayReader) numeric(i int) (days []string, next int) {
	// tokens join "15.3" into a number: the bytes are read instead
	from := r.toks[i].Start
	if r.toks[i].Glued && r.toks[i-1].Kind != Mark {
		return nil, i
	}
	m := dayInNumbers.FindStringSubmatch(r.text[from:])
	if m == nil || m[2] != m[4] {
		return nil, i
	}
	at := from + len(m[0])
	var parts [3]int
	for n := range parts {
		parts[n], _ = strconv.Atoi(m[1+2*n]) // four digits at most
	}
	next = i
	for next < len(r.toks) && r.toks[next].End <= at {
		next++
	}
	if next == i || r.toks[next-1].End != at {
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
	return []string{t.Format(time.DateOnly)}, next
}

// dateField reads a number of up to four digits.
func dateField(form string) (int, bool) {
	n, err := strconv.Atoi(form)
	return n, err == nil && n < 10_000
}
