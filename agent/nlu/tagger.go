package nlu

import (
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// leastTag is how often a type with a polarity has to be marked to be predicted.
const leastTag = 5

// tag is what a span is and how the shopper stands to it.
type tag struct {
	Type     Type
	Polarity Polarity
}

// Tagger gives the parts of a message their intents and spans. It is safe for concurrent use.
type Tagger struct {
	language       *language.Language
	tags           []tag
	spans, intents part
}

// part is a chain with its weights.
type part struct {
	chain
	weights sparse
	edges   edges
}

// taggers are those of the languages, by code, read on first use.
var taggers sync.Map

// TaggerFor returns the tagger of a language. Its weights are read once. It panics for a language
// without weights, which the tests of this package rule out.
func TaggerFor(l *language.Language) *Tagger {
	load, _ := taggers.LoadOrStore(l.Code, sync.OnceValue(func() *Tagger {
		packed, err := data.Taggers().Open("tagger-" + l.Code + ".gz")
		if err != nil {
			panic(err)
		}
		defer packed.Close()
		t := &Tagger{language: l}
		if err := t.read(packed); err != nil {
			panic(err)
		}
		return t
	}))
	return load.(func() *Tagger)()
}

// spanChain has label 0 for tokens of no span, 2k+1 for the first token of a span of tag k and
// 2k+2 for its others.
func spanChain(tags []tag) chain {
	n := 2*len(tags) + 1
	labels, allowed := make([][]uint8, n), make([][]bool, n+1)
	// columns: 0 outside, 1 begins, 2.. types, types begin, polarities, tags
	for k, g := range tags {
		in := []uint8{uint8(2 + g.Type)}
		if g.Polarity != Want {
			in = append(in, uint8(2+2*types+int(g.Polarity)), uint8(2+2*types+polarities+k))
		}
		labels[2*k+2] = in
		labels[2*k+1] = append([]uint8{1, uint8(2 + types + int(g.Type))}, in...)
	}
	labels[0] = []uint8{0}
	for from := range allowed {
		allowed[from] = make([]bool, n)
		for to := range n {
			allowed[from][to] = to == 0 || to%2 == 1 || from < n && (from == to || from == to-1)
		}
	}
	return newChain(labels, allowed)
}

// intentChain has label 2k for the first token of a part of intent k, 2k+1 for its others.
func intentChain() chain {
	n := 2 * intents
	labels, allowed := make([][]uint8, n), make([][]bool, n+1)
	for k := range intents {
		labels[2*k] = []uint8{0, uint8(1 + k), uint8(1 + intents + k)}
		labels[2*k+1] = []uint8{uint8(1 + k)}
	}
	for from := range allowed {
		allowed[from] = make([]bool, n)
		for to := range n {
			allowed[from][to] = to%2 == 0 || from < n && (from == to || from == to-1)
		}
	}
	return newChain(labels, allowed)
}

// Tag divides a message into parts, which together cover all its tokens, with their spans. facts
// are those of the tokens, nil for none known; after is what the clerk last asked, "" for nothing.
// No tokens make no parts.
func (t *Tagger) Tag(toks []language.Token, facts []Fact, after string) []Part {
	if len(toks) == 0 {
		return nil
	}
	v := look(t.language, toks, facts, after)
	class := make([]uint8, len(toks))
	for i := range toks {
		class[i] = v.toks[i].class
	}
	acts, b := t.intents.tag(v, class, (*view).intentFeatures)
	tags, a := t.spans.tag(v, class, (*view).spanFeatures)
	var parts []Part
	for i := range toks {
		if i == 0 || acts[i]%2 == 0 {
			p := Part{From: i, Intent: Intent(acts[i] / 2)}
			for k := range intents {
				p.Shares[k] = b.belief[i*2*intents+2*k] + b.belief[i*2*intents+2*k+1]
			}
			parts = append(parts, p)
		}
		p := &parts[len(parts)-1]
		p.To = i + 1
		if tags[i] > 0 && tags[i]%2 == 1 {
			g := t.tags[(tags[i]-1)/2]
			p.Spans = append(p.Spans, Span{From: i, To: i + 1, Type: g.Type, Polarity: g.Polarity, Score: a.belief[i*len(t.spans.labels)+tags[i]]})
		} else if tags[i] > 0 {
			if len(p.Spans) == 0 { // the part began inside the span
				p.Spans = append(p.Spans, Span{From: i, To: i + 1, Type: t.tags[(tags[i]-1)/2].Type, Polarity: t.tags[(tags[i]-1)/2].Polarity, Score: a.belief[i*len(t.spans.labels)+tags[i]]})
			}
			p.Spans[len(p.Spans)-1].To = i + 1
		}
	}
	return parts
}

// tag returns the best labels of a message, and the beliefs.
func (p *part) tag(v *view, class []uint8, features func(v *view, out []uint64, i int) []uint64) ([]int, *lattice) {
	var x lattice
	x.reset(len(class), len(p.labels))
	sums := make([]float32, p.width)
	var buffer []uint64
	for i := range class {
		clear(sums)
		buffer = features(v, buffer[:0], i)
		for _, h := range buffer {
			p.weights.add(sums, h)
		}
		p.score(&x, i, sums)
	}
	out := p.best(&x, &p.edges, class)
	p.infer(&x, &p.edges, class)
	x.finish()
	return out, &x
}
