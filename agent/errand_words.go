package agent

import (
	"slices"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/words"
)

// lexicon is what tells an instruction from a search beside the tools' own words: the
// small words of every language of the shop together, because shoppers use more than
// one. The lists, " / " between their phrases, are the catalogue's; what each is for
// stands beside it there.
type lexicon struct {
	manners  phrases // before what is wanted: "could you please"
	asks     phrases // how a question about something of one's own begins
	checks   phrases // how a question that yes or no answers begins
	seeks    phrases // how a search begins
	reasons  phrases // how a remark on an instruction begins
	yes      phrases
	no       phrases
	drop     phrases // gives an errand up
	whatever phrases // it does not matter
	surely   phrases // deeds that are done to orders alone
	thanks   phrases // says nothing
	things   phrases // what shoppers have here: "order", "parcel"
	goods    phrases // those of them that can be anybody's
	own      phrases // "my"
	the      phrases // points at something known
	some     phrases // at something of a kind
	it       phrases // stands for something
	one      phrases // stands for a thing after what tells it apart: "the black one"
	tells    phrases // what tells one apart by its place, its number or by comparison
	ordinals phrases // those of them that count
	small    phrases // says neither what is done nor to what
	between  phrases // between the deed and its object: "back", "two of"
	goes     phrases // goes on behind "it", and is about the errand: "because"
	into     phrases // before what something is put in or taken from
	nots     phrases // "not"
	follows  phrases // goes on behind the object
}

// theLexicon reads the lists once.
var theLexicon = sync.OnceValue(func() *lexicon {
	return &lexicon{
		manners: listed("errand.manners"), asks: listed("errand.asks"), checks: listed("errand.checks"), seeks: listed("errand.seeks"),
		reasons: listed("errand.reasons"), yes: listed("errand.yes"), no: listed("errand.no"), drop: listed("errand.drop"),
		whatever: listed("errand.whatever"), surely: listed("errand.surely"), thanks: listed("errand.thanks"),
		things: listed("errand.things"), goods: listed("errand.goods"), own: listed("errand.own"), the: listed("errand.the"),
		some: listed("errand.some"), it: listed("errand.it"), one: listed("errand.one-of"), tells: listed("errand.tells"),
		ordinals: listed("errand.ordinals"), small: listed("errand.small"), between: listed("errand.between"),
		goes: listed("errand.goes"), into: listed("errand.into"), nots: listed("errand.nots"), follows: listed("errand.follows"),
	}
})

// phrases are ways to say something, each as folded words, by their first.
type phrases map[string][][]string

// listed reads a list of the catalogue in every language.
func listed(id string) phrases {
	p := phrases{}
	for _, l := range words.Languages() {
		for _, phrase := range strings.Split(l.T(id), " / ") {
			p.add(forms(phrase))
		}
	}
	return p
}

// add adds a phrase of one word or more.
func (p phrases) add(phrase []string) { p[phrase[0]] = append(p[phrase[0]], phrase) }

// comma stands for a comma among words.
const comma = ","

// forms are the words of a text as they are compared, without marks.
func forms(text string) []string {
	return slices.DeleteFunc(clausal(text), func(w string) bool { return w == comma })
}

// clausal are the words of a text, and its commas.
func clausal(text string) []string {
	var out []string
	for _, t := range language.Tokenize(text) {
		if t.Kind != language.Mark || t.Form == comma {
			out = append(out, t.Form)
		}
	}
	return out
}

// begin returns how many words of a text the longest phrase is that it begins with.
func (p phrases) begin(text []string) int {
	longest := 0
	if len(text) == 0 {
		return 0
	}
	for _, phrase := range p[text[0]] {
		if n := len(phrase); n > longest && n <= len(text) && slices.Equal(phrase, text[:n]) {
			longest = n
		}
	}
	return longest
}

// are reports whether a text is one of the phrases.
func (p phrases) are(text []string) bool { return len(text) > 0 && p.begin(text) == len(text) }

// is reports whether a word is one of the phrases.
func (p phrases) is(w string) bool {
	return slices.ContainsFunc(p[w], func(phrase []string) bool { return len(phrase) == 1 })
}

// all reports whether a text is made of the phrases.
func (p phrases) all(text []string) bool { return len(text) > 0 && len(p.strip(text)) == 0 }

// strip takes away the phrases that a text begins with.
func (p phrases) strip(text []string) []string {
	for len(text) > 0 {
		n := p.begin(text)
		if text[0] == comma {
			n = 1
		}
		if n == 0 {
			break
		}
		text = text[n:]
	}
	return text
}
