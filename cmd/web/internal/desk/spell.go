package desk

import (
	"math"
	"time"

	"shopclerk/words"
)

// Minute spells a point in time, of UTC, in the same way in every language.
func Minute(t time.Time) string {
	if t.IsZero() {
		return "–"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

// Spell writes a number of a kind as pages show it; what is not known is a dash.
func Spell(kind Kind, n float64, w *words.Language) string {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return "–"
	}
	switch kind {
	case Count:
		return w.Number(int(math.Round(n)))
	case Share:
		return w.T("desk.percent", "Share", w.Fixed(n*100, 1))
	case Change:
		return w.T("desk.percent", "Share", signed(n*100, 1, w))
	case Points:
		return w.T("desk.points", "Change", spellBound(kind, n, w))
	case Difference:
		return signed(n, 2, w)
	case Seconds:
		return seconds(n, w)
	}
	if n < 0 {
		return signed(n, 2, w)
	}
	return w.Fixed(n, 2)
}

// spellBound spells an end of an interval beneath a number that has its unit already.
func spellBound(kind Kind, n float64, w *words.Language) string {
	if kind == Points {
		return signed(n*100, 1, w)
	}
	return Spell(kind, n, w)
}

// signed spells a number with its sign; what rounds to nothing has none.
func signed(n float64, decimals int, w *words.Language) string {
	size := w.Fixed(math.Abs(n), decimals)
	switch {
	case size == w.Fixed(0, decimals):
		return size
	case n > 0:
		return "+" + size
	}
	return "−" + size
}

// seconds spells a span as a person would: seconds, minutes, hours or days, one unit.
func seconds(n float64, w *words.Language) string {
	switch d := time.Duration(n * float64(time.Second)); {
	case d < time.Minute:
		return w.T("desk.seconds", "Number", w.Fixed(d.Seconds(), 1))
	case d < time.Hour:
		return w.T("desk.minutes", "Number", w.Fixed(d.Minutes(), 1))
	case d < 24*time.Hour:
		return w.T("desk.hours", "Number", w.Fixed(d.Hours(), 1))
	default:
		return w.T("desk.days", "Number", w.Fixed(d.Hours()/24, 1))
	}
}
