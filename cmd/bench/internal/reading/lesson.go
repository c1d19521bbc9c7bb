// Package reading learns what package nlu reads messages by, from data/reading and the tables of the
// languages: the tagger's weights (tagger.go) from marked messages, the thesaurus (concepts.go) and the
// weights of links (links.go) from pairs of what people say and what catalogues call it, in catalogues
// that are sampled of these (market.go). It scores all of it on what is held out of learning (score.go).
package reading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"shopclerk/agent/language"
	"shopclerk/agent/nlu"
)

// Material is what a repository has to learn from: the folders data and agent/language.
type Material struct {
	repository fs.FS
	pairs      []pair
	lessons    []lesson
	sayings    []saying
}

// Load reads data/reading of a repository.
func Load(repository fs.FS) (*Material, error) {
	pairs, err := ReadLines[pair](repository, "data/reading/pairs.jsonl")
	if err != nil {
		return nil, err
	}
	x := &Material{repository: repository, pairs: pairs}
	for _, l := range language.Languages() {
		rows, err := ReadLines[struct{ ID, Shop, After, M string }](repository, "data/reading/"+l.Code+"/marked.jsonl")
		if err != nil {
			return nil, err
		}
		for _, m := range rows {
			writer, _, _ := strings.Cut(m.ID, "-")
			one := lesson{Marked: nlu.Unmark(m.M), language: l, writer: writer, shop: m.Shop, after: m.After, raw: m.M}
			l.Standard(one.Tokens)
			x.lessons = append(x.lessons, one)
		}
		clauses, err := examples(repository, l)
		if err != nil {
			return nil, err
		}
		x.sayings = append(x.sayings, clauses...)
	}
	return x, nil
}

// ReadLines reads a file of JSON, one value after the other.
func ReadLines[T any](files fs.FS, file string) (out []T, err error) {
	text, err := fs.ReadFile(files, file)
	for d := json.NewDecoder(bytes.NewReader(text)); err == nil && d.More(); {
		var row T
		if err = d.Decode(&row); err == nil {
			out = append(out, row)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: value %d: %w", file, len(out)+1, err)
	}
	return out, nil
}

// lesson is a message that the tagger learns from.
type lesson struct {
	nlu.Marked
	language *language.Language
	writer   string // who wrote it
	shop     string // the kind of shop
	after    string // what the clerk had said before, "" for nothing
	raw      string // with its marks
}

// teacher draws catalogues for lessons, of which no shop is at hand.
type teacher struct {
	lessons []lesson
	stems   [][]string
	named   map[string][]phrase // by language and kind of shop
	words   []string            // of messages, as often as they occur
	r       *rand.Rand
}

// phrase is what a lesson names.
type phrase struct {
	lesson int
	of     nlu.Type
	brand  bool // may be one: begins with a capital
	stems  []string
}

// longestName is how many words the names have that are drawn.
const longestName = 4

func newTeacher(lessons []lesson, seed uint64) *teacher {
	t := &teacher{lessons: lessons, named: map[string][]phrase{}, r: rand.New(rand.NewPCG(seed, 3))}
	for k := range lessons {
		m := &lessons[k]
		stems := nlu.Stems(m.language, m.Tokens)
		t.stems = append(t.stems, stems)
		for _, p := range m.Parts {
			for _, s := range p.Spans {
				words := slices.DeleteFunc(slices.Clone(stems[s.From:s.To]), func(w string) bool { return w == "" })
				if s.Polarity != nlu.Want && len(words) > 1 {
					words = words[1:] // without the cue
				}
				if (s.Type == nlu.Kind || s.Type == nlu.Is || s.Type == nlu.Of || s.Type == nlu.Fits) && len(words) > 0 && len(words) <= longestName {
					t.named[m.language.Code+m.shop] = append(t.named[m.language.Code+m.shop], phrase{k, s.Type, m.Tokens[s.From].Capital && s.From > 0, words})
				}
			}
		}
		for i := range m.Tokens {
			if m.Tokens[i].Kind == language.Word && t.r.IntN(10) == 0 {
				t.words = append(t.words, stems[i])
			}
		}
	}
	return t
}

// draw returns facts for a lesson as a catalogue of its kind of shop might give them: three in four
// of what other lessons of the kind name, in every other draw two in three of what the lesson names
// itself, and twenty words by chance, as real catalogues have values such as "day" and "two".
func (t *teacher) draw(k int) []nlu.Fact {
	var x nlu.PhraseFacts
	own := t.r.IntN(2) == 0
	for _, p := range t.named[t.lessons[k].language.Code+t.lessons[k].shop] {
		if p.lesson == k && (!own || t.r.IntN(3) == 0) || p.lesson != k && t.r.IntN(4) == 0 {
			continue
		}
		switch {
		case p.of == nlu.Kind:
			x.AddCategory(p.stems)
		case p.of == nlu.Of:
			x.Add(p.stems, nlu.NamesAspect)
		case p.brand && t.r.IntN(2) == 0:
			x.Add(p.stems, nlu.NamesBrand)
		default:
			x.AddValue(p.stems)
		}
	}
	for range min(20, len(t.words)) {
		w := t.words[t.r.IntN(len(t.words)):][:1]
		switch t.r.IntN(4) {
		case 0:
			x.AddCategory(w)
		case 1:
			x.Add(w, nlu.InValue)
		default:
			x.AddValue(w)
		}
	}
	facts := make([]nlu.Fact, len(t.stems[k]))
	x.Find(t.stems[k], facts)
	return facts
}
