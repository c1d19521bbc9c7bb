package discover

import (
	"maps"
	"slices"
	"strings"
)

// Labels are the types that heads name. A label is the key of a phrase of one to
// [maxPhrase] words.
type labels struct {
	heads *heads
	fixed map[string]bool   // phrases of several words that name a type of their own
	final map[string]string // label → the label whose products carry it, "" for none
	size  map[string]int    // products by final label
}

const (
	// minSize and maxSize bound the number of products that a type must have: in
	// between it is one of sizeShare products.
	minSize, maxSize, sizeShare = 3, 12, 800
	// minOdds are the odds of a word to be the head where it stands below which it
	// names no type, unless a glossary knows it.
	minOdds = 0.5
	// minCollocation is the share of a word's titles in which it must stand before
	// one head to make a type with it: "toner" before "cartridge", not "black".
	minCollocation = 0.3
	// minNamed is how many titles must write the phrase as a lower-case run of its own
	// amid capitals, and minNamedShare the share of its occurrences that do, before its
	// case alone says that it names a type.
	minNamed, minNamedShare = 8, 0.25
	// minOpenings is the number of different first words that titles of a type must
	// have: a series or a brand opens its own.
	minOpenings = 3
	// minSecond is the probability from which another word of the title is the head
	// where the likeliest names no type.
	minSecond = 0.15
)

// typeSize is the number of products a type must have.
func typeSize(products int) int { return min(max(products/sizeShare, minSize), maxSize) }

// A phraseStat counts the titles whose head a phrase has.
type phraseStat struct {
	titles   int
	whole    int // that write it as a run in lower case
	openings map[string]bool
}

func (s *phraseStat) add(opening string, whole bool) {
	s.titles++
	if whole {
		s.whole++
	}
	if len(s.openings) < minOpenings {
		if s.openings == nil {
			s.openings = map[string]bool{}
		}
		s.openings[opening] = true
	}
}

// findLabels finds the types that the heads of titles name.
func findLabels(h *heads, docs []*document) *labels {
	l := &labels{heads: h, fixed: map[string]bool{}, final: map[string]string{}, size: map[string]int{}}
	stats := map[string]*phraseStat{}
	for _, d := range docs {
		at, _ := h.head(d.words, nil)
		if at < 0 {
			continue
		}
		for n := 1; n <= maxPhrase; n++ {
			if key, whole, ok := l.phrase(d.words, at, n); ok {
				s := stats[key]
				if s == nil {
					s = &phraseStat{}
					stats[key] = s
				}
				s.add(d.opening(), whole)
			}
		}
	}
	least := typeSize(len(docs))
	for key, s := range stats {
		if strings.Contains(key, " ") && l.fixes(key, s, least) {
			l.fixed[key] = true
		}
	}
	for _, d := range docs {
		if label := l.first(d.words); label != "" {
			l.size[label]++
		}
	}
	for key, n := range l.size {
		l.final[key] = key
		if s := stats[key]; n >= least && !l.known(key) && (s == nil || len(s.openings) < minOpenings) {
			l.final[key] = "" // a series
		}
	}
	l.merge(least)
	return l
}

// opening is the first word of a title, the brand if it has one.
func (d *document) opening() string {
	if d.brand != "" {
		return d.brand
	}
	if len(d.words) > 0 {
		return d.words[0].key
	}
	return ""
}

// phrase returns the key of the phrase of n words with head at, and whether it is a
// run of its own in lower case.
func (l *labels) phrase(ws []titleWord, at, n int) (key string, whole, ok bool) {
	from, to, ok := l.heads.span(ws, at, n)
	if !ok {
		return "", false, false
	}
	whole = ws[from].begin && ws[to-1].end
	for i := from; i < to; i++ {
		whole = whole && ws[i].class%cases == lowerCase
		if function := l.heads.gloss.function(ws[i].text); function && (i == from || i == to-1 || !l.heads.gloss.headFirst()) {
			return "", false, false
		}
		if ws[i].measure && l.heads.barredUnit(&ws[i]) {
			return "", false, false
		}
	}
	return keyOf(ws[from:to]), whole, true
}

// fixes reports whether a phrase of several words names a type of its own.
func (l *labels) fixes(key string, s *phraseStat, least int) bool {
	if _, ok := l.heads.gloss.noun(key); ok {
		return true
	}
	if s.titles < least || len(s.openings) < minOpenings {
		return false
	}
	words := strings.Fields(key)
	other := words[0]
	if l.heads.gloss.headFirst() {
		other = words[len(words)-1]
	}
	w := l.heads.words[other]
	if w == nil || w.barred && !l.heads.gloss.container(other) {
		return false
	}
	if s.whole >= minNamed && share(s.whole, s.titles) >= minNamedShare {
		return true
	}
	return share(s.titles, w.titles) >= minCollocation
}

// first returns the label that the likeliest head of a title names, "" for none.
func (l *labels) first(ws []titleWord) string {
	at, _ := l.heads.head(ws, nil)
	if at < 0 {
		return ""
	}
	return l.at(ws, at)
}

// at returns the label that a title has if the word at is its head.
func (l *labels) at(ws []titleWord, at int) string {
	for n := maxPhrase; n > 1; n-- {
		if key, _, ok := l.phrase(ws, at, n); ok && l.fixed[key] {
			return key
		}
	}
	key := ws[at].key
	w := l.heads.words[key]
	if w == nil || w.barred {
		return ""
	}
	if !l.known(key) && w.odds < minOdds {
		return ""
	}
	return key
}

// known reports whether a glossary knows the label.
func (l *labels) known(key string) bool {
	if _, ok := l.heads.gloss.noun(key); ok {
		return true
	}
	head := l.headOf(key)
	return l.heads.gloss.head(head) || l.heads.compound(head)
}

// headOf returns the head word of a label.
func (l *labels) headOf(key string) string {
	if l.heads.gloss.headFirst() {
		head, _, _ := strings.Cut(key, " ")
		return head
	}
	return key[strings.LastIndexByte(key, ' ')+1:]
}

// merge lets small types join broader ones until every type has at least so many
// products or no broader name is left.
func (l *labels) merge(least int) {
	for range 8 { // the longest chain of names is shorter
		parents := map[string]string{}
		awaited := map[string]bool{}
		for key, n := range l.size {
			if n > 0 && n < least {
				if p := l.parent(key); p != "" && p != key {
					parents[key] = p
					awaited[p] = true
				}
			}
		}
		if len(parents) == 0 {
			break
		}
		moved := false
		for _, key := range slices.Sorted(maps.Keys(parents)) {
			if awaited[key] {
				continue // it may grow yet
			}
			p := parents[key]
			l.final[key] = p
			if _, ok := l.final[p]; !ok {
				l.final[p] = p
			}
			l.size[p] += l.size[key]
			l.size[key] = 0
			moved = true
		}
		if !moved {
			break
		}
	}
	for key, n := range l.size {
		if n < least && l.final[key] == key {
			l.final[key] = ""
		}
	}
}

// parent returns the broader name of a label, "" for none: its head, where that is a
// type; the last part of a compound; or what a glossary says it is a kind of.
func (l *labels) parent(key string) string {
	head := l.headOf(key)
	if head != key {
		if _, ok := l.heads.gloss.noun(head); ok || l.size[head] > 0 && l.final[head] == head {
			return head
		}
	} else if part := l.heads.headOfCompound(key); part != "" {
		return part
	}
	if kinds, ok := l.heads.gloss.noun(key); ok && len(kinds) > 0 {
		return kinds[0]
	}
	return ""
}

// resolve returns the type that a label's products carry, "" for none.
func (l *labels) resolve(key string) string {
	for range 10 {
		to, ok := l.final[key]
		if !ok || to == key {
			return to
		}
		key = to
	}
	return ""
}

// named returns the type that a product's texts name.
func (l *labels) named(d *document) (string, How) {
	if label := l.of(d.words); label != "" {
		return label, ByTitle
	}
	if label := l.of(d.prose); label != "" && l.known(label) {
		return label, ByDescription
	}
	return "", Untyped
}

// of returns the type that the likeliest head of a text names, or the next likeliest
// where that names none.
func (l *labels) of(ws []titleWord) string {
	var tried []int
	for len(tried) < 3 {
		at, p := l.heads.head(ws, func(i int) bool { return slices.Contains(tried, i) })
		if at < 0 || len(tried) > 0 && p < minSecond {
			return ""
		}
		if label := l.resolve(l.at(ws, at)); label != "" {
			return label
		}
		tried = append(tried, at)
	}
	return ""
}
