package nlu

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"shopclerk/agent/language"
)

// translate notes for each word the words of other names that mean the same.
func (l *linker) translate() {
	const usual, further, most = 0.8, 0.65, 16
	for i := range l.span {
		w := &l.span[i]
		for _, key := range keysOf(l.forms[i:i+1], l.langs) {
			for _, id := range l.know.byKey[key] {
				if n := &l.know.names[id]; n.role > isOther || !sameWords(l.forms[i:i+1], n.words, l.langs) {
					continue
				}
				for _, n := range l.know.of(id) {
					if len(n.words) == 1 && n.role <= isOther && len(w.others) < most && !same(w.form, n.words[0], l.langs) {
						strength := usual
						if n.role == isOther {
							strength = further
						}
						w.others = append(w.others, other{n.words[0], strength})
					}
				}
			}
		}
	}
}

// mostSaid is the share of what people say for something that a span must have of it to mean a value too.
const mostSaid = 0.7

// partly weighs what shares words with the span.
func (l *linker) partly() {
	type shared struct {
		id     int32
		weight float64
	}
	gather := func(index map[string][]int32, live func(id int32) bool) []shared {
		sum := map[int32]float64{}
		var order []int32
		for i := range l.span {
			w := &l.span[i]
			if w.weight < 0.12 {
				continue
			}
			seen := map[int32]bool{}
			see := func(stem string, weight float64) {
				list := index[stem]
				if len(list) > maxPostings {
					return
				}
				for _, id := range list {
					if !seen[id] && live(id) {
						seen[id] = true
						if sum[id] == 0 {
							order = append(order, id)
						}
						sum[id] += weight
					}
				}
			}
			for _, lang := range l.langs {
				see(w.stems[lang], w.weight)
			}
			for _, o := range w.others {
				for _, stem := range o.distinct() {
					see(stem, o.strength*w.weight)
				}
			}
		}
		out := make([]shared, len(order))
		for i, id := range order {
			out[i] = shared{id, sum[id]}
		}
		slices.SortFunc(out, func(a, b shared) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.id, b.id)) })
		return out[:min(len(out), maxLooked)]
	}
	for _, s := range gather(l.byStem, func(id int32) bool { return l.possible(l.names[id].entry) }) {
		n := &l.names[s.id]
		if e, ok := l.align(n.words, l.ownLangs, l.Lexicon.langs); ok && (!l.namedValue(n.entry) || e.nameCover > 0.99 && e.strength > 0.9) {
			e.relation, e.concept, e.part = byItself, -1, n.part
			l.weigh(n.entry, e)
		}
	}
	for _, s := range gather(l.know.byStem, func(id int32) bool { return len(l.meant[l.know.names[id].concept]) > 0 }) {
		n := &l.know.names[s.id]
		e, ok := l.align(n.words, l.langs, nil)
		if !ok {
			continue
		}
		little := n.role > isOther && l.Type != Ask && e.nameCover < mostSaid
		for _, m := range l.meant[n.concept] {
			if little && l.entries[m.entry].kind == ToValue {
				continue
			}
			led := e
			led.concept, led.relation, led.wide = n.concept, l.relate(n, m.role), float64(m.wide)
			led.nameCover *= float64(m.cover)
			l.weigh(m.entry, led)
		}
	}
}

// maxPostings is how many names may have a word for it to find them by itself.
const maxPostings = 1500

func (x *Lexicon) namedValue(entry int32) bool {
	e := &x.entries[entry]
	return e.kind == ToValue && x.aspects[e.aspect].named
}

// align compares the words of a name with those of the span.
func (l *linker) align(words []*form, langs, meant []int) (evidence, bool) {
	e := evidence{words: len(words)}
	total, strengths, matched := 0.0, 0.0, 0.0
	var used uint32
	numbers := true
	for i, f := range words {
		rarity := l.rarity(f)
		total += rarity
		best, at := 0.0, -1
		for k := range l.span {
			if s := l.span[k].matches(f, langs, meant); s > best && used&(1<<k) == 0 {
				best, at = s, k
			}
		}
		if at < 0 {
			if f.denies { // "a cable" is no part of "without cable"
				return e, false
			}
			if i == len(words)-1 {
				e.headless = true
			}
			continue
		}
		used |= 1 << at
		numbers = numbers && language.Digit(rune(f.text[0]))
		matched += rarity
		strengths += best * rarity
		e.span |= l.span[at].bit << at
		e.cued = e.cued || f.denies && l.Polarity == Exclude
		e.inexact = e.inexact || best < 1
		e.spelt = e.spelt || l.span[at].spelt
		e.spanCover += l.span[at].weight / l.weight
		e.telling = max(e.telling, l.span[at].weight)
	}
	if matched == 0 || numbers && (matched < total || e.spanCover < 0.99) {
		return e, false // a number alone is not enough
	}
	e.nameCover, e.strength = matched/total, strengths/matched
	e.offhead = used&(1<<(len(l.span)-1)) == 0
	e.all = len(l.span) > 1 && bits.OnesCount32(used) == len(l.span)
	if e.likeness = 1; e.nameCover < 0.99 || e.strength < 0.9 {
		e.likeness = l.alike(words)
	}
	return e, true
}

// matches is how well a word of the span and one of a name go together, 0..1: in some languages, or
// by what the word means in those of the name.
func (w *spanWord) matches(f *form, langs, meant []int) float64 {
	if w.text == f.text {
		return 1
	}
	if same(w.form, f, langs) {
		return 0.95
	}
	for _, o := range w.others {
		if same(o.form, f, meant) {
			return o.strength
		}
	}
	return 0
}

// alike is the cosine of the trigrams of the span and of a name, of which each counts once.
func (l *linker) alike(words []*form) float64 {
	if l.grams == nil {
		l.grams = map[string]bool{}
		for i := range l.span {
			trigrams(l.span[i].text, func(g string) { l.grams[g] = true })
		}
	}
	shared, all := 0, 0
	for _, f := range words {
		trigrams(f.text, func(g string) {
			if all++; l.grams[g] {
				shared++
			}
		})
	}
	return float64(shared) / math.Sqrt(float64(len(l.grams)*all)+1e-9)
}

func trigrams(word string, visit func(gram string)) {
	word = "_" + word + "_"
	for i := 0; i+3 <= len(word); i++ {
		visit(word[i : i+3])
	}
}

// oneCue is the share that a single word counts of what it would among others: one says many things.
const oneCue = 0.4

// cues weighs what those say who need something.
func (l *linker) cues() {
	weight := map[int32]float64{}
	var order []int32
	words := map[int32]uint32{}
	length := 0.0
	for i := range l.span {
		w := &l.span[i]
		length += w.weight * w.weight
		for _, stem := range w.distinct() {
			list := l.know.cues[stem]
			if w.weight < 0.12 || len(list) > maxPostings {
				continue
			}
			for _, c := range list {
				if len(l.meant[c.concept]) > 0 {
					if weight[c.concept] == 0 {
						order = append(order, c.concept)
					}
					weight[c.concept] += w.weight * c.weight
					words[c.concept] |= 1 << i
				}
			}
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a, b)) })
	for _, c := range order[:min(len(order), maxLooked/4)] {
		if bits.OnesCount32(words[c]) == 1 {
			weight[c] *= oneCue
		}
		for _, m := range l.meant[c] {
			l.weigh(m.entry, evidence{relation: relate(isCue, m.role, 0), concept: c, nameCover: float64(m.cover), spanCover: 1, strength: 1, cue: weight[c] / math.Sqrt(length)})
		}
	}
}
