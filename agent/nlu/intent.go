package nlu

import (
	"math"
	"shopclerk/agent/language"
	"slices"
	"strings"
)

// taggerWeight and clauseWeight are how much the tagger and the model of whole clauses say of an intent, in
// nats a nat, and leastShare the share that it leaves to any intent.
const taggerWeight, clauseWeight, leastShare = 0.6, 1, 0.02

// weighIntent weighs the intents of a part also by its words as a whole, and returns what of its intent
// it is about.
func weighIntent(m *Message, p *Part, in Context) string {
	at := language.AtStart
	if in.Shown > 0 {
		at = language.AtList
	}
	toks := m.Tokens[p.From:p.To]
	acts := m.Tongue.Acts()
	shares := acts.Predict(m.Tongue.ActFeatures(toks, m.Tongue.Symbols(toks, nil), at))
	var by [intents]float64
	var topics [intents]string
	var top [intents]float64
	for i, label := range acts.Labels {
		kind, topic, _ := strings.Cut(label, ":")
		k := index(intentNames[:], kind)
		if k < 0 {
			continue
		}
		by[k] += shares[i]
		if shares[i] > top[k] {
			top[k], topics[k] = shares[i], topic
		}
		if label == "ask_shop:stock" {
			by[AskStock] += shares[i]
		}
	}
	by[AskStock] += by[Need]
	by[Answer] = by[Need] + by[Revise]
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
	all, likeliest := by[p.Intent], p.Intent
	if p.Intent == AskProduct || p.Intent == AskShop { // "where is my order?" asks the shop for a task
		all = by[AskProduct] + by[AskShop] + by[Task]
		for _, k := range []Intent{AskProduct, AskShop, Task} {
			if top[k] > top[likeliest] {
				likeliest = k
			}
		}
	}
	if top[likeliest] < plainTopic*all {
		return ""
	}
	return topics[likeliest]
}

// plainTopic is the share of the intents from which their likeliest topic is taken.
const plainTopic = 0.4

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
