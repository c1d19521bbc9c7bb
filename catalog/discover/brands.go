package discover

import (
	"maps"
	"math"
	"strings"
	"unicode"
)

// Brands are the brand names that a catalogue's titles begin with: the commonest spelling by
// the folded name.
type Brands map[string]string

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
	// second word is believed to be part of it, unless the word goes with hardly
	// another: minBound is the share of the titles with "Hilfiger" that begin with
	// "Tommy Hilfiger".
	minExtension = 8
	minBound     = 0.8
	// maxInnerEntropy and minOuterEntropy, in bits, are the branching entropies
	// inside and behind a name. Inside a name the next word is nearly certain;
	// behind it anything may follow.
	maxInnerEntropy = 0.5
	minOuterEntropy = 1.5
)

// Openings is what titles begin with, gathered as they come by.
type Openings struct {
	titles    int
	opening   map[string]int            // titles by folded prefix of 1..maxBrandWords words
	next      map[string]map[string]int // prefix → word behind it → titles
	anywhere  map[string]int            // titles by word and by pair of words
	spellings map[string]map[string]int // folded prefix → spelling → titles
	sample    []*document               // of the titles that come first
}

// NewOpenings returns those of no title.
func NewOpenings() *Openings {
	return &Openings{
		opening: map[string]int{}, next: map[string]map[string]int{}, anywhere: map[string]int{}, spellings: map[string]map[string]int{},
	}
}

// Add takes note of a title.
func (o *Openings) Add(title string) {
	fields := strings.Fields(title)
	if len(fields) == 0 {
		return
	}
	folded := strings.Fields(strings.ToLower(title))
	if o.titles++; o.titles <= tongueSample {
		o.sample = append(o.sample, &document{words: titleWords(strings.Join(folded, " "))})
	}
	seen := make(map[string]bool, 2*len(folded))
	for i, w := range folded {
		names := [2]string{w}
		if i+1 < len(folded) {
			names[1] = w + " " + folded[i+1]
		}
		for _, name := range names {
			if name != "" && !seen[name] {
				seen[name] = true
				o.anywhere[name]++
			}
		}
	}
	for i := 1; i <= min(maxBrandWords, len(fields)); i++ {
		key := strings.Join(folded[:i], " ")
		o.opening[key]++
		bump(o.spellings, key, strings.Join(fields[:i], " "))
		if i < len(fields) {
			bump(o.next, key, folded[i])
		} else {
			bump(o.next, key, "") // the title ends
		}
	}
}

// Brands finds the brands that the titles begin with. A first word is taken for a
// brand when several titles open with it and it seldom stands elsewhere. It is extended
// by the next word where the branching entropy of what follows says so: after "Cooler"
// comes "Master" and nothing else, after "Cooler Master" any series, so the name ends
// there (the boundary criterion of Harris 1955, in the entropy form of Tanaka-Ishii
// 2005). A function word or an adjective of the catalogue's language is part of a name
// at most.
func (o *Openings) Brands() Brands {
	b := Brands{}
	led := 0
	gloss := spoken(o.sample)
	for key, count := range o.opening {
		if strings.Contains(key, " ") || count < minBrandTitles || !brandLike(key) {
			continue
		}
		spelling := Commonest(o.spellings[key])
		capitals := spelling == strings.ToUpper(key)
		switch {
		case gloss.headFirst && !capitals:
			continue // the noun opens titles there
		case gloss.compounds && !capitals && (gloss.nounOf(wordKey(key)) != "" || gloss.headOfCompound(wordKey(key)) != ""):
			continue // nouns are capitalised there and often stand first
		case len(gloss.classes) == 0 && !strings.ContainsFunc(spelling, unicode.IsUpper):
			continue // nothing tells a name from a noun
		}
		name, least := key, minExtension
		ordinary := !capitals && gloss.is(key, functionWord|neverWord)
		if ordinary {
			least = minBrandTitles
		}
		if ordinary || float64(count) < minOpening*float64(o.anywhere[key]) {
			// "Case" stands anywhere in titles, "Case Logic" only in front.
			longer, ok := o.extend(key, least)
			if !ok || float64(o.opening[longer]) < minOpening*float64(o.anywhere[longer]) {
				if ordinary && float64(count) >= minOpening*float64(o.anywhere[key]) {
					led += count // by what may be the beginning of several brands
				}
				continue
			}
			name = longer
		}
		led += o.opening[name]
		for {
			longer, ok := o.extend(name, minExtension)
			if !ok {
				b[name] = Commonest(o.spellings[name])
				break
			}
			name = longer
		}
	}
	if float64(led) < minLedTitles*float64(o.titles) {
		clear(b)
	}
	return b
}

// extend returns the name lengthened by the word that nearly always follows it, in at
// least so many titles.
func (o *Openings) extend(name string, least int) (string, bool) {
	if strings.Count(name, " ")+1 >= maxBrandWords || branching(o.next[name]) > maxInnerEntropy {
		return "", false
	}
	word := Commonest(o.next[name])
	longer := name + " " + word
	if float64(o.opening[longer]) >= minBound*float64(o.anywhere[word]) {
		least = minBrandTitles
	}
	if word == "" || o.opening[longer] < least || strings.ContainsAny(word, "0123456789") {
		return "", false
	}
	if o.next[longer] == nil || branching(o.next[longer]) >= min(minOuterEntropy, math.Log2(float64(o.opening[longer]))) {
		return longer, true
	}
	further, ok := o.extend(longer, least) // "Bang &" only on the way to "Bang & Olufsen"
	return further, ok
}

// branching returns the entropy, in bits, of the words that follow.
func branching(next map[string]int) float64 { return Entropy(maps.Values(next)) }

// brandLike reports whether a title's first word may be a name: it has a
// letter and does not begin with a digit that no letter follows.
func brandLike(w string) bool {
	return strings.ContainsFunc(w, unicode.IsLetter) && len(w) > 1 && w != "the" && w != "a" && w != "for"
}

func bump(m map[string]map[string]int, key, value string) {
	if m[key] == nil {
		m[key] = make(map[string]int)
	}
	m[key][value]++
}

// Of returns the brand a title begins with, in its commonest spelling, or "".
func (b Brands) Of(title string) string {
	fields := strings.Fields(title)
	for i := min(maxBrandWords, len(fields)); i > 0; i-- {
		if name, ok := b[strings.ToLower(strings.Join(fields[:i], " "))]; ok {
			return name
		}
	}
	return ""
}
