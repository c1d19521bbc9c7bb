package discover

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// Types are the product types of a catalogue without categories. They live for
// one import and are read-only: Of may be called concurrently.
type Types struct {
	heads   *heads
	phrases map[string]bool   // of several words that name a type of their own
	types   map[string]string // label → the label of the type that it is part of, itself or "" for none
	sizes   map[string]int    // titles by label of a type
	paths   map[string]string // label → category path
	near    *neighbours
	report  Report
}

// Other is the path of products without a type.
const Other = "Other"

// A Report says how well the induction of types went.
type Report struct {
	Products int
	Typed    int      // products with a type
	Types    []string // their paths
}

// A document is a record as induction sees it.
type document struct {
	brand    string
	words    []titleWord // of the title
	prose    []titleWord // of the description's beginning
	features []string    // see [neighbours]
	label    string      // key of the type; "" while unknown
}

// InduceTypes finds the product types of a catalogue and learns to assign them.
// It ranges over the records once and keeps their words, not the records.
// Records should carry a Brand: a word that is a brand's is no type. The result is
// a function of the sequence.
//
// The steps, each building on the surer one before it:
//
//  1. Which word of its title is a product's head is learned from all titles at once
//     ([heads]).
//  2. The head names the type, together with words that hardly go with another head
//     ("toner cartridge", not "black cartridge"). Types that are small join a broader one.
//  3. Where the title has no head, the description's beginning may have one.
//  4. Products whose texts name no type take that of the products that they share most
//     words and attributes with, if that is enough, and are [Other] if not ([neighbours]).
func InduceTypes(records iter.Seq[catalog.Record]) *Types {
	var docs []*document
	for r := range records {
		docs = append(docs, newDocument(&r))
	}
	t := &Types{
		heads: learnHeads(docs, spoken(docs)), phrases: map[string]bool{}, types: map[string]string{}, sizes: map[string]int{},
		paths: map[string]string{}, report: Report{Products: len(docs)},
	}
	t.findPhrases(docs)
	t.findTypes(docs)
	for _, d := range docs {
		t.heads.parse(d.prose)
		d.label = t.named(d)
	}
	t.near = newNeighbours(docs)
	for _, d := range docs {
		if d.label == "" {
			d.label = t.near.nearest(d)
		}
		if d.label != "" {
			t.report.Typed++
			t.paths[d.label] = ""
		}
	}
	t.name()
	t.report.Types = slices.Sorted(maps.Values(t.paths))
	return t
}

// Report returns the figures of the induction.
func (t *Types) Report() Report { return t.report }

// Of returns the type of a record as a category path, and false with [Other]
// when it resembles no type enough.
func (t *Types) Of(r *catalog.Record) (path string, ok bool) {
	d := newDocument(r)
	t.heads.parse(d.words)
	t.heads.parse(d.prose)
	label := t.named(d)
	if label == "" {
		label = t.near.nearest(d)
	}
	if label == "" {
		return Other, false
	}
	return t.paths[label], true
}

// maxProseBytes is how much of a description is looked at for what a product
// is: its first sentence or two.
const maxProseBytes = 200

func newDocument(r *catalog.Record) *document {
	d := &document{brand: strings.ToLower(r.Brand)}
	description := ""
	if r.Description != r.Title {
		description = Clip(r.Description, maxProseBytes)
	}
	first, _, _ := strings.Cut(description, ", ") // behind it come specifications
	d.words, d.prose = withoutBrand(titleWords(r.Title), d.brand), withoutBrand(titleWords(first), d.brand)
	d.features = features(d.words, r.Attributes)
	return d
}

const (
	// minSize and maxSize bound the number of products that a type must have: in
	// between it is one of sizeShare products. A name that no glossary knows needs
	// unknownTimes as many.
	minSize, maxSize, sizeShare, unknownTimes = 2, 12, 2500, 2
	// minCollocation is the share of a word's titles in which it must stand before
	// one head to make a type with it: "toner" before "cartridge", not "black".
	minCollocation = 0.3
	// minInseparable is that share from which the word alone names the type of both.
	minInseparable = 0.6
	// minWhole is how many titles must write the phrase as a lower-case run of its own
	// amid capitals, and minWholeShare the share of its occurrences that do, before its
	// case alone says that it names a type.
	minWhole, minWholeShare = 8, 0.25
	// minOpenings is the number of different first words that titles of a type must
	// have: a series or a brand opens its own.
	minOpenings = 3
)

// typeSize is the number of products a type must have.
func typeSize(products int) int { return min(max(products/sizeShare, minSize), maxSize) }

// A phraseStat counts the titles whose head a phrase has.
type phraseStat struct {
	titles   int
	whole    int // that write it as a run in lower case
	openings map[string]bool
}

// findPhrases finds the phrases that name a type of their own.
func (t *Types) findPhrases(docs []*document) {
	stats := map[string]*phraseStat{}
	for _, d := range docs {
		for _, at := range firstOf(t.heads.likeliest(d.words)) {
			for n := 1; n <= maxPhrase; n++ {
				key, whole, ok := t.heads.phrase(d.words, at, n)
				if !ok {
					continue
				}
				s := stats[key]
				if s == nil {
					s = &phraseStat{openings: map[string]bool{}}
					stats[key] = s
				}
				s.titles++
				s.whole += Indicator(whole)
				if len(s.openings) < minOpenings {
					s.openings[d.opening(at)] = true
				}
			}
		}
	}
	least := typeSize(len(docs))
	for key, s := range stats {
		if strings.Contains(key, " ") {
			t.phrases[key] = t.fixed(key, s, least)
		} else if !t.heads.known(key) && (s.titles < unknownTimes*least || len(s.openings) < minOpenings) {
			t.types[key] = "" // a series, or too little to tell
		}
	}
}

// fixed reports whether a phrase of several words names a type of its own: a glossary knows
// it, it is written as one, or its words hardly go with others.
func (t *Types) fixed(key string, s *phraseStat, least int) bool {
	g := t.heads.gloss
	words := strings.Fields(key)
	if g.nounOf(key) != "" || s.titles < least || len(s.openings) < minOpenings {
		return g.nounOf(key) != ""
	}
	other, head := g.furthest(key), g.headOf(key)
	whole := s.whole >= minWhole && share(s.whole, s.titles) >= minWholeShare
	if g.is(head, containerWord|partWord) {
		return whole
	}
	w, hw := t.heads.words[other], t.heads.words[head]
	if w == nil || w.barred && !g.is(other, containerWord|partWord) || hw == nil || hw.barred || hw.silent {
		return false
	}
	return whole || len(words) == 2 && share(s.titles, w.titles) >= minCollocation
}

func firstOf(list []int) []int { return list[:min(1, len(list))] }

// opening is the brand of a product or, without one, the first word of its title
// beside its head.
func (d *document) opening(head int) string {
	switch {
	case d.brand != "":
		return d.brand
	case head > 0:
		return d.words[0].key
	case len(d.words) > 1:
		return d.words[1].key
	}
	return ""
}

// labelAt returns the label that a title has if the word at is its head, "" for none.
func (t *Types) labelAt(ws []titleWord, at int) string {
	for n := maxPhrase; n > 1; n-- {
		if key, _, ok := t.heads.phrase(ws, at, n); ok && t.phrases[key] {
			return key
		}
	}
	key := ws[at].key
	if w := t.heads.words[key]; w == nil || w.barred || w.silent {
		return ""
	}
	return key
}

// findTypes decides which labels are types, and which are part of another: those of a maker's
// series of what it is a series of, forms of one noun of the commonest of them, and those of
// few products of a broader one.
func (t *Types) findTypes(docs []*document) {
	for _, d := range docs {
		for _, at := range firstOf(t.heads.likeliest(d.words)) {
			if label := t.labelAt(d.words, at); label != "" {
				t.sizes[label]++
			}
		}
	}
	g := t.heads.gloss
	for _, key := range slices.Sorted(maps.Keys(t.sizes)) {
		stem := g.nounOf(key)
		switch {
		case g.is(key, seriesName) && len(g.kinds[key]) > 0:
			t.move(key, g.kinds[key][0])
		case stem == "" || stem == key:
		case t.sizes[key] > t.sizes[stem]:
			t.move(stem, key)
		default:
			t.move(key, stem)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(t.sizes)) {
		other := g.furthest(key)
		if w := t.heads.words[other]; other != key && t.sizes[other] > 0 && w != nil && !g.apart(other, key) && share(t.sizes[key], w.titles) >= minInseparable {
			t.move(other, key) // "toner" is the "toner cartridge"
		}
	}
	least := typeSize(len(docs))
	for range 8 { // the longest chain of broader names is shorter
		parents, awaited := map[string]string{}, map[string]bool{}
		for key, n := range t.sizes {
			if n > 0 && n < least {
				if parent := t.parent(key); parent != "" && parent != key {
					parents[key], awaited[parent] = parent, true
				}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(parents)) {
			if !awaited[key] { // otherwise it may grow yet
				t.move(key, parents[key])
			}
		}
	}
	for key, n := range t.sizes {
		if _, ok := t.types[key]; !ok && n < least {
			t.types[key] = ""
		}
	}
}

// apart reports whether a glossary says that two names are of different kinds: a sweater
// is no sweater dress.
func (g *glossary) apart(a, b string) bool {
	kinds, others := g.kinds[a], g.kinds[b]
	return len(kinds) > 0 && len(others) > 0 && kinds[0] != others[0]
}

// move makes a label part of another.
func (t *Types) move(key, to string) {
	t.sizes[to] += t.sizes[key]
	t.sizes[key] = 0
	t.types[key] = to
}

// parent returns the broader name of a label, "" for none: its head, the last part of a
// compound, or what a glossary says it is a kind of.
func (t *Types) parent(key string) string {
	g := t.heads.gloss
	head := g.headOf(key)
	if head != key && (g.nounOf(head) != "" || t.sizes[head] > 0) {
		return head
	}
	if part := g.headOfCompound(key); part != "" {
		return part
	}
	for _, kind := range g.kinds[g.nounOf(key)] {
		if !g.is(kind, broadWord|containerWord|partWord|neverWord) {
			return kind
		}
	}
	return ""
}

// typeOf returns the type that a label's products carry, "" for none.
func (t *Types) typeOf(key string) string {
	for range 10 {
		to, part := t.types[key]
		if !part {
			break
		}
		key = to
	}
	if t.sizes[key] == 0 {
		return ""
	}
	return key
}

// named returns the type that a product's texts name: the likeliest head, or the next
// likeliest where that names none.
func (t *Types) named(d *document) string {
	for _, at := range t.heads.likeliest(d.words) {
		if label := t.typeOf(t.labelAt(d.words, at)); label != "" {
			return label
		}
	}
	for _, at := range t.heads.likeliest(d.prose) {
		if label := t.typeOf(t.labelAt(d.prose, at)); label != "" && t.heads.known(label) {
			return label
		}
	}
	return ""
}

// name gives each type its category path: below the type that its last words name, or its
// head if several types have the same, so that who asks for batteries gets the rechargeable
// ones too.
func (t *Types) name() {
	siblings := map[string]int{}
	for label := range t.paths {
		if head := t.heads.gloss.headOf(label); head != label {
			siblings[head]++
		}
	}
	paths := map[string]string{}
	for label := range t.paths {
		path := t.heads.display(label)
		for rest := t.heads.gloss.shorter(label); rest != ""; rest = t.heads.gloss.shorter(rest) {
			w := t.heads.words[rest]
			if _, ok := t.paths[rest]; ok || siblings[rest] > 1 && w != nil && !w.barred {
				path = t.heads.display(rest) + " > " + path
			}
		}
		paths[label] = path
	}
	t.paths = paths
}

// headOf returns the head word of a label.
func (g *glossary) headOf(label string) string {
	if g.headFirst {
		head, _, _ := strings.Cut(label, " ")
		return head
	}
	return label[strings.LastIndexByte(label, ' ')+1:]
}

// furthest returns the word of a label that is furthest from its head.
func (g *glossary) furthest(label string) string {
	if g.headFirst {
		return label[strings.LastIndexByte(label, ' ')+1:]
	}
	other, _, _ := strings.Cut(label, " ")
	return other
}

// shorter returns a label without the word that is furthest from its head, "" when
// nothing is left.
func (g *glossary) shorter(label string) string {
	if !g.headFirst {
		_, rest, _ := strings.Cut(label, " ")
		return rest
	}
	words := strings.Fields(label)
	words = words[:len(words)-1]
	for len(words) > 0 && g.is(words[len(words)-1], functionWord) {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// display writes a type's key as people write it, in the plural if the catalogue ever
// uses it.
func (h *heads) display(key string) string {
	parts := strings.Fields(key)
	if spelled, ok := h.gloss.spelled[key]; ok && h.words[h.gloss.headOf(key)] == nil {
		return catalog.Capital(spelled) // a broader name that no title has
	}
	for i, p := range parts {
		w := h.words[p]
		if w == nil {
			continue
		}
		surface := Commonest(w.surfaces)
		if i == len(parts)-1 && h.gloss.code == "en" && w.countable() {
			surface = plural(p)
		}
		switch spelled := spellWord(p); {
		case spelled != p:
			surface = spelled + surface[min(len(p), len(surface)):]
		case w.acronym(p):
			surface = strings.ToUpper(p) + surface[min(len(p), len(surface)):]
		}
		parts[i] = surface
	}
	return catalog.Capital(strings.Join(parts, " "))
}
