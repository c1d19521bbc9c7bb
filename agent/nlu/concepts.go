package nlu

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/data"
)

// thesaurus is what words mean whatever a shop sells: concepts with their names in every language,
// what people say for them, broader concepts, and what those say who need one. It is compiled by
// [CompileConcepts].
type thesaurus struct {
	words    wordTable
	concepts []concept
	names    []conceptName
	byKey    map[uint64][]int32 // names by [wordTable.keys]
	byNorm   map[int32][]int32  // names of few words by the norms of their words, broader ones not among them
	cues     map[int32][]cueWeight
	speller  language.Speller
}

// concept is a kind of product, a value of an aspect, or an aspect.
type concept struct {
	class  byte     // 'k' a kind, 'v' a value, 'q' an aspect, 's' of any, 'u' a use or person, 'w' words that are no names
	aspect []uint64 // see aspectKeys; of a value, where it is known
	kinds  []uint64 // keys of the kinds of product that it is a value of
}

// conceptName is a name of a concept.
type conceptName struct {
	concept int32
	words   []int32
	role    nameRole
	wide    float32 // of a broader name: logarithm to base 1,000 of how many concepts have it
}

// nameRole is what a name is to its concept.
type nameRole uint8

// The roles, in the order of the columns of the compiled file.
const (
	isName    nameRole = iota // the usual name in a language
	isOther                   // another name: a further translation, a synonym
	isSaid                    // what people say for it
	isBroader                 // the name of the nearest broader concept
	isFar                     // of another broader one
	isCue                     // what those say who need it: words, in any order
	isNot                     // what looks like a name and means something else
	nameRoles = int(isNot) + 1
)

// relation is how what was said leads to a name of the catalogue.
type relation uint8

const (
	byItself   relation = iota // the catalogue's own words
	bySame                     // usual names of one concept
	byOther                    // further names of it
	bySaid                     // what people say, and a name
	bySaying                   // both are what people say
	byBroader                  // the catalogue has the broader kind
	byNarrower                 // the catalogue has a narrower one
	byFamily                   // the catalogue has the broader value: blue for navy
	byShade                    // the catalogue has a narrower one
	byFar                      // one of the two is far broader
	byCue                      // what was said tells of it
	byMistake                  // what was said is known to mean something else
	unrelated
	relations = int(unrelated)
)

// relate tells the relation from the role of what was said to that of the catalogue's name, for a
// concept of a class.
func relate(said, named nameRole, class byte) relation {
	down, up := byShade, byFamily
	if class == 'k' {
		down, up = byNarrower, byBroader
	}
	switch {
	case said == isNot && named <= isSaid:
		return byMistake
	case said == isNot || named > isFar || said > isSaid && named > isSaid:
		return unrelated
	case said == isCue:
		return byCue
	case said == isFar || named == isFar:
		return byFar
	case said == isBroader:
		return down
	case named == isBroader:
		return up
	case said == isSaid && named == isSaid:
		return bySaying
	case said == isSaid || named == isSaid:
		return bySaid
	case said == isOther || named == isOther:
		return byOther
	}
	return bySame
}

// cueWeight is the weight of a word among those that tell of a concept; the squares of the weights
// of a concept sum to 1.
type cueWeight struct {
	concept int32
	weight  float32
}

// concepts is the thesaurus that programs hold.
var concepts = sync.OnceValue(func() *thesaurus {
	r, err := gzip.NewReader(bytes.NewReader(data.Concepts))
	if err != nil {
		panic(err) // embedded: every test meets it
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	return readThesaurus(string(text))
})

// readThesaurus reads lines of class, aspect, kinds and then the names of each role, divided by
// tabs; what a column lists is divided by "|".
func readThesaurus(text string) *thesaurus {
	t := &thesaurus{words: newWordTable(nil), byKey: map[uint64][]int32{}, byNorm: map[int32][]int32{}, cues: map[int32][]cueWeight{}}
	list := func(column string) []string {
		if column == "" {
			return nil
		}
		return strings.Split(column, "|")
	}
	counts := map[int32]map[int32]int{} // of cues: by concept and word
	spelt := map[string]language.Info{}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	aspects := make([]string, len(lines))
	for id, line := range lines {
		columns := strings.Split(line, "\t")
		aspects[id] = columns[1]
		c := concept{class: columns[0][0]}
		for _, kind := range list(columns[2]) {
			c.kinds = append(c.kinds, t.words.keys(t.words.of(language.Tokenize(kind)), nil)...)
		}
		t.concepts = append(t.concepts, c)
		if c.class == 'w' { // only words
			t.words.of(language.Tokenize(columns[3]))
			continue
		}
		for role := range nameRoles {
			for _, text := range list(columns[3+role]) {
				words := t.words.of(language.Tokenize(text))
				switch {
				case len(words) == 0:
				case nameRole(role) == isCue:
					t.countCue(counts, int32(id), words)
				default:
					t.add(conceptName{concept: int32(id), words: words, role: nameRole(role)})
					if len(words) == 1 && role < int(isSaid) {
						t.words.at(words[0]).lemma = true
						spelt[t.words.at(words[0]).text] = language.Info{Count: 1, Alone: true}
					}
				}
			}
		}
	}
	for id, aspect := range aspects {
		t.concepts[id].aspect = t.aspectKeys(aspect)
	}
	for _, ids := range t.byKey {
		broad := 0
		for _, id := range ids {
			if role := t.names[id].role; role == isBroader || role == isFar {
				broad++
			}
		}
		for _, id := range ids {
			t.names[id].wide = max(t.names[id].wide, float32(math.Log(float64(broad+1))/math.Log(1000)))
		}
	}
	t.weighCues(counts)
	t.speller = language.NewSpeller(spelt)
	return t
}

func (t *thesaurus) add(n conceptName) {
	id := int32(len(t.names))
	t.names = append(t.names, n)
	for _, key := range t.words.keys(n.words, nil) {
		t.byKey[key] = append(t.byKey[key], id)
	}
	if n.role > isSaid || len(n.words) > maxNameWords {
		return
	}
	for _, w := range n.words {
		for _, norm := range distinct(t.words.at(w).norms) {
			if l := t.byNorm[norm]; len(l) == 0 || l[len(l)-1] != id {
				t.byNorm[norm] = append(l, id)
			}
		}
	}
}

func distinct(norms []int32) []int32 {
	out := norms[:0:0]
	for _, n := range norms {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

func (t *thesaurus) countCue(counts map[int32]map[int32]int, id int32, words []int32) {
	if counts[id] == nil {
		counts[id] = map[int32]int{}
	}
	for _, w := range words {
		for _, norm := range distinct(t.words.at(w).norms) {
			counts[id][norm]++
		}
	}
}

// weighCues makes vectors of tf·idf of the cues of each concept, of length 1.
func (t *thesaurus) weighCues(counts map[int32]map[int32]int) {
	df := map[int32]int{}
	for _, words := range counts {
		for w := range words {
			df[w]++
		}
	}
	for id := range t.concepts {
		words := counts[int32(id)]
		sum := 0.0
		weight := map[int32]float64{}
		for w, n := range words {
			weight[w] = (1 + math.Log(float64(n))) * math.Log(1+float64(len(counts))/float64(df[w]))
		}
		order := make([]int32, 0, len(words))
		for w := range words {
			order = append(order, w)
		}
		slices.Sort(order)
		for _, w := range order {
			sum += weight[w] * weight[w]
		}
		for _, w := range order {
			t.cues[w] = append(t.cues[w], cueWeight{int32(id), float32(weight[w] / math.Sqrt(sum))})
		}
	}
}

// aspectKeys are what an aspect's label is compared by: the key of its topic, where tables know
// one, else of its name and of what the name means in the first language.
func (t *thesaurus) aspectKeys(label string) []uint64 {
	if label == "" {
		return nil
	}
	if topic := language.Topic(label, ""); topic != "" {
		return []uint64{phraseKey([]string{"topic", topic})}
	}
	toks := language.Tokenize(label)
	var out []uint64
	for _, l := range language.Languages() {
		key := phraseKey(slices.DeleteFunc(Stems(l, toks), func(s string) bool { return s == "" }))
		if slices.Contains(out, key) {
			continue
		}
		out = append(out, key)
		for _, id := range t.byKey[key] {
			if n := &t.names[id]; n.role == isName && len(out) < 6 {
				for k := id; k >= 0 && t.names[k].concept == n.concept; k-- {
					out = append(out, t.words.keys(t.names[k].words, nil)[0])
				}
				for k := id + 1; int(k) < len(t.names) && t.names[k].concept == n.concept && t.names[k].role == isName; k++ {
					out = append(out, t.words.keys(t.names[k].words, nil)[0])
				}
			}
		}
	}
	return out
}

func meet(a, b []uint64) bool {
	return slices.ContainsFunc(a, func(x uint64) bool { return slices.Contains(b, x) })
}
