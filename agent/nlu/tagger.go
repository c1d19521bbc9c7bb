package nlu

import (
	"bytes"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// tag is what a span is and how the shopper stands to it.
type tag struct {
	Type     Type
	Polarity Polarity
}

// Tagger gives the parts of a message their intents and spans. Three conditional random fields
// follow each other: the first guesses the intents, the second finds the spans with these as
// features, and the third finds the intents with the spans as features. All languages have the
// same weights, since numbers, facts and names mean the same in them. A Tagger is safe for
// concurrent use.
type Tagger struct {
	language *language.Language
	*fields
}

// fields are the conditional random fields of taggers.
type fields struct {
	tags                 []tag
	acts, spans, intents model
}

// model is a chain with its weights.
type model struct {
	chain
	features func(v *view, out []uint64, i int) []uint64
	weights  sparse
	edges    edges
}

// learned are the fields that programs hold, read on first use.
var learned = sync.OnceValue(func() *fields {
	t, err := readFields(bytes.NewReader(data.Tagger))
	if err != nil {
		panic(err) // embedded: every test meets it
	}
	return t
})

// TaggerFor returns the tagger of a language. Its weights are read once.
func TaggerFor(l *language.Language) *Tagger { return &Tagger{l, learned()} }

// newFields returns fields without weights.
func newFields(tags []tag) *fields {
	return &fields{tags: tags, acts: model{chain: intentChain(), features: (*view).actFeatures},
		spans: model{chain: spanChain(tags), features: (*view).spanFeatures}, intents: model{chain: intentChain(), features: (*view).intentFeatures}}
}

// spanChain has label 0 for tokens of no span, 2k+1 for the first token of a span of tag k and
// 2k+2 for its others. Its columns: no span, a first token, types, types of first tokens,
// polarities, tags.
func spanChain(tags []tag) chain {
	labels := make([][]uint8, 2*len(tags)+1)
	for k, g := range tags {
		in := []uint8{uint8(2 + g.Type)}
		if g.Polarity != Want {
			in = append(in, uint8(2+2*types+int(g.Polarity)), uint8(2+2*types+polarities+k))
		}
		labels[2*k+2] = in
		labels[2*k+1] = append([]uint8{1, uint8(2 + types + int(g.Type))}, in...)
	}
	labels[0] = []uint8{0}
	return newChain(labels, func(from, to int) bool { return to%2 == 1 || to == 0 || from == to || from == to-1 })
}

// intentChain has label 2k for the first token of a part of intent k, 2k+1 for its others.
func intentChain() chain {
	labels := make([][]uint8, 2*intents)
	for k := range intents {
		labels[2*k] = []uint8{0, uint8(1 + k), uint8(1 + intents + k)}
		labels[2*k+1] = []uint8{uint8(1 + k)}
	}
	return newChain(labels, func(from, to int) bool { return to%2 == 0 || from == to || from == to-1 })
}

// Tag divides a message into parts, which together cover all its tokens, with their spans. facts
// are those that the catalogue gives the tokens, nil for none known; after is what the clerk last
// asked, "" for nothing. No tokens make no parts.
func (t *Tagger) Tag(toks []language.Token, facts []Fact, after string) []Part {
	if len(toks) == 0 {
		return nil
	}
	v := look(t.language, toks, facts, after)
	v.acts, _ = t.acts.label(v)
	var spans, acts *lattice
	v.tags, spans = t.spans.label(v)
	v.acts, acts = t.intents.label(v)
	// A part that begins inside a span begins with it.
	for i := len(toks) - 1; i > 0; i-- {
		if v.acts[i]%2 == 0 && v.tags[i] > 0 && v.tags[i]%2 == 0 {
			if v.acts[i-1]%2 == 1 {
				v.acts[i-1] = v.acts[i]
			}
			v.acts[i]++
		}
	}
	var parts []Part
	for i, act := range v.acts {
		if i == 0 || act%2 == 0 {
			parts = append(parts, Part{From: i, Intent: Intent(act / 2)})
		}
		p := &parts[len(parts)-1]
		p.To = i + 1
		for k := range intents { // the mean over the tokens
			share := acts.belief[2*(i*intents+k)] + acts.belief[2*(i*intents+k)+1]
			p.Shares[k] += (share - p.Shares[k]) / float64(p.To-p.From)
		}
		if v.tags[i] == 0 {
			continue
		}
		g := t.tags[(v.tags[i]-1)/2]
		if v.tags[i]%2 == 1 {
			p.Spans = append(p.Spans, Span{From: i, Type: g.Type, Polarity: g.Polarity, Score: 1})
		}
		s := &p.Spans[len(p.Spans)-1]
		s.To = i + 1
		score := 0.0 // that the token is of a span of the type
		for k, other := range t.tags {
			if other.Type == g.Type {
				score += spans.belief[i*(2*len(t.tags)+1)+2*k+1] + spans.belief[i*(2*len(t.tags)+1)+2*k+2]
			}
		}
		s.Score = min(s.Score, score)
	}
	return parts
}

// label returns the best labels of a message, and the beliefs.
func (m *model) label(v *view) ([]int, *lattice) {
	var x lattice
	x.reset(len(v.toks), len(m.labels))
	sums := make([]float32, m.width)
	var hashes []uint64
	for i := range v.toks {
		clear(sums)
		hashes = m.features(v, hashes[:0], i)
		for _, h := range hashes {
			m.weights.add(sums, h)
		}
		m.score(&x, i, sums)
	}
	m.infer(&x, &m.edges, v.toks)
	x.finish()
	return m.best(&x, &m.edges, v.toks), &x
}
