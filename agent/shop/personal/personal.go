// Package personal recognises what tells who a person is, or pays for them, in a text
// that was typed: numbers of payment cards, phone numbers and e-mail addresses. A shop
// sells by numbers too, and what may be a number of a product is none of a person: see
// the tests for what is told apart.
package personal

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark stands where something personal was.
const Mark = "…"

// shape is how something personal is written, and what of its digits is so.
type shape struct {
	*regexp.Regexp
	is func(digits string) bool
}

var (
	email = regexp.MustCompile(`[\pL\pN._%+'-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)*\.\pL{2,}`)
	// cards: 4-4-4-4 with three more at most, American Express 4-6-5, Diners 4-6-4,
	// with spaces, hyphens or nothing in between (ISO/IEC 7812).
	cards = []shape{
		{regexp.MustCompile(`\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?:[ -]?\d{3})?`), isCard},
		{regexp.MustCompile(`3[47]\d{2}[ -]?\d{6}[ -]?\d{5}|3[068]\d{2}[ -]?\d{6}[ -]?\d{4}`), isCard},
	}
	// phones: with the number of a country (ITU-T E.164); three groups as in North
	// America; with the area after a 0, in groups; a mobile one of Germany or Britain in
	// one piece.
	phones = []shape{
		{regexp.MustCompile(`\+[1-9]\d{0,2}(?:[ ./-]?\(?\d{1,11}\)?){1,6}`), between(9, 15)},
		{regexp.MustCompile(`00[1-9]\d{0,2}(?:[ /-]\(?\d{2,11}\)?){2,5}`), between(11, 17)},
		{regexp.MustCompile(`(?:\+?1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}`), between(10, 11)},
		{regexp.MustCompile(`\(?0[1-9]\d{1,3}\)? ?[ /-] ?\d{3,9}(?:[ -]\d{3,5})?|0\d{1,3}(?: \d{2}){3,4}`), between(9, 12)},
		{regexp.MustCompile(`01[567]\d{8,9}|07\d{9}`), between(11, 12)},
	}
)

// Mask returns a text with [Mark] for each e-mail address, phone number and number of a
// payment card in it. All else stays as it is.
func Mask(text string) string {
	return MaskNumbers(email.ReplaceAllString(text, Mark))
}

// MaskNumbers does as [Mask] and leaves e-mail addresses.
func MaskNumbers(text string) string {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return text
	}
	for _, s := range slices.Concat(cards, phones) {
		text = s.mask(text)
	}
	return text
}

func (s shape) mask(text string) string {
	var out strings.Builder
	done := 0
	for _, at := range s.FindAllStringIndex(text, -1) {
		found := text[at[0]:at[1]]
		if !alone(text[:at[0]], text[at[1]:]) || isGoods(found) || !s.is(digitsOf(found)) {
			continue
		}
		out.WriteString(text[done:at[0]] + Mark)
		done = at[1]
	}
	return out.String() + text[done:]
}

// alone reports whether what stands between two texts is no part of a longer number or
// word, as numbers of products often are.
func alone(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, size := utf8.DecodeRuneInString(after)
	part := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_/#+", r)
	}
	if part(last) || part(next) {
		return false
	}
	then, _ := utf8.DecodeRuneInString(after[size:])
	return !(strings.ContainsRune(".,", next) || next == ' ') || !unicode.IsDigit(then)
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

func between(fewest, most int) func(string) bool {
	return func(digits string) bool { return len(digits) >= fewest && len(digits) <= most }
}

// isCard reports whether digits are of a card's issuer and pass its check (Luhn).
func isCard(digits string) bool {
	return strings.ContainsRune("23456", rune(digits[0])) && check(digits, func(d int) int {
		if d *= 2; d > 9 {
			d -= 9
		}
		return d
	})
}

// isGoods reports whether a text is a number of goods in one piece, by its length and
// its check digit (GS1 General Specifications, 7.9).
func isGoods(text string) bool {
	return slices.Contains([]int{8, 12, 13, 14}, len(text)) && text == digitsOf(text) && check(text, func(d int) int { return 3 * d })
}

// check adds up digits from the right, every second one as weighted, and reports
// whether that makes whole tens.
func check(digits string, weighted func(int) int) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d = weighted(d)
		}
		sum += d
	}
	return sum%10 == 0
}
