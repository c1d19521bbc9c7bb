package search

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Correction is a part of a query and what is read in its place.
type Correction struct {
	From string `json:"from"` // as it stands in the query: a word, or two
	To   string `json:"to"`
	// Beside tells that the catalogue has both forms and both are looked for; otherwise
	// it has none of From.
	Beside bool `json:"beside,omitempty"`
}

// Speller corrects queries by the words of the catalogue.
type Speller interface {
	// Correct returns the corrections of a query, in its order. The words in exact
	// are as they are meant.
	Correct(ctx context.Context, query string, exact []string) ([]Correction, error)
	// Spell returns the word that an unknown word was likeliest meant to be; false
	// when the catalogue knows the word, or nothing near it.
	Spell(word string) (string, bool)
	// Having returns how many products have a word as it is spelt.
	Having(ctx context.Context, word string) (int, error)
}

// corrections returns what the engine reads otherwise than it was typed when it
// retrieves by a query; none where its retriever by words is no [Speller]. The words in
// exact are as they are meant.
func (e *Engine) corrections(ctx context.Context, query string, exact []string) ([]Correction, error) {
	s, ok := e.lexical.(Speller)
	if !ok {
		return nil, nil
	}
	found, err := s.Correct(ctx, query, exact)
	if err != nil {
		return nil, fmt.Errorf("correcting %q: %w: %w", query, errWords, err)
	}
	return found, nil
}

// Spell returns the word of the catalogue that an unknown word was likeliest meant
// to be; false when the catalogue knows the word, or nothing near it.
func (e *Engine) Spell(word string) (string, bool) {
	if s, ok := e.lexical.(Speller); ok {
		return s.Spell(word)
	}
	return "", false
}

// readings returns the texts that a query is retrieved by: with what the catalogue
// lacks replaced, and, where another form is looked for beside, with that too. The
// last one has every correction.
func readings(query string, corrections []Correction) []string {
	out := []string{replaced(query, corrections, false)}
	if slices.ContainsFunc(corrections, func(c Correction) bool { return c.Beside }) {
		out = append(out, replaced(query, corrections, true))
	}
	return out
}

// replaced returns a query with its corrections, which are in its order, those
// beside only if asked for.
func replaced(query string, corrections []Correction, beside bool) string {
	var b strings.Builder
	for _, c := range corrections {
		at := indexWord(query, c.From)
		if at < 0 {
			continue
		}
		b.WriteString(query[:at])
		if c.Beside && !beside {
			b.WriteString(c.From)
		} else {
			b.WriteString(c.To)
		}
		query = query[at+len(c.From):]
	}
	b.WriteString(query)
	return b.String()
}

// indexWord returns where a word stands in a text, not as a part of another; −1
// where it does not.
func indexWord(text, word string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 || word == "" {
			return -1
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, n := utf8.DecodeRuneInString(text[i+len(word):])
		if (i == 0 || !inWord(before)) && (n == 0 || !inWord(after)) {
			return i
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		from = i + size
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
