package feed

import (
	"fmt"
	"strings"
)

// Inference is what [Infer] guessed and why.
type Inference struct {
	Format  string   // name of a feed format recognised by its fields; empty when the roles were guessed one by one
	Samples []Sample // the streams looked at
	Left    []string // streams in which nothing looks like a product, left out
	Guesses []Guess  // one per role found
	Fields  int      // fields that became attributes
	Dropped []Guess  // fields that neither fill a role nor became attributes
	Notes   []string // what a person should check, and how to change it
}

// Sample is a stream that was looked at.
type Sample struct {
	Name    string
	Format  string // "JSON Lines", "JSON array", "table" or "XML"
	Records int
	Notes   []string // what was unusual about reading it
}

// Guess is a decision about one field.
type Guess struct {
	Role  string // "id", "title", …; for dropped fields empty
	Field string // as the feed spells it; for a category from file names, "file name"
	Why   string
}

// Lines spells the inference for a person, a line per decision:
//
//	id ← sku (unique, 100 %)
func (i Inference) Lines() []string {
	var lines []string
	records := 0
	for _, s := range i.Samples {
		records += s.Records
	}
	lines = append(lines, fmt.Sprintf("looked at %d products in %d files", records, len(i.Samples)))
	if i.Format != "" {
		lines = append(lines, "recognised as "+i.Format)
	}
	for _, g := range i.Guesses {
		lines = append(lines, fmt.Sprintf("%s ← %s (%s)", g.Role, g.Field, g.Why))
	}
	lines = append(lines, fmt.Sprintf("attributes ← %d fields", i.Fields))
	const most = 12
	if n := len(i.Dropped); n > 0 {
		var named []string
		for _, g := range i.Dropped[:min(n, most)] {
			named = append(named, fmt.Sprintf("%s (%s)", g.Field, g.Why))
		}
		if n > most {
			named = append(named, fmt.Sprintf("and %d more", n-most))
		}
		lines = append(lines, "not used: "+strings.Join(named, ", "))
	}
	for _, s := range i.Samples {
		for _, n := range s.Notes {
			lines = append(lines, s.Name+": "+n)
		}
	}
	for _, f := range i.Left {
		lines = append(lines, "left out "+f+": nothing in it looks like a product's title")
	}
	return append(lines, i.Notes...)
}
