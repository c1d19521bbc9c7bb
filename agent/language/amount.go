package language

// Bound says how an amount limits.
type Bound uint8

// The bounds.
const (
	Exactly Bound = iota
	Most
	Fewest
	Nearly
)

// Amount is a number with what a shopper says around it: "at least 32 GB",
// "20 to 40", "max €80".
type Amount struct {
	Bound     Bound
	Low, High float64 // equal unless it is a range
	Ranged    bool
	Unit      Unit
	Measured  bool   // Unit is set
	Currency  string // ISO 4217, empty when none was said
	Money     bool   // a word such as "price" came with it
	Spelled   bool   // in words: "three". "One" may as well be a pronoun
	Said      string // the number as it was typed, of a range both: "750", "40 70"

	scaled bool // written "2k"
}

// Flip turns a bound into its opposite, as a negation around it does: "I do not want
// to spend more than 50" is at most 50.
func (a *Amount) Flip() {
	switch a.Bound {
	case Most:
		a.Bound = Fewest
	case Fewest:
		a.Bound = Most
	default:
		return
	}
}

// Amounts parses the amounts of a message in one language.
type Amounts struct {
	Language *Language
	Toks     []Token
	Chunks   []Chunk
	Currency string // the shop's
}

var (
	beforeAmount = RolesOf(AtMost, AtLeast, Roughly, Between, Money, Budget)
	negators     = RolesOf(Negate, Exclude, Turn)
	afterAmount  = RolesOf(AtMostAfter, AtLeastAfter)
	spending     = RolesOf(Spend)
)

const (
	// maxLead is the number of phrases that may stand before an amount and belong to
	// it: "my | budget | is | at most | about".
	maxLead = 6
	// maxSpend is how many words may stand between a negation and the bound that it
	// turns: "I do not | want to really spend | more than 150".
	maxSpend = 6
)

// At parses the amount whose words begin at token i; next is i when there is none. A
// negation before the words of a bound is part of it, and turns it.
func (p *Amounts) At(i int) (a Amount, next int) {
	if end, r := p.Language.Longest(p.Toks, i, negators); r != None {
		j := end
		for n := 0; n < maxSpend; n++ {
			if _, r := p.Language.Longest(p.Toks, j, beforeAmount); r == AtLeast || r == AtMost {
				if a, to := p.at(j); to > j {
					a.Flip()
					return a, to
				}
			}
			step, r := p.Language.Longest(p.Toks, j, spending)
			if r == None {
				break
			}
			j = step
		}
	}
	a, next = p.at(i)
	if next > i && !a.Ranged && (a.Bound == Fewest || a.Bound == Most) {
		if to := p.negatedAfter(next); to > next { // "mehr als 400 Euro möchte ich nicht ausgeben"
			a.Flip() // and "weniger als 400 Euro" with it is at least that
			next = to
		}
	}
	return a, next
}

// negatedAfter finds the negation that ends a clause of paying behind a bound, and the
// token after it; j when there is none.
func (p *Amounts) negatedAfter(j int) int {
	k, turned, pays := j, false, false
	for n := 0; n < maxSpend && k < len(p.Toks) && p.Toks[k].Kind != Mark; n++ {
		if end, r := p.Language.Longest(p.Toks, k, RolesOf(Negate, Turn)); r != None && !turned {
			k, turned = end, true
			continue
		}
		end, r := p.Language.Longest(p.Toks, k, spending)
		if r == None {
			break
		}
		k, pays = end, true
	}
	if _, r := p.Language.Longest(p.Toks, k, beforeAmount); r != None {
		return j // "at least 40 but not | more than 80"
	}
	if turned && (k == len(p.Toks) || p.Toks[k].Kind == Mark || pays) { // no "under 100 is not black"
		return k
	}
	return j
}

func (p *Amounts) at(i int) (a Amount, next int) {
	j := i
	ranged := false
	for lead := 0; lead < maxLead; lead++ {
		if j > i && j < len(p.Toks) && p.Toks[j].Kind == Mark && (p.Toks[j].Form == ":" || p.Toks[j].Form == "=" || p.Toks[j].Form == ".") {
			j++
			continue
		}
		end, r := p.lead(j, j > i)
		if end == j {
			break
		}
		switch r {
		case AtMost:
			a.Bound = Most
		case AtLeast:
			a.Bound = Fewest
		case Roughly:
			if a.Bound == Exactly {
				a.Bound = Nearly
			}
		case Between:
			ranged = true
		case Money:
			a.Money = true
		case Budget:
			a.Money = true
			if a.Bound == Exactly { // a budget implies a bound, where none is said
				a.Bound = Most
			}
		}
		j = end
	}
	led := j > i
	start := j
	end := p.quantity(j, &a, led || p.spans(j))
	if end == j {
		return Amount{}, i
	}
	a.Low = a.High
	if n, ok := p.rangeEnd(end, &a, ranged); ok {
		end = n
	}
	end = p.Tail(end, &a)
	if !p.whole(start, end) {
		return Amount{}, i
	}
	return a, end
}

// spans reports whether number words at token j are followed by others up to which they
// reach: "two to three".
func (p *Amounts) spans(j int) bool {
	_, end := p.Language.Numeral(p.Toks, j)
	to, _ := p.Language.Longest(p.Toks, end, RolesOf(To))
	_, next := p.Language.Numeral(p.Toks, to)
	return to > end && next > to
}

// lead reads one phrase before an amount, the longest. Glue counts only between
// others.
func (p *Amounts) lead(j int, inside bool) (next int, found Role) {
	next, found = p.Language.Longest(p.Toks, j, beforeAmount)
	if found == None && inside && j < len(p.Toks) && p.Language.glue[p.Toks[j].Form] {
		if _, unit := UnitAt(p.Toks, j+1); unit > j+1 {
			return j, None // "a metre"
		}
		return j + 1, Filler
	}
	return next, found
}

// plainNumber is the number from which number words are an amount whatever stands beside
// them: "five hundred", but not "two in one".
const plainNumber = 20

// quantity reads a number with currency or unit at token j into a.High. Number words
// count when something else shows that an amount is meant.
func (p *Amounts) quantity(j int, a *Amount, led bool) (next int) {
	k := j
	currency := ""
	if k < len(p.Toks) {
		if c, ok := currencyWords[p.Toks[k].Form]; ok {
			currency = c
			k++
		}
	}
	value, end := 0.0, k
	digits := false
	if k < len(p.Toks) && p.Toks[k].Kind == Number {
		value, end, digits = p.Toks[k].Value, k+1, true
	} else if value, end = p.Language.Numeral(p.Toks, k); end == k {
		if k == len(p.Toks) || !led || p.Toks[k].Form != "a" && p.Toks[k].Form != "an" {
			return j
		}
		if _, next := UnitAt(p.Toks, k+1); next == k+1 {
			return j
		}
		if next, _ := p.Language.Longest(p.Toks, k, RolesOf(Filler)); next > k+1 {
			return j // "a bit more"
		}
		value, end = 1, k+1 // "at least a metre"
	}
	said := end
	thousand := false
	if digits && end < len(p.Toks) && p.Toks[end].Form == "k" && p.Toks[end].Glued && (led || currency != "") {
		value, end, thousand = value*1000, end+1, true
	}
	after := p.measure(end, a, &currency)
	if !digits && !led && after == end && currency == "" && value < plainNumber {
		if _, r := p.Language.Longest(p.Toks, end, RolesOf(AtMostAfter, AtLeastAfter)); r == None {
			return j
		}
	}
	if currency != "" {
		a.Currency = currency
	}
	a.High, a.scaled = value, a.scaled || thousand
	a.Spelled = !digits
	for t := k; t < said; t++ {
		if a.Said != "" {
			a.Said += " "
		}
		a.Said += p.Toks[t].Form
	}
	return after
}

// measure reads the unit or currency after a number.
func (p *Amounts) measure(j int, a *Amount, currency *string) (next int) {
	if j >= len(p.Toks) {
		return j
	}
	t := &p.Toks[j]
	if *currency == "" || t.Kind == Word { // "$50 CAD", but not the second sign of "$50 $60"
		c, ok := currencyWords[t.Form]
		if !ok && t.Stem == "pound" && (p.Currency == "GBP" || *currency == "GBP") {
			c, ok = "GBP", true
		}
		if ok {
			*currency = c
			return j + 1
		}
	}
	if t.Kind == Mark && t.Form == "-" && t.Glued && j+1 < len(p.Toks) && p.Toks[j+1].Glued && p.Toks[j+1].Kind == Word {
		if u, end := UnitAt(p.Toks, j+1); end > j+1 { // "27-inch"
			a.Unit, a.Measured = u, true
			return end
		}
	}
	if u, end := UnitAt(p.Toks, j); end > j {
		a.Unit, a.Measured = u, true
		return end
	}
	return j
}

// rangeEnd reads "to 40" after the first quantity. The numbers must ascend, or they may
// be two numbers that belong to a model's name; only "between" leaves no doubt, in
// whichever order its numbers stand.
func (p *Amounts) rangeEnd(j int, a *Amount, between bool) (next int, ok bool) {
	k, r := p.Language.Longest(p.Toks, j, RolesOf(To, And))
	if r == None || r == And && !between {
		return j, false
	}
	second := *a
	second.scaled = false
	end := p.quantity(k, &second, true)
	_, unit := UnitAt(p.Toks, end-1)
	switch {
	case end == k, a.Measured && a.Unit.Dimension != second.Unit.Dimension,
		a.Measured && a.Bound != Exactly && unit < end: // "mindestens 120 Hz | bis 500"
		return j, false
	case second.scaled && !a.scaled && second.Low*1000 <= second.High: // "1-2k", but not "500-2k"
		second.Low *= 1000
	case a.Spelled && second.Spelled && a.Low*100 < second.High && second.High < 1000: // "two to three hundred"
		second.Low *= 100
	case a.Measured: // "500 GB to 1 TB"
		second.Low *= a.Unit.Factor / second.Unit.Factor
	}
	if between && second.High < second.Low {
		second.Low, second.High = second.High, second.Low
	}
	if second.High <= second.Low {
		return j, false
	}
	second.Bound, second.Ranged = Exactly, true
	*a = second
	return end, true
}

// Tail reads what follows an amount, at token j, into it: "or less", "max". A word
// that leads the next amount is not taken: "50 max" but not "50 under 60".
func (p *Amounts) Tail(j int, a *Amount) (next int) {
	if a.Ranged {
		return j
	}
	end, r := p.Language.Longest(p.Toks, j, afterAmount)
	if r == None || end < len(p.Toks) && p.Toks[end].Kind == Number {
		return j // or the words lead the next amount
	}
	for k := j; k < end; k++ {
		if next, _ := p.Language.Longest(p.Toks, k, beforeAmount); next > end {
			return j // "at least 140 cm and | no more expensive than 600"
		}
	}
	a.Bound = Fewest
	if r == AtMostAfter {
		a.Bound = Most
	}
	return end
}

// whole reports whether tokens [from, to) begin and end where chunks do: the 2110 of
// "tn-2110" and the 27 of "27gl850" are no amounts. A word may be joined to it: the 4
// of "4-Personen-Zelt".
func (p *Amounts) whole(from, to int) bool {
	first, last := p.Chunks[from], p.Chunks[to-1]
	if first.From < from {
		return false
	}
	return last.To <= to || p.Toks[to].Form == "-" && p.Toks[to+1].Kind == Word && len(p.Toks[to+1].Form) >= minPart && p.Toks[to-1].Kind != Number
}

// A Quantity is a number that a text states, with the unit or currency said of it. It
// is for rooms that read other things than wishes.
type Quantity struct {
	From, To  int     // bytes of the text
	Low, High float64 // equal unless a range was stated
	Unit      string  // as this room names it ("GB"), empty when none was said
	Currency  string  // ISO 4217, empty when none was said
	Spelled   bool    // in words: "three". "One" may as well be a pronoun
}

// Quantities reads the numbers of a text in the given language, in their order. Digits
// that touch letters which are no unit are parts of names and no quantities: the 2110
// of "tn-2110".
func (l *Language) Quantities(text string) []Quantity {
	toks := Tokenize(text)
	l.Standard(toks)
	p := &Amounts{Language: l, Toks: toks, Chunks: Chunks(toks)}
	var out []Quantity
	for i := 0; i < len(toks); {
		q := Quantity{}
		a, next := p.at(i)
		if next > i {
			q = Quantity{Low: a.Low, High: a.High, Currency: a.Currency}
			if a.Measured {
				q.Unit = a.Unit.Name
			}
		} else if v, to := l.Numeral(toks, i); to > i {
			q, next = Quantity{Low: v, High: v, Spelled: true}, to
		} else {
			i++
			continue
		}
		q.From, q.To = toks[i].Start, toks[next-1].End
		out = append(out, q)
		i = next
	}
	return out
}
