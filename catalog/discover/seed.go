package discover

import "strings"

// The evidence that a phrase names a type.
const (
	// minTypeSize is the number of products a type must have.
	minTypeSize = 12
	// minNamed is how many titles must write the phrase as a lower-case run of
	// its own, and minNamedShare the share of its occurrences that do, before
	// its case alone says that it is a noun phrase and not a name.
	minNamed      = 8
	minNamedShare = 0.25
	// minTypeBrands is the number of brands that must use it: series and
	// decorations belong to one.
	minTypeBrands = 2
)

// A seed is a phrase that names a type.
type seed struct {
	named int  // titles that write it as a lower-case run
	total int  // titles that have it
	lower bool // known by its case; otherwise mined from capitalised titles
}

// lowerSeeds returns the phrases that titles of several brands write as
// lower-case runs of their own.
func lowerSeeds(docs []*document) map[string]seed {
	whole, total := make(map[string]int), make(map[string]int)
	brands := make(map[string]map[string]int)
	for _, d := range docs {
		for _, p := range d.phrases {
			total[p.text]++
			if p.whole {
				whole[p.text]++
				bump(brands, p.text, d.brand)
			}
		}
	}
	seeds := make(map[string]seed)
	for text, n := range whole {
		if n >= minNamed && float64(n) >= minNamedShare*float64(total[text]) && len(brands[text]) >= minTypeBrands {
			seeds[text] = seed{named: n, total: total[text], lower: true}
		}
	}
	return seeds
}

// A wordStat says how a word of titles behaves.
type wordStat struct {
	titles  int
	valued  int     // titles whose product has an attribute of exactly this value
	typed   int     // titles that name, in other words, a type in lower case
	entropy float64 // bits, of those types
}

// property reports whether a word says how a thing is and not what it is: it is
// mostly an attribute's value, as "Black" and "Original" are, or it goes with
// things of many types.
func (s wordStat) property() bool {
	const mostlyValue, sometimesValue, often, manyTypes = 0.6, 0.1, 0.3, 3.0
	v := share(s.valued, s.titles)
	return s.titles >= minNamed && (v >= mostlyValue ||
		v >= sometimesValue && share(s.typed, s.titles) >= often && s.entropy >= manyTypes)
}

// typeValue reports whether a word is sometimes an attribute's value and hardly
// ever goes with another type: the value of an attribute that names the type.
func (s wordStat) typeValue() bool {
	const least, most, seldom = 0.2, 0.6, 0.1
	v := share(s.valued, s.titles)
	return v >= least && v < most && share(s.typed, s.titles) < seldom
}

// wordStats counts the words of titles against the seeds found so far.
func wordStats(docs []*document, seeds map[string]seed) map[string]wordStat {
	stats := make(map[string]wordStat)
	labels := make(map[string]map[string]int)
	for _, d := range docs {
		label := ""
		for _, p := range d.phrases {
			if _, ok := seeds[p.text]; ok && p.whole && p.words > 1 && len(p.text) > len(label) {
				label = p.text
			}
		}
		values := make(map[string]bool)
		for _, f := range d.features {
			if f.block == valueBlock {
				values[f.text] = true
			}
		}
		for _, p := range d.phrases {
			if p.words > 1 {
				continue
			}
			s := stats[p.text]
			s.titles++
			if label != "" && !strings.Contains(label, p.text) {
				s.typed++
				bump(labels, p.text, label)
			}
			if values[p.text] {
				s.valued++
			}
			stats[p.text] = s
		}
	}
	for w, s := range stats {
		s.entropy = branching(labels[w])
		stats[w] = s
	}
	return stats
}

// findModifiers marks the words that are properties. They end phrases, so that
// "Notebook Black" ends with "Notebook".
func (t *Types) findModifiers() {
	for w, s := range t.stats {
		seed, ok := t.seeds[w]
		if s.property() && !t.read.countable(w) && (!ok || 2*seed.named < seed.total) {
			t.read.modifiers[w] = true
			delete(t.seeds, w)
		}
	}
}

// noun reports whether the last word of a phrase can be what a thing is: it has
// a plural, is used as prose and mostly ends its phrases. An acronym shows none
// of that except the plural; it must not go with things of other types.
func (t *Types) noun(text string) bool {
	const (
		minHeads     = 3   // lower-case runs the word must end
		minHeadShare = 0.4 // of those it is in
		maxTyped     = 0.1 // of an acronym's titles that name another type
	)
	w := lastWord(text)
	stat := t.stats[w]
	if !t.read.countable(w) {
		return false
	}
	if t.read.acronym(w) {
		return share(stat.typed, stat.titles) < maxTyped
	}
	heads := t.read.headRun[w] >= minHeads && t.read.headShare(w) >= minHeadShare
	return t.read.prose(w) && (heads || stat.typeValue())
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// findGeneric makes the nouns that head several seeds types of their own, to
// fall back on.
func (t *Types) findGeneric() {
	const several = 3
	heads := make(map[string]int)
	for s := range t.seeds {
		if w := lastWord(s); w != s {
			heads[w]++
		}
	}
	for h, n := range heads {
		if n >= several {
			s := t.seeds[h]
			s.lower = true
			t.seeds[h], t.generic[h] = s, true
		}
	}
}

// relabel gives every product the type that its texts name by now.
func (t *Types) relabel(docs []*document) {
	for _, d := range docs {
		d.label, d.how = t.named(d)
	}
}

// open reports whether a product has no type yet or only a generic one.
func (t *Types) open(d *document) bool { return d.label == "" || t.generic[d.label] }
