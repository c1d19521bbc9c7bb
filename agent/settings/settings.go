// Package settings holds what a shop sets about how its clerk reads, names, asks, answers and
// lists, as one JSON document of lists, which docs/desk.md describes. A category is a path of
// the catalogue and an aspect its key. An entry without a category holds in every category that
// has no entry of its own, and where a shopper looks in several categories, what all of them
// say holds; so does an entry without a language in every language. Queries are compared without
// regard to case and white space.
//
// The package is pure: the document comes in as text, and the store keeps its versions.
package settings

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"shopclerk/catalog"
	"shopclerk/search"
)

// Settings are one version of the document. They are read-only and safe for concurrent
// use; nil settings leave everything to the clerk.
type Settings struct {
	Lists   Document
	Version int64 // numbers the document in the store
}

// of returns the entries of a list.
func (s *Settings) of(list string) []Entry {
	if s == nil {
		return nil
	}
	return s.Lists[list]
}

// What is done with the products of an entry of ranking.
const (
	Pin   = "pin"   // stand first, as far as they meet everything
	Boost = "boost" // score more
	Bury  = "bury"  // score less
	Hide  = "hide"  // are not shown; in every list: are not sold either
)

// When the question of an entry of questions is asked.
const (
	First = "first" // before questions that tell more
	Never = "never"
)

// Redirect returns the category or the address that a message leads to, "" for none.
func (s *Settings) Redirect(message string) (category, url string) {
	for _, e := range s.of("redirects") {
		if folded(e.Text("query")) == folded(message) {
			return e.Text("category"), e.Text("url")
		}
	}
	return "", ""
}

// Heard returns a message without its stop words; the message where it has no others.
func (s *Settings) Heard(message string) string {
	text := message
	for _, e := range s.of("stops") {
		for _, words := range e.Of("words") {
			text = without(text, words)
		}
	}
	if !strings.ContainsFunc(text, inWord) {
		return message
	}
	return text
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// without returns a text without a phrase where that stands by itself, in any case.
func without(text, phrase string) string {
	want, words := strings.Fields(folded(phrase)), strings.Fields(text)
	for i := 0; len(want) > 0 && i+len(want) <= len(words); {
		bare := folded(strings.Join(words[i:i+len(want)], " "))
		if strings.TrimFunc(bare, func(r rune) bool { return !inWord(r) }) != strings.Join(want, " ") {
			i++
			continue
		}
		words = slices.Delete(words, i, i+len(want))
	}
	return strings.Join(words, " ")
}

// Placing is what is done with products in one list, by their ids.
type Placing struct {
	Pinned, Hidden []string
	Lifts          map[string]float64 // what is added to their scores
}

// lift is what a boost adds to a score, and what burying takes: e² times as likely, or two thirds of
// what words tell at most, so that what lacks them stays below.
const lift = 2

// Place returns what is done in the list of a scope and a query on a day, written 2006-01-02.
// What is set for the query stands before what is set for the category.
func (s *Settings) Place(scope []string, query, day string) Placing {
	var p Placing
	for _, asked := range []bool{true, false} {
		for _, e := range s.of("ranking") {
			of, category, to := folded(e.Text("query")), e.Text("category"), e.Text("to")
			if (of != "") != asked || asked && of != folded(query) || category != "" && !slices.Equal(scope, []string{category}) || day < e.Text("from") || to != "" && to < day {
				continue
			}
			for _, id := range e.Of("products") {
				switch act := e.Text("act"); {
				case act == Pin && !slices.Contains(p.Pinned, id):
					p.Pinned = append(p.Pinned, id)
				case act == Hide && !slices.Contains(p.Hidden, id):
					p.Hidden = append(p.Hidden, id)
				case act == Boost || act == Bury:
					if p.Lifts == nil {
						p.Lifts = map[string]float64{}
					}
					p.Lifts[id] += map[string]float64{Boost: lift, Bury: -lift}[act]
				}
			}
		}
	}
	return p
}

// Hides reports whether a product is shown nowhere on a day.
func (s *Settings) Hides(product, day string) bool {
	return slices.Contains(s.Place(nil, "", day).Hidden, product)
}

// Renames reports whether aspects or values have names.
func (s *Settings) Renames() bool { return len(s.of("names"))+len(s.of("groups")) > 0 }

// Called returns what an aspect of categories is called in a language, or with a value what that
// is called; "" where the catalogue's word stands.
func (s *Settings) Called(language string, categories []string, aspect, value string) string {
	return s.called("names", language, categories, aspect, value)
}

// Meant returns the values that are called by a name.
func (s *Settings) Meant(language string, categories []string, aspect, name string) []string {
	var out []string
	for _, e := range s.of("names") {
		for _, v := range e.Of("values") {
			if e.Text("aspect") == aspect && catalog.Same(e.Text("name"), name) && !slices.Contains(out, v) && s.Called(language, categories, aspect, v) == e.Text("name") {
				out = append(out, v)
			}
		}
	}
	return out
}

// Alike returns values with all that are called as one of them is.
func (s *Settings) Alike(language string, categories []string, aspect string, values []string) []string {
	out := values
	for _, v := range values {
		for _, other := range s.Meant(language, categories, aspect, s.Called(language, categories, aspect, v)) {
			if !slices.Contains(out, other) {
				out = append(slices.Clip(out), other)
			}
		}
	}
	return out
}

// Widen lets every demand of a need for a value hold for all that are called as it is.
func (s *Settings) Widen(need search.Need, language string) search.Need {
	if !s.Renames() {
		return need
	}
	alike := func(c *catalog.Condition) { c.Values = s.Alike(language, need.Scope, c.Key, c.Values) }
	need.Limits, need.Evidence = slices.Clone(need.Limits), slices.Clone(need.Evidence)
	for i := range need.Limits {
		alike(&need.Limits[i].Condition)
	}
	for i := range need.Evidence {
		e := &need.Evidence[i].Answer
		e.Options = slices.Clone(e.Options)
		for k := range e.Options {
			alike(&e.Options[k])
		}
	}
	return need
}

// Offered returns what the values of an aspect are called as options of questions, "" for those
// that are called as the catalogue has them; nil where all are.
func (s *Settings) Offered(language string, categories []string, aspect string) func(value string) string {
	if !slices.ContainsFunc(slices.Concat(s.of("names"), s.of("groups")), func(e Entry) bool { return e.Text("aspect") == aspect && len(e.Of("values")) > 0 }) {
		return nil
	}
	return func(value string) string {
		return cmp.Or(s.called("groups", language, categories, aspect, value), s.Called(language, categories, aspect, value))
	}
}

// Alias is words for a value of an aspect, or for the aspect, beside the catalogue's own.
type Alias struct {
	Category string // path; "" for every category
	Aspect   string // key
	Value    string // as the catalogue spells it; "" for the aspect
	Words    []string
}

// Aliases lists the words that shoppers may use beside those of the catalogue: synonyms, and the
// names that the shop gave. A name of several values stands for the first: see [Settings.Alike].
func (s *Settings) Aliases() []Alias {
	var out []Alias
	for _, e := range s.of("synonyms") {
		out = append(out, Alias{e.Text("category"), e.Text("aspect"), e.Text("means"), e.Of("words")})
	}
	for _, e := range s.of("names") {
		values := e.Of("values")
		if !slices.ContainsFunc(values, func(v string) bool { return catalog.Same(v, e.Text("name")) }) {
			out = append(out, Alias{e.Text("category"), e.Text("aspect"), strings.Join(values[:min(1, len(values))], ""), e.Of("name")})
		}
	}
	return out
}

// called returns the name that a list gives an aspect or a value.
func (s *Settings) called(list, language string, categories []string, aspect, value string) string {
	about := s.about(list, aspect, func(values []string) bool {
		return value == "" && len(values) == 0 || value != "" && slices.ContainsFunc(values, func(v string) bool { return catalog.Same(v, value) })
	})
	return agreed(categories, func(category string) string { return inLanguage(about, category, language).Text("name") })
}

// inLanguage returns the entry of a category in a language, else that of all languages.
func inLanguage(list []Entry, category, language string) Entry {
	for _, l := range []string{language, ""} {
		if i := slices.IndexFunc(list, func(e Entry) bool { return e.Text("category") == category && e.Text("language") == l }); i >= 0 {
			return list[i]
		}
	}
	return nil
}

// about lists the entries of a list about an aspect, and about values that is takes.
func (s *Settings) about(list, aspect string, is func(values []string) bool) (out []Entry) {
	for _, e := range s.of(list) {
		if e.Text("aspect") == aspect && (is == nil || is(e.Of("values"))) {
			out = append(out, e)
		}
	}
	return out
}

// Wording is a question in the shop's words, with help that stands under it.
type Wording struct{ Text, Help string }

// Word returns the wording of the question about an aspect in a scope, for a reader of a
// language; the zero Wording when the clerk words it.
func (s *Settings) Word(scope []string, aspect, language string) Wording {
	about := s.about("wording", aspect, nil)
	return agreed(scope, func(category string) Wording {
		e := inLanguage(about, category, language)
		return Wording{e.Text("text"), e.Text("help")}
	})
}

// Ask tells when to ask about an aspect in a scope: [First] or [Never]; "" leaves it to the clerk.
func (s *Settings) Ask(scope []string, aspect string) string {
	about := s.about("questions", aspect, nil)
	return agreed(scope, func(category string) string { return inLanguage(about, category, "").Text("ask") })
}

// Begin returns the categories that the start page offers in a language in place of the largest,
// and sentences to begin a conversation with.
func (s *Settings) Begin(language string) (categories, sentences []string) {
	e := inLanguage(s.of("start"), "", language)
	return e.Of("categories"), e.Of("sentences")
}

// Facts returns the shop's answers by topic and language, which replace those of its file.
func (s *Settings) Facts() map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, e := range s.of("facts") {
		if out[e.Text("topic")] == nil {
			out[e.Text("topic")] = map[string]string{}
		}
		out[e.Text("topic")][e.Text("language")] = e.Text("text")
	}
	return out
}

// agreed returns what all categories of a scope say, a category that says nothing saying
// what is said of every category; where they differ, what is said of every category.
func agreed[T comparable](scope []string, of func(category string) T) T {
	var none T
	every := of("")
	if len(scope) == 0 {
		return every
	}
	said := func(category string) T { return cmp.Or(of(category), every) }
	first := said(scope[0])
	if first == none || slices.ContainsFunc(scope[1:], func(c string) bool { return said(c) != first }) {
		return every
	}
	return first
}

// folded returns a query without regard to case and white space.
func folded(query string) string { return strings.ToLower(strings.Join(strings.Fields(query), " ")) }
