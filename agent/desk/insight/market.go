package insight

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Market is what shoppers want of an aspect beside what the catalogue has of it.
type Market struct {
	Answers int      // that say what is wanted: the demand
	Wares   []Ware   // by value, or by range of numbers
	Unmet   []Unmet  // options ticked that no product has any more, most wanted first
	Texts   []Wanted // typed as something else, most typed first
	// Unreadable is how many texts were typed that the journal no longer keeps, or
	// that hold no word.
	Unreadable int
}

// Ware is one value of an aspect, or one range of its numbers.
type Ware struct {
	Label    string         // the value's text; "" of a range
	Range    *catalog.Range // of numbers; nil of a value
	Products int            // that have it
	Supply   float64        // share of the products with a value that have it
	Offered  int            // answers to questions that offered it
	Wanted   float64        // answers that want it: see [Compare]
	Demand   Estimate       // share of all answers that want it
	Taken    Estimate       // share of the answers to questions that offered it that want it
	Balance  Balance
}

// Balance tells how demand and supply of a ware stand to each other.
type Balance int

// The balances.
const (
	Even   Balance = iota // no difference that is both large and more than chance
	Scarce                // demand without supply
	Idle                  // supply without demand
)

const (
	// imbalance is how many times the other share a share must surely be before a ware
	// is out of balance: a factor that a merchandiser would act on.
	imbalance = 2
	// leastAnswers is how many answers a balance takes: of fewer even what is sure by
	// the interval is no reason to order goods.
	leastAnswers = 10
	// fewProducts is how many products still count as next to no supply of what was typed.
	fewProducts = 3
)

// Unmet is an option that was ticked, and that no product meets.
type Unmet struct {
	Label string
	Ticks int
}

// Wanted is what shoppers typed as something else.
type Wanted struct {
	Cluster
	// Products is how many products have what was typed: a value whose words are all
	// in the text, slips aside, or a range that holds its number. −1 when a text about
	// a number has none that could be read.
	Products int
}

// Scarce reports demand without supply.
func (w *Wanted) Scarce() bool { return w.Products >= 0 && w.Products < fewProducts }

// Compare sets the answers to the questions about a topic beside the catalogue's
// values of the aspect in that category, the facet of all its products. A nil facet
// is a catalogue without the aspect.
//
// An answer wants what it ticks. A ticked option that stands for several values, or a
// range that reaches over several bins, wants each of them by its share of the
// option's products: so it tells which group is wanted, and nothing about the members.
// Several ticks are each wanted in full. A value can be wanted only where it is
// offered, so a ware is judged [Scarce] when it makes far more of all answers than of
// the products, and [Idle] when it makes far less of the answers where it was offered.
func Compare(facts []*Facts, topic Topic, supply *search.Facet) Market {
	m := newMarket(supply)
	var texts []typedText
	for _, f := range facts {
		for i := range f.Turns {
			t := &f.Turns[i]
			for k := range t.Questions {
				q := &t.Questions[k]
				if q.Aspect != topic.Aspect || !slices.Contains(t.Scope, topic.Category) {
					continue
				}
				if q.Text != "" {
					texts = append(texts, typedText{q.Text, f.ID})
				}
				if q.Outcome.Answered() {
					m.answer(q)
				}
			}
		}
	}
	m.judge()
	slices.SortFunc(m.Unmet, func(a, b Unmet) int {
		return cmp.Or(cmp.Compare(b.Ticks, a.Ticks), strings.Compare(a.Label, b.Label))
	})
	clusters, _, unreadable := cluster(texts)
	m.Unreadable = unreadable
	v := sync.OnceValue(func() vocabulary { return newVocabulary(supply.Column.Values) })
	for _, c := range clusters {
		m.Texts = append(m.Texts, Wanted{Cluster: c, Products: productsHaving(supply, v, &c)})
	}
	return m.Market
}

// market is a market being gathered. Its wares are the values of a facet, or the bins of its
// histogram.
type market struct {
	Market
	supply *search.Facet
	shares map[*Offer][]portion // of the options seen so far
}

// portion is how much of an option's products are of one ware.
type portion struct {
	ware  int
	share float64
}

func newMarket(supply *search.Facet) *market {
	m := &market{supply: supply, shares: map[*Offer][]portion{}}
	if supply == nil {
		return m
	}
	if h := supply.Histogram; h != nil {
		for i, n := range h.Counts {
			m.Wares = append(m.Wares, Ware{Range: h.Bin(i), Products: n})
		}
	} else if supply.Column.Aspect.Kind != catalog.Numeric {
		for code, n := range supply.Counts {
			m.Wares = append(m.Wares, Ware{Label: supply.Column.Values[code].Text, Products: n})
		}
	}
	for i := range m.Wares {
		m.Wares[i].Supply = float64(m.Wares[i].Products) / float64(supply.Known)
	}
	return m
}

// answer adds what one answer wants.
func (m *market) answer(q *Asked) {
	m.Answers++
	wanted := make(map[int]float64, len(q.Picked)) // at most 1: two options may reach into one bin
	for i, o := range q.Offers {
		shares := m.spread(o)
		picked := slices.Contains(q.Picked, i)
		if picked && len(shares) == 0 {
			m.miss(o.Label)
		}
		for _, s := range shares {
			wanted[s.ware] += s.share * float64(Indicator(picked))
		}
	}
	for ware, share := range wanted {
		m.Wares[ware].Offered++
		m.Wares[ware].Wanted += min(1, share)
	}
}

func (m *market) miss(label string) {
	i := slices.IndexFunc(m.Unmet, func(u Unmet) bool { return u.Label == label })
	if i < 0 {
		i = len(m.Unmet)
		m.Unmet = append(m.Unmet, Unmet{Label: label})
	}
	m.Unmet[i].Ticks++
}

// judge computes the shares.
func (m *market) judge() {
	for i := range m.Wares {
		w := &m.Wares[i]
		w.Demand, w.Taken = fractionalShare(w.Wanted, m.Answers), fractionalShare(w.Wanted, w.Offered)
		switch {
		case w.Demand.N >= leastAnswers && w.Demand.Low > imbalance*w.Supply:
			w.Balance = Scarce
		case w.Taken.N >= leastAnswers && w.Taken.High*imbalance < w.Supply:
			w.Balance = Idle
		}
	}
}

// spread tells of which wares an option's products are; none when it has no product.
func (m *market) spread(o *Offer) []portion {
	if out, ok := m.shares[o]; ok {
		return out
	}
	var out []portion
	total := 0.0
	if m.supply != nil {
		of := func(code int) int { return code }
		if h := m.supply.Histogram; h != nil {
			of = func(code int) int { return h.Find(m.supply.Column.Values[code].Number) }
		}
		for _, code := range m.supply.Column.Find(&o.Condition) {
			n := float64(m.supply.Counts[code])
			if n == 0 {
				continue
			}
			total += n
			ware := of(int(code))
			if last := len(out) - 1; last >= 0 && out[last].ware == ware {
				out[last].share += n
			} else {
				out = append(out, portion{ware, n})
			}
		}
	}
	for i := range out {
		out[i].share /= total
	}
	m.shares[o] = out
	return out
}

// productsHaving counts the products that have what was typed: see [Wanted].
func productsHaving(supply *search.Facet, v func() vocabulary, c *Cluster) int {
	if supply == nil {
		return 0
	}
	if supply.Column.Aspect.Kind == catalog.Numeric {
		number, ok := firstNumber(c.words)
		if !ok {
			return -1
		}
		exactly := catalog.Range{Low: &number, High: &number, Closed: true}
		return countRows(supply.Column, func(codes []uint32) bool {
			first, last := codes[0], codes[len(codes)-1]
			return exactly.Overlaps(supply.Column.Values[first].Number, supply.Column.Values[last].Number)
		})
	}
	want := v().within(c.words)
	if len(want) == 0 {
		return 0
	}
	return countRows(supply.Column, func(codes []uint32) bool {
		return slices.ContainsFunc(codes, func(code uint32) bool { return want[code] })
	})
}

// countRows counts the rows with values that pass a test.
func countRows(c *catalog.Column, test func(codes []uint32) bool) int {
	n := 0
	for i := range len(c.Offsets) - 1 {
		if codes := c.Row(i); len(codes) > 0 && test(codes) {
			n++
		}
	}
	return n
}

// firstNumber returns the first number among words.
func firstNumber(words []string) (float64, bool) {
	for _, w := range words {
		if x, err := strconv.ParseFloat(w, 64); err == nil && runeKind([]rune(w)[0]) == digit {
			return x, true
		}
	}
	return 0, false
}

// vocabulary is the words of a column's values: far fewer than the values are, where
// those are names, and each is compared with what was typed but once.
type vocabulary struct {
	having map[string][]uint32 // the codes of the values that have the word
	words  []int               // by code: how many words the value has
}

func newVocabulary(values []catalog.Value) vocabulary {
	v := vocabulary{having: map[string][]uint32{}, words: make([]int, len(values))}
	for code := range values {
		words := sortedWords(values[code].Text)
		v.words[code] = len(words)
		for _, w := range words {
			v.having[w] = append(v.having[w], uint32(code))
		}
	}
	return v
}

// within returns the values whose words are all among those of a text, slips aside.
func (v vocabulary) within(text []string) map[uint32]bool {
	found := map[uint32]int{}
	for word, codes := range v.having {
		if slices.ContainsFunc(text, func(w string) bool { return word == w || isSlip(word, w) }) {
			for _, code := range codes {
				found[code]++
			}
		}
	}
	out := map[uint32]bool{}
	for code, n := range found {
		if n == v.words[code] {
			out[code] = true
		}
	}
	return out
}
