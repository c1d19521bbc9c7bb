package discover

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// The surroundings of a word in its title: what class of place it has.
const (
	onlyPlace   = iota // alone in its run
	finalPlace         // last of its run
	tailedPlace        // before a word that cannot be a head: "Notebook Black"
	firstPlace
	middlePlace
	places
)

const (
	lowerCase = iota // in a title that has capitals elsewhere
	titleCase
	upperCase
	cases
)

const (
	segmentPlaces = 3 // the first, the second, later ones
	classes       = segmentPlaces * 2 * places * cases
)

// heads learns which words are heads of titles: what a thing is and not how, whose or
// what for.
//
// Every title is taken to have one head, whose place and whose word are independent:
// P(word i is the head) ∝ place odds × word odds. Both are learned by expectation
// maximisation (Dempster, Laird, Rubin 1977) from all titles at once, so that a
// word is a head the surer the oftener it is one where nothing better stands, and a
// place is a head's the oftener sure heads stand there: last before a preposition in
// English, first in Spanish, in lower case behind names in capitals. Words that a
// [glossary] knows begin with better odds; titles of a language without one are read
// by the odds of places, which are the same in the languages of the world: at an end
// of the first phrase.
//
// The gap we know of: a name of a series that many brands use is a head to it.
type heads struct {
	gloss *glossary
	words map[string]*wordStats
	place [classes]float64
}

// wordStats are what all titles together say of one word, whatever its number and case.
type wordStats struct {
	titles   int            // that have it
	surfaces map[string]int // its spellings in lower case, also in descriptions
	measures int            // occurrences right behind a number
	caps     int            // occurrences in capitals throughout
	coded    int            // occurrences right before a word with digits
	brand    int            // products whose brand has it

	barred bool    // cannot be a head
	silent bool    // could be one, but names no type
	prior  float64 // probability that it is one, before the titles are read as a whole
	heads  float64 // occurrences in which it is one, expected
	seen   float64 // occurrences in which it could be
	odds   float64 // of an occurrence to be the head
}

// unit reports whether a word mostly follows numbers.
func (w *wordStats) unit(key string) bool {
	const mostly = 0.6
	_, ok := lookupUnit(key)
	return ok && w.measures > 0 || share(w.measures, w.titles) >= mostly
}

// countable reports whether the word is seen in the singular and in the plural, which
// names and adjectives are not.
func (w *wordStats) countable() bool {
	const least, leastShare = 2, 0.002
	forms := -w.surfaces[Commonest(w.surfaces)]
	for _, n := range w.surfaces {
		forms += n
	}
	return forms >= least && share(forms, w.titles) >= leastShare
}

// acronym reports whether a word is a few letters that titles nearly always write in
// capitals: "TV", "HDMI".
func (w *wordStats) acronym(key string) bool {
	const longest, mostly = 4, 0.8
	return len(key) <= longest && float64(w.caps) >= mostly*float64(w.titles+1)
}

const (
	// priorWeight is how many occurrences the prior of a word counts.
	priorWeight = 4
	// Priors of words: a name of products, the head of such names or a compound of one,
	// a word with singular and plural, another.
	nounPrior, headPrior, countablePrior, wordPrior = 0.9, 0.6, 0.12, 0.06
	// namedOdds are of a phrase of several words that a glossary has.
	namedOdds = 12
	// partOdds are of a noun that names nothing alone but ends a run in lower case amid
	// capitals: "power distribution unit".
	partOdds = 5
	// noHead weighs the possibility that none of a title's words is its head.
	noHead = 0.15
	// rounds of expectation maximisation: the heads of fewer than a thousandth of the
	// titles change after them.
	rounds = 6
	// minOdds are the odds of a word to be the head where it stands below which it
	// names no type, unless a glossary knows it.
	minOdds = 0.5
	// minHead is the probability to be the head from which a word is believed.
	minHead = 0.03
)

// startPlace are the odds of a class of places before any title is read.
func (h *heads) startPlace(class int) float64 {
	segment, behind, place, letters := class/(2*places*cases), class/(places*cases)%2 == 1, class/cases%places, class%cases
	odds := [segmentPlaces]float64{1, 0.4, 0.2}[segment] * [cases]float64{2, 1, 0.6}[letters]
	if behind {
		odds *= 0.15
	}
	if h.gloss.headFirst {
		return odds * [places]float64{1, 0.2, 0.2, 1, 0.2}[place]
	}
	return odds * [places]float64{1, 1, 0.6, 0.5, 0.25}[place]
}

// learnHeads reads the titles of documents.
func learnHeads(docs []*document, gloss *glossary) *heads {
	h := &heads{gloss: gloss, words: map[string]*wordStats{}}
	for _, d := range docs {
		h.count(d)
	}
	for _, d := range docs {
		for i := range d.prose {
			if w := h.words[d.prose[i].key]; w != nil {
				w.surfaces[d.prose[i].text]++
			}
		}
	}
	for key, w := range h.words {
		h.judge(key, w)
	}
	for c := range h.place {
		h.place[c] = h.startPlace(c)
	}
	for _, d := range docs {
		h.parse(d.words)
	}
	for range rounds {
		h.round(docs)
	}
	for key, w := range h.words {
		w.silent = w.odds < minOdds && !w.barred && !h.known(key)
	}
	return h
}

// count gathers what a title says of each word.
func (h *heads) count(d *document) {
	for i := range d.words {
		t := &d.words[i]
		if t.code {
			continue
		}
		w := h.words[t.key]
		if w == nil {
			w = &wordStats{surfaces: map[string]int{}}
			h.words[t.key] = w
		}
		w.surfaces[t.text]++
		w.titles++
		w.measures += Indicator(t.measure)
		w.caps += Indicator(t.caps)
		w.coded += Indicator(i < len(d.words)-1 && d.words[i+1].code)
	}
	for _, b := range strings.Fields(d.brand) {
		if w := h.words[wordKey(strings.Trim(b, ",."))]; w != nil {
			w.brand++
		}
	}
}

// judge bars a word that cannot be a head and gives another its prior.
func (h *heads) judge(key string, w *wordStats) {
	noun := h.gloss.nounOf(key) != ""
	listed := noun || h.gloss.is(key, nounHead)
	w.barred = !strings.ContainsFunc(key, unicode.IsLetter) || len([]rune(key)) < 2 ||
		h.gloss.is(key, functionWord|neverWord|containerWord|partWord) ||
		!listed && (w.marksCode() || w.unit(key) || 2*w.brand > w.titles)
	switch {
	case h.gloss.is(key, seriesName):
		w.prior = headPrior
	case noun:
		w.prior = nounPrior
	case listed, h.gloss.headOfCompound(key) != "":
		w.prior = headPrior
	case w.countable():
		w.prior = countablePrior
	default:
		w.prior = wordPrior
	}
	w.odds = w.prior / (1 - w.prior)
}

// marksCode reports whether a word stands before codes and hardly elsewhere, as "model"
// and "No." do.
func (w *wordStats) marksCode() bool {
	const least, mostly = 8, 0.85
	return w.titles >= least && share(w.coded, w.titles) >= mostly && !w.countable()
}

// known reports whether the glossary knows a word or phrase as a name of products.
func (h *heads) known(key string) bool {
	head := h.gloss.headOf(key)
	return h.gloss.nounOf(key) != "" || h.gloss.is(head, nounHead) || h.gloss.headOfCompound(head) != ""
}

// parse finds the class of each word of a title and the phrases that the glossary
// names.
func (h *heads) parse(ws []titleWord) {
	capitals := slices.ContainsFunc(ws, func(w titleWord) bool { return !w.lower && !w.code })
	ends := func(i int) bool {
		return i < 0 || i >= len(ws) || ws[i].code || h.gloss.is(ws[i].text, functionWord) || h.isUnit(&ws[i])
	}
	segment, behind := 0, false
	for i := range ws {
		w := &ws[i]
		if w.breaks && i > 0 {
			segment, behind = min(segment+1, segmentPlaces-1), false
		}
		if i > 0 && ws[i-1].caps && w.lower {
			behind = false // the name of a brand or range ends
		}
		behind = behind || i > 0 && h.gloss.is(w.text, functionWord)
		w.begin = w.breaks || ends(i-1) || ws[i-1].lower && !w.lower || ws[i-1].caps && w.lower
		w.end = ends(i+1) || ws[i+1].breaks || w.lower && !ws[i+1].lower && capitals ||
			h.gloss.is(ws[i+1].key, containerWord) && h.namedAt(ws, i+1) == 0 // "Comforter Set" ends with its noun
		place := middlePlace
		switch {
		case w.begin && w.end:
			place = onlyPlace
		case w.end:
			place = finalPlace
		case h.words[ws[i+1].key] != nil && h.words[ws[i+1].key].barred && !h.gloss.is(ws[i+1].key, containerWord|partWord):
			place = tailedPlace
		case w.begin:
			place = firstPlace
		}
		letters := titleCase
		switch {
		case w.caps && len(w.text) > 1:
			letters = upperCase
		case w.lower && capitals:
			letters = lowerCase
		}
		w.class = uint8(((segment*2+Indicator(behind))*places+place)*cases + letters)
		if w.named = h.namedAt(ws, i); i+1 < len(ws) && h.gloss.is(w.key+"_"+ws[i+1].key, neverWord) {
			w.named = barredPair
		}
	}
}

func (h *heads) isUnit(t *titleWord) bool {
	w := h.words[t.key]
	return w != nil && w.barred && t.measure && w.unit(t.key)
}

// barredPair marks a word that is no head before the next: "light cyan".
const barredPair = -1

// maxPhrase is the longest phrase in words: "uninterruptible power supply".
const maxPhrase = 3

// namedAt returns how many words the longest phrase has that the glossary names and
// whose head is the i-th word, 0 when none has two.
func (h *heads) namedAt(ws []titleWord, i int) int {
	for n := maxPhrase; n > 1; n-- {
		if key, _, ok := h.phrase(ws, i, n); ok && h.gloss.nounOf(key) != "" {
			return n
		}
	}
	return 0
}

// phrase returns the key of the phrase of n words with head i, if no border cuts it, and
// whether it is a run of its own in lower case, acronyms apart ("KVM cable").
func (h *heads) phrase(ws []titleWord, i, n int) (key string, whole, ok bool) {
	from, to := i-n+1, i+1
	if h.gloss.headFirst {
		from, to = i, i+n
	}
	if from < 0 || to > len(ws) {
		return "", false, false
	}
	whole = ws[to-1].end && ws[to-1].class%cases == lowerCase && (from == 0 || ws[from].breaks || !ws[from-1].lower)
	keys := make([]string, 0, maxPhrase)
	for j := from; j < to; j++ {
		function := h.gloss.is(ws[j].text, functionWord) && (j == from || j == to-1 || !h.gloss.headFirst)
		if j > from && ws[j].breaks || ws[j].code || function || h.isUnit(&ws[j]) {
			return "", false, false
		}
		whole = whole && ws[j].class%cases != titleCase
		keys = append(keys, ws[j].key)
	}
	return strings.Join(keys, " "), whole, true
}

// at returns the odds of a word of a parsed title to be its head, 0 for one that
// cannot be.
func (h *heads) at(t *titleWord) float64 {
	w := h.words[t.key]
	odds := 0.0
	if w != nil && !w.barred {
		odds = w.odds
	}
	switch {
	case t.code || t.named == barredPair:
		return 0
	case t.named > 0:
		odds = max(odds, namedOdds)
	case w != nil && w.barred && t.end && !t.begin && t.class%cases == lowerCase && h.gloss.is(t.key, partWord) && !h.gloss.headFirst:
		odds = partOdds
	}
	return odds * h.place[t.class]
}

// round is one of expectation and maximisation.
func (h *heads) round(docs []*document) {
	var headed, all [classes]float64
	for _, w := range h.words {
		w.heads, w.seen = 0, 0
	}
	total, sum := 0.0, 0.0
	for _, d := range docs {
		whole := noHead
		for i := range d.words {
			whole += h.at(&d.words[i])
		}
		for i := range d.words {
			t := &d.words[i]
			if t.code {
				continue
			}
			q := h.at(t) / whole
			all[t.class]++
			sum++
			headed[t.class] += q
			total += q
			if w := h.words[t.key]; w != nil {
				w.heads += q
				w.seen++
			}
		}
	}
	for _, w := range h.words {
		w.odds = (w.heads + priorWeight*w.prior) / (w.seen - w.heads + priorWeight*(1-w.prior))
	}
	if total == 0 || sum == total {
		return
	}
	const smooth = 20
	base := total / (sum - total)
	for c := range h.place {
		prior := h.startPlace(c)
		// the odds of the place over those of any place, pulled to the start
		h.place[c] = (headed[c] + smooth*base*prior) / (all[c] - headed[c] + smooth) / base
	}
}

// mostHeads is how many words of a title are tried for what it is.
const mostHeads = 3

// likeliest returns the places of a parsed title's likeliest heads, the likeliest first;
// silent ones are passed over.
func (h *heads) likeliest(ws []titleWord) []int {
	whole := noHead
	odds := make([]float64, len(ws))
	var at []int
	for i := range ws {
		odds[i] = h.at(&ws[i])
		whole += odds[i]
		if w := h.words[ws[i].key]; ws[i].named > 0 || w != nil && !w.silent {
			at = append(at, i)
		}
	}
	at = slices.DeleteFunc(at, func(i int) bool { return odds[i] < minHead*whole })
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(odds[b], odds[a]) })
	return at[:min(mostHeads, len(at))]
}
