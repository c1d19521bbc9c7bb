package nlu

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/data"
)

// feature numbers what tells for or against an entry.
type feature uint8

// The features of a link. Those of relations come first, in their order.
const (
	fPart        feature = feature(relations) + iota // one side of a name
	fNameLeft                                        // share of the name that was not said
	fSpanLeft                                        // share of the span that is not in the name
	fWhole                                           // all of both
	fHeadless                                        // the last word of the name was not said
	fOffhead                                         // the last word of the span is not in the name
	fAll                                             // each of several words of the span is
	fInexact                                         // another form
	fSpelt                                           // corrected
	fWeak                                            // how far the words only mean the same
	fUnlike                                          // how far the letters differ
	fAspect                                          // the concept's aspect
	fOtherAspect                                     // another aspect than the concept's
	fOf                                              // the aspect that is named beside it
	fNotOf                                           // another
	fKind                                            // the concept is of a kind in scope
	fOtherKind                                       // of other kinds alone
	fForeign                                         // of kinds that the catalogue lacks
	fKindValue                                       // a kind of product and a value
	fKindType                                        // a kind of product and a value of an aspect of kinds
	fValueType                                       // a property and a value of an aspect of kinds
	fValueKind                                       // a property and a category
	fForUse                                          // for a use, and an aspect of use
	fForOther                                        // for a use, and another aspect
	fFits                                            // a thing that it fits, and an aspect of that
	fFitsOther                                       // another aspect
	fClassKind                                       // the concept is a kind, the entry a value
	fClassValue                                      // the concept is a property, the entry a category
	fShare                                           // logarithm of the share of the products in scope
	fNamed                                           // a brand or series
	fNamedTalk                                       // the same of words that are common in talk
	fTalk                                            // how common in talk the words are
	fFlag                                            // yes or no
	fCue                                             // cosine with what those say who need it
	fShort                                           // a name of one or two letters, or a number
	fWords                                           // words of the name beyond the first
	fWide                                            // how many kinds are of the broader one
	fNone                                            // of a span that means nothing, as the next ones
	fNoneKind                                        // a kind of product
	fNoneFor                                         // what something is for
	fNoneFits                                        // what it fits
	fNoneTalk                                        // how common in talk the words are
	fNoneUnknown                                     // share of the words that the catalogue lacks
	linkFeatures = int(fNoneUnknown) + 1
)

var featureNames = strings.Fields(`itself same other said saying broader narrower family shade far cue
	part name-left span-left whole headless offhead all inexact spelt weak unlike aspect other-aspect of not-of kind other-kind foreign
	kind-value kind-type value-type value-kind for-use for-other fits fits-other class-kind class-value share named named-talk talk flag cue-cosine short words wide
	none none-kind none-for none-fits none-talk none-unknown`)

// features are the features of a candidate, or of none, or their weights.
type features [linkFeatures]float64

func (f *features) dot(w *features) float64 {
	sum := 0.0
	for i := range f {
		sum += f[i] * w[i]
	}
	return sum
}

// set sets a feature that is on.
func (f *features) set(on bool, feature feature) {
	if on {
		f[feature] = 1
	}
}

// learnedLinks are the weights that programs hold.
var learnedLinks = sync.OnceValue(func() *features { return (*features)(readWeights(data.LinkWeights, featureNames)) })

// readWeights reads the weights of features from lines of a name and a weight, divided by a tab.
func readWeights(text string, names []string) []float64 {
	w := make([]float64, len(names))
	for line := range strings.Lines(text) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), "\t")
		i := slices.Index(names, name)
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || i < 0 {
			panic(fmt.Sprintf("no weight of a feature: %q", line)) // embedded: every test meets it
		}
		w[i] = v
	}
	return w
}

// LinkFeatures are the names of the features of a link.
func LinkFeatures() []string { return featureNames }

// Candidate is what a span may mean, as learning sees it.
type Candidate struct {
	Kind     LinkKind
	Text     string    // as the catalogue calls it
	Features []float64 // in the order of [LinkFeatures]
}

// Candidates returns what a span may mean, and the features of that it means nothing.
func (x *Lexicon) Candidates(q Query) (found []Candidate, none []float64) {
	l := x.linker(q)
	l.find()
	for _, c := range l.candidates {
		if !math.IsInf(c.score, -1) {
			found = append(found, Candidate{l.entries[c.entry].kind, l.entries[c.entry].text, c.features[:]})
		}
	}
	nothing := l.nothing()
	return found, nothing[:]
}

// generally sets the features of an entry that hold whatever leads to it.
func (l *linker) generally(c *candidate, e *entry) {
	f := &c.general
	f[fShare] = max(-3, math.Log(float64(c.count+1)/float64(max(1, l.inScopeAll)+1))/2)
	switch {
	case e.kind == ToCategory && l.Type != Kind:
		f[fValueKind] = 1
	case e.kind == ToValue && l.aspects[e.aspect].topic == "kind":
		if f[fValueType] = 1; l.Type == Kind {
			f[fKindType], f[fValueType] = 1, 0
		}
	case e.kind == ToValue && l.Type == Kind:
		f[fKindValue] = 1
	}
	if e.kind == ToCategory {
		return
	}
	a := &l.aspects[e.aspect]
	f.set(l.Of == a.key, fOf)
	f.set(l.Of != "" && l.Of != a.key, fNotOf)
	f.set(l.Type == For && OfUse(a.topic), fForUse)
	f.set(l.Type == For && !OfUse(a.topic), fForOther)
	f.set(l.Type == Fits && fitting[a.topic], fFits)
	f.set(l.Type == Fits && !fitting[a.topic], fFitsOther)
	f.set(a.named && e.kind == ToValue, fNamed)
	f.set(e.flag, fFlag)
}

// OfUse reports whether aspects of a topic ([language.Topic]) say what something is for.
func OfUse(topic string) bool { return uses[topic] }

// uses and fitting are the topics of aspects of what something is for, and of what it goes with.
var (
	uses    = map[string]bool{"use": true, "occasion": true, "place": true, "recipient": true, "age": true, "season": true}
	fitting = map[string]bool{"fits": true, "fit": true, "system": true, "connection": true}
)

// evidently adds the features of what leads to an entry.
func (l *linker) evidently(f *features, e *entry, v *evidence) {
	f[v.relation] = 1
	f.set(v.part, fPart)
	f[fNameLeft], f[fSpanLeft] = 1-v.nameCover, max(0, 1-v.spanCover)
	f.set(v.nameCover > 0.99 && v.spanCover > 0.99 && v.relation != byCue, fWhole)
	thing := e.kind == ToCategory || e.kind == ToValue && l.aspects[e.aspect].topic == "kind"
	f.set(v.headless && thing && v.relation <= byOther, fHeadless)
	if v.headless && thing && (v.relation == bySaid || v.relation == bySaying) {
		f[fHeadless] = 0.5 // the last word of what people say need not be the head
	}
	f.set(v.offhead && thing && v.relation != byCue, fOffhead)
	f.set(v.all, fAll)
	f.set(v.inexact, fInexact)
	f.set(v.spelt, fSpelt)
	f[fWeak] = 1 - v.strength
	if v.relation != byCue {
		f[fUnlike] = 1 - v.likeness
		f[fTalk] = 1 - v.telling
		if f[fNamed] > 0 {
			f[fNamedTalk] = l.ordinary(e, v)
		}
		if v.nameCover > 0.99 {
			f[fWords] = math.Log(float64(max(1, v.words)))
		}
	}
	f[fCue] = v.cue
	if v.relation >= byBroader && v.relation <= byFar {
		f[fWide] = v.wide
	}
	f.set(len(e.text) < 3, fShort)
	if v.concept < 0 {
		return
	}
	c := &l.know.concepts[v.concept]
	if e.kind != ToCategory && c.aspect != nil {
		same := meet(c.aspect, l.aspects[e.aspect].keys)
		f.set(same, fAspect)
		f.set(!same, fOtherAspect)
	}
	f.set(c.class == 'k' && e.kind == ToValue && l.aspects[e.aspect].topic != "kind", fClassKind)
	f.set(c.class == 'v' && e.kind == ToCategory, fClassValue)
	if c.kinds != nil {
		known, within := l.ofKind(c, e)
		f.set(known && within, fKind)
		f.set(known && !within, fOtherKind)
		f.set(!known, fForeign)
	}
}

// ordinary is how likely the words of a brand, or of a series, are meant as words: by how common
// they are in talk, and whether dictionaries have them.
func (l *linker) ordinary(e *entry, v *evidence) float64 {
	if l.aspects[e.aspect].key == catalog.KeyBrand {
		return 0.6 * (1 - v.telling)
	}
	if f := l.word(language.Fold(e.text)); f != nil && f.lemma {
		return 0.8
	}
	return 1 - v.telling
}

// ofKind reports whether the catalogue has the kinds of product of a concept, and whether those
// in scope, or with the entry, are among them.
func (l *linker) ofKind(c *concept, e *entry) (known, within bool) {
	for _, key := range c.kinds {
		for _, category := range l.kinds[key] {
			known = true
			if l.inScope != nil && l.inScope[category] {
				return true, true
			}
			if l.inScope == nil {
				for _, t := range e.in {
					if t.category == category {
						return true, true
					}
				}
			}
		}
	}
	return known, false
}

// nothing is what tells that the span means nothing here.
func (l *linker) nothing() features {
	f := features{fNone: 1}
	switch l.Type {
	case Kind:
		f[fNoneKind] = 1
	case For:
		f[fNoneFor] = 1
	case Fits:
		f[fNoneFits] = 1
	}
	telling := 0.0
	for i := range l.span {
		w := &l.span[i]
		telling = max(telling, w.weight)
		if !w.known {
			f[fNoneUnknown] += w.weight / l.weight
		}
	}
	f[fNoneTalk] = 1 - telling
	return f
}
