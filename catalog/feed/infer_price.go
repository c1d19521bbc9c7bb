package feed

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/catalog/discover"
)

// price decides the fields, the unit, the decimal sign and the currency of the price.
func (g *gathered) price(c *choices, inf *Inference) *PriceRule {
	f := c.fields["price"]
	rule := &PriceRule{Field: Fields{f.name}, Unit: "major", Decimal: f.decimalSign()}
	inf.Guesses = append(inf.Guesses, Guess{"price", f.name, c.why("price")})
	g.orElse(c, rule, inf)
	if currency := c.fields["currency"]; currency != nil {
		rule.CurrencyField = Fields{currency.name}
		inf.Guesses = append(inf.Guesses, Guess{"currency", currency.name, c.why("currency")})
	}
	rule.Currency = f.namedCurrency()
	if rule.Currency == "" {
		var why string
		rule.Assumed, why = g.assumedCurrency()
		if rule.CurrencyField == nil {
			inf.Notes = append(inf.Notes, assumed(rule.Assumed, why))
		}
	}
	if minor, why := f.minor(cmp.Or(rule.Currency, rule.Assumed)); minor {
		rule.Unit = "minor"
		median, _ := f.median()
		inf.Notes = append(inf.Notes, fmt.Sprintf("price: %s, so they are read as cents (the median of %.0f as %.2f). If they are not, set \"price.unit\": \"major\" in a mapping", why, median, median/100))
	}
	return rule
}

// orElse makes the price a choice: a sale price where there is one, else the price.
func (g *gathered) orElse(c *choices, rule *PriceRule, inf *Inference) {
	f := c.fields["price"]
	full := 0.98 // a price that is nearly always there needs no other
	for _, other := range c.prices {
		if other == f || other.of("unitprice", "cost", "discount", "shipping", "seller") > 0.5 || other.of("price", "sale", "list") < 0.5 {
			continue
		}
		most, _ := shareBelow(other, f)
		switch {
		case other.of("sale") >= 0.9 && f.of("sale") < 0.9 && other.fill() < f.fill() && most >= 0.97: // a sale price of some products
			rule.Field = slices.Insert(rule.Field, 0, other.name)
		case f.fill() < full && other.fill() > f.fill() && len(rule.Field) == 1:
			if most, _ := shareBelow(f, other); most >= 0.9 {
				rule.Field = append(rule.Field, other.name)
			} else {
				continue
			}
		default:
			continue
		}
		c.levelled = append(c.levelled, other)
		inf.Guesses = append(inf.Guesses, Guess{"price", other.name, fmt.Sprintf("%s; the first of both that a product has is taken", formatPercent(other.present, other.rows))})
		return
	}
}

var (
	commaCents = regexp.MustCompile(`\d,\d{1,2}(?:\D|$)|\.\d{3},`)
	pointCents = regexp.MustCompile(`\d\.\d{1,2}(?:\D|$)|,\d{3}\.|\.\d{4,}`)
	pointGroup = regexp.MustCompile(`^\D*[1-9]\d{0,2}\.\d{3}(?:\D|$)`)
)

// decimalSign returns the decimal sign of a field's texts as all of them show it, "" when
// they do not agree or need none.
func (f *fieldStats) decimalSign() string {
	comma, point, groups := 0, 0, 0
	for i := range f.cells {
		s := f.cells[i].text
		switch {
		case commaCents.MatchString(s):
			comma++
		case pointCents.MatchString(s):
			point++
		case pointGroup.MatchString(s):
			groups++
		}
	}
	const few = 3
	switch {
	case comma > 0 && point*20 <= comma:
		return ","
	case point == 0 && comma == 0 && groups >= few:
		return "," // "1.299" beside "899": no price has thousandths
	}
	return ""
}

// namedCurrency returns the currency that values or the field's name say, "" for none.
func (f *fieldStats) namedCurrency() string {
	if code := discover.Commonest(f.currency); code != "" {
		return code
	}
	for _, w := range nameWords(f.name) {
		code := strings.ToUpper(w)
		if _, ok := currencies().by[code]; ok {
			return code
		}
		if code, _ := currencyIn(w); code != "" && len(w) > 2 {
			return code
		}
	}
	code, _ := currencyIn(f.name)
	return code
}

// assumedCurrency guesses a currency from the country of the feed's addresses, else from
// the language of its texts; why is empty when neither says one.
func (g *gathered) assumedCurrency() (code, why string) {
	if region := g.region(); region != "" {
		if code := currencyOfRegion(region); code != "" {
			return code, fmt.Sprintf(" because its texts are for %s", region)
		}
	}
	tops := map[string]int{}
	for _, f := range g.fields {
		if f.share(isURL) < 0.5 {
			continue
		}
		for i := range f.cells {
			text, _, _ := strings.Cut(f.cells[i].text, ",")
			if u, err := url.Parse(text); err == nil && u.Host != "" {
				host := u.Hostname()
				tops[host[strings.LastIndexByte(host, '.')+1:]] += f.counts[i]
			}
			if i > 100 {
				break
			}
		}
	}
	maps.DeleteFunc(tops, func(top string, _ int) bool { return top == "co" || currencyOfDomain(top) == "" })
	if best := discover.Commonest(tops); best != "" {
		return currencyOfDomain(best), fmt.Sprintf(" because its addresses end in .%s", best)
	}
	if language := g.language(); language != "" {
		if code := currencyOfLanguage(language); code != "" {
			return code, fmt.Sprintf(" because its texts are in %q", language)
		}
	}
	return "USD", ""
}

// minor reports whether whole amounts are cents, and what shows it. That all are whole
// shows nothing: shops of many countries have no smaller coin in use.
func (f *fieldStats) minor(currency string) (minor bool, why string) {
	for _, w := range f.words {
		if slices.Contains([]string{"cent", "cents", "minor", "paise", "pence", "rappen", "centimes", "centavos", "grosze", "kurus", "kopeks"}, w) {
			return true, fmt.Sprintf("the name %s says so", f.name)
		}
	}
	list := slices.DeleteFunc(f.amounts(), func(x float64) bool { return x <= 0 || x > maxPrice })
	const few = 20
	if len(list) < few || f.share(isAmount)-f.share(isWhole|isAmount) > 0.01 || f.share(isMarked) > 0.1 || currencies().by[currency].Whole || f.share(isCents) > 0 {
		return false, ""
	}
	median := list[len(list)/2]
	// Of cents that are whole euros ("2500") the third digit from the right runs through
	// all of 0 to 9, as the last digit of small prices does. Thousands of a small
	// currency ("12900", "35000") end in 900, 500 and 000.
	var last, third [10]int
	hundreds := 0
	for _, x := range list {
		n := int64(x)
		last[n%10]++
		if n%100 == 0 {
			hundreds++
			third[n/100%10]++
		}
	}
	const (
		leastHundreds = 500  // 5.00 as cents: a median below it is none
		leastUniform  = 2000 // 20.00
		even          = 0.85 // of the entropy of ten equally likely digits
		rounded       = 0.9
	)
	switch {
	case float64(hundreds) >= rounded*float64(len(list)):
		if median >= leastHundreds && evenness(third) >= even {
			return true, "the amounts are whole and end in 00, and the digit before is any"
		}
	case median >= leastUniform && evenness(last) >= even+0.1:
		return true, "the amounts are whole and large, and end in any digit"
	case median >= leastUniform && slices.Contains(centCurrencies, currency) && manyEndings(list):
		return true, fmt.Sprintf("the amounts are whole and end in as many ways as cents of %s do", currency)
	}
	return false, ""
}

// centCurrencies are those in which nearly every shop prices with cents.
var centCurrencies = []string{"EUR", "CHF", "GBP", "PLN", "TRY", "BRL", "CAD", "AUD"}

// manyEndings reports whether the last two digits of whole amounts are as various as
// cents, where large round prices end in 00, 50 or 90.
func manyEndings(list []float64) bool {
	const bits = 3 // eight equally likely endings
	var ends [100]int
	for _, x := range list {
		ends[int64(x)%100]++
	}
	return entropy(ends[:]) >= bits && ends[0]*2 < len(list)
}

// evenness is the entropy of digits as a share of that of ten equally likely ones.
func evenness(digits [10]int) float64 { return entropy(digits[:]) / math.Log2(10) }

// entropy is that of a distribution, in bits.
func entropy(counts []int) float64 {
	n, h := 0, 0.0
	for _, c := range counts {
		n += c
	}
	for _, c := range counts {
		if c > 0 {
			p := float64(c) / float64(n)
			h -= p * math.Log2(p)
		}
	}
	return h
}

// language returns the language of most of the feed's texts, "" when no telling word is
// among them.
func (g *gathered) language() string {
	votes := map[string]int{}
	looked := 0
	for _, f := range g.fields {
		if f.share(isSpaced) < 0.3 || f.share(isURL) > 0.1 {
			continue
		}
		for i := range f.cells {
			if looked++; looked > 2000 {
				break
			}
			for w := range strings.FieldsFuncSeq(strings.ToLower(clipText(f.cells[i].text)), func(r rune) bool { return !unicode.IsLetter(r) }) {
				for _, l := range vocabularyOnce().telling[w] {
					if utf8.RuneCountInString(w) > 1 { // single letters are sizes and models
						votes[l]++
					}
				}
			}
			for _, r := range f.cells[i].text {
				switch {
				case unicode.In(r, unicode.Hiragana, unicode.Katakana):
					votes["ja"] += 2
				case unicode.Is(unicode.Hangul, r):
					votes["ko"]++
				case unicode.Is(unicode.Han, r):
					votes["zh"]++
				case unicode.Is(unicode.Cyrillic, r):
					votes["ru"]++
				case unicode.Is(unicode.Arabic, r):
					votes["fa"]++
				}
			}
		}
	}
	best := discover.Commonest(votes)
	const few, share = 5, 50 // one telling word in fifty texts
	if votes[best] < max(few, min(looked, 2000)/share) {
		return ""
	}
	return best
}
