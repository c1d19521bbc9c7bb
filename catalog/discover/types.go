package discover

import (
	"iter"
	"slices"

	"shopclerk/catalog"
)

// Types are the product types of a catalogue without categories. They live for
// one import and are read-only: Of may be called concurrently.
type Types struct {
	read   reader            // turns records into documents
	seeds  map[string]seed   // the phrases that name types
	names  map[string]string // seed → category path
	model  *model            // of the products whose texts name their type
	report Report

	stats     map[string]wordStat
	generic   map[string]bool   // seeds that head several others: "cable"
	standsFor map[string]string // phrase → seed whose products carry it
	purity    map[string]int    // of the evidence for standsFor, in thousandths
}

// A document is a record as induction sees it.
type document struct {
	title, brand string
	description  string
	phrases      []phrase // of the title
	prose        []phrase // of the description's beginning
	features     []feature
	label        string // phrase; "" while unknown
	how          How
}

// Other is the path of products without a type.
const Other = "Other"

// InduceTypes finds the product types of a catalogue and learns to assign them.
// It ranges over the records twice and keeps their words, not the records.
// Records should carry a Brand: what several brands call a thing is its type,
// what one does is a series. The result is a function of the sequence.
//
// The steps, each building on the surer one before it:
//
//  1. Phrases that titles of several brands write in lower case name types
//     ("networking cable"), and the nouns that head several of them name
//     generic types to fall back on ("cable").
//  2. Phrases whose products nearly always carry one such name stand for it
//     where they are alone ("Patch Cable").
//  3. Among products still without a type, or with a generic one, the countable
//     nouns that most capitalised titles end with become types ("Notebook",
//     "USB cable"), the most frequent first.
//  4. Types that are small, or whose products have no attributes in common
//     ("system", "pack"), are dissolved.
//  5. Products whose texts name no type take the nearest one by words and
//     attributes, if it is near enough, and are [Other] if not.
func InduceTypes(records iter.Seq[catalog.Record]) *Types {
	t := &Types{
		read: newReader(records), names: make(map[string]string),
		generic: make(map[string]bool), standsFor: make(map[string]string), purity: make(map[string]int),
	}
	var docs []*document
	for r := range records {
		docs = append(docs, t.read.document(&r))
	}
	t.seeds = lowerSeeds(docs)
	t.stats = wordStats(docs, t.seeds)
	t.findModifiers()
	t.findGeneric()
	for _, d := range docs {
		t.read.findPhrases(d) // again, now that modifiers end runs
	}
	t.relabel(docs)
	t.findStandIns(docs)
	t.relabel(docs)
	t.mineTitles(docs)
	t.dissolve(docs)
	t.model = train(docs)
	for _, d := range docs {
		d.label, d.how = t.assign(d)
	}
	t.finish(docs)
	return t
}

// Of returns the type of a record as a category path, and false with [Other]
// when it resembles no type enough.
func (t *Types) Of(r *catalog.Record) (path string, ok bool) {
	d := t.read.document(r)
	label, _ := t.assign(d)
	if label == "" {
		return Other, false
	}
	return t.names[label], true
}

// named returns the type that a product's texts name: first by the title, then
// by the description, and by a generic head noun only where neither says more.
func (t *Types) named(d *document) (string, How) {
	title, titleRank := t.best(d.phrases)
	prose, proseRank := t.best(d.prose)
	const specific, certain = 2, 4
	switch {
	case titleRank >= specific:
		how := ByTitle
		if t.seeds[title.text].lower && title.lower {
			how = ByPhrase
		}
		return t.label(title), how
	case proseRank >= certain:
		return t.label(prose), ByDescription
	case titleRank >= 0:
		return t.label(title), ByTitle
	case proseRank >= 0:
		return t.label(prose), ByDescription
	}
	return "", Untyped
}

// label returns the type that a phrase stands for.
func (t *Types) label(p phrase) string {
	if to, ok := t.standsFor[p.text]; ok && !t.seeds[p.text].lower {
		return to
	}
	return p.text
}

// best returns the phrase that names a type most surely, and its rank's first
// place, -1 when none does.
func (t *Types) best(ps []phrase) (phrase, int) {
	best, bestRank := phrase{}, []int{-1}
	for _, p := range ps {
		if r := t.rank(p); r != nil && slices.Compare(r, bestRank) > 0 {
			best, bestRank = p, r
		}
	}
	return best, bestRank[0]
}

// rank orders the phrases of a text by how surely they name its type: first by
// the kind of evidence, then the longer and the more frequent phrase. It is nil
// for a phrase that names none.
func (t *Types) rank(p phrase) []int {
	s, isSeed := t.seeds[p.text]
	_, stands := t.standsFor[p.text]
	switch {
	case isSeed && t.generic[p.text]:
		if !p.final {
			return nil
		}
		return []int{1, p.words, s.total}
	case isSeed && s.lower && p.whole:
		return []int{6, p.words, s.total}
	case isSeed && s.lower && p.final && (p.lower || p.words > 1):
		return []int{5, p.words, s.total}
	case isSeed && s.lower && p.words > 1:
		return []int{4, p.words, s.total}
	case stands:
		return []int{3, p.words, t.purity[p.text]}
	case isSeed && p.final:
		return []int{2, p.words, s.total}
	case isSeed && !s.lower:
		return []int{0, p.words, s.total}
	}
	return nil
}

// The similarities from which the nearest type is believed: in place of none,
// and in place of a generic head noun.
const (
	minNearest     = 0.24
	minRefinement  = 0.50
	refinementLead = 1.2 // times the similarity to the generic type
)

// assign returns the type that a product's texts name or, where they name none
// or only a generic one, the type it resembles.
func (t *Types) assign(d *document) (string, How) {
	label, how := t.named(d)
	if label != "" && !t.generic[label] {
		return label, how
	}
	near, score, own := t.model.classify(d, label)
	switch {
	case label == "" && score >= minNearest, label != "" && score >= minRefinement && score >= refinementLead*own:
		return near, ByNeighbour
	}
	return label, how
}
