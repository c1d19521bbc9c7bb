package discover

import (
	"iter"
	"strings"
	"unicode/utf8"

	"shopclerk/catalog"
)

// A block is a source of features. Blocks are normalised each for itself, so
// that two hundred attributes do not drown ten words of title.
type block uint8

const (
	titleBlock block = iota
	proseBlock       // words of the description
	keyBlock         // attribute keys
	valueBlock       // short attribute values
	blocks
)

type feature struct {
	block block
	text  string
}

// A reader turns records into documents with what it learned from all titles.
type reader struct {
	after, total   map[string]int // words behind a number unless capitalised, words
	proseLower     map[string]int // by word: lower-case occurrences in all text
	proseTotal     map[string]int
	proseCaps      map[string]int // the same, in capitals
	plurals        map[string]int // words as they stand, lower case
	modifiers      map[string]bool
	inRun, headRun map[string]int // by word: lower-case runs of two or more it is in, ends
}

func newReader(records iter.Seq[catalog.Record]) reader {
	r := reader{
		after: make(map[string]int), total: make(map[string]int),
		proseLower: make(map[string]int), proseTotal: make(map[string]int),
		modifiers: make(map[string]bool),
		plurals:   make(map[string]int), proseCaps: make(map[string]int), inRun: make(map[string]int), headRun: make(map[string]int),
	}
	for rec := range records {
		for i, text := range []string{rec.Title, clip(rec.Description, maxTextBytes)} {
			if i == 1 && text == rec.Title {
				continue
			}
			r.countRuns(text)
			for _, w := range titleWords(text) {
				if i == 0 {
					r.total[w.text]++
					if w.measure && (w.lower || w.caps) {
						r.after[w.text]++
					}
				}
				if w.code {
					continue
				}
				r.plurals[w.text]++
				s := singular(w.text)
				r.proseTotal[s]++
				if w.lower {
					r.proseLower[s]++
				}
				if w.caps {
					r.proseCaps[s]++
				}
			}
		}
	}
	return r
}

// countRuns counts which words end the lower-case runs of a text.
func (r *reader) countRuns(text string) {
	var run []string
	flush := func() {
		if len(run) > 1 {
			for _, w := range run {
				r.inRun[w]++
			}
			r.headRun[run[len(run)-1]]++
		}
		run = run[:0]
	}
	for _, w := range titleWords(text) {
		if w.breaks || !w.lower || w.code || minors[w.text] {
			flush()
		}
		if w.lower && !w.code && !minors[w.text] {
			run = append(run, singular(w.text))
		}
	}
	flush()
}

// headShare returns how often a word ends the lower-case runs it is in: near 1
// for a head noun, near 0 for what stands before one.
func (r *reader) headShare(w string) float64 {
	return float64(r.headRun[w]) / float64(r.inRun[w]+1)
}

// isUnit reports whether a word mostly follows numbers.
func (r *reader) isUnit(w string) bool {
	if _, ok := lookupUnit(w); ok {
		return true
	}
	const mostly = 0.6
	return float64(r.after[w]) >= mostly*float64(r.total[w])
}

func (r *reader) isModifier(w string) bool { return r.modifiers[singular(w)] }

// prose reports whether the last word of a phrase is also written in lower
// case, as names of series never are.
func (r *reader) prose(text string) bool {
	w := lastWord(text)
	const least, leastShare = 5, 0.05
	return r.proseLower[w] >= least && float64(r.proseLower[w]) >= leastShare*float64(r.proseTotal[w])
}

// acronym reports whether a word is a few letters that texts nearly always write
// in capitals: "TV", "PC", "HDMI".
func (r *reader) acronym(w string) bool {
	const longest, mostly = 4, 0.8
	return len(w) > 1 && len(w) <= longest && float64(r.proseCaps[w]) >= mostly*float64(r.proseTotal[w]+1)
}

// countable reports whether the last word of a phrase is seen in the singular
// and in the plural, which adjectives and names are not.
func (r *reader) countable(text string) bool {
	const least, leastShare = 2, 0.002
	w := lastWord(text)
	n := r.plurals[plural(w)]
	return plural(w) != w && n >= least && float64(n) >= leastShare*float64(r.plurals[w])
}

// display writes a type's phrase as a category name, in the plural if the
// catalogue ever uses it.
func (r *reader) display(text string) string {
	words := strings.Fields(text)
	many := r.countable(text)
	for i, w := range words {
		if words[i] = spellWord(w); r.acronym(w) {
			words[i] = strings.ToUpper(w)
		}
		switch {
		case i < len(words)-1 || !many:
		case words[i] == w:
			words[i] = plural(w)
		default:
			words[i] += "s"
		}
	}
	text = strings.Join(words, " ")
	_, n := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:n]) + text[n:]
}

// maxProseBytes is how much of a description is looked at for what a product
// is: its first sentence or two.
const maxProseBytes = 200

// findPhrases fills in the document's phrases.
func (r *reader) findPhrases(d *document) {
	d.phrases = phrases(d.title, d.brand, r.isUnit, r.isModifier)
	first, _, _ := strings.Cut(d.description, ", ") // behind it come specifications
	d.prose = phrases(first, d.brand, r.isUnit, r.isModifier)
}

// maxValueFeature is the length in bytes up to which an attribute's text counts
// as a word of its own.
const maxValueFeature = 24

func (r *reader) document(rec *catalog.Record) *document {
	d := &document{title: rec.Title, brand: strings.ToLower(rec.Brand)}
	if rec.Description != rec.Title {
		d.description = clip(rec.Description, maxProseBytes)
	}
	r.findPhrases(d)
	seen := make(map[feature]bool)
	put := func(b block, text string) {
		f := feature{b, text}
		if !seen[f] {
			seen[f] = true
			d.features = append(d.features, f)
		}
	}
	for _, w := range titleWords(rec.Title) {
		if !w.code {
			put(titleBlock, singular(w.text))
		}
	}
	for _, w := range titleWords(d.description) {
		if !w.code {
			put(proseBlock, singular(w.text))
		}
	}
	for _, a := range rec.Attributes {
		put(keyBlock, a.Key)
		if a.Value.Kind == catalog.RawText && len(a.Value.Text) <= maxValueFeature {
			for p := range strings.SplitSeq(a.Value.Text, ",") {
				put(valueBlock, fold(p))
			}
		}
	}
	return d
}
