package discover

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A commaStyle says what a comma between digits means in one attribute.
type commaStyle string

// The styles. In commaAny a single text decides for itself: groups of three
// digits are thousands, one comma before another number of digits a decimal.
const (
	commaAny      commaStyle = ""
	commaDecimal  commaStyle = "decimal"
	commaThousand commaStyle = "thousand"
	commaList     commaStyle = "list" // it separates values: no number has one
)

// A quantity is what a text says of a number: one number, or a range of two in
// ascending order, and the unit as spelled, empty when there is none.
type quantity struct {
	low, high float64
	unit      string
}

// maxUnitWords and maxUnitLen bound what may follow a number and still be
// taken for an unknown unit: "sheets", "pc(s)", "pages per minute".
const (
	maxUnitWords = 3
	maxUnitLen   = 20
)

// parseQuantity reads texts such as "25.4 cm", "1,5 kg", "0 - 40 °C",
// "12.50 USD" and "$5". It rejects what only looks like one: ratios ("16:9"),
// tuples ("24/8/12"), versions ("1.2.3"), codes with leading zeros or letters
// attached ("0042", "802.11b").
func parseQuantity(s string, style commaStyle) (quantity, bool) {
	s = strings.TrimSpace(s)
	lead := ""
	for _, sign := range []string{"US$", "$", "€", "£"} {
		if rest, ok := strings.CutPrefix(s, sign); ok {
			lead, s = sign, strings.TrimSpace(rest)
			break
		}
	}
	low, rest, ok := scanNumber(s, style)
	if !ok {
		return quantity{}, false
	}
	q := quantity{low: low, high: low, unit: lead}
	head, tail, ranged := cutRange(rest)
	if ranged {
		high, after, ok := scanNumber(tail, style)
		if !ok || high < low {
			return quantity{}, false
		}
		q.high = high
		u1, ok1 := scanUnit(head)
		u2, ok2 := scanUnit(after)
		if !ok1 || !ok2 || u1 != "" && u1 != u2 {
			return quantity{}, false
		}
		rest = after
	}
	u, ok := scanUnit(rest)
	if !ok || u != "" && lead != "" {
		return quantity{}, false
	}
	if u != "" {
		q.unit = u
	}
	return q, true
}

// cutRange splits what follows a number at a range connector that is followed
// by another number: " - 40 °C" gives "" and "40 °C", "°C to 40 °C" gives "°C"
// and "40 °C".
func cutRange(s string) (head, tail string, ok bool) {
	for _, c := range []string{" - ", " – ", " to ", " ~ ", "...", "…", "–", "~", "-"} {
		head, tail, found := strings.Cut(s, c)
		tail = strings.TrimSpace(tail)
		if found && tail != "" && (isDigit(tail[0]) || tail[0] == '-' && len(tail) > 1 && isDigit(tail[1])) {
			return head, tail, true
		}
	}
	return s, "", false
}

// scanNumber reads a number at the start of s and returns what follows it.
func scanNumber(s string, style commaStyle) (f float64, rest string, ok bool) {
	neg := false
	for _, m := range []string{"-", "−", "+"} {
		if after, found := strings.CutPrefix(s, m); found {
			neg, s = m != "+", after
			break
		}
	}
	end := 0
	for end < len(s) && (isDigit(s[end]) || (s[end] == '.' || s[end] == ',') && end+1 < len(s) && isDigit(s[end+1])) {
		end++
	}
	if end == 0 {
		return 0, s, false
	}
	plain, ok := plainNumber(s[:end], style)
	if !ok {
		return 0, s, false
	}
	f, err := strconv.ParseFloat(plain, 64)
	if err != nil || math.IsInf(f, 0) {
		return 0, s, false
	}
	if neg {
		f = -f
	}
	return f + 0, s[end:], true // + 0 turns -0 into 0
}

// plainNumber rewrites digits with separators to the form strconv reads.
func plainNumber(s string, style commaStyle) (string, bool) {
	dots, commas := strings.Count(s, "."), strings.Count(s, ",")
	decimal, group := ".", ","
	switch {
	case commas == 0 && dots <= 1:
	case style == commaList:
		return "", false
	case commas == 0,
		dots == 0 && (style == commaDecimal || style == commaAny && !grouped(s, ",")),
		dots > 0 && strings.LastIndex(s, ",") > strings.LastIndex(s, "."):
		decimal, group = ",", "."
	}
	whole, frac := s, ""
	if i := strings.LastIndex(s, decimal); i >= 0 {
		whole, frac = s[:i], "."+s[i+1:]
	}
	if strings.Contains(whole, group) {
		if !grouped(whole, group) {
			return "", false
		}
		whole = strings.ReplaceAll(whole, group, "")
	}
	const maxDigits = 15 // beyond, a float64 is no longer exact and the text is a code
	if strings.ContainsAny(whole, ".,") || len(whole) > maxDigits || len(whole) > 1 && whole[0] == '0' {
		return "", false
	}
	return whole + frac, true
}

// grouped reports whether the separators in s mark groups of three digits.
func grouped(s, sep string) bool {
	parts := strings.Split(s, sep)
	if len(parts[0]) < 1 || len(parts[0]) > 3 || parts[0] == "0" {
		return false
	}
	for _, p := range parts[1:] {
		if len(p) != 3 {
			return false
		}
	}
	return true
}

// scanUnit reads what follows a number. A known unit may be attached ("500GB");
// an unknown one must stand apart, have no digit and be short.
func scanUnit(s string) (string, bool) {
	u := strings.TrimSpace(s)
	if u == "" {
		return "", true
	}
	if known, ok := lookupUnit(u); ok {
		return known.symbol, true
	}
	first, _ := utf8.DecodeRuneInString(s)
	if !unicode.IsSpace(first) || len(u) > maxUnitLen || len(strings.Fields(u)) > maxUnitWords {
		return "", false
	}
	for i, r := range u {
		switch {
		case unicode.IsLetter(r):
		case i > 0 && strings.ContainsRune(" ()/.", r):
		default:
			return "", false
		}
	}
	if utf8.RuneCountInString(u) == 1 {
		return "", false // "4 x", "5 L": a letter we do not know is no unit
	}
	return strings.ToLower(u), true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// spellNumber writes f as [roundNumber] leaves it.
func spellNumber(f float64) string { return strconv.FormatFloat(roundNumber(f), 'f', -1, 64) }

// roundNumber keeps whole numbers and cuts others to ten significant digits,
// which hides what unit conversion and binary fractions add.
func roundNumber(f float64) float64 {
	const exact = 1 << 53 // whole numbers up to here are exact
	if f == math.Trunc(f) && math.Abs(f) <= exact {
		return f
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 10, 64), 64)
	if err != nil {
		return f
	}
	return r
}
