// Package search turns a [Need] into a [Ranking]: which products are in scope,
// how well the words fit them, what the shopper's limits and answers say of them,
// and why each stands where it does.
//
// What words and vectors find is united, and ordered by a weighted sum of features, the
// retrievers' scores among them ([Weights]); every share of it can be asked for. Ranks
// are not fused: docs/decisions.md has what that would do.
//
// The package itself is arithmetic over a catalogue's shelves; the machines that
// retrieve by words live in search/lexical, search/vector and search/embed, what
// corrects words and reads titles in search/spell and search/title, and search/index
// builds and opens them beside a catalogue.
package search
