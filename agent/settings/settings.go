// Package settings holds what a shop sets about how its clerk reads, asks and lists, as one
// JSON document: see [Example]. Every part may be missing. A category is a path of the
// catalogue and an aspect its key. An entry without a category holds in every category that
// has no entry of its own, and where a shopper looks in several categories, what all of them
// say holds. Queries are compared without regard to case and white space.
//
// The package is pure: the document comes in as text, and the store keeps its versions.
package settings

import (
	"cmp"
	"slices"
	"strings"
)

// Example is a document that has an entry of every kind.
const Example = `{
  "synonyms":  [{"category": "Lamps", "aspect": "colour", "means": "grey", "words": ["anthracite"]}],
  "redirects": [{"query": "returns", "url": "https://example.com/returns"},
                {"query": "night light", "category": "Lamps"}],
  "pins":      [{"category": "Lamps", "products": ["p7", "p3"]},
                {"query": "gift", "products": ["p9"]}],
  "hidden":    ["p13"],
  "wording":   [{"category": "Lamps", "aspect": "colour", "language": "de", "text": "Welche Farbe?", "help": "Des Schirms."}],
  "questions": [{"category": "Lamps", "aspect": "watts", "ask": "first"},
                {"aspect": "weight", "ask": "never"}]
}`

// Settings are one version of the document. They are read-only and safe for concurrent
// use; nil settings leave everything to the clerk.
type Settings struct {
	Synonyms  []Synonym  `json:"synonyms,omitempty"`
	Redirects []Redirect `json:"redirects,omitempty"`
	Pins      []Pin      `json:"pins,omitempty"`
	Hidden    []string   `json:"hidden,omitempty"` // product ids, never shown
	Wording   []Wording  `json:"wording,omitempty"`
	Questions []Question `json:"questions,omitempty"`

	// Version numbers the document in the store.
	Version int64 `json:"-"`
}

// Synonym lists words that shoppers use for a value of an aspect.
type Synonym struct {
	Category string   `json:"category,omitempty"`
	Aspect   string   `json:"aspect"`
	Means    string   `json:"means"` // the value, as the catalogue has it
	Words    []string `json:"words"` // each a word or a phrase
}

// Redirect leads a query to a category or to an address.
type Redirect struct {
	Query    string `json:"query"`
	Category string `json:"category,omitempty"`
	URL      string `json:"url,omitempty"` // https, or a path of the shop
}

// Pin places products first in the list of a category or of a query.
type Pin struct {
	Category string   `json:"category,omitempty"`
	Query    string   `json:"query,omitempty"`
	Products []string `json:"products"` // ids, in order
}

// Wording words the question about an aspect.
type Wording struct {
	Category string `json:"category,omitempty"`
	Aspect   string `json:"aspect"`
	Language string `json:"language,omitempty"` // empty: every language without an own wording
	Text     string `json:"text"`
	Help     string `json:"help,omitempty"` // stands under the question
}

// Question tells when to ask about an aspect.
type Question struct {
	Category string `json:"category,omitempty"`
	Aspect   string `json:"aspect"`
	Ask      Ask    `json:"ask"`
}

// Ask tells when a question is asked.
type Ask string

// The values of Ask.
const (
	First Ask = "first" // before questions that tell more
	Never Ask = "never"
)

// set returns the settings, the empty ones for nil.
func (s *Settings) set() *Settings { return cmp.Or(s, &Settings{}) }

// Redirect returns where a message leads, nil when nowhere.
func (s *Settings) Redirect(message string) *Redirect {
	s = s.set()
	query := folded(message)
	if i := slices.IndexFunc(s.Redirects, func(r Redirect) bool { return folded(r.Query) == query }); i >= 0 {
		return &s.Redirects[i]
	}
	return nil
}

// Pinned lists the products that stand first in the list of a scope and a query: those of
// the query, then those of the category when the scope is one.
func (s *Settings) Pinned(scope []string, query string) []string {
	var out []string
	add := func(of func(Pin) bool) {
		for _, p := range s.set().Pins {
			for _, id := range p.Products {
				if of(p) && !slices.Contains(out, id) {
					out = append(out, id)
				}
			}
		}
	}
	query = folded(query)
	add(func(p Pin) bool { return p.Query != "" && folded(p.Query) == query })
	if len(scope) == 1 {
		add(func(p Pin) bool { return p.Category == scope[0] })
	}
	return out
}

// HiddenProducts lists the products that are never shown.
func (s *Settings) HiddenProducts() []string { return s.set().Hidden }

// Hides reports whether a product is never shown.
func (s *Settings) Hides(product string) bool { return slices.Contains(s.HiddenProducts(), product) }

// Word returns the wording of the question about an aspect in a scope, for a reader of a
// language; the zero Wording when the clerk words it.
func (s *Settings) Word(scope []string, aspect, language string) Wording {
	return agreed(scope, func(category string) Wording {
		for _, l := range []string{language, ""} {
			for _, w := range s.set().Wording {
				if w.Category == category && w.Aspect == aspect && w.Language == l {
					w.Category, w.Language = "", ""
					return w
				}
			}
		}
		return Wording{}
	})
}

// Ask tells when to ask about an aspect in a scope; empty leaves it to the clerk.
func (s *Settings) Ask(scope []string, aspect string) Ask {
	return agreed(scope, func(category string) Ask {
		for _, q := range s.set().Questions {
			if q.Category == category && q.Aspect == aspect {
				return q.Ask
			}
		}
		return ""
	})
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
