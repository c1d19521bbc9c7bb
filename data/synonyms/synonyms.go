// Package synonyms holds, as embedded files, what a catalogue does not say of a
// language's words: other names of the same thing, nouns that name accessories,
// and everyday words that are no typing errors. agent/understand documents the
// format and parses it.
package synonyms

import _ "embed"

// English is the file for English, as JSON.
//
//go:embed en.json
var English []byte
