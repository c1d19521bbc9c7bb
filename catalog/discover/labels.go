package discover

import (
	"maps"
	"slices"
	"strings"
)

// labelSet holds the types that heads name. A label is the key of a phrase of one to
// [maxPhrase] words.
type labelSet struct {
	heads *heads
	fixed map[string]bool   // phrases of several words that name a type of their own
	final map[string]string // label → the label whose products carry it, "" for none
	size  map[string]int    // products by final label
	// gathered are types of whose name the titles say too little to make it one: products
	// of small types that a glossary takes together. Nothing is like them all.
	gathered map[string]bool
}

const (
	// minSize and maxSize bound the number of products that a type must have: in
	// between it is one of sizeShare products. A name that no glossary knows needs
	// unknownTimes as many.
	minSize, maxSize, sizeShare, unknownTimes = 2, 12, 2500, 2
	// minOdds are the odds of a word to be the head where it stands below which it
	// names no type, unless a glossary knows it.
	minOdds = 0.5
	// minCollocation is the share of a word's titles in which it must stand before
	// one head to make a type with it: "toner" before "cartridge", not "black".
	minCollocation = 0.3
	// minInseparable is that share from which the word alone names the type of both.
	// minAlike is the same where the products of both also have the same attributes.
	minInseparable, minAlike = 0.8, 0.2
	// minNamed is how many titles must write the phrase as a lower-case run of its own
	// amid capitals, and minNamedShare the share of its occurrences that do, before its
	// case alone says that it names a type.
	minNamed, minNamedShare = 8, 0.25
	// minOpenings is the number of different first words that titles of a type must
	// have: a series or a brand opens its own.
	minOpenings = 3
	// minHead is the probability to be the head from which a word is believed: below
	// it another word is, which names no type.
	minHead = 0.03
)

// typeSize is the number of products a type must have.
func typeSize(products int) int { return min(max(products/sizeShare, minSize), maxSize) }

// A phraseStat counts the titles whose head a phrase has.
type phraseStat struct {
	titles   int
	whole    int // that write it as a run in lower case
	openings map[string]bool
	before   map[string]int // words that stand before it in its run
}

// torn reports whether mostly one and the same word stands before the phrase, so that
// it is the rest of a longer one: "flop sandals", "single serve" apart.
func (s *phraseStat) torn() bool {
	const mostly = 0.6
	n := 0
	for _, c := range s.before {
		n = max(n, c)
	}
	return share(n, s.titles) >= mostly
}

func (s *phraseStat) add(opening, before string, whole bool) {
	s.titles++
	s.whole += Indicator(whole)
	if before != "" {
		s.before[before]++
	}
	if len(s.openings) < minOpenings {
		s.openings[opening] = true
	}
}

// findLabels finds the types that the heads of titles name.
func findLabels(h *heads, docs []*document) *labelSet {
	l := &labelSet{heads: h, fixed: map[string]bool{}, final: map[string]string{}, size: map[string]int{}, gathered: map[string]bool{}}
	for key, w := range h.words {
		w.silent = !w.barred && !l.known(key) && !l.likely(key, w)
	}
	stats := map[string]*phraseStat{}
	for _, d := range docs {
		at, p := h.head(d.words, nil)
		if at < 0 || p < minHead {
			continue
		}
		for n := 1; n <= maxPhrase; n++ {
			if key, whole, ok := l.phrase(d.words, at, n); ok {
				s := stats[key]
				if s == nil {
					s = &phraseStat{openings: map[string]bool{}, before: map[string]int{}}
					stats[key] = s
				}
				before := ""
				if from, _, _ := h.span(d.words, at, n); n > 1 && from > 0 && !d.words[from].breaks {
					before = d.words[from-1].key
				}
				s.add(d.opening(at), before, whole)
			}
		}
	}
	least := typeSize(len(docs))
	for key, s := range stats {
		if strings.Contains(key, " ") && l.fixes(key, s, stats, least) {
			l.fixed[key] = true
		}
	}
	labels := make([]string, len(docs))
	for i, d := range docs {
		if labels[i] = l.first(d.words); labels[i] != "" {
			l.size[labels[i]]++
		}
	}
	for key, n := range l.size {
		l.final[key] = key
		if s := stats[key]; !l.known(key) && (n < unknownTimes*least || s == nil || len(s.openings) < minOpenings) {
			l.final[key] = "" // a series, or too little to tell
		}
	}
	l.join(stats, docs, labels)
	l.standIns(docs, labels)
	l.merge(least)
	return l
}

// standIns finds the types whose name stands for another: nearly all titles that have
// it and name a type in lower case besides name one and the same ("Patch Cable …
// networking cable"), so that it means the same where it stands alone. This is one
// round of the decision lists of Yarowsky 1995.
func (l *labelSet) standIns(docs []*document, named []string) {
	const (
		minEvidence = 8    // titles with both
		minShare    = 0.12 // of the titles that have the name
		minPure     = 0.8  // of the evidence that agrees
	)
	titles := map[string]int{}
	others := map[string]map[string]int{}
	for i, d := range docs {
		at, _ := l.heads.head(d.words, nil)
		proves := at >= 0 && named[i] != "" && d.words[at].end && d.words[at].class%cases == lowerCase
		seen := map[string]bool{}
		for j := range d.words {
			for n := 1; n <= maxPhrase; n++ {
				key, _, ok := l.phrase(d.words, j, n)
				if !ok || l.size[key] == 0 || seen[key] {
					continue
				}
				seen[key] = true
				titles[key]++
				if to := l.resolve(named[i]); proves && to != key && !strings.Contains(key, to) && !strings.Contains(to, key) {
					bump(others, key, to)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(others)) {
		to, sum := Commonest(others[key]), 0
		for _, n := range others[key] {
			sum += n
		}
		n := others[key][to]
		if to != "" && strings.Contains(key, " ") && sum >= minEvidence && share(n, sum) >= minPure && share(sum, titles[key]) >= minShare && l.resolve(to) != key {
			l.move(key, to)
		}
	}
}

// move lets the products of a type join another.
func (l *labelSet) move(key, to string) {
	if l.size[key] == 0 || l.final[to] != to {
		return
	}
	l.final[key] = to
	l.size[to] += l.size[key]
	l.size[key] = 0
}

// join lets types that are the same in other words become one: a maker's series what
// it is a series of, forms of one noun and spellings of one compound the commonest of
// them, and a word that hardly stands without another the name of both ("toner", the
// "toner cartridge").
func (l *labelSet) join(stats map[string]*phraseStat, docs []*document, named []string) {
	keys := slices.Sorted(maps.Keys(l.size))
	larger := func(a, b string) bool { return l.size[a] > l.size[b] || l.size[a] == l.size[b] && a < b }
	joined := map[string]string{} // without blanks and hyphens
	for _, key := range keys {
		if kinds, _ := l.heads.gloss.noun(key); l.heads.gloss.has(seriesNames, key) && len(kinds) > 0 {
			if _, ok := l.final[kinds[0]]; !ok {
				l.final[kinds[0]] = kinds[0]
			}
			l.move(key, kinds[0])
		}
		flat := strings.NewReplacer(" ", "", "-", "").Replace(key)
		switch other, ok := joined[flat]; {
		case !ok:
			joined[flat] = key
		case larger(key, other):
			l.move(other, key)
			joined[flat] = key
		default:
			l.move(key, other)
		}
	}
	for _, key := range keys {
		runes := []rune(key)
		for n := 1; n <= 3 && len(runes)-n >= minCompoundHead; n++ {
			stem := string(runes[:len(runes)-n])
			if l.size[stem] == 0 || !l.heads.gloss.has(endings, string(runes[len(runes)-n:])) {
				continue
			}
			if larger(key, stem) {
				l.move(stem, key)
			} else {
				l.move(key, stem)
			}
		}
	}
	looks := signatures(docs, named)
	for _, key := range keys {
		if !strings.Contains(key, " ") || l.size[key] == 0 {
			continue
		}
		other, _ := l.ends(key)
		w := l.heads.words[other]
		if w == nil {
			continue
		}
		part := share(stats[key].titles, w.titles)
		if part >= minInseparable || part >= minAlike && looks[other].alike(looks[key]) {
			l.move(other, key)
		}
	}
}

// opening is the brand of a product or, without one, the first word of its title
// beside its head.
func (d *document) opening(head int) string {
	switch {
	case d.brand != "":
		return d.brand
	case head > 0:
		return d.words[0].key
	case len(d.words) > 1:
		return d.words[1].key
	}
	return ""
}

// phrase returns the key of the phrase of n words with head at, and whether it is a
// run of its own in lower case, acronyms apart ("KVM cable").
func (l *labelSet) phrase(ws []titleWord, at, n int) (key string, whole, ok bool) {
	from, to, ok := l.heads.span(ws, at, n)
	if !ok {
		return "", false, false
	}
	whole = ws[to-1].end && ws[to-1].class%cases == lowerCase && (from == 0 || ws[from].breaks || !ws[from-1].lower)
	for i := from; i < to; i++ {
		whole = whole && ws[i].class%cases != titleCase
		if function := l.heads.gloss.has(functionWords, ws[i].text); function && (i == from || i == to-1 || !l.heads.gloss.headFirst()) {
			return "", false, false
		}
		if ws[i].measure && l.heads.barredUnit(&ws[i]) {
			return "", false, false
		}
	}
	return keyOf(ws[from:to]), whole, true
}

// fixes reports whether a phrase of several words names a type of its own.
func (l *labelSet) fixes(key string, s *phraseStat, stats map[string]*phraseStat, least int) bool {
	if _, ok := l.heads.gloss.noun(key); ok {
		return true
	}
	words := strings.Fields(key)
	if s.titles < least || len(s.openings) < minOpenings && !l.generic(words) {
		return false
	}
	other, head := l.ends(key)
	named := s.whole >= minNamed && share(s.whole, s.titles) >= minNamedShare
	if g := l.heads.gloss; g.has(containerWords, head) || g.has(partWords, head) {
		return named
	}
	w := l.heads.words[other]
	if w == nil || w.barred && !l.heads.gloss.has(containerWords, other) && !l.heads.gloss.has(partWords, other) {
		return false
	}
	hw := l.heads.words[head]
	if hw == nil || hw.barred || hw.silent {
		return false
	}
	if !named && len(words) > 2 {
		return false // "speed HDMI cable" is half a phrase
	}
	return named || share(s.titles, w.titles) >= minCollocation && !s.torn() || l.compounds(other, head, s, stats[head])
}

// first returns the label that the likeliest head of a title names, "" for none.
func (l *labelSet) first(ws []titleWord) string {
	at, p := l.heads.head(ws, nil)
	if at < 0 || p < minHead {
		return ""
	}
	return l.at(ws, at)
}

// at returns the label that a title has if the word at is its head.
func (l *labelSet) at(ws []titleWord, at int) string {
	for n := maxPhrase; n > 1; n-- {
		if key, _, ok := l.phrase(ws, at, n); ok && l.fixed[key] {
			return key
		}
	}
	key := ws[at].key
	w := l.heads.words[key]
	if w == nil || w.barred || w.silent {
		return ""
	}
	return key
}

// likely reports whether a word that no glossary knows may name a type. It is often
// the head where it stands; it is a noun, as its plural or lower case shows, or wins
// against nouns that are known; and it does not mostly open its titles, as brands and
// series do where nouns stand last.
func (l *labelSet) likely(key string, w *wordStats) bool {
	const sureOdds, pluralShare, lowerShare, openShare = 1.5, 0.02, 0.2, 0.5
	g := l.heads.gloss
	noun := w.forms() >= 2 && share(w.forms(), w.titles) >= pluralShare
	if !g.rich() && !w.acronym(key) {
		noun = noun || share(w.lower, w.titles) >= lowerShare
	}
	if w.odds < minOdds || !noun && !(g.rich() && w.odds >= sureOdds && !w.acronym(key)) {
		return false
	}
	return g.headFirst() || len(g.tongues) == 0 || share(w.first, w.titles) < openShare
}

// known reports whether a glossary knows the label.
func (l *labelSet) known(key string) bool {
	if _, ok := l.heads.gloss.noun(key); ok {
		return true
	}
	head := l.headOf(key)
	return l.heads.gloss.has(headWords, head) || l.heads.headOfCompound(head) != ""
}

// headOf returns the head word of a label.
func (l *labelSet) headOf(key string) string {
	_, head := l.ends(key)
	return head
}

// ends returns the word of a label that is furthest from its head, and the head.
func (l *labelSet) ends(key string) (other, head string) {
	other, _, _ = strings.Cut(key, " ")
	head = key[strings.LastIndexByte(key, ' ')+1:]
	if l.heads.gloss.headFirst() {
		return head, other
	}
	return other, head
}

// merge lets small types join broader ones until every type has at least so many
// products or no broader name is left.
func (l *labelSet) merge(least int) {
	said := maps.Clone(l.size)
	defer func() {
		for key, to := range l.final {
			if to == key && said[key] < least {
				l.gathered[key] = true
			}
		}
	}()
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
func (l *labelSet) parent(key string) string {
	head := l.headOf(key)
	if head != key {
		if _, ok := l.heads.gloss.noun(head); ok || l.size[head] > 0 && l.final[head] == head {
			return head
		}
	} else if part := l.heads.headOfCompound(key); part != "" {
		return part
	}
	kinds, _ := l.heads.gloss.noun(key)
	for _, k := range kinds {
		if g := l.heads.gloss; !g.has(broadWords, k) && !g.has(containerWords, k) && !g.has(partWords, k) && !g.has(neverWords, k) {
			return k
		}
	}
	return ""
}

// resolve returns the type that a label's products carry, "" for none.
func (l *labelSet) resolve(key string) string {
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
func (l *labelSet) named(d *document) (string, How) {
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
func (l *labelSet) of(ws []titleWord) string {
	var tried []int
	for len(tried) < 3 {
		at, p := l.heads.head(ws, func(i int) bool { return slices.Contains(tried, i) })
		if at < 0 || p < minHead {
			return ""
		}
		if label := l.resolve(l.at(ws, at)); label != "" {
			return label
		}
		tried = append(tried, at)
	}
	return ""
}
