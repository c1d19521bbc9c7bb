package desk

import (
	"net/url"
	"shopclerk/views"
	"strconv"
	"time"

	"shopclerk/agent/desk/insight"
)

// Period is a span of whole days, of UTC: [From, To).
type Period struct{ From, To time.Time }

// dayLength is a day without change of clocks: periods are of UTC.
const dayLength = 24 * time.Hour

// Days is how many days the period has.
func (p Period) Days() int { return int(p.To.Sub(p.From) / dayLength) }

// Before is the period of the same length that ends where this one begins.
func (p Period) Before() Period { return Period(insight.Period(p).Before()) }

// Last is the last day of the period.
func (p Period) Last() time.Time { return p.To.Add(-dayLength) }

// Day returns how many days after the period's first day a moment of it lies.
func (p Period) Day(t time.Time) int { return int(t.Sub(p.From) / dayLength) }

// usualPeriods are the periods that are one click away, in days up to and with today; the
// middle one is what a page begins with: four whole weeks have each weekday as often.
var usualPeriods = []int{7, 28, 90}

const usualDays = 28

// mostDays bounds a period: what is read for it fits into memory and a request.
const mostDays = 366

// The fields of an address that say the period.
const (
	fieldPeriod = "period" // days up to today
	fieldFrom   = "from"   // first day, and
	fieldTo     = "to"     // last day: before period
)

// daysBack is the period of so many days that ends with today.
func daysBack(days int, now time.Time) Period {
	end := now.UTC().Truncate(dayLength).Add(dayLength)
	return Period{end.AddDate(0, 0, -days), end}
}

// readPeriod reads the period from an address. Days in the wrong order are put right.
func readPeriod(q url.Values, now time.Time) (Period, error) {
	if q.Get(fieldFrom) != "" || q.Get(fieldTo) != "" {
		return readDays(q.Get(fieldFrom), q.Get(fieldTo), now)
	}
	days := usualDays
	if text := q.Get(fieldPeriod); text != "" {
		var err error
		if days, err = strconv.Atoi(text); err != nil || days < 1 || days > mostDays {
			return Period{}, views.BadRequest("desk.period.no-length", "Most", mostDays)
		}
	}
	return daysBack(days, now), nil
}

// readDays reads a period by its first and last day; without one of them it is the
// usual number of days long.
func readDays(from, to string, now time.Time) (Period, error) {
	p := daysBack(usualDays, now)
	var first, last time.Time
	for _, f := range []struct {
		text string
		into *time.Time
	}{{from, &first}, {to, &last}} {
		if f.text == "" {
			continue
		}
		t, err := time.Parse(time.DateOnly, f.text)
		if err != nil {
			return Period{}, views.BadRequest("desk.period.no-day", "Day", f.text)
		}
		*f.into = t
	}
	switch {
	case from == "":
		p = Period{last.AddDate(0, 0, 1-usualDays), last.Add(dayLength)}
	case to == "":
		p = Period{first, p.To}
		if !first.Before(p.To) { // it begins in the future: that one day
			p.To = first.Add(dayLength)
		}
	case last.Before(first):
		p = Period{last, first.Add(dayLength)}
	default:
		p = Period{first, last.Add(dayLength)}
	}
	if p.Days() > mostDays {
		return Period{}, views.BadRequest("desk.period.no-length", "Most", mostDays)
	}
	return p, nil
}

// same reports whether two periods are the same days.
func (p Period) same(o Period) bool { return p.From.Equal(o.From) && p.To.Equal(o.To) }

// fields spells the period in an address: by its length where it ends today, so that
// the address stays true tomorrow.
func (p Period) fields(now time.Time) url.Values {
	if p.same(daysBack(p.Days(), now)) {
		return url.Values{fieldPeriod: {strconv.Itoa(p.Days())}}
	}
	return url.Values{fieldFrom: {p.From.Format(time.DateOnly)}, fieldTo: {p.Last().Format(time.DateOnly)}}
}
