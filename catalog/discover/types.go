package discover

import (
	"iter"
	"strings"

	"shopclerk/catalog"
)

// Types are the product types of a catalogue without categories. They live for
// one import and are read-only: Of may be called concurrently.
type Types struct {
	segments *segments
	heads    *heads
	labels   *labelSet
	names    map[string]string // label → category path
	model    *model            // of the products whose texts name their type
	near     float64           // similarity from which the nearest type is believed
	report   Report
}

// Other is the path of products without a type.
const Other = "Other"

// InduceTypes finds the product types of a catalogue and learns to assign them.
// It ranges over the records once and keeps their words, not the records.
// Records should carry a Brand: a word that is a brand's is no type. The result is
// a function of the sequence.
//
// The steps, each building on the surer one before it:
//
//  0. Titles without blanks are cut into words ([segments]).
//  1. Which word of its title is a product's head is learned from all titles at once
//     ([heads]).
//  2. The head names the type, together with words that hardly go with another head
//     ("toner cartridge", not "black cartridge"). Types that are small join a broader
//     one, and names that stand for another type in titles with both join that
//     ([labelSet]).
//  3. Where the title has no head, the description's beginning may have one.
//  4. Products whose texts name no type take the nearest one by words and
//     attributes, if it is near enough, and are [Other] if not. How near is enough is
//     learned from the products with a type.
func InduceTypes(records iter.Seq[catalog.Record]) *Types {
	var docs []*document
	prose := map[string]int{}
	for r := range records {
		docs = append(docs, newDocument(&r))
		if r.Description != r.Title {
			for f := range strings.FieldsSeq(clip(r.Description, maxTextBytes)) {
				prose[strings.ToLower(strings.TrimFunc(f, notWord))]++
			}
		}
	}
	cuts := learnSegments(docs)
	for _, d := range docs {
		d.segment(cuts)
	}
	t := &Types{segments: cuts, heads: learnHeads(docs, prose, spoken(docs))}
	for _, d := range docs {
		t.heads.parse(d.prose)
	}
	t.labels = findLabels(t.heads, docs)
	for _, d := range docs {
		d.label, d.how = t.labels.named(d)
	}
	t.model, t.near = learnModel(docs, t.labels.gathered)
	for _, d := range docs {
		d.label, d.how = t.assign(d)
	}
	t.finish(docs)
	return t
}

// Of returns the type of a record as a category path, and false with [Other]
// when it resembles no type enough.
func (t *Types) Of(r *catalog.Record) (path string, ok bool) {
	d := newDocument(r)
	d.segment(t.segments)
	t.heads.parse(d.words)
	t.heads.parse(d.prose)
	d.label, d.how = t.labels.named(d)
	if d.label, _ = t.assign(d); d.label == "" {
		return Other, false
	}
	return t.names[d.label], true
}

// assign returns the type that a product's texts name or, where they name none or its
// attributes refute them, the one it resembles.
func (t *Types) assign(d *document) (string, How) {
	if t.labels.gathered[d.label] {
		return d.label, d.how
	}
	near, score, own := t.model.classify(d, nil, d.label)
	switch {
	case score >= t.near && score >= refuted*own:
		return near, ByNeighbour
	case d.label != "":
		return d.label, d.how
	}
	return "", Untyped
}

// maxProseBytes is how much of a description is looked at for what a product
// is: its first sentence or two.
const maxProseBytes = 200

func newDocument(rec *catalog.Record) *document {
	d := &document{title: rec.Title, brand: strings.ToLower(rec.Brand)}
	d.words = withoutBrand(titleWords(rec.Title), d.brand)
	description := ""
	if rec.Description != rec.Title {
		description = clip(rec.Description, maxProseBytes)
	}
	prose := titleWords(description)
	seen := make(map[feature]bool)
	put := func(b block, text string) {
		f := feature{b, text}
		if !seen[f] {
			seen[f] = true
			d.features = append(d.features, f)
		}
	}
	d.say(titleBlock, d.words)
	d.say(proseBlock, prose)
	for _, a := range rec.Attributes {
		put(keyBlock, a.Key)
		if a.Value.Kind == catalog.RawText && len(a.Value.Text) <= maxValueFeature {
			for p := range strings.SplitSeq(a.Value.Text, ",") {
				put(valueBlock, fold(p))
			}
		}
	}
	first, _, _ := strings.Cut(description, ", ") // behind it come specifications
	d.prose = withoutBrand(titleWords(first), d.brand)
	return d
}
