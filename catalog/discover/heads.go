package discover

import (
	"slices"
	"strings"
	"unicode"
)

// A document is a record as induction sees it.
type document struct {
	title, brand string
	words        []titleWord // of the title
	prose        []titleWord // of the description's beginning
	features     []feature
	label        string // key of the type; "" while unknown
	how          How
}

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
	gloss glossary
	words map[string]*wordStats
	place [classes]float64
}

const (
	// priorWeight is how many occurrences the prior of a word counts.
	priorWeight = 4
	// Priors of words: a name of products, the head of such names, a compound of one,
	// a word with singular and plural, another.
	nounPrior, headPrior, compoundPrior, countablePrior, wordPrior = 0.9, 0.6, 0.6, 0.12, 0.06
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
)

// startPlace are the odds of a class of places before any title is read.
func (h *heads) startPlace(class int) float64 {
	segment, behind, place, letters := class/(2*places*cases), class/(places*cases)%2 == 1, class/cases%places, class%cases
	odds := [segmentPlaces]float64{1, 0.4, 0.2}[segment]
	if behind {
		odds *= 0.15
	}
	if h.gloss.headFirst() {
		odds *= [places]float64{1, 0.2, 0.2, 1, 0.2}[place]
	} else {
		odds *= [places]float64{1, 1, 0.6, 0.5, 0.25}[place]
	}
	return odds * [cases]float64{2, 1, 0.6}[letters]
}

func classOf(segment int, behind bool, place, letters int) uint8 {
	return uint8(((segment*2+Indicator(behind))*places+place)*cases + letters)
}

// learnHeads reads the titles of documents. Prose counts the words of their
// descriptions, in lower case.
func learnHeads(docs []*document, prose map[string]int, gloss glossary) *heads {
	h := &heads{gloss: gloss, words: map[string]*wordStats{}}
	h.count(docs)
	for form, n := range prose {
		if w := h.words[wordKey(form)]; w != nil && form != Commonest(w.surfaces) {
			w.plurals += n
		}
	}
	for key, w := range h.words {
		if many := key + "s"; wordKey(many) != key { // "tvs"
			w.plurals += prose[many]
		}
	}
	h.judge()
	for c := range h.place {
		h.place[c] = h.startPlace(c)
	}
	for _, d := range docs {
		h.parse(d.words)
	}
	for range rounds {
		h.round(docs)
	}
	return h
}

// count gathers what the titles say of each word.
func (h *heads) count(docs []*document) {
	for _, d := range docs {
		values := map[string]bool{}
		for _, f := range d.features {
			if f.block == valueBlock {
				values[f.text] = true
			}
		}
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
			if d.brand != "" && len(w.brands) < minOpenings && !slices.Contains(w.brands, d.brand) {
				w.brands = append(w.brands, d.brand)
			}
			last := i == len(d.words)-1
			w.measures += Indicator(t.measure)
			w.caps += Indicator(t.caps)
			w.lower += Indicator(t.lower)
			w.valued += Indicator(values[t.text])
			w.first += Indicator(i == 0)
			w.last += Indicator(last)
			w.coded += Indicator(!last && d.words[i+1].code)
		}
		for _, b := range strings.Fields(d.brand) {
			if w := h.words[wordKey(strings.Trim(b, ",."))]; w != nil {
				w.brand++
			}
		}
	}
}

// judge bars the words that cannot be heads and gives the others their priors.
func (h *heads) judge() {
	for key, w := range h.words {
		_, noun := h.gloss.noun(key)
		listed := noun || h.gloss.has(headWords, key)
		w.barred = !strings.ContainsFunc(key, unicode.IsLetter) || len([]rune(key)) < 2 || h.neither(key) ||
			h.gloss.has(functionWords, key) || h.gloss.has(neverWords, key) || h.gloss.has(containerWords, key) || h.gloss.has(partWords, key) ||
			!listed && (!strings.ContainsFunc(key, unspaced) && (h.closed(w, key) || w.marksCode()) || w.property() || w.unit(key) || 2*w.brand > w.titles)
		switch {
		case h.gloss.has(seriesNames, key):
			w.prior = headPrior
		case noun:
			w.prior = nounPrior
		case listed:
			w.prior = headPrior
		case h.headOfCompound(key) != "":
			w.prior = compoundPrior
		case w.countable():
			w.prior = countablePrior
		default:
			w.prior = wordPrior
		}
		w.odds = w.prior / (1 - w.prior)
	}
}

// neither reports whether a word is several that name nothing: "black/white".
func (h *heads) neither(key string) bool {
	if !strings.Contains(key, "/") {
		return false
	}
	for part := range strings.SplitSeq(key, "/") {
		if k := wordKey(part); k != "" && !h.gloss.has(neverWords, k) {
			return false
		}
	}
	return true
}

// closed reports whether a word is of a closed class, as prepositions and articles
// are: short, frequent, and hardly ever at either end of a title.
func (h *heads) closed(w *wordStats, key string) bool {
	const longest, least, seldom = 4, 20, 0.02
	return len([]rune(key)) <= longest && w.titles >= least && share(w.first+w.last, w.titles) < seldom
}

// headOfCompound returns the longest noun that a word of the catalogue ends with, ""
// for none: one that the glossary knows, or a word that is itself mostly a head.
// "Heckwischblatt" is a "Blatt".
func (h *heads) headOfCompound(key string) string {
	return h.gloss.endOf(key, func(end string) bool {
		if _, ok := h.gloss.noun(end); ok {
			return true
		}
		w := h.words[end]
		return w != nil && !w.barred && w.odds >= 1
	})
}

// parse finds the class of each word of a title and the phrases that the glossary
// names.
func (h *heads) parse(ws []titleWord) {
	capitals := false
	for i := range ws {
		capitals = capitals || !ws[i].lower && !ws[i].code
	}
	for i := range ws {
		if ws[i].named = h.namedAt(ws, i); i+1 < len(ws) && h.gloss.has(neverWords, ws[i].key+"_"+ws[i+1].key) {
			ws[i].named = barredPair
		}
	}
	segment, behind := 0, false
	ends := func(i int) bool {
		return i < 0 || i >= len(ws) || ws[i].code || h.gloss.has(functionWords, ws[i].text) || h.barredUnit(&ws[i])
	}
	for i := range ws {
		w := &ws[i]
		if w.breaks && i > 0 {
			segment, behind = min(segment+1, segmentPlaces-1), false
		}
		if i > 0 && ws[i-1].caps && w.lower {
			behind = false // the name of a brand or range ends
		}
		if h.gloss.has(functionWords, w.text) && i > 0 {
			behind = true
		}
		// "Comforter Set" ends with its noun: a container says how many there are
		contained := func(i int) bool { return i < len(ws) && h.gloss.has(containerWords, ws[i].key) && ws[i].named == 0 }
		begin := w.breaks || ends(i-1) || ws[i-1].lower && !w.lower || ws[i-1].caps && w.lower
		end := i+1 == len(ws) || ends(i+1) || ws[i+1].breaks || contained(i+1) || w.lower && !ws[i+1].lower && capitals
		place := middlePlace
		switch {
		case begin && end:
			place = onlyPlace
		case end:
			place = finalPlace
		case h.barredAt(ws, i+1):
			place = tailedPlace
		case begin:
			place = firstPlace
		}
		letters := titleCase
		switch {
		case w.caps && len(w.text) > 1:
			letters = upperCase
		case w.lower && capitals:
			letters = lowerCase
		}
		w.begin, w.end = begin, end
		w.class = classOf(segment, behind, place, letters)
	}
}

func (h *heads) barredAt(ws []titleWord, i int) bool {
	w := h.words[ws[i].key]
	return w != nil && w.barred && !h.gloss.has(containerWords, ws[i].key) && !h.gloss.has(partWords, ws[i].key)
}

func (h *heads) barredUnit(t *titleWord) bool {
	w := h.words[t.key]
	return w != nil && t.measure && w.unit(t.key)
}

// barredPair marks a word that is no head before the next: "light cyan".
const barredPair = -1

// maxPhrase is the longest phrase in words: "uninterruptible power supply".
const maxPhrase = 3

// namedAt returns how many words the longest phrase has that the glossary names and
// whose head is the i-th word, 0 when none has two.
func (h *heads) namedAt(ws []titleWord, i int) int {
	for n := maxPhrase; n > 1; n-- {
		if from, to, ok := h.span(ws, i, n); ok {
			if _, ok := h.gloss.noun(keyOf(ws[from:to])); ok {
				return n
			}
		}
	}
	return 0
}

// span returns where the phrase of n words with head i lies, if no border cuts it.
func (h *heads) span(ws []titleWord, i, n int) (from, to int, ok bool) {
	from, to = i-n+1, i+1
	if h.gloss.headFirst() {
		from, to = i, i+n
	}
	if from < 0 || to > len(ws) {
		return 0, 0, false
	}
	for j := from; j < to; j++ {
		if j > from && ws[j].breaks || ws[j].code {
			return 0, 0, false
		}
	}
	return from, to, true
}

func keyOf(ws []titleWord) string {
	if len(ws) == 1 {
		return ws[0].key
	}
	var b strings.Builder
	for i := range ws {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(ws[i].key)
	}
	return b.String()
}

// at returns the odds of a word of a parsed title to be its head, 0 for one that
// cannot be.
func (h *heads) at(ws []titleWord, i int) float64 {
	t := &ws[i]
	if t.code || t.named == barredPair {
		return 0
	}
	w := h.words[t.key]
	if t.named > 0 && (w == nil || !h.gloss.has(functionWords, t.key)) {
		odds := float64(namedOdds)
		if w != nil && !w.barred {
			odds = max(odds, w.odds)
		}
		return odds * h.place[t.class]
	}
	if w != nil && w.barred && t.end && !t.begin && t.class%cases == lowerCase && h.gloss.has(partWords, t.key) && !h.gloss.headFirst() {
		return partOdds * h.place[t.class]
	}
	if w == nil || w.barred {
		return 0
	}
	return w.odds * h.place[t.class]
}

// round is one of expectation and maximisation.
func (h *heads) round(docs []*document) {
	var headed, all [classes]float64
	for _, w := range h.words {
		w.heads, w.seen = 0, 0
	}
	var odds []float64
	total, sum := 0.0, 0.0
	for _, d := range docs {
		odds = odds[:0]
		whole := noHead
		for i := range d.words {
			o := h.at(d.words, i)
			odds = append(odds, o)
			whole += o
		}
		for i, o := range odds {
			t := &d.words[i]
			if t.code {
				continue
			}
			q := o / whole
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

// head returns the place of a parsed title's head and the probability that it is
// one, -1 when no word can be. Words of skip and silent ones are passed over.
func (h *heads) head(ws []titleWord, skip func(i int) bool) (at int, probability float64) {
	best, whole := 0.0, noHead
	at = -1
	for i := range ws {
		o := h.at(ws, i)
		whole += o
		if w := h.words[ws[i].key]; ws[i].named == 0 && w != nil && w.silent {
			continue
		}
		if o > best && (skip == nil || !skip(i)) {
			best, at = o, i
		}
	}
	return at, best / whole
}
