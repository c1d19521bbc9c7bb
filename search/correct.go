package search

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shopclerk/catalog"
)

// Correction is a part of a query and what is read in its place.
type Correction struct {
	At   int    `json:"-"`    // place in the query, in bytes
	From string `json:"from"` // as it stands there: a word, or two
	To   string `json:"to"`
	// Beside tells that the catalogue has both forms and both are looked for; otherwise
	// it has none of From.
	Beside bool `json:"beside,omitempty"`
}

// corrections returns what the engine reads otherwise than it was typed when it
// retrieves by a query. The words in exact are as they are meant.
func (e *Engine) corrections(ctx context.Context, query string, exact []string) ([]Correction, error) {
	if e.lexical == nil {
		return nil, nil
	}
	found, err := e.lexical.Correct(ctx, query, exact)
	if err != nil {
		return nil, fmt.Errorf("correcting %q: %w: %w", query, errWords, err)
	}
	return found, nil
}

// Spell is [Lexicon.Spell].
func (e *Engine) Spell(word string) (string, bool) {
	if e.lexical == nil {
		return "", false
	}
	return e.lexical.Spell(word)
}

// Complete is [Lexicon.Complete]; none where words can not be looked up: what is typed is looked
// for in the end, and the record says how.
func (e *Engine) Complete(ctx context.Context, text string, k int) ([]catalog.Ref, error) {
	if e.lexical == nil {
		return nil, nil
	}
	refs, err := e.lexical.Complete(ctx, text, k)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("completing %q: %w", text, err)
	}
	return refs, nil
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
	at := 0
	for _, c := range corrections {
		b.WriteString(query[at:c.At])
		if c.Beside && !beside {
			b.WriteString(c.From)
		} else {
			b.WriteString(c.To)
		}
		at = c.At + len(c.From)
	}
	b.WriteString(query[at:])
	return b.String()
}
