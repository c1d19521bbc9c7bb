package nlu

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// taggerWeight and clauseWeight are how much the chains and the model of whole clauses say of an intent, in
// nats a nat, and leastShare the share that it leaves to any intent.
const taggerWeight, clauseWeight, leastShare = 0.4, 1, 0.01

// newClauses returns a model without weights of what whole clauses do and are about: one multinomial logistic
// regression over intents and, for each, one over its topics. Labels are intents, or "intent:topic"; the columns
// of a label are its intent's and its own.
func newClauses(labels []string) Model {
	var m Model
	for k, label := range labels {
		intent, _, _ := strings.Cut(label, ":")
		m.Labels = append(m.Labels, []uint8{uint8(max(0, slices.Index(intentNames[:], intent))), uint8(intents + k)})
	}
	m.Width = intents + len(labels)
	return m
}

// LabelShares returns the probability of each label of clauses, whose columns add up to sums; they sum to 1.
func (t *Chains) LabelShares(sums []float32) []float64 {
	out := make([]float64, len(t.labels))
	var by, topics [intents]float64
	all := 0.0
	for k, columns := range t.Clauses.Labels {
		out[k] = math.Exp(float64(sums[columns[1]]))
		topics[columns[0]] += out[k]
	}
	for k := range by {
		if topics[k] > 0 {
			by[k] = math.Exp(float64(sums[k]))
			all += by[k]
		}
	}
	for k, columns := range t.Clauses.Labels {
		out[k] *= by[columns[0]] / all / topics[columns[0]]
	}
	return out
}

// longestClause is how many tokens of a clause are features.
const longestClause = 64

// ClauseFeatures appends the hashes of the features of the tokens [from, to) as a whole: their stems and symbols,
// alone, in twos and threes, how they begin and end, the spans in them, how many they are and whether products
// are shown.
func (v *View) ClauseFeatures(out []uint64, from, to int, shown bool) []uint64 {
	at := hashInt(0)
	if shown {
		at = hashInt(1)
	}
	add := func(template int, a, b uint64) { out = append(out, mix(template, a, b)) }
	to = min(to, from+longestClause)
	in := func(i int) *glance { // what is beyond the clause is outside
		if i < from {
			return &outside[0]
		} else if i >= to {
			return &outside[1]
		}
		return &v.toks[i]
	}
	add(110, at, 0)
	add(111, hashInt(min(to-from, 8)), 0)
	for i := from; i <= to; i++ {
		g, p, pp := in(i), in(i-1), in(i-2)
		add(112, p.symbol, g.symbol)
		add(113, mix(0, pp.symbol, p.symbol), g.symbol)
		add(114, pp.symbol, g.symbol)
		if i == to {
			break
		}
		add(115, g.symbol, 0)
		add(116, g.symbol, at)
		add(117, g.stem, 0)
		add(118, p.stem, g.stem)
		for _, gram := range g.grams {
			add(119, gram, 0)
		}
		if i < len(v.Tags) && v.Tags[i] > 0 {
			add(120, hashInt(v.Tags[i]), 0)
			add(121, hashInt(v.Tags[i]), g.stem)
		}
	}
	add(122, in(from).symbol, hashInt(min(to-from, 4)))
	return out
}

// weigh weighs the intents of a part also by its words as a whole, and finds what of its intent it is about.
func (t *Tagger) weigh(v *View, p *Part, shown bool) {
	m := &t.Clauses
	sums := make([]float32, m.Width)
	for _, h := range v.ClauseFeatures(nil, p.From, p.To, shown) {
		m.weights.add(sums, h)
	}
	shares := t.LabelShares(sums)
	var by, top [intents]float64
	var topics [intents]string
	deed := leastDeed
	for k, columns := range m.Labels {
		intent, share := columns[0], shares[k]
		by[intent] += share
		_, topic, named := strings.Cut(t.labels[k], ":")
		if share > top[intent] {
			top[intent], topics[intent] = share, topic
		}
		if named && Intent(intent) == Task && share > deed {
			p.Deed, deed = topic, share
		}
	}
	sum := 0.0
	for k := range p.Shares {
		p.Shares[k] = math.Pow(p.Shares[k]+1e-3, taggerWeight) * math.Pow(by[k]+leastShare, clauseWeight)
		sum += p.Shares[k]
	}
	for k := range p.Shares {
		if p.Shares[k] /= sum; p.Shares[k] > p.Shares[p.Intent] {
			p.Intent = Intent(k)
		}
	}
	whole, likeliest := by[p.Intent], p.Intent
	if p.Intent == AskProduct || p.Intent == AskShop { // "where is my order?" asks the shop for a task
		whole = by[AskProduct] + by[AskShop] + by[Task]
		for _, k := range []Intent{AskProduct, AskShop, Task} {
			if top[k] > top[likeliest] {
				likeliest = k
			}
		}
	}
	if top[likeliest] >= plainTopic*whole {
		p.Topic = topics[likeliest]
	}
}

// plainTopic is the share of the intents from which their likeliest topic is taken, and leastDeed that of a topic of
// Task from which it may be meant.
const plainTopic, leastDeed = 0.4, 0.15

// places reads which places on the page a span names.
func places(m *Message, s *Span, shown int) (out []int, all bool) {
	point := &m.Tongue.Pointers
	add := func(place int) {
		if place != 0 && !slices.Contains(out, place) {
			out = append(out, place)
		}
	}
	for i := s.From; i < s.To; i++ {
		t := &m.Tokens[i]
		if _, unit := language.UnitAt(m.Tokens[:s.To], i+1); t.Kind == language.Number && unit > i+1 { // "2 carat"
			continue
		}
		place := m.Tongue.Ordinal(t.Form)
		number, next := t.Value, i+1
		if t.Kind != language.Number {
			number, next = m.Tongue.Numeral(m.Tokens[:s.To], i)
		}
		few := next > i && number >= 2 && number <= 5 && number == float64(int(number))
		switch {
		case place != 0:
			n := 0
			if i+1 < s.To {
				n = int(m.Tokens[i+1].Value)
				if v, to := m.Tongue.Numeral(m.Tokens[:s.To], i+1); to > i+1 {
					n = int(v)
				}
			}
			if n < 2 || n > 5 { // "the first two"
				add(place)
				continue
			}
			if place < 0 {
				place = max(1, shown-n+1)
			}
			for k := range n {
				add(place + k)
			}
			i++
		case t.Kind == language.Number && t.Value >= 1 && t.Value <= float64(max(1, shown)) && t.Value == float64(int(t.Value)) && (i == s.From || !few || point.Counted[m.Tokens[i-1].Form] || point.Beside[m.Tokens[i-1].Form] || strings.Contains(",&/#.", m.Tokens[i-1].Form)):
			add(int(t.Value))
		case i > s.From && point.Counted[m.Tokens[i-1].Form] && next > i && number >= 1:
			add(int(number))
		case point.Both[t.Form]:
			add(1)
			add(2)
		case few && len(out) == 0:
			for k := range int(number) {
				add(k + 1)
			}
		case point.Top[t.Form] && len(out) == 0:
			add(1)
		case point.Those[t.Form]:
			all = true
		}
	}
	return out, all && len(out) == 0
}
