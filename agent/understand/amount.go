package understand

// bound says how an amount limits.
type bound uint8

const (
	exactly bound = iota
	most
	fewest
	nearly
)

// amount is a number with what a shopper says around it: "at least 32 GB",
// "20 to 40", "max €80".
type amount struct {
	bound     bound
	low, high float64 // equal unless it is a range
	ranged    bool
	unit      unit
	measured  bool   // unit is set
	currency  string // ISO 4217, empty when none was said
	money     bool   // a word such as "price" came with it
	scaled    bool   // written "2k"
	negative  bool   // a bound below zero, where nothing can be: "under -5"
}

// bare reports that nothing but numerals were said.
func (a *amount) bare() bool {
	return a.bound == exactly && !a.ranged && !a.measured && a.currency == "" && !a.money
}

// currencyWords are the spellings of currencies, folded. "Pounds" are a weight
// as well: they are money in a shop that sells in them.
var currencyWords = map[string]string{
	"$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "buck": "USD", "bucks": "USD",
	"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
	"£": "GBP", "gbp": "GBP", "quid": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY",
	"₹": "INR", "inr": "INR", "rupee": "INR", "rupees": "INR", "chf": "CHF", "franc": "CHF", "francs": "CHF",
	"cad": "CAD", "aud": "AUD", "nzd": "NZD", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "zloty": "PLN",
	"czk": "CZK", "brl": "BRL", "₩": "KRW", "krw": "KRW", "₽": "RUB", "cny": "CNY", "rmb": "CNY", "₺": "TRY",
}

// amounts parses the amount that begins at a token, if one does.
type amounts struct {
	toks     []token
	chunks   []chunk
	currency string // the shop's
}

// amountGlue lists the small words that may stand between the words of an
// amount: "my budget | is | 100", "a price | of | at most 50".
var amountGlue = map[string]bool{"a": true, "an": true, "the": true, "is": true, "are": true, "of": true, "at": true, "be": true, "my": true, "was": true, "as": true}

var (
	beforeAmount = rolesOf(atMost, atLeast, roughly, between, money, budget)
	afterAmount  = rolesOf(atMost, atLeast, roughly, atMost2, atLeast2, roughly2)
)

// maxLead is the number of phrases that may stand before an amount and belong to
// it: "my | budget | is | at most | about".
const maxLead = 6

// at parses the amount whose words begin at token i; next is i when there is
// none.
func (p *amounts) at(i int) (a amount, next int) {
	j := i
	ranged := false
	for lead := 0; lead < maxLead; lead++ {
		if j > i && j < len(p.toks) && p.toks[j].kind == mark && (p.toks[j].form == ":" || p.toks[j].form == "=" || p.toks[j].form == ".") {
			j++
			continue
		}
		end, r := p.lead(j, j > i)
		if end == j {
			break
		}
		switch r {
		case atMost:
			a.bound = most
		case atLeast:
			a.bound = fewest
		case roughly:
			if a.bound == exactly {
				a.bound = nearly
			}
		case between:
			ranged = true
		case money:
			a.money = true
		case budget:
			a.money, a.bound = true, most
		}
		j = end
	}
	led := j > i
	if a.bound != exactly && p.minusAt(j) {
		a.negative = true
		j++
	}
	start := j
	end := p.quantity(j, &a, led)
	if end == j {
		return amount{}, i
	}
	a.low = a.high
	if n, ok := p.rangeEnd(end, &a, ranged); ok {
		end = n
	}
	end = p.tail(end, &a)
	if !p.whole(start, end) || a.negative && a.unit.dimension == "temperature" {
		return amount{}, i
	}
	return a, end
}

// minusAt reports a minus sign that stands before a number.
func (p *amounts) minusAt(j int) bool {
	return j+1 < len(p.toks) && (p.toks[j].form == "-" || p.toks[j].form == "−") && p.toks[j+1].kind == number && p.toks[j+1].glued
}

// lead reads one phrase before an amount, the longest. Glue counts only between
// others.
func (p *amounts) lead(j int, inside bool) (next int, found role) {
	next, found = language.longest(p.toks, j, beforeAmount)
	if found == none && inside && j < len(p.toks) && amountGlue[p.toks[j].form] {
		return j + 1, filler
	}
	return next, found
}

// quantity reads a number with currency or unit at token j into a.high. Number
// words count when something else shows that an amount is meant.
func (p *amounts) quantity(j int, a *amount, led bool) (next int) {
	k := j
	currency := ""
	if k < len(p.toks) {
		if c, ok := currencyWords[p.toks[k].form]; ok {
			currency = c
			k++
		}
	}
	value, end := 0.0, k
	digits := false
	if k < len(p.toks) && p.toks[k].kind == number {
		value, end, digits = p.toks[k].value, k+1, true
	} else if value, end = numeral(p.toks, k); end == k {
		return j
	}
	thousand := false
	if digits && end < len(p.toks) && p.toks[end].form == "k" && p.toks[end].glued && (led || currency != "") {
		value, end, thousand = value*1000, end+1, true
	}
	after := p.measure(end, a, &currency)
	if !digits && !led && after == end && currency == "" {
		return j
	}
	if currency != "" {
		a.currency = currency
	}
	a.high, a.scaled = value, a.scaled || thousand
	return after
}

// measure reads the unit or currency after a number.
func (p *amounts) measure(j int, a *amount, currency *string) (next int) {
	if j >= len(p.toks) {
		return j
	}
	t := &p.toks[j]
	if *currency == "" {
		c, ok := currencyWords[t.form]
		if !ok && (t.stem == "pound" && p.currency == "GBP") {
			c, ok = "GBP", true
		}
		if ok {
			*currency = c
			return j + 1
		}
	}
	if t.kind == mark && t.form == "-" && t.glued && j+1 < len(p.toks) && p.toks[j+1].glued && p.toks[j+1].kind == word {
		if u, end := unitAt(p.toks, j+1); end > j+1 { // "27-inch"
			a.unit, a.measured = u, true
			return end
		}
	}
	if u, end := unitAt(p.toks, j); end > j {
		a.unit, a.measured = u, true
		return end
	}
	return j
}

// unitAt reads a unit at token j: up to three tokens, the longest that is known.
func unitAt(toks []token, j int) (u unit, next int) {
	next = j
	if j < len(toks) {
		last := j+1 == len(toks) || toks[j+1].kind == mark
		switch {
		case toks[j].form == "in" && (toks[j].glued || last): // "27in", but not "27 in black"
			return unitSpellings["inch"], j + 1
		case toks[j].form == "'" && toks[j].glued && j+1 < len(toks) && toks[j+1].form == "'":
			return unitSpellings["inch"], j + 2
		case toks[j].form == "'" && toks[j].glued:
			return unitSpellings["ft"], j + 1
		}
	}
	key := ""
	for k := j; k < len(toks) && k < j+3; k++ {
		if k > j && !toks[k].glued {
			break
		}
		if toks[k].form != "/" || k == j {
			key += toks[k].stem
		}
		if found, ok := unitSpellings[key]; ok {
			u, next = found, k+1
		}
	}
	return u, next
}

// rangeEnd reads "to 40" after the first quantity. The numbers must ascend, or they may
// be two numbers that belong to a model's name; only "between" leaves no doubt, in
// whichever order its numbers stand.
func (p *amounts) rangeEnd(j int, a *amount, between bool) (next int, ok bool) {
	k, r := language.longest(p.toks, j, rolesOf(to, and))
	if r == none || r == and && !between {
		return j, false
	}
	second := *a
	second.scaled = false
	end := p.quantity(k, &second, true)
	switch {
	case end == k, a.measured && a.unit.dimension != second.unit.dimension:
		return j, false
	case second.scaled && !a.scaled && second.low*1000 <= second.high: // "1-2k", but not "500-2k"
		second.low *= 1000
	case a.measured: // "500 GB to 1 TB"
		second.low *= a.unit.factor / second.unit.factor
	}
	if between && second.high < second.low {
		second.low, second.high = second.high, second.low
	}
	if second.high <= second.low {
		return j, false
	}
	second.bound, second.ranged = exactly, true
	*a = second
	return end, true
}

// tail reads what follows an amount: "or less", "max", "+". A word that leads
// the next amount is not taken: "50 max" but not "50 under 60".
func (p *amounts) tail(j int, a *amount) (next int) {
	if a.ranged || a.bound == most || a.bound == fewest {
		return j
	}
	end, r := language.longest(p.toks, j, afterAmount)
	if r == none {
		return j
	}
	if r == atMost || r == atLeast || r == roughly {
		if f := p.toks[j].form; f != "max" && f != "maximum" && f != "min" && f != "minimum" && f != "at" {
			return j
		}
		if n := end; n < len(p.toks) && p.toks[n].kind == number {
			return j
		}
	}
	switch r {
	case atMost, atMost2:
		a.bound = most
	case atLeast, atLeast2:
		a.bound = fewest
	default:
		a.bound = nearly
	}
	return end
}

// whole reports whether tokens [from, to) begin and end where chunks do: the 2110
// of "tn-2110" and the 27 of "27gl850" are no amounts.
func (p *amounts) whole(from, to int) bool {
	first, last := p.chunks[from], p.chunks[to-1]
	return first.from >= from && last.to <= to
}
