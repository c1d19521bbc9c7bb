package discover

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Brands are the brand names a catalogue's titles begin with. They can be
// stored as JSON.
type Brands struct {
	// Names maps the folded name to its commonest spelling.
	Names map[string]string `json:"names"`
}

const (
	// minBrandTitles is the number of titles a brand must open. One title
	// cannot tell a brand from the first word of a model.
	minBrandTitles = 2
	// minOpening is the share of the titles with a word that must begin with
	// it: "Logitech" opens its titles, "Floral" stands anywhere in them. Brands
	// that others name too ("for Dell") lose some of it.
	minOpening = 0.6
	// minLedTitles is the share of all titles that must open with a brand. Below
	// it the catalogue does not put brands first, and none is induced.
	minLedTitles = 0.5
	// tongueSample is how many titles tell the language: where nouns stand first, only
	// names in capitals can be told from them.
	tongueSample = 2000
	// maxBrandWords bounds a name: "Bang & Olufsen" has three.
	maxBrandWords = 3
	// minExtension is how many titles must open with a longer name before its
	// second word is believed to be part of it.
	minExtension = 8
	// maxInnerEntropy and minOuterEntropy, in bits, are the branching entropies
	// inside and behind a name. Inside a name the next word is nearly certain;
	// behind it anything may follow.
	maxInnerEntropy = 0.5
	minOuterEntropy = 1.5
)

// InduceBrands finds the brands that titles begin with. A first word is taken
// for a brand when several titles open with it and it seldom stands elsewhere.
// It is extended by the next word where the branching entropy of what follows
// says so: after "Cooler" comes "Master" and nothing else, after "Cooler
// Master" any series, so the name ends there (the boundary criterion of Harris
// 1955, in the entropy form of Tanaka-Ishii 2005). The result does not depend
// on the order of the titles.
func InduceBrands(titles iter.Seq[string]) *Brands {
	n := 0
	opening := make(map[string]int)              // titles by folded prefix of 1..maxBrandWords words
	next := make(map[string]map[string]int)      // prefix → word behind it → titles
	anywhere := make(map[string]int)             // titles by word and by pair of words
	spellings := make(map[string]map[string]int) // folded prefix → spelling → titles
	var sample []*document
	for title := range titles {
		fields := strings.Fields(title)
		if len(fields) == 0 {
			continue
		}
		if n++; n <= tongueSample {
			sample = append(sample, &document{words: titleWords(title)})
		}
		seen := make(map[string]bool, len(fields))
		for i, f := range fields {
			w := strings.ToLower(f)
			names := []string{w}
			if i+1 < len(fields) {
				names = append(names, w+" "+strings.ToLower(fields[i+1]))
			}
			for _, name := range names {
				if !seen[name] {
					seen[name] = true
					anywhere[name]++
				}
			}
		}
		for i := 1; i <= min(maxBrandWords, len(fields)); i++ {
			name := strings.Join(fields[:i], " ")
			key := strings.ToLower(name)
			opening[key]++
			bump(spellings, key, name)
			if i < len(fields) {
				bump(next, key, strings.ToLower(fields[i]))
			} else {
				bump(next, key, "") // the title ends
			}
		}
	}
	b := &Brands{Names: make(map[string]string)}
	led := 0
	gloss := spoken(sample)
	for key, count := range opening {
		if strings.Contains(key, " ") || count < minBrandTitles || !brandLike(key) {
			continue
		}
		switch spelling := commonest(spellings[key]); {
		case gloss.headFirst() && spelling != strings.ToUpper(key):
			continue // the noun opens titles there
		case gloss.compounds() && spelling != strings.ToUpper(key) && gloss.headOfCompound(wordKey(key)) != "":
			continue // nouns are capitalised there and often stand first
		case len(gloss.tongues) == 0 && !strings.ContainsFunc(spelling, unicode.IsUpper):
			continue // nothing tells a name from a noun
		}
		name := key
		if float64(count) < minOpening*float64(anywhere[key]) {
			// "Case" stands anywhere in titles, "Case Logic" only in front.
			longer, ok := extend(key, opening, next)
			if !ok || float64(opening[longer]) < minOpening*float64(anywhere[longer]) {
				continue
			}
			name = longer
		}
		led += opening[name]
		for {
			longer, ok := extend(name, opening, next)
			if !ok {
				b.Names[name] = commonest(spellings[name])
				break
			}
			name = longer
		}
	}
	if float64(led) < minLedTitles*float64(n) {
		clear(b.Names)
	}
	return b
}

// extend returns the name lengthened by the word that nearly always follows it.
func extend(name string, opening map[string]int, next map[string]map[string]int) (string, bool) {
	if strings.Count(name, " ")+1 >= maxBrandWords || branching(next[name]) > maxInnerEntropy {
		return "", false
	}
	word := commonest(next[name])
	longer := name + " " + word
	if word == "" || opening[longer] < minExtension || !joins(word) {
		return "", false
	}
	if next[longer] == nil || branching(next[longer]) >= minOuterEntropy {
		return longer, true
	}
	further, ok := extend(longer, opening, next) // "Bang &" only on the way to "Bang & Olufsen"
	return further, ok
}

// branching returns the entropy, in bits, of the words that follow.
func branching(next map[string]int) float64 {
	counts := make([]int, 0, len(next))
	n := 0
	for _, c := range next {
		counts = append(counts, c)
		n += c
	}
	slices.Sort(counts) // so that the sum does not depend on the map's order
	h := 0.0
	for _, c := range counts {
		p := float64(c) / float64(n)
		h -= p * math.Log2(p)
	}
	return h
}

// brandLike reports whether a title's first word may be a name: it has a
// letter and does not begin with a digit that no letter follows.
func brandLike(w string) bool {
	return strings.ContainsFunc(w, unicode.IsLetter) && len(w) > 1 && w != "the" && w != "a" && w != "for"
}

// joins reports whether a word can be part of a name: it has no digit.
func joins(w string) bool { return !strings.ContainsAny(w, "0123456789") }

func bump(m map[string]map[string]int, key, value string) {
	if m[key] == nil {
		m[key] = make(map[string]int)
	}
	m[key][value]++
}

// Of returns the brand a title begins with, in its commonest spelling, or "".
func (b *Brands) Of(title string) string {
	fields := strings.Fields(title)
	for i := min(maxBrandWords, len(fields)); i > 0; i-- {
		if name, ok := b.Names[strings.ToLower(strings.Join(fields[:i], " "))]; ok {
			return name
		}
	}
	return ""
}

// List returns the names in alphabetical order.
func (b *Brands) List() []string {
	names := make([]string, 0, len(b.Names))
	for _, n := range b.Names {
		names = append(names, n)
	}
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(strings.Compare(strings.ToLower(x), strings.ToLower(y)), strings.Compare(x, y))
	})
	return names
}
