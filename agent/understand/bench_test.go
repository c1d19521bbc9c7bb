package understand

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"shopclerk/agent/language"
	"shopclerk/catalog"
	"shopclerk/data"
)

var messages = []string{
	"Hi! I'm looking for a pair of wireless headphones with microphone under €50",
	"black keyboard with cherry mx red switches, no RGB",
	"27 inch 144hz ips monitor between 200 and 400",
	"misspeled keybaord with blck swithces",
	"case",
}

func BenchmarkUnderstand(b *testing.B) {
	v := readVocabulary(b, "pc")
	in := Context{Currency: "EUR"}
	for i := 0; b.Loop(); i++ {
		v.Understand(messages[i%len(messages)], in)
	}
}

// generated returns a catalogue's terms of the given size: every value of every
// aspect of every category with its own words.
func generated(categories, aspects, values int) (cats []catalog.Category, terms []Term) {
	for c := range categories {
		cat := catalog.Category{Path: fmt.Sprintf("Department %d > Kind%d Thing", c/10, c), Size: 10_000}
		for a := range aspects {
			key := fmt.Sprintf("aspect_%d", a)
			cat.Aspects = append(cat.Aspects, catalog.Aspect{Key: key, Label: "Aspect " + letters(a), Kind: catalog.Single})
			for n := range values {
				terms = append(terms, Term{Category: cat.Path, Key: key, Value: letters((c*values+n)*aspects+a) + " " + letters(n%100), Count: values - n})
			}
		}
		cats = append(cats, cat)
	}
	return cats, terms
}

// letters spells a number as a word of at least four letters.
func letters(n int) string {
	var b []byte
	for n += 26 * 26 * 26; n > 0; n /= 26 {
		b = append(b, byte('a'+n%26))
	}
	return string(b)
}

func BenchmarkLarge(b *testing.B) {
	cats, terms := generated(100, 40, 100)
	syn, err := ParseSynonyms(data.Synonyms)
	if err != nil {
		b.Fatal(err)
	}
	var v *Vocabulary
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			v = FromTerms(cats, terms, syn)
		}
		b.ReportMetric(float64(len(terms)), "terms")
	})
	if v == nil {
		v = FromTerms(cats, terms, syn)
	}
	b.Run("understand", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			v.Understand(messages[i%len(messages)], Context{Currency: "EUR"})
		}
	})
	b.Run("aliases", func(b *testing.B) {
		list := []Alias{{"", "aspect_1", letters(1), []string{terms[100].Value}, []string{"anthracite", "charcoal", "slate", "graphite", "ash"}}}
		list = append(list, list[0])
		for b.Loop() {
			v.WithAliases(list)
		}
	})
}

// everyday are messages of everyday length, of what people do.
var everyday = []string{
	"Hi! I'm looking for a pair of wireless headphones with microphone under €50, ideally black or white and not from Sony, and do you deliver to Austria?",
	"no, not that one, the second. What is the difference between it and the third, and which of them is cheaper?",
	"Hallo, ich suche eine Gaming-Tastatur mit roten Schaltern, mehr als 100 Euro möchte ich nicht ausgeben, und kann ich die zurückgeben?",
	"Arbeitsspeicher mit mindestens 32 GB, aber ohne RGB und möglichst leise",
	"27 inch 144hz ips monitor between 200 and 400", "cheapest first", "case",
}

// BenchmarkMessage reads a message as the clerk does: what it does, and each clause.
// The 99th percentile is over all messages.
func BenchmarkMessage(b *testing.B) {
	v := readVocabulary(b, "pc")
	var times []time.Duration
	for i := 0; b.Loop(); i++ {
		began := time.Now()
		hear(v, everyday[i%len(everyday)])
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
}

// hear reads a message, all of it.
func hear(v *Vocabulary, message string) {
	in := Context{Currency: "EUR"}
	in.Tongue = language.Detect(language.Tokenize(language.Head(message)), language.English())
	for _, c := range v.Clauses(message, in.Tongue, language.AtStart) {
		v.Understand(c.Text, in)
		v.Asked(c.Text, in)
	}
}

// long are ways to fill a message of a size.
var long = map[string]string{
	"sentences": "Hi! I'm looking for wireless headphones under 50 euros, not black. Und was kostet der Versand? ",
	"words":     "wireless black keyboard with red switches and headphones ",
	"misspelt":  "wirless headfones blck keybord ",
	"unknown":   "xyzzy plugh ",
	"numbers":   "12 ",
	"marks":     "-.",
	"letters":   "x",
	"compounds": "Grafikkartenhalterungsschraube ",
}

// BenchmarkMegabyte reads a million bytes of text.
func BenchmarkMegabyte(b *testing.B) {
	v := readVocabulary(b, "pc")
	for _, name := range slices.Sorted(maps.Keys(long)) {
		message := strings.Repeat(long[name], 1_000_000/len(long[name]))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				hear(v, message)
			}
		})
	}
}
