package feed

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"shopclerk/catalog"
)

var (
	errNegative   = errors.New("negative")
	errNoNumber   = errors.New("no number")
	errNoCurrency = errors.New("no currency")
	errTooMuch    = errors.New("beyond any price")
)

// maxPrice, in minor units, leaves room to add prices up in an int64.
const maxPrice = 1e15

// price reads a price under a rule; currency is the one that holds where the
// value names none. Values that mean "no price" yield the zero Price.
func (r *PriceRule) price(v catalog.Raw, currency string) (catalog.Price, error) {
	amount := v.Number
	switch v.Kind {
	case catalog.RawNumber:
	case catalog.RawText:
		if saysNothing(v.Text) {
			return catalog.Price{}, nil
		}
		var err error
		if amount, err = amountIn(v.Text, r.Decimal); err != nil {
			return catalog.Price{}, err
		}
		if own, sure := currencyIn(v.Text); own != "" && (sure || currency == "") {
			currency = own // but "$" alone is the dollar of the feed's country
		}
	case catalog.RawList:
		if len(v.List) == 0 {
			return catalog.Price{}, nil
		}
		return r.price(v.List[0], currency)
	default:
		return catalog.Price{}, errNoNumber
	}
	if amount < 0 {
		return catalog.Price{}, errNegative
	}
	switch r.Unit {
	case "minor":
	case "micro":
		amount /= 1e4
	default:
		amount *= 100
	}
	if amount = math.Round(amount); !(amount <= maxPrice) {
		return catalog.Price{}, errTooMuch
	}
	if currency == "" {
		return catalog.Price{}, errNoCurrency
	}
	return catalog.Price{Minor: int64(amount), Currency: currency}, nil
}

// saysNothing recognises the ways to write that there is no value, or that a price is
// to be asked for.
func saysNothing(s string) bool {
	return isPlaceholder(s) || vocabularyOnce().meaning[strings.ToLower(strings.Trim(s, " .-–—"))] == "unpriced"
}

// parseAmount reads an amount and its currency, if the text names one:
// "12.50 USD", "$1,299", "1.234,56 €", "12,50". Of a range it takes the first.
//
// The last of "." and "," is the decimal sign when both occur. A sign that
// occurs twice groups thousands. A single comma before exactly three digits
// groups ("1,299"); a single point never does, for it is the decimal sign of the
// feed formats ("1.299" is one and a bit).
func parseAmount(s string) (amount float64, currency string, err error) {
	currency, _ = currencyIn(s)
	amount, err = amountIn(s, "")
	return amount, currency, err
}

// amountIn is parseAmount without the currency. Where the decimal sign is known, "." or
// ",", the other one groups whatever follows it.
func amountIn(s, sign string) (amount float64, err error) {
	s = strings.TrimSpace(plainSpaces.Replace(s))
	start := strings.IndexFunc(s, func(r rune) bool { return r >= '0' && r <= '9' })
	if start < 0 {
		return 0, errNoNumber
	}
	lead := s[:start]
	negative := strings.ContainsAny(lead, "-−(")
	if strings.HasSuffix(lead, ".") && !strings.HasSuffix(strings.TrimRight(lead, "."), "s") { // ".99", but not "Rs.99"
		start--
	}
	end := start
	for end < len(s) && (strings.IndexByte("0123456789.,'", s[end]) >= 0 || s[end] == ' ' && groupFollows(s[end+1:])) {
		end++
	}
	digits := withoutGroups.Replace(s[start:end])
	digits = strings.TrimRight(digits, ".,")
	if sign == "" {
		sign = signIn(digits)
	}
	if sign == "," {
		digits = strings.ReplaceAll(digits, ".", "")
	} else {
		digits = strings.ReplaceAll(digits, ",", "")
	}
	digits = strings.ReplaceAll(digits, ",", ".")
	amount, err = strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0, errNoNumber
	}
	if negative {
		amount = -amount
	}
	return amount, nil
}

var (
	plainSpaces   = strings.NewReplacer("\u00a0", " ", "\u202f", " ")
	withoutGroups = strings.NewReplacer(" ", "", "'", "") // the signs that only group digits
)

// groupFollows reports whether a group of exactly three digits comes next.
func groupFollows(s string) bool {
	return len(s)-len(strings.TrimLeft(s, "0123456789")) == 3
}

// signIn returns the decimal sign of a number by itself, as [parseAmount] tells.
func signIn(s string) string {
	point, comma := strings.Count(s, "."), strings.Count(s, ",")
	switch lastComma := strings.LastIndexByte(s, ','); {
	case point > 0 && comma > 0 && lastComma > strings.LastIndexByte(s, '.'),
		point > 1 && comma == 0,
		point == 0 && comma == 1 && len(s)-lastComma-1 != 3:
		return ","
	}
	return "."
}

// priceMessage says for a person what became of a price that could not be read.
func priceMessage(v catalog.Raw, err error) (Kind, string) {
	switch {
	case errors.Is(err, errNegative):
		return NegativePrice, fmt.Sprintf("the price is %s; the product was kept without a price", shorten(v.String()))
	case errors.Is(err, errNoCurrency):
		return UnreadablePrice, fmt.Sprintf(`the price %s has no currency; the product was kept without a price. Set "price.currency" in the mapping`, shorten(v.String()))
	}
	return UnreadablePrice, fmt.Sprintf("the price %s could not be read (%v); the product was kept without a price", shorten(v.String()), err)
}

// shorten quotes a value in a message.
func shorten(s string) string {
	const most = 60 // bytes
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strconv.Quote(s)
}
