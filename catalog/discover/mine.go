package discover

import (
	"maps"
	"slices"
	"strings"
)

// findStandIns finds the phrases that stand for a type: those whose products
// nearly all name one and the same type in lower case as well ("Patch Cable …
// networking cable"), so that they tell it where they stand alone. This is one
// round of the decision lists of Yarowsky 1995.
func (t *Types) findStandIns(docs []*document) {
	const (
		minEvidence = 8    // titles with both
		minShare    = 0.5  // of the phrase's titles that have evidence
		nounShare   = 0.12 // the same for noun phrases, which do not change what they mean
		minPure     = 0.8  // of the evidence that agrees
		minLikeness = 0.5  // between the attributes of products with and without evidence
	)
	count := make(map[string]int)
	labels := make(map[string]map[string]int)
	for _, d := range docs {
		for _, p := range d.phrases {
			count[p.text]++
			if t.proves(d, p) {
				bump(labels, p.text, d.label)
			}
		}
	}
	idf := keyWeights(docs)
	found := make(map[string]string)
	for text, ls := range labels {
		label := commonest(ls)
		n := 0
		for _, c := range ls {
			n += c
		}
		need := minShare
		if strings.Contains(text, " ") && t.noun(text) {
			need = nounShare
		}
		pure := float64(ls[label]) / float64(n)
		if n >= minEvidence && pure >= minPure && float64(n) >= need*float64(count[text]) && !t.seeds[text].lower {
			found[text] = label
			t.purity[text] = int(1000 * pure)
		}
	}
	// What lacks the evidence must look like what has it.
	with, without := make(map[string]*signature), make(map[string]*signature)
	for text := range found {
		with[text], without[text] = new(signature), new(signature)
	}
	for _, d := range docs {
		for _, p := range d.phrases {
			switch {
			case found[p.text] == "":
			case t.proves(d, p):
				with[p.text].add(d, idf)
			case d.how != ByPhrase:
				without[p.text].add(d, idf)
			}
		}
	}
	for text, label := range found {
		if likeness(with[text], without[text]) >= minLikeness {
			t.standsFor[text] = label
		}
	}
}

// proves reports whether the product's type is known by its case and tells
// something of the phrase.
func (t *Types) proves(d *document, p phrase) bool {
	return d.how == ByPhrase && !t.generic[d.label] && !overlaps(p.text, d.label)
}

// overlaps reports whether the phrases share their words, so that one proves
// nothing of the other.
func overlaps(a, b string) bool { return strings.Contains(b, a) || strings.Contains(a, b) }

// mineTitles finds types that titles name only in capitals, among products that
// no lower-case phrase has typed: greedily the phrase that most of them end
// with, if it is used as prose somewhere.
func (t *Types) mineTitles(docs []*document) {
	for {
		count, final, words := make(map[string]int), make(map[string]int), make(map[string]int)
		brands := make(map[string]map[string]int)
		for _, d := range docs {
			if !t.open(d) {
				continue
			}
			for _, p := range d.phrases {
				if d.label != "" && (p.words == 1 || !strings.HasSuffix(p.text, " "+d.label)) {
					continue // a generic type is refined by a phrase with its head
				}
				count[p.text]++
				words[p.text] = p.words
				if p.final {
					final[p.text]++
				}
				bump(brands, p.text, d.brand)
			}
		}
		best, bestScore := "", 0.0
		for _, text := range slices.Sorted(maps.Keys(count)) {
			n := count[text]
			_, done := t.seeds[text]
			if done || n < minTypeSize || len(brands[text]) < minTypeBrands || 2*final[text] < n || !t.noun(text) {
				continue
			}
			if score := float64(final[text]) * (1 + 0.5*float64(words[text]-1)); score > bestScore {
				best, bestScore = text, score
			}
		}
		if best == "" {
			return
		}
		t.seeds[best] = seed{total: count[best]}
		for _, d := range docs {
			if t.open(d) {
				d.label, d.how = t.named(d)
			}
		}
	}
}

// minCoherence is the mean likeness between the attributes of a type's products
// below which a single word is no type but a container: "system", "pack" and
// "steel" have 0.04 to 0.08 in a catalogue of electronics, real types 0.1 to 0.8.
const minCoherence = 0.1

// dissolve takes away the types that are too small or only a container.
func (t *Types) dissolve(docs []*document) {
	idf := keyWeights(docs)
	size := make(map[string]int)
	sig := make(map[string]*signature)
	for _, d := range docs {
		if d.label == "" {
			continue
		}
		size[d.label]++
		if sig[d.label] == nil {
			sig[d.label] = new(signature)
		}
		sig[d.label].add(d, idf)
	}
	for s := range t.seeds {
		if size[s] < minTypeSize || sig[s].coherence() < minCoherence && !strings.Contains(s, " ") {
			delete(t.seeds, s)
			delete(t.generic, s)
		}
	}
	maps.DeleteFunc(t.standsFor, func(_, label string) bool { _, ok := t.seeds[label]; return !ok })
	t.relabel(docs)
}
