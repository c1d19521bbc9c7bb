package feed

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"shopclerk/catalog/discover"
)

// price decides the unit, the decimal sign and the currency of the price.
func (g *gathered) price(f *fieldStats, rule *PriceRule, inf *Inference) {
	rule.Unit, rule.Decimal = "major", f.decimalSign()
	g.currency(rule, inf)
	if minor, why := f.minor(cmp.Or(rule.Currency, rule.Assumed)); minor {
		rule.Unit = "minor"
		median, _ := f.median()
		inf.Notes = append(inf.Notes, fmt.Sprintf("price: %s, so they are read as cents (the median of %.0f as %.2f). If they are not, set \"price.unit\": \"major\" in a mapping", why, median, median/100))
	}
}

// currency finds the currency that the prices or their fields' names say; where they say
// none, it assumes one, and says so where no other field has it.
func (g *gathered) currency(rule *PriceRule, inf *Inference) {
	for _, name := range rule.Field {
		if f := g.byName[fold(name)]; f != nil && rule.Currency == "" {
			rule.Currency = f.namedCurrency()
		}
	}
	if rule.Currency != "" {
		return
	}
	var why string
	rule.Assumed, why = g.assumedCurrency()
	if len(rule.CurrencyField) == 0 {
		inf.Notes = append(inf.Notes, fmt.Sprintf("price: nothing names a currency, %s is assumed%s; --currency names another, or \"price.currency\" in a mapping", rule.Assumed, why))
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
	tops := map[string]int{}
	for _, f := range g.fields {
		if f.share(isURL) < 0.5 {
			continue
		}
		for i := range f.cells[:min(100, len(f.cells))] {
			text, _, _ := strings.Cut(f.cells[i].text, ",")
			if u, err := url.Parse(text); err == nil {
				tops[path.Ext(u.Hostname())] += f.counts[i]
			}
		}
	}
	maps.DeleteFunc(tops, func(top string, _ int) bool { return top == ".co" || currencies().of[top] == "" })
	if best := discover.Commonest(tops); best != "" {
		return currencies().of[best], " because its addresses end in " + best
	}
	if l := g.language(); currencies().of[l] != "" {
		return currencies().of[l], fmt.Sprintf(" because its texts are in %q", l)
	}
	return "USD", ""
}

// language returns the language of most of the feed's texts, "" when too few of the
// table's telling words are among them.
func (g *gathered) language() string {
	votes := map[string]int{}
	looked := 0
	for _, f := range g.fields {
		if f.share(isSpaced) < 0.3 || f.share(isURL) > 0.1 {
			continue
		}
		for i := range f.cells[:min(200, len(f.cells))] {
			looked++
			words := strings.Fields(strings.ToLower(f.cells[i].text))
			for l, telling := range vocabularyOnce().Telling {
				votes[l] += discover.Indicator(slices.ContainsFunc(words, func(w string) bool { return slices.Contains(telling, w) }))
			}
		}
	}
	best := discover.Commonest(votes)
	const few, share = 5, 50 // one text in fifty
	if votes[best] < max(few, looked/share) {
		return ""
	}
	return best
}

// minor reports whether whole amounts are cents, and what shows it. That all are whole
// shows nothing: shops of many countries have no smaller coin in use.
func (f *fieldStats) minor(currency string) (minor bool, why string) {
	for _, w := range f.words {
		if slices.Contains(vocabularyOnce().Cents, w) {
			return true, fmt.Sprintf("the name %s says so", f.name)
		}
	}
	list := slices.DeleteFunc(f.amounts(), func(x float64) bool { return x <= 0 || x > maxPrice })
	const few = 20
	if len(list) < few || f.share(isAmount)-f.share(isWhole|isAmount) > 0.01 || f.share(isMarked) > 0.1 || currencies().by[currency].Whole || f.share(isCents) > 0 {
		return false, ""
	}
	// Of cents that are whole euros ("2500") the third digit from the right runs through
	// all of 0 to 9, as the last two of prices with cents do. Thousands of a small
	// currency ("12900", "35000") end in 900, 500 and 000.
	ends, lasts, thirds := make([]int, 100), make([]int, 10), make([]int, 10)
	for _, x := range list {
		n := int64(x)
		ends[n%100]++
		lasts[n%10]++
		if n%100 == 0 {
			thirds[n/100%10]++
		}
	}
	const (
		leastHundreds = 500  // 5.00 as cents: a median below it is none
		leastUniform  = 2000 // 20.00
		even          = 2.8  // bits; ten equally likely digits have 3.3
		various       = 3    // bits of the last two digits
	)
	switch median := list[len(list)/2]; {
	case ends[0]*10 >= len(list)*9:
		if median >= leastHundreds && discover.Entropy(slices.Values(thirds)) >= even {
			return true, "the amounts are whole and end in 00, and the digit before is any"
		}
	case median >= leastUniform && discover.Entropy(slices.Values(lasts)) >= even+0.3:
		return true, "the amounts are whole and large, and end in any digit"
	case median >= leastUniform && currencies().by[currency].Cents && discover.Entropy(slices.Values(ends)) >= various && ends[0]*2 < len(list):
		return true, fmt.Sprintf("the amounts are whole and end in as many ways as cents of %s do", currency)
	}
	return false, ""
}
