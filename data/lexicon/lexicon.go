// Package lexicon holds what shops' words are, a file a language: README.md tells the
// formats. The names of products in English and the German dictionary serve whoever
// reads messages too (agent/language); the lists of the other languages serve the
// finding of product types in a feed that has none (catalog/discover).
package lexicon

import "embed"

// FS has en.tsv, de.tsv and, for every language that lists are kept of, CODE.txt.
//
//go:embed *.tsv *.txt
var FS embed.FS
