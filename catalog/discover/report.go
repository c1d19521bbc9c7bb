package discover

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// How says in which way a product got its type.
type How string

// The ways, from the surest to the least sure.
const (
	ByTitle       How = "title"                // the title names it
	ByDescription How = "description"          // the description names it
	ByNeighbour   How = "words and attributes" // it resembles the products of a type
	Untyped       How = "other"                // nothing is near enough
)

// samples is the number of titles shown per type.
const samples = 3

// finish names the types and reports.
func (t *Types) finish(docs []*document) {
	t.report = Report{Products: len(docs), How: make(map[How]int)}
	byLabel := make(map[string][]*document)
	for _, d := range docs {
		t.report.How[d.how]++
		if d.label != "" {
			t.report.Typed++
			byLabel[d.label] = append(byLabel[d.label], d)
		}
	}
	t.names = t.labels.paths(maps.Keys(byLabel))
	for _, label := range slices.Sorted(maps.Keys(byLabel)) {
		ds := byLabel[label]
		tr := TypeReport{Path: t.names[label], Size: len(ds)}
		for _, d := range ds {
			if d.how != ByNeighbour {
				tr.Named++
			}
		}
		for i := range min(samples, len(ds)) {
			tr.Samples = append(tr.Samples, ds[i*len(ds)/samples].title)
		}
		t.report.Types = append(t.report.Types, tr)
	}
	slices.SortFunc(t.report.Types, func(a, b TypeReport) int {
		return cmp.Or(cmp.Compare(b.Size, a.Size), strings.Compare(a.Path, b.Path))
	})
}

// A Report says how well the induction of types went.
type Report struct {
	Products int          `json:"products"`
	Typed    int          `json:"typed"` // products with a type
	How      map[How]int  `json:"how"`   // products by the way they were typed
	Types    []TypeReport `json:"types"` // largest first
}

// A TypeReport describes one induced type.
type TypeReport struct {
	Path    string   `json:"path"`
	Size    int      `json:"size"`    // products
	Named   int      `json:"named"`   // products whose texts name the type
	Samples []string `json:"samples"` // up to three titles
}

// Report returns the figures of the induction.
func (t *Types) Report() Report { return t.report }

// paths returns the category path of each label: below the type that its last words
// name, or its head if several types have the same, so that who asks for batteries
// gets the rechargeable ones too.
func (l *labelSet) paths(of iter.Seq[string]) map[string]string {
	paths := map[string]string{}
	siblings := map[string]int{}
	for label := range of {
		paths[label] = ""
		if head := l.headOf(label); head != label {
			siblings[head]++
		}
	}
	var path func(label string) string
	path = func(label string) string {
		name := l.heads.display(label)
		for rest := l.shorter(label); rest != ""; rest = l.shorter(rest) {
			w := l.heads.words[rest]
			if _, ok := paths[rest]; ok || siblings[rest] > 1 && w != nil && !w.barred {
				return path(rest) + " > " + name
			}
		}
		return name
	}
	for label := range paths {
		paths[label] = path(label)
	}
	return paths
}

// shorter returns a label without the word that is furthest from its head, "" when
// nothing is left.
func (l *labelSet) shorter(label string) string {
	if l.heads.gloss.headFirst() {
		words := strings.Fields(label)
		words = words[:len(words)-1]
		for len(words) > 0 && l.heads.gloss.has(functionWords, words[len(words)-1]) {
			words = words[:len(words)-1]
		}
		return strings.Join(words, " ")
	}
	_, rest, _ := strings.Cut(label, " ")
	return rest
}

// display writes a type's key as people write it, in the plural if the catalogue ever
// uses it.
func (h *heads) display(key string) string {
	parts := strings.Fields(key)
	if spelled, ok := h.gloss.spelling(key); ok && h.words[parts[len(parts)-1]] == nil {
		parts = strings.Fields(spelled) // a broader name that no title has
	}
	head := len(parts) - 1
	if h.gloss.headFirst() {
		head = 0
	}
	for i, p := range parts {
		w := h.words[p]
		if w == nil {
			continue
		}
		surface := Commonest(w.surfaces)
		if i == head && h.gloss.english() {
			if w.countable() {
				surface = plural(p)
			}
		}
		switch spelled := spellWord(p); {
		case spelled != p:
			parts[i] = spelled + surface[min(len(p), len(surface)):]
		case w.acronym(p):
			parts[i] = strings.ToUpper(p) + surface[min(len(p), len(surface)):]
		default:
			parts[i] = surface
		}
	}
	return catalog.Capital(strings.Join(parts, " "))
}
