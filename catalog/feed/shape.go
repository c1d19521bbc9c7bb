package feed

import (
	"fmt"
	"math"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog"
	"shopclerk/catalog/discover"
)

// shape is a set of what one value looks like.
type shape uint32

const (
	isNumber  shape = 1 << iota // nothing but a number, whatever its decimal sign
	isWhole                     // a number without a fraction
	isCents                     // a number with exactly two decimals, or more that are noise of binary fractions
	isAmount                    // a number, or a short text around one amount of money
	isMarked                    // it names a currency
	isBool                      // yes or no, in whatever way
	isDate                      // begins with a date
	isURL                       // an address of the web, with or without its scheme
	isPicture                   // the address or path of a picture
	isPath                      // a relative path or a slug of a page
	isSpaced                    // more than one word
	isTextual                   // mostly letters
	isCode                      // one word with digits in it, or digits alone
	isMarkup                    // HTML
	isList                      // a list, or a text of three or more parts
	isLevels                    // levels of a path, "A > B"
	isPiped                     // parts separated by " | "
	isRated                     // points of so many: "4.3 out of 5"
	isSystem                    // a word of a shop system: "simple", "configurable"
	isNested                    // JSON in a text
	isMeasure                   // a number with a unit that is no currency
)

// shapeNames name the shapes in tables, in their order.
const shapeNames = "number whole cents amount marked bool date url picture path spaced textual code markup list levels piped rated system nested measure"

// UnmarshalText reads a shape by its name.
func (s *shape) UnmarshalText(name []byte) error {
	i := slices.Index(strings.Fields(shapeNames), string(name))
	if i < 0 {
		return fmt.Errorf("no shape of values is called %q", name)
	}
	*s = 1 << i
	return nil
}

// valueProfile is what is known of one distinct value.
type valueProfile struct {
	text     string // in one line; a list's elements joined by ", "
	shape    shape
	number   float64 // when isAmount
	currency string  // when isMarked
	points   float64 // when isRated: of how many
	chars    int
}

// maxCell bounds the bytes of a value that are looked at.
const maxCell = 4000

// profileOf looks at a value. It reports false when the value is none: empty, or one of
// the texts that stand for nothing.
func profileOf(v catalog.Raw) (valueProfile, bool) {
	c := valueProfile{}
	switch v.Kind {
	case catalog.RawNumber:
		c.text = v.String()
		c.shape = isCode
		c.numbered(v.Number)
		c.chars = len(c.text)
		return c, true
	case catalog.RawBool:
		return valueProfile{text: v.String(), shape: isBool, chars: len(v.String())}, true
	case catalog.RawList:
		if len(v.List) == 0 {
			return c, false
		}
		first, _ := profileOf(v.List[0])
		c = valueProfile{text: discover.Clip(v.String(), maxCell), shape: isList | first.shape&(isURL|isPicture|isTextual|isSpaced|isLevels|isDate), number: first.number}
		if len(v.List) == 1 {
			c.shape = c.shape&^isList | first.shape
			c.text, c.currency = first.text, first.currency
		}
		c.chars = utf8.RuneCountInString(c.text)
		return c, true
	case catalog.RawText:
		if isPlaceholder(v.Text) {
			return c, false
		}
		c.text = strings.TrimSpace(discover.Clip(v.Text, maxCell))
		c.look()
		return c, true
	}
	return c, false
}

// isPlaceholder reports whether a text stands for no value: "", "N/A", "-", "null", a bar code
// of zeros.
func isPlaceholder(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) > 20 {
		return false
	}
	const barcode = 8 // digits; fewer zeros are a number
	return vocabularyOnce().meaning[strings.ToLower(s)] == "nothing" || strings.Trim(s, "-–—._? \u00a0") == "" || len(s) >= barcode && strings.Trim(s, "0") == ""
}

var (
	ratedShape   = regexp.MustCompile(`(?i)^\D{0,12}(\d{1,2}(?:[.,]\d+)?)\s*(?:/|out of|of|von|sur|su|de|van|av|z|uit|из)\s*(5|10|100)(?:[.,]0+)?(?:\D|$)`)
	markupShape  = regexp.MustCompile(`(?i)</?(p|br|div|span|ul|li|b|strong|h[1-6]|table|td|img|a)\b[^>]*>`)
	dateShape    = regexp.MustCompile(`^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:\D|$)|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}(?:\D|$)|^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d`)
	domainShape  = regexp.MustCompile(`^(//|www\.)?[\w-]+(\.[\w-]+)*\.[a-z]{2,}/\S+`)
	centsShape   = regexp.MustCompile(`^\D*[\d.,]*[.,](\d{2}|\d{2}00|\d{11,})(?:[^\d.,]|$)`)
	measureShape = regexp.MustCompile(`^[<>~≈±]?\s*-?\d+(?:[.,]\d+)?\s*[\p{L}°%µΩ"″'][\p{L}°/²³.]{0,9}$`)
)

// look finds the shape of a text.
func (c *valueProfile) look() {
	s := c.text
	c.chars = utf8.RuneCountInString(s)
	if strings.ContainsAny(s, " \n\u00a0") {
		c.shape |= isSpaced
	}
	letters, digits := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	if letters > 0 && 2*letters >= c.chars {
		c.shape |= isTextual
	}
	if c.shape&isSpaced == 0 && digits > 0 && letters+digits > c.chars/2 {
		c.shape |= isCode
	}
	switch meaning := vocabularyOnce().meaning[strings.ToLower(s)]; {
	case letters > 0 && (meaning == "yes" || meaning == "no"):
		c.shape |= isBool
	case meaning == "system":
		c.shape |= isSystem
	}
	c.amount(s)
	if m := ratedShape.FindStringSubmatch(s); m != nil && c.chars < 60 {
		c.rated(m[1], m[2])
	}
	if dateShape.MatchString(s) {
		c.shape |= isDate
	}
	c.address(s)
	c.parts(s)
}

func (c *valueProfile) rated(points, of string) {
	n, _, err := parseAmount(points)
	most, _, err2 := parseAmount(of)
	if err == nil && err2 == nil && n <= most {
		c.shape |= isRated
		c.number, c.points = n, most
	}
}

// amount reads a text as a number or as an amount of money.
func (c *valueProfile) amount(s string) {
	const longest = 40 // "About 1,299.00 EUR incl. 19 % VAT"
	if c.chars > longest {
		return
	}
	n, currency, err := parseAmount(s)
	if err != nil {
		return
	}
	bare := strings.Trim(s, "0123456789.,'-+ \u00a0\u202f")
	switch {
	case bare == "" && !strings.ContainsAny(strings.TrimSpace(s), " ,'") || bare == "" && plainGroups(s):
		c.numbered(n)
		c.shape &^= isSpaced
	case currency != "":
		c.numbered(n)
		c.shape = c.shape&^isNumber | isMarked
		c.currency = currency
	case measureShape.MatchString(s):
		c.shape |= isMeasure
		c.number = n
	}
	if c.shape&isAmount != 0 && centsShape.MatchString(s) {
		c.shape = c.shape&^isWhole | isCents
	}
}

// plainGroups reports whether the signs between a text's digits make one number of it.
func plainGroups(s string) bool {
	return !strings.Contains(s, ", ") && len(strings.Fields(s)) <= 4 && strings.Count(s, ",") <= 3 && strings.Count(s, "-") <= 1
}

func (c *valueProfile) numbered(n float64) {
	c.number = n
	c.shape |= isNumber | isAmount
	if n == math.Trunc(n) {
		c.shape |= isWhole
	}
}

var pictureExtensions = []string{".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif", ".svg", ".bmp", ".tif", ".tiff"}

// address recognises addresses and paths. Of several in one text the first counts.
func (c *valueProfile) address(s string) {
	if first, _, several := strings.Cut(s, ","); several && strings.Contains(first, "/") {
		s = first
	}
	if first, _, several := strings.Cut(s, "|"); several && strings.Contains(first, "/") {
		s = first
	}
	s = strings.TrimSpace(s)
	if !strings.ContainsAny(s, "./:") || strings.ContainsAny(s, " \n") {
		return
	}
	u, err := url.Parse(s)
	if err != nil {
		return
	}
	web := u.Scheme == "http" || u.Scheme == "https" || domainShape.MatchString(strings.ToLower(s))
	if web {
		c.shape = c.shape&^(isTextual|isCode) | isURL
	}
	ext := strings.ToLower(path.Ext(u.Path))
	switch {
	case slices.Contains(pictureExtensions, ext), strings.HasPrefix(s, "data:image/"):
		c.shape = c.shape&^(isTextual|isCode) | isPicture
	case web && (strings.Contains(s, "/image") || strings.Contains(s, "/img") || strings.Contains(s, "/media") || strings.Contains(s, "/photo") || strings.HasPrefix(u.Host, "image") || strings.HasPrefix(u.Host, "img")):
		c.shape |= isPicture
	case !web && (ext == ".html" || ext == ".htm" || ext == ".php" || strings.HasPrefix(s, "/") && strings.Count(s, "/") > 1):
		c.shape = c.shape&^(isTextual|isCode) | isPath
	}
}

// parts recognises texts of several parts.
func (c *valueProfile) parts(s string) {
	if strings.Contains(s, " > ") || strings.Contains(s, " » ") || strings.Contains(s, "->") || strings.Contains(s, " / ") {
		c.shape |= isLevels
	}
	if strings.Contains(s, " | ") || strings.Count(s, "|") > 1 {
		c.shape |= isPiped
	}
	if (s[0] == '[' || s[0] == '{') && (strings.HasSuffix(s, "]") || strings.HasSuffix(s, "}")) {
		c.shape |= isNested
	}
	if markupShape.MatchString(s) {
		c.shape |= isMarkup
	}
	if strings.Count(s, ",") >= 2 || strings.Count(s, ";") >= 2 || strings.Count(s, "|") >= 2 {
		c.shape |= isList
	}
}
