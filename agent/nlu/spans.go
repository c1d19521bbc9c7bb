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

// asides are how many tokens before a bound say no more than that it is asked about.
const asides = 2

// amount reports whether spans of a type are amounts.
func (t Type) amount() bool { return t == Max || t == Min || t == About || t == Eq || t == Range }

// lines cuts spans where a line of the message ends, and counts before what is counted.
func lines(m *Message, spans []Span) []Span {
	var out []Span
	for _, s := range spans {
		for i := s.From + 1; s.Type == Qty && i < s.To; i++ {
			_, unit := language.UnitAt(m.Tokens, i)
			if t := &m.Tokens[i]; t.Kind == language.Word && unit == i && !m.Tongue.Knows(t.Form) && m.Tongue.Names(t.Form) { // "noch eine Lampe"
				s.To = i
			}
		}
		for i := s.From + 1; i < s.To; i++ {
			if strings.Contains(m.Text[m.Tokens[i-1].End:m.Tokens[i].Start], "\n") {
				line := s
				line.To, s.From = i, i
				out = append(out, line)
			}
		}
		out = append(out, s)
	}
	return out
}

// amounts finds the amounts with a unit or a currency that no span has, and those that were taken for a
// property: their direction is that of their own words.
func (r *Reader) amounts(m *Message, p *Part, in Context) []Span {
	a := language.Amounts{Language: m.Tongue, Toks: m.Tokens[:p.To], Chunks: language.Chunks(m.Tokens[:p.To]), Currency: in.Currency}
	spans := slices.Clone(p.Spans)
	for i := p.From; i < p.To; {
		n, next := a.At(i)
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
			if k >= 0 && spans[k].Type == Eq && next < spans[k].To && m.Tokens[next].Kind == language.Number { // "64 6000"
				rest := spans[k]
				spans[k].To, rest.From = next, next
				spans = append(spans, rest)
			}
		case k < 0:
			if measured {
				spans = append(spans, said)
			}
		case spans[k].Type == Ask && n.Bound != language.Exactly && spans[k].To <= next && spans[k].From >= i-asides: // "also under 45?"
			spans[k] = said
		case spans[k].Polarity == Drop || spans[k].Type == Qty || spans[k].Type == Ask:
		case spans[k].Type.amount():
			if n.Ranged {
				spans = slices.DeleteFunc(spans, func(s Span) bool { return s != spans[k] && s.Type.amount() && s.From >= i && s.To <= next })
				k = slices.IndexFunc(spans, func(s Span) bool { return s.From < next && i < s.To })
			}
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
		case spans[k].Score < plainSpan && n.Bound != language.Exactly && spans[k].From < i && slices.Contains([]Type{Kind, Is, For, Fits}, spans[k].Type): // "for two under 150"
			spans[k].To = i
			spans = append(spans, said)
		case (spans[k].Type == Is || spans[k].Type == For) && spans[k].From >= i-2 && spans[k].To <= next+1:
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
	// overriding is the probability of a link from which the name of a value with a number, "80 Plus Gold", is
	// no amount.
	overriding = 0.9
	// reach is how many tokens before a phrase may negate it.
	reach = 3
)

// phrases finds what the catalogue plainly has a name for and no span has, in parts that say what is
// wanted.
func (r *Reader) phrases(m *Message, p *Part, spans []Span, in Context) []Span {
	if p.Intent != AskProduct && p.Intent != Compare {
		spans = comparatives(m, p, superlatives(m, p, spans), in)
	}
	if p.Intent == AskProduct || p.Intent == Compare || p.Intent == Task || p.Intent == Social || p.Intent == Undo || p.Intent == AskShop && slices.ContainsFunc(spans, func(s Span) bool { return s.Type == Shop }) {
		return spans
	}
	spans = r.numbered(m, p, spans, in)
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
	for k := range spans { // the "two" of "for two under 150"
		s := &spans[k]
		n, next := m.Tongue.Numeral(m.Tokens[:s.To], s.From)
		if s.Score < plainSpan && n > 1 && next == s.To && (s.Type == Is || s.Type == For || s.Type == Fits) {
			s.Type = Eq
		}
	}
	slices.SortStableFunc(spans, func(x, y Span) int { return x.From - y.From })
	return named(m, p, spans)
}

// numbered lets names of values that have a number stand in place of the amounts in them.
func (r *Reader) numbered(m *Message, p *Part, spans []Span, in Context) []Span {
	for i := p.From; i < p.To; i++ {
		for n := min(longestPhrase, p.To-i); n > 1; n-- {
			toks := m.Tokens[i : i+n]
			name := slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Word && len(t.Form) > 2 })
			if !name || !slices.ContainsFunc(toks, func(t language.Token) bool { return t.Kind == language.Number }) {
				continue
			}
			s := Span{From: i, To: i + n, Type: Is}
			over := func(x Span) bool { return x.From < s.To && s.From < x.To }
			if !slices.ContainsFunc(spans, func(x Span) bool { return over(x) && x.Type.amount() }) || slices.ContainsFunc(spans, func(x Span) bool { return over(x) && (x.From < s.From || x.To > s.To) && x.Type.amount() }) {
				continue
			}
			if links, _ := r.meanings(m, &s, in); len(links) > 0 && links[0].Score >= overriding && links[0].Kind == ToValue && spells(links[0].Values[0], toks) {
				s.Score = links[0].Score
				spans = append(slices.DeleteFunc(spans, over), s)
				i += n - 1
				break
			}
		}
	}
	return spans
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

// comparatives makes the words that hold what is wanted against what is shown spans where no sure one has them:
// "is there a cheaper one?".
func comparatives(m *Message, p *Part, spans []Span, in Context) []Span {
	if in.Shown == 0 || slices.ContainsFunc(spans, func(s Span) bool { return s.Type == Rel }) {
		return spans
	}
	for i := p.From; i < p.To; i++ {
		d, next := m.Tongue.MeasureAt(m.Tokens[:p.To], i)
		if next == i || d.Degree != language.Comparative || i > 0 && m.Tongue.Has(m.Tokens, i-1, language.Negate, language.Exclude) {
			continue
		}
		over := func(s Span) bool { return s.From < next && i < s.To }
		if slices.ContainsFunc(spans, func(s Span) bool {
			return over(s) && (s.Score >= plainSpan || s.Type.amount() && strings.ContainsFunc(m.text(s.From, s.To), unicode.IsDigit))
		}) {
			continue
		}
		spans = append(slices.DeleteFunc(spans, over), Span{From: i, To: next, Type: Rel, Score: 0.5})
		break
	}
	return spans
}

// plainSpan is the probability of a span from which words of measure in it are no span of their own.
const plainSpan = 0.5

// shortClause is how many words that say something a clause without spans has at most where they name a
// kind of product.
const shortClause = 3

// named makes the words of a short part that has no span the name of a kind, a part that is one unsure span too, and
// kinds side by side whose words together are the name of one: "prepaid SIM card".
func named(m *Message, p *Part, spans []Span) []Span {
	if len(spans) == 1 && (spans[0].Type == Fits || spans[0].Type == For) && spans[0].Score < plainSpan && spans[0].From == p.From && spans[0].To == p.To && !m.Tongue.Has(m.Tokens, p.From, language.For, language.Link) {
		s := &spans[0]
		for s.Type, s.To = Kind, s.From+1; s.To < p.To && !m.Tongue.Knows(m.Tokens[s.To].Form); {
			s.To++
		}
	}
	for i := 0; i < len(spans); i++ {
		for k := len(spans) - 1; k > i && spans[i].Type == Kind; k-- {
			apart := slices.ContainsFunc(spans[i+1:k+1], func(s Span) bool { return s.Type != Kind && s.Type != Is || s.Polarity != Want })
			if !apart && spans[k].To-spans[i].From <= longestPhrase && len(concepts().called(m.Tokens[spans[i].From:spans[k].To])) > 0 {
				spans[i].To = spans[k].To
				spans = slices.Delete(spans, i+1, k+1)
				break
			}
		}
	}
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
