package feed

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"shopclerk/data"
)

// vocabulary is what shops call their fields, in every language that the table of
// data/fields/names.json has.
type vocabulary struct {
	Levels    []string            // words that say which level of a category a field is, or that it is one
	Affixes   []string            // of them, those that begin or end other words
	Options   []string            // what variants are told apart by, likeliest first
	Cents     []string            // words for minor units
	Columns   []string            // what readers of tables call columns: "column 3"
	Languages []string            // codes that end translated names: "nom FR"
	Neutral   []string            // concepts that only say in which form another is given
	Nested    []string            // last components that leave the meaning to the one before: "price.value"
	Dominant  []string            // concepts that a word of theirs makes of the whole name: of "seller rating" the seller
	Telling   map[string][]string // language → its frequent words

	concepts map[string][]string // letters of a name without separators → what it can mean, in order
	whole    map[string][]string // the same for words that mean it only when they are the whole name
	entity   map[string]bool     // words that only say "product"
	filler   map[string]bool     // words that say nothing: "main", "of"
	longest  int                 // letters of the longest name
	unasked  map[string]string   // concept → why no shopper is asked about it
	meaning  map[string]string   // text in lower case → what it stands for: "yes", "no", "sold out", "unpriced", "system", "nothing"
}

var vocabularyOnce = sync.OnceValue(readVocabulary)

// readVocabulary reads the embedded table. It panics when the table is no JSON, which
// every test shows.
func readVocabulary() *vocabulary {
	table := embeddedTable[struct {
		vocabulary
		Entity, Filler    []string
		Concepts          map[string]map[string][]string
		Meanings, Unasked map[string][]string
	}](data.FieldNames)
	v := &table.vocabulary
	v.concepts, v.whole, v.entity, v.filler = map[string][]string{}, map[string][]string{}, map[string]bool{}, map[string]bool{}
	v.unasked, v.meaning = inverted(table.Unasked), inverted(table.Meanings)
	for concept, languages := range table.Concepts {
		for _, names := range languages {
			for _, name := range names {
				table := v.concepts
				if strings.HasPrefix(name, "=") {
					table = v.whole
				}
				key := strings.Join(nameWords(name), "")
				if !slices.Contains(table[key], concept) {
					table[key] = append(table[key], concept)
				}
				v.longest = max(v.longest, len(key))
			}
		}
	}
	for _, table := range []map[string][]string{v.concepts, v.whole} {
		for _, list := range table {
			slices.Sort(list) // maps are ranged over in any order
		}
	}
	for _, e := range table.Entity {
		v.entity[strings.Join(nameWords(e), "")] = true
	}
	for _, w := range table.Filler {
		v.filler[strings.Join(nameWords(w), "")] = true
	}
	return v
}

// inverted returns the key of each value.
func inverted(lists map[string][]string) map[string]string {
	keys := map[string]string{}
	for key, list := range lists {
		for _, value := range list {
			keys[value] = key
		}
	}
	return keys
}

// nameWords splits a name into its words: lower case, without accents, split where
// signs, digits or a capital behind small letters say so: "discountedSellingPrice",
// "catégories_FR", "5star".
func nameWords(name string) []string {
	letters := accents.ReplaceAllString(norm.NFD.String(foldLetters.Replace(name)), "")
	split := abbreviated.ReplaceAllString(camel.ReplaceAllString(letters, "$1 $2"), "$1 $2")
	words := nameWord.FindAllString(split, -1)
	for i, w := range words {
		words[i] = strings.ToLower(w)
	}
	return words
}

var (
	accents     = regexp.MustCompile(`\p{Mn}`)
	camel       = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)
	abbreviated = regexp.MustCompile(`(\p{Lu})(\p{Lu}\p{Ll})`) // "SKUName"
	nameWord    = regexp.MustCompile(`#|\p{Nd}+|\p{L}+`)
)

// foldLetters spells letters that have no accent to take off.
var foldLetters = strings.NewReplacer("ß", "ss", "ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "ı", "i", "İ", "I", "æ", "ae", "Æ", "Ae", "œ", "oe", "đ", "d", "Đ", "D", "’", "'")

// naming is what a field's name says.
type naming struct {
	scores map[string]float64 // concept → how clearly the name says it, 0..1
	words  []string           // of the last component of a dotted name
	blank  bool               // it says nothing: "", "Unnamed: 0", "column_3"
}

func (n *naming) of(concepts ...string) float64 {
	best := 0.0
	for _, c := range concepts {
		best = max(best, n.scores[c])
	}
	return best
}

// strongest returns the concept that the name says most clearly, "" for none.
func (n *naming) strongest() (concept string, score float64) {
	for c, s := range n.scores {
		if s > score || s == score && c < concept {
			concept, score = c, s
		}
	}
	return concept, score
}

// readName finds out what a field's name says. Names are read as words of any of the
// table's languages; which language a feed is in is not guessed first, for headers mix
// them.
func readName(name string) naming {
	v := vocabularyOnce()
	n := naming{scores: map[string]float64{}}
	plain := bracketed.ReplaceAllString(name, " ")
	components := strings.FieldsFunc(plain, func(r rune) bool { return r == '.' || r == ':' || r == '/' || r == '>' })
	var last []string
	var before [][]string
	for _, c := range components {
		if w := nameWords(c); len(w) > 0 {
			if last != nil {
				before = append(before, last)
			}
			last = w
		}
	}
	for len(before) > 0 && slices.Contains(v.Nested, strings.Join(last, "")) && !v.entity[strings.Join(before[len(before)-1], "")] {
		last = append(slices.Clone(before[len(before)-1]), last...)
		before = before[:len(before)-1]
	}
	if k := len(before); k > 0 { // "rating.count" is what "rating count" is, "precios.publico" a "precio publico"
		outer := slices.Clone(before[k-1])
		for _, end := range []string{"", "s"} {
			outer[len(outer)-1] = strings.TrimSuffix(outer[len(outer)-1], end)
			if both := append(slices.Clone(outer), last...); v.concepts[strings.Join(both, "")] != nil {
				last, before = both, before[:k-1]
				break
			}
		}
	}
	n.words = last
	joined := strings.Join(last, "")
	n.blank = joined == "" || strings.HasPrefix(joined, "unnamed") || isColumnNumber(last)
	if n.blank {
		if strings.HasPrefix(joined, "unnamed") {
			n.scores["index"] = 1
		}
		return n
	}
	v.read(&n, last)
	for _, w := range before {
		outer := naming{scores: map[string]float64{}}
		v.read(&outer, w)
		for _, c := range append([]string{"brand", "category", "image"}, v.Dominant...) {
			if s := outer.scores[c]; s >= 0.7 {
				n.dominate(c, s)
			}
		}
		if s := outer.scores["price"]; s >= 0.7 {
			n.scores["price"] = max(n.scores["price"], 0.75*s) // "prices.workshop"
		}
	}
	return n
}

var bracketed = regexp.MustCompile(`\(([^)]*)\)|\[([^\]]*)\]|（([^）]*)）`)

// isColumnNumber recognises names that readers of tables give: "column_3", "field 12".
func isColumnNumber(w []string) bool {
	return len(w) == 2 && slices.Contains(vocabularyOnce().Columns, w[0]) && isDigits(w[1])
}

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// segment is a run of a name's words that the table knows.
type segment struct {
	concepts []string
	from, to int
	score    float64
}

// read scores the words of one component.
func (v *vocabulary) read(n *naming, words []string) {
	words = slices.Clone(words)
	for len(words) > 1 && slices.Contains(v.Languages, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	// "product rank" is the rank, and "rank" alone is in the table of whole names.
	if s := v.lookup(words, 0, len(words)); s.score == 1 {
		for _, c := range s.concepts {
			n.scores[c] = 1
		}
		return
	}
	var kept []string
	entity := false
	for _, w := range words {
		entity = entity || v.entity[w]
		if !v.entity[w] && !v.filler[w] {
			kept = append(kept, w)
		}
	}
	if kept == nil {
		if entity { // "product": the thing itself, which is its title
			n.scores["title"] = 0.8
		}
		return
	}
	words = kept
	if list := v.whole[strings.Join(words, "")]; list != nil {
		for _, c := range list {
			n.scores[c] = 1
		}
	}
	segments, unknown := v.segment(words)
	switch len(segments) {
	case 0:
		return
	case 1:
		s := segments[0]
		score := s.score
		if unknown > 0 {
			score *= 0.75 - 0.1*float64(min(unknown-1, 3))
			if s.from > 0 && s.to < len(words) {
				score *= 0.8 // neither what a German nor what a French name is about
			}
		}
		for _, c := range s.concepts {
			n.scores[c] = max(n.scores[c], score)
		}
	default:
		v.combine(n, segments, unknown)
	}
	for _, s := range segments {
		for _, c := range s.concepts {
			if slices.Contains(vocabularyOnce().Dominant, c) {
				n.dominate(c, s.score)
			}
		}
	}
}

// combine scores a name of several known parts. What only names the form of another
// ("brand name", "category id") leaves the meaning to that other, but an address or a
// code of a category is none.
func (v *vocabulary) combine(n *naming, segments []segment, unknown int) {
	first, last := segments[0], segments[len(segments)-1]
	form := ""
	for _, c := range last.concepts {
		if slices.Contains(v.Neutral, c) {
			form = c
		}
	}
	share := 1.0
	if unknown > 0 {
		share = 0.8
	}
	for _, c := range first.concepts {
		score := first.score * share
		switch {
		case form == "title", form == "description" && c != "title", form == "link" && (c == "image" || c == "link" || c == "smallimage"):
			score *= 0.9
		case form == "id" && c == "group":
		case form == "id":
			c, score = "code", 0.9*score
		case form == "link":
			c, score = "address", 0.9*score
		default:
			score *= 0.5
		}
		n.scores[c] = max(n.scores[c], score)
	}
}

// dominate makes a concept that of the whole name.
func (n *naming) dominate(concept string, score float64) {
	for c := range n.scores {
		if c != concept && !slices.Contains(vocabularyOnce().Dominant, c) {
			n.scores[c] *= 0.3
		}
	}
	n.scores[concept] = max(n.scores[concept], score)
}

// segment cuts words into the longest runs that the table knows, from the left, and
// counts the words that are in none.
func (v *vocabulary) segment(words []string) (segments []segment, unknown int) {
	const most = 5 // words of a name in the table
	for i := 0; i < len(words); {
		var best segment
		for j := min(len(words), i+most); j > i; j-- {
			if s := v.lookup(words, i, j); s.score > best.score {
				best = s
				if s.score == 1 {
					break
				}
			}
		}
		if best.score == 0 {
			if !isDigits(words[i]) {
				unknown++
			}
			i++
			continue
		}
		segments = append(segments, best)
		i = best.to
	}
	return segments, unknown
}

// lookup finds words[from:to] in the table: as they are; a single word also as a
// compound that ends in a known one ("verkaufspreis", "produktnamn") or as a known one
// with an ending ("fiyatı", "kategorisi").
func (v *vocabulary) lookup(words []string, from, to int) segment {
	key := strings.Join(words[from:to], "")
	s := segment{from: from, to: to}
	if list := v.concepts[key]; list != nil {
		s.concepts, s.score = list, 1
		return s
	}
	if to-from > 1 || len(key) > v.longest+20 {
		return s
	}
	const shortest, ending = 5, 3
	for i := 3; i <= len(key)-4; i++ { // the longest known ending first
		list := v.concepts[key[i:]]
		if list != nil && (len(key)-i >= shortest || v.entity[key[:i]]) {
			s.concepts, s.score = list, 0.85
			if v.entity[key[:i]] {
				s.score = 0.95
			}
			return s
		}
	}
	for i := len(key) - 1; i >= max(shortest, len(key)-ending); i-- {
		if list := v.concepts[key[:i]]; list != nil {
			s.concepts, s.score = list, 0.85
			return s
		}
	}
	return s
}
