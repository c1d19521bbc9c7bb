package nlu

import (
	"bytes"
	"slices"
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
	*Chains
}

// Chains are the conditional random fields of taggers.
type Chains struct {
	tags                 []tag
	labels               []string // of clauses
	Acts, Spans, Intents Model
	Clauses              Model // see newClauses
}

// Model is a chain with its weights.
type Model struct {
	Chain
	Features func(v *View, out []uint64, i int) []uint64 // appends the hashes of a token's features
	weights  sparse
}

// learned are the chains that programs hold, read on first use.
var learned = sync.OnceValue(func() *Chains {
	t, err := ReadChains(bytes.NewReader(data.Tagger))
	if err != nil {
		panic(err) // embedded: every test meets it
	}
	return t
})

// TaggerFor returns the tagger of a language. Its weights are read once.
func TaggerFor(l *language.Language) *Tagger { return &Tagger{l, learned()} }

// Tagger returns a tagger of a language with the weights of t.
func (t *Chains) Tagger(l *language.Language) *Tagger { return &Tagger{l, t} }

// NewChains returns chains without weights. marked reports which types have spans of which polarity;
// all have those of what is wanted. labels are those of clauses.
func NewChains(marked func(t Type, p Polarity) bool, labels []string) *Chains {
	var tags []tag
	for t := range Type(types) {
		for p := range Polarity(polarities) {
			if p == Want || marked(t, p) {
				tags = append(tags, tag{t, p})
			}
		}
	}
	return newChains(tags, labels)
}

func newChains(tags []tag, labels []string) *Chains {
	return &Chains{tags: tags, labels: labels, Clauses: newClauses(labels), Acts: Model{Chain: intentChain(), Features: (*View).actFeatures},
		Spans: Model{Chain: spanChain(tags), Features: (*View).spanFeatures}, Intents: Model{Chain: intentChain(), Features: (*View).intentFeatures}}
}

// Labels returns the labels of the tokens of a marked message: those of its intents, and those of its
// spans. A span of a polarity that the chains lack is one of what is wanted.
func (t *Chains) Labels(m *Marked) (acts, tags []int) {
	acts, tags = make([]int, len(m.Tokens)), make([]int, len(m.Tokens))
	for k, p := range m.Parts {
		from := p.From
		if k == 0 {
			from = 0
		}
		for i := from; i < p.To; i++ {
			acts[i] = 2*int(p.Intent) + 1
		}
		if from < p.To {
			acts[from]--
		}
		for _, s := range p.Spans {
			k := slices.Index(t.tags, tag{s.Type, s.Polarity})
			if k < 0 {
				k = slices.Index(t.tags, tag{s.Type, Want})
			}
			for i := s.From; i < s.To; i++ {
				tags[i] = 2*k + 2
			}
			tags[s.From] = 2*k + 1
		}
	}
	return acts, tags
}

// spanChain has label 0 for tokens of no span, 2k+1 for the first token of a span of tag k and
// 2k+2 for its others. Its columns: no span, a first token, types, types of first tokens,
// polarities, tags.
func spanChain(tags []tag) Chain {
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
func intentChain() Chain {
	labels := make([][]uint8, 2*intents)
	for k := range intents {
		labels[2*k] = []uint8{0, uint8(1 + k), uint8(1 + intents + k)}
		labels[2*k+1] = []uint8{uint8(1 + k)}
	}
	return newChain(labels, func(from, to int) bool { return to%2 == 0 || from == to || from == to-1 })
}

// Tag divides a message into parts, which together cover all its tokens, with their spans. facts
// are those that the catalogue gives the tokens, nil for none known; after is what the clerk last
// asked, "" for nothing; shown is whether products are on the page. No tokens make no parts.
func (t *Tagger) Tag(toks []language.Token, facts []Fact, after string, shown bool) []Part {
	if len(toks) == 0 {
		return nil
	}
	v := Look(t.language, toks, facts, after)
	v.Acts, _ = t.Acts.Label(v)
	var spans, acts *Lattice
	v.Tags, spans = t.Spans.Label(v)
	v.Acts, acts = t.Intents.Label(v)
	// A part that begins inside a span begins with it.
	for i := len(toks) - 1; i > 0; i-- {
		if v.Acts[i]%2 == 0 && v.Tags[i] > 0 && v.Tags[i]%2 == 0 {
			if v.Acts[i-1]%2 == 1 {
				v.Acts[i-1] = v.Acts[i]
			}
			v.Acts[i]++
		}
	}
	var parts []Part
	for i, act := range v.Acts {
		if i == 0 || act%2 == 0 {
			parts = append(parts, Part{From: i, Intent: Intent(act / 2)})
		}
		p := &parts[len(parts)-1]
		p.To = i + 1
		for k := range intents { // the mean over the tokens
			share := acts.Belief[2*(i*intents+k)] + acts.Belief[2*(i*intents+k)+1]
			p.Shares[k] += (share - p.Shares[k]) / float64(p.To-p.From)
		}
		if v.Tags[i] == 0 {
			continue
		}
		g := t.tags[(v.Tags[i]-1)/2]
		if v.Tags[i]%2 == 1 {
			p.Spans = append(p.Spans, Span{From: i, Type: g.Type, Polarity: g.Polarity, Score: 1})
		}
		s := &p.Spans[len(p.Spans)-1]
		s.To = i + 1
		score := 0.0 // that the token is of a span of the type
		for k, other := range t.tags {
			if other.Type == g.Type {
				score += spans.Belief[i*(2*len(t.tags)+1)+2*k+1] + spans.Belief[i*(2*len(t.tags)+1)+2*k+2]
			}
		}
		s.Score = min(s.Score, score)
	}
	for i := range parts {
		t.weigh(v, &parts[i], shown)
	}
	return parts
}

// Label returns the best labels of a message, and the beliefs.
func (m *Model) Label(v *View) ([]int, *Lattice) {
	var x Lattice
	x.Reset(len(v.toks), len(m.Labels))
	sums := make([]float32, m.Width)
	var hashes []uint64
	for i := range v.toks {
		clear(sums)
		hashes = m.Features(v, hashes[:0], i)
		for _, h := range hashes {
			m.weights.add(sums, h)
		}
		m.Score(&x, i, sums)
	}
	m.Infer(&x, v)
	return m.best(&x, v), &x
}
