package nlu

import (
	"math"
	"slices"
	"strings"

	"shopclerk/agent/language"
)

// LinkKind is what a link leads to.
type LinkKind uint8

// The kinds of links.
const (
	ToCategory LinkKind = iota // categories
	ToValue                    // values of an aspect
	ToAspect                   // an aspect
)

// Link is one meaning of a span.
type Link struct {
	Kind       LinkKind
	Categories []string // of ToCategory: paths; a level of the tree stands for all below it
	Key        string   // of ToValue and ToAspect: the aspect's key
	Values     []string // of ToValue: the catalogue's spellings, the likeliest first
	Text       string   // as the catalogue calls it
	Polarity   Polarity // how the shopper stands to it: Want for "wireless" of "without cables"
	Count      int      // products in the scope that have it
	Guess      bool     // of ToValue: it is not likely, and goes by what people say for it, or by few words of the span
	lacks      bool     // of ToValue: its values lack words of the span that tell something
	Part       bool     // of ToCategory: it is called so by one side of its name, "Caps" of "Hats & Caps"
	Score      float64  // probability that the span means it, 0..1; of all links and none at most 1 together
}

// Query is a span of a message, and where it stands.
type Query struct {
	Tokens   []language.Token
	From, To int
	Type     Type
	Polarity Polarity
	Scope    []string // paths of categories; nil for the whole shop
	Of       string   // key of the aspect that is named beside it; "" for none
	Lang     *language.Language

	again bool // it is one of what a span means
}

const (
	// maxLinks is how many meanings of a span are told, and maxValues how many values of an aspect
	// one of them has.
	maxLinks, maxValues = 5, 12
	// maxSpanWords is how many words of a span are read, and maxPhrase how many of them are looked
	// up together.
	maxSpanWords, maxPhrase = 16, 6
	// common is the weight, beside the weightiest word of a span, below which a word tells nothing.
	common = 0.3
	// maxLooked is how many names that share a word with a span are compared with it.
	maxLooked = 48
	// sharing is the share of the likeliest value's probability from which another of the same aspect is meant with it,
	// sharingDenied that of one by the same names where they are not wanted.
	sharing, sharingDenied = 0.3, 0.2
	// plainlyMeant is the probability from which a link is no guess, leastCovered the share of its span that a name has.
	plainlyMeant, leastCovered = 0.8, 0.4
	// widening is how many times as many products another category of the same name holds that is
	// meant with a small one.
	widening = 3
)

// Link returns the meanings of a span, likeliest first, and the probability that it has none.
func (x *Lexicon) Link(q Query) (links []Link, none float64) {
	l := x.linker(q)
	l.find()
	if links, none = l.links(); none < 0.5 || q.again {
		return links, none
	}
	for _, name := range l.otherNames() { // "rutschfest" is "non-slip", which is in "non-slip surface"
		toks := language.Tokenize(name)
		other := q
		other.Tokens, other.From, other.To, other.again = toks, 0, len(toks), true
		if found, nothing := x.Link(other); len(found) > 0 && found[0].Score > max(nothing, 0.5) && nothing < none && !x.properNames(found[0].Key) {
			links, none = found, nothing
		}
	}
	return links, none
}

// properNames reports whether the values of an aspect are names that somebody has given.
func (x *Lexicon) properNames(key string) bool {
	return slices.ContainsFunc(x.aspects, func(a lexAspect) bool { return a.key == key && a.named })
}

// mostNames is how many other names of what a span means are linked in its place.
const mostNames = 4

// otherNames lists the usual names of what the whole span is a name of.
func (l *linker) otherNames() []string {
	var out []string
	for _, key := range keysOf(l.forms, l.langs) {
		for _, id := range l.know.byKey[key] {
			if n := &l.know.names[id]; n.role > isOther || !sameWords(l.forms, n.words, l.langs) {
				continue
			}
			for _, n := range l.know.of(id) {
				if n.role > isOther || len(out) == mostNames {
					continue
				}
				words := make([]string, len(n.words))
				for i, w := range n.words {
					words[i] = w.text
				}
				out = append(out, strings.Join(words, " "))
			}
		}
	}
	return out
}

// linker finds the meanings of one span.
type linker struct {
	*Lexicon
	Query
	langs      []int  // English and the language of the message, by their places among all
	ownLangs   []int  // those of them that the catalogue's names are in
	inScope    []bool // by category; nil for all
	inScopeAll int    // products in the scope
	span       []spanWord
	forms      []*form         // of the span
	weight     float64         // of the words of the span
	grams      map[string]bool // their trigrams, once they are needed
	candidates []*candidate
	at         map[int32]int // candidates by entry, −1 for those that cannot be meant
}

// spanWord is a word of the span.
type spanWord struct {
	*form
	weight float64
	bit    uint32  // 1; 0 of a word that is said too often to tell anything beside others
	known  bool    // the catalogue has it
	spelt  bool    // it is corrected
	others []other // what it means, as a word of other names
}

// other is a word that means the same.
type other struct {
	*form
	strength float64
}

// candidate is an entry that the span may mean.
type candidate struct {
	entry    int32
	count    int // products in the scope
	general  features
	features features // of the evidence
	score    float64
	mistaken bool // the span is known to mean something else than what a concept of it does
	evidence      // that says most for it
}

// evidence is what speaks for an entry.
type evidence struct {
	relation
	concept         int32 // −1 for none
	nameCover       float64
	spanCover       float64
	part, inexact   bool
	spelt, headless bool
	offhead         bool    // the last word of the span is not in the name
	all             bool    // each of several words of the span is, be it ever so common
	strength        float64 // of the words that match, 0..1
	likeness        float64 // of letters
	cue             float64 // cosine with what those say who need it
	words           int     // of the name
	span            uint32  // words of the span that tell something and match, one bit each
	telling         float64 // of the matched words
	wide            float64 // of a broader or narrower name
	cued            bool
}

func (x *Lexicon) linker(q Query) *linker {
	l := &linker{Lexicon: x, Query: q, inScopeAll: x.products, at: map[int32]int{}}
	if l.Lang == nil {
		l.Lang = language.English()
	}
	l.langs = slices.Compact([]int{0, max(0, slices.Index(language.Languages(), l.Lang))})
	for _, lang := range l.langs {
		if slices.Contains(x.langs, lang) {
			l.ownLangs = append(l.ownLangs, lang)
		}
	}
	if q.Scope != nil {
		l.inScope, l.inScopeAll = make([]bool, len(x.categories)), 0
		for _, p := range q.Scope {
			if id, ok := x.index[p]; ok && !l.inScope[id] {
				l.inScope[id] = true
				l.inScopeAll += x.categories[id].size
			}
		}
	}
	toks := q.Tokens[q.From:q.To]
	for i := range toks {
		if toks[i].Kind != language.Mark && !language.Times(toks, i) && len(l.span) < maxSpanWords {
			l.addWord(toks[i].Form, false)
		}
	}
	most := 0.0
	for i := range l.span {
		most = max(most, l.span[i].weight)
	}
	for i := range l.span {
		w := &l.span[i]
		if w.weight < common*most {
			w.weight = 0
		} else {
			w.bit = 1
		}
		l.weight += w.weight
	}
	return l
}

// addWord adds a word of the span: as it is, in its parts where nothing has a compound's name, or
// corrected where nothing has the word.
func (l *linker) addWord(text string, spelt bool) {
	w := spanWord{form: l.word(text), spelt: spelt, weight: max(0.01, telling(l.Lang, text))}
	heard := w.form != nil
	if !heard {
		w.form = newForm(text)
	}
	for _, lang := range l.ownLangs {
		w.known = w.known || len(l.byStem[w.stems[lang]]) > 0
	}
	for _, lang := range l.langs {
		heard = heard || w.known || len(l.know.byStem[w.stems[lang]]) > 0
	}
	if !heard && !spelt && w.weight == 1 {
		if cut, ok := l.Lang.Divide(text); ok {
			l.addWord(text[:cut], true)
			l.addWord(text[cut:], true)
			return
		}
		if right, ok := l.correct(text, l.Lang); ok {
			l.addWord(right, true)
			return
		}
	}
	w.weight *= 0.4 + 0.6*l.tells(w.form)
	l.span = append(l.span, w)
	l.forms = append(l.forms, w.form)
}

// correct finds the word that one which nothing has was meant to be: the nearest of the catalogue's, the
// language's and the thesaurus', in this order.
func (x *Lexicon) correct(text string, l *language.Language) (right string, ok bool) {
	if len(text) > maxNameBytes || language.Digit(rune(text[0])) || l.Said(text) > 0 {
		return "", false
	}
	for _, correct := range []func(string) (string, bool){x.speller.Correct, l.Correct, x.know.speller.Correct} {
		if word, known := correct(text); known && (!ok || !language.Nearer(text, right, word)) {
			right, ok = word, true
		}
	}
	return right, ok
}

// rarely is in how many names of the thesaurus a mistake may be, mostSpelt how many words of a message are corrected.
const rarely, mostSpelt = 2, 40

// spell corrects words that neither the catalogue nor a dictionary has. One that few names of the thesaurus have
// becomes one of the catalogue a letter away; more than a letter is wrong in the catalogue's words alone.
func (x *Lexicon) spell(toks []language.Token, l *language.Language) {
	langs := slices.Compact([]int{0, max(0, slices.Index(language.Languages(), l))})
	for i, spelt := 0, 0; i < len(toks) && spelt < mostSpelt; i++ {
		t := &toks[i]
		if t.Kind != language.Word || t.Glued || i+1 < len(toks) && toks[i+1].Glued || l.Familiar(t) || x.word(t.Form) != nil && x.know.forms[t.Form] == nil {
			continue
		}
		f := newForm(t.Form)
		count := func(of map[string][]int32, words func(id int32) []*form) int {
			has := map[int32]bool{}
			for _, stem := range f.distinct() {
				for _, id := range firstOf(of[stem], maxMeant) {
					if slices.ContainsFunc(words(id), func(w *form) bool { return same(f, w, langs) }) {
						has[id] = true
					}
				}
			}
			return len(has)
		}
		own := count(x.byStem, func(id int32) []*form { return x.names[id].words })
		heard := count(x.know.byStem, func(id int32) []*form { return x.know.names[id].words })
		if _, divides := l.Divide(t.Form); own > 0 || heard > rarely || divides {
			continue
		}
		spelt++
		right, ok := x.correct(t.Form, l)
		near := ok && language.Nearer(t.Form, right, t.Form+"-") // one letter
		if own, has := x.speller.Correct(t.Form); heard > 0 || !near && own != right {
			right, ok = own, has && language.Nearer(t.Form, own, t.Form+"-")
		}
		if ok {
			t.Form, t.Stem = right, language.Singular(right)
		}
	}
}

// find weighs what the span may mean.
func (l *linker) find() {
	if len(l.span) == 0 {
		return
	}
	for from := range l.span {
		for to := from + 1; to <= min(len(l.span), from+maxPhrase); to++ {
			l.phrase(from, to)
		}
	}
	l.translate()
	l.partly()
	l.cues()
	for _, c := range l.candidates {
		if c.mistaken && (c.relation > bySaid || c.features[fWhole] == 0) { // what one concept has for a mistake may be another's name
			c.score = math.Inf(-1)
		}
	}
}

// phrase weighs what has the words from..to of the span as its name.
func (l *linker) phrase(from, to int) {
	e := evidence{relation: byItself, concept: -1, nameCover: 1, strength: 1, likeness: 1, words: to - from}
	numbers := len(l.span) > to-from
	for i := from; i < to; i++ {
		w := &l.span[i]
		numbers = numbers && language.Digit(rune(w.text[0]))
		e.spanCover += w.weight / l.weight
		e.span |= w.bit << i
		e.spelt = e.spelt || w.spelt
		e.telling = max(e.telling, w.weight)
	}
	if numbers {
		return // a number alone is not enough
	}
	e.offhead, e.all = to < len(l.span), to-from == len(l.span) && to > 1
	e.cued = l.Polarity == Exclude && from == 0 && to > 1 && l.Lang.Has(l.Tokens, l.From, language.Negate, language.Exclude)
	for k, key := range keysOf(l.forms[from:to], l.langs) {
		own := e
		own.inexact = k > 0
		for _, id := range firstOf(l.byKey[key], maxMeant) {
			if n := &l.names[id]; sameWords(l.forms[from:to], n.words, l.ownLangs) {
				own.part = n.part
				l.weigh(n.entry, own)
			}
		}
		for _, id := range l.know.byKey[key] {
			n := &l.know.names[id]
			if len(l.meant[n.concept]) == 0 || !sameWords(l.forms[from:to], n.words, l.langs) {
				continue
			}
			for _, m := range l.meant[n.concept] {
				led := e
				led.concept, led.inexact = n.concept, k > 0
				led.relation, led.nameCover = l.relate(n, m.role), float64(m.cover)
				led.wide = float64(max(n.wide, m.wide))
				l.weigh(m.entry, led)
			}
		}
	}
}

// relate is how a name of a concept leads to one of another role.
func (l *linker) relate(n *conceptName, role nameRole) relation {
	class := l.know.concepts[n.concept].class
	if r := relate(n.role, role, class); class != 'u' || l.Type == For || r < byBroader {
		return r
	}
	return unrelated
}

func firstOf(list []int32, n int) []int32 { return list[:min(len(list), n)] }

// possible reports whether a span of the type can mean an entry, and products of the scope have it.
func (l *linker) possible(id int32) bool {
	at, ok := l.at[id]
	if ok {
		return at >= 0
	}
	e := &l.entries[id]
	count := e.total
	if l.inScope != nil && e.kind != ToCategory {
		count = 0
		for _, t := range e.in {
			if l.inScope[t.category] {
				count += t.count
			}
		}
	}
	aspect := l.Type == Of || l.Type == Rel || l.Type == By
	if count == 0 || (e.kind == ToAspect) != aspect && (l.Type != Ask || e.kind == ToCategory) {
		l.at[id] = -1
		return false
	}
	l.at[id] = len(l.candidates)
	c := &candidate{entry: id, count: count, score: math.Inf(-1)}
	l.generally(c, e)
	l.candidates = append(l.candidates, c)
	return true
}

// leastCover is the share of a span that a name must have.
const leastCover = 0.2

// weigh notes what speaks for an entry where nothing else says more for it.
func (l *linker) weigh(id int32, e evidence) {
	if e.relation == unrelated || e.spanCover < leastCover || !l.possible(id) {
		return
	}
	if e.relation == byMistake {
		if c := l.candidates[l.at[id]]; e.spanCover > 0.99 && e.nameCover > 0.5 {
			c.mistaken = true
		}
		return
	}
	if x := &l.entries[id]; x.kind == ToCategory && (e.relation == byBroader || e.relation == byFar) && 2*x.total > l.products {
		return // what most of the shop goes by tells nothing
	}
	c := l.candidates[l.at[id]]
	f := c.general
	l.evidently(&f, &l.entries[id], &e)
	if score := f.dot(l.weights); score > c.score {
		c.score, c.features, c.evidence = score, f, e
	}
}
