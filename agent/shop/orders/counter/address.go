package counter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/language"
	"shopclerk/agent/shop/orders"
	"shopclerk/agent/tools"
)

// address is the address of a call's arguments; a country that was not said is the
// one there was before.
func address(a tools.Arguments, country string) orders.Address {
	to := orders.Address{Street: a.Text(paramStreet), Extra: a.Text(paramExtra), City: a.Text(paramCity),
		Region: a.Text(paramRegion), Zip: a.Text(paramZip), Country: a.Text(paramCountry)}
	if to.Country == "" {
		to.Country = country
	}
	return to
}

// zips are the forms of postal codes, those that are most like nothing else first: a
// number of four digits may be a year. The last takes what follows into account.
var zips = []*regexp.Regexp{
	regexp.MustCompile(`(?i)\b[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}\b`), // United Kingdom: YO1 7AA
	regexp.MustCompile(`(?i)\b[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]\b`),        // Canada: K1A 0B1
	regexp.MustCompile(`\b[0-9]{4} ?[A-Z]{2}\b`),                          // Netherlands: 1012 AB
	regexp.MustCompile(`\b[0-9]{5}(?:-[0-9]{3,4})?\b`),                    // Germany, France, USA, Brazil: 10115, 54321-1234
	regexp.MustCompile(`\b[0-9]{2,4}-[0-9]{3,4}\b`),                       // Poland, Portugal, Japan: 00-950, 1000-205
	regexp.MustCompile(`\b[0-9]{3} [0-9]{2}\b`),                           // Sweden, Czechia: 114 55
	regexp.MustCompile(`\b[0-9]{4}\b`),                                    // Austria, Switzerland, Denmark: 1010
}

// numbered are the forms of streets: the house's number first, or last.
var (
	numberFirst = regexp.MustCompile(`(?:^|\s)([0-9]+[a-zA-Z]?(?:[-/][0-9]+[a-zA-Z]?)? \pL[\pL\pM.'’-]+[\pL\pM0-9.'’ -]*)$`)
	numberLast  = regexp.MustCompile(`\pL[.]? ?[0-9]+(?: ?[a-zA-Z])?(?:[-/][0-9]+[a-zA-Z]?)?$`)
)

// state is the form of a state's or province's short name.
var state = regexp.MustCompile(`^[A-Z]{2,3}$`)

// around are the words around and inside of addresses.
var around = language.AddressWords

// findAddress reads an address out of what somebody says: "change it to 5 Low Road,
// 54321 York", "Hauptstr. 5, 10115 Berlin", "12 High St, Leeds LS1 4AB". The postal
// code is what it is found by; without one, with a street before it and a city beside
// it, nothing is read. Between street and city may stand an addition, behind it a
// country.
func findAddress(said string) tools.Arguments {
	for _, form := range zips {
		for _, at := range slices.Backward(form.FindAllStringIndex(said, -1)) {
			if a := addressAround(said, at[0], at[1]); a != nil {
				return a
			}
		}
	}
	return nil
}

// addressAround reads the address whose postal code stands at a place.
func addressAround(said string, from, to int) tools.Arguments {
	before, behind := parts(said[:from]), parts(said[to:])
	a := tools.Arguments{paramZip: said[from:to]}
	last := len(before) - 1
	city := placeName(behind[0])
	if street, ok := streetAtEnd(before[last]); ok && city != "" { // "Hauptstr. 5 10115 Berlin"
		a[paramStreet], a[paramCity] = street, city
		return withCountry(a, behind[1:])
	}
	if beside := before[last]; beside != "" && city == "" { // "Leeds LS1 4AB", "York NY 54321", "NY 54321"
		tokens := strings.Fields(beside)
		if n := len(tokens) - 1; state.MatchString(tokens[n]) {
			a[paramRegion] = tokens[n]
			tokens = tokens[:n]
		}
		city = placeName(strings.Join(tokens, " "))
	}
	before = before[:last]
	if city == "" && len(before) > 1 { // "York, NY 54321", "York, 54321"
		city = placeName(before[len(before)-1])
		before = before[:len(before)-1]
	}
	if city == "" {
		return nil
	}
	a[paramCity] = city
	for i, part := range slices.Backward(before) {
		if street, ok := streetAtEnd(part); ok {
			a[paramStreet] = street
			if extra := strings.Join(before[i+1:], ", "); extra != "" {
				a[paramExtra] = extra
			}
			return withCountry(a, behind[1:])
		}
	}
	return nil
}

// parts are what commas and lines divide, at least one.
func parts(text string) []string {
	out := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' })
	out = strings.Split(strings.Join(out, ","), ",")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// streetAtEnd returns the street with the house's number that ends a part.
func streetAtEnd(part string) (string, bool) {
	if m := numberFirst.FindStringSubmatch(part); m != nil {
		return m[1], true
	}
	tokens := strings.Fields(part)
	if !numberLast.MatchString(part) || around().Inside[language.Fold(strings.Trim(tokens[0], "."))] {
		return "", false
	}
	for i := len(tokens) - 2; i >= 0; i-- { // what leads to it ends before its first capital
		if around().Leading[strings.ToLower(strings.TrimRight(tokens[i], ":"))] && capital(tokens[i+1]) && !capital(tokens[i]) {
			return strings.Join(tokens[i+1:], " "), true
		}
	}
	return part, capital(part)
}

// placeName returns the name of a place that begins a part, empty if none does.
func placeName(part string) string {
	tokens := strings.Fields(part)
	if i := slices.IndexFunc(tokens, func(t string) bool {
		return !around().Inner[t] && around().Closing[strings.ToLower(strings.Trim(t, ".!?"))]
	}); i >= 0 {
		tokens = tokens[:i]
	}
	n := 0
	for n < len(tokens) && (capital(tokens[n]) || around().Inner[tokens[n]] && n > 0) {
		n++
	}
	for n > 0 && !capital(tokens[n-1]) {
		n--
	}
	if n == 0 && len(tokens) == 1 && !strings.ContainsFunc(tokens[0], unicode.IsDigit) { // "york"
		n = 1
	}
	return strings.TrimRight(strings.Join(tokens[:n], " "), ".!?")
}

// withCountry adds the country that follows an address.
func withCountry(a tools.Arguments, behind []string) tools.Arguments {
	if len(behind) > 0 {
		if c := placeName(behind[0]); c != "" && c == strings.TrimRight(behind[0], ".!?") && capital(c) {
			a[paramCountry] = c
		}
	}
	return a
}

func capital(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r)
}
