package nlu

import (
	"slices"
	"strings"
	"unicode"

	"shopclerk/agent/language"
)

// byBound are the types of amounts by what words say of their bounds.
var byBound = map[language.Bound]Type{language.Exactly: Eq, language.Most: Max, language.Fewest: Min, language.Nearly: About}

// sureSide is the probability of a span's type from which it tells the side of a bound, whatever the
// words beside the number say.
const sureSide = 0.9

// amount reports whether spans of a type are amounts.
func (t Type) amount() bool { return t == Max || t == Min || t == About || t == Eq || t == Range }

// amounts finds the amounts with a unit or a currency that no span has, and those that were taken for a
// property: their direction is that of their own words.
func (r *Reader) amounts(m *Message, p *Part, in Context) []Span {
	a := language.Amounts{Language: m.Tongue, Toks: m.Tokens[:p.To], Chunks: language.Chunks(m.Tokens[:p.To]), Currency: in.Currency}
	spans := slices.Clone(p.Spans)
	for i := p.From; i < p.To; {
		n, next := a.At(i)
		if product, to := m.multiplied(i, p.To); to > i {
			n, next = product, to
		}
		if next <= i {
			i++
			continue
		}
		said := Span{From: i, To: next, Type: byBound[n.Bound], Score: 1}
		if n.Ranged {
			said.Type = Range
		}
		measured := n.Measured || n.Currency != "" || n.Money
		k := slices.IndexFunc(spans, func(s Span) bool { return s.From < next && i < s.To })
		switch {
		case !measured && n.Bound == language.Exactly && !n.Ranged:
		case k < 0:
			if measured {
				spans = append(spans, said)
			}
		case spans[k].Polarity == Drop || spans[k].Type == Qty || spans[k].Type == Ask:
		case spans[k].Type.amount():
			if spans[k].Score < sureSide && said.Type != Eq || spans[k].Score < plainSpan || n.Ranged { // words tell the side
				spans[k].Type = said.Type
			}
			spans[k].From = min(spans[k].From, i)
			if n.Ranged {
				spans[k].To = max(spans[k].To, next)
			}
			if spans[k].To > next && strings.IndexFunc(m.text(next, spans[k].To), unicode.IsDigit) >= 0 { // two amounts in one
				rest := spans[k]
				spans[k].To, rest.From = next, next
				spans = append(spans, rest)
			}
		case (spans[k].Type == Is || spans[k].Type == For || spans[k].Type == Fits) && spans[k].From >= i-reach && spans[k].To <= next+1:
			said.From, said.To = min(spans[k].From, i), max(spans[k].To, next)
			spans[k] = said
		}
		i = next
	}
	return spans
}

const (
	// longestPhrase is how many tokens of what no span has are linked together, and plainLink the
	// probability of a link from which they are a span.
	longestPhrase, plainLink = 4, 0.65
	// reach is how many tokens before a phrase may negate it.
	reach = 3
)

// phrases finds what the catalogue plainly has a name for and no span has, in parts that say what is
// wanted.
func (r *Reader) phrases(m *Message, p *Part, spans []Span, in Context) []Span {
	if p.Intent != AskProduct && p.Intent != Compare {
		spans = superlatives(m, p, spans)
	}
	if p.Intent == AskProduct || p.Intent == Compare || p.Intent == Task || p.Intent == Social || p.Intent == Undo || p.Intent == AskShop && slices.ContainsFunc(spans, func(s Span) bool { return s.Type == Shop }) {
		return spans
	}
	covered := make([]bool, len(m.Tokens))
	for _, s := range spans {
		for i := s.From; i < s.To; i++ {
			covered[i] = true
		}
	}
	for i := p.From; i < p.To; i++ {
		for n := min(longestPhrase, p.To-i); n > 0; n-- {
			if slices.Contains(covered[i:i+n], true) || slices.ContainsFunc(m.Tokens[i:i+n], func(t language.Token) bool { return t.Kind == language.Mark && !t.Glued }) || m.Tongue.Knows(m.Tokens[i].Form) || m.Tongue.Knows(m.Tokens[i+n-1].Form) {
				continue
			}
			s, found := Span{From: i, To: i + n, Type: Is}, false
			for _, t := range []Type{Kind, Is} {
				if t == Is && n == 1 && m.Tongue.Said(m.Tokens[i].Form) > 0 {
					continue // "reach" is said of more than certificates
				}
				s.Type = t
				if links, _ := r.meanings(m, &s, in); len(links) > 0 && links[0].Score >= plainLink && (links[0].Kind == ToCategory) == (t == Kind) {
					s.Score, found = links[0].Score, true
					break
				}
			}
			if found {
				for k := max(p.From, i-reach); k < i; k++ {
					if m.Tongue.Has(m.Tokens[:i], k, language.Negate, language.Exclude) {
						s.Polarity = Exclude
					}
				}
				spans = append(spans, s)
				i += n - 1
				break
			}
		}
	}
	slices.SortStableFunc(spans, func(x, y Span) int { return x.From - y.From })
	return named(m, p, spans)
}

// spells reports whether a value has all words and numbers of a phrase, and no other number.
func spells(value string, toks []language.Token) bool {
	own := language.Tokenize(value)
	numbers := func(toks []language.Token) (n int) {
		for _, t := range toks {
			if t.Kind == language.Number {
				n++
			}
		}
		return n
	}
	return numbers(own) == numbers(toks) && !slices.ContainsFunc(toks, func(t language.Token) bool {
		return t.Kind != language.Mark && !slices.ContainsFunc(own, func(o language.Token) bool { return o.Form == t.Form || o.Stem == t.Stem })
	})
}

// superlatives makes the words for an extreme that no span has spans: "the biggest tent".
func superlatives(m *Message, p *Part, spans []Span) []Span {
	for i := p.From; i < p.To; i++ {
		d, next := m.Tongue.MeasureAt(m.Tokens[:p.To], i)
		if next > i && (d.Degree == language.Superlative || p.Intent == Sort) && !slices.ContainsFunc(spans, func(s Span) bool { return s.From < next && i < s.To }) {
			spans = append(spans, Span{From: i, To: next, Type: By, Score: 0.5})
			i = next - 1
		}
	}
	return spans
}

// plainSpan is the probability of a span from which words of measure in it are no span of their own.
const plainSpan = 0.5

// shortClause is how many words that say something a clause without spans has at most where they name a
// kind of product.
const shortClause = 3

// named makes the words of a short part that has no span the name of a kind.
func named(m *Message, p *Part, spans []Span) []Span {
	from, to, n := -1, -1, 0
	for i := p.From; i < p.To; i++ {
		if t := &m.Tokens[i]; t.Kind == language.Word && !m.Tongue.Knows(t.Form) {
			if n++; from < 0 {
				from = i
			}
			to = i + 1
		}
	}
	if len(spans) > 0 || n == 0 || n > shortClause || to-from > shortClause || p.Intent != Need && p.Intent != AskStock {
		return spans
	}
	return []Span{{From: from, To: to, Type: Kind, Score: 0.3}}
}
