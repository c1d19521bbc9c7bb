package discover

import (
	"iter"

	"shopclerk/catalog"
)

// A Hint says of one raw key what the data cannot: it overrides what discovery
// finds.
type Hint struct {
	Label  string // as a shopper reads it
	Unit   string // of numbers that come without one: "W", "GB"
	Ignore bool   // leave the attribute out of aspects and products
}

// A Profile gathers what the records of one category say about their
// attributes. Its memory is bounded by the number of keys, not of records: per
// key at most [sampleCap] distinct values of each sort are kept.
//
// Up to so many values its Schema does not depend on the order in which records were added.
type Profile struct {
	hints   map[string]Hint // by raw key
	records int
	columns map[string]*column
	vocab   vocabulary
	brands  sample
	prices  map[string]*sample // by currency
	ratings sample
}

// NewProfile returns a profile without records. What is known of attributes is by raw key.
func NewProfile(hints map[string]Hint) *Profile {
	return &Profile{
		hints:   hints,
		columns: make(map[string]*column),
		vocab: vocabulary{
			seen: sample{limit: vocabularyCap}, current: make(map[string]bool),
			titles: sample{limit: vocabularyCap}, title: make(map[string]bool),
		},
		prices: make(map[string]*sample),
	}
}

// Add takes a record into account. It keeps no reference to it.
func (p *Profile) Add(r *catalog.Record) {
	p.records++
	p.vocab.add(r)
	if b := Tidy(r.Brand); b != "" {
		p.brands.add(b)
	}
	if r.Price.Known() {
		s := p.prices[r.Price.Currency]
		if s == nil {
			s = new(sample)
			p.prices[r.Price.Currency] = s
		}
		price := spellNumber(r.Price.Major())
		if low, high := catalog.PriceSpan(r.Variants); low.Minor < high.Minor && low.Currency == r.Price.Currency {
			price = spellNumber(low.Major()) + " " + spellNumber(high.Major()) // a range counts as one value, as in [Restate]
		}
		s.add(price)
	}
	if r.Rating > 0 {
		p.ratings.add(spellNumber(r.Rating))
	}
	for _, a := range r.Attributes {
		if !plausible(a.Value) || p.hints[a.Key].Ignore {
			continue
		}
		c := p.columns[a.Key]
		if c == nil {
			c = newColumn(a.Key)
			p.columns[a.Key] = c
		}
		c.add(a.Value, &p.vocab)
	}
}

// currency returns the commonest currency, "" when there is no price.
func (p *Profile) currency() string {
	totals := map[string]int{}
	for c, s := range p.prices {
		totals[c] = s.total
	}
	return Commonest(totals)
}

// vocabularyCap bounds the distinct words remembered per category.
const vocabularyCap = 1 << 16

// A vocabulary counts in how many records' texts, and in how many titles, each
// word occurs, and holds the words of the current record.
type vocabulary struct {
	records        int
	seen, titles   sample
	current, title map[string]bool
}

// maxTextBytes bounds how much of a description is read for words. What a
// shopper sees first stands at its beginning.
const maxTextBytes = 2000

func (v *vocabulary) add(r *catalog.Record) {
	v.records++
	clear(v.current)
	clear(v.title)
	for w := range wordsIn(r.Title) {
		if !v.title[w] {
			v.title[w], v.current[w] = true, true
			v.titles.add(w)
			v.seen.add(w)
		}
	}
	for w := range wordsIn(Clip(r.Description, maxTextBytes)) {
		if !v.current[w] {
			v.current[w] = true
			v.seen.add(w)
		}
	}
}

// titleShare returns the share of records whose title can have all the words: that
// of the rarest. It is 0 for no words, which no title shows.
func (v *vocabulary) titleShare(words iter.Seq[string]) float64 {
	rarest, any := v.records, false
	for w := range words {
		rarest, any = min(rarest, v.titles.counts[w]), true
	}
	if !any {
		return 0
	}
	return share(rarest, v.records)
}
