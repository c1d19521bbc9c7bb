package shopper

import (
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"shopclerk/catalog"
	"shopclerk/data"
)

// Degree says how far a query is from the words of the product it asks for.
type Degree string

// The degrees of paraphrase, increasing.
const (
	ByTitle      Degree = "title"      // half of the title's words, in order
	ByAttributes Degree = "attributes" // the category and three attribute values
	Reworded     Degree = "reworded"   // as by attributes, in other words: see reword
	Misspelt     Degree = "misspelt"   // as by attributes, two neighbouring letters of one word swapped
	Vague        Degree = "vague"      // the category and one attribute value
)

// Degrees lists the degrees of paraphrase, increasing.
func Degrees() []Degree { return []Degree{ByTitle, ByAttributes, Reworded, Misspelt, Vague} }

// Query asks for a product in words made of the product's own, without a model.
// Equal sources of randomness give equal queries.
func Query(p *catalog.Product, d Degree, rng *rand.Rand) string {
	switch d {
	case ByTitle:
		words := strings.Fields(p.Title)
		keep := (len(words) + 1) / 2
		from := rng.IntN(len(words) - keep + 1)
		return strings.Join(words[from:from+keep], " ")
	case ByAttributes:
		return described(p, 3, rng)
	case Vague:
		return described(p, 1, rng)
	case Reworded:
		return reword(described(p, 3, rng), rng)
	default:
		return misspell(described(p, 3, rng), rng)
	}
}

// described names the category and up to n attribute values in random order.
func described(p *catalog.Product, n int, rng *rand.Rand) string {
	var values []string
	for _, a := range p.Attributes {
		if v := a.Values[0].Text; a.Key != catalog.KeyPrice && a.Key != catalog.KeyRating && v != "yes" && v != "no" {
			values = append(values, v)
		}
	}
	rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	return strings.Join(append(values[:min(n, len(values))], catalog.LastLevel(p.Category)), " ")
}

// misspell swaps two neighbouring letters in the longest word: short words
// misspelt become other words.
func misspell(query string, rng *rand.Rand) string {
	words := strings.Fields(query)
	longest := 0
	for i, w := range words {
		if len([]rune(w)) > len([]rune(words[longest])) {
			longest = i
		}
	}
	r := []rune(words[longest])
	if len(r) >= 4 {
		i := 1 + rng.IntN(len(r)-2)
		if unicode.IsLetter(r[i]) && unicode.IsLetter(r[i+1]) {
			r[i], r[i+1] = r[i+1], r[i]
		}
	}
	words[longest] = string(r)
	return strings.Join(words, " ")
}

// reword says a query in other words, as ProductAgent's benchmark has a language
// model do (Doc2Query), by rule: every word that has an everyday synonym is
// replaced by one, numbers are rounded to one that a person would say, nouns and
// adjectives change their form, the parts come in another order, and words that
// carry nothing are added. What is meant stays the same; few of the product's own
// words remain.
func reword(query string, rng *rand.Rand) string {
	words := strings.Fields(query)
	for i, w := range words {
		words[i] = other(w, rng)
	}
	// "over-ear sage headphones" → "headphones over ear sage"
	turn := rng.IntN(len(words))
	words = append(words[turn:len(words):len(words)], words[:turn]...)
	frame := frames[rng.IntN(len(frames))]
	return frame[0] + strings.Join(words, " ") + frame[1]
}

// frames are what people write around what they look for.
var frames = [][2]string{
	{"", ""}, {"looking for ", ""}, {"i need ", " please"}, {"", " for a friend"}, {"show me ", ""}, {"want something like ", ""},
}

// other returns another word for the same.
func other(word string, rng *rand.Rand) string {
	folded := catalog.FoldCase(strings.Trim(word, ",.;:()"))
	if n, err := strconv.ParseFloat(folded, 64); err == nil {
		return said(n)
	}
	if s := synonyms()[folded]; len(s) > 0 {
		return s[rng.IntN(len(s))]
	}
	if apart := strings.FieldsFunc(folded, func(r rune) bool { return r == '-' || r == '/' }); len(apart) > 1 {
		return strings.Join(apart, " ")
	}
	return form(folded)
}

// form turns a plural into a singular and the reverse; words that are no letters
// throughout, or short, stay.
func form(word string) string {
	if len(word) < 4 || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return word
	}
	switch {
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "ed"), strings.HasSuffix(word, "ing"):
		return word
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case strings.HasSuffix(word, "s"):
		return strings.TrimSuffix(word, "s")
	case strings.HasSuffix(word, "y") && !strings.ContainsRune("aeiou", rune(word[len(word)-2])):
		return strings.TrimSuffix(word, "y") + "ies"
	}
	return word + "s"
}

// small spells the numbers that people write as words.
var small = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// said is a number as a person would say it: small whole ones as words, others to
// two significant digits.
func said(n float64) string {
	if n >= 0 && n <= 10 && n == float64(int(n)) {
		return small[int(n)]
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 2, 64), 64)
	return catalog.FormatNumber(rounded)
}

// synonyms are everyday words for everyday words, written down without looking at
// any catalogue or at the clerk's own list of synonyms.
var synonyms = sync.OnceValue(func() (out map[string][]string) {
	text, err := fs.ReadFile(data.Bench(), "reworded.json")
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		panic(err) // the file is one of ours
	}
	return out
})
