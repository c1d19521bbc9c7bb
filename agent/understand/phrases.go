package understand

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"shopclerk/agent/language"
	"shopclerk/catalog"
)

// maxWords is the number of tokens of the longest phrase that is matched.
// Longer values exist ("M.2-2280 PCIe 4.0 X4 NVMe"); beyond this they are titles.
const maxWords = 8

// maxSynonymWords is the longest phrase of which synonyms are indexed: synonyms
// serve the short names that people have several words for.
const maxSynonymWords = 4

// vague lists last words of category names that name no kind of product when
// they stand alone.
var vague = map[string]bool{
	"other": true, "misc": true, "miscellaneous": true, "set": true, "kit": true, "part": true, "supply": true,
	"product": true, "item": true, "more": true, "good": true, "gear": true, "up": true, "down": true, "off": true,
	"equipment": true, "device": true, "system": true, "component": true, "general": true, "type": true, "new": true,
}

// gathered lists last words of category names that only say that several are sold together.
var gathered = map[string]bool{"set": true, "pack": true, "pair": true, "bundle": true, "collection": true, "range": true}

// labelFrame lists words around the noun of an aspect's label: "Core count" is
// also meant by "8 cores", "Max. speed" by "speed". The shortened label counts
// only beside an amount.
var labelFrame = map[string]bool{
	"count": true, "number": true, "of": true, "max": true, "maximum": true, "min": true, "minimum": true, "total": true,
	"size": true, "rate": true, "the": true, "no": true, "amount": true, "type": true,
}

// phraseKey joins stems to the text by which phrases are compared. Words are
// joined without a gap, so that "head phones" and "wi-fi" meet "headphones" and
// "wifi"; a number and another are kept apart.
func phraseKey(buffer []byte, stems []string) []byte {
	for _, s := range stems {
		buffer = appendStem(buffer, s)
	}
	return buffer
}

func appendStem(key []byte, stem string) []byte {
	if n := len(key); n > 0 && language.Digit(rune(key[n-1])) && language.Digit(rune(stem[0])) {
		key = append(key, '|')
	}
	return append(key, stem...)
}

// phrases indexes every entry under all its phrases.
func (b *builder) phrases() {
	b.holding = map[string]int{}
	for id := range b.entries {
		if e := &b.entries[id]; e.kind == aValue {
			key := string(phraseKey(nil, stemsOf(language.Tokenize(e.text))))
			b.holding[key] = max(b.holding[key], e.countIn(nil))
		}
	}
	for id := range b.entries {
		e := &b.entries[id]
		switch e.kind {
		case aCategory:
			b.categoryPhrases(int32(id), e.text)
		case aValue:
			stems := stemsOf(language.Tokenize(e.text))
			if !b.swallows(e, stems) {
				b.phrase(int32(id), stems, rankExact, e.countIn(nil))
			}
			b.fragments(int32(id), e, stems)
			b.beside(int32(id), e, stems)
			b.short(int32(id), e.text)
			if n := len(stems) - 1; n > 1 && !slices.ContainsFunc(stems[:n], func(s string) bool { return !language.Digit(rune(s[0])) }) {
				if _, measured := language.KnownUnit(stems[n]); measured {
					b.add(int32(id), stems[:n], rankPart) // "155 x 220" of "155 × 220 cm"
				}
			}
		case aLabel:
			b.labelPhrases(int32(id), e)
		}
	}
}

// rarer is how many times as many products have what the words of a value say one by one
// where the value as a whole is none that shoppers mean: "black skirt", tagged to a blouse
// that goes with one.
const rarer = 10

// swallows reports whether words of a value end with the name of a kind of thing that its
// products are not, or with that of any thing behind a value that many more have.
func (b *builder) swallows(e *entry, stems []string) bool {
	for from := 1; from < len(stems); from++ {
		for _, m := range b.index[string(phraseKey(nil, stems[from:]))] {
			k := &b.entries[m.entry]
			if k.kind != aCategory || m.rank >= rankTail {
				continue
			}
			size, within := 0, false
			for _, t := range k.in {
				size += b.categories[t.category].size
				within = within || e.inCategory(t.category) > 0
			}
			if !within && size >= rarer*e.countIn(nil) {
				return true
			}
		}
		if language.English().Products[strings.Join(stems[from:], " ")] != "" && b.holding[string(phraseKey(nil, stems[:from]))] >= rarer*e.countIn(nil) {
			return true
		}
	}
	return false
}

// phrase indexes an entry under a phrase and its synonyms.
func (b *builder) phrase(id int32, stems []string, r matchRank, count int) {
	b.add(id, stems, r)
	if len(stems) <= maxSynonymWords {
		for _, v := range b.lexicon.variants(stems) {
			b.add(id, v, synonymRank[r])
			b.learn(v, 1)
		}
	}
	b.learn(stems, count)
}

const (
	// mostFragments bounds the memory that fragments take, some 60 bytes each.
	mostFragments = 250_000
	// mostWhole is the number of words of the longest value that is taken apart, and
	// mostValues the number of values from which an aspect's are names, which share
	// words by chance.
	mostWhole, mostValues = 6, 400
)

// fragments indexes a value under the runs of its words, and under the families that the
// language knows it to be of.
func (b *builder) fragments(id int32, e *entry, stems []string) {
	a := &b.aspects[e.aspect]
	if a.key == catalog.KeyBrand || a.key == "series" || a.key == "model" || len(a.values) > mostValues || b.taken >= mostFragments {
		return
	}
	for _, family := range language.English().Families(e.text) {
		b.add(id, stemsOf(language.Tokenize(family)), rankFragment)
		b.taken++
	}
	if len(stems) < 2 || len(stems) > mostWhole {
		return
	}
	for i, first := range stems[:len(stems)-1] {
		if second := stems[i+1]; len(first) > 2 && len(second) > 2 && !language.Digit(rune(first[0])) && !language.Digit(rune(second[0])) && !b.swallows(e, stems[i:i+2]) {
			b.addRoots(id, first, second, rankFragment)
		}
	}
	prefix := func(s string) bool { return s == "non" || s == "anti" } // names nothing by itself
	edge := func(s string) bool {
		return language.English().Knows(s) || language.Digit(rune(s[0])) || len(s) < 3 || prefix(s)
	}
	for from := range stems {
		for to := from + 1; to <= len(stems) && to-from < len(stems); to++ {
			if edge(stems[to-1]) && to-from == 1 || edge(stems[from]) && !prefix(stems[from]) || to-from == 1 && language.English().Common[stems[from]] || labelFrame[stems[from]] && to-from == 1 || b.swallows(e, stems[from:to]) {
				continue
			}
			b.add(id, stems[from:to], rankFragment)
			b.learn(stems[from:to], 0)
			for _, v := range b.lexicon.variants(stems[from:to]) {
				b.add(id, v, rankFragment)
			}
			b.taken++
		}
	}
}

// degrees are what people say before a word that things are more or less, by the value that a
// catalogue has of it.
var degrees = map[string][]string{
	"full": {"fully"}, "all": {"fully"}, "complete": {"fully", "completely"}, "total": {"fully", "totally"},
	"semi": {"semi", "partly", "half"}, "some": {"semi", "partly", "half"}, "partial": {"semi", "partly", "partially", "half"}, "half": {"semi", "partly"},
}

// beside indexes a value that is a degree under the word that its aspect is called by: "fully
// modular" of the value "all" of "modular cables".
func (b *builder) beside(id int32, e *entry, stems []string) {
	if len(stems) != 1 || degrees[stems[0]] == nil {
		return
	}
	for _, in := range b.aspects[e.aspect].in {
		label := stemsOf(language.Tokenize(in.label))
		if len(label) == 0 || e.inCategory(in.category) == 0 || labelFrame[label[0]] || language.English().Products[label[0]] != "" {
			continue
		}
		for _, degree := range degrees[stems[0]] {
			b.add(id, append(stemsOf(language.Tokenize(degree)), label[0]), rankExact)
		}
	}
}

// short indexes a value that ends in an abbreviation under that behind the first letter of its
// first word: "mATX" of "Micro ATX".
func (b *builder) short(id int32, name string) {
	first, last, _ := strings.Cut(name, " ")
	initial, _ := utf8.DecodeRuneInString(first)
	if unicode.IsLetter(initial) && len(last) >= 3 && strings.ToUpper(last) == last && strings.ToLower(last) != last && !strings.ContainsAny(last, " 0123456789") && strings.ToUpper(first) != first {
		stems := []string{strings.ToLower(string(initial) + last)}
		b.add(id, stems, rankSynonym)
		b.learn(stems, 0)
	}
}

// synonymRank is the rank of a phrase's synonyms by its own.
var synonymRank = map[matchRank]matchRank{rankExact: rankSynonym, rankPart: rankPartSynonym, rankTail: rankTailSynonym}

func (b *builder) add(id int32, stems []string, r matchRank) {
	if len(stems) == 0 || len(stems) > maxWords {
		return
	}
	key := string(phraseKey(nil, stems))
	refs := b.index[key]
	for i := range refs {
		if refs[i].entry == id {
			refs[i].rank = min(refs[i].rank, r)
			return
		}
	}
	b.index[key] = append(refs, ref{entry: id, rank: r, words: int8(len(stems))})
	if len(stems) == 2 && b.entries[id].kind == aLabel {
		b.addRoots(id, stems[0], stems[1], r)
	}
}

// addRoots indexes an entry under two neighbouring words of its name, in whatever form they
// are said.
func (b *builder) addRoots(id int32, first, second string, r matchRank) {
	key := rootsKey(first, second)
	if refs := b.rooted[key]; len(refs) == 0 || refs[len(refs)-1].entry != id {
		b.rooted[key] = append(refs, ref{entry: id, rank: r, words: 2})
	}
}

// rootsKey is the text by which two words are compared whatever form they have and whichever
// comes first: "height adjustment", "adjustable height".
func rootsKey(a, b string) string {
	a, b = language.Root(a), language.Root(b)
	if a > b {
		a, b = b, a
	}
	return a + " " + b
}

// learn notes the words of a phrase for the speller.
func (b *builder) learn(stems []string, count int) {
	for _, s := range stems {
		w := b.stems[s]
		w.Count += count
		w.Alone = w.Alone || len(stems) == 1
		b.stems[s] = w
	}
}

// categoryPhrases indexes a level's name, the sides of "Hats & Caps" and the
// last words of each, which name the kind of thing in English.
func (b *builder) categoryPhrases(id int32, name string) {
	weight := 1 << 20 // categories win over any value among equally near spellings
	whole := stemsOf(language.Tokenize(name))
	b.phrase(id, whole, rankExact, weight)
	if n := len(whole) - 1; n >= 0 && len(whole[n]) == 3 && whole[n][2] == 's' { // "Cover Ups", too short for singular
		b.phrase(id, append(slices.Clone(whole[:n]), whole[n][:2]), rankExact, weight)
	}
	if n := len(whole) - 1; n > 0 && gathered[whole[n]] && language.English().Products[strings.Join(whole[:n], " ")] != "" {
		b.phrase(id, whole[:n], rankPart, weight) // "cookware" of "Cookware sets"
	}
	sides := [][]string{whole}
	for _, side := range strings.FieldsFunc(strings.ReplaceAll(name, " and ", " & "), func(r rune) bool {
		return r == '&' || r == '/' || r == ',' || r == '(' || r == ')'
	}) {
		if stems := stemsOf(language.Tokenize(side)); len(stems) > 0 && len(stems) < len(whole) {
			if n := len(whole) - 1; b.lexicon.accessories[whole[n]] && stems[len(stems)-1] != whole[n] && strings.Contains(name, "/") {
				continue // "Printer/scanner spare part" has no printers
			}
			sides = append(sides, stems)
			if len(stems) > 1 || !vague[stems[0]] {
				b.phrase(id, stems, rankPart, weight)
			}
		}
	}
	if len(sides) > 1 { // the tail of the whole is the tail of its last side
		sides = sides[1:]
	}
	for _, side := range sides {
		for from := 1; from < len(side); from++ {
			t := side[from:]
			if last := t[len(t)-1]; len(last) > 2 && !language.Digit(rune(t[0][0])) && (len(t) > 1 || !vague[last]) {
				b.phrase(id, t, rankTail, weight)
			}
		}
	}
}

// labels adds an entry for every aspect. The label of a flag counts the products
// that say yes, others count every category once.
func (b *builder) labels() {
	for k := range b.aspects {
		e := entry{kind: aLabel, text: b.aspects[k].key, aspect: int32(k)}
		yes, hasYes := b.value[valueID{aspect: int32(k), text: "yes"}]
		for _, in := range b.aspects[k].in {
			t := tally{category: in.category, count: 1}
			if in.kind == catalog.Flag {
				t.count = 0
				if hasYes {
					t.count = b.entries[yes].inCategory(in.category)
				}
			}
			e.in = append(e.in, t)
		}
		b.entry(e)
	}
}

func (e *entry) inCategory(c int32) int {
	for _, t := range e.in {
		if t.category == c {
			return t.count
		}
	}
	return 0
}

// labelPhrases indexes an aspect under its key and labels, whole and without
// their frame.
func (b *builder) labelPhrases(id int32, e *entry) {
	names := []string{strings.ReplaceAll(e.text, "_", " ")}
	for _, in := range b.aspects[e.aspect].in {
		if !slices.Contains(names, in.label) {
			names = append(names, in.label)
		}
	}
	for _, name := range names {
		stems := stemsOf(language.Tokenize(name))
		for len(stems) > 1 && (stems[0] == "is" || stems[0] == "has" || stems[0] == "with") {
			stems = stems[1:]
		}
		if len(stems) == 0 {
			continue // "★"
		}
		b.phrase(id, stems, rankExact, e.countIn(nil))
		short := slices.DeleteFunc(slices.Clone(stems), func(s string) bool { return labelFrame[s] })
		if len(short) > 0 && len(short) < len(stems) {
			b.add(id, short, rankTail)
		}
		if last := stems[len(stems)-1]; len(stems) > 1 && !labelFrame[last] && len(last) > 2 && !language.English().Knows(last) {
			b.add(id, stems[len(stems)-1:], rankFragment) // "16 GB memory" of "Internal memory"
			for _, v := range b.lexicon.variants(stems[len(stems)-1:]) {
				b.add(id, v, rankFragment)
			}
		}
	}
}
